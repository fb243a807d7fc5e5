"""What the report reads of a package: whole, or an error that names the file and the way out."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ask2decide.emit.explain_page import FILE, parts
from ask2decide.emit.read_package import package_texts, read_package
from ask2decide.errors import UsageError
from ask2decide.family import Sense
from tests.emit.html_reader import Reader
from tests.emit.reported import files
from tests.emit.tiny import findings


@cache
def written() -> dict[str, str]:
    return files(findings(Sense.MIN))


def package() -> dict[str, str]:
    return dict(written())


def test_a_package_on_disk_reads_as_it_was_written(tmp_path: Path) -> None:
    for name, text in package().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_package(package_texts(tmp_path), "here") == read_package(package(), "here")


def test_the_page_of_explanations_is_whole_and_gives_its_parts_back() -> None:
    page = package()[FILE]
    read = Reader(page)
    assert len(read.ids) == len(set(read.ids))
    found = parts(page, FILE)
    assert found.brief == "Order grain for the week,\nas cheaply as you can."
    assert "<dt>Base instance</dt>" in found.facts
    assert list(found.explanations) == ["H1", "H2", "H3", "S1"]
    for html in found.explanations.values():
        Reader(html)


@pytest.mark.parametrize(
    ("name", "old", "new", "cause"),
    [
        ("operator/notes.json", '"id": "H2"', '"id": "H9"', "the key 'H2' is missing"),
        ("solves/1.json", '"back_end"', '"engine"', "the key 'back_end' is missing"),
        ("solves/1.json", "{", "", "damaged"),
        ("explain.html", "part facts", "part fax", "its brief or its facts are missing"),
    ],
)
def test_a_damaged_file_is_named(name: str, old: str, new: str, cause: str) -> None:
    changed = package()
    changed[name] = changed[name].replace(old, new, 1)
    with pytest.raises(UsageError) as raised:
        read_package(changed, "generated/tiny")
    assert f"generated/tiny/{name} is damaged: " in str(raised.value)
    assert cause in str(raised.value)
    assert "build that task again, or remove its folder." in str(raised.value)


def test_a_missing_file_is_named() -> None:
    changed = package()
    del changed["operator/notes.json"]
    with pytest.raises(
        UsageError, match=r"generated/tiny/operator/notes\.json is missing\. Fix: build that task again"
    ):
        read_package(changed, "generated/tiny")
