"""One plain sentence per label and verdict. It follows from the proved values alone, never from a plan."""

from __future__ import annotations

from decimal import ROUND_FLOOR

from ask2decide.emit.findings import Findings
from ask2decide.emit.words import bracket_words, in_author_sense, listed
from ask2decide.labels import Bracket, Label, Method, Survival
from ask2decide.labels.text import percent_text, regret_text

_LONGEST_RATIO = 10**7
"""Largest denominator of a ratio that is shown beside its percentage: others are bounds in floating point."""

_WHY = {
    Method.WITNESS: "one plan is optimal whether it holds or not",
    Method.MINIMAX: "even the best single plan loses this much, with it or without it (by Eq. 3, solved whole)",
    Method.NO_COMMON_PLAN: "no plan can be carried out both ways and lose less than everything",
    Method.BOUNDS: "from the bounds that are proved so far",
}


def label_words(label: Label, findings: Findings) -> str:
    """Return the regret and how it is certified.

    For two optima the sentence gives both, so that a reader can check the division.
    """
    return f"{regret_text(label.regret)}: {label_reason(label, findings)}."


def label_reason(label: Label, findings: Findings) -> str:
    """Return how a label is certified, as a clause."""
    if label.method is not Method.TWO_OPTIMA:
        return _WHY.get(label.method, label.method.value.replace("_", " "))
    optima = [_optimum_words(in_author_sense(cost, findings.sense), findings) for cost in label.certificate.optima]
    if len(optima) == 2:
        return f"the optima are {optima[0]} without and {optima[1]} with it, and the gap between them is the regret"
    return f"the optima are {listed(optima)}, without it and with each of its values, and the widest gap is the regret"


def _optimum_words(optimum: Bracket | None, findings: Findings) -> str:
    """Return an exact optimum with its unit, any other as a bracket."""
    if optimum is None or not optimum.is_exact:
        return bracket_words(optimum)
    return findings.family.value_text(optimum.lower, findings.family.parse(findings.base_data))


def optimum_words(cost: Bracket | None, findings: Findings, key: str) -> str:
    """Return the optimum of the problem of that key with its unit, and how well it is known.

    Parameters
    ----------
    cost : Bracket or None
        The optimum as a cost; None while nothing is known of it.
    """
    optimum = in_author_sense(cost, findings.sense)
    if optimum is None:
        return "not known"
    records = findings.family.parse(findings.variant_data.get(key, findings.base_data))
    if optimum.is_exact:
        return f"{findings.family.value_text(optimum.lower, records)}, exact"
    return f"{optimum.words} {findings.family.value_name(records)[1]}".strip() + f", {optimum.status.value}"


def verdict_words(survival: Survival, findings: Findings) -> str:
    """Return a needs-asking verdict in words."""
    everything = findings.task.ids
    missed = [name for name in everything if name not in survival.known]
    if not survival.known:
        who = "Nothing asked"
    elif len(missed) < len(survival.known) and set(survival.known) <= set(everything):
        who = f"Everything asked but {listed(missed, 'or')}"
    else:
        who = f"Only {listed(survival.known)} asked"
    return f"{who}: {_outcome(survival)}"


def _outcome(survival: Survival) -> str:
    if not survival.holds:
        return "a plan that looks optimal may be optimal today as well, so asking may not matter."
    if survival.loss.lower == survival.loss.upper == 1:
        return "every plan that looks optimal breaks a rule today, or loses everything."
    least = survival.loss.lower
    if least.denominator <= _LONGEST_RATIO:
        return f"every plan that looks optimal loses at least {regret_text(Bracket(least, least))} today."
    return f"every plan that looks optimal loses at least {percent_text(least, ROUND_FLOOR)} today."
