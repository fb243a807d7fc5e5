from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.errors import Place, SpecError
from ask2decide.exact import to_fraction
from ask2decide.spec import Item, Kind, TemplateUse
from ask2decide.variants.candidates import twin_candidates
from ask2decide.variants.item_template import ItemTemplate, label_of
from ask2decide.variants.item_templates import load_item_templates
from ask2decide.variants.patches import check_items
from ask2decide.variants.rendering import RenderError, evaluate, render
from tests.spec.diagnostic_cases import CASES
from tests.variants.parcels import parcels_data, parcels_family

TEMPLATES = load_item_templates("parcels", CASES / "parcels")


def expand(template: ItemTemplate, arguments: Mapping[str, Any], **more: Any) -> Item:
    use = TemplateUse(template.name, arguments)
    frame = {"id": "H1", "kind": Kind.SYSTEM_UPDATE, "family": parcels_family(), "data": parcels_data()}
    return template.expand(use, **frame, place=Place("task.yaml", 3, "hidden[0]"), **more)


def own_template(folder: Path, text: str) -> ItemTemplate:
    (folder / "items.yaml").write_text(text, encoding="utf-8")
    return next(iter(load_item_templates("parcels", folder).values()))


def test_expand_keeps_the_frame() -> None:
    item = expand(
        TEMPLATES["bonus_changed"],
        {"first": "P1", "second": "P3", "bonus": Decimal("2.5")},
        also=[{"bonus": 4}],
        twin_of="H0",
        effect="objective",
        after=["H7"],
    )
    assert (item.twin_of, item.effect, item.after, item.about) == ("H0", "objective", ("H7",), ("P1", "P3"))
    assert item.note == "P1 and P3 together earn 2.5 euro today."
    assert [[operation.value for operation in patch] for patch in item.patches] == [[Decimal("2.5")], [4]]
    assert item.patch[0].path == "/bonuses/P1/P3"
    assert item.template == TemplateUse("bonus_changed", {"first": "P1", "second": "P3", "bonus": Decimal("2.5")})


def test_ids_are_escaped_in_paths(tmp_path: Path) -> None:
    template = own_template(
        tmp_path,
        """
lighter:
  parameters: {parcel: {object: /parcels}}
  about: ["{{ parcel }}"]
  note: "{{ parcel }} weighs 1 kg."
  patch: [{op: replace, path: "/parcels/{parcel}/weight", value: 1}]
""",
    )
    data = parcels_data()
    data["parcels"]["a/b~c"] = data["parcels"]["P1"]
    item = template.expand(
        TemplateUse("lighter", {"parcel": "a/b~c"}),
        id="H1",
        kind=Kind.HUMAN_ERROR,
        family=parcels_family(),
        data=data,
        place=Place(""),
    )
    assert item.patch[0].path == "/parcels/a~1b~0c/weight"
    assert check_items([item], data, parcels_family()) == []


def test_values_keep_their_type(tmp_path: Path) -> None:
    template = own_template(
        tmp_path,
        """
arrived:
  parameters: {weight: number, name: text}
  about: [parcels]
  note: "{{ name }} came, {{ weight }} kg."
  patch:
    - op: add
      path: /parcels/P9
      value:
        {label: "{{ name }} (late)", weight: "{{ weight / 3 }}", reward: 1, opens: 0, closes: 60,
         available: "{{ weight > 2 }}"}
""",
    )
    item = expand(template, {"weight": Decimal("2.5"), "name": "The lamp"})
    assert item.note == "The lamp came, 2.5 kg."
    assert item.patch[0].value == {
        "label": "The lamp (late)",
        "weight": "5/6",
        "reward": 1,
        "opens": 0,
        "closes": 60,
        "available": True,
    }
    assert check_items([item], parcels_data(), parcels_family()) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{{ x }}", 5),
        ("{{ -x }}", -5),
        ("{{- x -}}", 5),
        ("{{ x / 2 }}", Decimal("2.5")),
        ("{{ x / 3 }}", "5/3"),
        (" {{ x }} {{ x }}", " 5 5"),
        ("{{ x > 4 }}", True),
        ("{{ '}}' ~ x }}", "}}5"),
        ("plain", "plain"),
        ("{{ word }}", "ten"),
        ("{{ [x, x / 2] }}", [5, Decimal("2.5")]),
    ],
)
def test_evaluate(text: str, value: Any) -> None:
    found = evaluate(text, {"x": 5, "word": "ten"}, {})
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("{{ y }}", "'y' is undefined"),
        ("{% if y %}{% endif %}", "'y' is undefined"),
        ("{{ was.z }}", "the records have no base value for 'z'"),
        ("{{ x * 0.5 }}", "2.5 is a binary float"),
        ("{{ x / 0 }}", "divides by zero"),
        ("{{ x + 'a' }}", "unsupported operand"),
        ("{{ ().__class__ }}", "unsafe"),
        ("{{ x", "unexpected end of template"),
    ],
)
@pytest.mark.parametrize("action", [render, evaluate])
def test_template_that_fails(action: Any, text: str, cause: str) -> None:
    with pytest.raises(RenderError, match=cause):
        action(text, {"x": 5, "was": {}}, {})


@settings(max_examples=40, deadline=None)
@given(st.fractions(-1000, 1000, max_denominator=40), st.integers(1, 9))
def test_arithmetic_in_a_note_is_exact(number: Fraction, divisor: int) -> None:
    from ask2decide.exact import json_number, number_text

    written = json_number(number)
    value = to_fraction(written) if isinstance(written, str) else written
    assert render("{{ x / n + 1 }}", {"x": value, "n": divisor}, {}) == number_text(number / divisor + 1)


def test_label() -> None:
    data = {"a": {"C1": {"x": 1}}, "b": {"C2": {"name": "Ada"}, "C1": {"label": "the bakery"}}}
    assert [label_of(name, data) for name in ("C1", "C2", "C3")] == ["the bakery", "Ada", "C3"]


def test_mistake_in_a_multiline_note_has_its_line(tmp_path: Path) -> None:
    template = own_template(
        tmp_path,
        "t:\n  parameters: {p: {object: /parcels}, w: {field: '/rules/{p}'}}\n  about: [van]\n"
        "  note: |-\n    First line.\n    {{ was.w }}\n",
    )
    with pytest.raises(SpecError, match=r"items\.yaml:6: t\.note: the records have no base value for 'w'"):
        expand(template, {"p": "P1", "w": 3})


def candidates(name: str, arguments: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    use = TemplateUse(name, arguments)
    return [found.arguments for found in twin_candidates(TEMPLATES[name], use, parcels_family(), parcels_data())]


def test_candidates_have_the_same_size_then_mirrored_then_half() -> None:
    found = candidates("window_moved", {"parcel": "P1", "opens": "09:15", "closes": "10:09"})
    # P1's window 60..120 becomes 75..129: 15 and 9 later. Of the others, P2's 30..150 is nearest to it.
    assert found == [
        {"parcel": "P2", "opens": 45, "closes": 159},
        {"parcel": "P3", "opens": 15, "closes": 139},
        {"parcel": "P4", "opens": 105, "closes": 189},
        {"parcel": "P2", "opens": 15, "closes": 141},
        {"parcel": "P4", "opens": 75, "closes": 171},
        {"parcel": "P2", "opens": 37, "closes": 154},
        {"parcel": "P3", "opens": 7, "closes": 134},
        {"parcel": "P4", "opens": 97, "closes": 184},
    ]


def test_relative_candidates_change_by_the_same_share() -> None:
    found = candidates("bonus_changed", {"first": "P1", "second": "P2", "bonus": 3})
    assert found == [
        {"first": "P2", "second": "P3", "bonus": Decimal("2.25")},
        {"first": "P1", "second": "P3", "bonus": Decimal("1.5")},
        {"first": "P2", "second": "P3", "bonus": Decimal("0.75")},
        {"first": "P1", "second": "P3", "bonus": Decimal("0.5")},
        {"first": "P2", "second": "P3", "bonus": Decimal("1.87")},
        {"first": "P1", "second": "P3", "bonus": Decimal("1.2")},
    ]


def test_template_without_sizes_varies_its_objects_once() -> None:
    found = candidates("heavier", {"parcel": "P1", "more": 2, "reason": "Late packing"})
    assert [arguments["parcel"] for arguments in found] == ["P2", "P3", "P4"]
    assert all(arguments["more"] == 2 for arguments in found)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["P1", "P2", "P3", "P4"]), st.integers(0, 240), st.integers(0, 240))
def test_candidates_are_sound_others_and_come_in_one_order(parcel: str, opens: int, closes: int) -> None:
    arguments = {"parcel": parcel, "opens": opens, "closes": closes}
    found = candidates("window_moved", arguments)
    assert found == candidates("window_moved", arguments)
    assert len({tuple(sorted(each.items())) for each in found}) == len(found)
    base = parcels_data()["parcels"]
    for each in found:
        assert each["parcel"] != parcel
        assert check_items([expand(TEMPLATES["window_moved"], each)], parcels_data(), parcels_family()) == []
        mine = base[each["parcel"]]
        change = (each["opens"] - mine["opens"], each["closes"] - mine["closes"])
        full = (opens - base[parcel]["opens"], closes - base[parcel]["closes"])
        mirrored = tuple(-part for part in full)
        half = tuple(int(Fraction(part, 2)) for part in full)
        assert change in (full, mirrored, half)


def test_candidates_come_one_at_a_time() -> None:
    use = TemplateUse("window_moved", {"parcel": "P1", "opens": 75, "closes": 130})
    generator = twin_candidates(TEMPLATES["window_moved"], use, parcels_family(), parcels_data())
    assert len(list(islice(generator, 2))) == 2


def test_readme_example_is_a_template(tmp_path: Path) -> None:
    from ask2decide.resources import templates_folder

    text = (templates_folder() / "items" / "README.md").read_text(encoding="utf-8")
    example = text.split("```yaml\n")[1].split("```")[0]
    (tmp_path / "items.yaml").write_text(example, encoding="utf-8")
    assert set(load_item_templates("no_such_family", tmp_path)) == {"window_moved", "road_closed", "price_changed"}
