"""Which candidates ``--write`` names: by id, which is the same in every run, or by rank in the page just made."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ask2decide.authoring.suggest import Suggester, Suggestions
from ask2decide.authoring.suggest_candidates import Candidate
from ask2decide.authoring.suggest_listing import ranked
from ask2decide.authoring.suggest_twins import TWIN, twin_of_id
from ask2decide.authoring.workbench import Workbench
from ask2decide.errors import UsageError, did_you_mean

_RANK = re.compile(r"[0-9]{1,4}[a-z]?")


def is_rank(text: str) -> bool:
    """Return whether a text is a rank such as 3 or 3a; an id begins with a letter."""
    return _RANK.fullmatch(text) is not None


def by_ids(bench: Workbench, suggester: Suggester, names: Sequence[str]) -> tuple[Candidate, ...]:
    """Return the candidates of these ids, in this order; a twin's original comes before it, or stands in the task.

    Raises
    ------
    UsageError
        When no template makes an item of that id, it clashes with one of the task's items, or a twin is not worth 0.
    """
    chosen: list[Candidate] = []
    for name in dict.fromkeys(names):
        if name in bench.task.ids:
            raise UsageError(f"{bench.task.name} has the item {name!r} already.", "leave it out of --write.")
        candidate = _twin(bench, name, chosen) if f"_{TWIN}_" in name else suggester.candidates().of_id(name)
        if candidate is None:
            cause = f"No item template makes an item {name!r} that goes with the items of {bench.task.name}."
            raise UsageError(
                cause, "take an id from `ask2decide suggest`; ids are made of template, objects and values."
            )
        chosen.append(candidate)
    return tuple(chosen)


def by_ranks(bench: Workbench, suggester: Suggester, found: Suggestions, names: Sequence[str]) -> tuple[Candidate, ...]:
    """Return the candidates of these ranks or ids, in this order.

    Raises
    ------
    UsageError
        When there is no such rank.
    """
    ranks = ranked(found)
    for name in names:
        if is_rank(name) and name not in ranks:
            raise UsageError(f"There is no rank {name} in this page.", did_you_mean(name, ranks, "ranks"))
    of_rank = {candidate.id: candidate for candidate in ranks.values()}
    wanted = dict.fromkeys(ranks[name].id if is_rank(name) else name for name in names)
    others = {one.id: one for one in by_ids(bench, suggester, [name for name in wanted if name not in of_rank])}
    return tuple(of_rank.get(name) or others[name] for name in wanted)


def _twin(bench: Workbench, name: str, chosen: Sequence[Candidate]) -> Candidate | None:
    grown = bench.with_items([*bench.task.hidden, *(candidate.item for candidate in chosen)])
    original = next((item for item in grown.task.hidden if name.startswith(f"{item.id}_{TWIN}_")), None)
    if original is None:
        cause = f"{name!r} is a twin, and its original is neither in the task nor named before it."
        raise UsageError(cause, f"name {name.split(f'_{TWIN}_')[0]!r} first.")
    twin = twin_of_id(grown, original, name)
    if twin is None:
        cause = f"{name!r} is no twin of {original.id!r} that is worth 0 beside the other items."
        raise UsageError(cause, "take an id from `ask2decide suggest`; other items change what a twin is worth.")
    return twin.candidate
