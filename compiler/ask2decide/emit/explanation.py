"""Why an item's label is what it is: the problems side by side, the best plans, and what each is worth where.

Everything is recomputed by the family's checker from the plans that the findings hold. Words only, and what a family
declares to be drawn; `explanation_text.py` and `explanation_html.py` set it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ask2decide.emit.changes import changes
from ask2decide.emit.explain import label_reason, optimum_words
from ask2decide.emit.explained_plans import LabelledProblems, ShownPlan
from ask2decide.emit.findings import Findings
from ask2decide.emit.reading import label_reading
from ask2decide.emit.roles import role_words
from ask2decide.emit.words import listed, problem_words
from ask2decide.errors import UsageError, did_you_mean
from ask2decide.family import Column, Table
from ask2decide.labels import Label
from ask2decide.labels.text import regret_text
from ask2decide.spec import Item
from ask2decide.spec.references import twin_id
from ask2decide.variants.effects import derive_effect


@dataclass(frozen=True)
class ShownProblem:
    """One of the problems in which a plan is scored.

    Parameters
    ----------
    name : str
        "without H1", "with H1", or with H1 at a further plausible value.
    known : str
        Which problem of the task that is, e.g. "the knowledge base with H1".
    optimum : str
        Its optimum with the unit, and how well it is known.
    """

    name: str
    known: str
    optimum: str


@dataclass(frozen=True)
class Side:
    """The regret of the item in one background.

    Parameters
    ----------
    name : str
        standalone, conditional, or given.
    background : str
        A clause: "nothing else is known".
    regret : str
        The label, e.g. "3.81 % (235/6171)"; an interval as one.
    reason : str
        How it is certified, in one sentence.
    problems : tuple of ShownProblem
        Without the item, with it, and with its further plausible values.
    plans : tuple of ShownPlan
        The best plan of each problem and the safest one, or the one plan that is best in all.
    differences : tuple of str
        What the best plan with the item does otherwise than the best plan without it.
    certificate_title : str
        What these sentences are, and which plan is the one they call "the plan given here".
    certificate : tuple of str
        The sentences from which the label is recomputed by hand.
    """

    name: str
    background: str
    regret: str
    reason: str
    problems: tuple[ShownProblem, ...]
    plans: tuple[ShownPlan, ...]
    differences: tuple[str, ...]
    certificate_title: str
    certificate: tuple[str, ...]

    @property
    def heading(self) -> str:
        """What regret it is, and what it is."""
        which = "Regret" if self.name == "given" else f"{self.name.capitalize()} regret"
        return f"{which}, when {self.background}: {self.regret}"


@dataclass(frozen=True)
class Explanation:
    """All that is said of one item.

    Parameters
    ----------
    role : str
        relevant, other, or twin of an item; empty where no role is derived.
    about : str
        What a question must name to reach the item, as people call it.
    marked : tuple of str
        The same objects' ids, which pictures point out.
    changes : Table
        What the item changes in the records, with names and units; without rows where it changes nothing.
    """

    task: str
    item: str
    note: str
    role: str
    kind: str
    effect: str
    about: str
    marked: tuple[str, ...]
    changes: Table
    sides: tuple[Side, ...]


def explanation(found: Findings, item: str, labels: Sequence[Label] | None = None) -> Explanation:
    """Return the explanation of a hidden item's labels.

    Parameters
    ----------
    found : Findings
        With the optimum and the records of every problem that the labels compare.
    item : str
        A hidden item's id.
    labels : sequence of Label, optional
        What is explained; by default the standalone and the conditional label of `found`.

    Raises
    ------
    UsageError
        When the task has no such item.
    """
    if item not in found.task.ids:
        raise UsageError(f"{found.task.name} has no item {item!r}.", did_you_mean(item, found.task.ids, "items"))
    hidden = found.task.item(item)
    own = next((each for each in found.items if each.item.id == item), None)
    if labels is None:
        labels = () if own is None else (own.standalone, own.conditional)
    role = role_words(own.role, hidden.twin_of) if own else f"twin of {hidden.twin_of}" if hidden.twin_of else ""
    return Explanation(
        task=found.task.name,
        item=item,
        note=hidden.note,
        role=role,
        kind=hidden.kind.value.replace("_", " "),
        effect=derive_effect(hidden.patch, found.family).value,
        about=listed(found.family.object_name(name, found.base_data) for name in hidden.about),
        marked=hidden.about,
        changes=_changes_table(found, hidden),
        sides=tuple(_side(found, label) for label in labels),
    )


def _changes_table(found: Findings, item: Item) -> Table:
    changed = changes(item, found.family, found.base_data)
    # A column that would be empty in every row is left out.
    every = (
        (Column("What"), [change.meaning for change in changed]),
        (Column("Of"), [change.objects for change in changed]),
        (Column("On record", number=True), [change.before for change in changed]),
        (Column(f"With {item.id}", number=True), [change.after for change in changed]),
        (Column("Or perhaps", number=True), [change.otherwise for change in changed]),
        (Column("Unit"), [change.unit for change in changed]),
    )
    kept = [(column, cells) for column, cells in every if any(cells)]
    rows = tuple(zip(*(cells for _, cells in kept), strict=True))
    return Table(f"What {item.id} changes", tuple(column for column, _ in kept), rows)


def _side(found: Findings, label: Label) -> Side:
    names = [problem_name(label.item, number) for number in range(len(label.certificate.problems))]
    problems = tuple(
        ShownProblem(name, problem_words(key, found.task.ids), optimum_words(cost, found, key))
        for name, key, cost in zip(names, label.certificate.problems, label.certificate.optima, strict=True)
    )
    compared = LabelledProblems.of(found, label, names)
    return Side(
        name=_side_name(found, label),
        background=_background_words(found, label),
        regret=regret_text(label.regret),
        reason=_sentence(label_reason(label, found)),
        problems=problems,
        plans=compared.plans(),
        differences=compared.differences(),
        certificate_title=_certificate_title(label),
        certificate=tuple(label_reading(found, label)),
    )


def _sentence(clause: str) -> str:
    return f"{clause[:1].upper()}{clause[1:]}."


def _certificate_title(label: Label) -> str:
    if label.certificate.plan is None:
        return "The certificate"
    which = "that one" if label.is_zero else "the safest one" if label.regret.is_exact else "the safest known one"
    return f"The certificate, in which “the plan given here” is {which}"


def problem_name(item: str, number: int) -> str:
    """Return what a person calls the problem of that number in a label's certificate.

    >>> [problem_name("H1", number) for number in range(3)]
    ['without H1', 'with H1', 'with H1 at its further value 1']
    """
    if number < 2:
        return f"{'with' if number else 'without'} {item}"
    return f"with {item} at its further value {number - 1}"


def _side_name(found: Findings, label: Label) -> str:
    if not label.background:
        return "standalone"
    others = set(found.task.ids) - {label.item}
    # Everything includes the twins: where one is still to be chosen, nobody can know everything.
    open_twins = (item for item in found.task.hidden if item.wants_twin and twin_id(item.id) not in found.task.ids)
    return "conditional" if set(label.background) == others and not any(open_twins) else "given"


def _background_words(found: Findings, label: Label) -> str:
    match _side_name(found, label):
        case "standalone":
            return "nothing else is known"
        case "conditional":
            return "everything else is known"
    return f"{listed(label.background)} {'is' if len(label.background) == 1 else 'are'} known"
