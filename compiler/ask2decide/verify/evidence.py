"""The common part of certificates: problems, their optima, and a plan whose cost and loss are recomputed in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ask2decide.verify.files import LABELS, LabelCertificate, LabelsFile, PlanIn, Stated, VerdictCertificate
from ask2decide.verify.findings import Found, solver_of
from ask2decide.verify.numbers import Ends, as_cost, loss_range, own_sense, possible_statuses
from ask2decide.verify.problems import Problems


@dataclass(frozen=True)
class Scored:
    """A certificate's plan in one problem.

    Parameters
    ----------
    cost : Fraction or None
        Recomputed by the checker; None where the plan breaks a rule or the certificate has none.
    optimum : Ends
        As the certificate states it, as a cost.
    loss : Fraction
        The stated upper bound on the loss; 1 without a plan.
    """

    key: str
    cost: Fraction | None
    optimum: Ends
    loss: Fraction


@dataclass(frozen=True)
class Package:
    """What the checks of one package share."""

    problems: Problems
    labels: LabelsFile
    plans: Sequence[tuple[str, Mapping[str, Any]]]
    found: Found

    def optimum(self, key: str) -> Ends:
        """Return an optimum of labels.json as a cost; nothing is known of one that is not listed."""
        stated = self.labels.optima.get(key)
        return Ends(None, None) if stated is None else as_cost(stated, self.problems.maximise)

    def checker(self) -> str:
        """Return the name of the source of recomputed numbers."""
        return f"the checker of the family {self.problems.family.name}"


def check_status(what: str, stated: Any, source: str, found: Found) -> None:
    """Compare a stated status with what the two ends allow."""
    allowed = possible_statuses(stated)
    if stated.status not in allowed:
        found.differ(
            f"the status of {what}", stated.status, f"{source}.status", " or ".join(sorted(allowed)), "its ends"
        )


def score(
    file: str,
    what: str,
    problems: Sequence[PlanIn],
    plan: Mapping[str, Any] | None,
    keys: Sequence[str],
    package: Package,
) -> list[Scored]:
    """Check problems, optima and plan of a certificate, and return the plan's score in each problem."""
    found = package.found
    stated = [problem.known for problem in problems]
    if not found.same(f"the problems of {what}", stated, f"{file} problems", list(keys), "the items of the package"):
        return []
    if plan is not None and (reason := package.problems.rejection(plan)):
        found.differ(f"the plan of {what}", "a plan", f"{file} plan", f"none ({reason})", "the family's plan format")
        return []
    return [
        _score_one(f"{file} problems[{place}]", what, problem, plan, package) for place, problem in enumerate(problems)
    ]


def _score_one(source: str, what: str, problem: PlanIn, plan: Mapping[str, Any] | None, package: Package) -> Scored:
    optimum = as_cost(problem.optimum, package.problems.maximise)
    check_status(f"the optimum of {{{problem.known}}}", problem.optimum, f"{source}.optimum", package.found)
    _same_optimum(problem, source, package)
    if plan is None:
        for key in ("plan_is_feasible", "plan_value", "plan_loss_at_most"):
            value = getattr(problem, key)
            package.found.same(
                f"{key} of {what}", value, f"{source}.{key}", None, "the missing plan of this certificate"
            )
        return Scored(problem.known, None, optimum, Fraction(1))
    return Scored(
        problem.known,
        _same_cost(source, what, problem, plan, package),
        optimum,
        _same_loss(source, what, problem, plan, optimum, package),
    )


def _same_optimum(problem: PlanIn, source: str, package: Package) -> None:
    """Require that a certificate's optimum is the one in labels.json, or wider: later solves have narrow it."""
    listed = package.labels.optima.get(problem.known)
    here = problem.optimum
    if listed is None or listed == here or _within(listed, here):
        return
    for end in ("lower", "upper", "status"):
        package.found.same(
            f"the optimum of {{{problem.known}}}, its {end}",
            getattr(here, end),
            f"{source}.optimum.{end}",
            getattr(listed, end),
            f"{LABELS} optima.{problem.known!r}.{end}",
        )


def _within(inner: Stated, outer: Stated) -> bool:
    if outer.lower is None or outer.upper is None:
        return True
    if outer.lower == outer.upper or inner.lower is None or inner.upper is None:
        return False
    return outer.lower <= inner.lower and inner.upper <= outer.upper


def _same_cost(source: str, what: str, problem: PlanIn, plan: Mapping[str, Any], package: Package) -> Fraction | None:
    cost = package.problems.cost(plan, problem.known)
    where = f"the plan of {what} in {{{problem.known}}}"
    package.found.same(
        f"whether {where} is feasible",
        problem.plan_is_feasible,
        f"{source}.plan_is_feasible",
        cost is not None,
        package.checker(),
    )
    value = own_sense(cost, package.problems.maximise)
    package.found.same(f"the value of {where}", problem.plan_value, f"{source}.plan_value", value, package.checker())
    return cost


def _same_loss(
    source: str, what: str, problem: PlanIn, plan: Mapping[str, Any], optimum: Ends, package: Package
) -> Fraction:
    least, most = loss_range(package.problems.cost(plan, problem.known), optimum)
    stated = problem.plan_loss_at_most
    if stated is None or not least <= stated <= most:
        package.found.differ(
            f"the loss of the plan of {what} in {{{problem.known}}}",
            stated,
            f"{source}.plan_loss_at_most",
            most,
            f"{package.checker()} and Eq. 2 with {source}.optimum",
        )
        return most
    return stated


def worst_of(plan: Mapping[str, Any], keys: Sequence[str], package: Package) -> Fraction:
    """Return an upper bound on a plan's largest loss over problems, with the optima of labels.json."""
    return max(loss_range(package.problems.cost(plan, key), package.optimum(key))[1] for key in keys)


def check_back_ends(file: str, certificate: LabelCertificate | VerdictCertificate, package: Package) -> None:
    """Require that a certificate names the back ends whose bounds its optima and its own lower end rest on."""
    used = {problem.optimum_bound_by for problem in certificate.problems} - {""}
    solvers = {solver_of(name) for name in (*certificate.back_ends, *used)}
    claimed = {name for name in solvers if certificate.lower_reason.startswith(f"{name} ")}
    wanted = sorted({*certificate.back_ends, *used, *claimed})
    by = f"{file} problems, each back end once"
    package.found.same(f"the back ends of {file}", certificate.back_ends, f"{file} back_ends", wanted, by)
