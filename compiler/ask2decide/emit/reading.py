"""The plain sentences of a certificate: from them a person recomputes a label with pencil and paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ask2decide.emit.findings import Findings
from ask2decide.emit.words import bracket_words, in_author_sense, listed, problem_words, relative_gap
from ask2decide.exact import number_text
from ask2decide.family import Sense
from ask2decide.labels import Bracket, Certificate, Label, Method, Survival
from ask2decide.labels.text import near_percent, ratio_text


def label_reading(findings: Findings, label: Label) -> list[str]:
    """Return the sentences of one item's label."""
    hidden = findings.task.ids
    certificate = label.certificate
    background = problem_words(",".join(label.background), hidden)
    sentences = [
        f"The question: what can be lost by planning without knowing whether {label.item} holds, "
        f"when the rest is {background}? The same plan is scored in {len(certificate.problems)} problems, "
        "and its largest loss counts."
    ]
    sentences += _optima(certificate, findings, hidden)
    if label.method is Method.TWO_OPTIMA:
        sentences += _two_optima(certificate, findings.sense)
    sentences += _plan_losses(certificate, findings, hidden)
    sentences += _reasons(certificate)
    sentences.append(f"So the regret is {_conclusion(label.regret)}.")
    return sentences


def verdict_reading(findings: Findings, survival: Survival) -> list[str]:
    """Return the sentences of one needs-asking verdict."""
    hidden = findings.task.ids
    known = f"knows {listed(survival.known)}" if survival.known else "has asked nothing"
    sentences = [f"The question: can a planner who {known} be lucky, and hold a plan that is optimal today as well?"]
    if survival.method is Method.CONDITIONAL_LABEL:
        sentences += _from_label(findings, survival)
    elif survival.certificate is not None:
        sentences += _optima(survival.certificate, findings, hidden)
        sentences.append("Of all plans that look optimal, the one that loses least today is wanted.")
        sentences += _plan_losses(survival.certificate, findings, hidden)
        sentences += _reasons(survival.certificate)
    sentences.append(f"So the least loss today of such a plan is {_conclusion(survival.loss)}.")
    sentences.append(
        "It is above 0: the task needs asking."
        if survival.holds
        else "It is not proved to be above 0: asking may not matter."
    )
    return sentences


def _from_label(findings: Findings, survival: Survival) -> Iterator[str]:
    """Say why the conditional label of the one item that is missing settles the verdict."""
    for found in findings.items:
        if found.item.id not in survival.known:
            least = ratio_text(found.conditional.regret.lower)
            yield (
                f"Only {found.item.id} is missing, and its conditional regret is at least {least}: see "
                f"{found.item.id}.conditional.json. A plan that is optimal without it loses nothing there, so it loses "
                "at least that much today."
            )
    yield "Not more: a loss is at most 1 by definition."


def _optima(certificate: Certificate, findings: Findings, hidden: Sequence[str]) -> Iterator[str]:
    for key, cost in zip(certificate.problems, certificate.optima, strict=True):
        optimum = in_author_sense(cost, findings.sense)
        yield f"The optimum is {bracket_words(optimum)} for {problem_words(key, hidden)}."


def _two_optima(certificate: Certificate, sense: Sense) -> Iterator[str]:
    exact = [cost.lower for cost in certificate.optima if cost is not None and cost.is_exact]
    if len(exact) < len(certificate.optima):
        return
    costs = sorted(set(exact))
    if len(costs) < 2 or not costs[0]:
        return
    ratio = (costs[-1] - costs[0]) / abs(costs[0])
    yield f"Between the optima: {_chain(costs[0], costs[-1], ratio, sense)}."


def _chain(optimum: Fraction, cost: Fraction, ratio: Fraction, sense: Sense) -> str:
    better, worse = (optimum, cost) if sense is Sense.MIN else (-optimum, -cost)
    percent = "" if ratio == 0 else f", {near_percent(ratio)}"
    return f"{relative_gap(better, worse, sense)} = {ratio_text(ratio)}{percent}"


def _plan_losses(certificate: Certificate, findings: Findings, hidden: Sequence[str]) -> Iterator[str]:
    """Say what the certificate's plan is worth in each problem, with the division written out."""
    if certificate.plan is None:
        return
    for key, optimum, cost in zip(certificate.problems, certificate.optima, certificate.costs, strict=True):
        where = problem_words(key, hidden)
        if cost is None:
            yield f"In {where} the plan given here breaks a rule: its loss there is 1."
            continue
        value = number_text(cost if findings.sense is Sense.MIN else -cost)
        if optimum is None or optimum.contains_zero:
            why = "is not known" if optimum is None else "may be 0"
            yield f"In {where} the plan given here is worth {value}; the optimum {why}, so its loss is at most 1."
            continue
        ratio = (cost - optimum.lower) / abs(optimum.lower)
        most = "" if optimum.is_exact else "at most "
        capped = ", which counts as 1" if ratio > 1 else ""
        chain = _chain(optimum.lower, cost, ratio, findings.sense)
        yield f"In {where} the plan given here is worth {value}, a loss of {most}{chain}{capped}."


def _reasons(certificate: Certificate) -> Iterator[str]:
    for end, reason in (("Not less", certificate.lower_reason), ("Not more", certificate.upper_reason)):
        if reason:
            yield f"{end}: {reason.strip()}"


def _conclusion(bracket: Bracket) -> str:
    if not bracket.is_exact:
        return bracket_words(bracket)
    exact = ratio_text(bracket.upper)
    return f"exactly {exact}" if bracket.upper in (0, 1) else f"exactly {exact}, {near_percent(bracket.upper)}"
