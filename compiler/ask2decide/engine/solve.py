"""Every solve once: answers come from this run, from the store, or from the back end, in that order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from ask2decide.backend import NO_HINT, Answer, BackEnd, Hint, Options, Status
from ask2decide.engine.ahead import Ahead, Timed
from ask2decide.engine.cache import keep_solve
from ask2decide.engine.kept import Kept, better_of
from ask2decide.engine.known import NOTHING, Known, read_known
from ask2decide.engine.places import Lost
from ask2decide.engine.progress import Watch, solves_line, unwatched
from ask2decide.engine.store import entry_name, entry_text, read_entry
from ask2decide.errors import BackEndError
from ask2decide.ir import Milp

Progress = Callable[[str], None]

WORTH_KEEPING = 1.0
"""From how many seconds on a solve of an unfinished run is kept for the next one."""


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
    ahead : Ahead or None
        Solves models side by side before they are asked for; None where this process is to do everything.
    unfinished : Path or None
        Where solves that took long are kept at once, for the next run should this one not come to its end.
    watch : Watch
        Takes a line on what is being solved.
    known_file : Path or None
        Where numbers that earlier runs proved are read from; None reads none.
    """

    back_end: Callable[[], BackEnd]
    options: Options = field(default_factory=Options)
    folder: Path | None = None
    fresh: bool = False
    say: Progress = lambda line: None
    ahead: Ahead | None = None
    unfinished: Path | None = None
    watch: Watch = unwatched
    known_file: Path | None = None
    counts: Counts = field(default_factory=Counts)
    used: dict[str, Kept] = field(default_factory=dict)
    _answers: dict[str, Kept] = field(default_factory=dict)
    _from_store: dict[str, Kept | None] = field(default_factory=dict)
    _solved_ahead: dict[str, Timed | Lost] = field(default_factory=dict)
    _hints: dict[str, Hint] = field(default_factory=dict)

    @cached_property
    def known(self) -> Known:
        """What earlier runs proved of optima, regrets and verdicts; also with `fresh`, as stored bounds are kept."""
        return NOTHING if self.known_file is None else read_known(self.known_file, self.say)

    @property
    def takes_hints(self) -> bool:
        """Whether hints are of use: only a solve that may stop before its end gains enough by them.

        Without a limit they would save little and have the plan that is found depend on those known before.
        """
        return self.options.time_limit is not None

    def suggest(self, model: Milp, hint: Hint) -> None:
        """Note what is known of a model that may have to be solved; the first word stands.

        It is given at points that do not depend on how many solves run at once.
        """
        if self.takes_hints:
            self._hints.setdefault(model.digest, hint)

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
            self._answers[digest] = self._found(model, digest, title)
        self.used[digest] = self._answers[digest]
        return self._answers[digest].answer

    def solve_ahead(self, wanted: Iterable[tuple[str, Milp]]) -> None:
        """Solve models that will be asked for, by title, side by side. What nobody asks for later leaves no trace.

        Answers are those that `answer` would find, so what is proved does not depend on how many run at once.
        """
        if self.ahead is None:
            return
        titles, models = {}, {}
        for title, model in wanted:
            if self.is_open(model):
                titles[model.digest], models[model.digest] = title, model
        if len(models) < 2:
            return  # one alone is solved here as fast
        digests = list(models)
        done: dict[str, Answer | None] = {}
        self.watch(solves_line(done, titles.values()))
        for number, answer in self.ahead.answers([(model, self._options(model)) for model in models.values()]):
            self._solved_ahead[digests[number]] = answer
            if isinstance(answer, Timed):
                self._keep(models[digests[number]], answer)
            done[titles.pop(digests[number])] = answer.answer if isinstance(answer, Timed) else None
            self.watch(solves_line(done, titles.values()))

    def knows(self, model: Milp) -> bool:
        """Return whether `model` has an answer from this run or the store, so that `answer` solves nothing."""
        return not self.is_open(model)

    def is_open(self, model: Milp) -> bool:
        """Return whether `answer` would have to solve the model."""
        digest = model.digest
        if digest in self._answers or digest in self._solved_ahead:
            return False
        stored = self._stored(digest)
        return stored is None or self.fresh or not stored.covers(self.options.time_limit)

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

    def _found(self, model: Milp, digest: str, title: str) -> Kept:
        stored = self._stored(digest)
        if stored is not None and not self.fresh and stored.covers(self.options.time_limit):
            self.counts.stored += 1
            return stored
        new = self._new(self._solved(model, title))
        return new if stored is None else better_of(stored, new)

    def _options(self, model: Milp) -> Options:
        return replace(self.options, hint=self._hints.get(model.digest, NO_HINT))

    def _new(self, answer: Answer) -> Kept:
        return Kept(answer, self.options.time_limit if answer.status is Status.LIMIT else None)

    def _keep(self, model: Milp, timed: Timed) -> None:
        failed = timed.answer.status in (Status.ERROR, Status.UNBOUNDED)
        if self.unfinished is not None and timed.seconds >= WORTH_KEEPING and not failed:
            new = self._new(_plan_only(model, timed.answer))
            keep_solve(self.unfinished, model.digest, new.answer, new.time_limit)

    def _stored(self, digest: str) -> Kept | None:
        """Return the better of what the package and an unfinished run hold; read once."""
        if digest not in self._from_store:
            found = [self._read(folder, digest) for folder in (self.folder, self.unfinished) if folder is not None]
            known = [kept for kept in found if kept is not None]
            self._from_store[digest] = better_of(known[0], known[1]) if len(known) > 1 else next(iter(known), None)
        return self._from_store[digest]

    def _read(self, folder: Path, digest: str) -> Kept | None:
        path = folder / entry_name(digest)
        if not path.exists():
            return None
        entry = _read(path, digest)
        if entry is None:
            self.counts.damaged += 1
            self.say(f"{path}: this stored result is damaged; it is solved again.")
            return None
        return Kept(*entry)

    def _solved(self, model: Milp, title: str) -> Answer:
        timed = self._solved_ahead.pop(model.digest, None)
        if isinstance(timed, Lost):
            raise BackEndError(
                f"{title}: it could not be solved, twice: {timed.reason}.",
                "run the command again, with fewer --jobs where memory is short, or with a --time-limit.",
            )
        if timed is None:
            self.watch(title)
            begun = time.monotonic()
            answer = self.back_end().solve(model, self._options(model))
            timed = Timed(answer, time.monotonic() - begun)
            self._keep(model, timed)
        answer = timed.answer
        self.counts.solved += 1
        if answer.status is Status.ERROR:
            raise BackEndError(
                f"{title}: {answer.back_end} failed on a model of {_size(model)}.",
                "write the records in units that bring their numbers closer together, or try another --solver.",
            )
        if answer.status is Status.UNBOUNDED:
            raise BackEndError(
                f"{title}: {answer.back_end} calls the model unbounded: its plans can cost less than any number.",
                "bound the plan's amounts in the records (supplies, orders, limits).",
            )
        return _plan_only(model, answer)


def _size(model: Milp) -> str:
    """Return how large a model is, and how far its numbers lie apart."""
    sizes = [abs(value) for row in model.rows for _, value in row.terms]
    sizes += [abs(column.cost) for column in model.columns if column.cost]
    text = f"{len(model.columns)} columns and {len(model.rows)} rows"
    if not sizes:
        return text
    return f"{text}, whose coefficients and costs lie between {float(min(sizes)):.3g} and {float(max(sizes)):.3g}"


def _plan_only(model: Milp, answer: Answer) -> Answer:
    """Return the answer without the values of columns beside the plan."""
    if answer.values is None:
        return answer
    plan = {column.name for column in model.plan_columns}
    return replace(answer, values={name: value for name, value in answer.values.items() if name in plan})


def _read(path: Path, digest: str) -> tuple[Answer, float | None] | None:
    try:
        return read_entry(path.read_text(encoding="utf-8", errors="replace"), digest)
    except OSError:
        return None
