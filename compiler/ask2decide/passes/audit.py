"""A second opinion (``--audit``): each optimum solved again, each label again by Eq. 3, by another back end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ask2decide.engine.solve import Engine
from ask2decide.family import Sense
from ask2decide.labels import Bracket, Certificate
from ask2decide.passes.prove import Proofs, prove
from ask2decide.variants.variants import Problem, Variants

FIX = "Fix: build with --fresh; if that stays, a back end is wrong: try another --solver."


@dataclass(frozen=True)
class Audit:
    """What a second run says of a build.

    Parameters
    ----------
    disagreements : tuple of str
        A sentence for every number on which the two runs exclude each other, with both numbers and both sources.
    confirmed, compared : int
        How many of the compared optima, labels and verdicts the second run proved to be the same; it may leave others
        open.
    """

    disagreements: tuple[str, ...]
    confirmed: int
    compared: int


@dataclass(frozen=True)
class _Pair:
    """One number as the build and as the audit have it, in the author's sense, and whose word each is."""

    what: str
    ours: Bracket
    theirs: Bracket
    sources: tuple[str, str]


def audit(variants: Variants, proofs: Proofs, second: Engine) -> Audit:
    """Compare every optimum, label and verdict with a second run, in which Eq. 3 is solved for every label.

    Parameters
    ----------
    proofs : Proofs
        What the build found.
    second : Engine
        Another back end, with no stored results.
    """
    pairs = list(_pairs(proofs, prove(variants, second, shortcuts=False)))
    apart = tuple(_sentence(variants.task.name, pair) for pair in pairs if not _agree(pair.ours, pair.theirs))
    return Audit(apart, sum(pair.ours == pair.theirs for pair in pairs), len(pairs))


def _pairs(ours: Proofs, theirs: Proofs) -> Iterator[_Pair]:
    """Yield what both runs bracket. The second may leave a relevance open, and then compares other known items."""
    for key, problem in theirs.problems.items():
        if key in ours.optima:
            first, other = ours.optima[key], theirs.optima[key]
            if first.cost is not None and other.cost is not None:
                costs = (_value(problem, first.cost), _value(problem, other.cost))
                yield _Pair(f"the optimum of {problem.title}", *costs, (first.back_end, other.back_end))
    for (side, labels), (_, again) in zip(ours.sides, theirs.sides, strict=True):
        for name, label in labels.items():
            sources = _back_ends(label.certificate), _back_ends(again[name].certificate)
            yield _Pair(f"the {side} regret of {name}", label.regret, again[name].regret, sources)
    by_set = {verdict.known: verdict for verdict in ours.needs_asking}
    for verdict in theirs.needs_asking:
        if verdict.known in by_set:
            own = by_set[verdict.known]
            sources = _back_ends(own.certificate), _back_ends(verdict.certificate)
            what = f"the loss today of plans made with {{{', '.join(verdict.known)}}} known"
            yield _Pair(what, own.loss, verdict.loss, sources)


def _back_ends(certificate: Certificate | None) -> str:
    return ", ".join(certificate.back_ends) if certificate is not None else ""


def _sentence(task: str, pair: _Pair) -> str:
    ours, theirs = pair.sources
    return (
        f"{task}: {pair.what} is {pair.ours.words} by the build ({ours}), "
        f"{pair.theirs.words} by the audit ({theirs}). {FIX}"
    )


def _value(problem: Problem, cost: Bracket) -> Bracket:
    return cost if problem.sense is Sense.MIN else cost.negated()


def _agree(first: Bracket, second: Bracket) -> bool:
    if first.is_exact and second.is_exact:
        return first.lower == second.lower
    return first.lower <= second.upper and second.lower <= first.upper
