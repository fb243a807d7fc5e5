"""Every Solomon instance: its file parses, and the optimum of its first 25 customers is the published one (slow).

The files are looked for in ASK2DECIDE_INSTANCES, or in ``../shared/instances`` beside the repository.
ASK2DECIDE_SOLOMON_SECONDS is the time that HiGHS gets for each instance (default 60). An instance that is not closed
in that time is skipped aloud, with its bounds, after a check that the published optimum lies between them.
"""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

import pytest

from ask2decide.backend import Options, Status
from ask2decide.exact import number_text
from ask2decide.families.vrptw import Vrptw
from ask2decide.instances.registry import VARIABLE, base_data, entries, entry
from ask2decide.ir.statement import as_milp
from ask2decide.solvers.highs import Highs

SECONDS = float(os.environ.get("ASK2DECIDE_SOLOMON_SECONDS", "60"))
every_instance = pytest.mark.parametrize("name", [name for name in entries() if name.startswith("solomon/")])
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def instances() -> Path:
    folder = Path(os.environ.get(VARIABLE) or Path(__file__).parents[3] / "shared" / "instances")
    if not (folder / "solomon").is_dir():
        pytest.skip(f"the public instances are not in {folder}; name their folder with {VARIABLE}")
    return folder


@every_instance
def test_file_parses(name: str, instances: Path) -> None:
    data = base_data(name, {}, family="vrptw", instances=instances)
    assert len(data["customers"]) == 100
    assert Vrptw().parse(data).last_return == data["depot"]["closes"]


@every_instance
def test_published_optimum_with_25_customers(name: str, instances: Path) -> None:
    family, published = Vrptw(), entry(name).optima[25]
    records = family.parse(base_data(name, {"customers": 25}, family="vrptw", instances=instances))
    answer = Highs().solve(as_milp(family.model(records)), Options(time_limit=SECONDS))
    assert answer.status in (Status.OPTIMAL, Status.LIMIT)
    cost = None
    if answer.values is not None:
        check = family.check(family.plan(answer.values, records), records)
        assert check.violations == ()
        cost = check.value
        assert cost is not None
        assert cost >= published
    if answer.status is Status.OPTIMAL:
        assert cost == published
        return
    assert answer.bound is None or answer.bound <= published + Fraction(1, 10**6)
    best = "no plan" if cost is None else f"a plan of {number_text(cost)}"
    bound = "no bound" if answer.bound is None else f"the bound {float(answer.bound):.2f}"
    pytest.skip(f"{name} is open after {SECONDS:g} s: {best}, {bound}; published {number_text(published)}")
