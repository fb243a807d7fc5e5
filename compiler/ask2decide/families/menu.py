"""A menu of candidate plans: the planner picks one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from pydantic import Field as Constrained
from pydantic import model_validator

from ask2decide.errors import did_you_mean
from ask2decide.exact import Exact, number_text, shortened
from ask2decide.families._amounts import Identifier, NotNegative, amount_text, compared, listed, read_amount
from ask2decide.families._menu_drawing import choice_differences, menu_table
from ask2decide.family import (
    Check,
    Column,
    Data,
    Drawing,
    Effect,
    Family,
    Field,
    PlanModel,
    RecordsModel,
    Sense,
    Table,
    wrong_record,
)

if TYPE_CHECKING:
    from pyomo.environ import ConcreteModel

GOAL = "goal"
"""The measure that a rule names to limit what is minimised or maximised, e.g. a budget."""


class Goal(RecordsModel):
    """What is to be small or large: the sum over a plan's resources of quantity times `goal_rate`."""

    sense: Literal["min", "max"]
    label: str
    unit: str


class Measure(RecordsModel):
    """Something else that adds up over a plan's resources: driver time, parcels carried, protein."""

    label: str
    unit: str


class Resource(RecordsModel):
    """What plans are made of, counted in `unit`.

    Parameters
    ----------
    goal_rate : Fraction
        What one unit adds to the goal.
    rates : dict
        What one unit adds to each measure; a measure left out gets nothing.
    limit : Fraction or None
        The most units that can be used.
    """

    label: str
    unit: str
    available: bool
    goal_rate: Exact
    rates: dict[Identifier, Exact] = Constrained(default_factory=dict)
    limit: NotNegative | None = None


class Option(RecordsModel):
    """A candidate plan: how many units of each resource it uses."""

    label: str
    uses: dict[Identifier, NotNegative]


class Rule(RecordsModel):
    """A limit on a measure (or on ``goal``) of the chosen plan; `label` says what the limit is, without its number."""

    label: str
    measure: Identifier
    at_most: Exact | None = None
    at_least: Exact | None = None


class MenuRecords(RecordsModel):
    """The records of a menu."""

    goal: Goal
    measures: dict[Identifier, Measure] = Constrained(default_factory=dict)
    resources: dict[Identifier, Resource]
    options: Annotated[dict[Identifier, Option], Constrained(min_length=2)]
    rules: dict[Identifier, Rule] = Constrained(default_factory=dict)

    @model_validator(mode="after")
    def _names_exist(self) -> Self:
        if GOAL in self.measures:
            cause = f"a measure cannot be called {GOAL!r}, as rules call the goal itself; give it another name"
            raise wrong_record(("measures", GOAL), cause)
        for name, option in self.options.items():
            _known(option.uses, self.resources, f"plan {name} uses", "resources", ("options", name, "uses"))
        for name, resource in self.resources.items():
            at = ("resources", name, "rates")
            _known(resource.rates, self.measures, f"resource {name} has a rate for", "measures", at)
        for name, rule in self.rules.items():
            if rule.measure not in (*self.measures, GOAL):
                fix = did_you_mean(rule.measure, [*self.measures, GOAL], "measures")
                cause = f"rule {name} limits {rule.measure!r}, which is not among the measures; {fix}"
                raise wrong_record(("rules", name, "measure"), cause)
            if rule.at_most is None and rule.at_least is None:
                raise wrong_record(("rules", name), f"rule {name} sets no limit; give it at_most or at_least")
        return self


def _known(names: Any, known: Any, who: str, what: str, at: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            cause = f"{who} {name!r}, which is not among the {what}; {did_you_mean(name, known, what)}"
            raise wrong_record((*at, name), cause)


class MenuPlan(PlanModel):
    """The id of the chosen plan."""

    choice: Annotated[str, Constrained(max_length=100, description="the id of the one plan that is chosen")]


class Menu(Family[MenuRecords, MenuPlan]):
    """Pick one of a handful of candidate plans.

    Records hold *resources* (a van round, a machine, a day of an auditor), each with what one unit adds to the goal and
    to further *measures*; *options*, the candidate plans, which use quantities of them; and *rules*, limits on the
    measures. A plan's cost and validity are computed: its total of a measure is the sum over its resources of quantity
    times rate. It can be carried out when every resource it uses is available and within its limit, and when it keeps
    every rule. The plan format is ``{"choice": "A"}``.

    The model has one binary column for each option, of which exactly one is 1. Because they sum to 1, a rule
    ``total <= limit`` is the row ``sum over options of (total - limit) * choose <= 0``.
    """

    name: ClassVar[str] = "menu"
    records_model: ClassVar[type[RecordsModel]] = MenuRecords
    plan_model: ClassVar[type[PlanModel]] = MenuPlan
    fields: ClassVar[tuple[Field, ...]] = (
        Field("/resources/*/goal_rate", "what one unit adds to the goal", "goal unit", Effect.OBJECTIVE),
        Field("/resources/*/rates/*", "what one unit adds to a measure", "measure unit", Effect.VALUE),
        Field("/resources/*/limit", "most units that can be used", "resource unit", Effect.VALUE),
        Field("/resources/*/available", "whether the resource is available", None, Effect.AVAILABILITY),
        Field("/options/*/uses/*", "quantity that a plan uses", "resource unit", Effect.OBJECTIVE),
        Field("/rules/*", "rule on a measure of the chosen plan", None, Effect.CONSTRAINT),
        Field("/rules/*/at_most", "upper limit of a rule", "measure unit", Effect.VALUE),
        Field("/rules/*/at_least", "lower limit of a rule", "measure unit", Effect.VALUE),
    )

    def sense(self, records: MenuRecords) -> Sense:
        """Return the goal's sense."""
        return Sense(records.goal.sense)

    def value_name(self, records: MenuRecords) -> tuple[str, str]:
        """Return the goal's label and unit."""
        return records.goal.label, records.goal.unit

    def value_text(self, value: Fraction, records: MenuRecords) -> str:
        """Return the goal's total with its unit."""
        return amount_text(value, records.goal.unit)

    def model(self, records: MenuRecords) -> ConcreteModel:
        """Return the choice model: one binary for each option, one row for each limit."""
        import pyomo.environ as pyo
        from pyomo.common.numeric_types import RegisterNumericType

        RegisterNumericType(Fraction)
        model = pyo.ConcreteModel()
        options = list(records.options)
        model.choose = pyo.Var(options, domain=pyo.Binary)
        model.plan = [model.choose]
        model.one = pyo.Constraint(expr=sum(model.choose[option] for option in options) == 1)
        model.limits = pyo.ConstraintList()
        for excess in _excesses(records):
            terms = [value * model.choose[option] for option, value in excess.items() if value]
            if terms:  # otherwise every option meets the limit exactly, and the row would be empty
                model.limits.add(sum(terms) <= 0)
        goal = _totals(records, GOAL)
        sense = pyo.minimize if records.goal.sense == "min" else pyo.maximize
        model.total = pyo.Objective(expr=sum(goal[option] * model.choose[option] for option in options), sense=sense)
        return model

    def plan(self, values: Mapping[str, Fraction], records: MenuRecords) -> MenuPlan:
        """Return the option whose column is largest."""
        return MenuPlan(choice=max(records.options, key=lambda option: values.get(_column(option), Fraction(0))))

    def columns(self, plan: MenuPlan) -> dict[str, Fraction]:
        """Return the one column that is 1."""
        return {_column(plan.choice): Fraction(1)}

    def check(self, plan: MenuPlan, records: MenuRecords, tolerance: Fraction = Fraction(0)) -> Check:
        """Add up the chosen option's totals and compare them with every limit."""
        choice = plan.choice
        if choice not in records.options:
            return Check((f"There is no plan {shortened(choice)}; choose {listed(records.options, 'or')}.",), None)
        used = {name: quantity for name, quantity in records.options[choice].uses.items() if quantity}
        broken: list[str] = []
        for name, quantity in used.items():
            resource = records.resources[name]
            if not resource.available:
                broken.append(f"Plan {choice} uses {resource.label}, which is not available.")
            if resource.limit is not None and quantity > resource.limit + tolerance:
                need, most = compared(quantity, resource.limit, resource.unit)
                broken.append(f"Plan {choice} needs {need} of {resource.label}, over the limit of {most}.")
        for rule in records.rules.values():
            broken.extend(_broken_rule(choice, used, rule, records, tolerance))
        value = sum((quantity * records.resources[name].goal_rate for name, quantity in used.items()), Fraction(0))
        return Check(tuple(broken), None if broken else value)

    def tables(self, records: MenuRecords) -> tuple[Table, ...]:
        """Return the candidate plans with what they use, the resources with their rates, and the rules."""
        return _plans_table(records), _resources_table(records), *_rules_tables(records)

    def rules(self, records: MenuRecords) -> tuple[str, ...]:
        """Return how totals are formed, what makes a plan impossible, and what is best."""
        goal, best = records.goal, "smallest" if records.goal.sense == "min" else "largest"
        return (
            f"Exactly one of the plans {listed(records.options)} is carried out, as a whole and once.",
            f"A plan's {goal.label} is the sum, over the resources it uses, of quantity times the resource's rate; "
            "every other measure adds up in the same way.",
            "A plan cannot be carried out when it uses a resource that is not available, uses more of a resource than "
            "can be used, or breaks a rule. Limits may be met exactly.",
            f"Of the plans that can be carried out, the one with the {best} {goal.label} is best.",
        )

    def plan_format(self, records: MenuRecords) -> str:
        """Return the one key of the plan."""
        example = next(iter(records.options))
        return (
            "The plan is a JSON object with the id of the one plan that you choose "
            f'({listed(records.options, "or")}):\n\n```json\n{{"choice": "{example}"}}\n```\n'
        )

    def describe(self, plan: MenuPlan, records: MenuRecords) -> str:
        """Return the chosen plan's id and label."""
        option = records.options.get(plan.choice)
        return (
            f"Plan {shortened(plan.choice)} (not on the menu)" if option is None else f"{plan.choice}: {option.label}"
        )

    def differences(self, first: MenuPlan, second: MenuPlan, records: MenuRecords) -> tuple[str, ...]:
        """Return which plan is chosen instead, and what it uses otherwise."""
        return choice_differences(self, first, second, records)

    def drawing(self, plan: MenuPlan, records: MenuRecords) -> Drawing | None:
        """Return the menu as a table, the choice marked."""
        return menu_table(self, plan, records)

    def read(self, pointer: str, value: Any, data: Data) -> Any:
        """Return an authored number, which may carry the unit of its place."""
        field = self.field_at(pointer)
        if field is None or field.unit is None:
            return value
        return read_amount(value, field.meaning, self.unit_at(pointer, data))

    def unit_at(self, pointer: str, data: Data) -> str:
        """Return the unit of the goal, of a measure or of a resource; a rule that is not in `data` has none."""
        match pointer.split("/")[1:]:
            case ["resources", _, "goal_rate"]:
                owner: Any = data["goal"]
            case ["resources", name, "limit"] | ["options", _, "uses", name]:
                owner = data["resources"].get(name)
            case ["resources", _, "rates", measure]:
                owner = data.get("measures", {}).get(measure)
            case ["rules", rule, "at_most" | "at_least"] if rule in data.get("rules", {}):
                measure = data["rules"][rule]["measure"]
                owner = data["goal"] if measure == GOAL else data["measures"].get(measure)
            case _:
                owner = None
        return "" if owner is None else str(owner["unit"])


def _column(option: str) -> str:
    return f"choose[{option}]"


def _totals(records: MenuRecords, measure: str) -> dict[str, Fraction]:
    rates = {
        name: resource.goal_rate if measure == GOAL else resource.rates.get(measure, Fraction(0))
        for name, resource in records.resources.items()
    }
    return {
        name: sum((quantity * rates[resource] for resource, quantity in option.uses.items()), Fraction(0))
        for name, option in records.options.items()
    }


def _excesses(records: MenuRecords) -> Iterator[dict[str, Fraction]]:
    """Yield, for each limit, by how much every option is over it."""
    for name, resource in records.resources.items():
        uses = {option: record.uses.get(name, Fraction(0)) for option, record in records.options.items()}
        if not resource.available:
            yield uses
        if resource.limit is not None:
            yield {option: quantity - resource.limit for option, quantity in uses.items()}
    for rule in records.rules.values():
        totals = _totals(records, rule.measure)
        if rule.at_most is not None:
            yield {option: total - rule.at_most for option, total in totals.items()}
        if rule.at_least is not None:
            yield {option: rule.at_least - total for option, total in totals.items()}


def _broken_rule(
    choice: str, used: Mapping[str, Fraction], rule: Rule, records: MenuRecords, tolerance: Fraction
) -> Iterator[str]:
    label, unit = _measure(rule.measure, records)
    total = Fraction(0)
    for name, quantity in used.items():
        resource = records.resources[name]
        total += quantity * (resource.goal_rate if rule.measure == GOAL else resource.rates.get(rule.measure, 0))
    if rule.at_most is not None and total > rule.at_most + tolerance:
        shown, limit = compared(total, rule.at_most, unit)
        yield f"Plan {choice} comes to {shown} ({label}), over the limit of {limit} ({rule.label})."
    if rule.at_least is not None and total < rule.at_least - tolerance:
        shown, limit = compared(total, rule.at_least, unit)
        yield f"Plan {choice} comes to {shown} ({label}), below the least of {limit} ({rule.label})."


def _measure(name: str, records: MenuRecords) -> tuple[str, str]:
    found = records.goal if name == GOAL else records.measures[name]
    return found.label, found.unit


def _plans_table(records: MenuRecords) -> Table:
    used = {name: r for name, r in records.resources.items() if any(name in o.uses for o in records.options.values())}
    heads = (Column("plan"), Column("what it does"), *(Column(r.label, r.unit, True) for r in used.values()))
    rows = tuple(
        (name, option.label, *(number_text(option.uses[r]) if option.uses.get(r) else "–" for r in used))
        for name, option in records.options.items()
    )
    return Table("Candidate plans", heads, rows, "Quantities of each resource that a plan uses.")


def _resources_table(records: MenuRecords) -> Table:
    rates = [Column(measure.label, measure.unit, True) for measure in records.measures.values()]
    goal = Column(records.goal.label, records.goal.unit, True)
    heads = (Column("resource"), Column("unit"), goal, *rates, Column("at most", "", True), Column("available"))
    rows = tuple(
        (
            resource.label,
            resource.unit,
            number_text(resource.goal_rate),
            *(number_text(resource.rates.get(measure, Fraction(0))) for measure in records.measures),
            "no limit" if resource.limit is None else number_text(resource.limit),
            "yes" if resource.available else "no",
        )
        for resource in records.resources.values()
    )
    return Table("Resources", heads, rows, "Rates are for one unit of the resource; “at most” counts units.")


def _rules_tables(records: MenuRecords) -> tuple[Table, ...]:
    if not records.rules:
        return ()
    heads = (Column("limit"), Column("measure"), Column("at least", "", True), Column("at most", "", True))
    rows = []
    for rule in records.rules.values():
        label, unit = _measure(rule.measure, records)
        limits = ["–" if limit is None else amount_text(limit, unit) for limit in (rule.at_least, rule.at_most)]
        rows.append((rule.label, label, *limits))
    return (Table("Limits", heads, tuple(rows), "On the chosen plan's total of the measure."),)
