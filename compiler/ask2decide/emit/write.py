"""Writing a folder so that at any moment each file is whole, and showing how it differs from what would be written."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ask2decide.errors import UsageError
from ask2decide.resources import inside

Owned = Callable[[str], bool]
"""Whether a path, relative to the target folder, is ours to remove when nothing belongs there any more."""

_PART = re.compile(r"\..+\.\d+\.part")
_LINES_SHOWN = 60
_FILES_SHOWN = 20
_LINES_COMPARED = 20_000


def write_folder(target: Path, files: Mapping[str, str], owned: Owned = lambda path: False) -> None:
    """Write files below a folder; a build killed in the middle leaves whole files, old or new.

    Each file is written beside its place, flushed to the disk, and then put there in one step. A file that already
    holds the text is not touched. What is `owned` and no longer belongs is removed last.

    Parameters
    ----------
    target : Path
        The folder; made when it is missing.
    files : mapping of str to str
        Text by path relative to `target`; stored as UTF-8 with newlines as they are.
    owned : callable
        Which other files may be removed.

    Raises
    ------
    UsageError
        When a path leads outside `target`, or the folder cannot be written.
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name in sorted(files):
            _write_file(inside(target, name), files[name].encode("utf-8"))
        for name in _extra(target, files, owned):
            (target / name).unlink(missing_ok=True)
            _remove_empty_parents(target, name)
    except OSError as error:
        raise UsageError(
            f"{error.filename or target} cannot be written: {error.strerror}.", "choose another folder with --out."
        ) from None


def write_file(path: Path, text: str) -> None:
    """Write one file that a user named: whole or not at all.

    Raises
    ------
    UsageError
        When it cannot be written.
    """
    try:
        _write_file(path, text.encode("utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.", "name another file.") from None


def _write_file(path: Path, content: bytes) -> None:
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        path.rmdir()  # an empty folder in the file's place; one that holds something is an error
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Make the new name itself last through a power cut, where the system can open a folder."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)


def _remove_empty_parents(target: Path, name: str) -> None:
    folder = (target / name).parent
    while folder != target and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _extra(target: Path, files: Mapping[str, str], owned: Owned) -> list[str]:
    """Return the files that no longer belong, and the parts that a killed build left behind where we own the place."""
    return [name for name in _existing(target) if name not in files and _is_ours(name, owned)]


def _is_ours(name: str, owned: Owned) -> bool:
    path = Path(name)
    if _PART.fullmatch(path.name):
        whole = path.name[1:].rsplit(".", 2)[0]
        return owned(name) or owned(path.with_name(whole).as_posix())
    return owned(name)


def _existing(target: Path) -> Iterator[str]:
    names: list[str] = []
    for folder, folders, inner in os.walk(target):
        # A link to a folder is not walked into: it is one entry, like any other link.
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        names += [(Path(folder) / name).relative_to(target).as_posix() for name in (*inner, *links)]
    yield from sorted(names)


def differences(target: Path, files: Mapping[str, str], owned: Owned = lambda path: False) -> str:
    """Return how a folder differs from what would be written; empty when it does not.

    Missing, changed and no longer wanted files each show a unified diff; long ones are cut, with a count.
    """
    shown = [_difference(target, name, files[name]) for name in sorted(files)]
    shown += [
        f"{name}: no longer belongs here and would be removed\n"
        for name in _extra(target, files, owned)
        if not _PART.fullmatch(Path(name).name)
    ]
    shown = [text for text in shown if text]
    more = len(shown) - _FILES_SHOWN
    return "".join(shown[:_FILES_SHOWN]) + (f"… and {more:,} more files differ\n" if more > 0 else "")


def _difference(target: Path, name: str, wanted: str) -> str:
    path = inside(target, name)
    if not path.is_file():
        return f"{name}: missing\n" + _cut(difflib.unified_diff([], _lines(wanted), "/dev/null", name))
    content = path.read_bytes()
    if content == wanted.encode("utf-8"):
        return ""
    try:
        present = content.decode("utf-8")
    except UnicodeDecodeError:
        return f"{name}: changed; what stands there is not UTF-8 text\n"
    old, new = _lines(present), _lines(wanted)
    if max(len(old), len(new)) > _LINES_COMPARED:
        return f"{name}: changed; {len(old):,} lines there, {len(new):,} would be written\n"
    return f"{name}: changed\n" + _cut(difflib.unified_diff(old, new, f"{name} (there)", f"{name} (would be written)"))


def _lines(text: str) -> list[str]:
    """Return lines split at newlines alone; carriage returns and a missing last newline are made visible."""
    lines = [line.replace("\r", "\\r") + "\n" for line in text.split("\n")]
    if lines[-1] == "\n":
        return lines[:-1]
    return [*lines[:-1], lines[-1].rstrip("\n") + " (no newline at the end)\n"]


def _cut(lines: Iterator[str]) -> str:
    every = [line if line.endswith("\n") else line + "\n" for line in lines]
    more = len(every) - _LINES_SHOWN
    return "".join(every[:_LINES_SHOWN]) + (f"… {more:,} more lines\n" if more > 0 else "")
