"""What the inventory and the report need of a task, read from its labels.json: also of tasks not built just now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ask2decide.emit.labels_json import SCHEMA
from ask2decide.emit.roles import Role, twins_beside_originals
from ask2decide.errors import UsageError
from ask2decide.exact import load_json, to_fraction
from ask2decide.family import Effect, Sense
from ask2decide.labels import Bracket, Method, Status
from ask2decide.spec import Kind, Split


@dataclass(frozen=True)
class LabelSummary:
    """One regret: its bracket, how well it is known, and how it is certified."""

    regret: Bracket
    status: Status
    method: Method


@dataclass(frozen=True)
class VerdictSummary:
    """What the survival proof says of one set of known items (docs/mathematics.md)."""

    known: tuple[str, ...]
    loss: Bracket
    holds: bool


@dataclass(frozen=True)
class ItemSummary:
    """One hidden item's row."""

    id: str
    role: Role
    twin_of: str | None
    kind: Kind
    effect: Effect
    standalone: LabelSummary
    conditional: LabelSummary

    @property
    def labels(self) -> tuple[LabelSummary, LabelSummary]:
        """Both regrets."""
        return self.standalone, self.conditional


@dataclass(frozen=True)
class TaskSummary:
    """One task's row, with its items, its optima by key, and its needs-asking verdicts.

    An optimum is in the family's own sense; it is None while nothing is known of it.
    """

    task: str
    split: Split
    sense: Sense
    items: tuple[ItemSummary, ...]
    optima: Mapping[str, Bracket | None]
    needs_asking: tuple[VerdictSummary, ...]

    @property
    def twins_beside_originals(self) -> list[ItemSummary]:
        """The items, each twin right after its original."""
        return twins_beside_originals(self.items, lambda item: (item.id, item.twin_of))

    @property
    def relevant(self) -> int:
        """How many items have a conditional regret that is proved positive, as the paper counts."""
        return sum(item.conditional.regret.lower > 0 for item in self.items)

    @property
    def twins(self) -> int:
        """How many items are twins."""
        return sum(item.role is Role.TWIN for item in self.items)

    @property
    def largest(self) -> Bracket:
        """The largest conditional regret."""
        zero = Fraction(0)
        regrets = [item.conditional.regret for item in self.items]
        lower, upper = (max((end(r) for r in regrets), default=zero) for end in (_lower, _upper))
        return Bracket(lower, upper)


def read_summary(labels: str, where: str) -> TaskSummary:
    """Return the summary that a labels.json holds.

    Parameters
    ----------
    labels : str
        Text of labels.json.
    where : str
        Its path, for the message.

    Raises
    ------
    UsageError
        When the text is not of that form.
    """
    try:
        data = load_json(labels)
        if data["schema"] != SCHEMA:
            raise ValueError(f"its schema is not {SCHEMA}")
        items = tuple(_item(name, entry) for name, entry in data["items"].items())
        return TaskSummary(
            task=data["task"],
            split=Split(data["split"]),
            sense=Sense(data["sense"]),
            items=items,
            optima={key: _optimum(entry) for key, entry in data["optima"].items()},
            needs_asking=tuple(_verdict(entry) for entry in data["needs_asking"]),
        )
    except (ValueError, ArithmeticError, KeyError, TypeError, AttributeError) as error:
        cause = f"the key {error} is missing" if isinstance(error, KeyError) else str(error)
        raise UsageError(f"{where} is damaged: {cause}.", "build that task again, or remove its folder.") from None


def _item(name: str, entry: dict[str, Any]) -> ItemSummary:
    return ItemSummary(
        id=name,
        role=Role(entry["role"]),
        twin_of=entry["twin_of"],
        kind=Kind(entry["kind"]),
        effect=Effect(entry["effect"]),
        standalone=_label(entry["standalone"]),
        conditional=_label(entry["conditional"]),
    )


def _label(entry: dict[str, str]) -> LabelSummary:
    return LabelSummary(_bracket(entry), Status(entry["status"]), Method(entry["method"]))


def _verdict(entry: dict[str, Any]) -> VerdictSummary:
    loss = Bracket(to_fraction(entry["loss_lower"]), to_fraction(entry["loss_upper"]))
    return VerdictSummary(tuple(entry["known"]), loss, entry["holds"])


def _optimum(entry: dict[str, Any]) -> Bracket | None:
    return None if entry["lower"] is None or entry["upper"] is None else _bracket(entry)


def _bracket(entry: dict[str, str]) -> Bracket:
    return Bracket(to_fraction(entry["lower"]), to_fraction(entry["upper"]))


def _lower(bracket: Bracket) -> Fraction:
    return bracket.lower


def _upper(bracket: Bracket) -> Fraction:
    return bracket.upper
