"""What ``ask2decide suggest`` does from its options to its exit status."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ask2decide.authoring.suggest import Request, Suggester, Suggestions
from ask2decide.authoring.suggest_candidates import Candidate, clashes
from ask2decide.authoring.suggest_choice import by_ids, by_ranks, is_rank
from ask2decide.authoring.suggest_compose import Composer
from ask2decide.authoring.suggest_listing import composed_listing, cost_line, listing, outcome_lines
from ask2decide.authoring.suggest_text import regret_words
from ask2decide.authoring.suggest_wishes import Wishes, read_wishes
from ask2decide.authoring.suggest_write import write_items
from ask2decide.authoring.workbench import Workbench
from ask2decide.build import Settings
from ask2decide.emit.words import listed
from ask2decide.engine.progress import Watch, terminal_line
from ask2decide.errors import EXIT_DONE, EXIT_TASK_FAILED, TaskError, UsageError, display_path
from ask2decide.passes.expectations import unmet
from ask2decide.passes.prove import Proofs, prove
from ask2decide.spec import Task
from ask2decide.variants.load import load_task

EXIT_STOPPED = 130

Say = Callable[[str], None]


@dataclass(frozen=True)
class Order:
    """One call of the command.

    Parameters
    ----------
    task : Path
        The task's folder, or its task.yaml.
    want : str or None
        The wishes for a whole set.
    seed : int
        Which set is composed for them.
    write : tuple of str or None
        What is added to the task: ids or ranks; empty for what was composed; None for nothing.
    """

    task: Path
    request: Request
    want: str | None = None
    seed: int = 0
    write: tuple[str, ...] | None = None


def run_suggest(order: Order, settings: Settings, say: Say, result: Say) -> int:
    """Carry out one call; return the exit status.

    Raises
    ------
    UsageError, SpecError, TaskError, BackEndError, InstanceError
        When it cannot be done; the task is then as it was.
    """
    wishes = None if order.want is None else read_wishes(order.want)
    if order.write == () and wishes is None:
        raise UsageError("--write does not say which items.", "name ids or ranks, or compose a set with --want.")
    if order.write and wishes is not None:
        raise UsageError("--write names items, and --want composes them.", "write --want with a bare --write.")
    bench = Workbench.open(order.task, settings, say, may_be_empty=True)
    _say_missing_twins(bench, say)
    with terminal_line() as watch:
        bench.engine.watch = watch
        suggester = Suggester(bench, order.request, watch)
        if order.write and not any(map(is_rank, order.write)):
            chosen = by_ids(bench, suggester, order.write)
            _write(bench, chosen, settings, say, result)
            return EXIT_DONE
        say(cost_line(bench.task, suggester.cost, composing=wishes is not None))
        found = suggester.found()
        for line in outcome_lines(bench.task, found):
            say(line)
        if found.stopped or wishes is None:
            result(listing(bench.task, found))
        if found.stopped:
            return EXIT_STOPPED
        if wishes is not None:
            return _compose(order, bench, found, wishes, settings, say, result, watch)
        if order.write:
            _write(bench, by_ranks(bench, suggester, found, order.write), settings, say, result)
    return EXIT_DONE


def _say_missing_twins(bench: Workbench, say: Say) -> None:
    wanting = [item.id for item in bench.task.hidden if item.wants_twin]
    if wanting:
        one = len(wanting) == 1
        twins = f"the {'twin' if one else 'twins'} of {listed(wanting)} {'is' if one else 'are'} not chosen yet"
        regrets = f"regrets are those without {'it' if one else 'them'}"
        say(f"{bench.task.name}: {twins}, and {regrets}. {bench.before_twins}")


def _compose(
    order: Order,
    bench: Workbench,
    found: Suggestions,
    wishes: Wishes,
    settings: Settings,
    say: Say,
    result: Say,
    watch: Watch,
) -> int:
    try:
        composed = Composer(bench, found.labelled, wishes, order.seed, watch).composed()
    except KeyboardInterrupt:
        say(f"{bench.task.name}: stopped before a set was composed; these are the candidates.")
        result(listing(bench.task, found))
        return EXIT_STOPPED
    result(composed_listing(bench.task, composed))
    for shortfall in composed.shortfalls:
        say(f"{bench.task.name}: {shortfall}")
    if composed.shortfalls:
        say(
            f"{bench.task.name}: the set does not meet --want, and nothing was written. Fix: ask for less, raise "
            "--limit, name other --templates, or try another --seed."
        )
        return EXIT_TASK_FAILED
    if order.write is not None:
        _write(bench, composed.added, settings, say, result)
    return EXIT_DONE


def _write(bench: Workbench, chosen: Sequence[Candidate], settings: Settings, say: Say, result: Say) -> None:
    """Add items to the task's file, and say what each item is worth in the set that now stands there.

    Raises
    ------
    UsageError
        When two of the items touch the same place.
    TaskError
        When some set of the items leaves no plan, or a twin would be worth something; nothing is written then.
    """
    for place, candidate in enumerate(chosen):
        before = bench.with_items([*bench.task.hidden, *(earlier.item for earlier in chosen[:place])])
        for cause in clashes(before, candidate.item):
            raise UsageError(f"{bench.task.name}: {cause}", "write one of them, not both; nothing was written.")
    grown = bench.with_items([*bench.task.hidden, *(candidate.item for candidate in chosen)])
    proofs = prove(grown.variants, grown.engine)
    _require_twins_stay(grown.task, proofs)
    load = partial(load_task, instances=settings.instances, allow_code=settings.allow_code)
    if chosen:
        write_items(bench.task.file, chosen, load)
    added = "1 item" if len(chosen) == 1 else f"{len(chosen)} items"
    say(f"{display_path(bench.task.file)}: {added} added. Regrets in the set that stands there now:")
    for name in grown.task.ids:
        standalone, conditional = proofs.standalone[name].regret, proofs.conditional[name].regret
        result(f"{name}: standalone {regret_words(standalone)}, conditional {regret_words(conditional)}")
    for sentence in unmet(grown.task, proofs):
        say(f"The next build will stop here: {sentence}")


def _require_twins_stay(task: Task, proofs: Proofs) -> None:
    for item in task.hidden:
        for side, labels in proofs.sides:
            if item.twin_of is not None and labels[item.id].is_positive:
                raise TaskError(
                    f"{task.name}: with these items, the {side} regret of the twin {item.id} would be "
                    f"{regret_words(labels[item.id].regret)}.",
                    "leave out the item that makes it so, or the twin; nothing was written.",
                )
