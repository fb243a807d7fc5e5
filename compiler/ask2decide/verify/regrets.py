"""The regrets: each recomputed from its certificate's plan, and its lower end judged by the method that it states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from ask2decide.family import Effect
from ask2decide.verify.certificates import Certificates
from ask2decide.verify.evidence import Package, Scored, check_back_ends, check_status, score, worst_of
from ask2decide.verify.files import LABELS, NOTES, LabelCertificate, StatedRegret
from ask2decide.verify.numbers import ROUNDING, ZERO, least_ratio, written_lower, written_upper

_STATED_BOUND = re.compile(r"loses at least (\d+(?:\.\d+)?) somewhere")
_BOUND_DIGITS = Fraction(1, 10**9)
"""A certificate states a solver's bound with nine digits."""


def check_regrets(package: Package, certificates: Certificates, notes: dict[str, str]) -> None:
    """Check both regrets of every item.

    Parameters
    ----------
    notes : dict of str to str
        The operator's sentences by item.
    """
    for item, entry in package.labels.items.items():
        for side, stated in (("standalone", entry.standalone), ("conditional", entry.conditional)):
            if (item, side) in certificates.labels:
                file, certificate = certificates.labels[item, side]
                _check_regret(item, side, stated, file, certificate, package)
                package.found.same(
                    f"the note of {item}", certificate.note, f"{file} note", notes.get(item), f"{NOTES} notes"
                )
                check_back_ends(file, certificate, package)


def _check_regret(
    item: str, side: str, stated: StatedRegret, file: str, certificate: LabelCertificate, package: Package
) -> None:
    found, conditional = package.found, side == "conditional"
    what, source = f"the {side} regret of {item}", f"{LABELS} items.{item}.{side}"
    found.labels += 1
    for key in ("lower", "upper", "status"):
        found.same(
            f"{what}, its {key}",
            getattr(stated, key),
            f"{source}.{key}",
            getattr(certificate.regret, key),
            f"{file} regret.{key}",
        )
    found.same(f"the method of {what}", stated.method, f"{source}.method", certificate.method, f"{file} method")
    background = package.problems.background(item, conditional)
    found.same(f"the background of {what}", certificate.background, f"{file} background", background, LABELS)
    check_status(what, stated, source, found)
    keys = package.problems.compared(item, conditional)
    scored = score(file, what, certificate.problems, certificate.plan, keys, package)
    if scored:
        _check_upper(what, stated, source, file, certificate, scored, package)
        _check_lower(what, item, stated, source, file, certificate, scored, package)
    _check_not_beaten(what, stated, source, keys, package)


def _check_upper(
    what: str,
    stated: StatedRegret,
    source: str,
    file: str,
    certificate: LabelCertificate,
    scored: Sequence[Scored],
    package: Package,
) -> None:
    worst = max(entry.loss for entry in scored)
    by = (
        "the definition of a loss, as there is no plan"
        if certificate.plan is None
        else f"{package.checker()} for {file} plan"
    )
    wanted = written_upper(worst, stated.lower == stated.upper)
    package.found.same(what, stated.upper, f"{source}.upper", wanted, by)


def _check_lower(
    what: str,
    item: str,
    stated: StatedRegret,
    source: str,
    file: str,
    certificate: LabelCertificate,
    scored: Sequence[Scored],
    package: Package,
) -> None:
    """Judge the lower end by its method; what only a solver can know is counted as its word."""
    method, found = stated.method, package.found
    allowed = _methods(stated)
    if method not in allowed:
        found.differ(
            f"the method of {what}", method, f"{source}.method", " or ".join(allowed), f"{source}.lower and upper"
        )
    _check_stated_bound(what, stated, source, file, certificate, package)
    ratio, certain = _unchanged_ratio(item, scored, package)
    if method == "two_optima" and ratio != stated.lower:
        found.differ(what, stated.lower, f"{source}.lower", ratio, f"the ratio of the optima in {file} problems")
    if written_lower(ratio if certain else ZERO, stated.lower == stated.upper) >= stated.lower:
        return  # proved here, given the optima
    if method == "two_optima":
        found.trust(
            "label",
            f"the objective is the same in the problems of {what}",
            f"{file} lower_reason",
            certificate.back_ends,
        )
    else:
        found.trust("label", f"{what} is not below {stated.lower}", f"{file} lower_reason", certificate.back_ends)


def _methods(stated: StatedRegret) -> list[str]:
    """Return the methods that can stand beside these numbers (docs/packages.md)."""
    if stated.lower != stated.upper:
        return ["bounds"]
    if stated.upper == 0:
        return ["witness"]
    return ["two_optima", "no_common_plan" if stated.upper == 1 else "minimax"]


def _check_stated_bound(
    what: str, stated: StatedRegret, source: str, file: str, certificate: LabelCertificate, package: Package
) -> None:
    match = _STATED_BOUND.search(certificate.lower_reason)
    if match and Fraction(match[1]) > stated.lower + _BOUND_DIGITS + (0 if stated.lower == stated.upper else ROUNDING):
        package.found.differ(what, stated.lower, f"{source}.lower", f"at least {match[1]}", f"{file} lower_reason")


def _unchanged_ratio(item: str, scored: Sequence[Scored], package: Package) -> tuple[Fraction, bool]:
    """Return the largest ratio of two optima with an unchanged objective, and whether the records show that it is.

    Every known plan that is feasible in both problems must cost the same in both. Where the item touches no field of
    the objective, that settles it; otherwise the build read it off the two models.
    """
    best, certain = ZERO, False
    for i, cheap in enumerate(scored):
        for j, costly in enumerate(scored):
            ratio = ZERO if i == j else least_ratio(costly.optimum, cheap.optimum)
            if ratio and _costs_agree(cheap.key, costly.key, package):
                best, certain = max((best, certain), (ratio, _objective_untouched(item, (i, j), package)))
    return best, certain


def _objective_untouched(item: str, places: tuple[int, int], package: Package) -> bool:
    """Return whether the patches that tell two problems apart touch fields outside the objective alone.

    Places count as in Eq. 3: 0 is without the item, 1 with it, 2 and more with its further plausible values.
    """
    effects = {effect for place in places if place for effect in package.problems.effects(item, place - 1)}
    return not effects & {Effect.OBJECTIVE, None}


def _costs_agree(first: str, second: str, package: Package) -> bool:
    """Return whether every known plan that is feasible in both problems costs the same in both."""
    for _, plan in package.plans:
        costs = package.problems.cost(plan, first), package.problems.cost(plan, second)
        if None not in costs and costs[0] != costs[1]:
            return False
    return True


def _check_not_beaten(what: str, stated: StatedRegret, source: str, keys: Sequence[str], package: Package) -> None:
    """No plan of the package may lose less in the worst case than the lower end."""
    for file, plan in package.plans:
        worst = worst_of(plan, keys, package)
        if worst < stated.lower:
            package.found.differ(
                what, stated.lower, f"{source}.lower", f"at most {worst}", f"{package.checker()} for {file} plan"
            )
            return
