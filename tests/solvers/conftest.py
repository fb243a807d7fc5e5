"""Every back end of the solvers folder; one that cannot run here is skipped with its reason, which `-ra` prints."""

from __future__ import annotations

import importlib

import pytest

from ask2decide.backend import Answer, BackEnd, Options
from ask2decide.ir import Milp
from ask2decide.solvers import back_end_names


class Able:
    """A back end that skips, with the reason, a model that it declares itself unable to answer.

    Only one whose features say so may be unable: without continuous columns, or without infinite bounds.
    """

    def __init__(self, back_end: BackEnd) -> None:
        self.name = back_end.name
        self.features = back_end.features
        self.available = back_end.available
        self.unable = back_end.unable
        self._solve = back_end.solve

    def solve(self, model: Milp, options: Options) -> Answer:
        reason = self.unable(model)
        if reason is None:
            return self._solve(model, options)
        assert not self.features.continuous or not self.features.infinite_bounds, f"{self.name} states no limits"
        restricted = any(not c.integer or c.lower is None or c.upper is None for c in model.columns)
        assert restricted, f"{self.name} is unable to answer bounded integers: {reason}"
        pytest.skip(f"the back end {self.name} is unable to answer this model: {reason}")


@pytest.fixture(params=back_end_names())
def back_end(request: pytest.FixtureRequest) -> BackEnd:
    found: BackEnd = Able(importlib.import_module(f"ask2decide.solvers.{request.param}").back_end())
    missing = found.available()
    if missing is not None:
        pytest.skip(f"the back end {request.param} is NOT tested here: {missing}")
    return found
