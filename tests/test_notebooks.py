"""The notebooks of the docs, executed: each shows what is committed. Snippets of docs/api.md return what they say."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ask2decide.labels import Bracket
from tests.driving import ROOT, environment

NOTEBOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_shows_what_is_committed(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    why = "{} is not installed: the notebooks are not executed"
    nbformat = pytest.importorskip("nbformat", reason=why.format("nbformat"))
    nbclient = pytest.importorskip("nbclient", reason=why.format("nbclient"))
    pytest.importorskip("ipykernel", reason=why.format("ipykernel"))
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    committed = nbformat.read(file, as_version=4)
    executed = nbformat.read(file, as_version=4)
    place = {"metadata": {"path": str(file.parent)}}
    nbclient.NotebookClient(executed, timeout=120, kernel_name="python3", resources=place).execute()
    remedy = f"jupyter execute --inplace {file.relative_to(ROOT)}"
    for old, new in zip(committed.cells, executed.cells, strict=True):
        assert shown(new) == shown(old), f"the output has changed; look at it, then run: {remedy}\n{old.source}"
    assert not list(file.parent.glob("generated")), "a notebook writes nothing"


def shown(cell: Any) -> list[dict[str, str]]:
    """Return a cell's output texts by their type."""
    outputs = []
    for output in cell.get("outputs", []):
        assert output["output_type"] != "error"
        outputs.append(dict(output["data"]) if "data" in output else {output["name"]: output["text"]})
    return outputs


def test_notebooks_are_committed_with_their_outputs() -> None:
    assert NOTEBOOKS
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed: the notebooks are not read")
    for file in NOTEBOOKS:
        notebook = nbformat.read(file, as_version=4)
        nbformat.validate(notebook)
        code = [cell for cell in notebook.cells if cell.cell_type == "code"]
        assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
        assert "/tmp/" not in file.read_text(encoding="utf-8")


def test_the_snippets_of_the_api_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    first, why, second = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    compared = 0
    for line in filter(None, first.splitlines()):
        code, _, comment = line.partition("#")
        if not comment:
            exec(code, names)
            continue
        value = eval(code.strip(), names)
        said = comment.strip()
        if said.startswith(("Bracket(", "Fraction(", "(")):
            expected = said if said.startswith("(") else re.match(r"\w+\(.*\)", said).group()  # type: ignore[union-attr]
            assert value == eval(expected, {"Bracket": Bracket, "Fraction": Fraction})
            compared += 1
    assert compared == 3
    exec(why, names)
    plan = tmp_path / "plan.json"
    plan.write_text('{"use": {}}', encoding="utf-8")
    exec(second.replace("plan.json", str(plan)), names)
