"""Optima: the better end is attained by a checked plan, no known plan beats the other, all files say the same."""

from __future__ import annotations

from ask2decide.verify.certificates import Certificates
from ask2decide.verify.evidence import Package, check_status
from ask2decide.verify.files import LABELS, PROBLEM, OptimumCertificate, Stated
from ask2decide.verify.findings import shown
from ask2decide.verify.numbers import as_cost, own_sense, written_upper


def check_optima(package: Package, certificates: Certificates, true_optimum: Stated) -> None:
    """Check every optimum of labels.json against its certificate, every known plan, and judge/problem.json."""
    for key, stated in package.labels.optima.items():
        package.found.optima += 1
        source = f"{LABELS} optima.{key!r}"
        check_status(f"the optimum of {{{key}}}", stated, source, package.found)
        if key in certificates.optima:
            file, certificate = certificates.optima[key]
            _same_ends(key, stated, source, certificate.optimum, f"{file} optimum", package)
            _check_attained(key, file, certificate, package)
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


def _check_attained(key: str, file: str, certificate: OptimumCertificate, package: Package) -> None:
    found, what = package.found, f"the optimum of {{{key}}}"
    optimum = as_cost(certificate.optimum, package.problems.maximise)
    if certificate.plan is None:
        found.same(
            f"{what}, plan_value", certificate.plan_value, f"{file} plan_value", None, "the missing plan of this file"
        )
        if optimum.upper is not None:
            found.differ(
                what,
                own_sense(optimum.upper, package.problems.maximise),
                f"{file} optimum",
                "attained by no plan",
                f"{file} plan",
            )
        return
    if reason := package.problems.rejection(certificate.plan):
        found.differ(f"the plan of {what}", "a plan", f"{file} plan", f"none ({reason})", "the family's plan format")
        return
    cost = package.problems.cost(certificate.plan, key)
    value = own_sense(cost, package.problems.maximise)
    found.same(f"{what}, the value of its plan", certificate.plan_value, f"{file} plan_value", value, package.checker())
    if cost is None or optimum.upper is None:
        return
    end = own_sense(optimum.upper, package.problems.maximise)
    best = own_sense(written_upper(cost, optimum.exact), package.problems.maximise)
    side = "lower" if package.problems.maximise else "upper"
    if found.same(what, end, f"{file} optimum.{side}", best, f"{package.checker()} for {file} plan"):
        package.found.attained += 1
    found.trust(
        "optimum",
        f"{what} is not better than {shown(own_sense(optimum.lower, package.problems.maximise))}",
        f"{file} optimum",
        [certificate.back_end] if certificate.back_end else [],
    )


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
