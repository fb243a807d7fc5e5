"""Which back end answers: by name, and by what the model contains; nothing missing is passed over in silence."""

from __future__ import annotations

from fractions import Fraction
from importlib.metadata import PackageNotFoundError

import pytest

from ask2decide.backend import Options
from ask2decide.errors import EXIT_BACK_END, BackEndError
from ask2decide.families.jobshop import Jobshop
from ask2decide.instances.registry import base_data
from ask2decide.ir import Column, Milp
from ask2decide.ir.from_pyomo import from_pyomo
from ask2decide.solvers import back_end_by_name, solver_choices
from ask2decide.solvers.cpsat import Cpsat
from ask2decide.solvers.gurobi import Gurobi


@pytest.fixture(scope="module")
def shop() -> Milp:
    family = Jobshop()
    return from_pyomo(family.model(family.parse(base_data("jobshop/ft06", {}, family="jobshop"))))


def test_choices_come_from_the_folder():
    assert solver_choices() == ("auto", "cpsat", "gurobi", "highs")


def test_globals_go_to_cpsat_and_all_else_to_highs(shop):
    auto = back_end_by_name("auto")
    assert auto.choice(shop).name == "cpsat"
    assert auto.choice(Milp(shop.columns, shop.rows, shop.constant)).name == "highs"


def test_globals_that_cpsat_cannot_take_go_to_highs(shop):
    endless = tuple(
        c if c.name != "makespan" else type(c)(c.name, c.lower, None, False, False, c.cost / 3) for c in shop.columns
    )
    model = Milp(endless, (), shop.constant, shop.global_constraints)
    assert Cpsat().unable(model) is not None
    assert back_end_by_name("auto").choice(model).name == "highs"


def test_auto_says_aloud_that_it_does_without_cpsat(shop, monkeypatch):
    monkeypatch.setattr(Cpsat, "available", lambda self: "it needs the package ortools; install ask2decide[cpsat].")
    said: list[str] = []
    auto = back_end_by_name("auto", said.append)
    assert auto.choice(shop).name == "highs"
    assert auto.choice(shop).name == "highs"
    assert len(said) == 1
    assert "cpsat, which suits models with global constraints, is not here" in said[0]
    assert "install ask2decide[cpsat]" in said[0]


@pytest.mark.parametrize(("back_end", "extra"), [(Cpsat, "cpsat"), (Gurobi, "gurobi")])
def test_a_missing_back_end_that_was_asked_for_is_an_error_with_the_remedy(back_end, extra, monkeypatch):
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(f"{back_end.__module__}.version", absent)
    with pytest.raises(BackEndError, match=rf"{extra} cannot run here: .*install ask2decide\[{extra}\]") as raised:
        back_end_by_name(extra)
    assert raised.value.exit_status == EXIT_BACK_END


def test_an_unknown_back_end_is_an_error_with_the_nearest_name():
    with pytest.raises(BackEndError, match=r"There is no back end 'higs' here\. Fix: write 'highs'\."):
        back_end_by_name("higs")


def test_gurobi_names_the_limit_of_its_size_limited_licence():
    if Gurobi().available() is not None:
        pytest.skip(f"gurobi is not here: {Gurobi().available()}")
    model = Milp(
        tuple(Column(f"x{i}", Fraction(0), Fraction(9), integer=True, cost=Fraction(1)) for i in range(2500)), ()
    )
    with pytest.raises(BackEndError, match="at most 2000 columns and 2000 rows; this one has 2500 columns and 0 rows"):
        Gurobi().solve(model, Options())
