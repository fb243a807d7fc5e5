"""inventory.md: the suite's tables in the form of the paper's Tables 3 and 10, with its counts beside ours."""

from __future__ import annotations

from collections.abc import Sequence

from ask2decide.emit.paper import paper_tasks
from ask2decide.emit.render import render
from ask2decide.emit.suite_tables import deviations, effect_table, in_order, kind_table, split_table, task_table
from ask2decide.emit.summary import TaskSummary


def inventory(summaries: Sequence[TaskSummary]) -> str:
    """Return inventory.md for the tasks that are built; tasks of the paper that are not stay blank on our side.

    An item counts as relevant when its conditional regret is proved positive (the lower end of an interval), as in
    the paper.
    """
    ours = in_order(summaries)
    return render(
        "inventory.md.j2",
        built=len(ours),
        in_paper=len(paper_tasks()),
        splits=split_table(ours),
        tasks=task_table(ours),
        differing=deviations(ours),
        effects=effect_table(ours),
        kinds=kind_table(ours),
    )
