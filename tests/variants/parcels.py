"""The tiny family of `tests/cases/parcels`, its records and items, for tests of patches and variants."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from ask2decide.families import family_from_file
from ask2decide.family import AnyFamily, Data
from ask2decide.spec import Item, Kind, Operation
from ask2decide.spec.yaml_reader import read_yaml
from tests.spec.diagnostic_cases import CASES


@cache
def parcels_family() -> AnyFamily:
    return family_from_file(CASES / "parcels" / "model.py")


def parcels_data() -> Data:
    data: Data = read_yaml(CASES / "parcels" / "records.yaml").data
    return data


def item(name: str, *operations: Operation, after: tuple[str, ...] = (), about: tuple[str, ...] = ("van",)) -> Item:
    return Item(name, Kind.NEW_INFORMATION, about, f"Note {name}.", (operations,), after=after)


def replace(path: str, value: Any) -> Operation:
    return Operation("replace", path, value)


def leaves(node: Any, pointer: str = "") -> list[tuple[str, Any]]:
    """Return every (pointer, value) that is no mapping or list."""
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else None
    if children is None:
        return [(pointer, node)]
    return [leaf for key, child in children for leaf in leaves(child, f"{pointer}/{key}")]


PLACES = [pointer for pointer, _ in leaves(parcels_data())]
VALUES = st.integers(0, 300) | st.decimals(0, 300, places=2) | st.booleans() | st.text(max_size=5)
"""Values that fit some places and not others."""
