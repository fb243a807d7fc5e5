"""Labels as objects: one regret with its certificate in words, and a task's labels side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ask2decide.authoring.known_sets import UnknownItemError
from ask2decide.authoring.notebook import tables_markdown, without_mathematics
from ask2decide.authoring.workbench import Workbench
from ask2decide.emit.certificates import evidence
from ask2decide.emit.findings import Findings
from ask2decide.emit.labels_json import bracket_data
from ask2decide.emit.markdown import words
from ask2decide.emit.reading import label_reading
from ask2decide.emit.words import listed
from ask2decide.exact import dump_json
from ask2decide.family import Column, Table
from ask2decide.labels import Bracket, Certificate, Label, Method, Status
from ask2decide.labels.text import regret_text

SCHEMA = "ask2decide/regret/1"


@dataclass(frozen=True, repr=False)
class ItemLabel:
    """D(item | given): the regret of not knowing one item, where exactly the items `given` are known (Eq. 3)."""

    bench: Workbench = field(compare=False)
    label: Label

    @property
    def item(self) -> str:
        """The item's id."""
        return self.label.item

    @property
    def given(self) -> tuple[str, ...]:
        """What is known, in the spec's order."""
        return self.label.background

    @property
    def regret(self) -> Bracket:
        """The regret, in [0, 1]: both ends are equal where it is proved exactly."""
        return self.label.regret

    @property
    def exact(self) -> Fraction | None:
        """The regret where it is proved exactly, else None."""
        return self.regret.lower if self.regret.is_exact else None

    @property
    def status(self) -> Status:
        """exact, proved (within a millionth) or open."""
        return self.label.status

    @property
    def is_open(self) -> bool:
        """Whether the regret is an interval."""
        return not self.regret.is_exact

    @property
    def method(self) -> Method:
        """How it is certified."""
        return self.label.method

    @property
    def certificate(self) -> Certificate:
        """The evidence, in costs: a profit is a negative cost."""
        return self.label.certificate

    @property
    def plan(self) -> Mapping[str, Any] | None:
        """The safest plan, which attains the upper end; None where every known plan loses 1."""
        return self.certificate.plan

    @property
    def reading(self) -> list[str]:
        """The certificate in sentences, from which the regret can be recomputed by hand."""
        return label_reading(_bare_findings(self.bench, self.label), self.label)

    @property
    def side(self) -> str:
        """The background in words."""
        return background_words(self.given, self.item, self.bench.task.ids)

    @property
    def text(self) -> str:
        """The label and its certificate in sentences, as ``ask2decide regret`` prints it."""
        head = f"{self.item}, {self.side}: {regret_text(self.regret)}, by {self.method.value}"
        return "\n".join([head, *(f"  {sentence}" for sentence in self.reading)]) + "\n"

    @property
    def data(self) -> dict[str, Any]:
        """The label and its certificate as JSON-like data; values in the family's own sense."""
        return {
            "given": list(self.given),
            **bracket_data(self.regret),
            "method": self.method.value,
            **evidence(self.certificate, _bare_findings(self.bench, self.label)),
            "reading": self.reading,
        }

    def __repr__(self) -> str:
        return f"ItemLabel({self.item}, {self.side}: {regret_text(self.regret)}, {self.method.value})"

    def _repr_markdown_(self) -> str:
        head = f"**{words(self.item)}, {words(self.side)}: {words(regret_text(self.regret))}** ({self.method.value})"
        return without_mathematics("\n".join([head, "", *(f"- {words(sentence)}" for sentence in self.reading)]))


@dataclass(frozen=True)
class BothLabels:
    """An item's two labels: with nothing else known, and with everything else known."""

    standalone: ItemLabel
    conditional: ItemLabel

    @property
    def is_relevant(self) -> bool:
        """Whether one of the two regrets is proved to be above 0."""
        return self.standalone.label.is_positive or self.conditional.label.is_positive


@dataclass(frozen=True, repr=False, eq=False)
class LabelTable(Mapping[str, BothLabels]):
    """The two labels of every hidden item, by id in the spec's order."""

    bench: Workbench
    labels: Mapping[str, BothLabels]

    def __getitem__(self, name: str) -> BothLabels:
        if name not in self.labels:
            raise UnknownItemError(self.bench.task.name, name, self.labels)
        return self.labels[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def __contains__(self, name: object) -> bool:
        return name in self.labels

    def __repr__(self) -> str:
        relevant = sum(both.is_relevant for both in self.labels.values())
        return f"LabelTable({self.bench.task.name!r}: {len(self)} items, {relevant} relevant)"

    def _repr_markdown_(self) -> str:
        columns = (
            Column("item"),
            Column("what the operator knows"),
            Column("standalone", number=True),
            Column("conditional", number=True),
        )
        rows = tuple(
            (
                name,
                self.bench.item(name).note,
                regret_text(both.standalone.regret),
                regret_text(both.conditional.regret),
            )
            for name, both in self.labels.items()
        )
        return without_mathematics(tables_markdown([Table(f"Labels of {self.bench.task.name}", columns, rows)]))


def background_words(given: tuple[str, ...], item: str, hidden: tuple[str, ...]) -> str:
    """Return the background of a label in words.

    >>> background_words((), "H1", ("H1", "H2")), background_words(("H2",), "H1", ("H1", "H2"))
    ('standalone (nothing else known)', 'conditional (H2 known)')
    """
    if not given:
        return "standalone (nothing else known)"
    everything = set(given) | {item} == set(hidden)
    return f"conditional ({listed(given)} known)" if everything else f"given {listed(given)}"


def regret_json(task: str, item: str, note: str, labels: tuple[ItemLabel, ...]) -> str:
    """Return labels of one item as JSON text (docs/lattice.md)."""
    head = {"schema": SCHEMA, "task": task, "item": item, "note": note}
    return dump_json({**head, "labels": [label.data for label in labels]})


def _bare_findings(bench: Workbench, label: Label) -> Findings:
    """Return what the emitters look at, where nothing is proved but one label."""
    optima = {key: bench.optimum(key.split(",") if key else ()) for key in label.certificate.problems if "#" not in key}
    return Findings(
        task=bench.task,
        family=bench.family,
        sense=bench.problem().sense,
        base_data=bench.data,
        true_data=bench.problem(bench.task.ids).data,
        variant_data={},
        optima=optima,
        items=(),
        needs_asking=(),
    )
