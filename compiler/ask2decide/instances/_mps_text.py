"""The lines of an MPS file: decompressed, bounded in size, split into fields; the strict reading of its numbers."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import NoReturn

from ask2decide.errors import InstanceError
from ask2decide.exact import MAX_DIGITS, shortened

MAX_BYTES = 200_000_000
"""Bound on a file's size once it is decompressed: the largest MIPLIB 3 model has 30 MB."""
MAX_LINE = 1000
INFINITE = Decimal("1e30")
"""A bound of this size or more is none: solvers write it so."""

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d{1,3})?")
_FIXED = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))
"""Where the six fields of a fixed-form line stand; only there may a name hold a blank."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that says something: its number, whether it opens a section, and its fields."""

    number: int
    is_head: bool
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """A file that is being read; every refusal names it and the line."""

    path: Path

    def refuse(self, line: int | None, cause: str, fix: str) -> NoReturn:
        """Stop with an `InstanceError`."""
        where = f"{self.path}:" if line is None else f"{self.path}:{line}:"
        raise InstanceError(f"{where} {cause}", fix)

    def text(self) -> str:
        """Return the file's text, decompressed where its name ends in ``.gz``."""
        try:
            with gzip.open(self.path) if self.path.suffix == ".gz" else self.path.open("rb") as stream:
                content = stream.read(MAX_BYTES + 1)
        except (EOFError, zlib.error) as error:
            self.refuse(None, f"the compressed file is truncated or corrupt ({error}).", "get the file again.")
        except OSError as error:
            self.refuse(None, f"the file cannot be read ({error}).", "get the file again.")
        if len(content) > MAX_BYTES:
            self.refuse(None, f"the file has more than {MAX_BYTES} bytes.", "give a smaller model.")
        try:
            text = content.decode("ascii")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            self.refuse(line, "a byte that is not ASCII stands here: this is no MPS file.", "give an MPS text file.")
        if "\0" in text:
            line = text.count("\n", 0, text.index("\0")) + 1
            self.refuse(line, "a zero byte stands here: this is no MPS file.", "give an MPS text file.")
        return text

    def lines(self, text: str, fixed: bool) -> Iterator[Line]:
        """Yield the lines up to ENDATA, comments and blank ones left out."""
        for number, content in enumerate(text.splitlines(), start=1):
            if len(content) > MAX_LINE:
                self.refuse(number, f"the line has {len(content)} characters.", f"keep lines below {MAX_LINE}.")
            if content.startswith("*") or not content.strip():
                continue
            is_head = not content[0].isspace()
            if fixed and not is_head:
                padded = content.ljust(61)
                fields = tuple(padded[start:end].strip() for start, end in _FIXED)
                yield Line(number, False, tuple(field for field in fields if field))
            else:
                yield Line(number, is_head, tuple(content.split()))
            if is_head and content.split()[0] == "ENDATA":
                return
        self.refuse(text.count("\n") + 1, "the file ends without ENDATA: it is truncated.", "get the whole file.")

    def number(self, line: int, text: str, what: str) -> Decimal:
        """Return a number exactly, with no more digits than records hold."""
        if not _NUMBER.fullmatch(text):
            self.refuse(line, f"{what} is {shortened(text)}, not a number.", "write it as digits, e.g. -1.5 or 2e3.")
        value = Decimal(re.sub("[dD]", "e", text))
        if len(value.as_tuple().digits) > MAX_DIGITS or abs(value.adjusted()) > MAX_DIGITS:
            self.refuse(line, f"{what} is {shortened(text)}.", f"write at most {MAX_DIGITS} digits.")
        return value

    def bound(self, line: int, text: str, what: str) -> Decimal | None:
        """Return a bound, None where it is infinite."""
        if re.fullmatch(r"[+-]?(inf|infinity)", text, re.IGNORECASE):
            return None
        value = self.number(line, text, what)
        return None if abs(value) >= INFINITE else value
