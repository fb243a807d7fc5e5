"""Regrets and losses as a person reads them: percentages beside exact ratios."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

from ask2decide.labels.bracket import Bracket


def percent_text(ratio: Fraction, rounding: str = ROUND_HALF_EVEN) -> str:
    """Return a ratio as a percentage of three significant digits.

    >>> percent_text(Fraction(18, 2057)), percent_text(Fraction(1)), percent_text(Fraction(0))
    ('0.875 %', '100 %', '0 %')
    """
    hundredfold = ratio * 100
    rounded = Context(prec=3, rounding=rounding).divide(
        Decimal(hundredfold.numerator), Decimal(hundredfold.denominator)
    )
    text = f"{rounded:f}"
    return f"{text.rstrip('0').rstrip('.') if '.' in text else text} %"


def near_percent(ratio: Fraction) -> str:
    """Return the percentage, with "about" in front where its three digits are not exact.

    >>> near_percent(Fraction(1, 8)), near_percent(Fraction(18, 2057))
    ('12.5 %', 'about 0.875 %')
    """
    text = percent_text(ratio)
    return text if Fraction(text.removesuffix(" %")) == ratio * 100 else f"about {text}"


def ratio_text(ratio: Fraction) -> str:
    """Return an integer, or ``p/q`` in lowest terms: the form in which a regret is recomputed by hand."""
    return str(ratio.numerator) if ratio.denominator == 1 else f"{ratio.numerator}/{ratio.denominator}"


def regret_text(regret: Bracket) -> str:
    """Return a regret or loss as a percentage and an exact ratio, or as an interval rounded outward.

    >>> regret_text(Bracket(Fraction(18, 2057), Fraction(18, 2057)))
    '0.875 % (18/2057)'
    >>> regret_text(Bracket(Fraction(0), Fraction(1, 3)))
    'between 0 % and 33.4 %'
    """
    if not regret.is_exact:
        low, high = percent_text(regret.lower, ROUND_FLOOR), percent_text(regret.upper, ROUND_CEILING)
        return f"between {low} and {high}"
    if regret.upper in (0, 1):
        return percent_text(regret.upper)
    return f"{percent_text(regret.upper)} ({ratio_text(regret.upper)})"


def regret_range(regret: Bracket) -> str:
    """Return a regret as a percentage alone, or as an interval rounded outward: for pictures.

    >>> [regret_range(Bracket(low, Fraction(1, 3))) for low in (Fraction(1, 3), Fraction(0))]
    ['33.3 %', '0 % to 33.4 %']
    """
    if regret.is_exact:
        return percent_text(regret.upper)
    return f"{percent_text(regret.lower, ROUND_FLOOR)} to {percent_text(regret.upper, ROUND_CEILING)}"
