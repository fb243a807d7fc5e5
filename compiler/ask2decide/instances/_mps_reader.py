"""A strict reader of MPS files: what two readers would take differently is an error with its line (docs/traps.md, 7).

Source of the format: International Business Machines, Mathematical Programming System/360 (1969), and the dialects
that solvers have added since. A right-hand side of the objective is minus its constant; a range on an equality goes up
or down by its sign; further N rows are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import NoReturn

from ask2decide.errors import InstanceError, did_you_mean
from ask2decide.exact import shortened
from ask2decide.instances._mps_text import Line, Source

ONE, ZERO = Decimal(1), Decimal(0)
SECTIONS = ("NAME", "OBJSENSE", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "INDICATORS", "ENDATA")
SENSES = {"MIN": "min", "MINIMIZE": "min", "MINIMISE": "min", "MAX": "max", "MAXIMIZE": "max", "MAXIMISE": "max"}
NO_VALUE = ("FR", "MI", "PL", "BV")
WITH_VALUE = ("UP", "LO", "FX", "LI", "UI")


@dataclass
class MpsColumn:
    """A column: cost, bounds (None is infinite) and integrality."""

    integer: bool
    line: int
    cost: Decimal = ZERO
    lower: Decimal | None = ZERO
    upper: Decimal | None = None
    bounds: dict[str, int] = field(default_factory=dict)
    """Line of each kind of bound that the file states."""


@dataclass
class MpsRow:
    """A row: kind (L, G, E), limits, coefficients by column, and the column and value that switch it on."""

    kind: str
    lower: Decimal | None
    upper: Decimal | None
    terms: dict[str, Decimal] = field(default_factory=dict)
    when: tuple[str, int] | None = None


@dataclass
class MpsModel:
    """What a file says."""

    sense: str = "min"
    constant: Decimal = ZERO
    objective: str | None = None
    columns: dict[str, MpsColumn] = field(default_factory=dict)
    rows: dict[str, MpsRow] = field(default_factory=dict)
    left_out: set[str] = field(default_factory=set)


def read_mps(path: Path, integer_upper: Decimal | str | None = "unstated") -> MpsModel:
    """Read an MPS file, in free or fixed form, plain or compressed by gzip.

    Parameters
    ----------
    integer_upper : Decimal or None or "unstated"
        Upper bound of an integer column between markers for which the file states no bound: 1, or None for infinity.
        Unstated, such a column is an error.

    Raises
    ------
    InstanceError
        With file and line.
    """
    source = Source(path)
    text = source.text()
    try:
        return _Reader(source, integer_upper).model(source.lines(text, fixed=False))
    except InstanceError as error:
        # A blank within a name breaks the free form; only a file that the fixed form reads without fault is of it.
        try:
            return _Reader(source, integer_upper).model(source.lines(text, fixed=True))
        except InstanceError:
            raise error from None


class _Reader:
    """One pass over the lines."""

    def __init__(self, source: Source, integer_upper: Decimal | str | None) -> None:
        self.source = source
        self.integer_upper = integer_upper
        self.found = MpsModel()
        self.integer = False
        self.current = ""
        self.sets: dict[str, str] = {}
        self.stated: dict[tuple[str, str], int] = {}

    def model(self, lines: Iterable[Line]) -> MpsModel:
        handlers = {
            "OBJSENSE": self._sense,
            "ROWS": self._row,
            "COLUMNS": self._column,
            "RHS": self._right_hand_side,
            "RANGES": self._range,
            "BOUNDS": self._bound,
            "INDICATORS": self._indicator,
        }
        section, last = "", 1
        for line in lines:
            last = line.number
            if line.is_head:
                section = self._head(section, line)
            elif section in handlers:
                handlers[section](line)
            else:
                self._refuse(line.number, "a line of data stands outside every section.", "begin with NAME and ROWS.")
        self._finish(last)
        return self.found

    def _refuse(self, line: int, cause: str, fix: str) -> NoReturn:
        self.source.refuse(line, cause, fix)

    def _head(self, before: str, line: Line) -> str:
        section, rest = line.fields[0], line.fields[1:]
        if section not in SECTIONS:
            fix = did_you_mean(section, SECTIONS, "sections")
            self._refuse(line.number, f"there is no section {shortened(section)} here.", fix)
        if before and SECTIONS.index(section) <= SECTIONS.index(before) and section != "OBJSENSE":
            order = ", ".join(SECTIONS)
            self._refuse(
                line.number, f"{section} stands after {before}.", f"keep each section once, in order: {order}."
            )
        if section == "OBJSENSE" and rest:
            self._sense(Line(line.number, False, rest))
        return section

    def _sense(self, line: Line) -> None:
        word = line.fields[0].upper()
        if len(line.fields) != 1 or word not in SENSES:
            self._refuse(line.number, f"the sense is {shortened(' '.join(line.fields))}.", "write MIN or MAX.")
        self.found.sense = SENSES[word]

    def _row(self, line: Line) -> None:
        if len(line.fields) != 2 or line.fields[0].upper() not in "NLGE":
            self._refuse(line.number, "this is no row: a kind and a name are due.", "write N, L, G or E, then a name.")
        kind, name = line.fields[0].upper(), line.fields[1]
        if name in self.found.rows or name == self.found.objective or name in self.found.left_out:
            self._refuse(line.number, f"the row {name} stands twice.", "keep one of them.")
        if kind != "N":
            lower, upper = (None if kind == "L" else ZERO), (None if kind == "G" else ZERO)
            self.found.rows[name] = MpsRow(kind, lower, upper)
        elif self.found.objective is None:
            self.found.objective = name
        else:
            self.found.left_out.add(name)

    def _column(self, line: Line) -> None:
        fields = line.fields
        if len(fields) == 3 and fields[1].strip("'\"") == "MARKER":
            self._marker(line)
            return
        if len(fields) not in (3, 5):
            self._refuse(
                line.number, f"{len(fields)} fields stand in a line of COLUMNS.", "write a column, a row and a number."
            )
        name = fields[0]
        if name != self.current:
            if name in self.found.columns:
                first = self.found.columns[name].line
                self._refuse(line.number, f"the column {name} began in line {first}.", "keep its lines together.")
            self.found.columns[name] = MpsColumn(self.integer, line.number)
            self.current = name
        for row, text in self._pairs(fields[1:]):
            value = self.source.number(line.number, text, f"the coefficient of {name} in {row}")
            self._once(line.number, f"column {name}", row)
            if row == self.found.objective:
                self.found.columns[name].cost = value
            elif row not in self.found.left_out:
                self._known_row(line.number, row).terms[name] = value

    def _marker(self, line: Line) -> None:
        word = line.fields[2].strip("'\"")
        if word not in ("INTORG", "INTEND"):
            self._refuse(line.number, f"the marker {shortened(word)} is unknown.", "write INTORG or INTEND.")
        if (word == "INTORG") == self.integer:
            self._refuse(line.number, f"{word} does not fit here.", "let INTORG and INTEND alternate.")
        self.integer, self.current = word == "INTORG", ""

    def _right_hand_side(self, line: Line) -> None:
        for row, text in self._pairs(self._without_set("RHS", line)):
            value = self.source.number(line.number, text, f"the right-hand side of {row}")
            self._once(line.number, "RHS", row)
            if row == self.found.objective:
                self.found.constant = -value
            elif row not in self.found.left_out:
                known = self._known_row(line.number, row)
                known.lower = None if known.lower is None else value
                known.upper = None if known.upper is None else value

    def _range(self, line: Line) -> None:
        for row, text in self._pairs(self._without_set("RANGES", line)):
            value = self.source.number(line.number, text, f"the range of {row}")
            self._once(line.number, "RANGES", row)
            if row == self.found.objective or row in self.found.left_out:
                self._refuse(line.number, f"the range is on the N row {row}.", "delete it.")
            known = self._known_row(line.number, row)
            if known.upper is not None and (known.kind == "L" or (known.kind == "E" and value < 0)):
                known.lower = known.upper - abs(value)
            elif known.lower is not None:
                known.upper = known.lower + abs(value)

    def _bound(self, line: Line) -> None:
        kind, fields = line.fields[0].upper(), line.fields[1:]
        if kind not in (*NO_VALUE, *WITH_VALUE):
            known = (*NO_VALUE, *WITH_VALUE)
            self._refuse(line.number, f"the bound {shortened(kind)} is unknown.", did_you_mean(kind, known, "bounds"))
        least = 1 if kind in NO_VALUE else 2
        if len(fields) not in (least, least + 1, 3):
            self._refuse(line.number, f"{len(fields)} fields follow {kind}.", "write a set, a column and a number.")
        if len(fields) > least:
            self._same_set("BOUNDS", line.number, fields[0])
            fields = fields[1:]
        column = self._known_column(line.number, fields[0])
        value = None
        if kind in WITH_VALUE:
            value = self.source.bound(line.number, fields[1], f"the bound {kind} of {fields[0]}")
        if kind in column.bounds:
            self._refuse(line.number, f"the bound {kind} of {fields[0]} stands twice.", "keep one of them.")
        column.bounds[kind] = line.number
        self._set_bound(column, kind, value)

    @staticmethod
    def _set_bound(column: MpsColumn, kind: str, value: Decimal | None) -> None:
        column.integer = column.integer or kind in ("BV", "LI", "UI")
        if kind in ("LO", "LI", "FX"):
            column.lower = value
        if kind in ("UP", "UI", "FX"):
            column.upper = value
        if kind in ("FR", "MI"):
            column.lower = None
        if kind in ("FR", "PL"):
            column.upper = None
        if kind == "BV":
            column.lower, column.upper = ZERO, ONE

    def _indicator(self, line: Line) -> None:
        if len(line.fields) != 4 or line.fields[0].upper() != "IF" or line.fields[3] not in ("0", "1"):
            self._refuse(line.number, "this is no indicator.", "write IF, a row, a binary column, and 0 or 1.")
        _, row, name, value = line.fields
        self._known_column(line.number, name)
        self._once(line.number, "INDICATORS", row)
        self._known_row(line.number, row).when = (name, int(value))

    def _finish(self, last: int) -> None:
        if self.found.objective is None:
            self._refuse(last, "the file has no N row, so nothing is minimised.", "add one to ROWS.")
        if not self.found.columns:
            self._refuse(last, "the file has no columns.", "add a section COLUMNS.")
        for name, column in self.found.columns.items():
            self._finish_bounds(name, column)

    def _finish_bounds(self, name: str, column: MpsColumn) -> None:
        negative = column.bounds.get("UP", column.bounds.get("UI"))
        lower_stated = any(kind in column.bounds for kind in ("LO", "LI", "MI", "FR", "FX"))
        if negative is not None and column.upper is not None and column.upper < 0 and not lower_stated:
            self._refuse(
                negative,
                f"the upper bound of {name} is {column.upper} and no lower bound is stated: some readers keep the "
                "lower bound 0, so that nothing is feasible, others take minus infinity.",
                f"state the lower bound, e.g. 'MI BND {name}'.",
            )
        if column.integer and not column.bounds:
            if isinstance(self.integer_upper, str):
                self._refuse(
                    column.line,
                    f"the integer column {name} has no bounds: some readers take 0 to 1, others 0 to infinity.",
                    "state its bounds, or the dialect in the registry: convention 'unbounded integers end at 1' or "
                    "'unbounded integers have no end'.",
                )
            else:
                column.upper = self.integer_upper
        if column.lower is not None and column.upper is not None and column.lower > column.upper:
            line = max(column.bounds.values(), default=column.line)
            self._refuse(line, f"{name} lies between {column.lower} and {column.upper}.", "mend one of the bounds.")

    @staticmethod
    def _pairs(fields: Sequence[str]) -> list[tuple[str, str]]:
        return [(fields[place], fields[place + 1]) for place in range(0, len(fields) - 1, 2)]

    def _without_set(self, section: str, line: Line) -> Sequence[str]:
        """Return a line of RHS or RANGES without the name of its set, which may be left out."""
        if not 2 <= len(line.fields) <= 5:
            self._refuse(line.number, f"{len(line.fields)} fields stand in {section}.", "write a set, a row, a number.")
        if len(line.fields) % 2 == 0:
            return line.fields
        self._same_set(section, line.number, line.fields[0])
        return line.fields[1:]

    def _same_set(self, section: str, line: int, name: str) -> None:
        first = self.sets.setdefault(section, name)
        if name != first:
            self._refuse(line, f"{section} holds a second set {shortened(name)} beside {first}.", "keep one of them.")

    def _once(self, line: int, where: str, row: str) -> None:
        if (where, row) in self.stated:
            first = self.stated[where, row]
            self._refuse(line, f"{where} already has an entry for {row} in line {first}.", "keep one of them.")
        self.stated[where, row] = line

    def _known_row(self, line: int, name: str) -> MpsRow:
        if name not in self.found.rows:
            self._refuse(line, f"there is no row {shortened(name)} in ROWS.", did_you_mean(name, self._some(), "rows"))
        return self.found.rows[name]

    def _known_column(self, line: int, name: str) -> MpsColumn:
        if name not in self.found.columns:
            known = list(self.found.columns)[:500]
            self._refuse(line, f"there is no column {shortened(name)}.", did_you_mean(name, known, "columns"))
        return self.found.columns[name]

    def _some(self) -> list[str]:
        return list(self.found.rows)[:500]
