"""A menu as a table: what each plan comes to, which one is chosen, and which cannot be carried out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ask2decide.exact import number_text
from ask2decide.families._amounts import near_text
from ask2decide.family import Column, Table

if TYPE_CHECKING:
    from ask2decide.families.menu import Menu, MenuPlan, MenuRecords

ZERO = Fraction(0)


def menu_table(menu: Menu, plan: MenuPlan, records: MenuRecords) -> Table:
    """Return a row for each plan of the menu, the goal's total and what stands in its way; the choice has a mark."""
    goal = records.goal
    columns = (Column("chosen"), Column("plan"), Column(goal.label, goal.unit, True), Column("can be carried out"))
    rows = []
    for name, option in records.options.items():
        check = menu.check(plan.model_copy(update={"choice": name}), records)
        total = sum((quantity * records.resources[key].goal_rate for key, quantity in option.uses.items()), ZERO)
        rows.append(
            (
                "✓" if name == plan.choice else "",
                f"{name}: {option.label}",
                number_text(total),
                " ".join(check.violations) or "yes",
            )
        )
    return Table("The menu", columns, tuple(rows))


def choice_differences(menu: Menu, first: MenuPlan, second: MenuPlan, records: MenuRecords) -> tuple[str, ...]:
    """Return the choice, and what its plan uses otherwise."""
    if first == second:
        return ()
    lines = [f"{menu.describe(second, records)} is chosen instead of {menu.describe(first, records)}."]
    plans = [records.options.get(plan.choice) for plan in (first, second)]
    before, after = ({} if plan is None else plan.uses for plan in plans)
    for name, resource in records.resources.items():
        old, new = before.get(name, ZERO), after.get(name, ZERO)
        if old != new:
            lines.append(
                f"{resource.label}: {near_text(new, resource.unit)} instead of {near_text(old, resource.unit)}."
            )
    return tuple(lines)
