"""Every solve once: answers come from this run, from the store, or from the back end, in that order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from ask2decide.backend import Answer, BackEnd, Options, Status
from ask2decide.engine.kept import Kept, better_of
from ask2decide.engine.store import entry_name, entry_text, read_entry
from ask2decide.errors import BackEndError
from ask2decide.ir import Milp

Progress = Callable[[str], None]


@dataclass
class Counts:
    """How many answers came from where."""

    solved: int = 0
    stored: int = 0
    damaged: int = 0


@dataclass
class Engine:
    """Answers models, remembering each by its content.

    Parameters
    ----------
    back_end : callable
        Returns the back end; called at the first model that must be solved, so that an unchanged build loads no solver.
    options : Options
        Time limit and presolve.
    folder : Path or None
        Where stored entries are read from; None reads none.
    fresh : bool
        Solve everything again. Stored bounds are still kept where they are better than those of a solve that stops at
        its limit.
    say : callable
        Takes a progress line.
    """

    back_end: Callable[[], BackEnd]
    options: Options = field(default_factory=Options)
    folder: Path | None = None
    fresh: bool = False
    say: Progress = lambda line: None
    counts: Counts = field(default_factory=Counts)
    used: dict[str, Kept] = field(default_factory=dict)
    _answers: dict[str, Kept] = field(default_factory=dict)

    def answer(self, model: Milp, title: str = "a problem") -> Answer:
        """Return the answer to `model`, plan columns only.

        Parameters
        ----------
        title : str
            The problem's name in messages.

        Raises
        ------
        BackEndError
            When the back end fails, or calls a model unbounded: costs of plans are bounded.
        """
        digest = model.digest
        if digest not in self._answers:
            self._answers[digest] = self._found(model, digest)
        self.used[digest] = self._answers[digest]
        return self._answers[digest].answer

    def entries(self) -> dict[str, str]:
        """Return the entries used since `forget_used`, as file names and texts."""
        return {
            entry_name(digest): entry_text(digest, kept.answer, kept.time_limit) for digest, kept in self.used.items()
        }

    def answers(self) -> list[Answer]:
        """Return the answers used since `forget_used`."""
        return [kept.answer for kept in self.used.values()]

    def forget_used(self) -> None:
        """Start a new list of used entries; answers stay known."""
        self.used = {}

    def _found(self, model: Milp, digest: str) -> Kept:
        stored = self._stored(digest)
        if stored is not None and not self.fresh and stored.covers(self.options.time_limit):
            self.counts.stored += 1
            return stored
        answer = self._solved(model)
        new = Kept(answer, self.options.time_limit if answer.status is Status.LIMIT else None)
        return new if stored is None else better_of(stored, new)

    def _stored(self, digest: str) -> Kept | None:
        if self.folder is None:
            return None
        path = self.folder / entry_name(digest)
        if not path.exists():
            return None
        entry = _read(path, digest)
        if entry is None:
            self.counts.damaged += 1
            self.say(f"{path}: this stored result is damaged; it is solved again.")
            return None
        return Kept(*entry)

    def _solved(self, model: Milp) -> Answer:
        answer = self.back_end().solve(model, self.options)
        self.counts.solved += 1
        if answer.status is Status.ERROR:
            raise BackEndError(
                f"{answer.back_end} failed on a model of {len(model.columns)} columns and {len(model.rows)} rows.",
                "run again with another --solver.",
            )
        if answer.status is Status.UNBOUNDED:
            raise BackEndError(
                f"{answer.back_end} calls a model unbounded: its plans can cost less than any number.",
                "bound the plan's amounts in the records (supplies, orders, limits).",
            )
        if answer.values is None:
            return answer
        plan = {column.name for column in model.plan_columns}
        return replace(answer, values={name: value for name, value in answer.values.items() if name in plan})


def _read(path: Path, digest: str) -> tuple[Answer, float | None] | None:
    try:
        return read_entry(path.read_text(encoding="utf-8", errors="replace"), digest)
    except OSError:
        return None
