"""Items that the author spelled out: their values read through the family, each operation with its line."""

from __future__ import annotations

from ask2decide.errors import Diagnostic, SpecError
from ask2decide.family import AnyFamily, Data
from ask2decide.spec import Item, Operation
from ask2decide.spec.document import Document, Route
from ask2decide.spec.schema import OperationSpec, SpelledItem


def spelled_item(item: SpelledItem, route: Route, document: Document, family: AnyFamily, data: Data) -> Item:
    """Return the hidden item.

    Parameters
    ----------
    route : tuple
        Where the item stands in `document`.
    data : dict
        theta_0's records, for the day's start.

    Raises
    ------
    SpecError
        With every value that is of the wrong unit.
    """
    found: list[Diagnostic] = []
    patches = [_operations(item.patch, (*route, "patch"), document, family, data, found)]
    for version, patch in enumerate(item.also):
        patches.append(_operations(patch, (*route, "also", version), document, family, data, found))
    if found:
        raise SpecError(found)
    return Item(
        id=item.id,
        kind=item.kind,
        about=tuple(item.about),
        note=item.note,
        patches=tuple(patches),
        twin_of=item.twin_of,
        effect=item.effect,
        after=tuple(item.after),
        place=document.place(route),
    )


def _operations(
    patch: list[OperationSpec],
    route: Route,
    document: Document,
    family: AnyFamily,
    data: Data,
    found: list[Diagnostic],
) -> tuple[Operation, ...]:
    made = []
    for index, operation in enumerate(patch):
        at: Route = (*route, index)
        values = {}
        for key in ("value", "was"):
            if key in operation.model_fields_set:
                try:
                    values[key] = family.read(operation.path, getattr(operation, key), data)
                except ValueError as error:
                    place = document.place((*at, key))
                    found.append(Diagnostic(place, f"{error}.", "write the value in that form."))
        made.append(
            Operation(
                operation.op,
                operation.path,
                values.get("value"),
                values.get("was"),
                "was" in values,
                document.place(at),
            )
        )
    return tuple(made)
