"""The search for a scaffold's items: its patience, and what it does where no twin or no exact label is found."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

import pytest

from ask2decide.authoring.scaffold import Order, scaffold
from ask2decide.authoring.scaffold_recipes import Recipe, Setting, candidates, read_recipes
from ask2decide.authoring.scaffold_search import PatientBackEnd
from ask2decide.build import back_end
from ask2decide.errors import Ask2DecideError
from ask2decide.families import family_by_name, family_names
from ask2decide.instances.registry import base_data
from ask2decide.spec import Kind
from ask2decide.variants.item_templates import load_item_templates
from tests.driving import build

TWO_WAYS = """
goal: {sense: min, label: cost, unit: $}
measures: {work: {label: work, unit: h}}
resources:
  van: {label: Van, unit: trips, available: true, goal_rate: 10, rates: {work: 1}}
  bike: {label: Bike, unit: trips, available: true, goal_rate: 12, rates: {work: 1}}
options:
  A: {label: by van, uses: {van: 1}}
  B: {label: by bike, uses: {bike: 1}}
rules: {}
"""
"""Whatever happens to the other vehicle matters as well, so that nothing has a twin."""


def test_patience_ends_after_so_many_solves_or_seconds() -> None:
    patience = PatientBackEnd(lambda: back_end("highs"), time_limit=100)
    with patience.limited(solves=2):
        assert [patience().name, patience().name] == ["highs", "highs"]
        with patience.limited():
            assert patience().name == "highs"  # a limit within another one is its own
        with pytest.raises(Ask2DecideError, match="take too long"):
            patience()
    with patience.limited(until=time.monotonic() - 1), pytest.raises(Ask2DecideError, match="take too long"):
        patience()
    assert patience().name == "highs"


@pytest.mark.parametrize("family", family_names())
def test_recipes_name_templates_and_parameters_that_there_are(family: str) -> None:
    templates = load_item_templates(family, None)
    recipes = read_recipes(family)
    assert len(recipes) >= 3
    for recipe in recipes:
        names = {parameter.name for parameter in templates[recipe.use].parameters}
        assert set(recipe.arguments) <= names


def test_candidates_of_a_recipe() -> None:
    family = family_by_name("vrptw")
    data = base_data("solomon/r101", {"customers": 3}, family="vrptw")
    templates = load_item_templates("vrptw", None)
    # The best plan's text names C02 alone: its object comes first. C01 closes at 171.
    setting = Setting(family, data, templates, Fraction(100), '{"routes":[["C02"]]}')
    recipe = Recipe(
        "window_closes", Kind.NEW_INFORMATION, {"closes": ["{{ base - 5 }}", "{{ base - 500 }}", "{{ absent }}"]}
    )
    items = list(candidates(recipe, setting, "H1"))
    assert [item.about for item in items] == [("C02",), ("C01",), ("C03",)]
    assert items[1].template is not None
    assert dict(items[1].template.arguments) == {"customer": "C01", "closes": "10:46"}
    assert items[1].patch[0].value == data["customers"]["C01"]["closes"] - 5 == 166


def test_without_a_twin_the_task_says_so_and_builds(tmp_path: Path) -> None:
    records = tmp_path / "ways.yaml"
    records.write_text(TWO_WAYS, encoding="utf-8")
    made = scaffold(Order("ways", "menu", str(records), {}, tmp_path / "tasks"))
    text = (made.folder / "task.yaml").read_text(encoding="utf-8")
    assert "    # twin: auto " in text
    assert "\n    twin: auto" not in text
    assert not (made.folder / "twins.lock.yaml").exists()
    assert build(made.folder, "--out", tmp_path / "generated").exit_code == 0


@pytest.mark.slow
def test_an_open_base_makes_a_task_of_intervals_that_builds(tmp_path: Path) -> None:
    said: list[str] = []
    made = scaffold(Order("farms", "mps", "miplib3/mas76", {}, tmp_path / "tasks", time_limit=5), said.append)
    text = (made.folder / "task.yaml").read_text(encoding="utf-8")
    assert "farms: the optimum of the base stays open; the task goes into the split frontier-B." in said
    assert "split: frontier-B\n" in text
    assert "time_limit: 5\n" in text
    assert "# Its regret is between 0." in text
    assert build(made.folder, "--out", tmp_path / "generated").exit_code == 0
