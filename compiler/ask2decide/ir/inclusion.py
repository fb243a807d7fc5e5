"""When one problem is another one tightened, so that its plans are plans of the other and cost no less.

Let (x, u) be feasible in `tight`: x the plan columns, u the others. A column that `tight` lacks is set to 0. Suppose
that the point then keeps every bound, integrality and row of `loose`, and has the same objective there. Then x is
feasible in `loose` and costs no more there: every plan of `tight` is a plan of `loose`, and ``z(loose) <= z(tight)``.

A row ``a y <= b`` of `loose` is kept where some row ``c y <= d`` of `tight` leaves ``(a - c) y <= b - d`` to the bounds
of the columns of `tight`: the same row, one with a smaller bound, one with a smaller big M, or none at all. Everything
is decided in exact numbers, from the two models alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ask2decide.ir.milp import Column, Milp, Row

ZERO = Fraction(0)

_Terms = Sequence[tuple[str, Fraction]]


def tightens(tight: Milp, loose: Milp) -> bool:
    """Return whether every plan of `tight` is shown to be one of `loose` that costs no more there.

    False proves nothing. Both read the same plan columns; a plan column that a problem lacks is 0 in its plans.
    """
    if tight.constant != loose.constant:
        return False
    columns = {column.name: column for column in tight.columns}
    return (
        all(_column_kept(columns.get(column.name), column) for column in loose.columns)
        and all(_may_be_new(column) for column in tight.columns if column.name not in loose.index)
        and _rows_kept(tight, loose, columns)
    )


def _column_kept(tight: Column | None, loose: Column) -> bool:
    """Whether what `tight` allows the column, 0 where it has none, is allowed and priced alike in `loose`."""
    if tight is None:
        return not _above(loose.lower, ZERO) and not _above(ZERO, loose.upper)
    return (
        tight.plan == loose.plan
        and tight.cost == loose.cost
        and (tight.integer or not loose.integer)
        and (loose.lower is None or (tight.lower is not None and tight.lower >= loose.lower))
        and (loose.upper is None or (tight.upper is not None and tight.upper <= loose.upper))
    )


def _may_be_new(column: Column) -> bool:
    """Whether `tight` may have a column that `loose` lacks: it is 0, or stands beside the plan and costs nothing."""
    return column.lower == column.upper == ZERO or not (column.plan or column.cost)


def _above(first: Fraction | None, second: Fraction | None) -> bool:
    return first is not None and second is not None and first > second


def _rows_kept(tight: Milp, loose: Milp, columns: Mapping[str, Column]) -> bool:
    """Whether every row of `loose` is implied; those that only express a global that `tight` has as well are."""
    known = set(tight.global_constraints)
    shared = {constraint.name for constraint in loose.global_constraints if constraint in known}
    by_name = {row.name: row for row in tight.rows}
    by_terms: dict[frozenset[tuple[str, Fraction]], list[Row]] | None = None
    for row in loose.rows:
        if row.source in shared:
            continue
        terms = [(name, value) for name, value in row.terms if name in columns]
        same = by_name.get(row.name)
        if _row_kept(terms, row, [] if same is None else [same], columns):
            continue
        if by_terms is None:
            by_terms = _by_terms(tight.rows)
        if not _row_kept(terms, row, by_terms.get(frozenset(terms), ()), columns):
            return False
    return True


def _by_terms(rows: Iterable[Row]) -> dict[frozenset[tuple[str, Fraction]], list[Row]]:
    found: dict[frozenset[tuple[str, Fraction]], list[Row]] = {}
    for row in rows:
        found.setdefault(frozenset(row.terms), []).append(row)
    return found


def _row_kept(terms: _Terms, row: Row, candidates: Iterable[Row], columns: Mapping[str, Column]) -> bool:
    """Whether both sides of a row of `loose` follow from a candidate, or from the bounds of the columns alone."""
    above = row.upper is None
    below = row.lower is None
    for other_terms, lower, upper in _with_none(candidates):
        rest = _difference(terms, other_terms)
        above = above or (upper is not None and _at_most(rest, row.upper, upper, columns))
        below = below or (lower is not None and _at_most(_negated(rest), _minus(row.lower), -lower, columns))
        if above and below:
            return True
    return False


def _with_none(candidates: Iterable[Row]) -> Iterator[tuple[_Terms, Fraction | None, Fraction | None]]:
    """Yield the candidates, then the row without terms, which bounds nothing by itself."""
    for row in candidates:
        yield row.terms, row.lower, row.upper
    yield (), ZERO, ZERO


def _difference(first: _Terms, second: _Terms) -> list[tuple[str, Fraction]]:
    if tuple(first) == tuple(second):
        return []
    values = dict(first)
    for name, value in second:
        values[name] = values.get(name, ZERO) - value
    return [(name, value) for name, value in values.items() if value]


def _negated(terms: _Terms) -> list[tuple[str, Fraction]]:
    return [(name, -value) for name, value in terms]


def _minus(value: Fraction | None) -> Fraction | None:
    return None if value is None else -value


def _at_most(terms: _Terms, wanted: Fraction | None, given: Fraction, columns: Mapping[str, Column]) -> bool:
    """Whether ``terms <= wanted - given`` follows from the bounds of the columns."""
    if wanted is None:
        return True
    total = given
    for name, value in terms:
        bound = columns[name].upper if value > 0 else columns[name].lower
        if bound is None:
            return False
        total += value * bound
    return total <= wanted
