"""A regret as a bar beside its number: filled to the lower end, hatched on to the upper one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ask2decide.emit.pictures.scale import Scale, limit_for, place
from ask2decide.emit.summary import LabelSummary, TaskSummary
from ask2decide.labels.text import percent_text


@dataclass(frozen=True)
class Meter:
    """One bar, in percent of its full length.

    Parameters
    ----------
    sure : str
        Length up to the lower end.
    perhaps : str
        Length from there to the upper end; empty for an exact regret.
    """

    sure: str
    perhaps: str


@dataclass(frozen=True)
class Meters:
    """The bars of one task: all have one scale, so that they can be compared."""

    limit: Fraction

    @classmethod
    def of(cls, task: TaskSummary) -> Meters:
        """Return the bars of a task; a full one holds its largest regret."""
        return cls(limit_for([label.regret.upper for item in task.items for label in item.labels]))

    @property
    def full(self) -> str:
        """What a full bar stands for."""
        return percent_text(self.limit)

    def meter(self, label: LabelSummary) -> Meter:
        """Return the bar of one regret."""
        scale = Scale(self.limit, 0, 100)
        low, high = scale.at(label.regret.lower), scale.at(label.regret.upper)
        return Meter(place(low), place(high - low) if label.regret.lower < label.regret.upper else "")
