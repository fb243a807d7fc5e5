"""Every shipped family keeps the contract of `ask2decide.testing`."""

from __future__ import annotations

import pytest

from ask2decide.families import family_names
from ask2decide.testing import contract_checks
from tests.families import contract

CASES = contract.family_cases()
CHECKS = {f"{name}: {what}": check for name, case in CASES.items() for what, check in contract_checks(case).items()}


def test_every_family_has_a_case() -> None:
    assert set(CASES) == set(family_names())


@pytest.mark.parametrize("what", sorted(CHECKS))
def test_contract(what: str) -> None:
    CHECKS[what]()
