"""The agent's folder comes from theta_0 alone."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from decimal import Decimal
from pathlib import Path

import pytest

from ask2decide.emit import agent
from ask2decide.emit.agent import agent_files, plan_schema
from ask2decide.emit.package import package_files
from ask2decide.exact import load_json
from ask2decide.family import Sense
from ask2decide.spec import Kind, Operation
from tests.emit.tiny import FAMILY, base_data, findings
from tests.emit.tiny_model import TinyPlan


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "model.py").write_text((Path(__file__).parent / "tiny_model.py").read_text(encoding="utf-8"))
    return tmp_path


def _agent_part(files: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in files.items() if name.startswith("agent/")}


def test_the_function_is_handed_theta_0_and_nothing_else() -> None:
    assert list(inspect.signature(agent_files).parameters) == ["task", "brief", "family", "base_data"]
    tree = ast.parse(Path(agent.__file__).read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not [name for name in imported if name and ("findings" in name or "spec" in name or "labels" in name)]


def test_the_folder_holds_the_four_files() -> None:
    files = agent_files("tiny", "Order grain.", FAMILY, base_data(Sense.MIN))
    assert list(files) == [
        "agent/brief.md",
        "agent/knowledge_base.md",
        "agent/knowledge_base.json",
        "agent/plan.schema.json",
    ]
    assert load_json(files["agent/knowledge_base.json"]) == base_data(Sense.MIN)
    assert '"least": 2.5' in files["agent/knowledge_base.json"]


@pytest.mark.parametrize("sense", Sense)
def test_nothing_hidden_occurs_in_it(sense: Sense, folder: Path) -> None:
    made = findings(sense, folder)
    shown = "\n".join(_agent_part(package_files(made)).values())
    for item in made.task.hidden:
        assert item.id not in shown
        assert item.note not in shown
        assert item.kind.value not in shown
    for secret in ("twin", "regret", "hidden", "relevant"):
        assert secret not in shown.lower()


def test_a_changed_hidden_item_leaves_every_byte_of_it(folder: Path) -> None:
    made = findings(Sense.MIN, folder)
    before = _agent_part(package_files(made))
    assert len(before) == 4
    for number, found in enumerate(made.items):
        other = dataclasses.replace(
            found.item,
            note="SECRET-NOTE 987654",
            kind=Kind.HUMAN_ERROR,
            about=("SECRET",),
            patches=((Operation("replace", "/suppliers/B/rate", Decimal("987654")),),),
        )
        hidden = (*made.task.hidden[:number], other, *made.task.hidden[number + 1 :])
        changed = dataclasses.replace(
            made,
            task=dataclasses.replace(made.task, hidden=hidden),
            items=(
                *made.items[:number],
                dataclasses.replace(found, item=other),
                *made.items[number + 1 :],
            ),
            true_data={**made.true_data, "most": Decimal("987654")},
        )
        files = package_files(changed)
        assert _agent_part(files) == before
        assert "SECRET-NOTE 987654" in files["operator/notes.json"]


def test_a_hostile_label_cannot_break_the_tables() -> None:
    data = base_data(Sense.MIN)
    data["suppliers"]["A"]["label"] = "a|b\n# head <script>alert(1)</script> Ünïcode 漢字 " + "long " * 200
    text = agent_files("tiny", "x", FAMILY, data)["agent/knowledge_base.md"]
    row = next(line for line in text.splitlines() if line.startswith("| A |"))
    assert "a\\|b # head &lt;script&gt;" in row
    assert "漢字" in row
    assert "<script>" not in text


def test_the_schema_has_no_made_up_titles_but_keeps_a_property_of_that_name() -> None:
    from ask2decide.family import PlanModel

    class Titled(PlanModel):
        title: str
        inner: dict[str, list[int]]

    schema = plan_schema("t", Titled)
    assert schema["title"] == "A plan for t"
    assert schema["properties"]["title"] == {"type": "string"}
    assert "title" not in schema["properties"]["inner"]
    assert schema["additionalProperties"] is False
    assert plan_schema("t", TinyPlan)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
