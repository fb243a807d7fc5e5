"""A second opinion (``--audit``): each optimum solved again, each label again by Eq. 3, with another solver setting."""

from __future__ import annotations

from collections.abc import Mapping

from ask2decide.engine.solve import Engine
from ask2decide.family import Sense
from ask2decide.labels import Bracket, Optimum
from ask2decide.passes.prove import Proofs, prove
from ask2decide.variants.variants import Problem, Variants

FIX = "Fix: build with --fresh; if that stays, a back end is wrong: try another --solver."


def disagreements(variants: Variants, proofs: Proofs, second: Engine) -> list[str]:
    """Return a sentence for every optimum, label or verdict on which a second run disagrees.

    Parameters
    ----------
    proofs : Proofs
        What the build found.
    second : Engine
        A back end or setting of its own, with no stored results.
    """
    again = prove(variants, second, shortcuts=False)
    pairs: list[tuple[str, Bracket | None, Bracket | None]] = [
        (f"the optimum of {problem.title}", _value(problem, proofs.optima), _value(problem, again.optima))
        for problem in again.problems.values()
    ]
    for (side, ours), (_, theirs) in zip(proofs.sides, again.sides, strict=True):
        pairs += [(f"the {side} regret of {name}", ours[name].regret, theirs[name].regret) for name in ours]
    ours_by_set = {verdict.known: verdict.loss for verdict in proofs.needs_asking}
    pairs += [
        (
            f"the loss today of plans made with {{{', '.join(verdict.known)}}} known",
            ours_by_set.get(verdict.known),
            verdict.loss,
        )
        for verdict in again.needs_asking
    ]
    return [
        f"{variants.task.name}: {what} is {first.words} by the build, {other.words} by the audit. {FIX}"
        for what, first, other in pairs
        if first is not None and other is not None and not _agree(first, other)
    ]


def _value(problem: Problem, optima: Mapping[str, Optimum]) -> Bracket | None:
    cost = optima[problem.key].cost
    return cost if cost is None or problem.sense is Sense.MIN else cost.negated()


def _agree(first: Bracket, second: Bracket) -> bool:
    if first.is_exact and second.is_exact:
        return first.lower == second.lower
    return first.lower <= second.upper and second.lower <= first.upper
