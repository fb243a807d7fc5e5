"""A written package is enough for the judge: every variant's records and optimum come from its files."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from ask2decide import families
from ask2decide.emit.package import package_files
from ask2decide.emit.write import write_folder
from ask2decide.errors import UsageError
from ask2decide.family import Data, Sense
from ask2decide.judge import JudgePackage, judge_package, read_package, verdict_json, verdict_text
from ask2decide.judge import package as package_module
from ask2decide.labels import Bracket
from ask2decide.verify.files import ITEMS, ItemsFile, read_shape
from ask2decide.verify.problems import Problems
from tests.emit.tiny import base_data, best, findings, items, patched

MODEL = Path(__file__).parents[1] / "emit" / "tiny_model.py"
NAMES = ("H1", "H2", "H3", "S1")


def written(tmp_path: Path, sense: Sense = Sense.MIN) -> Path:
    source = tmp_path / "tasks" / f"tiny_{sense.value}"
    source.mkdir(parents=True, exist_ok=True)
    (source / "model.py").write_text(MODEL.read_text(encoding="utf-8"), encoding="utf-8")
    target = tmp_path / "generated" / f"tiny_{sense.value}"
    write_folder(target, package_files(findings(sense, source)))
    return target


@pytest.mark.parametrize("sense", Sense)
def test_every_variant_comes_back_from_the_files(tmp_path: Path, sense: Sense) -> None:
    package = read_package(written(tmp_path, sense), allow_code=True)
    made = findings(sense)
    listed = 0
    for size in range(5):
        for known in combinations(NAMES, size):
            data, optimum = package.problem(known[::-1])
            assert data == patched(base_data(sense), items(sense), known)
            if optimum is not None:
                listed += 1
                assert optimum == made.optima[",".join(known)].cost
    assert listed == len(made.optima) == 10
    assert package.problem() == (made.true_data, made.optima[",".join(NAMES)].cost)
    assert package.base_data == base_data(sense)


def never(family: object, data: Data) -> Bracket:
    raise AssertionError("the package lists this optimum")


def test_a_plan_is_scored_today_or_in_a_variant(tmp_path: Path) -> None:
    package = read_package(written(tmp_path), allow_code=True)
    plan = '{"choice": "A", "amount": 3}'
    assert judge_package(package, plan, None, never).loss.lower == Fraction(1, 5)
    assert judge_package(package, plan, ("S1",), never).loss.lower == 0
    assert judge_package(package, plan, (), never).loss.lower == Fraction(1, 5)


def test_an_optimum_that_is_not_listed_is_solved_by_the_caller(tmp_path: Path) -> None:
    package = read_package(written(tmp_path), allow_code=True)
    asked: list[Data] = []

    def solve(family: object, data: Data) -> Bracket:
        asked.append(data)
        cost, _ = best(data, Sense.MIN)
        return Bracket(cost, cost)

    verdict = judge_package(package, '{"choice": "A", "amount": 3}', ("H1", "S1"), solve)
    assert verdict.loss.lower == Fraction(1, 5)
    assert asked == [patched(base_data(Sense.MIN), items(Sense.MIN), ("H1", "S1"))]


def test_an_unknown_item_gets_the_nearest(tmp_path: Path) -> None:
    package = read_package(written(tmp_path), allow_code=True)
    with pytest.raises(UsageError, match=r"has no item 'H11'\. Fix: write 'H1'"):
        package.problem(("H11",))


def test_items_that_come_after_others_are_applied_in_that_order(tmp_path: Path) -> None:
    folder = written(tmp_path)
    file = folder / "judge/items.json"
    content = json.loads(file.read_text())
    content["items"]["H1"] |= {"after": ["S1"], "patch": [{"op": "replace", "path": "/least", "value": 7}]}
    file.write_text(json.dumps(content))
    package = read_package(folder, allow_code=True)
    assert package.problem(("H1", "S1"))[0]["least"] == 7
    content["items"]["S1"]["after"] = ["H1"]
    file.write_text(json.dumps(content))
    with pytest.raises(UsageError, match="H1, S1 come after one another"):
        read_package(folder, allow_code=True).problem(("H1", "S1"))


def test_code_of_a_stranger_does_not_run_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(tmp_path)
    (folder / "judge/model.py").write_text("raise SystemExit('it ran')")
    with pytest.raises(UsageError, match=r"brings code of its own, .*allow it with --allow-code"):
        read_package(folder)
    monkeypatch.setattr(package_module, "repository_tasks", lambda: tmp_path / "tasks")
    with pytest.raises(UsageError, match="brings code of its own"):
        read_package(folder)


def test_a_copy_of_this_checkouts_own_model_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(tmp_path)
    monkeypatch.setattr(package_module, "repository_tasks", lambda: tmp_path / "tasks")
    assert isinstance(read_package(folder), JudgePackage)


def test_a_shipped_family_is_named_not_copied(tmp_path: Path) -> None:
    folder = written(tmp_path)
    (folder / "judge/model.py").unlink()
    with pytest.raises(UsageError, match="There is no family 'tiny'"):
        read_package(folder)
    assert "tiny" not in families.family_names()


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("judge/problem.json", "{", "is damaged: "),
        ("judge/problem.json", "[]", "is damaged: "),
        ("judge/problem.json", '{"schema": "ask2decide/problem/9"}', "schema: input should be 'ask2decide/problem/1'"),
        ("judge/items.json", None, "items.json is damaged: it is missing"),
        ("judge/items.json", '{"schema": "ask2decide/items/1", "task": "other", "items": {}}', "belongs to the task"),
        ("labels.json", '{"schema": "ask2decide/labels/1", "task": "tiny_min"}', "optima is missing"),
        ("agent/knowledge_base.json", '{"goal": "min"}', "suppliers is missing; least is missing"),
        ("agent/knowledge_base.json", b"\xff", "is damaged: "),
    ],
)
def test_a_damaged_file_is_named_with_the_cause(
    tmp_path: Path, name: str, text: str | bytes | None, reason: str
) -> None:
    folder = written(tmp_path)
    if text is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UsageError, match=r"Fix: build the task again with ask2decide-build") as caught:
        read_package(folder, allow_code=True)
    assert reason in str(caught.value)
    assert Path(name).name in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"sense": "min"', '"sense": "max"', "its sense is 'max', and its records say 'min'"),
        ('"lower": "15"', '"lower": "16"', "the optimum's lower end 16 is above its upper end 15"),
        ('"lower": "15"', '"lower": "many"', "optimum.lower: a number is wanted"),
    ],
)
def test_a_contradiction_inside_problem_json_is_found(tmp_path: Path, old: str, new: str, reason: str) -> None:
    folder = written(tmp_path)
    file = folder / "judge/problem.json"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new, 1))
    with pytest.raises(UsageError, match="is damaged") as caught:
        read_package(folder, allow_code=True)
    assert reason in str(caught.value)


def test_a_patch_that_does_not_apply_names_its_item(tmp_path: Path) -> None:
    folder = written(tmp_path)
    file = folder / "judge/items.json"
    file.write_text(file.read_text().replace("/suppliers/A/rate", "/suppliers/Q/rate"))
    with pytest.raises(UsageError, match="item H1 does not apply"):
        read_package(folder, allow_code=True).problem(("H1",))


@pytest.mark.parametrize("known", [("S1", "H2"), ("S1", "H3"), ("S1", "H3", "H2"), ("H3", "H2"), ("S1",)])
def test_a_chain_of_after_orders_every_set(tmp_path: Path, known: tuple[str, ...]) -> None:
    """S1 after H3 after H2, all on one place: the first of them that is known stands, for the judge and the check."""
    folder = written(tmp_path)
    file = folder / "judge/items.json"
    document = json.loads(file.read_text())
    rates = {"S1": 31, "H3": 32, "H2": 33}
    for name, after in (("S1", ["H3"]), ("H3", ["H2"]), ("H2", [])):
        patch = [{"op": "replace", "path": "/suppliers/B/rate", "value": rates[name]}]
        document["items"][name] = {"patch": patch, "also": [], "after": after}
    document["items"] = {name: document["items"][name] for name in ("S1", "H3", "H2", "H1")}
    file.write_text(json.dumps(document))
    package = read_package(folder, allow_code=True)
    data, _ = package.problem(known)
    assert data["suppliers"]["B"]["rate"] == rates[known[0]]
    problems = Problems(
        folder, package.family, package.sense, package.base_data, read_shape(folder, ITEMS, ItemsFile).items
    )
    assert problems.data(problems.key(known)) == data


def test_a_folder_that_is_no_package_offers_the_nearest(tmp_path: Path) -> None:
    folder = written(tmp_path)
    with pytest.raises(UsageError, match=r"There is no task package in .*Fix: write 'tiny_min'"):
        read_package(folder.with_name("tiny_mni"))


def test_the_verdict_for_programs(tmp_path: Path) -> None:
    package = read_package(written(tmp_path), allow_code=True)
    verdict = judge_package(package, '{"choice": "A", "amount": 3}', None, never)
    assert json.loads(verdict_json(verdict, package.task, None)) == {
        "schema": "ask2decide/verdict/1",
        "task": "tiny_min",
        "given": None,
        "loss": {"lower": "0.2", "upper": "0.2"},
        "value": "18",
        "feasible": True,
        "violations": [],
        "reason": "The plan's value is 18 $; the best possible is 15 $.",
    }
    refused = judge_package(package, "[]", ("H1",), never)
    shown = json.loads(verdict_json(refused, package.task, ("H1",)))
    assert (shown["given"], shown["value"], shown["feasible"]) == (["H1"], None, False)


def test_the_verdict_for_people(tmp_path: Path) -> None:
    package = read_package(written(tmp_path), allow_code=True)
    fine = judge_package(package, '{"choice": "A", "amount": 3}', None, never)
    assert verdict_text(fine, "tiny_min", None) == (
        "tiny_min, scored under today's true problem: loss 20 % (1/5)\n"
        "The plan's value is 18 $; the best possible is 15 $.\n"
    )
    broken = judge_package(package, '{"choice": "C", "amount": 3}', None, never)
    assert verdict_text(broken, "tiny_min", ()).splitlines() == [
        "tiny_min, scored under the knowledge base alone: loss 100 %",
        "The plan cannot be carried out: it breaks a rule.",
        "  - C does not deliver today",
    ]
    assert "the knowledge base with H1, H2: loss" in verdict_text(fine, "tiny_min", ("H1", "H2"))


def test_an_unknown_optimum_in_the_package_leaves_the_loss_open(tmp_path: Path) -> None:
    folder = written(tmp_path)
    file = folder / "judge/problem.json"
    content = json.loads(file.read_text())
    content["optimum"] = {"lower": None, "upper": None, "status": "open"}
    file.write_text(json.dumps(content))
    package = read_package(folder, allow_code=True)
    loss = judge_package(package, '{"choice": "A", "amount": 3}', None, never).loss
    assert (loss.lower, loss.upper) == (0, 1)
