from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ask2decide.errors import Place, SpecError
from ask2decide.spec import Kind
from ask2decide.variants.item_template import ItemTemplate
from ask2decide.variants.item_templates import load_item_templates
from ask2decide.variants.load import load_task
from ask2decide.variants.uses import Unusable, Use, Uses, item_id, turns
from tests.driving import TASKS
from tests.variants.parcels import parcels_data, parcels_family

HEAD = """
later:
  parameters:
    parcel: {object: /parcels}
    opens: {field: "/parcels/{parcel}/opens"}
    reason: text
  about: ["{{ parcel }}"]
  note: "{{ parcel }} opens at {{ opens | clock }}: {{ reason }}."
  patch: [{op: replace, path: "/parcels/{parcel}/opens", value: "{{ opens }}"}]
"""


def template(folder: Path, text: str) -> ItemTemplate:
    (folder / "items.yaml").write_text(text, encoding="utf-8")
    return next(iter(load_item_templates("parcels", folder).values()))


def uses(folder: Path, text: str, optimum: Fraction | None = None) -> Uses:
    return Uses(template(folder, text), parcels_family(), parcels_data(), optimum)


def arguments(found: Uses) -> list[dict[str, Any]]:
    return [dict(use.use.arguments) for use in found if isinstance(use, Use)]


def reasons(found: Uses) -> list[str]:
    return [use.reason for use in found if isinstance(use, Unusable)]


def test_each_object_stands_once_before_any_stands_twice_and_proposals_take_turns(tmp_path: Path) -> None:
    suggest = '  suggest: {with: [{opens: "{{ was.opens + 10 }}"}, {opens: "{{ was.opens + 20 }}"}]}\n'
    found = uses(tmp_path, HEAD + suggest)
    assert len(found) == 8
    assert [(use["parcel"], use["opens"]) for use in arguments(found)] == [
        ("P1", "09:10"),
        ("P2", "08:50"),
        ("P3", "08:10"),
        ("P4", "09:50"),
        ("P1", "09:20"),
        ("P2", "08:40"),
        ("P3", "08:20"),
        ("P4", "09:40"),
    ]


def test_without_proposals_numbers_move_by_a_quarter_and_texts_are_left_to_the_author(tmp_path: Path) -> None:
    found = arguments(uses(tmp_path, HEAD))
    assert {(use["parcel"], use["opens"]) for use in found} >= {("P1", "09:15"), ("P1", "08:45"), ("P3", "08:01")}
    assert {use["reason"] for use in found} == {"the reason is still to be written"}


def test_a_share_keeps_the_decimal_places_of_its_base(tmp_path: Path) -> None:
    text = """
heavier:
  parameters: {parcel: {object: /parcels}, weight: {field: "/parcels/{parcel}/weight"}}
  about: ["{{ parcel }}"]
  note: "{{ parcel }} weighs {{ weight }} kg."
"""
    weights = {(use["parcel"], use["weight"]) for use in arguments(uses(tmp_path, text))}
    assert weights >= {("P1", 5), ("P1", 3), ("P2", 4), ("P4", Decimal("3.1")), ("P4", Decimal("1.9"))}


def test_proposals_may_read_the_records_and_the_optimum(tmp_path: Path) -> None:
    suggest = '  suggest: {with: [{opens: "{{ (records.van.arrives + optimum) // 2 }}"}]}\n'
    assert {use["opens"] for use in arguments(uses(tmp_path, HEAD + suggest, Fraction(41)))} == {"09:10"}
    found = uses(tmp_path, HEAD + suggest)
    assert not arguments(found)
    assert set(reasons(found)) == {"'optimum' is undefined"}


def test_a_value_that_is_undefined_for_an_object_leaves_it_out(tmp_path: Path) -> None:
    suggest = '  suggest: {with: [{opens: "{{ was.opens + 5 if was.opens > 50 }}"}]}\n'
    found = uses(tmp_path, HEAD + suggest)
    assert [use["parcel"] for use in arguments(found)] == ["P1", "P4"]
    assert set(reasons(found)) == {"the template fails: an `if` without `else` has no value here"}


def test_an_object_that_a_proposal_names_is_not_gone_through(tmp_path: Path) -> None:
    text = """
earns:
  parameters:
    first: {object: /bonuses}
    second: {object: "/bonuses/{first}"}
    bonus: {field: "/bonuses/{first}/{second}"}
  about: ["{{ first }}", "{{ second }}"]
  note: "{{ first }} and {{ second }} earn {{ bonus }}."
  suggest: {with: [{second: P3, bonus: 4}]}
"""
    assert arguments(uses(tmp_path, text)) == [
        {"first": "P1", "second": "P3", "bonus": 4},
        {"first": "P2", "second": "P3", "bonus": 4},
    ]


def test_a_number_without_a_proposal_has_no_use(tmp_path: Path) -> None:
    text = HEAD.replace("reason: text", "reason: number")
    assert set(reasons(uses(tmp_path, text))) == {
        "the template proposes no value for 'reason', and the records hold none"
    }


def test_pairs_come_spread_over_the_objects(tmp_path: Path) -> None:
    text = """
apart:
  parameters: {first: {object: /parcels}, second: {object: /parcels}}
  about: ["{{ first }}", "{{ second }}"]
  note: "{{ first }} must not lie on {{ second }}."
"""
    pairs = [(use["first"], use["second"]) for use in arguments(uses(tmp_path, text))]
    assert len(set(pairs)) == len(pairs) == 12
    assert len({first for first, _ in pairs[:4]}) >= 3


def test_an_id_finds_its_use_again(tmp_path: Path) -> None:
    found = uses(tmp_path, HEAD)
    made = [use for use in found if isinstance(use, Use)]
    assert len({use.id for use in made}) == len(made)
    assert made[0].id == "later_P1_0915"
    assert all(found.of_id(use.id) == use for use in made)
    assert found.of_id("later_P9_0915") is None


def test_ids_that_cannot_be_written_as_they_are_stay_apart() -> None:
    assert item_id(["out", "van 2"]) != item_id(["out", "van_2"])
    long = [item_id(["out", "x" * 90, end]) for end in "ab"]
    assert len(set(long)) == 2
    assert all(len(name) <= 60 for name in long)


def test_turns_go_on_until_all_have_ended() -> None:
    assert list(turns([iter("abc"), iter(""), iter("xy")])) == ["a", "x", "b", "y", "c"]


@pytest.mark.parametrize(
    "name", ["easy1_dispatch", "hard2b_r101_25", "hard3_job_shop", "medium6_candy_blend", "x_gap", "x_miplib"]
)
def test_the_shipped_proposals_make_sentences(name: str) -> None:
    """Every use that the shipped templates propose can be expanded; its numbers are the ones proposed."""
    loaded = load_task(TASKS / name)
    frame = {"kind": Kind.NEW_INFORMATION, "family": loaded.family, "data": loaded.data, "place": Place("")}
    made, refused = 0, set()
    for shipped in loaded.templates.values():
        for use in list(Uses(shipped, loaded.family, loaded.data, Fraction(55)))[:40]:
            if not isinstance(use, Use):
                continue
            try:
                item = shipped.expand(use.use, id=use.id, **frame)
            except SpecError as error:
                refused |= {mistake.cause for mistake in error.diagnostics}
                continue
            made += 1
            assert "still to be written" not in item.note
            assert "Undefined" not in item.note
    assert made > 20
    # A shift may lead out of the day; nothing else may be wrong with what is proposed.
    assert all("before the day starts" in cause for cause in refused)
