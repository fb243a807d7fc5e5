"""What ``--want`` asks of a set of items: how many are relevant, how many are twins, and which effects there are."""

from __future__ import annotations

from dataclasses import dataclass

from ask2decide.errors import UsageError, did_you_mean
from ask2decide.family import Effect

EFFECTS = (Effect.VALUE, Effect.AVAILABILITY, Effect.CONSTRAINT, Effect.OBJECTIVE)
ALL = "all"
KEYS = ("relevant", "twins", "effects")
MOST = 50
_EXAMPLE = "write it as in relevant=4,twins=3,effects=value+objective."


@dataclass(frozen=True)
class Wishes:
    """What the final set is to have, the task's present items counted in.

    Parameters
    ----------
    relevant : int
        Items whose conditional regret is above 0.
    twins : int
        Twins, of which both regrets are exactly 0.
    effects : tuple of Effect
        Effects of which there is a relevant item each.
    """

    relevant: int = 0
    twins: int = 0
    effects: tuple[Effect, ...] = ()


def read_wishes(text: str) -> Wishes:
    """Return what ``--want`` asks for.

    Raises
    ------
    UsageError
        When a part is not understood, or the parts cannot all be met.

    >>> read_wishes("relevant=2,effects=value+objective").effects
    (<Effect.VALUE: 'value'>, <Effect.OBJECTIVE: 'objective'>)
    """
    parts: dict[str, str] = {}
    for part in (entry.strip() for entry in text.split(",")):
        name, equals, value = part.partition("=")
        if name not in KEYS:
            raise UsageError(f"--want: {name!r} cannot be asked for.", did_you_mean(name, KEYS))
        if not equals or name in parts:
            cause = f"--want: {name} stands twice." if name in parts else f"--want: {name} has no value."
            raise UsageError(cause, _EXAMPLE)
        parts[name] = value
    wishes = Wishes(_count(parts, "relevant"), _count(parts, "twins"), _effects(parts.get("effects", "")))
    if len(wishes.effects) > wishes.relevant and "relevant" in parts:
        cause = f"--want: {wishes.relevant} relevant items cannot have {len(wishes.effects)} effects."
        raise UsageError(cause, f"ask for {len(wishes.effects)} relevant items or more, or for fewer effects.")
    return Wishes(max(wishes.relevant, len(wishes.effects), bool(wishes.twins)), wishes.twins, wishes.effects)


def _count(parts: dict[str, str], name: str) -> int:
    text = parts.get(name, "0")
    if not (text.isascii() and text.isdigit()) or len(text) > 3 or int(text) > MOST:
        raise UsageError(f"--want: {name}={text[:20]} is no number of items.", f"write a number from 0 to {MOST}.")
    return int(text)


def _effects(text: str) -> tuple[Effect, ...]:
    if text == ALL:
        return EFFECTS
    names = [name for name in text.split("+") if name]
    known = [effect.value for effect in EFFECTS]
    for name in names:
        if name not in known:
            raise UsageError(f"--want: there is no effect {name!r}.", did_you_mean(name, [*known, ALL], "effects"))
    return tuple(effect for effect in EFFECTS if effect.value in names)
