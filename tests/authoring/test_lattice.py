"""Every value of a lattice equals a search of all plans; with open optima every interval holds the truth."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ask2decide.authoring.lattice import Lattice
from ask2decide.authoring.lattice_size import LatticeSize, require_small
from ask2decide.authoring.lattice_work import LatticeWork, chosen_items
from ask2decide.authoring.workbench import Workbench
from ask2decide.errors import UsageError
from ask2decide.solvers import back_end_by_name
from tests.authoring.lattices import Case, cases, delivery_cases, least_total, possible, shop_cases, subsets
from tests.brute_force import Widened
from tests.strategies import widths


def complete(bench: Workbench, items: str | None = None, given: str = "") -> Lattice:
    return LatticeWork(bench, *chosen_items(bench, items, None, given)).run()


@given(cases())
@settings(max_examples=12, deadline=None)
def test_every_value_equals_a_search_of_all_plans(case: Case) -> None:
    check_values(case, complete(case.bench()))


def check_values(case: Case, lattice: Lattice) -> None:
    variants, truth, ids = case.variants, case.truth, case.task.ids
    assert set(lattice.labels) == {known for known in subsets(ids) if known != ids}
    for known in subsets(ids):
        cost = lattice.optima[known].cost
        assert cost is not None
        assert cost.lower == cost.upper == truth.optimum(variants.problem(known))
        left = truth.regret(possible(variants, ids, known))
        assert (lattice.left(known).lower, lattice.left(known).upper) == (left, left)
        for name in set(ids) - set(known):
            regret = lattice.label(name, known).regret
            expected = truth.regret(variants.versions(case.task.item(name), known))
            assert (regret.lower, regret.upper) == (expected, expected)
            assert expected <= left


@given(cases())
@settings(max_examples=12, deadline=None)
def test_the_orders_are_those_of_a_search_of_all_orders(case: Case) -> None:
    lattice, variants, truth = complete(case.bench()), case.variants, case.truth
    ids = case.task.ids
    assert lattice.best is not None
    assert lattice.guided is not None
    total, order = least_total(lambda known: truth.regret(possible(variants, ids, tuple(known))), ids)
    assert lattice.best.items == order
    assert (lattice.best.total.lower, lattice.best.total.upper) == (total, total)
    assert lattice.best.is_proved
    asked: list[str] = []
    while True:
        worth = {
            name: truth.regret(variants.versions(case.task.item(name), asked)) for name in ids if name not in asked
        }
        if not any(worth.values()):
            break
        asked.append(next(name for name in worth if worth[name] == max(worth.values())))
    assert lattice.guided.items == tuple(asked)
    assert lattice.guided.not_asked == tuple(name for name in ids if name not in asked)
    for order_of in (lattice.best, lattice.guided):
        for step in order_of.steps:
            today = truth.survival(variants.problem(step.known), variants.problem(ids))
            assert (step.loss_today.lower, step.loss_today.upper) == (today, today)


@pytest.mark.parametrize("choose", ["highs", "auto"])
@given(data=st.data())
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
def test_problems_with_columns_of_their_own(choose: str, data: st.DataObject) -> None:
    case = data.draw(delivery_cases() if choose == "highs" else shop_cases())
    check_values(case, complete(case.bench(lambda: back_end_by_name(choose))))


@given(cases())
@settings(max_examples=8, deadline=None)
def test_of_some_items_with_one_known_throughout(case: Case) -> None:
    first, *rest = case.task.ids
    items = tuple(rest[:1])
    lattice, variants, truth = complete(case.bench(), ",".join(items), first), case.variants, case.truth
    assert (lattice.items, lattice.given) == (items, (first,))
    assert set(lattice.optima) == {(first,), (first, *items)}
    left = truth.regret(possible(variants, (first, *items), (first,)))
    assert lattice.left().lower == lattice.left().upper == left
    assert lattice.left() == lattice.left({first})
    assert lattice.left(items).upper == 0


@given(cases(), widths, st.sampled_from([0, 0, 2, 3]))
@settings(max_examples=12, deadline=None)
def test_intervals_hold_the_truth(case: Case, below: object, withhold: int) -> None:
    back_end = Widened(below, withhold)  # type: ignore[arg-type]
    lattice, variants, truth = complete(case.bench(lambda: back_end)), case.variants, case.truth
    ids = case.task.ids
    for known in subsets(ids):
        left = truth.regret(possible(variants, ids, known))
        assert lattice.left(known).lower <= left <= lattice.left(known).upper
        for name in set(ids) - set(known):
            regret = lattice.label(name, known).regret
            assert regret.lower <= truth.regret(variants.versions(case.task.item(name), known)) <= regret.upper
    assert lattice.best is not None
    total, _ = least_total(lambda known: truth.regret(possible(variants, ids, tuple(known))), ids)
    taken = sum(truth.regret(possible(variants, ids, step.known)) for step in lattice.best.steps[1:])
    assert lattice.best.total.lower <= taken <= lattice.best.total.upper
    if lattice.best.is_proved:
        assert taken == total


@pytest.mark.slow
@given(cases(), widths, st.sampled_from([0, 0, 2, 3]))
@settings(max_examples=300, deadline=None)
def test_all_thoroughly(case: Case, below: object, withhold: int) -> None:
    test_every_value_equals_a_search_of_all_plans.hypothesis.inner_test(case)
    test_the_orders_are_those_of_a_search_of_all_orders.hypothesis.inner_test(case)
    test_intervals_hold_the_truth.hypothesis.inner_test(case, below, withhold)


@pytest.mark.parametrize(
    ("items", "most", "known", "message"),
    [
        ("H9", None, "", r"random has no item 'H9'. Fix: write 'H1'\.|random has no item 'H9'"),
        ("H1", None, "H1", "H1 cannot be both known throughout and asked about. Fix: name it once"),
        ("", None, "", "random: no item is left to ask about. Fix: name one or more with --items"),
        (None, 0, "", "A lattice of 0 items shows nothing. Fix: write --most 1 or more"),
        (None, None, "H7", "random has no item 'H7'"),
    ],
)
@given(case=cases())
@settings(max_examples=2, deadline=None)
def test_a_wrong_choice_is_refused(case: Case, items: str | None, most: int | None, known: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        chosen_items(case.bench(), items, most, known)


@pytest.mark.parametrize(
    ("items", "most", "message"),
    [
        (8, None, None),
        (9, 9, None),
        (12, 12, None),
        (
            9,
            None,
            r"parcels: a lattice of 9 items has 512 optima and 2,304 labels; at most 8 items \(1,024 labels\) are "
            r"taken\. Fix: name some of them with --items, or take those worth most with --most 8\. Up to 12 items are",
        ),
        (
            13,
            13,
            r"at most 12 items \(24,576 labels\) are taken\. Fix: name some of them with --items, .* --most 12\.$",
        ),
    ],
)
def test_size(items: int, most: int | None, message: str | None) -> None:
    if message is None:
        require_small(LatticeSize(items), most, "parcels")
        return
    with pytest.raises(UsageError, match=message):
        require_small(LatticeSize(items), most, "parcels")


@given(cases())
@settings(max_examples=10, deadline=None)
def test_the_size_counts_what_there_is(case: Case) -> None:
    bench = case.bench()
    work = LatticeWork(bench, *chosen_items(bench, None, None, ""))
    lattice = work.run()
    assert lattice.found == work.size.labels
    problems = {p.key for known in subsets(case.task.ids) for p in possible(case.variants, case.task.ids, known)}
    assert len(problems) == work.size.optima
    assert lattice.counts.by_certificate + lattice.counts.by_minimax == lattice.found
    assert lattice.counts.problems <= work.size.optima


@given(cases())
@settings(max_examples=10, deadline=None)
def test_those_worth_most_are_taken(case: Case) -> None:
    bench, truth, variants = case.bench(), case.truth, case.variants
    items, _ = chosen_items(bench, None, 1, "")
    ids = case.task.ids
    worth = {
        name: max(truth.regret(variants.versions(case.task.item(name), known)) for known in ((), ids)) for name in ids
    }
    assert items == (next(name for name in ids if worth[name] == max(worth.values())),)


@given(cases())
@settings(max_examples=5, deadline=None)
def test_stopped_work_keeps_what_it_found(case: Case) -> None:
    bench = case.bench()
    lines: list[str] = []

    def watch(line: str) -> None:
        lines.append(line)
        if line.startswith("labels: 2"):
            raise KeyboardInterrupt

    work = LatticeWork(bench, *chosen_items(bench, None, None, ""), watch)
    with pytest.raises(KeyboardInterrupt):
        work.run()
    found = work.found()
    assert not found.is_complete
    assert found.found == 2
    assert len(found.optima) == found.size.sets
    assert (found.guided, found.best, dict(found.loss_left)) == (None, None, {})
    with pytest.raises(UsageError, match="holds no loss left for nothing known"):
        found.left()
