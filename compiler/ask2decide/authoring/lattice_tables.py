"""A lattice as tables in words, for the terminal and for notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ask2decide.authoring.asking_order import AskingOrder, AskingStep
from ask2decide.authoring.lattice import Ids, Lattice
from ask2decide.emit.words import in_author_sense, listed
from ask2decide.family import Column, Table
from ask2decide.labels.text import regret_range
from ask2decide.spec.references import twin_id

TODAY = "The least loss today is that of the luckiest plan which is optimal by what is known and the records."
KNOWN = "–"
UNKNOWN_YET = "?"
NOTHING = "nothing"


def lattice_tables(lattice: Lattice) -> list[Table]:
    """Return the regrets by background, and the orders to ask in as far as they are found."""
    tables = [regrets_table(lattice)]
    if lattice.best is not None:
        title = "The order with the least total loss left"
        best = order_table(title, lattice.best, bool(lattice.left_out), lattice.twins)
        tables.append(replace(best, note=f"{best.note} {TODAY}".strip()))
    if lattice.guided is not None:
        tables.append(order_table("The regret-guided asker", lattice.guided, bool(lattice.left_out), lattice.twins))
    return tables


def regrets_table(lattice: Lattice) -> Table:
    """Return one row for each set of known items: the optimum, every other item's regret, and the loss left."""
    rows = [
        (
            ", ".join(_named(item, lattice.twins) for item in known) or NOTHING,
            _optimum(lattice, known),
            *(_regret(lattice, known, item) for item in lattice.items),
            _left(lattice, known),
        )
        for known in lattice.optima
    ]
    columns = (
        Column("known"),
        Column("optimum", number=True),
        *(Column(_named(item, lattice.twins), number=True) for item in lattice.items),
        Column("loss left", number=True),
    )
    return Table(f"{lattice.task}: the regret of each item, by what is known", columns, tuple(rows), _standing(lattice))


def order_table(
    title: str, order: AskingOrder, is_part: bool = False, twins: Mapping[str, str] = MappingProxyType({})
) -> Table:
    """Return one row for each question of an order.

    Parameters
    ----------
    is_part : bool
        Whether the lattice leaves items out.
    twins : mapping of str to str
        The original of each item that is a twin.
    """
    columns = (
        Column("question", number=True),
        Column("asks about"),
        Column("its regret then", number=True),
        Column("loss left", number=True),
        Column("least loss today", number=True),
    )
    rows = tuple(_step(number, step, twins) for number, step in enumerate(order.steps))
    return Table(title, columns, rows, order_words(order, is_part))


def order_words(order: AskingOrder, is_part: bool = False) -> str:
    """Return what an order comes to, in a sentence or three."""
    sentences = []
    by_these = " by these items" if is_part else ""
    if order.enough == 0:
        sentences.append(f"Nothing can be lost{by_these} by not asking.")
    elif order.enough is not None:
        count = "1 question" if order.enough == 1 else f"{order.enough} questions"
        sentences.append(f"After {count} nothing is left to lose{by_these}.")
    if order.not_asked:
        sentences.append(f"It does not ask about {listed(order.not_asked)}, worth nothing alone by then.")
        if order.steps[-1].loss_left.upper > 0:
            sentences.append("What is left can still cost something together.")
    if not order.is_proved:
        sentences.append("Some values are intervals, so another order may be the right one.")
    return " ".join(sentences)


def counts_words(lattice: Lattice) -> str:
    """Return how much of the work followed from what was known already."""
    counts = lattice.counts
    return (
        f"{counts.problems} different problems, {counts.optima_without_solve} of their optima without a solve; "
        f"{lattice.found} labels, {counts.by_certificate} by certificate and {counts.by_minimax} by Eq. 3; "
        f"{len(lattice.loss_left)} losses left with {counts.left_solves} further minimax solves."
    )


def _named(item: str, twins: Mapping[str, str]) -> str:
    """Return an item's id, and that it is a twin where the id does not say so."""
    return f"{item} (twin)" if item in twins and item != twin_id(twins[item]) else item


def _step(number: int, step: AskingStep, twins: Mapping[str, str]) -> tuple[str, ...]:
    regret = "" if step.regret is None else regret_range(step.regret)
    asked = "nothing asked" if step.asked is None else _named(step.asked, twins)
    return (str(number), asked, regret, regret_range(step.loss_left), regret_range(step.loss_today))


def _regret(lattice: Lattice, known: Ids, item: str) -> str:
    if item in known:
        return KNOWN
    label = lattice.labels.get(known, {}).get(item)
    return UNKNOWN_YET if label is None else regret_range(label.regret)


def _left(lattice: Lattice, known: Ids) -> str:
    left = lattice.loss_left.get(known)
    return UNKNOWN_YET if left is None else regret_range(left)


def _optimum(lattice: Lattice, known: Ids) -> str:
    value = in_author_sense(lattice.optima[known].cost, lattice.sense)
    if value is None:
        return UNKNOWN_YET
    lower, upper = value.texts
    return lower if value.is_exact else f"{lower} to {upper}"


def _standing(lattice: Lattice) -> str:
    """Return how the items stand that the lattice does not span."""
    sentences = ["The loss left is what the safest plan can still lose, whatever of the rest holds."]
    twins = [f"{item} of {lattice.twins[item]}" for item in lattice.items if item in lattice.twins]
    if twins:
        one = "Twin" if len(twins) == 1 else "Twins"
        sentences.append(
            f"{one}: {listed(twins)}. Rows that differ by a twin alone are alike where it is worth nothing."
        )
    if lattice.given:
        sentences.append(f"Known throughout: {listed(lattice.given)}.")
    if lattice.left_out:
        sentences.append(f"As the records have them throughout: {listed(lattice.left_out)}.")
        sentences.append("The loss left takes no account of these, the loss today does.")
    if not lattice.is_complete:
        sentences.append(f"Stopped with {lattice.found:,} of {lattice.size.labels:,} labels.")
    return " ".join(sentences)
