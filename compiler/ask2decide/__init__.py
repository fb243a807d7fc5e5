"""ask2decide: what a missing fact is worth, with a proof.

`Task`, `Package` and what they return (`ask2decide.api`) are imported when they are first used, so that the commands
start fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ask2decide.api import Lattice, Package, Task

__version__ = "0.1.0"

__all__ = ["Lattice", "Package", "Task", "__version__"]


def __getattr__(name: str) -> Any:
    """Import the API when one of its names is used (PEP 562)."""
    if name in __all__:
        from ask2decide import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """List the API's names beside the module's own."""
    return sorted({*globals(), *__all__})
