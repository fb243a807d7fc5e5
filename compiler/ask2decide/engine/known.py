"""What is known of the numbers of a task that is not settled, so that a later run may narrow them and never widens one.

The store of results keeps each solve by its model. That is not enough where optima are open: a cheaper plan makes Eq. 3
and the survival problem new models, and what was proved of the old ones would be found no more. The numbers themselves
stay true (docs/mathematics.md), so they are kept with their evidence, by the models of the problems they compare.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from ask2decide.exact import dump_json, load_json, number_text

KNOWN_FILE = "known.json"
"""The file of a package; a task whose solves all came to their end has none."""

SCHEMA = "ask2decide/known/1"

Models = tuple[str, ...]
"""Digests of the models of the problems that a number compares, in order."""


@dataclass(frozen=True)
class KnownNumber:
    """A lower end with its evidence, and the plan that gives the upper end.

    Parameters
    ----------
    lower : Fraction
        Of an optimum, as a cost; of a regret or of the loss that a verdict bounds.
    reason : str
        The certificate's sentence on the lower end; empty for an optimum.
    back_ends : tuple of str
        Whose bound it is: name and version.
    plan : mapping or None
        In the task's plan format. What it costs is for the checker to say.
    """

    lower: Fraction
    reason: str
    back_ends: tuple[str, ...]
    plan: Mapping[str, Any] | None


@dataclass(frozen=True)
class Known:
    """What earlier runs proved of a task's optima, regrets and verdicts."""

    optima: Mapping[Models, KnownNumber] = field(default_factory=dict)
    regrets: Mapping[Models, KnownNumber] = field(default_factory=dict)
    verdicts: Mapping[Models, KnownNumber] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything is known."""
        return bool(self.optima or self.regrets or self.verdicts)


NOTHING = Known()


def known_text(known: Known) -> str:
    """Return the file's text, closed by the checksum of all that stands before it."""
    body: dict[str, Any] = {"schema": SCHEMA}
    for kind in ("optima", "regrets", "verdicts"):
        entries: Mapping[Models, KnownNumber] = getattr(known, kind)
        body[kind] = [
            {
                "models": list(models),
                "lower": number_text(entry.lower),
                "reason": entry.reason,
                "back_ends": list(entry.back_ends),
                "plan": entry.plan,
            }
            for models, entry in sorted(entries.items(), key=lambda pair: pair[0])
        ]
    return dump_json({**body, "sha256": _checksum(body)})


def read_known(path: Path, say: Callable[[str], None]) -> Known:
    """Return what a file holds: nothing where there is none, and, said aloud, where it is damaged."""
    try:
        return _read(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return NOTHING
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ArithmeticError):
        say(f"{path}: this file is damaged; what earlier runs proved is not used, and open labels may become wider.")
        return NOTHING


def _read(text: str) -> Known:
    body = load_json(text)
    checksum = body.pop("sha256")
    if body["schema"] != SCHEMA or checksum != _checksum(body):
        raise ValueError("the checksum does not fit")
    return Known(*(_entries(body[kind]) for kind in ("optima", "regrets", "verdicts")))


def _entries(listed: Sequence[Mapping[str, Any]]) -> dict[Models, KnownNumber]:
    return {
        tuple(entry["models"]): KnownNumber(
            Fraction(entry["lower"]), entry["reason"], tuple(entry["back_ends"]), entry["plan"]
        )
        for entry in listed
    }


def _checksum(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(dump_json(dict(body)).encode()).hexdigest()
