"""The notebooks of the docs, executed: each shows what is committed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

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
