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
from ask2decide.solvers import gurobi as gurobi_module
from ask2decide.solvers.cpsat import Cpsat
from ask2decide.solvers.gurobi import Gurobi


@pytest.fixture(scope="module")
def shop() -> Milp:
    family = Jobshop()
    return from_pyomo(family.model(family.parse(base_data("jobshop/ft06", {}, family="jobshop"))))


def others() -> tuple[str]:
    """Return who answers a MILP here where CP-SAT does not."""
    return ("gurobi",) if gurobi_module.has_full_licence() else ("highs",)


def test_choices_come_from_the_folder():
    assert solver_choices() == ("auto", "cpsat", "gurobi", "highs")


def test_globals_go_to_cpsat_and_all_else_to_highs(shop):
    auto = back_end_by_name("auto")
    assert auto.choice(shop).name == "cpsat"
    assert auto.choice(Milp(shop.columns, shop.rows, shop.constant)).name in others()


def test_globals_that_cpsat_cannot_take_go_to_highs(shop):
    endless = tuple(
        c if c.name != "makespan" else type(c)(c.name, c.lower, None, False, False, c.cost / 3) for c in shop.columns
    )
    model = Milp(endless, (), shop.constant, shop.global_constraints)
    assert Cpsat().unable(model) is not None
    assert back_end_by_name("auto").choice(model).name in others()


def test_auto_says_aloud_that_it_does_without_cpsat(shop, monkeypatch):
    monkeypatch.setattr(Cpsat, "available", lambda self: "it needs the package ortools; install ask2decide[cpsat].")
    said: list[str] = []
    auto = back_end_by_name("auto", said.append)
    assert auto.choice(shop).name in others()
    assert auto.choice(shop).name in others()
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


def too_large() -> Milp:
    return Milp(
        tuple(Column(f"x{i}", Fraction(0), Fraction(9), integer=True, cost=Fraction(1)) for i in range(2500)), ()
    )


def test_gurobi_names_the_limit_of_its_size_limited_licence():
    if Gurobi().available() is not None:
        pytest.skip(f"gurobi is not here: {Gurobi().available()}")
    with pytest.raises(BackEndError, match="at most 2000 columns and 2000 rows; this one has 2500 columns and 0 rows"):
        Gurobi().solve(too_large(), Options())


def test_the_licence_that_comes_with_gurobipy_is_not_a_full_one():
    if Gurobi().available() is not None:
        pytest.skip(f"gurobi is not here: {Gurobi().available()}")
    try:
        Gurobi().solve(too_large(), Options())
    except BackEndError:
        assert not gurobi_module.has_full_licence()
    else:
        assert gurobi_module.has_full_licence()


def test_without_gurobipy_there_is_no_licence(monkeypatch):
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(gurobi_module, "version", absent)
    assert not gurobi_module.has_full_licence.__wrapped__()


@pytest.mark.parametrize("full", [True, False])
def test_auto_uses_gurobi_for_integers_only_where_a_full_licence_is_found(full, shop, monkeypatch):
    if Gurobi().available() is not None:
        pytest.skip(f"gurobi is not here: {Gurobi().available()}")
    asked = []
    monkeypatch.setattr(gurobi_module, "has_full_licence", lambda: asked.append(1) or full)
    auto = back_end_by_name("auto")
    x = Column("x", Fraction(0), Fraction(5, 2), integer=True, plan=True, cost=Fraction(-1))
    continuous = Column("x", Fraction(0), Fraction(5, 2), plan=True, cost=Fraction(-1))
    assert auto.choice(shop).name == "cpsat"
    assert auto.choice(Milp((continuous,), ())).name == "highs"
    assert not asked, "a licence is looked for only where it would be used"
    answer = auto.solve(Milp((x,), ()), Options())
    assert answer.back_end.split()[0] == ("gurobi" if full else "highs")
    assert answer.values == {"x": 2}
    assert auto.choice(Milp(shop.columns, shop.rows)).name == ("gurobi" if full else "highs")
    assert len(asked) == 1
