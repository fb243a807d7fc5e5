"""The contract test of a family, for whoever writes one (docs/add_a_family.md).

Build a `FamilyCase` and run `family_contract` on it, or each of `contract_checks` as a test of its own. Needs
hypothesis and jsonschema: ``ask2decide[testing]``.
"""

from __future__ import annotations

try:
    import hypothesis  # noqa: F401
    import jsonschema  # noqa: F401
except ImportError as error:
    message = f"ask2decide.testing needs {error.name}, which is not installed. Fix: install ask2decide[testing]."
    raise ImportError(message, name=error.name) from None

from ask2decide.testing.case import ContractError, FamilyCase, Published
from ask2decide.testing.contract import contract_checks, family_contract

__all__ = ["ContractError", "FamilyCase", "Published", "contract_checks", "family_contract"]
