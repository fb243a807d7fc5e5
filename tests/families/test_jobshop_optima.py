"""Every published job shop of up to 15 jobs and 5 machines (and ft06) that closes within a minute meets its optimum.

Run ``pytest -m slow tests/families/test_jobshop_optima.py``; the table of `docs/external_truth.md` is what it prints.
"""

from __future__ import annotations

from time import perf_counter

import ortools.sat.python.cp_model  # noqa: F401 - once and before the clock starts
import pytest

from ask2decide.backend import Options, Status
from ask2decide.families.jobshop import Jobshop
from ask2decide.instances.jobshop import published
from ask2decide.instances.registry import base_data, entry
from ask2decide.ir.statement import as_milp
from ask2decide.solvers import back_end_by_name

SMALL = sorted(
    name
    for name, found in published().items()
    if (len(found["duration_matrix"]) <= 15 and len(found["duration_matrix"][0]) <= 5) or name in ("ft06", "ft10")
)
FAMILY = Jobshop()


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_published_optimum_is_met(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    records = FAMILY.parse(base_data(f"jobshop/{name}", {}, family="jobshop"))
    model = as_milp(FAMILY.model(records))
    before = perf_counter()
    answer = back_end_by_name("auto").solve(model, Options(time_limit=60))
    seconds = perf_counter() - before
    lower, upper = entry(f"jobshop/{name}").bounds or (0, 0)
    size = f"{len(records.jobs)} x {len(records.machines)}"
    with capsys.disabled():
        print(f"\n| {name} | {size} | {upper} | {answer.bound} | {answer.primal} | {answer.status} | {seconds:.1f} |")
    if answer.values is not None:
        check = FAMILY.check(FAMILY.plan(answer.values, records), records)
        assert check.value == answer.primal, check.violations
        assert check.value >= lower
    assert answer.bound is not None
    assert answer.bound <= upper
    if answer.status is Status.OPTIMAL:
        assert answer.primal == upper == lower
    else:
        pytest.skip(f"{name} does not close within a minute: {answer.bound} to {answer.primal}")
