"""The record of a build: digests of what went in and what came out, and what the command said.

A small file beside the packages that only ever saves work, written whole or not at all, and closed by its own checksum.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from glob import escape
from hashlib import sha256
from pathlib import Path
from threading import get_ident
from typing import Any

from ask2decide.errors import EXIT_DONE, EXIT_OPEN_LABEL
from ask2decide.resources import CACHE_FOLDER

SCHEMA = "ask2decide/build/1"


@dataclass(frozen=True)
class Record:
    """One build.

    Parameters
    ----------
    inputs, outputs : str
        Digests of all that the build read, and of every file that it wrote.
    outside : mapping of str to str
        Digests of the published instances that it read, by path in the folder of instances.
    line : str
        What an unchanged build of it says on standard output.
    messages : tuple of str
        What that build says on standard error.
    status : int
        Its exit status.
    """

    inputs: str
    outputs: str
    outside: Mapping[str, str] = field(default_factory=dict)
    line: str = ""
    messages: tuple[str, ...] = ()
    status: int = EXIT_DONE


class DamagedRecordError(Exception):
    """A record is no longer what was written."""


def task_record(out: Path, task: str) -> Path:
    """Return where the record of a task's build is kept."""
    return out / CACHE_FOLDER / f"{task}.build.json"


def pages_record(out: Path) -> Path:
    """Return where the record of the suite's inventory and report is kept."""
    return out / CACHE_FOLDER / "suite.pages.json"


def read_record(path: Path) -> Record | None:
    """Return a record, None where there is none or another version of this program wrote it.

    Raises
    ------
    DamagedRecordError
        When it cannot be read, or its checksum does not fit.
    """
    try:
        body = json.loads(path.read_bytes())
        if body["schema"] != SCHEMA and body["schema"].startswith("ask2decide/build/"):
            return None
        if body.pop("sha256") != _checksum(body) or body.pop("schema") != SCHEMA:
            raise DamagedRecordError(str(path))
        record = Record(**{**body, "messages": tuple(body["messages"])})
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DamagedRecordError(str(path)) from error
    if record.status not in (EXIT_DONE, EXIT_OPEN_LABEL):
        raise DamagedRecordError(str(path))
    return record


def write_record(path: Path, record: Record) -> None:
    """Keep a record; a folder that cannot be written costs a later build its time, and nothing else.

    Parts that killed builds left of this record are removed. One of a build that runs at the same time goes with them,
    and that build then keeps none.
    """
    body: dict[str, Any] = {"schema": SCHEMA, **asdict(record)}
    text = json.dumps({**body, "sha256": _checksum(body)}, indent=1, sort_keys=True) + "\n"
    part = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}.part")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    for left in path.parent.glob(f".{escape(path.name)}.*.part"):
        with suppress(OSError):
            left.unlink()


def _checksum(body: Mapping[str, Any]) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
