"""What a package depends on beside its task's folder: known for every shipped task, so that each may be left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from ask2decide.instances.registry import entries
from ask2decide.variants.load import load_task
from ask2decide.variants.outside import published_files
from tests.driving import TASKS

SHIPPED = sorted(path.parent for path in TASKS.glob("*/task.yaml"))


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda path: path.name)
def test_a_shipped_task_reads_only_what_is_on_record(folder: Path) -> None:
    loaded = load_task(folder)
    files = published_files(loaded)
    assert files is not None
    on_record = {found.file: found.sha256 for found in entries().values()}
    assert files.items() <= on_record.items()


def test_every_kind_of_base_occurs() -> None:
    """Shipped with this project, carried by a package, or in the task's folder: none is forgotten above."""
    bases = [load_task(path.parent).task.base for path in TASKS.glob("*/task.yaml")]
    assert {base.instance.partition("/")[0] if base.instance else "records" for base in bases} >= {
        "solomon",
        "jobshop",
        "records",
    }
