"""The items of a draft expanded: templates filled in, values read, locked twins put after their originals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ask2decide.errors import Diagnostic, Place, SpecError, did_you_mean
from ask2decide.family import AnyFamily, Data
from ask2decide.spec import Item, TemplateUse
from ask2decide.spec.read import Draft
from ask2decide.spec.references import twin_id
from ask2decide.spec.schema import SpelledItem, TemplateItem
from ask2decide.variants.item_template import ItemTemplate
from ask2decide.variants.lock import LockedTwin
from ask2decide.variants.patches import check_items
from ask2decide.variants.spelled_items import spelled_item


def expanded_items(
    draft: Draft, family: AnyFamily, data: Data, templates: Mapping[str, ItemTemplate] | None
) -> tuple[tuple[Item, ...], list[Diagnostic]]:
    """Return the items that can be expanded, and the mistakes of those that cannot.

    `templates` is None where their files have mistakes; items that use one are then left out in silence.
    """
    items: list[Item] = []
    found: list[Diagnostic] = []
    for position, item in draft.items():
        try:
            if isinstance(item, SpelledItem):
                items.append(spelled_item(item, ("hidden", position), draft.document, family, data))
            elif templates is not None:
                place = draft.document.place(("hidden", position))
                items.append(_used(item, place, family, data, templates))
        except SpecError as error:
            found += error.diagnostics
    return tuple(items), found


def with_locked_twins(
    items: tuple[Item, ...],
    lock: Mapping[str, LockedTwin],
    family: AnyFamily,
    data: Data,
    templates: Mapping[str, ItemTemplate],
) -> tuple[tuple[Item, ...], dict[str, LockedTwin]]:
    """Return sound items with each locked twin that still fits after its original, and the entries used.

    An entry is stale, and ignored, when its original has other arguments by now, or when the twin no longer fits the
    base or the other items.
    """
    twins = {}
    for item in items:
        twin = _locked_twin(item, lock.get(item.id), family, data, templates)
        if twin is not None:
            twins[item.id] = twin
    joined = _joined(items, twins)
    if twins and check_items(joined, data, family):
        fitting: dict[str, Item] = {}
        for name, twin in twins.items():
            if not check_items(_joined(items, {**fitting, name: twin}), data, family):
                fitting[name] = twin
        twins, joined = fitting, _joined(items, fitting)
    return joined, {name: lock[name] for name in twins}


def _joined(items: tuple[Item, ...], twins: Mapping[str, Item]) -> tuple[Item, ...]:
    joined: list[Item] = []
    for item in items:
        twin = twins.get(item.id)
        joined += [item] if twin is None else [replace(item, wants_twin=False), twin]
    return tuple(joined)


def _used(
    item: TemplateItem, place: Place, family: AnyFamily, data: Data, templates: Mapping[str, ItemTemplate]
) -> Item:
    template = templates.get(item.use)
    if template is None:
        cause = f"there is no item template {item.use!r} for the family {family.name!r}."
        fix = did_you_mean(item.use, templates, "item templates")
        raise SpecError([Diagnostic(replace(place, key=f"{place.key}.use"), cause, fix)])
    return template.expand(
        TemplateUse(item.use, item.arguments),
        id=item.id,
        kind=item.kind,
        family=family,
        data=data,
        place=place,
        also=item.also,
        twin_of=item.twin_of,
        wants_twin=item.twin == "auto",
        effect=item.effect,
        after=item.after,
    )


def _locked_twin(
    original: Item,
    locked: LockedTwin | None,
    family: AnyFamily,
    data: Data,
    templates: Mapping[str, ItemTemplate],
) -> Item | None:
    use = original.template
    if not original.wants_twin or locked is None or use is None or not locked.is_fresh(use):
        return None
    try:
        return templates[use.name].expand(
            locked.use,
            id=twin_id(original.id),
            kind=original.kind,
            family=family,
            data=data,
            place=original.place,
            twin_of=original.id,
        )
    except SpecError:
        return None
