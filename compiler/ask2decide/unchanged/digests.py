"""Digests of files and folders, by content: a file that was touched is unchanged, one that was edited never is."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from hashlib import sha256

MOST_FILES = 5_000
"""A folder of more files is not read through: whatever stands there, it is no task and no package."""

_CHUNK = 1 << 20


class NoDigestError(Exception):
    """A folder holds something that is no file to be read: a pipe, a socket, far too many files."""


def file_digest(path: str | os.PathLike[str]) -> str:
    """Return the SHA-256 of a regular file, links followed.

    Raises
    ------
    OSError
        When it cannot be read.
    NoDigestError
        When it is no regular file; opening a pipe would wait for its writer.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        there = os.fstat(handle)
        if not stat.S_ISREG(there.st_mode):
            raise NoDigestError(f"{path} is no regular file")
        # One byte more than the file has: a read that is shorter has met its end. Small files take one call.
        content = os.read(handle, min(there.st_size + 1, _CHUNK))
        digest = sha256(content)
        while content and len(content) != there.st_size:
            content = os.read(handle, _CHUNK)
            digest.update(content)
        return digest.hexdigest()
    finally:
        os.close(handle)


def text_digest(text: str) -> str:
    """Return the SHA-256 of a text as it is written to a file: UTF-8, newlines as they are."""
    return sha256(text.encode("utf-8")).hexdigest()


def folder_files(folder: str | os.PathLike[str], apart: frozenset[str] = frozenset()) -> dict[str, str]:
    """Return the digest of every file below a folder by its path there; empty where there is no folder.

    A link counts by where it leads and, where that is a file, by its content too. Folders that are linked are not
    entered, and compiled Python is left out.

    Parameters
    ----------
    apart : frozenset of str
        Real paths of folders that do not count.

    Raises
    ------
    OSError, NoDigestError
        When something cannot be read.
    """
    found: dict[str, str] = {}
    root = os.fspath(folder)
    if not os.path.isdir(root):
        return found
    for name, entry in _entries(root, "", apart):
        if len(found) >= MOST_FILES:
            raise NoDigestError(f"{root} holds more than {MOST_FILES} files")
        if entry.is_symlink():
            content = "" if entry.is_dir() else file_digest(entry.path)
            found[name] = f"-> {os.path.realpath(entry.path)} {content}"
        else:
            found[name] = file_digest(entry.path)
    return found


def _entries(root: str, below: str, apart: frozenset[str]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    with os.scandir(root) as listed:
        entries = list(listed)
    for entry in entries:
        name = f"{below}{entry.name}"
        if not entry.is_dir(follow_symlinks=False):
            yield name, entry
        elif entry.name != "__pycache__" and not (apart and os.path.realpath(entry.path) in apart):
            yield from _entries(entry.path, f"{name}/", apart)


def texts(files: Mapping[str, str]) -> dict[str, str]:
    """Return the digest of every text, as `folder_files` has it once they are written."""
    return {name: text_digest(text) for name, text in files.items()}


def together(digests: Mapping[str, str]) -> str:
    """Return one digest of many by name, in whatever order they come."""
    whole = sha256()
    for name in sorted(digests):
        # No name holds a NUL, so that no two mappings look alike.
        whole.update(f"{name}\0{digests[name]}\0".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()
