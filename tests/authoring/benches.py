"""Benches for tests of `ask2decide suggest`: tiny tasks in memory, and the dispatch menu on disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ask2decide.authoring.workbench import Workbench
from ask2decide.engine.solve import Engine
from ask2decide.passes.optima import Optima
from ask2decide.passes.pool import Pool
from ask2decide.solvers.highs import Highs
from ask2decide.spec import Item
from ask2decide.variants.item_template import ItemTemplate
from ask2decide.variants.item_templates import load_item_templates
from ask2decide.variants.load import LoadedTask
from tests.driving import Line, write_dispatch
from tests.quantities import Quantities
from tests.strategies import task_of

GOODS_TEMPLATES = """
dearer:
  parameters: {good: {object: /goods}, price: {field: "/goods/{good}/price"}}
  about: ["{{ good }}"]
  note: "{{ good }} costs {{ price }} and not {{ was.price }}."
  patch: [{op: replace, path: "/goods/{good}/price", value: "{{ price }}"}]
  suggest:
    kind: system_update
    with: [{price: "{{ was.price + 3 }}"}, {price: "{{ was.price - 2 }}"}]
scarcer:
  parameters: {good: {object: /goods}, most: {field: "/goods/{good}/most"}}
  about: ["{{ good }}"]
  note: "There are {{ most }} of {{ good }} and not {{ was.most }}."
  patch: [{op: replace, path: "/goods/{good}/most", value: "{{ most }}"}]
  suggest:
    with: [{most: "{{ was.most - 1 }}"}]
gone:
  parameters: {good: {object: /goods}}
  about: ["{{ good }}"]
  note: "{{ good }} is not to be had."
  patch: [{op: replace, path: "/goods/{good}/available", value: false}]
"""


def goods_templates(folder: Path) -> dict[str, ItemTemplate]:
    """Return the templates above, as a task's own."""
    (folder / "items.yaml").write_text(GOODS_TEMPLATES, encoding="utf-8")
    return load_item_templates("quantities", folder)


def goods_bench(data: dict[str, Any], items: Sequence[Item], templates: dict[str, ItemTemplate]) -> Workbench:
    """Return the bench of a task of the family `quantities`, without files and without a store."""
    engine = Engine(Highs)
    loaded = LoadedTask(task_of(tuple(items)), Quantities(), data, templates, {})
    return Workbench(loaded, engine, Optima(engine, Pool()))


def dispatch(tasks: Path, *items: Line, hidden: str | None = None) -> Path:
    """Write the dispatch task with these items, or with `hidden` in the place of the whole list; return its folder."""
    folder = write_dispatch(tasks, *items)
    if hidden is not None:
        file = folder / "task.yaml"
        text = file.read_text(encoding="utf-8")
        file.write_text(text[: text.index("hidden:")] + hidden, encoding="utf-8")
    return folder
