"""Blends by exhaustive search: a bounded LP has an optimum at a vertex, and every vertex is visited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import flint

from ask2decide.families.blend import BlendRecords
from ask2decide.variants.variants import Problem
from tests.families.case_blend import Pair, halfspaces

Halfspace = tuple[tuple[Fraction, ...], Fraction]
"""``coefficients . x <= bound``."""

ONE, ZERO = Fraction(1), Fraction(0)


class Vertices:
    """Optima, regrets and least losses of survivors of two-by-two blends."""

    def optimum(self, problem: Problem) -> Fraction | None:
        if "by_vertices" not in vars(problem):
            vars(problem)["by_vertices"] = least(costs(problem), limits(problem))
        known: Fraction | None = vars(problem)["by_vertices"]
        return known

    def regret(self, problems: Sequence[Problem]) -> Fraction:
        """Minimise T in [0, 1] with ``f_i(x) - |z_i| T <= z_i`` over the common blends; 1 where there is none."""
        rows: list[Halfspace] = []
        for problem in problems:
            best = self._best(problem)
            rows += [((*row, ZERO), bound) for row, bound in limits(problem)]
            rows.append(((*costs(problem), -abs(best)), best))
        size = len(costs(problems[0]))
        rows += [((*([ZERO] * size), -ONE), ZERO), ((*([ZERO] * size), ONE), ONE)]
        found = least((*([ZERO] * size), ONE), rows)
        return ONE if found is None else found

    def survival(self, known: Problem, today: Problem) -> Fraction:
        """Minimise today's cost over the blends that are optimal for `known`; 1 where none can be made today."""
        best = self._best(today)
        rows = [*limits(known), *limits(today), (costs(known), self._best(known))]
        found = least(costs(today), rows)
        return ONE if found is None else min(ONE, (found - best) / abs(best))

    def _best(self, problem: Problem) -> Fraction:
        best = self.optimum(problem)
        assert best is not None
        return best


def pairs(records: BlendRecords) -> list[Pair]:
    return [(product, material) for product in records.products for material in records.materials]


def costs(problem: Problem) -> tuple[Fraction, ...]:
    """Return what a kilogram of each material in each product costs: its loss of profit."""
    records = problem.records
    return tuple(
        records.materials[material].price - records.products[product].price + records.products[product].fee
        for product, material in pairs(records)
    )


def limits(problem: Problem) -> list[Halfspace]:
    order = pairs(problem.records)
    return [(tuple(row.get(pair, ZERO) for pair in order), bound) for row, bound in halfspaces(problem.records)]


def least(objective: Sequence[Fraction], rows: Iterable[Halfspace]) -> Fraction | None:
    """Return the least value of a linear objective over a bounded polytope, None when it is empty."""
    kept = _tightest(rows)
    if kept is None:
        return None
    values = [
        sum((c * x for c, x in zip(objective, point, strict=True)), ZERO) for point in _vertices(kept, len(objective))
    ]
    return min(values, default=None)


def _tightest(rows: Iterable[Halfspace]) -> list[Halfspace] | None:
    """Return each direction once, with its tightest bound; None when a row without coefficients is broken."""
    tightest: dict[tuple[Fraction, ...], Fraction] = {}
    for row, bound in rows:
        size = max((abs(value) for value in row), default=ZERO)
        if not size:
            if bound < 0:
                return None
            continue
        direction = tuple(value / size for value in row)
        tightest[direction] = min(bound / size, tightest.get(direction, bound / size))
    return list(tightest.items())


def _vertices(rows: Sequence[Halfspace], size: int) -> Iterator[tuple[Fraction, ...]]:
    exact = [([_rational(value) for value in row], _rational(bound)) for row, bound in rows]
    for chosen in combinations(exact, size):
        matrix = flint.fmpq_mat([row for row, _ in chosen])
        try:
            solution = matrix.solve(flint.fmpq_mat([[bound] for _, bound in chosen]))
        except ZeroDivisionError:
            continue
        point = [solution[i, 0] for i in range(size)]
        if all(sum((a * x for a, x in zip(row, point, strict=True)), flint.fmpq(0)) <= bound for row, bound in exact):
            yield tuple(Fraction(int(x.p), int(x.q)) for x in point)


def _rational(value: Fraction) -> flint.fmpq:
    return flint.fmpq(value.numerator, value.denominator)
