"""The labels of candidates: alone, and beside the task's items; most are decided by plans that are known already."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ask2decide.authoring.suggest_candidates import Candidate
from ask2decide.authoring.workbench import Workbench
from ask2decide.errors import TaskError
from ask2decide.labels import Label
from ask2decide.passes.regret import Regret
from ask2decide.variants.variants import Problem, Variants


class _Beside(Variants):
    """The problems of a task and one more item; those without that item are the task's own, made once for all."""

    def __init__(self, bench: Workbench, candidate: Candidate) -> None:
        super().__init__(bench.with_items([*bench.task.hidden, candidate.item]).task, bench.family, bench.data)
        self.present = bench.variants
        self.added = candidate.id

    def problem(self, known: Iterable[str], item: str = "", version: int = 0) -> Problem:
        """Return theta_S; see `Variants.problem`."""
        wanted = set(known)
        if self.added in wanted or item == self.added:
            return super().problem(wanted, item, version)
        return self.present.problem(wanted, item, version)

    def forget_models(self) -> None:
        """Free the models of the candidate's own problems, which a long search would pile up; nothing needs them now.

        Should one be asked for again, it is built again.
        """
        for problem in self._problems.values():
            vars(problem).pop("model", None)


@dataclass(frozen=True)
class Labelled:
    """A candidate with its two labels.

    Parameters
    ----------
    standalone, conditional : Label
        Its regret where nothing else is known, and where all the task's present items are.
    solves : int
        How many solves the labels needed.
    """

    candidate: Candidate
    standalone: Label
    conditional: Label
    solves: int

    @property
    def id(self) -> str:
        """The item's id."""
        return self.candidate.id


@dataclass(frozen=True)
class Impossible:
    """A candidate that leaves a problem without a plan (or with an optimum of 0), in the words of the error."""

    candidate: Candidate
    reason: str
    solves: int


class Labeller:
    """Labels candidates one after the other; every plan that is met serves those that come later."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench

    @cached_property
    def background(self) -> tuple[str, ...]:
        """The task's present items."""
        return self.bench.task.ids

    def label(self, candidate: Candidate) -> Labelled | Impossible:
        """Return the labels of a candidate.

        Raises
        ------
        BackEndError
            As from `Regret.label`.
        """
        engine = self.bench.engine
        begun = engine.counts.solved
        beside = _Beside(self.bench, candidate)
        regret = Regret(beside, self.bench.optima, engine)
        try:
            standalone = regret.label(candidate.item, ())
            conditional = regret.label(candidate.item, self.background) if self.background else standalone
        except TaskError as error:
            return Impossible(candidate, error.cause, engine.counts.solved - begun)
        finally:
            beside.forget_models()
        return Labelled(candidate, standalone, conditional, engine.counts.solved - begun)
