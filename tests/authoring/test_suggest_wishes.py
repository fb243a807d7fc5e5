from __future__ import annotations

import re

import pytest

from ask2decide.authoring.suggest_wishes import EFFECTS, Wishes, read_wishes
from ask2decide.errors import UsageError
from ask2decide.family import Effect


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("relevant=4,twins=3,effects=all", Wishes(4, 3, EFFECTS)),
        ("relevant=2, effects=objective+value", Wishes(2, 0, (Effect.VALUE, Effect.OBJECTIVE))),
        ("effects=all", Wishes(4, 0, EFFECTS)),
        ("twins=2", Wishes(1, 2, ())),
        ("relevant=0", Wishes(0, 0, ())),
    ],
)
def test_wishes(text: str, wishes: Wishes) -> None:
    assert read_wishes(text) == wishes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("relevnt=4", "--want: 'relevnt' cannot be asked for. Fix: write 'relevant'."),
        ("", "--want: '' cannot be asked for. Fix: use one of the names effects, relevant, twins."),
        ("relevant", "--want: relevant has no value."),
        ("relevant=1,relevant=2", "--want: relevant stands twice."),
        ("relevant=four", "--want: relevant=four is no number of items. Fix: write a number from 0 to 50."),
        ("twins=-1", "--want: twins=-1 is no number of items."),
        ("twins=51", "--want: twins=51 is no number of items."),
        ("relevant=\u0664", "is no number of items."),
        ("effects=valu", "--want: there is no effect 'valu'. Fix: write 'value'."),
        ("relevant=2,effects=all", "--want: 2 relevant items cannot have 4 effects. Fix: ask for 4 relevant items or"),
    ],
)
def test_what_is_not_understood(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        read_wishes(text)
