"""The suggestions as one page of YAML: groups, ranks, labels in comments, and what the search came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ask2decide.authoring.suggest import Cost, Suggestions
from ask2decide.authoring.suggest_candidates import Candidate
from ask2decide.authoring.suggest_compose import Composed
from ask2decide.authoring.suggest_groups import SHOWN, Group
from ask2decide.authoring.suggest_labels import Labelled
from ask2decide.authoring.suggest_text import comment, indented, item_lines, regret_words
from ask2decide.authoring.suggest_twins import Twin
from ask2decide.labels import Label
from ask2decide.passes.prove import Proofs
from ask2decide.spec import Task


def cost_line(task: Task, cost: Cost, composing: bool = False) -> str:
    """Return what a search may cost, in sentences."""
    further = "Composing then labels each set that is tried. " if composing else ""
    return (
        f"{task.name}: {cost.templates} item templates, at most {cost.uses} uses of them; up to {cost.labelled} are "
        f"labelled (--limit), with at most {cost.solves} solves beside those that close the last step of a bound. "
        f"{further}Ctrl-C stops after the solve that is running, and shows what is known by then."
    )


def outcome_lines(task: Task, found: Suggestions) -> list[str]:
    """Return what a search came to, as sentences."""
    tried = len(found.labelled) + len(found.impossible)
    lines = [
        f"{task.name}: {tried} candidates, {found.decided_by_known_plans} decided by known plans, "
        f"{found.needed_a_solve} needed a solve; {found.solves} solves in all."
    ]
    if found.impossible:
        lines.append(f"{len(found.impossible)} of them leave no plan, or an optimum of 0, and cannot be items.")
    if found.silent:
        lines.append(f"No item beside the present ones could be made with: {', '.join(found.silent)}.")
    if found.stopped:
        lines.append("The search was stopped: there may be stronger items among those not looked at.")
    return lines


def ranked(found: Suggestions) -> dict[str, Candidate]:
    """Return every listed candidate by its rank: 1, 2, …, and 1a, 1b, … for the twins of 1."""
    return {rank: entry.candidate for rank, entry in _ranked(found)}


def listing(task: Task, found: Suggestions) -> str:
    """Return the page: YAML that can be pasted below ``hidden:`` as it is."""
    lines = [line for sentence in outcome_lines(task, found) for line in comment(sentence)]
    beside = f"beside {', '.join(task.ids)}" if task.ids else "the same, since the task has no other item"
    lines += comment(f"Regrets: standalone, where nothing else is known; conditional, {beside}.")
    lines += comment("A twin's conditional regret stands beside its original as well.")
    lines += comment("Paste what you want below `hidden:`, or have it written by --write with ids, or with ranks.")
    ranks = {entry.id: rank for rank, entry in _ranked(found)}
    for group in found.groups:
        if group.group in SHOWN and group.count:
            lines += ["", *comment(f"{group.group.value} ({len(group.best)} of {group.count} shown):")]
            for one in group.best:
                lines += ["", *_entry(ranks[one.id], one)]
                for twin in found.twins.get(one.id, ()):
                    lines += ["", *_entry(ranks[twin.id], twin)]
    worthless = next((group.count for group in found.groups if group.group is Group.WORTHLESS), 0)
    lines += ["", *comment(f"{Group.WORTHLESS.value}: {worthless} of these candidates.")]
    return "\n".join(indented(lines)) + "\n"


def _ranked(found: Suggestions) -> Iterator[tuple[str, Labelled | Twin]]:
    entries = [one for group in found.groups if group.group in SHOWN for one in group.best]
    for number, one in enumerate(entries, start=1):
        yield str(number), one
        for letter, twin in zip("abcdefghijklmnopqrstuvwxyz", found.twins.get(one.id, ()), strict=False):
            yield f"{number}{letter}", twin


def composed_listing(task: Task, composed: Composed) -> str:
    """Return the items of a composed set as YAML, with their labels in the whole set."""
    present = f" and those of the task ({', '.join(task.ids)})" if task.ids else ""
    lines = comment(f"{len(composed.added)} items composed for {task.name}.")
    lines += comment(f"Regrets: standalone, where nothing else is known; conditional, beside all the others{present}.")
    if composed.proofs is not None:
        verdicts = composed.proofs.needs_asking
        holding = sum(verdict.holds for verdict in verdicts)
        lines += comment(
            f"Asking is proved to be needed for {holding} of the {len(verdicts)} sets that a build checks."
        )
    for candidate in composed.added:
        lines += ["", *_composed_entry(candidate, composed.proofs)]
    return "\n".join(indented(lines)) + "\n"


def _composed_entry(candidate: Candidate, proofs: Proofs | None) -> Sequence[str]:
    if proofs is None:
        return _lines("", candidate, "not proved in the whole set")
    return _lines("", candidate, _regrets(proofs.standalone[candidate.id], proofs.conditional[candidate.id]))


def _entry(rank: str, entry: Labelled | Twin) -> Sequence[str]:
    return _lines(f"{rank}. ", entry.candidate, _regrets(entry.standalone, entry.conditional))


def _regrets(standalone: Label, conditional: Label) -> str:
    return f"standalone {regret_words(standalone.regret)}, conditional {regret_words(conditional.regret)}"


def _lines(rank: str, candidate: Candidate, regrets: str) -> Sequence[str]:
    item = candidate.item
    what = f"twin of {item.twin_of}" if item.twin_of else f"effect {candidate.effect.value}"
    return [*comment(f"{rank}{regrets}; {what}."), *comment(f"“{item.note}”"), *item_lines(candidate)]
