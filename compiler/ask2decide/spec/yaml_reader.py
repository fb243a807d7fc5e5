"""YAML 1.2 with positions: every file an author writes is read here.

Built on ruamel.yaml's event stream, which knows the line of each key and shows anchors, aliases and tags as written.
Plain scalars follow the YAML 1.2 core schema, so that ``NO`` and ``10:00`` are text; decimals are `Decimal`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ask2decide.errors import Diagnostic, Place, UsageError, display_path
from ask2decide.spec.document import Document, Lines, Route, key_text
from ask2decide.spec.scalars import ScalarError, plain_scalar, text_scalar

MAX_BYTES = 1_000_000
MAX_DEPTH = 32


def read_yaml(file: Path) -> Document:
    """Read one YAML file, collecting every mistake.

    Raises
    ------
    UsageError
        When the file cannot be opened.
    """
    shown = display_path(file)
    try:
        with file.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {error.strerror}.", "check the path and its permissions.") from None
    if len(raw) > MAX_BYTES:
        return _unreadable(shown, None, "the file is larger than 1 MB.", "move bulk data into a registered instance.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        return _unreadable(shown, line, "the file is not UTF-8 here.", "save it in the encoding UTF-8.")
    return parse_yaml(text, shown)


def parse_yaml(text: str, file: str) -> Document:
    """Read YAML text; `file` is the name that messages show."""
    return _Reader(file, text).document()


def _unreadable(file: str, line: int | None, cause: str, fix: str) -> Document:
    return Document(file, None, broken=frozenset([()]), diagnostics=(Diagnostic(Place(file, line), cause, fix),))


class _TooDeepError(Exception):
    """Ends the reading: ruamel.yaml's time grows with the square of the depth."""


class _Reader:
    """One pass over the event stream; mistakes are collected, and a value that is one becomes None."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.lines: dict[Route, Lines] = {}
        self.broken: set[Route] = set()
        self.found: list[Diagnostic] = []
        self.line = 1

    def document(self) -> Document:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError

        self.events: Iterator[Any] = self._noted(YAML(typ="safe", pure=True).parse(self.text))
        data = None
        try:
            data = self._root()
        except _TooDeepError:
            self.broken.add(())
        except MarkedYAMLError as error:
            self._syntax(error)
        except YAMLError as error:
            self._unacceptable(error)
        except (ValueError, OverflowError, IndexError, AttributeError, TypeError, AssertionError):
            # ruamel.yaml lets these escape for malformed escapes and directives; the text is the author's, so it is
            # a mistake in the file and not one in the reader.
            cause = "the file is not YAML from here on (a malformed escape or directive)."
            self._say((), self.line, cause, "check its escapes, as in '\\n'.")
            self.broken.add(())
        return Document(self.file, data, self.lines, frozenset(self.broken), tuple(self.found))

    def _noted(self, events: Iterator[Any]) -> Iterator[Any]:
        """Yield the events, keeping the line of the last one."""
        for event in events:
            self.line = event.start_mark.line + 1
            yield event

    def _root(self) -> Any:
        data, documents = None, 0
        for event in self.events:
            kind = type(event).__name__
            if kind == "DocumentStartEvent":
                documents += 1
                line = event.start_mark.line + 1
                if event.version or event.tags:
                    self._say((), line, "directives such as %YAML are not used here.", "delete that line.")
                if documents == 2:
                    self._say((), line, "a second document starts here.", "keep one document: delete the '---'.")
            elif documents == 1 and kind != "DocumentEndEvent" and kind != "StreamEndEvent":
                data = self._value(event, (), event.start_mark.line + 1)
            elif documents > 1 and kind in ("MappingStartEvent", "SequenceStartEvent"):
                self._skip(event)
        if data is None and not self.found:
            self._say((), 1, "the file is empty.", "write its keys; the documentation has an example.")
            self.broken.add(())
        return data

    def _value(self, event: Any, route: Route, key_line: int) -> Any:
        line = event.start_mark.line + 1
        kind = type(event).__name__
        if kind == "ScalarEvent" and not event.value and event.style is None:
            line = key_line  # the mark of a value that is not written is that of the next token
        self.lines[route] = Lines(key_line, line)
        if kind == "AliasEvent":
            return self._refuse(route, line, f"the alias *{event.anchor} is not used here.", "write the value out.")
        self._properties(event, route, line)
        if kind == "ScalarEvent":
            return self._scalar(event, route, line)
        if len(route) >= MAX_DEPTH:
            self._say(route, line, f"the file is nested deeper than {MAX_DEPTH} levels.", "flatten it.")
            raise _TooDeepError
        return self._mapping(route) if kind == "MappingStartEvent" else self._sequence(route)

    def _properties(self, event: Any, route: Route, line: int) -> None:
        if event.anchor is not None:
            self._say(route, line, f"the anchor &{event.anchor} is not used here.", "write each value out.")
        if event.tag is not None:
            tag = str(event.tag).replace("tag:yaml.org,2002:", "!!")
            self._say(route, line, f"the tag {tag} is not used here.", "delete it; quotes make a text.")

    def _scalar(self, event: Any, route: Route, line: int) -> Any:
        try:
            return plain_scalar(event.value) if event.style is None else text_scalar(event.value)
        except ScalarError as error:
            return self._refuse(route, line, error.cause, error.fix)

    def _sequence(self, route: Route) -> list[Any]:
        entries: list[Any] = []
        for event in self.events:
            if type(event).__name__ == "SequenceEndEvent":
                break
            entries.append(self._value(event, (*route, len(entries)), event.start_mark.line + 1))
        return entries

    def _mapping(self, route: Route) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        for event in self.events:
            if type(event).__name__ == "MappingEndEvent":
                break
            line = event.start_mark.line + 1
            key = self._key(event, route, line)
            value = next(self.events)
            if key is None:
                self._skip(value)
            elif key in entries:
                first = self.lines[(*route, key)].key
                self._say((*route, key), line, f"the key {key!r} already stands in line {first}.", "keep one of them.")
                self._skip(value)
            else:
                entries[key] = self._value(value, (*route, key), line)
        return entries

    def _key(self, event: Any, route: Route, line: int) -> str | None:
        kind = type(event).__name__
        if kind != "ScalarEvent":
            self._skip(event)
            self._say(route, line, "a key must be a text.", "write a plain word before the colon.")
            return None
        self._properties(event, route, line)
        try:
            key = plain_scalar(event.value) if event.style is None else text_scalar(event.value)
        except ScalarError as error:
            self._say(route, line, error.cause, error.fix)
            return None
        # Unquoted, << would merge mappings in YAML 1.1; quoted, as its message advises, it is a text like any other.
        if not isinstance(key, str) or (key == "<<" and event.style is None):
            self._say(route, line, f"the key {event.value[:40]!r} is not a text.", "put it in quotes, or name it.")
            return None
        return key

    def _skip(self, event: Any) -> None:
        """Consume the events of a value that is not kept."""
        depth = 0
        while True:
            kind = type(event).__name__
            depth += kind.endswith("StartEvent")
            depth -= kind.endswith("EndEvent")
            if depth <= 0:
                return
            event = next(self.events)

    def _refuse(self, route: Route, line: int, cause: str, fix: str) -> None:
        self._say(route, line, cause, fix)
        self.broken.add(route)

    def _say(self, route: Route, line: int, cause: str, fix: str) -> None:
        self.found.append(Diagnostic(Place(self.file, line, key_text(route)), cause, fix))

    def _syntax(self, error: Any) -> None:
        marks = [error.problem_mark, error.context_mark]
        if "end of stream" in str(error.problem):
            marks.reverse()  # where a quote opens says more than where the file ends
        mark = next((mark for mark in marks if mark is not None), None)
        line = mark.line + 1 if mark is not None else 1
        source = self.text.splitlines()
        written = source[line - 1] if line <= len(source) else ""
        if "\t" in written[: len(written) - len(written.lstrip())] or "'\\t'" in str(error.problem):
            cause, fix = "a tab stands where YAML wants spaces.", "indent with spaces."
        else:
            context = f"{error.context}: " if error.context else ""
            cause, fix = f"the YAML cannot be read: {context}{error.problem}.", _syntax_fix(str(error.problem))
        self._say((), line, cause, fix)
        self.broken.add(())

    def _unacceptable(self, error: Any) -> None:
        position = getattr(error, "position", None)
        line = self.text[:position].count("\n") + 1 if isinstance(position, int) else 1
        self._say((), line, "a control character stands here.", "delete it.")
        self.broken.add(())


def _syntax_fix(problem: str) -> str:
    if "mapping values" in problem:
        return "put the text after the first colon in quotes, or start a new line."
    if "<block end>" in problem:
        return "align this line with the other keys of its mapping."
    if "unexpected end" in problem or "end of stream" in problem:
        return "close the quotes or the bracket."
    return "check the quotes, brackets and indentation of this line and the one before."
