"""report.html: the suite in pictures and tables, one file that needs nothing else, without scripts."""

from __future__ import annotations

from collections.abc import Sequence

from ask2decide.emit.explanation_html import explanation_style
from ask2decide.emit.paper import paper_splits, paper_tasks
from ask2decide.emit.pictures.palette import EXPLAINED, variables
from ask2decide.emit.pictures.scatter import scatter
from ask2decide.emit.pictures.stacks import Stacks, stacks
from ask2decide.emit.pictures.strip import strips
from ask2decide.emit.read_package import ReadPackage
from ask2decide.emit.render import render
from ask2decide.emit.report.anchors import item_anchor, task_anchor
from ask2decide.emit.report.certified import certified_table, optima_table, solve_table, status_counts, undecided
from ask2decide.emit.report.explained import shown_here
from ask2decide.emit.report.overview import all_items, changes, tiles
from ask2decide.emit.report.pairs import pairs
from ask2decide.emit.report.tasks import task_card, task_section
from ask2decide.emit.roles import Role
from ask2decide.emit.suite_tables import deviations, effect_table, kind_table, split_and_name, split_table, task_table
from ask2decide.emit.summary import TaskSummary
from ask2decide.family import Effect
from ask2decide.labels import Status
from ask2decide.spec import Split


def report(packages: Sequence[ReadPackage]) -> str:
    """Return report.html for the tasks that are built.

    Parameters
    ----------
    packages : sequence of ReadPackage
        In any order; the report has them by split, then by name.
    """
    ordered = sorted(packages, key=lambda package: split_and_name(package.summary))
    ours = [package.summary for package in ordered]
    shown = shown_here(ordered)
    return render(
        "report/page.html.j2",
        light=variables(0),
        dark=variables(1),
        explanation_style=explanation_style(),
        explained=list(EXPLAINED),
        parts=[kind.value for kind in (*Effect, *Status)],
        tasks=[task_section(package, shown) for package in ordered],
        cards=[task_card(package, strip) for package, strip in zip(ordered, strips(ours), strict=True)],
        in_paper=len(paper_tasks()),
        tiles=tiles(ours),
        items=sum(len(task.items) for task in ours),
        roles={role.value: sum(item.role is role for task in ours for item in task.items) for role in Role},
        built_splits=[split.value for split in Split if any(task.split is split for task in ours)],
        scatter=scatter(ours),
        changes=changes(ours),
        all_items=all_items(ours),
        pairs=[pair for package in ordered for pair in pairs(package)],
        open_pairs=any(
            item.role is Role.TWIN and item.conditional.regret.upper for task in ours for item in task.items
        ),
        splits=split_table(ours),
        by_task=task_table(ours, unbuilt=False),
        differing=deviations(ours),
        effects=effect_table(ours),
        effect_stacks=_effect_stacks(ours),
        kinds=kind_table(ours),
        certified=certified_table(ours),
        status_stacks=_status_stacks(ours),
        optima=optima_table(ours),
        undecided=undecided(ours),
        solves=solve_table(ordered),
        task_links={task.task: task_anchor(task.task) for task in ours},
        item_anchor=item_anchor,
    )


def _effect_stacks(ours: Sequence[TaskSummary]) -> Stacks:
    """Return two bars for each split that has a built task: ours, and the paper's."""
    stated = paper_splits()
    counts: dict[str, list[int]] = {}
    for split in Split:
        effects = [item.effect for task in ours if task.split is split for item in task.items]
        if effects:
            counts[f"{split.value}, ours"] = [effects.count(effect) for effect in Effect]
            counts[f"{split.value}, paper"] = [stated[split].effects[effect] for effect in Effect]
    return stacks([effect.value for effect in Effect], counts)


def _status_stacks(ours: Sequence[TaskSummary]) -> Stacks:
    counts = {task.task: [status_counts(task)[status] for status in Status] for task in ours}
    return stacks([status.value for status in Status], counts)
