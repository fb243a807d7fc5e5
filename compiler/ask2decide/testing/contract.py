"""The contract as a whole: each check by name, the property tests run on as many examples as wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import DataObject, data

from ask2decide.testing import checks
from ask2decide.testing.case import FamilyCase

PLAIN: dict[str, Callable[[FamilyCase], None]] = {
    "published optima are met": checks.check_published,
    "every field leads somewhere": checks.check_fields,
    "texts are written": checks.check_texts,
    "item templates fit": checks.check_templates,
}
DRAWN: dict[str, Callable[[FamilyCase, DataObject], None]] = {
    "model and checker agree on the optimum": checks.check_optimum,
    "model and checker agree on random plans": checks.check_random_plan,
    "model and checker agree on mutated plans": checks.check_mutated_plan,
}


def family_contract(case: FamilyCase, examples: int = 30) -> None:
    """Run every check of the contract on a family.

    Parameters
    ----------
    case : FamilyCase
        The family, with random records, plans and known optima.
    examples : int
        How many random records each property is tried on.

    Raises
    ------
    ContractError
        At the first check that fails; hypothesis adds the smallest example it finds.
    """
    for check in contract_checks(case, examples).values():
        check()


def contract_checks(case: FamilyCase, examples: int = 30) -> dict[str, Callable[[], None]]:
    """Return the checks by name, each a function without arguments: for ``pytest.mark.parametrize``, say."""
    plain = {name: partial(check, case) for name, check in PLAIN.items()}
    return {**plain, **{name: _property(check, case, examples) for name, check in DRAWN.items()}}


def _property(check: Callable[[FamilyCase, DataObject], None], case: FamilyCase, examples: int) -> Callable[[], None]:
    @given(draw=data())
    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
        report_multiple_bugs=False,
        phases=[Phase.reuse, Phase.generate, Phase.shrink],
    )
    def run(draw: DataObject) -> None:
        check(case, draw)

    return run
