"""Findings of a tiny task, labelled by enumeration: what the emitters' tests print.

``python -m tests.emit.tiny`` writes the golden texts again.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonpatch

from ask2decide.emit.card import card
from ask2decide.emit.findings import Findings, ItemFindings
from ask2decide.emit.labels_json import labels_json
from ask2decide.emit.roles import Role
from ask2decide.family import Data, Effect, Sense
from ask2decide.labels import Bracket, Certificate, Label, Method, Optimum, Survival
from ask2decide.spec import Base, Item, Kind, Operation, Split, Task
from tests.emit.tiny_model import Tiny, TinyPlan

GOLDEN = Path(__file__).parents[1] / "golden"
FAMILY = Tiny()
ONE = Fraction(1)


def base_data(sense: Sense) -> Data:
    rates = {"A": 4, "B": 5, "C": 9} if sense is Sense.MIN else {"A": 10, "B": 9, "C": Decimal("2.5")}
    suppliers = {name: {"label": f"Mill {name}", "rate": rate, "open": True} for name, rate in rates.items()}
    return {"goal": sense.value, "suppliers": suppliers, "least": Decimal("2.5"), "most": 4}


def items(sense: Sense) -> tuple[Item, ...]:
    low = sense is Sense.MIN
    rule = Operation("replace", "/least", 3) if low else Operation("replace", "/most", Decimal("3.5"))
    other = Operation("replace", "/least", Decimal("2.75")) if low else Operation("replace", "/most", Decimal("3.75"))
    first, second = (6, Decimal("9.5")) if low else (8, 3)
    return (
        Item(
            "H1",
            Kind.SYSTEM_UPDATE,
            ("A",),
            f"Mill A asks {first} $/t from today.",
            ((Operation("replace", "/suppliers/A/rate", first),),),
        ),
        Item(
            "H2",
            Kind.SYSTEM_UPDATE,
            ("C",),
            f"Mill C asks {second} $/t from today.",
            ((Operation("replace", "/suppliers/C/rate", second),),),
            twin_of="H1",
        ),
        Item(
            "H3",
            Kind.SUDDEN_ACCIDENT,
            ("C",),
            "Mill C is shut | its <b>kiln</b>\nbroke.",
            ((Operation("replace", "/suppliers/C/open", False),),),
        ),
        Item("S1", Kind.BASIC_INFORMATION, ("silo",), "The silo takes what it takes: new limit.", ((rule,), (other,))),
    )


EFFECTS = {"H1": Effect.OBJECTIVE, "H2": Effect.OBJECTIVE, "H3": Effect.AVAILABILITY, "S1": Effect.CONSTRAINT}


def patched(data: Data, hidden: Sequence[Item], known: Sequence[str], version: int = 0, of: str = "") -> Data:
    result = copy.deepcopy(data)
    for item in hidden:
        if item.id in known:
            patch = item.patches[version if item.id == of else 0]
            operations = [{"op": o.op, "path": o.path, "value": o.value} for o in patch]
            result = jsonpatch.apply_patch(result, operations)
    return result


def plans() -> list[TinyPlan]:
    """The plans among which every optimum and every best compromise of the tiny task lies."""
    amounts = ["2.5", "2.75", "3", "3.5", "3.75", "4"]
    return [TinyPlan(choice=name, amount=Fraction(amount)) for name in "ABC" for amount in amounts]


def cost(plan: TinyPlan, data: Data, sense: Sense) -> Fraction | None:
    value = FAMILY.check(plan, FAMILY.parse(data)).value
    return None if value is None else FAMILY.cost(value, sense)


def best(data: Data, sense: Sense) -> tuple[Fraction, TinyPlan]:
    scored = [(found, plan) for plan in plans() if (found := cost(plan, data, sense)) is not None]
    return min(scored, key=lambda pair: pair[0])


def exactly(value: Fraction) -> Bracket:
    return Bracket(value, value)


def plan_json(plan: TinyPlan) -> dict[str, Any]:
    return plan.model_dump(mode="json")


def _label(item: Item, background: tuple[str, ...], data: Data, hidden: tuple[Item, ...], sense: Sense) -> Label:
    known = tuple(other.id for other in hidden if other.id in (*background, item.id))
    problems = [patched(data, hidden, background)]
    problems += [patched(data, hidden, known, version, item.id) for version in range(len(item.patches))]
    keys = [
        ",".join(background),
        ",".join(known),
        *(",".join((*background, f"{item.id}#{v}")) for v in range(1, len(item.patches))),
    ]
    optima = [best(problem, sense)[0] for problem in problems]

    def losses(plan: TinyPlan) -> list[Fraction]:
        found = [cost(plan, problem, sense) for problem in problems]
        return [ONE if f is None else min(ONE, (f - z) / abs(z)) for f, z in zip(found, optima, strict=True)]

    plan = min(plans(), key=lambda candidate: max(losses(candidate)))
    regret = max(losses(plan))
    method = Method.WITNESS if regret == 0 else Method.TWO_OPTIMA if item.id == "S1" else Method.MINIMAX
    certificate = Certificate(
        problems=tuple(keys),
        optima=tuple(exactly(z) for z in optima),
        plan=plan_json(plan),
        costs=tuple(cost(plan, problem, sense) for problem in problems),
        losses=tuple(losses(plan)),
        lower_reason="every plan was enumerated.",
        upper_reason="the plan given here attains it.",
        back_ends=("enumeration 1.0",),
    )
    return Label(item.id, background, exactly(regret), method, certificate)


def findings(sense: Sense, folder: Path = Path("tasks/tiny")) -> Findings:
    data, hidden = base_data(sense), items(sense)
    names = tuple(item.id for item in hidden)
    task = Task(
        name=f"tiny_{sense.value}",
        split=Split.EASY,
        family="tiny",
        base=Base(records="records.json"),
        brief="Order grain for the week,\nas cheaply as you can." if sense is Sense.MIN else "Sell what pays best.",
        hidden=hidden,
        expect={},
        folder=folder,
        file=folder / "task.yaml",
    )
    sets = [(), *((name,) for name in names), *(tuple(n for n in names if n != name) for name in names), names]
    variants = {",".join(known): patched(data, hidden, known) for known in sets}
    further: dict[str, Data] = {}
    for item in hidden:
        others = tuple(name for name in names if name != item.id)
        for background, version in [(each, v) for each in ((), others) for v in range(1, len(item.patches))]:
            key = ",".join((*background, f"{item.id}#{version}"))
            further[key] = patched(data, hidden, (*background, item.id), version, item.id)
    optima = {
        key: Optimum(tuple(n for n in key.split(",") if n), exactly(z), plan_json(plan), "enumeration 1.0")
        for key, (z, plan) in ((key, best(variant, sense)) for key, variant in variants.items())
    }
    found = []
    for item in hidden:
        standalone = _label(item, (), data, hidden, sense)
        conditional = _label(item, tuple(n for n in names if n != item.id), data, hidden, sense)
        positive = standalone.is_positive or conditional.is_positive
        role = Role.RELEVANT if positive else Role.TWIN if item.twin_of else Role.OTHER
        found.append(ItemFindings(item, EFFECTS[item.id], role, standalone, conditional))
    survivals = (
        Survival((), exactly(ONE), Method.SURVIVAL, found[0].standalone.certificate),
        Survival(("H2", "H3"), Bracket(Fraction(1, 3), ONE), Method.SURVIVAL, found[0].standalone.certificate),
        Survival(("H2", "H3", "S1"), found[0].conditional.regret, Method.CONDITIONAL_LABEL, None),
    )
    every = {**variants, **further}
    return Findings(task, FAMILY, sense, data, variants[",".join(names)], every, optima, tuple(found), survivals)


def golden_texts(sense: Sense) -> dict[str, str]:
    made = findings(sense)
    return {f"tiny_{sense.value}.labels.json": labels_json(made), f"tiny_{sense.value}.card.md": card(made)}


if __name__ == "__main__":
    for each in Sense:
        for name, text in golden_texts(each).items():
            (GOLDEN / name).write_text(text, encoding="utf-8")
