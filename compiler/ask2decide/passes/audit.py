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
    ours: Bracket | None
    theirs: Bracket | None
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
    again = prove(variants, second, shortcuts=False)
    pairs = [pair for pair in _pairs(proofs, again) if pair.ours is not None and pair.theirs is not None]
    apart = [pair for pair in pairs if not _agree(pair.ours, pair.theirs)]
    same = [pair for pair in pairs if pair.ours == pair.theirs]
    return Audit(tuple(_sentence(variants.task.name, pair) for pair in apart), len(same), len(pairs))


def _pairs(ours: Proofs, theirs: Proofs) -> Iterator[_Pair]:
    # The second run may leave a relevance open, and then compares other sets of known items: only common ones count.
    for key, problem in theirs.problems.items():
        if key not in ours.optima:
            continue
        sources = ours.optima[key].back_end, theirs.optima[key].back_end
        yield _Pair(f"the optimum of {problem.title}", _value(problem, ours), _value(problem, theirs), sources)
    for side, first, other in (
        ("standalone", ours.standalone, theirs.standalone),
        ("conditional", ours.conditional, theirs.conditional),
    ):
        for name in first:
            sources = _back_ends(first[name].certificate), _back_ends(other[name].certificate)
            yield _Pair(f"the {side} regret of {name}", first[name].regret, other[name].regret, sources)
    by_set = {verdict.known: verdict for verdict in ours.needs_asking}
    for verdict in theirs.needs_asking:
        own = by_set.get(verdict.known)
        if own is None:
            continue
        sources = _back_ends(own.certificate), _back_ends(verdict.certificate)
        what = f"the loss today of plans made with {{{', '.join(verdict.known)}}} known"
        yield _Pair(what, own.loss, verdict.loss, sources)


def _back_ends(certificate: Certificate | None) -> str:
    return ", ".join(certificate.back_ends) if certificate is not None else ""


def _sentence(task: str, pair: _Pair) -> str:
    ours, theirs = pair.sources
    return (
        f"{task}: {pair.what} is {_text(pair.ours)} by the build ({ours}), "
        f"{_text(pair.theirs)} by the audit ({theirs}). {FIX}"
    )


def _value(problem: Problem, proofs: Proofs) -> Bracket | None:
    cost = proofs.optima[problem.key].cost
    return cost if cost is None or problem.sense is Sense.MIN else cost.negated()


def _text(bracket: Bracket | None) -> str:
    if bracket is None:
        return "unknown"
    lower, upper = bracket.texts
    return lower if lower == upper else f"between {lower} and {upper}"


def _agree(first: Bracket | None, second: Bracket | None) -> bool:
    if first is None or second is None:
        return True
    if first.lower == first.upper and second.lower == second.upper:
        return first.lower == second.lower
    return first.lower <= second.upper and second.lower <= first.upper
