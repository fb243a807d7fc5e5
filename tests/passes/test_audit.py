"""``--audit``: a lie that is consistent in itself, stored with a good checksum, is found by solving again."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from ask2decide.backend import Answer, Options
from ask2decide.engine.solve import Engine
from ask2decide.engine.store import entry_name
from ask2decide.families.menu import MenuPlan
from ask2decide.ir import Milp
from ask2decide.passes.audit import audit
from ask2decide.passes.prove import prove
from ask2decide.solvers._second import WithoutPresolve
from ask2decide.solvers.highs import Highs
from ask2decide.variants.load import load_task
from ask2decide.variants.variants import Variants
from tests.driving import GOOD, MORE, OUT, TASKS, build, built, forge, write_dispatch
from tests.lying import Liar


@pytest.mark.parametrize(
    ("known", "lie", "messages"),
    [
        (
            (),
            "A",
            [
                "the optimum of dispatch as recorded is 150 by the build, 122 by the audit. Fix: build with --fresh;",
                "the standalone regret of H1 is 0 by the build, 14/61 by the audit.",
            ],
        ),
        (
            ("H1", "H2"),
            "A",
            [
                "the optimum of dispatch with {H1, H2} known is 150 by the build, 132 by the audit.",
                "the conditional regret of H1 is 17/58 by the build, 4/29 by the audit.",
            ],
        ),
    ],
)
def test_a_stored_lie_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: tuple[str, ...], lie: str, messages: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = write_dispatch(tmp_path, OUT, MORE)
    built("dispatch")
    loaded = load_task(folder)
    problem = Variants(loaded.task, loaded.family, loaded.data).problem(known)
    cost = problem.cost(MenuPlan(choice=lie))
    assert cost is not None
    forge(
        tmp_path / "generated/dispatch/solves" / entry_name(problem.model.digest),
        lambda answer: replace(answer, values={f"choose[{lie}]": Fraction(1)}, primal=cost, bound=cost),
    )
    result = build("dispatch", "--audit")
    assert result.exit_code == 1, result.output
    without_sources = re.sub(r" \((highs|gurobi|cpsat)[^)]*\)", "", result.stderr)
    assert without_sources != result.stderr
    for message in messages:
        assert message in without_sources
    assert "dispatch: the audit contradicts none" in built("dispatch", "--audit", "--fresh").stderr


def test_a_lie_that_crosses_a_checked_plan_stops_any_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = write_dispatch(tmp_path, *GOOD)
    built("dispatch")
    loaded = load_task(folder)
    # The plan that shows it is that of theta_0, where this lie would go unnoticed: nothing else is solved then.
    problem = Variants(loaded.task, loaded.family, loaded.data).problem(("H2",))
    lie = {"values": {"choose[E]": Fraction(1)}, "primal": Fraction(168), "bound": Fraction(168)}
    forge(
        tmp_path / "generated/dispatch/solves" / entry_name(problem.model.digest), lambda answer: replace(answer, **lie)
    )
    result = build("dispatch")
    assert result.exit_code == 4
    assert "proves a bound of 167.999" in result.stderr
    assert "yet a checked plan is worth 122" in result.stderr


def test_maximised_values_are_shown_as_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    task = TASKS / "medium6_candy_blend"
    built(task)
    loaded = load_task(task)
    problem = Variants(loaded.task, loaded.family, loaded.data).problem(())
    entry = tmp_path / "generated" / task.name / "solves" / entry_name(problem.model.digest)
    forge(entry, lambda answer: replace(answer, bound=answer.bound - 1, primal=answer.bound - 1))
    result = build(task)
    # The checker costs the stored plan otherwise: no audit is needed to see that.
    assert result.exit_code == 4
    assert "says its plan is worth" in result.stderr


class _WrongWithPresolve(Liar):
    """HiGHS as it would be with a defect in presolve: some answers are wrong, and only with presolve."""

    def solve(self, model: Milp, options: Options) -> Answer:
        return super().solve(model, options) if options.presolve else self.highs.solve(model, options)


def test_what_presolve_gets_wrong_is_found(tmp_path: Path) -> None:
    loaded = load_task(write_dispatch(tmp_path, OUT, MORE))
    variants = Variants(loaded.task, loaded.family, loaded.data)
    today = variants.problem(("H1", "H2"))
    cost = today.cost(MenuPlan(choice="A"))
    broken = _WrongWithPresolve(
        lambda model: model.digest == today.model.digest,
        lambda answer: replace(answer, values={"choose[A]": Fraction(1)}, primal=cost, bound=cost),
    )
    proofs = prove(variants, Engine(lambda: broken))
    found = audit(variants, proofs, Engine(lambda: WithoutPresolve(lambda _: broken)))
    assert broken.told == 1
    said = " ".join(found.disagreements)
    assert "the optimum of dispatch with {H1, H2} known is 150 by the build (liar 1.0), " in said
    assert f"132 by the audit ({Highs().version} without presolve). Fix: build with --fresh;" in said
    assert "the conditional regret of H1 is 17/58 by the build" in said
