"""The cases of the shipped families for the contract test that `ask2decide.testing` gives to everyone.

A family joins by one file ``tests/families/case_<family>.py`` with one name, ``CASE``, a `FamilyCase`. Nothing else
has to be edited: the cases are found by walking this folder, and a family without a case fails the test.
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

from ask2decide.testing import FamilyCase


def family_cases() -> dict[str, FamilyCase]:
    """Return the cases of all families, by family name, from the ``case_*.py`` files of this folder."""
    names = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])]
    modules = [importlib.import_module(f"{__package__}.{name}") for name in names if name.startswith("case_")]
    return {module.CASE.family.name: module.CASE for module in modules}
