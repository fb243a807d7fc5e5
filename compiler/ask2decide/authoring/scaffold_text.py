"""The text of a new task.yaml, from ``templates/scaffold/<family>.yaml.jinja``."""

from __future__ import annotations

from typing import Any

from ask2decide.authoring.catalogue import template_summaries
from ask2decide.authoring.modeline import modeline
from ask2decide.authoring.scaffold_base import NewBase
from ask2decide.authoring.scaffold_search import Chosen
from ask2decide.authoring.workbench import Workbench
from ask2decide.emit.render import render
from ask2decide.labels import Bracket
from ask2decide.spec import Item, Split
from ask2decide.spec.yaml_writer import flow


def task_text(bench: Workbench, chosen: Chosen, new: NewBase, split: Split, time_limit: float | None) -> str:
    """Return the task.yaml of a new task.

    Parameters
    ----------
    time_limit : float or None
        Seconds for each solve, where more of them might close a label that is an interval.
    """
    used = [item.template.name for item in chosen.items if item.template is not None]
    values = {"instance": new.base.instance, "records": new.base.records, **new.base.arguments}
    twins = [item.note for item in chosen.completed.variants.task.hidden if item.twin_of == "H1"]
    return render(
        f"scaffold/{bench.family.name}.yaml.jinja",
        modeline=modeline(bench.task.folder),
        task=bench.task.name,
        folder=bench.task.folder.as_posix(),
        split=split.value,
        family=bench.family.name,
        base={key: flow(value) for key, value in values.items() if value is not None},
        own=new.entry is not None and new.entry.own,
        convention=new.entry.convention if new.entry is not None else None,
        records={section: list(objects) for section, objects in bench.data.items() if isinstance(objects, dict)},
        sense=bench.problem().sense.value,
        best=_best(bench),
        time_limit=None if time_limit is None else f"{time_limit:g}",
        items=[_item(item, chosen) for item in chosen.items],
        twin=twins[0] if twins else None,
        others=[summary for summary in template_summaries(bench.family.name) if summary.name not in used],
    )


def _best(bench: Workbench) -> str:
    """Return the best value of the base problem in words, an interval where it is one."""
    cost = bench.optimum().cost
    if cost is None:
        return "not known"
    problem = bench.problem()
    ends = sorted(problem.value(end) for end in (cost.lower, cost.upper))
    name, unit = bench.family.value_name(problem.records)
    return f"{name} {Bracket(ends[0], ends[1]).words} {unit}".strip()


def _item(item: Item, chosen: Chosen) -> dict[str, Any]:
    assert item.template is not None, "a recipe makes items of templates alone"
    proofs = chosen.completed.proofs
    return {
        "id": item.id,
        "kind": item.kind.value,
        "use": item.template.name,
        "with": flow(item.template.arguments),
        "note": item.note,
        "wants_twin": item.wants_twin,
        "standalone": proofs.standalone[item.id].regret.words,
        "conditional": proofs.conditional[item.id].regret.words,
    }
