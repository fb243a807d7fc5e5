"""Optima: the better end is attained by a checked plan, no known plan beats the other, all files say the same."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ask2decide.verify.certificates import Certificates
from ask2decide.verify.evidence import Package, check_status
from ask2decide.verify.files import LABELS, PROBLEM, PlanIn, Stated
from ask2decide.verify.findings import shown
from ask2decide.verify.numbers import Ends, own_sense, written_upper


def check_optima(package: Package, certificates: Certificates, true_optimum: Stated) -> None:
    """Check every optimum of labels.json against the plans of the certificates and against judge/problem.json."""
    shown_in: dict[str, list[tuple[str, PlanIn]]] = {}
    for source, problem in certificates.problems():
        shown_in.setdefault(problem.known, []).append((source, problem))
    for key, stated in package.labels.optima.items():
        package.found.optima += 1
        source = f"{LABELS} optima.{key!r}"
        check_status(f"the optimum of {{{key}}}", stated, source, package.found)
        _check_attained(key, source, shown_in.get(key, []), package)
        _check_not_beaten(key, source, package)
    today = package.problems.key(list(package.problems.items))
    if today in package.labels.optima:
        ours = package.labels.optima[today]
        _same_ends(today, ours, f"{LABELS} optima.{today!r}", true_optimum, f"{PROBLEM} optimum", package)
    _check_same_problems(package)


def _same_ends(
    key: str, first: Stated, first_source: str, second: Stated, second_source: str, package: Package
) -> None:
    for end in ("lower", "upper", "status"):
        package.found.same(
            f"the optimum of {{{key}}}, its {end}",
            getattr(first, end),
            f"{first_source}.{end}",
            getattr(second, end),
            f"{second_source}.{end}",
        )


def _check_attained(key: str, source: str, shown_in: Sequence[tuple[str, PlanIn]], package: Package) -> None:
    """Require that every certificate of the problem has a plan that attains the optimum's better end."""
    found, what, optimum = package.found, f"the optimum of {{{key}}}", package.optimum(key)
    if optimum.upper is None:
        return
    end = own_sense(optimum.upper, package.problems.maximise)
    side = f"{source}.{'lower' if package.problems.maximise else 'upper'}"
    if not shown_in:
        found.differ(what, end, side, "attained by no plan", "the certificates, none of which has this problem")
    attained = [_attains(what, end, side, optimum, place, problem, package) for place, problem in shown_in]
    found.attained += bool(attained) and all(attained)
    bound = own_sense(optimum.lower, package.problems.maximise)
    for place, _ in shown_in[:1]:
        words = sorted({problem.optimum_bound_by for _, problem in shown_in} - {""})
        found.trust("optimum", f"{what} is not better than {shown(bound)}", f"{place}.optimum_bound_by", words)
    first = shown_in[0] if shown_in else None
    for place, problem in shown_in[1:]:
        assert first is not None
        other = first[1].optimum_bound_by, f"{first[0]}.optimum_bound_by"
        found.same(f"whose bound {what} is", problem.optimum_bound_by, f"{place}.optimum_bound_by", *other)


def _attains(
    what: str, end: Fraction | None, side: str, optimum: Ends, place: str, problem: PlanIn, package: Package
) -> bool:
    plan, source = problem.optimum_plan, f"{place}.optimum_plan"
    if plan is None:
        package.found.differ(what, end, side, "attained by no plan", source)
        return False
    if reason := package.problems.rejection(plan):
        package.found.differ(f"the plan of {what}", "a plan", source, f"none ({reason})", "the family's plan format")
        return False
    cost = package.problems.cost(plan, problem.known)
    best = None if cost is None else own_sense(written_upper(cost, optimum.exact), package.problems.maximise)
    value = "not feasible" if best is None else best
    return package.found.same(what, end, side, value, f"{package.checker()} for {source}")


def _check_not_beaten(key: str, source: str, package: Package) -> None:
    bound = package.optimum(key).lower
    if bound is None:
        return
    for file, plan in package.plans:
        cost = package.problems.cost(plan, key)
        if cost is not None and cost < bound:
            value, limit = (own_sense(number, package.problems.maximise) for number in (cost, bound))
            package.found.differ(
                f"the best value in {{{key}}}",
                limit,
                source,
                f"at least as good as {shown(value)}",
                f"{package.checker()} for {file} plan",
            )
            return


def _check_same_problems(package: Package) -> None:
    """Equal records are one problem, with one optimum."""
    first: dict[str, str] = {}
    for key, stated in package.labels.optima.items():
        same = first.setdefault(package.problems.content(key), key)
        _same_ends(
            key, stated, f"{LABELS} optima.{key!r}", package.labels.optima[same], f"{LABELS} optima.{same!r}", package
        )
