"""What a check found, as text, as JSON, and as annotations of a GitHub workflow."""

from __future__ import annotations

from ask2decide.authoring.check import Checked, Finding, Severity
from ask2decide.exact import dump_json

SCHEMA = "ask2decide/check/1"


def as_text(checked: Checked) -> str:
    """Return a line for each finding, with file, line, key, cause and fix."""
    return "".join(f"{_text(finding)}\n" for finding in checked.findings)


def summary(checked: Checked) -> str:
    """Return how many tasks were checked and what came of it, as a sentence.

    >>> summary(Checked(2, ()))
    '2 tasks checked: no mistakes.'
    """
    counts = [
        _count(checked.count(severity), word)
        for severity, word in ((Severity.ERROR, "mistake"), (Severity.WARNING, "warning"))
        if checked.count(severity)
    ]
    return f"{_count(checked.tasks, 'task')} checked: {', '.join(counts) or 'no mistakes'}."


def as_json(checked: Checked) -> str:
    """Return the findings as JSON: `schema`, `tasks`, `errors`, `warnings` and `findings`."""
    return dump_json(
        {
            "schema": SCHEMA,
            "tasks": checked.tasks,
            "errors": checked.count(Severity.ERROR),
            "warnings": checked.count(Severity.WARNING),
            "findings": [
                {
                    "severity": finding.severity.value,
                    "file": finding.diagnostic.place.file,
                    "line": finding.diagnostic.place.line,
                    "key": finding.diagnostic.place.key,
                    "cause": finding.diagnostic.cause,
                    "fix": finding.diagnostic.fix,
                }
                for finding in checked.findings
            ],
        }
    )


def as_github(checked: Checked) -> str:
    """Return the findings as workflow commands, which GitHub shows as annotations beside the lines.

    Values are escaped as GitHub's own toolkit does: per cent sign and line breaks everywhere, and in the properties
    colon and comma as well.
    """
    return "".join(f"{_annotation(finding)}\n" for finding in checked.findings)


def _text(finding: Finding) -> str:
    if finding.severity is Severity.ERROR:
        return str(finding.diagnostic)
    diagnostic = finding.diagnostic
    return diagnostic.place.says(f"warning: {diagnostic.cause} Fix: {diagnostic.fix}")


def _annotation(finding: Finding) -> str:
    place = finding.diagnostic.place
    properties = {"file": place.file, "line": place.line, "title": place.key or None}
    shown = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items() if value is not None)
    message = f"{finding.diagnostic.cause} Fix: {finding.diagnostic.fix}"
    return f"::{finding.severity.value} {shown}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
