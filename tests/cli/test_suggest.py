"""``ask2decide suggest`` from its options to its exit status."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ask2decide.cli import ask2decide
from ask2decide.spec.yaml_reader import parse_yaml
from ask2decide.variants.load import load_task
from tests.authoring.benches import dispatch
from tests.driving import GOOD, MORE, OUT, Line, build, built, contents

NONE_YET = "hidden: []  # to be chosen\n"
FEW = ("--templates", "resource_out,units_changed", "--show", "2")


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def suggest(*arguments: object) -> Result:
    return CliRunner().invoke(ask2decide, ["suggest", *map(str, arguments)], prog_name="ask2decide")


def done(*arguments: object) -> Result:
    result = suggest(*arguments)
    assert result.exit_code == 0, result.output
    return result


def items_of(text: str) -> list[dict[str, Any]]:
    document = parse_yaml(text, "page.yaml")
    assert document.diagnostics == ()
    items: list[dict[str, Any]] = document.data
    return items


def test_the_cost_is_said_first_and_the_page_can_be_pasted(tmp_path: Path) -> None:
    folder = dispatch(tmp_path, hidden=NONE_YET)
    result = done(folder, *FEW)
    first, second = result.stderr.splitlines()[:2]
    assert first.startswith("dispatch: 2 item templates, at most 20 uses of them; up to 20 are labelled (--limit)")
    assert "decided by known plans" in second
    assert "14/61 (about 23 %)" in result.stdout
    blocks = result.stdout.split("\n\n")
    pasted = [block for block in blocks if "- id: " in block][:2]
    assert "resource_out_van_2" in pasted[0]
    assert "twin of resource_out_van_2." in pasted[1]
    file = folder / "task.yaml"
    hidden = "hidden:\n" + "\n\n".join(pasted) + "\n"
    file.write_text(file.read_text(encoding="utf-8").replace(NONE_YET, hidden), encoding="utf-8")
    assert load_task(file).task.ids == tuple(item["id"] for item in items_of(result.stdout)[:2])
    assert "2 items (1 relevant, 1 twin)" in built(folder).stdout


def test_a_page_is_the_same_every_time(tmp_path: Path) -> None:
    folder = dispatch(tmp_path, *GOOD)
    assert done(folder, *FEW).output == done(folder, *FEW).output


def test_ids_and_ranks_are_written_and_built(tmp_path: Path) -> None:
    folder = dispatch(tmp_path, hidden=NONE_YET)
    written = done(folder, "--write", "resource_out_van_2,resource_out_van_2_twin_cargo_bike")
    assert "resource_out_van_2: standalone 14/61 (about 23 %), conditional 14/61 (about 23 %)" in written.stdout
    assert "2 items added" in written.stderr
    assert "hidden:  # to be chosen\n  - id: resource_out_van_2\n" in (folder / "task.yaml").read_text("utf-8")
    page = done(folder, *FEW).stdout
    best = items_of(page)[0]["id"]
    assert done(folder, *FEW, "--write", "1").stdout.startswith(page.strip("\n").split("\n")[0])
    assert load_task(folder).task.ids == ("resource_out_van_2", "resource_out_van_2_twin_cargo_bike", best)
    assert "3 items (2 relevant, 1 twin)" in built(folder).stdout


def test_a_composed_set_is_written_and_built(tmp_path: Path) -> None:
    folder = dispatch(tmp_path, hidden=NONE_YET)
    result = done(folder, "--want", "relevant=2,twins=1,effects=value+availability", "--write")
    assert "Composing then labels each set that is tried." in result.stderr
    assert "Asking is proved to be needed for" in result.stdout
    assert "(2 relevant, 1 twin)" in built(folder).stdout


def test_wishes_that_cannot_be_met_exit_1_and_write_nothing(tmp_path: Path) -> None:
    folder = dispatch(tmp_path, hidden=NONE_YET)
    before = contents(folder)
    result = suggest(folder, "--templates", "resource_out", "--want", "relevant=9,effects=objective", "--write")
    assert result.exit_code == 1
    assert "of 9 items are relevant" in result.stderr
    assert "no relevant item has the effect objective: 0 candidates of that effect were tried." in result.stderr
    assert "nothing was written. Fix: ask for less" in result.stderr
    assert contents(folder) == before


def test_what_would_cost_a_twin_its_zero_is_not_written(tmp_path: Path) -> None:
    """H3 is worth nothing while the taxi stands by; with van 3 dearer, the taxi is what one would take."""
    folder = dispatch(tmp_path, OUT, Line("H3", "resource_out", "{resource: taxi, reason: no driver}", "twin_of: H1"))
    before = contents(folder)
    refused = suggest(folder, "--write", "price_changed_van_3_65")
    assert refused.exit_code == 1
    assert "the conditional regret of the twin H3 would be 1/21 (about 4.76 %)" in refused.stderr
    assert "nothing was written." in refused.stderr
    assert contents(folder) == before


def test_an_expectation_that_no_longer_holds_is_said(tmp_path: Path) -> None:
    folder = dispatch(tmp_path, OUT, MORE)
    file = folder / "task.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}expect:\n  H1: {{conditional: 4/29}}\n", encoding="utf-8")
    result = done(folder, "--write", "ceiling_moved_staff_time_8")
    assert "The next build will stop here: " in result.stderr
    assert "expects the conditional regret of H1 to be 4/29" in result.stderr


def test_the_item_that_a_chosen_one_clashes_with_is_named(tmp_path: Path) -> None:
    folder = dispatch(tmp_path, OUT, MORE)
    before = contents(folder)
    refused = suggest(folder, "--write", "resource_out_van_2")
    assert refused.exit_code == 2
    assert "'resource_out_van_2' clashes with an item of dispatch: 'H1' and 'resource_out_van_2' both touch" in (
        refused.stderr
    )
    two = suggest(folder, "--write", "units_changed_taxi_1,units_changed_taxi_3")
    assert two.exit_code == 2
    assert "dispatch: 'units_changed_taxi_1' and 'units_changed_taxi_3' both touch" in two.stderr
    assert "Fix: write one of them, not both; nothing was written." in two.stderr
    assert contents(folder) == before


def test_twins_that_are_not_chosen_yet_are_said(tmp_path: Path) -> None:
    folder = dispatch(tmp_path, Line(OUT.id, OUT.use, OUT.arguments, "twin: auto"), MORE)
    assert "the twin of H1 is not chosen yet" in done(folder, "--templates", "resource_out", "--twins", "0").stderr


def test_an_interrupt_shows_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ask2decide.authoring.suggest_labels import Labeller

    label, seen = Labeller.label, []

    def interrupted(self: Labeller, candidate: Any) -> Any:
        if len(seen) == 4:
            raise KeyboardInterrupt
        seen.append(candidate.id)
        return label(self, candidate)

    monkeypatch.setattr(Labeller, "label", interrupted)
    result = suggest(dispatch(tmp_path, hidden=NONE_YET), *FEW)
    assert result.exit_code == 130
    assert "The search was stopped" in result.stderr
    assert {item["id"] for item in items_of(result.stdout)} <= set(seen)


def test_a_build_of_a_task_without_items_says_what_to_do(tmp_path: Path) -> None:
    result = build(dispatch(tmp_path, hidden=NONE_YET))
    assert result.exit_code == 2
    assert "there is no hidden item. Fix: add at least one, or let `ask2decide suggest` propose some." in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--templates", "resource_otu"), "There is no item template 'resource_otu' for the family 'menu'. Fix: write"),
        (("--templates", ""), "--templates names no item template."),
        (("--write",), "--write does not say which items. Fix: name ids or ranks, or compose a set with --want."),
        (("--want", "relevant=1", "--write", "H9"), "--write names items, and --want composes them."),
        (("--want", "relevnt=1"), "--want: 'relevnt' cannot be asked for. Fix: write 'relevant'."),
        (("--write", "nonsense"), "No item template makes an item 'nonsense' that goes with the items of dispatch."),
        (("--write", "H1"), "dispatch has the item 'H1' already."),
        (("--write", "resource_out_van_2"), "'resource_out_van_2' clashes with an item of dispatch"),
        (
            ("--write", "price_changed_taxi_1_twin_van_1"),
            "is a twin, and its original is neither in the task nor named",
        ),
        (("--write", "H1_twin_van_1"), "'H1_twin_van_1' is no twin of 'H1' that is worth 0"),
        ((*FEW, "--limit", "4", "--write", "77"), "There is no rank 77 in this page."),
    ],
)
def test_wrong_input_changes_nothing(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    folder = dispatch(tmp_path, OUT, MORE)
    before = contents(folder)
    result = suggest(folder, *arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert contents(folder) == before


def test_a_task_that_is_not_there() -> None:
    result = suggest("nowhere")
    assert result.exit_code == 2
    assert "There is no task 'nowhere'." in result.stderr
