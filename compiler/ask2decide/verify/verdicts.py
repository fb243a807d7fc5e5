"""The needs-asking verdicts: which must be there, and each recomputed as far as plans and labels reach."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ask2decide.verify.certificates import Certificates
from ask2decide.verify.evidence import Package, Scored, check_back_ends, score
from ask2decide.verify.files import LABELS, StatedVerdict, VerdictCertificate
from ask2decide.verify.findings import shown
from ask2decide.verify.numbers import ONE, loss_range, own_sense, possible_statuses, written_lower, written_upper

EVIDENCE = {"problems", "plan", "lower_reason", "upper_reason", "back_ends"}
"""Keys of a certificate that has evidence of its own."""


def check_verdicts(package: Package, certificates: Certificates) -> None:
    """Check the list of verdicts, and each of them."""
    _check_list(package)
    for place, verdict in enumerate(package.labels.needs_asking):
        package.found.verdicts += 1
        source = f"{LABELS} needs_asking[{place}]"
        _check_holds(verdict, source, package)
        _check_not_beaten(verdict, source, package)
        known = frozenset(verdict.known)
        if known in certificates.verdicts:
            file, certificate = certificates.verdicts[known]
            _check_verdict(verdict, source, file, certificate, package)


def _what(verdict: StatedVerdict) -> str:
    return f"the loss today of plans made with {shown(verdict.known)} known"


def _check_list(package: Package) -> None:
    """Nothing asked, only the irrelevant asked, and each relevant item missed must be there; nothing twice."""
    names = list(package.problems.items)
    relevant = [name for name, entry in package.labels.items.items() if entry.conditional.lower > 0]
    rest = [name for name in names if name not in relevant]
    # Where nothing is proved relevant because labels are open, knowing the rest would be knowing everything.
    decided = relevant or all(entry.conditional.upper == 0 for entry in package.labels.items.values())
    wanted = [[], *([rest] if rest and decided else []), *([n for n in names if n != name] for name in relevant)]
    listed = [verdict.known for verdict in package.labels.needs_asking]
    by = f"the conditional regrets in {LABELS}"
    for known in wanted:
        if known not in listed:
            package.found.differ(f"the verdict for {shown(known)}", "missing", f"{LABELS} needs_asking", "needed", by)
    for place, known in enumerate(listed):
        source = f"{LABELS} needs_asking[{place}].known"
        if known in listed[:place]:
            package.found.differ(f"the verdict for {shown(known)}", "listed", source, "listed already", LABELS)
        ordered = [name for name in names if name in known]
        package.found.same(f"the set known to verdict {place}", known, source, ordered, "the items of the package")
        if known not in wanted and not set(known) < set(relevant):
            package.found.differ(f"the verdict for {shown(known)}", "listed", source, "not asked for", by)


def _check_holds(verdict: StatedVerdict, source: str, package: Package) -> None:
    package.found.same(
        f"whether asking is needed beyond {shown(verdict.known)}",
        verdict.holds,
        f"{source}.holds",
        verdict.loss_lower > 0,
        f"{source}.loss_lower",
    )


def _check_not_beaten(verdict: StatedVerdict, source: str, package: Package) -> None:
    """No known plan that is as good as optimal with `known` may lose less today than the lower end."""
    here, today = package.problems.key(verdict.known), package.problems.key(list(package.problems.items))
    limit = package.optimum(here)
    if limit.upper is None:
        return
    for file, plan in package.plans:
        cost = package.problems.cost(plan, here)
        if cost is None or cost > limit.upper or not limit.exact:
            continue
        worst = loss_range(package.problems.cost(plan, today), package.optimum(today))[1]
        if worst < verdict.loss_lower:
            package.found.differ(
                _what(verdict),
                verdict.loss_lower,
                f"{source}.loss_lower",
                f"at most {worst}",
                f"{package.checker()} for {file} plan",
            )
            return


def _check_verdict(
    verdict: StatedVerdict,
    source: str,
    file: str,
    certificate: VerdictCertificate,
    package: Package,
) -> None:
    found, what = package.found, _what(verdict)
    loss = certificate.loss
    pairs = (
        (what, verdict.loss_lower, "loss_lower", loss.lower, "loss.lower"),
        (what, verdict.loss_upper, "loss_upper", loss.upper, "loss.upper"),
        (f"the method for {what}", verdict.method, "method", certificate.method, "method"),
        (f"the verdict on {what}", verdict.holds, "holds", certificate.holds, "holds"),
        (f"the known set of {what}", verdict.known, "known", certificate.known, "known"),
    )
    for name, first, key, second, other in pairs:
        found.same(name, first, f"{source}.{key}", second, f"{file} {other}")
    if loss.status not in possible_statuses(loss):
        found.differ(
            f"the status of {what}",
            loss.status,
            f"{file} loss.status",
            " or ".join(possible_statuses(loss)),
            "its ends",
        )
    if verdict.method == "conditional_label":
        _check_from_label(verdict, source, file, certificate, package)
    else:
        _check_survival(verdict, source, file, certificate, package)


def _check_from_label(
    verdict: StatedVerdict, source: str, file: str, certificate: VerdictCertificate, package: Package
) -> None:
    """Compare with the conditional regret of the one item that is missing.

    A plan that is optimal without that item loses nothing there, so it loses at least the regret today.
    """
    what, found = _what(verdict), package.found
    missed = [name for name in package.problems.items if name not in verdict.known]
    if len(missed) != 1 or missed[0] not in package.labels.items or package.problems.items[missed[0]].also:
        reason = "another, as not exactly one item without further plausible values is missing"
        found.differ(f"the method for {what}", verdict.method, f"{source}.method", reason, "the items of the package")
        return
    regret = package.labels.items[missed[0]].conditional
    lower = written_lower(regret.lower, regret.lower == 1)
    by = f"{LABELS} items.{missed[0]}.conditional.lower"
    found.same(what, verdict.loss_lower, f"{source}.loss_lower", lower, by)
    found.same(what, verdict.loss_upper, f"{source}.loss_upper", ONE, "the definition of a loss")
    if certificate.model_fields_set & EVIDENCE:
        found.differ(f"the evidence for {what}", "its own", file, "that of the conditional label", f"{source}.method")


def _check_survival(
    verdict: StatedVerdict,
    source: str,
    file: str,
    certificate: VerdictCertificate,
    package: Package,
) -> None:
    what, found = _what(verdict), package.found
    keys = [package.problems.key(verdict.known), package.problems.key(list(package.problems.items))]
    for key in sorted(EVIDENCE - certificate.model_fields_set):
        found.differ(f"the key {key} of the evidence for {what}", "missing", file, "needed", f"{source}.method")
    scored = score(file, what, certificate.problems, certificate.plan, keys, package)
    _check_method(verdict, source, certificate, package)
    if scored and certificate.plan is not None:
        _check_plan(what, file, scored, package)
    worst = scored[1].loss if scored and certificate.plan is not None else ONE
    exact = verdict.loss_lower == verdict.loss_upper
    found.same(
        what,
        verdict.loss_upper,
        f"{source}.loss_upper",
        written_upper(worst, exact),
        f"{package.checker()} for {file} plan",
    )
    if verdict.method != "bounds":
        check_back_ends(file, certificate, package)
    if verdict.loss_lower > 0:
        found.trust(
            "verdict", f"{what} is not below {verdict.loss_lower}", f"{file} lower_reason", certificate.back_ends
        )


def _check_method(verdict: StatedVerdict, source: str, certificate: VerdictCertificate, package: Package) -> None:
    what, ends = f"the method for {_what(verdict)}", (verdict.loss_lower, verdict.loss_upper)
    everything = Fraction(1), Fraction(1)
    nothing = Fraction(0), Fraction(1)
    wrong = (verdict.method == "no_common_plan" and (ends != everything or certificate.plan is not None)) or (
        verdict.method == "bounds" and (ends != nothing or certificate.plan is not None)
    )
    if wrong:
        package.found.differ(
            what, verdict.method, f"{source}.method", "survival", f"{source}.loss_lower, loss_upper and plan"
        )


def _check_plan(what: str, file: str, scored: Sequence[Scored], package: Package) -> None:
    """Require that the plan attains an exact optimum where it is made: only then it bounds the loss from above."""
    here = scored[0]
    if not here.optimum.exact or here.cost != here.optimum.upper:
        cost, best = (own_sense(number, package.problems.maximise) for number in (here.cost, here.optimum.upper))
        package.found.differ(
            f"the value of the plan of {what}", cost, package.checker(), best, f"{file} problems[0].optimum"
        )
