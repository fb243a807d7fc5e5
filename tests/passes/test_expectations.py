"""What contradicts an expectation fails; what merely leaves it open does not, and is said."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ask2decide.errors import Place
from ask2decide.labels import Bracket, Certificate, Label, Method, Survival
from ask2decide.passes.expectations import still_open, undecided, unmet
from ask2decide.passes.prove import Proofs
from ask2decide.spec import ExpectedLabels, Item, Kind, Task
from tests.strategies import task_of

ITEMS = (
    Item("H1", Kind.NEW_INFORMATION, ("a",), "", ((),)),
    Item("H2", Kind.NEW_INFORMATION, ("b",), "", ((),), twin_of="H1"),
)
CERTIFICATE = Certificate((), (), None, (), (), "", "")


def label(item: str, background: tuple[str, ...], lower: str, upper: str) -> Label:
    return Label(item, background, Bracket(Fraction(lower), Fraction(upper)), Method.BOUNDS, CERTIFICATE)


def proofs(h1: tuple[str, str], h2: tuple[str, str], loss: tuple[str, str] = ("1", "1")) -> Proofs:
    verdict = Survival((), Bracket(Fraction(loss[0]), Fraction(loss[1])), Method.BOUNDS, None)
    return Proofs(
        problems={},
        optima={},
        standalone={"H1": label("H1", (), *h1), "H2": label("H2", (), "0", "0")},
        conditional={"H1": label("H1", ("H2",), *h1), "H2": label("H2", ("H1",), *h2)},
        needs_asking=(verdict,),
        by_certificate=0,
        by_minimax=0,
    )


def expecting(wanted: str | None) -> Task:
    from dataclasses import replace

    return replace(task_of(ITEMS), expect={"H1": ExpectedLabels(None, wanted, Place("task.yaml", 9, "expect.H1"))})


@pytest.mark.parametrize(
    ("wanted", "regret", "fails", "open_"),
    [
        ("relevant", ("1/3", "1/3"), False, False),
        ("relevant", ("0.1", "1"), False, False),
        ("relevant", ("0", "1"), False, True),
        ("relevant", ("0", "0"), True, False),
        ("zero", ("0", "0"), False, False),
        ("zero", ("0", "1"), False, True),
        ("zero", ("0.1", "1"), True, False),
        ("1/3", ("1/3", "1/3"), False, False),
        ("1/3", ("0.34", "1"), True, False),
        ("1/3", ("0", "0.33"), True, True),
        (None, ("0", "1"), False, False),
    ],
)
def test_expectations(wanted: str | None, regret: tuple[str, str], fails: bool, open_: bool) -> None:
    found = proofs(regret, ("0", "0"))
    task = expecting(wanted)
    assert bool(unmet(task, found)) is fails
    assert undecided(task, found) is open_
    if fails:
        (message,) = unmet(task, found)
        assert message.startswith("task.yaml:9: expect.H1: ")
        assert f"expects the conditional regret of H1 to be {wanted}, and it is" in message
        assert message.endswith("Fix: change the item, or the expectation.")


@pytest.mark.parametrize(
    ("regret", "fails", "open_"),
    [(("0", "0"), False, False), (("0", "0.5"), False, True), (("0.1", "0.5"), True, False)],
)
def test_twins(regret: tuple[str, str], fails: bool, open_: bool) -> None:
    found = proofs(("1/3", "1/3"), regret)
    messages = unmet(task_of(ITEMS), found)
    assert bool(messages) is fails
    assert undecided(task_of(ITEMS), found) is open_
    if fails:
        assert "H2 is declared a twin of H1, but its conditional regret is between 0.1 and 0.5, not 0." in messages[0]


@pytest.mark.parametrize(
    ("loss", "fails", "said"),
    [(("0", "0"), True, False), (("0", "1"), False, True), (("0.1", "1"), False, False), (("1", "1"), False, False)],
)
def test_survivors(loss: tuple[str, str], fails: bool, said: bool) -> None:
    found = proofs(("1/3", "1/3"), ("0", "0"), loss)
    messages = unmet(task_of(ITEMS), found)
    assert bool(messages) is fails
    assert [line for line in still_open(found) if "is not decided" in line] == (
        ["whether a plan made with {} known can be optimal today is not decided"] if said else []
    )
    if fails:
        assert "a plan that is optimal when nothing is known is optimal today as well" in messages[0]
