"""Exact numbers from strangers' text: what a plan's schema calls a number, and nothing else."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from ask2decide.exact import to_fraction

FOREIGN_DIGITS = [chr(point) for point in range(128, sys.maxunicode + 1) if unicodedata.category(chr(point)) == "Nd"]


def test_there_are_foreign_digits() -> None:
    assert len(FOREIGN_DIGITS) > 500


@pytest.mark.parametrize("form", ["{}", "1{}", "1/{}", "1.{}", "-{}"])
def test_digits_are_those_of_the_schema(form: str) -> None:
    for digit in FOREIGN_DIGITS:
        with pytest.raises(ValueError, match="a number is wanted, not the text"):
            to_fraction(form.format(digit))
