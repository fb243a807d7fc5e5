"""Every back end of the solvers folder; one that cannot run here is skipped with its reason, which `-ra` prints."""

from __future__ import annotations

import importlib

import pytest

from ask2decide.backend import BackEnd
from ask2decide.solvers import back_end_names


@pytest.fixture(params=back_end_names())
def back_end(request: pytest.FixtureRequest) -> BackEnd:
    found: BackEnd = importlib.import_module(f"ask2decide.solvers.{request.param}").back_end()
    missing = found.available()
    if missing is not None:
        pytest.skip(f"the back end {request.param} is NOT tested here: {missing}")
    return found
