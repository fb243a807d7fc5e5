"""What an item template proposes: the values that ``ask2decide suggest`` tries about each object (``suggest:``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ask2decide.spec import Kind

KEYS = ("kind", "with")

RECORDS = "records"
OPTIMUM = "optimum"
NAMES = (RECORDS, OPTIMUM)
"""What a proposed value may read beside the parameters and `was`: theta_0's records, and its best value."""


@dataclass(frozen=True)
class Suggestion:
    """The proposals of one template.

    Parameters
    ----------
    kind : Kind
        Why the records usually miss such a fact.
    values : tuple of mapping
        One proposal about each object each: values by parameter, texts being template expressions. An object
        parameter that a proposal gives a value is not gone through; any other parameter without one takes a default.
    """

    kind: Kind = Kind.NEW_INFORMATION
    values: tuple[Mapping[str, Any], ...] = ({},)


DEFAULT = Suggestion()
"""Of a template that proposes nothing itself: each object, with default values."""
