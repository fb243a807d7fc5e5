"""The store of results: one small text file a solve, keyed by the content of the IR, closed by its own checksum."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ask2decide.backend import Answer, Status
from ask2decide.exact import dump_json, load_json, number_text

SCHEMA = "ask2decide/solve/1"

GAP = Fraction(1, 10**5)
"""How far primal and dual bound of a solve to optimality may lie apart, relative to their size (at least to 1)."""


def entry_name(digest: str) -> str:
    """Return the file name of a model's entry."""
    return f"{digest[:24]}.json"


def entry_text(digest: str, answer: Answer, time_limit: float | None) -> str:
    """Return an entry as text, closed by the checksum of all that stands before it."""
    body: dict[str, Any] = {
        "schema": SCHEMA,
        "model": digest,
        "status": str(answer.status),
        "exact": answer.exact,
        "primal": _text(answer.primal),
        "bound": _text(answer.bound),
        "time_limit": None if time_limit is None else number_text(Fraction(time_limit)),
        "back_end": answer.back_end,
        "values": None if answer.values is None else {k: number_text(v) for k, v in sorted(answer.values.items())},
    }
    return dump_json({**body, "sha256": _checksum(body)})


def read_entry(text: str, digest: str) -> tuple[Answer, float | None] | None:
    """Return an entry's answer and time limit; None when it is damaged or of another model."""
    try:
        entry = load_json(text)
        checksum = entry.pop("sha256")
        if entry["schema"] != SCHEMA or entry["model"] != digest or checksum != _checksum(entry):
            return None
        values: Mapping[str, str] | None = entry["values"]
        answer = Answer(
            status=Status(entry["status"]),
            values=None if values is None else {name: Fraction(value) for name, value in values.items()},
            primal=_number(entry["primal"]),
            bound=_number(entry["bound"]),
            exact=entry["exact"],
            back_end=entry["back_end"],
        )
        limit = _number(entry["time_limit"])
        return (answer, None if limit is None else float(limit)) if _is_consistent(answer) else None
    except (ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError):
        return None


def _is_consistent(answer: Answer) -> bool:
    """Whether status, solution and bound go together: what a back end returns does, what a hand has edited may not."""
    if answer.status is Status.INFEASIBLE:
        return answer.values is None and answer.bound is None
    if answer.status is Status.OPTIMAL:
        if answer.values is None or answer.primal is None or answer.bound is None:
            return False
        gap = abs(answer.primal - answer.bound)
        return gap == 0 if answer.exact else gap <= GAP * max(Fraction(1), abs(answer.primal))
    return answer.status is Status.LIMIT


def _checksum(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(dump_json(dict(body)).encode()).hexdigest()


def _text(value: Fraction | None) -> str | None:
    return None if value is None else f"{value.numerator}/{value.denominator}"


def _number(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
