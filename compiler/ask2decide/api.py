"""The Python API: a task and its steps as objects; the command line is a thin layer over them (docs/api.md).

Everything that is asked for is solved at most once a `Task`, and what the task's package holds is not solved again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ask2decide.authoring.answers_view import Explained, Suggested
from ask2decide.authoring.item_view import HiddenItems
from ask2decide.authoring.judged import JudgedPlan
from ask2decide.authoring.known_sets import Known, ids_of, in_order_of
from ask2decide.authoring.label_view import BothLabels, ItemLabel, LabelTable
from ask2decide.authoring.lattice import Lattice
from ask2decide.authoring.lattice_work import LatticeWork, chosen_items
from ask2decide.authoring.notebook import MarkdownText
from ask2decide.authoring.package_view import Package
from ask2decide.authoring.plan_input import Plan
from ask2decide.authoring.recall import recall
from ask2decide.authoring.variant_view import BestPlan, Variant
from ask2decide.authoring.workbench import Workbench
from ask2decide.build import Settings, findings
from ask2decide.emit.findings import Findings
from ask2decide.labels import Bracket
from ask2decide.passes.prove import needed_problems

__all__ = [
    "BestPlan",
    "BothLabels",
    "Bracket",
    "Explained",
    "Findings",
    "HiddenItems",
    "ItemLabel",
    "JudgedPlan",
    "LabelTable",
    "Lattice",
    "Package",
    "Suggested",
    "Task",
    "Variant",
]


@dataclass(frozen=True, repr=False, eq=False)
class Task:
    """An authored task: its problems, labels and lattice, and the loss of plans.

    Sets of items are given as one id, as ids joined by commas, or as any iterable of ids: ``"H1"``, ``"H1,S1"``,
    ``{"H1", "S1"}``.

    Parameters
    ----------
    bench : Workbench
        The task with its engine, its optima and every plan met so far. `Task.load` makes it.

    Examples
    --------
    >>> from ask2decide import Task
    >>> task = Task.load("tasks/easy1_dispatch")  # doctest: +SKIP
    >>> task.variant({"H1"}).optimum, task.label("H1").exact  # doctest: +SKIP
    """

    bench: Workbench

    @classmethod
    def load(
        cls,
        folder: str | Path,
        *,
        out: str | Path = "generated",
        instances: str | Path | None = None,
        solver: str = "auto",
        time_limit: float | None = None,
        fresh: bool = False,
        allow_code: bool = False,
        keep: bool = False,
        say: Callable[[str], None] = lambda line: None,
    ) -> Task:
        """Read an authored task; nothing is solved yet.

        Parameters
        ----------
        folder : str or Path
            The task's folder, or its task.yaml.
        out : str or Path
            Where packages are: the stored solves of the task's own are read there. Nothing is written, unless `keep`.
        instances : str or Path, optional
            A folder of public instance files beside the shipped ones.
        solver : str
            ``auto``, or the name of a back end.
        time_limit : float, optional
            Seconds for each solve; the task's own limit otherwise. Values become certified intervals.
        fresh : bool
            Ignore stored solves.
        allow_code : bool
            Whether a `model.py` of the task's own may run where it is not one of this repository's tasks.
        keep : bool
            Keep solves of more than a second in ``<out>/.ask2decide`` for the next run, as an unfinished build does.
        say : callable
            Takes messages, such as that of a damaged stored solve.

        Raises
        ------
        SpecError
            With every mistake of the task.
        UsageError, InstanceError
            When the task or its base instance is not there.
        """
        settings = Settings(
            out=Path(out),
            instances=None if instances is None else Path(instances),
            solver=solver,
            time_limit=time_limit,
            fresh=fresh,
            allow_code=allow_code,
            keep_unfinished=keep,
        )
        return cls(Workbench.open(Path(folder), settings, say))

    @property
    def name(self) -> str:
        """The task's name."""
        return self.bench.task.name

    @property
    def brief(self) -> str:
        """The request, as its operator puts it."""
        return self.bench.task.brief

    @property
    def items(self) -> HiddenItems:
        """The hidden items by id, in the spec's order."""
        return HiddenItems(self.name, self.bench.task.hidden)

    @property
    def missing_twins(self) -> tuple[str, ...]:
        """The items that want a twin which no lock names: what is found here is of the task without those twins.

        A build finds and locks them; `findings` finds them too.
        """
        return tuple(item.id for item in self.bench.task.hidden if item.wants_twin)

    @property
    def recorded(self) -> Variant:
        """theta_0: the problem by the records alone."""
        return self.variant()

    @property
    def today(self) -> Variant:
        """theta_H: today's true problem, every item known."""
        return self.variant(self.items)

    def variant(self, known: Known = ()) -> Variant:
        """Return theta_S, the problem of one who knows exactly the items S = `known`.

        Raises
        ------
        UsageError
            When the task has no such item.
        """
        return Variant(self.bench, self._ids(known))

    def optimum(self, known: Known = ()) -> BestPlan:
        """Return the optimum of theta_S in the family's own sense, with the best plan.

        Raises
        ------
        UsageError
            When the task has no such item.
        TaskError
            When that problem has no feasible plan, or its optimum is 0.
        """
        return self.variant(known).best

    def label(self, item: str, given: Known = ()) -> ItemLabel:
        """Return D(item | given), the regret of not knowing an item where the items `given` are known (Eq. 3).

        Parameters
        ----------
        item : str
            The item's id.
        given : str or iterable of str
            The background; nothing gives the standalone regret, `task.items` the conditional one. It may name the item
            itself, which counts as not given.

        Raises
        ------
        UsageError
            When the task has no such item.
        TaskError
            When one of the problems has no feasible plan, or its optimum is 0.
        """
        background = self._ids(given)
        recall(self.bench)
        return ItemLabel(self.bench, self.bench.label(item, background))

    def labels(self) -> LabelTable:
        """Return the two labels of every item: those of the task's labels.json.

        A twin that is still to be found has no label; see `missing_twins`.
        """
        # In the order of a build, whose stored solves then answer everything.
        for problem in needed_problems(self.bench.variants).values():
            self.bench.optima.of(problem)
        standalone = {name: self.label(name) for name in self.items}
        conditional = {name: self.label(name, self.items) for name in self.items}
        return LabelTable(self.bench, {name: BothLabels(standalone[name], conditional[name]) for name in self.items})

    def lattice(self, items: Known | None = None, *, most: int | None = None, given: Known = ()) -> Lattice:
        """Return the regret of every item in every background, the losses left, and the orders to ask in.

        A task of n items has 2^n optima and 2^(n-1) n labels (docs/lattice.md).

        Parameters
        ----------
        items : str or iterable of str, optional
            Takes these items alone; the others stay as the records have them.
        most : int, optional
            Takes that many items: those worth most. A number also allows more than eight, up to twelve.
        given : str or iterable of str
            Items that are known throughout.

        Raises
        ------
        UsageError
            When the task has no such item, or the lattice would be too large.
        TaskError
            When some set of items leaves no feasible plan.
        """
        return LatticeWork(self.bench, *chosen_items(self.bench, items, most, given)).run()

    def judge(self, plan: Plan, given: Known | None = None) -> JudgedPlan:
        """Return the loss of a plan, and every rule it breaks.

        Parameters
        ----------
        plan : mapping, str, bytes or path
            In the task's plan format: a mapping, JSON text, or the path of a file.
        given : str, iterable of str or None
            Judges under theta_S for S = `given`; None under today's true problem.

        Raises
        ------
        UsageError
            When the plan's file is not there, or the task has no such item.
        """
        return (self.today if given is None else self.variant(given)).judge(plan)

    def explain(self, item: str, given: Known | None = None) -> Explained:
        """Return why an item's labels are what they are.

        Parameters
        ----------
        item : str
            A hidden item's id; where `given` is None also that of a twin which a build finds.
        given : known items, optional
            The background; by default both, nothing known (standalone) and the rest known (conditional).

        Raises
        ------
        UsageError
            When the task has no such item.
        """
        from ask2decide.authoring.explaining import explain_given
        from ask2decide.emit.explanation import explanation

        if given is not None:
            return Explained(explain_given(self.bench, item, self._ids(given)))
        found = self.findings()
        in_order_of(item, found.task.ids, self.name)
        return Explained(explanation(found, item))

    def suggest(self, templates: Known | None = None, *, limit: int = 200, show: int = 5, twins: int = 1) -> Suggested:
        """Return hidden items that the family's item templates propose, with certified regrets.

        Parameters
        ----------
        templates : names, optional
            The item templates to use; by default all.
        limit : int
            How many candidates are labelled: what it costs, a solve or two for each that known plans leave open.
        show : int
            How many of each group are listed.
        twins : int
            How many twins are looked for of each strong item.

        Raises
        ------
        UsageError
            When there is no template of that name.
        """
        from ask2decide.authoring.suggest import Request, Suggester

        names = None if templates is None else ids_of(templates)
        request = Request(names, limit=limit, show=show, twins=twins)
        return Suggested(self.bench.task, Suggester(self.bench, request).found())

    def findings(self) -> Findings:
        """Return everything that a build proves of the task, its twins searched for where they are not locked.

        Raises
        ------
        TaskError
            When some item has no twin, or a problem no feasible plan.
        """
        return self._findings

    def card(self) -> MarkdownText:
        """Return the task card, as ``ask2decide-build`` writes it."""
        from ask2decide.emit.card import card

        return MarkdownText(card(self.findings()))

    @cached_property
    def _findings(self) -> Findings:
        from ask2decide.passes.twins import prove_with_twins

        completed = prove_with_twins(self.bench.loaded, self.bench.engine)
        return findings(completed.variants.task, self.bench.loaded, completed.proofs)

    def _ids(self, known: Known) -> tuple[str, ...]:
        return in_order_of(known, self.bench.task.ids, self.name)

    def __repr__(self) -> str:
        return f"Task({self.name!r}, family {self.bench.family.name!r}, {len(self.items)} hidden items)"

    def _repr_markdown_(self) -> str:
        from ask2decide.authoring.notebook import without_mathematics
        from ask2decide.emit.markdown import quoted, words

        head = f"**{words(self.name)}**: {words(self.bench.task.split.value)}, family {words(self.bench.family.name)}"
        return without_mathematics("\n\n".join([head, quoted(self.brief)])) + "\n\n" + self.items._repr_markdown_()
