"""Back ends, one file each, found by walking this folder."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from ask2decide.backend import BackEnd
from ask2decide.errors import BackEndError, did_you_mean


@cache
def back_end_names() -> tuple[str, ...]:
    """Return the names of the back ends in this folder."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")))


def back_end_by_name(name: str) -> BackEnd:
    """Return the back end of that name; ``auto`` chooses HiGHS, which reads every IR there is.

    Raises
    ------
    BackEndError
        When it does not exist or cannot run here.
    """
    wanted = "highs" if name == "auto" else name
    if wanted not in back_end_names():
        raise BackEndError(f"There is no back end {name!r} here.", did_you_mean(name, back_end_names(), "back ends"))
    back_end: BackEnd = importlib.import_module(f"{__name__}.{wanted}").back_end()
    missing = back_end.available()
    if missing is not None:
        raise BackEndError(f"The back end {wanted} cannot run here: {missing}")
    return back_end
