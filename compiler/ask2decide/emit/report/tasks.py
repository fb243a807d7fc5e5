"""One task in the report: its card at the top, and its own part with items, twins and explanations."""

from __future__ import annotations

from collections.abc import Container, Sequence
from decimal import ROUND_FLOOR
from fractions import Fraction
from typing import Any
from urllib.parse import quote

from ask2decide.emit.pictures.meters import Meters
from ask2decide.emit.pictures.strip import Strip
from ask2decide.emit.read_package import ReadPackage
from ask2decide.emit.report.anchors import certificate_path, explanation_path, item_anchor, task_anchor
from ask2decide.emit.report.certified import method_words, status_counts
from ask2decide.emit.roles import Role, role_counts, role_words
from ask2decide.emit.summary import ItemSummary, TaskSummary, VerdictSummary
from ask2decide.emit.words import bracket_words, listed, problem_words, unbroken
from ask2decide.labels import Bracket, Status
from ask2decide.labels.text import percent_text, regret_range, regret_text


def task_card(package: ReadPackage, strip: Strip) -> dict[str, Any]:
    """Return what the card of a task shows."""
    task = package.summary
    return {
        "name": task.task,
        "anchor": task_anchor(task.task),
        "split": task.split.value,
        "brief": package.explained.brief if package.explained else "",
        "counts": _counts(task),
        "statuses": ", ".join(f"{status_counts(task)[s]} {s.value}" for s in Status if status_counts(task)[s]),
        "largest": unbroken(regret_range(task.largest)),
        "strip": strip,
    }


def task_section(package: ReadPackage, shown: Container[tuple[str, str]]) -> dict[str, Any]:
    """Return what the part of a task shows.

    Parameters
    ----------
    shown : container of (str, str)
        Task and id of the items whose explanations stand here; those of others are led to.
    """
    task = package.summary
    meters = Meters.of(task)
    return {
        "name": task.task,
        "anchor": task_anchor(task.task),
        "folder": quote(task.task, safe=""),
        "split": task.split.value,
        "counts": _counts(task),
        "explained": package.explained,
        "full": meters.full,
        "groups": [[_item(package, item, meters, shown) for item in group] for group in _groups(task)],
        "optima": _optima(task),
        "verdicts": [_verdict(verdict, task) for verdict in task.needs_asking],
    }


def _counts(task: TaskSummary) -> str:
    shown = listed(role_counts(item.role for item in task.items))
    items = "1 hidden item" if len(task.items) == 1 else f"{len(task.items)} hidden items"
    return f"{items}: {shown}" if shown else items


def _groups(task: TaskSummary) -> list[list[ItemSummary]]:
    """Return the items in groups: an original with its twins, or one item alone."""
    groups: list[list[ItemSummary]] = []
    for item in task.twins_beside_originals:
        if groups and item.role is Role.TWIN and item.twin_of == groups[-1][0].id:
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def _item(package: ReadPackage, item: ItemSummary, meters: Meters, shown: Container[tuple[str, str]]) -> dict[str, Any]:
    task = package.summary.task
    explained = package.explained.explanations.get(item.id, "") if package.explained else ""
    here = (task, item.id) in shown
    sides = zip(("standalone", "conditional"), item.labels, strict=True)
    return {
        "id": item.id,
        "anchor": item_anchor(task, item.id),
        "role": item.role.value,
        "role_words": role_words(item.role, item.twin_of),
        "kind": item.kind.value.replace("_", " "),
        "effect": item.effect.value,
        "note": package.notes[item.id],
        "labels": [
            {
                "side": side,
                "regret": unbroken(regret_text(label.regret)),
                "status": label.status.value,
                "method": method_words(label.method),
                "meter": meters.meter(label),
                "certificate": certificate_path(task, item.id, side),
            }
            for side, label in sides
        ],
        "explanation": explained if here else "",
        "elsewhere": explanation_path(task, item.id) if explained and not here else "",
    }


def _optima(task: TaskSummary) -> list[tuple[str, str, str]]:
    hidden = [item.id for item in task.items]
    return [
        (problem_words(key, hidden), bracket_words(optimum), "open" if optimum is None else optimum.status.value)
        for key, optimum in task.optima.items()
    ]


def _verdict(verdict: VerdictSummary, task: TaskSummary) -> dict[str, Any]:
    missed = [item for item in task.items if item.id not in verdict.known]
    # Where one item is missing its conditional regret is the bound, and an exact number; labels.json rounds the other.
    exact = missed[0].conditional.regret.lower if len(missed) == 1 else Fraction(0)
    return {
        "known": _known_words(verdict.known, [item.id for item in task.items]),
        "loss": _least_loss(verdict.loss, exact),
        "holds": verdict.holds,
    }


def _known_words(known: Sequence[str], hidden: Sequence[str]) -> str:
    missed = [name for name in hidden if name not in known]
    if not known:
        return "nothing"
    if not missed:
        return "everything"
    return f"everything but {listed(missed, 'or')}" if len(missed) < len(known) else f"only {listed(known)}"


def _least_loss(loss: Bracket, exact: Fraction) -> str:
    if loss.is_exact:
        return regret_text(loss)
    if exact >= loss.lower > 0:
        return f"at least {regret_text(Bracket(exact, exact))}"
    return f"at least {percent_text(loss.lower, ROUND_FLOOR)}"
