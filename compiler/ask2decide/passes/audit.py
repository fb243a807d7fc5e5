"""A second opinion (``--audit``): each optimum solved again, each label again by Eq. 3, with another solver setting."""

from __future__ import annotations

from ask2decide.engine.solve import Engine
from ask2decide.labels import Bracket
from ask2decide.passes.prove import Proofs, prove
from ask2decide.variants.variants import Variants


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
    found = []
    pairs: list[tuple[str, Bracket | None, Bracket | None]] = [
        (f"the optimum of {problem.title}", proofs.optima[key].cost, again.optima[key].cost)
        for key, problem in again.problems.items()
    ]
    for side, ours, theirs in (
        ("standalone", proofs.standalone, again.standalone),
        ("conditional", proofs.conditional, again.conditional),
    ):
        pairs += [(f"the {side} regret of {name}", ours[name].regret, theirs[name].regret) for name in ours]
    ours_by_set = {verdict.known: verdict.loss for verdict in proofs.needs_asking}
    pairs += [
        (f"the loss today of plans made with {verdict.known} known", ours_by_set.get(verdict.known), verdict.loss)
        for verdict in again.needs_asking
    ]
    for what, first, other in pairs:
        if first is not None and other is not None and not _agree(first, other):
            found.append(
                f"{variants.task.name}: {what} is {' to '.join(first.texts)} by the build, "
                f"{' to '.join(other.texts)} by the audit."
            )
    return found


def _agree(first: Bracket, second: Bracket) -> bool:
    if first.lower == first.upper and second.lower == second.upper:
        return first.lower == second.lower
    return first.lower <= second.upper and second.lower <= first.upper
