"""The registry: what is shipped, what is looked for, and what is said when it is absent or different."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from ask2decide.errors import InstanceError
from ask2decide.exact import load_json
from ask2decide.instances import registry
from ask2decide.instances.registry import VARIABLE, base_data, entries, entry
from ask2decide.resources import instances_folder
from tests.instances.test_solomon import FILE


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> str:
    """A registry in which r105 has the checksum of a small file."""
    checksum = hashlib.sha256(FILE.encode()).hexdigest()
    known = {**entries(), "solomon/r105": replace(entry("solomon/r105"), sha256=checksum)}
    monkeypatch.setattr(registry, "entries", lambda: known)
    monkeypatch.delenv(VARIABLE, raising=False)
    return "solomon/r105"


def with_file(folder: Path, text: str) -> Path:
    (folder / "solomon").mkdir()
    (folder / "solomon" / "r105.txt").write_bytes(text.encode())
    return folder


def test_every_solomon_instance_is_listed_with_its_optima() -> None:
    names = [name for name in entries() if name.startswith("solomon/")]
    assert len(names) == 56
    assert all(set(entry(name).optima) == {25, 50, 100} for name in names)
    assert len({entry(name).sha256 for name in names}) == 56
    assert all(entry(name).citation.startswith("Solomon (1987)") for name in names)


def test_r101_is_shipped() -> None:
    data = base_data("solomon/r101", {}, family="vrptw")
    assert len(data["customers"]) == 100
    assert entry("solomon/r101").optima[25] == Fraction("617.1")
    assert entry("solomon/r101").convention == "truncated to one decimal"


def test_shipped_file_states_the_registry_s_optima_and_citation() -> None:
    shipped = load_json((instances_folder() / "solomon" / "r101.json").read_text(encoding="utf-8"))
    known = entry("solomon/r101")
    assert {int(customers): Fraction(value) for customers, value in shipped["optima"].items()} == known.optima
    assert shipped["citation"] == known.citation


def test_other_files_are_looked_for(tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = with_file(tmp_path, FILE)
    assert list(base_data(tiny, {}, family="vrptw", instances=folder)["customers"]) == ["C01", "C02"]
    monkeypatch.setenv(VARIABLE, str(folder))
    assert list(base_data(tiny, {}, family="vrptw")["customers"]) == ["C01", "C02"]


def test_different_file_is_refused(tiny: str, tmp_path: Path) -> None:
    folder = with_file(tmp_path, FILE.replace("230", "231"))
    with pytest.raises(InstanceError, match=r"r105\.txt is not the published solomon/r105: its SHA-256 is"):
        base_data(tiny, {}, family="vrptw", instances=folder)


def test_absent_file_and_absent_folder(tiny: str, tmp_path: Path) -> None:
    with pytest.raises(InstanceError, match=r"there is no file solomon/r105\.txt.*get it from github\.com"):
        base_data(tiny, {}, family="vrptw", instances=tmp_path)
    with pytest.raises(InstanceError, match=r"no folder of published instances is given.*--instances"):
        base_data(tiny, {}, family="vrptw")


def test_unknown_name_and_wrong_family() -> None:
    with pytest.raises(InstanceError, match="write 'solomon/r101'"):
        base_data("solomon/R101", {}, family="vrptw")
    with pytest.raises(InstanceError, match="is for the family 'vrptw', not 'menu'"):
        base_data("solomon/r101", {}, family="menu")
