"""One task on the bench: any of its problems, the regret of any item in any background, with every plan kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ask2decide.build import Settings, task_engine
from ask2decide.engine.solve import Engine
from ask2decide.errors import UsageError, did_you_mean, display_path
from ask2decide.family import AnyFamily, Data
from ask2decide.labels import Label, Optimum
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.passes.regret import Regret
from ask2decide.spec import Item, Task
from ask2decide.unchanged.stopped import why_stopped
from ask2decide.variants.load import LoadedTask, load_task
from ask2decide.variants.variants import Problem, Variants


@dataclass(frozen=True)
class Workbench:
    """A task, the engine that solves its problems, and their optima and plans.

    Parameters
    ----------
    loaded : LoadedTask
        The task, its family, the records of theta_0 and the family's item templates. Items that want a twin which no
        lock names stand without it: see `ask2decide.passes.twins.TwinSearch`.
    engine : Engine
        Reads the stored solves of the task's package, if there are any, and solves the rest.
    optima : Optima
        Each problem's optimum once; `optima.pool` holds every plan met so far.
    """

    loaded: LoadedTask
    engine: Engine
    optima: Optima

    @classmethod
    def open(
        cls,
        folder: Path,
        settings: Settings | None = None,
        say: Callable[[str], None] = lambda line: None,
        may_be_empty: bool = False,
    ) -> Workbench:
        """Read the task in `folder`; nothing is solved yet. `may_be_empty` lets it have no hidden item.

        Raises
        ------
        SpecError, UsageError, InstanceError
            As from `ask2decide.variants.load.load_task`.
        """
        settings = settings or Settings()
        loaded = load_task(
            folder, instances=settings.instances, allow_code=settings.allow_code, may_be_empty=may_be_empty
        )
        engine = task_engine(loaded, settings, say)
        return cls(loaded, engine, Optima(engine, Pool()))

    @property
    def task(self) -> Task:
        """The task, its items expanded."""
        return self.loaded.task

    @property
    def family(self) -> AnyFamily:
        """The task's family."""
        return self.loaded.family

    @property
    def data(self) -> Data:
        """The records of theta_0."""
        return self.loaded.data

    @property
    def stopped(self) -> str:
        """What the last build of the task said when it failed; empty where none did, or a file was edited since."""
        package = self.engine.folder.parent if self.engine.folder is not None else None
        return "" if package is None else why_stopped(package.parent, package.name)

    @property
    def before_twins(self) -> str:
        """What must happen before a twin that is wanted is in place, as a sentence."""
        if self.stopped:
            return f"The last build found none that it could keep, for it stopped: {self.stopped}"
        return f"Fix: run `ask2decide-build {display_path(self.task.folder)}` first, which finds twins."

    @cached_property
    def variants(self) -> Variants:
        """The problems theta_S."""
        return Variants(self.task, self.family, self.data)

    @cached_property
    def regret(self) -> Regret:
        """Who labels items."""
        return Regret(self.variants, self.optima, self.engine)

    def item(self, name: str) -> Item:
        """Return a hidden item.

        Raises
        ------
        UsageError
            When the task has no item of that id.
        """
        return self._known([name])[0]

    def problem(self, known: Iterable[str] = ()) -> Problem:
        """Return theta_S for S = `known`."""
        return self.variants.problem(item.id for item in self._known(known))

    def optimum(self, known: Iterable[str] = ()) -> Optimum:
        """Return the optimum of theta_S, as a cost, with the best plan known by now."""
        return self.optima.of(self.problem(known))

    def label(self, name: str, given: Iterable[str] = ()) -> Label:
        """Return D(item | given): the regret of not knowing the item where the items `given` are known (Eq. 3).

        `given` may name the item itself: it counts as not given, so that H gives the conditional regret.
        """
        background = tuple(item.id for item in self._known(given))
        return self.regret.label(self.item(name), background)

    def with_items(self, items: Sequence[Item]) -> Workbench:
        """Return a bench for the same base with other hidden items; engine, optima and plans are shared."""
        loaded = replace(self.loaded, task=replace(self.task, hidden=tuple(items)))
        return Workbench(loaded, self.engine, self.optima)

    def _known(self, names: Iterable[str]) -> list[Item]:
        items = {item.id: item for item in self.task.hidden}
        wanted = list(names)
        for name in wanted:
            if name not in items:
                raise UsageError(f"{self.task.name} has no item {name!r}.", did_you_mean(name, items, "items"))
        return [items[name] for name in wanted]
