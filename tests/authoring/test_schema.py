"""The JSON Schema of task.yaml, by an independent validator: it lets pass what is right and refuses what it can."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft7Validator
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from ask2decide.authoring.modeline import ITEMS_SCHEMA_FILE, SCHEMA_FILE, modeline, records_schema_file
from ask2decide.authoring.schema import shipped_families, task_schema
from ask2decide.cli.schema import schema
from ask2decide.exact import dump_json
from ask2decide.families import family_by_name
from ask2decide.spec.schema import TaskSpec
from ask2decide.variants.item_templates import load_item_templates
from ask2decide.variants.load import load_task
from tests.driving import ROOT, TASKS
from tests.spec.diagnostic_cases import CASES, all_cases
from tests.spec.diagnostic_folders import FOLDER, all_folders

SHIPPED = sorted(path.parent.name for path in TASKS.glob("*/task.yaml"))

REFUSED = [
    "base_day_starts_at_eight",
    "base_takes_no_such_argument",
    "base_with_half_a_van",
    "base_with_unknown_distances",
    "gap_agents_as_number",
    "gap_goal_as_text",
    "gap_goal_with_unknown_key",
    "gap_of_no_sense",
    "gap_takes_no_such_argument",
    "id_too_long",
    "job_shop_day_starts_at_six",
    "job_shop_machines_as_text",
    "job_shop_machines_twice",
    "job_shop_takes_no_such_argument",
    "key_with_a_leading_zero",
    "mps_about_as_list",
    "mps_columns_as_list",
    "mps_glossary_entry_as_number",
    "mps_goal_with_unknown_key",
    "mps_takes_no_such_argument",
    "note_without_a_patch",
    "price_in_words",
    "twin_that_is_yes",
]
"""The wrong tasks of tests/cases/diagnostics whose mistake a schema can see; the others need records or arithmetic."""

UNREADABLE = ["character_that_is_none", "escape_that_is_none", "key_that_is_a_list", "not_utf8"]
"""Those that are no YAML, or hold what JSON has no word for: an editor says so before any schema."""


@pytest.fixture(scope="module")
def validator() -> Draft7Validator:
    found = task_schema()
    Draft7Validator.check_schema(found)
    return Draft7Validator(found)


def read(file: Path) -> Any:
    """Read a file as an editor would: with another reader than the compiler's, then as JSON."""
    return json.loads(json.dumps(YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))))


def mistakes(validator: Draft7Validator, data: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(data)]


COMMITTED = {
    SCHEMA_FILE: [],
    ITEMS_SCHEMA_FILE: ["--items"],
    **{records_schema_file(name): ["--records", name] for name in shipped_families()},
}
"""Each committed schema, and the options with which the command prints it."""


@pytest.mark.parametrize("file", COMMITTED)
def test_the_committed_schemas_are_what_the_command_prints(file: str) -> None:
    result = CliRunner().invoke(schema, COMMITTED[file])
    assert result.exit_code == 0
    assert result.stdout == (ROOT / file).read_text(encoding="utf-8"), (
        f"mend it with `ask2decide schema {' '.join(COMMITTED[file])}`, whose output belongs into {file}"
    )
    Draft7Validator.check_schema(json.loads(result.stdout))


def test_no_schema_is_committed_that_no_command_prints() -> None:
    assert sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "schema").iterdir()) == sorted(COMMITTED)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_tasks_are_valid(name: str, validator: Draft7Validator) -> None:
    assert mistakes(validator, read(TASKS / name / "task.yaml")) == []


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_tasks_begin_with_the_modeline(name: str) -> None:
    first = (TASKS / name / "task.yaml").read_text(encoding="utf-8").splitlines()[0]
    assert first == modeline(TASKS / name) == "# yaml-language-server: $schema=../../schema/task.schema.json"
    assert (TASKS / name / first.partition("$schema=")[2]).is_file()


@pytest.mark.parametrize("name", [name for name in all_folders() if name not in UNREADABLE])
def test_wrong_tasks(name: str, validator: Draft7Validator) -> None:
    assert bool(mistakes(validator, read(FOLDER / name / "task.yaml"))) is (name in REFUSED)


def changed_parcels(case: Mapping[str, Any]) -> Any:
    """Return the good task of tests/cases/parcels with a case's edits, which are all of its task.yaml."""
    text = (CASES / "parcels" / "task.yaml").read_text(encoding="utf-8")
    for _, old, new in case.get("edit", []):
        text = text.replace(old, new, 1)
    return YAML(typ="safe", pure=True).load(case.get("write", {}).get("task.yaml", text))


FORM = [(title, case) for title, case in all_cases() if title.startswith("schema: ")]
UNSEEN = ["schema: an expected regret above 1"]
"""A regret as a ratio: JSON Schema cannot divide."""


@pytest.mark.parametrize(("title", "case"), FORM, ids=[title for title, _ in FORM])
def test_wrong_forms_in_a_family_of_its_own(title: str, case: dict[str, Any], validator: Draft7Validator) -> None:
    assert bool(mistakes(validator, changed_parcels(case))) is (title not in UNSEEN)


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_no_schema_comes_to_see(name: str) -> None:
    with pytest.raises((YAMLError, ValueError, TypeError, OverflowError)):
        read(FOLDER / name / "task.yaml")


def good() -> dict[str, Any]:
    data: dict[str, Any] = read(TASKS / "hard2b_r101_25" / "task.yaml")
    return data


@pytest.mark.parametrize(
    ("route", "value"),
    [
        (("hidden", 0, "with", "opens"), "9.56"),
        (("hidden", 0, "with", "opens"), -1),
        (("hidden", 0, "with", "minutes"), 3),
        (("hidden", 0, "with"), {"customer": "C19"}),
        (("hidden", 0, "also"), [{"minutes": 3}]),
        (("hidden", 0, "note"), "A sentence."),
        (("hidden", 0, "kind"), "accident"),
        (("hidden", 3, "with", "max_stops"), "four"),
        (("hidden", 1, "with", "reason"), " "),
        (("base", "customers"), "25"),
        (("base", "instance"), "solomon/r999"),
        (("base", "instance"), "miplib3/p0033"),
        (("split",), "frontier"),
        (("task",), "1st"),
        (("brief",), ""),
        (("time_limit",), 0),
        (("hidden",), []),
        (("expect", "H1", "standalone"), "relevent"),
        (("expect", "H1", "standalone"), 2),
        (("expect", "1"), {}),
        (("colour",), "red"),
    ],
)
def test_one_wrong_value(route: tuple[Any, ...], value: Any, validator: Draft7Validator) -> None:
    data = good()
    assert mistakes(validator, data) == []
    holder = data
    for part in route[:-1]:
        holder = holder[part]
    holder[route[-1]] = value
    assert mistakes(validator, data)


@pytest.mark.parametrize(
    ("operation", "fits"),
    [
        ({"op": "add", "path": "/rules/max_stops", "value": 6}, True),
        ({"op": "replace", "path": "/customers/C07/opens", "value": "09:10", "was": 61}, True),
        ({"op": "remove", "path": "/closed_roads/C01 to C02"}, True),
        ({"op": "replace", "path": "/customers/C07/name", "value": "x"}, False),
        ({"op": "replace", "path": "rules/max_stops", "value": 6}, False),
        ({"op": "remove", "path": "/rules/max_stops", "value": 6}, False),
        ({"op": "move", "path": "/rules/max_stops"}, False),
        ({"op": "add", "path": "/rules/max_stops"}, False),
    ],
)
def test_operations(operation: dict[str, Any], fits: bool, validator: Draft7Validator) -> None:
    data = good()
    item = {"id": "S2", "kind": "basic_information", "about": ["fleet"], "note": "So it is.", "patch": [operation]}
    data["hidden"].append(item)
    assert (mistakes(validator, data) == []) is fits


def test_what_only_the_task_knows_is_let_pass(validator: Draft7Validator) -> None:
    data = good()
    own = {"id": "H9", "kind": "human_error", "use": "template_of_items_yaml", "with": {"anything": [1]}}
    data["hidden"].append(own)
    assert mistakes(validator, data) == []
    data.update(family="my_family", base={"instance": "my_registry/one", "size": 3})
    assert mistakes(validator, data) == []


@pytest.mark.parametrize(
    ("base", "fits"),
    [
        ({"instance": "solomon/my_town", "customers": 7, "sha256": "a" * 64}, True),
        ({"instance": "solomon/my_town", "customers": 7}, False),
        ({"instance": "solomon/my_town", "sha256": "abc"}, False),
        ({"instance": "solomon/my_town", "sha256": "a" * 64, "customer": 7}, False),
        ({"instance": "solomon/r101", "sha256": "a" * 64}, False),
    ],
)
def test_a_file_of_ones_own_states_its_checksum(base: dict[str, Any], fits: bool, validator: Draft7Validator) -> None:
    data = good()
    assert data["family"] == "vrptw"
    data["base"] = base
    assert (mistakes(validator, data) == []) is fits


@pytest.mark.parametrize("name", shipped_families())
def test_each_family_has_its_templates_and_places(name: str) -> None:
    definitions = task_schema()["definitions"]
    for template in load_item_templates(name, None).values():
        found = definitions[f"{name}.use.{template.name}"]
        assert found["description"] == template.says
        assert found["properties"]["with"]["required"] == [parameter.name for parameter in template.parameters]
    places = definitions[f"{name}.path"]["anyOf"]
    assert len(places) == len(family_by_name(name).fields)


def test_every_key_is_described() -> None:
    definitions = task_schema()["definitions"]
    bare = [
        f"{name}.{key}"
        for name, definition in {"task.yaml": task_schema(), **definitions}.items()
        for key, property_ in definition.get("properties", {}).items()
        if "description" not in (definitions[property_["$ref"][14:]] if "$ref" in property_ else property_)
    ]
    assert bare == []


def test_every_key_of_the_spec_is_there() -> None:
    assert list(task_schema()["properties"]) == [field.alias or name for name, field in TaskSpec.model_fields.items()]


def committed(file: str) -> Draft7Validator:
    return Draft7Validator(json.loads((ROOT / file).read_text(encoding="utf-8")))


BESIDE = {
    "easy1_dispatch/records.yaml": records_schema_file("menu"),
    "medium6_candy_blend/records.yaml": records_schema_file("blend"),
    "x_gap/items.yaml": ITEMS_SCHEMA_FILE,
    "x_miplib/items.yaml": ITEMS_SCHEMA_FILE,
    "x_miplib_b/items.yaml": ITEMS_SCHEMA_FILE,
}
"""The shipped files beside a task.yaml, each with its schema."""


def test_these_are_all_files_beside_a_task() -> None:
    found = [path for word in ("records", "items") for path in TASKS.glob(f"*/{word}.yaml")]
    assert sorted(path.relative_to(TASKS).as_posix() for path in found) == sorted(BESIDE)


@pytest.mark.parametrize("file", BESIDE)
def test_files_beside_a_task(file: str) -> None:
    path = TASKS / file
    assert mistakes(committed(BESIDE[file]), read(path)) == []
    assert path.read_text(encoding="utf-8").splitlines()[0] == modeline(path.parent, BESIDE[file])


@pytest.mark.parametrize("name", shipped_families())
def test_shipped_templates_are_valid(name: str) -> None:
    assert mistakes(committed(ITEMS_SCHEMA_FILE), read(ROOT / "templates" / "items" / f"{name}.yaml")) == []


@pytest.mark.parametrize("name", [name for name in SHIPPED if name not in ("easy1_dispatch", "medium6_candy_blend")])
def test_records_of_instances_are_valid(name: str) -> None:
    loaded = load_task(TASKS / name)
    records = json.loads(dump_json(loaded.data))
    assert mistakes(committed(records_schema_file(loaded.task.family)), records) == []


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("records_with_five_mistakes", True),
        ("records_with_one_plan", True),
        ("job_shop_id_with_a_blank", False),
        ("least_share_above_the_largest", False),
        ("price_in_words", False),
    ],
)
def test_wrong_records(name: str, refused: bool) -> None:
    family = read(FOLDER / name / "task.yaml")["family"]
    assert bool(mistakes(committed(records_schema_file(family)), read(FOLDER / name / "records.yaml"))) is refused


def test_wrong_templates() -> None:
    found = committed(ITEMS_SCHEMA_FILE)
    data = read(FOLDER / "templates_with_many_mistakes" / "items.yaml")
    for name, template in data.items():
        in_a_sentence = name in ("calls", "loops")
        assert bool(mistakes(found, {name: template})) is not in_a_sentence, name
    assert mistakes(found, read(FOLDER / "templates_that_are_a_list" / "items.yaml"))


def test_two_schemas_at_once() -> None:
    result = CliRunner().invoke(schema, ["--items", "--records", "menu"])
    assert result.exit_code == 2
    assert "--records and --items ask for two schemas. Fix: give one of them." in result.stderr


def test_records_of_no_family() -> None:
    result = CliRunner().invoke(schema, ["--records", "mneu"])
    assert result.exit_code == 2
    assert "There is no family 'mneu'. Fix: write 'menu'" in result.stderr
