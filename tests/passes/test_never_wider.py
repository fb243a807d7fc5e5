"""Runs of one open task one after another, as time limits would have them: no interval of a later one is wider."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ask2decide.backend import Answer, BackEnd, Options
from ask2decide.engine.known import KNOWN_FILE, NOTHING, Known, KnownNumber, known_text, read_known
from ask2decide.engine.solve import Engine
from ask2decide.errors import BackEndError
from ask2decide.ir import Milp
from ask2decide.labels import Bracket
from ask2decide.passes.needs_asking import proper_subsets
from ask2decide.passes.prove import Proofs, prove
from ask2decide.solvers.highs import Highs
from ask2decide.spec import Item, Kind, Operation
from ask2decide.variants.variants import Variants
from tests.brute_force import Enumerated, Widened, assume_proper, names_of
from tests.quantities import Quantities, every_plan
from tests.strategies import quantities_data, quantities_items, task_of


def run(variants: Variants, package: Path, back_end: BackEnd) -> Proofs:
    """Prove a task with a back end that stops early, from what its package holds, and write the package's results."""
    solves = package / "solves"
    solves.mkdir(exist_ok=True)
    engine = Engine(lambda: back_end, Options(time_limit=1), folder=solves, fresh=True, known_file=package / KNOWN_FILE)
    proofs = prove(variants, engine, every_subset=True)
    for name, text in engine.entries().items():
        (solves / name).write_text(text, encoding="utf-8")
    (package / KNOWN_FILE).write_text(known_text(proofs.known), encoding="utf-8")
    return proofs


def intervals(proofs: Proofs) -> dict[tuple[str, str], Bracket]:
    """Return every interval that labels.json states, by what it bounds."""
    found = {("optimum", key): optimum.cost for key, optimum in proofs.optima.items() if optimum.cost is not None}
    for side, labels in proofs.sides:
        found |= {(side, name): label.regret for name, label in labels.items()}
    return found | {("verdict", ",".join(verdict.known)): verdict.loss for verdict in proofs.needs_asking}


@st.composite
def cases(draw: st.DrawFn) -> tuple[Variants, Enumerated]:
    data = draw(quantities_data())
    family = Quantities()
    variants = Variants(task_of(draw(quantities_items(data))), family, data)
    truth = Enumerated(list(every_plan(family.parse(data))))
    assume_proper(variants, truth)
    return variants, truth


stops = st.tuples(st.integers(0, 12).map(lambda eighths: Fraction(eighths, 8)), st.integers(0, 4))
"""By how much a run's bounds are too low, and which of its plans it does not find."""


@given(cases(), st.lists(stops, min_size=2, max_size=3))
@settings(max_examples=60, deadline=None)
def test_no_interval_gets_wider(case: tuple[Variants, Enumerated], runs: list[tuple[Fraction, int]]) -> None:
    variants, truth = case
    with TemporaryDirectory() as folder:
        before: dict[tuple[str, str], Bracket] = {}
        for below, withhold in runs:
            proofs = run(variants, Path(folder), Widened(below, withhold))
            now = intervals(proofs)
            for what, interval in now.items():
                earlier = before.get(what, interval)
                assert earlier.lower <= interval.lower <= interval.upper <= earlier.upper, what
            check_truth(variants, truth, proofs)
            before = now


def check_truth(variants: Variants, truth: Enumerated, proofs: Proofs) -> None:
    names = names_of(variants)
    for key, problem in proofs.problems.items():
        cost, expected = proofs.optima[key].cost, truth.optimum(problem)
        assert expected is not None
        assert cost is None or cost.lower <= expected <= cost.upper
    for background, labels in (((), proofs.standalone), (names, proofs.conditional)):
        for item in variants.task.hidden:
            expected = truth.regret(variants.versions(item, background))
            assert labels[item.id].regret.lower <= expected <= labels[item.id].regret.upper
    today = variants.problem(names)
    for verdict in proofs.needs_asking:
        expected = truth.survival(variants.problem(verdict.known), today)
        assert verdict.loss.lower <= expected <= verdict.loss.upper
    asked = {frozenset(verdict.known) for verdict in proofs.needs_asking}
    relevant = [name for name, label in proofs.conditional.items() if label.is_positive]
    assert {frozenset(names) - {name} for name in relevant} | set(map(frozenset, proper_subsets(relevant))) <= asked


class Early(Widened):
    """HiGHS that stops early, and brings another plan than the best one for the models that `found` names."""

    def __init__(self, below: Fraction, found: Mapping[str, Mapping[str, int]]) -> None:
        super().__init__(below, 0)
        self.found = found

    def solve(self, model: Milp, options: Options) -> Answer:
        answer = super().solve(model, options)
        if model.digest not in self.found:
            return answer
        values = {name: Fraction(number) for name, number in self.found[model.digest].items()}
        cost = model.constant + sum(column.cost * values.get(column.name, 0) for column in model.columns)
        return replace(answer, values=values, primal=cost)


def one_of_three() -> Variants:
    """Buy one of a (100), b (110) and c (120); with H1, a costs 200. Not knowing H1, b is best: it loses a tenth."""
    goods = {name: {"price": price, "most": 1} for name, price in (("a", 100), ("b", 110), ("c", 120))}
    rules = {"one": {"terms": dict.fromkeys("abc", 1), "at_least": 1}}
    patches = {"H1": ("/goods/a/price", 200), "H2": ("/goods/c/price", 121)}
    items = tuple(
        Item(name, Kind.NEW_INFORMATION, ("a",), "", ((Operation("replace", *patch),),))
        for name, patch in patches.items()
    )
    return Variants(task_of(items), Quantities(), {"sense": "min", "fixed": 0, "goods": goods, "rules": rules})


def test_a_cheaper_plan_does_not_lose_what_eq_3_proved(tmp_path: Path) -> None:
    variants = one_of_three()
    dearer = {variants.problem(known).model.digest: {"buy[c]": 1} for known in (("H1",), ("H1", "H2"))}
    first = run(variants, tmp_path, Early(Fraction(0), dearer))
    label = first.standalone["H1"]
    assert Fraction(999, 10_000) < label.regret.lower < label.regret.upper == Fraction(1, 10)
    # The second run has the best plan from the start, so Eq. 3 is another model, and its bound is 30 too low.
    second = run(variants, tmp_path, Early(Fraction(30), {}))
    assert second.standalone["H1"] == label
    assert second.standalone["H1"].certificate == label.certificate
    assert second.needs_asking == first.needs_asking


@given(cases(), st.lists(stops, min_size=1, max_size=2))
@settings(max_examples=30, deadline=None)
def test_the_same_run_again_writes_the_same(
    case: tuple[Variants, Enumerated], runs: list[tuple[Fraction, int]]
) -> None:
    variants, _ = case
    with TemporaryDirectory() as folder:
        package = Path(folder)
        for below, withhold in runs:
            proofs = run(variants, package, Widened(below, withhold))
        written = (package / KNOWN_FILE).read_text(encoding="utf-8")
        engine = Engine(Highs, Options(time_limit=1), folder=package / "solves", known_file=package / KNOWN_FILE)
        again = prove(variants, engine, every_subset=True)
        assert engine.counts.solved == 0
        assert intervals(again) == intervals(proofs)
        assert known_text(again.known) == written
        for side in ("standalone", "conditional"):
            for name, label in getattr(again, side).items():
                assert label.certificate == getattr(proofs, side)[name].certificate


NUMBER = KnownNumber(Fraction(1, 3), "highs 1.16.0 solved it.", ("highs 1.16.0",), {"values": {"x": "2.50"}})
KNOWN = Known({("a",): NUMBER}, {("a", "b"): NUMBER}, {("b", "a"): replace(NUMBER, plan=None)})


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / KNOWN_FILE
    path.write_text(known_text(KNOWN), encoding="utf-8")
    assert read_known(path, pytest.fail) == KNOWN
    assert known_text(read_known(path, pytest.fail)) == path.read_text(encoding="utf-8")
    assert read_known(tmp_path / "none.json", pytest.fail) is NOTHING


TEXT = known_text(KNOWN)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        TEXT[: len(TEXT) // 2],
        TEXT.replace("1/3", "1/2"),
        TEXT.replace("known/1", "known/2"),
        json.dumps({"sha256": ""}),
    ],
)
def test_a_damaged_file_is_said_and_not_used(text: str, tmp_path: Path) -> None:
    path = tmp_path / KNOWN_FILE
    path.write_text(text, encoding="utf-8")
    said: list[str] = []
    assert read_known(path, said.append) is NOTHING
    assert said == [
        f"{path}: this file is damaged; what earlier runs proved is not used, and open labels may become wider."
    ]


def test_a_kept_bound_that_a_plan_contradicts_stops_the_build(tmp_path: Path) -> None:
    goods = {"a": {"price": 2, "most": 3, "available": True}, "b": {"price": 3, "most": 3, "available": True}}
    data = {
        "sense": "min",
        "fixed": 100,
        "goods": goods,
        "rules": {"demand": {"terms": {"a": 2, "b": 1}, "at_least": 4}},
    }
    variants = Variants(task_of(()), Quantities(), data)
    problem = variants.problem(())
    wrong = KnownNumber(Fraction(105), "", ("liar 1",), {"buy": {"a": 2}})
    (tmp_path / KNOWN_FILE).write_text(known_text(Known({(problem.model.digest,): wrong})), encoding="utf-8")
    engine = Engine(lambda: Widened(Fraction(1), 0), Options(time_limit=1), known_file=tmp_path / KNOWN_FILE)
    with pytest.raises(
        BackEndError, match=r"the optimum of .* is bounded below by 105, yet a checked plan shows at most"
    ):
        prove(variants, engine)
