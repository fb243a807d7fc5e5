"""Items added to an author's task.yaml: what stands there stays as it is, byte for byte, comments and order included.

ruamel.yaml says where the list of hidden items ends; the new lines go in there. The new file takes the place of the old
one in one step, and only once it loads, passes every check of a spec, and differs from the old one by the new items
alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ask2decide.authoring.suggest_candidates import Candidate
from ask2decide.authoring.suggest_text import item_lines
from ask2decide.emit.write import write_folder
from ask2decide.errors import Diagnostic, SpecError, TaskError, UsageError, display_path
from ask2decide.spec.yaml_reader import parse_yaml
from ask2decide.variants.lock import flow_text

KEY = "hidden"


def with_items(text: str, candidates: Sequence[Candidate]) -> str:
    """Return the text of a task.yaml with items added at the end of its list of hidden items.

    Parameters
    ----------
    text : str
        A task.yaml without mistakes.
    """
    from ruamel.yaml import YAML

    text = text if text.endswith("\n") else f"{text}\n"
    root = YAML(typ="rt", pure=True).compose(text)
    key, hidden = next((key, value) for key, value in root.value if key.value == KEY)
    if not hidden.flow_style:
        column = hidden.start_mark.column
        at = _line_after(text, _content_end(hidden))
        if column > key.start_mark.column:
            at = _behind_comments(text, at, column)
        return text[:at] + _block(candidates, column, text) + text[at:]
    start, end = hidden.start_mark.index, hidden.end_mark.index
    if not hidden.value:
        at = _line_after(text, end)
        head = text[:start].rstrip(" ") if _is_blank(text, key.end_mark.index, start) else text[:start]
        return head + text[end:at] + _block(candidates, key.start_mark.column + 2, text) + text[at:]
    last = hidden.value[-1].end_mark.index
    return text[:last] + "".join(f",\n  {_flow_item(candidate)}" for candidate in candidates) + text[last:]


def write_items(file: Path, candidates: Sequence[Candidate], load: Callable[[Path], object]) -> None:
    """Add items to a task.yaml, all of them or none.

    Parameters
    ----------
    load : callable
        Reads and checks a task file, raising what is wrong with it.

    Raises
    ------
    UsageError
        When the file cannot be read or written.
    SpecError, TaskError
        When the task with these items would not pass its checks; the file is then as it was.
    """
    shown = display_path(file)
    if file.is_symlink():
        raise UsageError(f"{shown} is a link.", "name the folder that holds the file itself.")
    try:
        old = file.read_bytes().decode("utf-8")
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {error.strerror}.", "check its permissions.") from None
    new = with_items(old, candidates)
    _require_same_otherwise(old, new, candidates, shown)
    with _beside(file, new) as trial:
        try:
            load(trial)
        except SpecError as error:
            # The mistakes are told of the file that would have been written, under the name it would have had.
            raise SpecError([_told_of(shown, diagnostic) for diagnostic in error.diagnostics]) from None
    if file.read_bytes().decode("utf-8") != old:
        raise UsageError(f"{shown} was changed meanwhile.", "run the command again; nothing was written.")
    write_folder(file.parent, {file.name: new})


@dataclass(frozen=True)
class _Added:
    """What the reader must find of a candidate in the new file."""

    candidate: Candidate

    @property
    def data(self) -> dict[str, Any]:
        item = self.candidate.item
        twin = {} if item.twin_of is None else {"twin_of": item.twin_of}
        use = self.candidate.use
        return {"id": item.id, "kind": item.kind.value, **twin, "use": use.name, "with": dict(use.arguments)}


def _require_same_otherwise(old: str, new: str, candidates: Sequence[Candidate], shown: str) -> None:
    before, after = (parse_yaml(text.removeprefix("\ufeff"), shown).data for text in (old, new))
    wanted = {**before, KEY: [*before[KEY], *(_Added(candidate).data for candidate in candidates)]}
    if after != wanted:
        raise TaskError(
            f"{shown}: the items cannot be added to its list of hidden items as that is written.",
            "write the list with one '- ' for each item, or paste the items yourself; nothing was written.",
        )


@contextmanager
def _beside(file: Path, text: str) -> Iterator[Path]:
    """Have the text in a file of its own in the task's folder, where its records and templates are."""
    trial = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        trial.write_bytes(text.encode("utf-8"))
        yield trial
    except OSError as error:
        cause = f"{display_path(trial)} cannot be written: {error.strerror}."
        raise UsageError(cause, "make the task's folder writable; nothing was written.") from None
    finally:
        trial.unlink(missing_ok=True)


def _told_of(shown: str, diagnostic: Diagnostic) -> Diagnostic:
    fix = f"{diagnostic.fix} Nothing was written."
    return replace(diagnostic, place=replace(diagnostic.place, file=shown), fix=fix)


def _content_end(node: Any) -> int:
    """Return where the last thing written in a node ends: a block's own mark lies behind the comments that follow."""
    while not isinstance(node.value, str) and node.value and not node.flow_style:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    return int(node.end_mark.index)


def _line_after(text: str, index: int) -> int:
    """Return the start of the line after the one that `index` stands in; an index at a line's start stays."""
    if index and text[index - 1] == "\n":
        return index
    return text.index("\n", index) + 1


def _behind_comments(text: str, at: int, column: int) -> int:
    """Return the place behind the comments that go on right there as far in as the list: they speak of its last item.

    What `ask2decide new` writes below an item, its form without a template, then stays below that item.
    """
    while (line := text[at : text.find("\n", at) + 1]).lstrip(" ").startswith("#"):
        if len(line) - len(line.lstrip(" ")) < column:
            break
        at += len(line)
    return at


def _is_blank(text: str, start: int, end: int) -> bool:
    return not text[start:end].strip(" :")


def _block(candidates: Sequence[Candidate], column: int, text: str) -> str:
    """Return items as lines that begin at a column, with the line ends of `text`."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = (line for candidate in candidates for line in item_lines(candidate))
    return "".join(f"{' ' * column}{line}{end}" for line in lines)


def _flow_item(candidate: Candidate) -> str:
    return flow_text(_Added(candidate).data)
