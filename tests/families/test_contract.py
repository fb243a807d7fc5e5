"""Every family keeps the contract of `contract.py`."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ask2decide.families import family_names
from tests.families import contract

CASES = contract.family_cases()
QUICK = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
every_family = pytest.mark.parametrize("name", sorted(CASES))


def test_every_family_has_a_case() -> None:
    assert set(CASES) == set(family_names())


@every_family
def test_published_optimum_is_met(name: str) -> None:
    contract.check_published(CASES[name])


@every_family
@given(draw=st.data())
@QUICK
def test_model_and_checker_agree_on_the_optimum(name: str, draw: st.DataObject) -> None:
    contract.check_optimum(CASES[name], draw)


@every_family
@given(draw=st.data())
@QUICK
def test_model_and_checker_agree_on_random_plans(name: str, draw: st.DataObject) -> None:
    contract.check_random_plan(CASES[name], draw)


@every_family
@given(draw=st.data())
@QUICK
def test_model_and_checker_agree_on_mutated_plans(name: str, draw: st.DataObject) -> None:
    contract.check_mutated_plan(CASES[name], draw)


@every_family
def test_every_field_leads_somewhere(name: str) -> None:
    contract.check_fields(CASES[name])


@every_family
def test_knowledge_base_texts_are_written(name: str) -> None:
    contract.check_texts(CASES[name])


@every_family
@given(draw=st.data())
@QUICK
def test_plans_are_drawn_and_compared(name: str, draw: st.DataObject) -> None:
    contract.check_drawing(CASES[name], draw)


@every_family
def test_the_published_plan_is_drawn(name: str) -> None:
    contract.check_published_drawing(CASES[name])
