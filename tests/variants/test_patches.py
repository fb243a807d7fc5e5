from __future__ import annotations

import copy
from itertools import chain, combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from ask2decide.family import Effect
from ask2decide.spec import Operation
from ask2decide.variants.effects import derive_effect
from ask2decide.variants.patches import check_items
from ask2decide.variants.pointers import same_value, tokens_of, value_at
from ask2decide.variants.theta import PatchError, apply, in_order, variant
from tests.variants.parcels import PLACES, VALUES, item, leaves, parcels_data, parcels_family, replace


def by_hand(operation: Operation, data: Any) -> Any:
    """Apply one operation on a mapping's key, written down independently of the library."""
    changed = copy.deepcopy(data)
    *holders, last = operation.path.split("/")[1:]
    node = changed
    for part in holders:
        node = node[int(part)] if isinstance(node, list) else node[part]
    if operation.op == "remove":
        del node[int(last) if isinstance(node, list) else last]
    elif isinstance(node, list):
        node[int(last)] = operation.value
    else:
        node[last] = operation.value
    return changed


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES), max_size=4))
def test_apply_is_what_the_operations_say_in_order(changes: list[tuple[str, Any]]) -> None:
    data = parcels_data()
    operations = [replace(path, value) for path, value in changes]
    expected = data
    for operation in operations:
        expected = by_hand(operation, expected)
    assert apply(operations, data) == expected
    assert data == parcels_data()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([place for place in PLACES if not place.startswith("/depots")]), VALUES)
def test_inverse_gives_the_base_back(path: str, value: Any) -> None:
    data = parcels_data()
    was = value_at(data, tokens_of(path))
    assert apply([replace(path, value), replace(path, was)], data) == data
    removed = apply([Operation("remove", path)], data)
    assert removed == by_hand(Operation("remove", path), data)
    restored = apply([Operation("add", path, was)], removed)
    assert restored == data


def test_apply_leaves_the_items_value_alone() -> None:
    value = {"weight": 1, "reward": 2, "opens": 0, "closes": 60}
    add = Operation("add", "/parcels/P9", value)
    patched = apply([add, Operation("replace", "/parcels/P9/weight", 7)], parcels_data())
    assert patched["parcels"]["P9"]["weight"] == 7
    assert value["weight"] == 1


def test_result_shares_nothing_with_base_or_item() -> None:
    data, value = parcels_data(), {"weight": 1, "reward": 2, "opens": 0, "closes": 60}
    patched = apply([Operation("add", "/parcels/P9", value)], data)
    patched["parcels"]["P9"]["weight"] = 9
    patched["parcels"]["P1"]["weight"] = 9
    patched["depots"].clear()
    assert data == parcels_data()
    assert value["weight"] == 1


@pytest.mark.parametrize("op", ["add", "remove", "replace"])
@pytest.mark.parametrize(
    "path",
    [
        "/parcels/P9/weight",
        "/parcels/P3/weight/deeper",
        "/parcels/P3/weight/deeper/still",
        "/depots/x",
        "/depots/9",
        "/depots/01",
        "/depots/-1",
        "/depots/-/x",
        "/van/capacity/0",
        "/day/starts/0",
    ],
)
def test_unappliable_operation_says_so(op: str, path: str) -> None:
    with pytest.raises(PatchError, match=rf"^{op} {path}: .+ Fix: ") as caught:
        apply([Operation(op, path, 1)], parcels_data())
    assert caught.value.operation.path == path


FIELD_EFFECTS = [
    ("/parcels/P1/weight", Effect.VALUE),
    ("/parcels/P1/opens", Effect.CONSTRAINT),
    ("/parcels/P1/reward", Effect.OBJECTIVE),
    ("/parcels/P1", Effect.AVAILABILITY),
    ("/van/capacity", Effect.VALUE),
    ("/depots/0", Effect.NONE),
    ("/parcels/P1/label", Effect.NONE),
]
STRENGTH = [Effect.NONE, Effect.VALUE, Effect.CONSTRAINT, Effect.AVAILABILITY, Effect.OBJECTIVE]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(FIELD_EFFECTS), st.sampled_from(["add", "replace", "remove"])), max_size=4))
def test_strongest_effect_names_the_item(touched: list[tuple[tuple[str, Effect], str]]) -> None:
    operations = [Operation(op, path, 1) for (path, _), op in touched]
    strengths = [2 if effect is Effect.VALUE and op == "add" else STRENGTH.index(effect) for (_, effect), op in touched]
    assert derive_effect(operations, parcels_family()) is STRENGTH[max(strengths, default=0)]


def test_order_follows_after_and_else_the_spec() -> None:
    items = [item("A", after=("C",)), item("B"), item("C", after=("D",)), item("D"), item("E")]
    assert [each.id for each in in_order(items)] == ["B", "D", "C", "A", "E"]


def test_variant_applies_the_known_items_only() -> None:
    items = [
        item("A", replace("/van/capacity", 5), after=("B",)),
        item("B", replace("/van/capacity", 7)),
        item("C", replace("/parcels/P1/weight", 1)),
    ]
    data = parcels_data()
    assert variant(items, [], data) == data
    assert variant(items, ["A", "B", "C"], data)["van"]["capacity"] == 5
    assert variant(items, ["B"], data)["van"]["capacity"] == 7
    assert variant(items, ["B"], data)["parcels"]["P1"]["weight"] == 4


@settings(max_examples=60, deadline=None)
@given(st.permutations("ABCDE"), st.permutations("ABCDE"), st.sets(st.sampled_from("ABCDE"), min_size=1))
def test_a_chain_of_after_orders_every_set(chain: list[str], listed: list[str], known: set[str]) -> None:
    """Each item of the chain comes after the one before it, and so after all before it, be these known or not."""
    before = dict(zip(chain[1:], chain, strict=False))
    rank = {name: position for position, name in enumerate(chain)}
    items = [
        item(name, replace("/van/capacity", 10 + rank[name]), after=tuple(filter(None, [before.get(name)])))
        for name in listed
    ]
    last = max(rank[name] for name in known)
    assert variant(items, known, parcels_data())["van"]["capacity"] == 10 + last


def test_version_chooses_among_the_plausible_values() -> None:
    several = item("A", replace("/van/capacity", 5))
    several = type(several)(**{**vars(several), "patches": (*several.patches, (replace("/van/capacity", 6),))})
    assert variant([several], ["A"], parcels_data(), {"A": 1})["van"]["capacity"] == 6


# P1's window is 60..120: some of these are sound alone and cross in pairs.
CHANGES = st.lists(
    st.tuples(st.just("/parcels/P1/opens"), st.sampled_from([30, 60, 110, 130]))
    | st.tuples(st.just("/parcels/P1/closes"), st.sampled_from([50, 70, 115, 120]))
    | st.tuples(st.sampled_from(["/van/capacity", "/parcels/P2/weight"]), st.integers(-2, 9)),
    min_size=1,
    max_size=4,
)


@settings(max_examples=60, deadline=None)
@given(CHANGES)
def test_sound_items_make_valid_records_for_every_set(changes: list[tuple[str, int]]) -> None:
    """Against enumeration: no message exactly when every theta_S is valid, changes something, and has no order."""
    data, family = parcels_data(), parcels_family()
    items = [item(f"H{index}", replace(path, value)) for index, (path, value) in enumerate(changes)]
    names = [each.id for each in items]
    good = len({path for path, _ in changes}) == len(changes)
    good &= all(not same_value(value_at(data, tokens_of(path)), value) for path, value in changes)
    for known in chain.from_iterable(combinations(names, size) for size in range(len(names) + 1)):
        try:
            family.parse(variant(items, known, data))
        except ValidationError:
            good = False
    assert (check_items(items, data, family) == []) is good


@settings(max_examples=40, deadline=None)
@given(st.permutations(range(3)), st.lists(st.integers(1, 50), min_size=3, max_size=3))
def test_unordered_items_commute(order: list[int], values: list[int]) -> None:
    data = parcels_data()
    places = ["/parcels/P1/weight", "/parcels/P2/reward", "/van/capacity"]
    items = [
        item(f"H{index}", replace(place, value))
        for index, (place, value) in enumerate(zip(places, values, strict=True))
    ]
    shuffled = [items[index] for index in order]
    assert variant(items, ["H0", "H1", "H2"], data) == variant(shuffled, ["H0", "H1", "H2"], data)


def test_items_that_fail_only_in_a_pair() -> None:
    items = [item("A", replace("/parcels/P1/opens", 110)), item("B", replace("/parcels/P1/closes", 70))]
    assert [check_items([each], parcels_data(), parcels_family()) for each in items] == [[], []]
    (mistake,) = check_items(items, parcels_data(), parcels_family())
    assert mistake.cause == "'A' and 'B' cannot hold together: the window closes before it opens."


def test_items_that_fail_only_all_together() -> None:
    class Weighed(type(parcels_family())):  # type: ignore[misc]
        def parse(self, data: Any) -> Any:
            records = super().parse(data)
            if sum(parcel.weight for parcel in records.parcels.values()) > 25:
                raise ValueError("the parcels weigh too much in all")
            return records

    # 14.5 kg in all as recorded; each item adds 4.
    weights = {"P1": 8, "P2": 7, "P3": 9}
    items = [item(f"H{name}", replace(f"/parcels/{name}/weight", weight)) for name, weight in weights.items()]
    assert check_items(items[:2], parcels_data(), Weighed()) == []
    (mistake,) = check_items(items, parcels_data(), Weighed())
    assert mistake.cause == "all items cannot hold together: the parcels weigh too much in all."


def test_items_that_turn_the_sense_are_refused() -> None:
    class Turning(type(parcels_family())):  # type: ignore[misc]
        def sense(self, records: Any) -> Any:
            from ask2decide.family import Sense

            return Sense.MAX if records.van.capacity > 8 else Sense.MIN

    found = check_items([item("A", replace("/van/capacity", 5))], parcels_data(), Turning())
    assert [mistake.cause for mistake in found] == ["an item must not turn the objective's sense."]


def test_every_leaf_is_a_place() -> None:
    assert dict(leaves(parcels_data()))["/bonuses/P1/P2"] == 2
