"""The `mps` family: any mixed-integer linear program, its rows and columns named for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from pydantic import Field as Constrained
from pydantic import model_validator

from ask2decide.errors import did_you_mean
from ask2decide.exact import Exact, number_text, shortened
from ask2decide.families._amounts import amount_text, compared, near_text, read_amount
from ask2decide.families._mps_drawing import decided_table, values_differences
from ask2decide.family import (
    Check,
    Data,
    Drawing,
    Effect,
    Family,
    Field,
    PlanModel,
    RecordsModel,
    Sense,
    Table,
    wrong_record,
)
from ask2decide.family import Column as Head

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel

Name = Annotated[str, Constrained(min_length=1, max_length=100)]
ZERO = Fraction(0)


class Goal(RecordsModel):
    """What is to be small or large: `constant` plus the sum of cost times value over the columns."""

    sense: Literal["min", "max"]
    label: str
    unit: str
    constant: Exact = ZERO


class DecisionColumn(RecordsModel):
    """Something that is decided: its bounds (left out where there is none), and what one unit adds to the goal.

    A column that is not available is 0, whatever its bounds.
    """

    label: str
    unit: str = ""
    integer: bool
    cost: Exact
    lower: Exact | None = None
    upper: Exact | None = None
    available: bool = True


class When(RecordsModel):
    """The value of a column of 0 or 1 at which a row must hold; otherwise it need not."""

    column: Name
    value: Annotated[int, Constrained(ge=0, le=1)]


class LimitRow(RecordsModel):
    """A rule: ``lower <= sum of coefficient times column <= upper``, either end left out where there is none."""

    label: str
    unit: str = ""
    lower: Exact | None = None
    upper: Exact | None = None
    terms: dict[Name, Exact]
    when: When | None = None


class MpsRecords(RecordsModel):
    """The records of a model; `about` says what it decides."""

    goal: Goal
    about: str = ""
    columns: Annotated[dict[Name, DecisionColumn], Constrained(min_length=1)]
    rows: dict[Name, LimitRow]

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        for what, objects in (("column", self.columns), ("row", self.rows)):
            for name, limited in objects.items():
                if limited.lower is not None and limited.upper is not None and limited.lower > limited.upper:
                    ends = f"{number_text(limited.lower)} and {number_text(limited.upper)}"
                    cause = f"{what} {name} lies between {ends}: the lower end is above the upper one"
                    raise wrong_record((f"{what}s", name), cause)
        for name, row in self.rows.items():
            if row.lower is None and row.upper is None:
                raise wrong_record(("rows", name), f"row {name} sets no limit; give it lower or upper")
            for column in row.terms:
                self._require(column, f"row {name} has a coefficient of", ("rows", name, "terms", column))
            if row.when is not None:
                self._require(row.when.column, f"row {name} hangs on", ("rows", name, "when"))
        return self

    def _require(self, column: str, who: str, at: Sequence[str]) -> None:
        if column not in self.columns:
            fix = did_you_mean(column, list(self.columns)[:500], "columns")
            raise wrong_record(at, f"{who} {column!r}, which is not among the columns; {fix}")


class MpsPlan(PlanModel):
    """The value of each column; zeros may be left out."""

    values: Annotated[
        dict[Name, Exact], Constrained(description="from a column's name to its value; 0 may be left out")
    ]


class Mps(Family[MpsRecords, MpsPlan]):
    """Any mixed-integer linear program that an MPS file can hold.

    **What is planned.** The value of every column. **Records.** `columns` (cost, bounds, whole or not, available or
    not), `rows` (limits and coefficients), `goal`, and the task's glossary: labels, units, and what the model is about.
    **Plan format.** ``{"values": {"C157": 1}}``. **Model.** The rows as they stand. A row with `when` is switched by a
    column of 0 or 1; in the model it is relaxed by the least number that the bounds of its columns prove enough.
    """

    name: ClassVar[str] = "mps"
    records_model: ClassVar[type[RecordsModel]] = MpsRecords
    plan_model: ClassVar[type[PlanModel]] = MpsPlan
    fields: ClassVar[tuple[Field, ...]] = (
        Field("/columns/*/cost", "what one unit adds to the goal", "goal unit", Effect.OBJECTIVE),
        Field("/columns/*/lower", "least value", "column unit", Effect.VALUE),
        Field("/columns/*/upper", "largest value", "column unit", Effect.VALUE),
        Field("/columns/*/available", "whether it can be used at all", None, Effect.AVAILABILITY),
        Field("/rows/*", "rule on the columns", None, Effect.CONSTRAINT),
        Field("/rows/*/lower", "lower limit of a rule", "row unit", Effect.VALUE),
        Field("/rows/*/upper", "upper limit of a rule", "row unit", Effect.VALUE),
        Field("/rows/*/terms/*", "what one unit counts in a rule", "row unit", Effect.VALUE),
    )

    def sense(self, records: MpsRecords) -> Sense:
        """Return the goal's sense."""
        return Sense(records.goal.sense)

    def value_name(self, records: MpsRecords) -> tuple[str, str]:
        """Return the goal's label and unit."""
        return records.goal.label, records.goal.unit

    def value_text(self, value: Fraction, records: MpsRecords) -> str:
        """Return the goal's total with its unit."""
        return amount_text(value, records.goal.unit)

    def model(self, records: MpsRecords) -> ConcreteModel:
        """Return the rows over the available columns; the plan columns are ``x[NAME]``."""
        import pyomo.environ as pyo
        from pyomo.common.numeric_types import RegisterNumericType
        from pyomo.core.expr import LinearExpression

        RegisterNumericType(Fraction)
        model = pyo.ConcreteModel()
        used = {_safe(name): column for name, column in records.columns.items() if column.available}
        model.x = pyo.Var(
            list(used),
            domain=lambda _, name: pyo.Integers if used[name].integer else pyo.Reals,
            bounds=lambda _, name: (used[name].lower, used[name].upper),
        )
        model.plan = [model.x]
        variables = {_original(name): model.x[name] for name in used}
        model.row = pyo.Constraint(pyo.Any)
        for name, row in records.rows.items():
            for key, lower, terms, upper in _relaxed(_safe(name), row, records):
                products = [value * variables[column] for column, value in terms if value and column in variables]
                if products:
                    model.row[key] = (lower, LinearExpression(products), upper)
                elif (lower is not None and lower > 0) or (upper is not None and upper < 0):
                    # Nothing is left that could meet the row: say so with a column that cannot.
                    _refuse_every_plan(model)
        cost = [column.cost * variables[name] for name, column in records.columns.items() if name in variables]
        sense = pyo.minimize if records.goal.sense == "min" else pyo.maximize
        model.total = pyo.Objective(expr=LinearExpression([records.goal.constant, *cost]), sense=sense)
        return model

    def plan(self, values: Mapping[str, Fraction], records: MpsRecords) -> MpsPlan:
        """Return the columns that are not 0, in the order of the records."""
        found = {_original(name[2:-1]): value for name, value in values.items() if value and name.startswith("x[")}
        known = {name: found.pop(name) for name in records.columns if name in found}
        return MpsPlan(values={**known, **found})

    def columns(self, plan: MpsPlan) -> dict[str, Fraction]:
        """Return the columns that are not 0."""
        return {f"x[{_safe(name)}]": value for name, value in plan.values.items() if value}

    def check(self, plan: MpsPlan, records: MpsRecords, tolerance: Fraction = Fraction(0)) -> Check:
        """Check every bound, every whole number and every row, and add up the goal."""
        values = {name: value for name, value in plan.values.items() if value}
        broken = [f"{shortened(name)} is not among the columns." for name in values if name not in records.columns]
        if not broken:
            broken = [*_bounds_broken(values, records, tolerance), *_rows_broken(values, records, tolerance)]
        if broken:
            return Check(tuple(broken), None)
        total = sum((records.columns[name].cost * value for name, value in values.items()), records.goal.constant)
        return Check((), total)

    def tables(self, records: MpsRecords) -> tuple[Table, ...]:
        """Return the columns, and the rows with their sums written out."""
        goal = records.goal
        heads = (Head("id"), Head("what it is"), Head("values"), Head(f"adds to {goal.label}", goal.unit, True))
        columns = tuple(
            (name, column.label, _range_text(column), number_text(column.cost))
            for name, column in records.columns.items()
        )
        rows = tuple(
            (name, row.label, _sum_text(row), _limits_text(row) + _when_text(row)) for name, row in records.rows.items()
        )
        return (
            Table("What is decided", heads, columns),
            Table("Rules", (Head("id"), Head("what it says"), Head("sum"), Head("limit")), rows),
        )

    def rules(self, records: MpsRecords) -> tuple[str, ...]:
        """Return how the tables are read, and what is best."""
        goal, best = records.goal, "smallest" if records.goal.sense == "min" else "largest"
        start = f"{amount_text(goal.constant, goal.unit)} plus the sum" if goal.constant else "the sum"
        about = (records.about,) if records.about else ()
        return (
            *about,
            "Every id of the first table gets a value in its range; a whole number where the table says so.",
            "For every rule of the second table, the sum of coefficient times value must keep the limit. Limits may be "
            "met exactly.",
            f"The {goal.label} is {start}, over all ids, of value times the figure in the last column of the first "
            f"table. The plan with the {best} {goal.label} is best.",
        )

    def plan_format(self, records: MpsRecords) -> str:
        """Explain the mapping from columns to values."""
        example = dict.fromkeys([*records.columns][:2], 1)
        return (
            "A JSON object with one key, `values`: an object that gives the value of each id. Ids that are left out "
            f"are 0.\n\n```json\n{json.dumps({'values': example})}\n```\n\n(The example shows the form only.)"
        )

    def describe(self, plan: MpsPlan, records: MpsRecords) -> str:
        """Return the labels of what is not 0, with the value where it is not 1."""
        parts = []
        for name, value in plan.values.items():
            column = records.columns.get(name)
            label = shortened(name) if column is None else f"{column.label} ({name})"
            unit = "" if column is None else column.unit
            if value:
                parts.append(label if value == 1 and not unit else f"{label}: {near_text(value, unit)}")
        return "; ".join(parts) or "Everything is 0."

    def differences(self, first: MpsPlan, second: MpsPlan, records: MpsRecords) -> tuple[str, ...]:
        """Return the columns whose values differ."""
        return values_differences(first, second, records)

    def drawing(self, plan: MpsPlan, records: MpsRecords) -> Drawing | None:
        """Return what is not 0 as a table."""
        return decided_table(plan, records)

    def read(self, pointer: str, value: Any, data: Data) -> Any:
        """Return an authored number, which may carry the unit of its place."""
        field = self.field_at(pointer)
        if field is None or field.unit is None:
            return value
        return read_amount(value, field.meaning, self.unit_at(pointer, data))

    def unit_at(self, pointer: str, data: Data) -> str:
        """Return the unit of the goal, a column or a row, as the glossary has it."""
        match pointer.split("/")[1:]:
            case ["columns", _, "cost"]:
                return str(data["goal"]["unit"])
            case ["columns" | "rows" as section, name, "lower" | "upper"] | ["rows" as section, name, "terms", _]:
                return str(data[section].get(_unescaped(name), {}).get("unit", ""))
        return ""


def _unescaped(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")


def _safe(name: str) -> str:
    """Return a name that can stand within a column's name: ``C2.`` is ``C2_2e_``, other signs become their code.

    Pyomo puts quotes round a name that could be a number or a constant; with a code in front it cannot.
    """
    coded = re.sub(r"[^A-Za-z0-9]", lambda found: f"_{ord(found.group()):x}_", name)
    return f"_{ord(coded[0]):x}_{coded[1:]}" if _could_be_a_value(coded) else coded


def _could_be_a_value(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return text in ("None", "True", "False")
    return True


def _original(safe: str) -> str:
    return re.sub(r"_([0-9a-f]+)_", lambda found: chr(int(found.group(1), 16)), safe)


def _refuse_every_plan(model: Any) -> None:
    import pyomo.environ as pyo

    if not hasattr(model, "never"):
        model.never = pyo.Var(bounds=(0, 0))
        model.refused = pyo.Constraint(expr=(1, model.never, None))


Terms = list[tuple[str, Fraction]]


def _relaxed(
    key: str, row: LimitRow, records: MpsRecords
) -> Iterator[tuple[str, Fraction | None, Terms, Fraction | None]]:
    """Yield the row; one with `when` as rows that the switch relaxes by the least number the bounds prove enough."""
    terms = list(row.terms.items())
    if row.when is None:
        yield key, row.lower, terms, row.upper
        return
    switch, value = row.when.column, row.when.value
    least, most = _activity(terms, records)
    for name, sign, limit, extreme in (("upper", 1, row.upper, most), ("lower", -1, row.lower, least)):
        if limit is None:
            continue
        if extreme is None:
            raise ValueError(f"the row {key} hangs on {switch}, and its columns have no bounds: give them some")
        room = max(ZERO, sign * (extreme - limit))
        # sign * sum <= sign * limit + room * [switch != value]
        weight = room if value == 1 else -room
        body: dict[str, Fraction] = {column: sign * coefficient for column, coefficient in terms}
        body[switch] = body.get(switch, ZERO) + weight
        yield f"{key}_{name}", None, list(body.items()), sign * limit + (room if value == 1 else ZERO)


def _activity(terms: Terms, records: MpsRecords) -> tuple[Fraction | None, Fraction | None]:
    """Return the least and the largest sum that the columns' bounds allow, None where there is no end."""
    ends: list[Fraction | None] = [ZERO, ZERO]
    for name, value in terms:
        column = records.columns[name]
        bounds = (column.lower, column.upper) if column.available else (ZERO, ZERO)
        low, high = bounds if value > 0 else bounds[::-1]
        for place, bound in enumerate((low, high)):
            end = ends[place]
            ends[place] = None if end is None or bound is None else end + value * bound
    return ends[0], ends[1]


def _bounds_broken(values: Mapping[str, Fraction], records: MpsRecords, tolerance: Fraction) -> Iterator[str]:
    for name, column in records.columns.items():
        value, unit = values.get(name, ZERO), column.unit
        title = f"{column.label} ({name})"
        if not column.available:
            if abs(value) > tolerance:
                yield f"{title} is {near_text(value, unit, ZERO)}, but is not available."
            continue
        if column.lower is not None and value < column.lower - tolerance:
            shown, limit = compared(value, column.lower, unit)
            yield f"{title} is {shown}, below the least of {limit}."
        if column.upper is not None and value > column.upper + tolerance:
            shown, limit = compared(value, column.upper, unit)
            yield f"{title} is {shown}, over the most of {limit}."
        if column.integer and value.denominator != 1:
            yield f"{title} is {near_text(value, unit, Fraction(round(value)))}, but must be a whole number."


def _rows_broken(values: Mapping[str, Fraction], records: MpsRecords, tolerance: Fraction) -> Iterator[str]:
    for name, row in records.rows.items():
        if row.when is not None and values.get(row.when.column, ZERO) != row.when.value:
            continue
        total = sum((value * values[column] for column, value in row.terms.items() if column in values), ZERO)
        if row.lower is not None and total < row.lower - tolerance:
            shown, limit = compared(total, row.lower, row.unit)
            yield f"{row.label} ({name}): the sum is {shown}, below the limit of {limit}."
        if row.upper is not None and total > row.upper + tolerance:
            shown, limit = compared(total, row.upper, row.unit)
            yield f"{row.label} ({name}): the sum is {shown}, over the limit of {limit}."


def _range_text(column: DecisionColumn) -> str:
    if not column.available:
        return "0 (not available)"
    kind = "whole, " if column.integer else ""
    if column.lower == 0 and column.upper == 1 and column.integer:
        return f"0 or 1{f' {column.unit}' if column.unit else ''}"
    lower = "any" if column.lower is None else f"from {number_text(column.lower)}"
    upper = "" if column.upper is None else f" to {number_text(column.upper)}"
    return f"{kind}{lower}{upper} {column.unit}".strip()


def _sum_text(row: LimitRow) -> str:
    parts = []
    for column, value in row.terms.items():
        size = "" if abs(value) == 1 else f"{number_text(abs(value))} "
        parts.append(f"{'−' if value < 0 else '+'} {size}{column}")
    return " ".join(parts).removeprefix("+ ") or "0"


def _limits_text(row: LimitRow) -> str:
    if row.lower is not None and row.lower == row.upper:
        return f"exactly {amount_text(row.lower, row.unit)}"
    ends: Iterable[tuple[str, Fraction | None]] = (("at least", row.lower), ("at most", row.upper))
    return ", ".join(f"{word} {amount_text(end, row.unit)}" for word, end in ends if end is not None) or "none"


def _when_text(row: LimitRow) -> str:
    return "" if row.when is None else f", when {row.when.column} is {row.when.value}"
