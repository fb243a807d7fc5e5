"""All that is proved of one task, in one visible order: optima, labels, verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ask2decide.engine.graph import graph_of_optima, steps
from ask2decide.engine.known import NOTHING, Known
from ask2decide.engine.solve import Engine
from ask2decide.labels import Label, Optimum, Survival
from ask2decide.passes.needs_asking import NeedsAsking, proper_subsets
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.regret import Regret
from ask2decide.passes.settle import Settle
from ask2decide.variants.variants import Problem, Variants


@dataclass(frozen=True)
class Proofs:
    """What was proved of one task.

    Parameters
    ----------
    problems, optima : mapping
        By key, in the order they were solved: theta_0, each item alone, all items but one, theta_H, further values.
    standalone, conditional : mapping of str to Label
        By item.
    needs_asking : tuple of Survival
        Nothing asked, only the irrelevant items asked, each relevant item missed; with ``all`` also every proper
        subset of the relevant items.
    by_certificate, by_minimax : int
        How many labels a certificate closed, and how many needed Eq. 3.
    optima_without_solve : int
        How many of the optima, equal records counted once, follow from those of looser problems.
    known : Known
        What a later run must not lose.
    """

    problems: Mapping[str, Problem]
    optima: Mapping[str, Optimum]
    standalone: Mapping[str, Label]
    conditional: Mapping[str, Label]
    needs_asking: tuple[Survival, ...]
    by_certificate: int
    by_minimax: int
    optima_without_solve: int = 0
    known: Known = NOTHING

    @property
    def sides(self) -> tuple[tuple[str, Mapping[str, Label]], ...]:
        """The labels of both sides, each with its name in messages."""
        return ("standalone", self.standalone), ("conditional", self.conditional)


def prove(variants: Variants, engine: Engine, every_subset: bool = False, shortcuts: bool = True) -> Proofs:
    """Return the proofs of a task whose items are complete (docs/architecture.md, steps 2 to 4 and 6).

    Parameters
    ----------
    every_subset : bool
        Verdicts for every proper subset of the relevant items.
    shortcuts : bool
        False solves every optimum, and Eq. 3 for every label.
    """
    optima = Optima(engine, Pool(), shortcuts)
    regret = Regret(variants, optima, engine, shortcuts)
    items = variants.task.hidden
    problems = needed_problems(variants)
    needs_asking = NeedsAsking(variants, optima, engine)
    _solve_optima(problems, optima, engine)
    if engine.ahead is not None or engine.takes_hints:
        backgrounds = ((), variants.task.ids)
        engine.solve_ahead([e for background in backgrounds for item in items for e in regret.open(item, background)])
    standalone = {item.id: regret.label(item, ()) for item in items}
    conditional = {item.id: regret.label(item, variants.task.ids) for item in items}
    settle = Settle(variants, optima, engine.known if shortcuts else NOTHING)

    def settled(labels: Mapping[str, Label], background: Sequence[str]) -> dict[str, Label]:
        return {item.id: settle.label(labels[item.id], variants.versions(item, background)) for item in items}

    verdicts: tuple[Survival, ...] = ()
    relevant: list[str] | None = None
    # A verdict's plan may narrow a label so that another item is relevant, and asks for a verdict of its own.
    while relevant != (found := _relevant(settled(conditional, variants.task.ids))):
        relevant = found
        verdicts = _verdicts(needs_asking, settled(conditional, variants.task.ids), every_subset)
    standalone, conditional = settled(standalone, ()), settled(conditional, variants.task.ids)
    verdicts = tuple(settle.verdict(verdict, conditional) for verdict in verdicts)
    for verdict in verdicts:
        problem = variants.problem(verdict.known)
        problems.setdefault(problem.key, problem)
    found_optima = {key: settle.optimum(problem) for key, problem in problems.items()}
    return Proofs(
        problems=problems,
        optima=found_optima,
        standalone=standalone,
        conditional=conditional,
        needs_asking=verdicts,
        by_certificate=regret.by_certificate,
        by_minimax=regret.minimax_solved,
        optima_without_solve=len(optima.proved_by_inclusion),
        known=settle.kept(problems, found_optima, [*standalone.values(), *conditional.values()], verdicts),
    )


def _solve_optima(problems: Mapping[str, Problem], optima: Optima, engine: Engine) -> None:
    """Find the optima in the order of the problems; those that need not wait for one another are solved side by side.

    In a problem where more is known, the optimum may follow from one where less is: that one comes first.
    """
    hints = engine.takes_hints and any(engine.is_open(problem.model) for problem in problems.values())
    if engine.ahead is None and not hints:
        for problem in problems.values():
            optima.of(problem)
        return
    step = steps(graph_of_optima(problems.values()))
    for _, group in groupby(problems.values(), key=lambda problem: step[problem.digest]):
        side_by_side = list(group)
        for problem in side_by_side:
            optima.suggest(problem)
        engine.solve_ahead(
            (problem.title, problem.model) for problem in side_by_side if not optima.without_solve(problem)
        )
        for problem in side_by_side:
            optima.of(problem)


def needed_problems(variants: Variants) -> dict[str, Problem]:
    """Return every problem that the labels of a task compare, by key."""
    versions = [
        problem
        for background in ((), variants.task.ids)
        for item in variants.task.hidden
        for problem in variants.versions(item, background)
    ]
    versions.sort(key=lambda problem: (bool(problem.version), len(problem.known)))
    return {problem.key: problem for problem in versions}


def _verdicts(needs_asking: NeedsAsking, conditional: Mapping[str, Label], every_subset: bool) -> tuple[Survival, ...]:
    relevant = _relevant(conditional)
    rest = [name for name in conditional if name not in relevant]
    # Where nothing is proved relevant because labels are open, knowing the rest would be knowing everything.
    with_rest = rest and (relevant or all(label.is_zero for label in conditional.values()))
    subsets = list(proper_subsets(relevant)) if every_subset else []
    needs_asking.solve_ahead([(), *([rest] if with_rest else []), *subsets])
    verdicts = [needs_asking.verdict(())]
    if with_rest:
        verdicts.append(needs_asking.verdict(rest))
    # With one relevant item, "only the others asked" and "that one missed" are the same question.
    asked = {frozenset(verdict.known) for verdict in verdicts}
    missed = [name for name in relevant if frozenset(conditional) - {name} not in asked]
    verdicts += [needs_asking.missed(conditional[name]) for name in missed]
    if every_subset:
        done = {frozenset(verdict.known) for verdict in verdicts}
        verdicts += [needs_asking.verdict(known) for known in subsets if frozenset(known) not in done]
    return tuple(verdicts)


def _relevant(conditional: Mapping[str, Label]) -> list[str]:
    return [name for name, label in conditional.items() if label.is_positive]
