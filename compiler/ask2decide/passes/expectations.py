"""What a task must be found to be: its author's expectations, its twins, and that it needs asking."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain

from ask2decide.exact import to_fraction
from ask2decide.labels import Label
from ask2decide.passes.prove import Proofs
from ask2decide.spec import Task


def unmet(task: Task, proofs: Proofs) -> list[str]:
    """Return, as sentences, every check that the task fails: each makes the build exit with status 1."""
    return [*_expected(task, proofs), *_twins(task, proofs), *_survivors(task, proofs)]


def first_unmet_item(task: Task, proofs: Proofs) -> str:
    """Return the first item whose label is not what it must be; empty where none is to blame."""
    expected = (
        name
        for name, wanted in task.expect.items()
        for side, labels in ((wanted.standalone, proofs.standalone), (wanted.conditional, proofs.conditional))
        if side is not None and _contradicts(side, labels[name])
    )
    twins = (
        item.id
        for item in task.hidden
        if item.twin_of is not None and any(labels[item.id].is_positive for _, labels in proofs.sides)
    )
    return next(chain(expected, twins), "")


def still_open(proofs: Proofs) -> list[str]:
    """Return the labels and verdicts that are intervals, as sentences."""
    open_labels = [
        f"the {side} regret of {label.item} lies {label.regret.words}"
        for side, labels in proofs.sides
        for label in labels.values()
        if not label.regret.is_exact
    ]
    return open_labels + [
        f"whether a plan made with {{{', '.join(verdict.known)}}} known can be optimal today is not decided"
        for verdict in proofs.needs_asking
        if not verdict.holds and verdict.loss.upper > 0
    ]


def doubtful(task: Task, proofs: Proofs) -> list[str]:
    """Return, as sentences, what an author had better look at: twins of items that are worth 0 themselves."""
    found = []
    for item in task.hidden:
        if item.twin_of is not None and all(labels[item.twin_of].is_zero for _, labels in proofs.sides):
            cause = (
                f"warning: {item.twin_of} is worth 0 itself, so that its twin {item.id} resembles nothing that matters."
            )
            found.append(
                task.item(item.twin_of).place.says(f"{cause} Fix: make {item.twin_of} matter, or drop its twin.")
            )
    return found


def undecided(task: Task, proofs: Proofs) -> bool:
    """Return whether an interval leaves open if a twin is worth 0, or if an expectation is met.

    In a split of open problems a twin may stay an interval that starts at 0: without a proved optimum nothing can be a
    witness (docs/mathematics.md).
    """
    twins = [item.id for item in task.hidden if item.twin_of is not None and task.split.wants_exact]
    wanted = [(name, proofs.standalone) for name in twins] + [(name, proofs.conditional) for name in twins]
    wanted += [(name, proofs.standalone) for name, labels in task.expect.items() if labels.standalone is not None]
    wanted += [(name, proofs.conditional) for name, labels in task.expect.items() if labels.conditional is not None]
    return any(not labels[name].is_zero and not labels[name].is_positive for name, labels in wanted)


def _expected(task: Task, proofs: Proofs) -> Iterator[str]:
    for name, expected in task.expect.items():
        for side, wanted, label in (
            ("standalone", expected.standalone, proofs.standalone[name]),
            ("conditional", expected.conditional, proofs.conditional[name]),
        ):
            if wanted is not None and _contradicts(wanted, label):
                yield expected.place.says(
                    f"{task.name} expects the {side} regret of {name} to be {wanted}, "
                    f"and it is {label.regret.words}. Fix: change the item, or the expectation."
                )


def _contradicts(wanted: str, label: Label) -> bool:
    if wanted == "relevant":
        return label.is_zero
    value = Fraction(0) if wanted == "zero" else to_fraction(wanted)
    return not label.regret.lower <= value <= label.regret.upper


def _twins(task: Task, proofs: Proofs) -> Iterator[str]:
    for item in task.hidden:
        if item.twin_of is None:
            continue
        for side, labels in proofs.sides:
            regret = labels[item.id].regret
            if labels[item.id].is_positive:
                yield item.place.says(
                    f"{item.id} is declared a twin of {item.twin_of}, but its {side} regret is "
                    f"{regret.words}, not 0. Fix: choose another object, or write `twin: auto` at the original."
                )


def _survivors(task: Task, proofs: Proofs) -> Iterator[str]:
    for verdict in proofs.needs_asking:
        if verdict.loss.upper == 0:
            known = f"only {{{', '.join(verdict.known)}}}" if verdict.known else "nothing"
            yield task.place.says(
                f"a plan that is optimal when {known} is known is optimal today as well: "
                "the task does not need asking. Fix: make an item matter more, or drop the items that do not."
            )
