"""Files of one's own in the folder of instances: no optimum, no checksum on record, so the task states one."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from ask2decide.errors import InstanceError
from ask2decide.instances.registry import VARIABLE, base_data, entry, own_entries
from tests.instances.test_gap import FILE as GAP_FILE
from tests.instances.test_solomon import FILE

DIGEST = hashlib.sha256(FILE.encode()).hexdigest()


@pytest.fixture(autouse=True)
def no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def with_file(folder: Path, name: str = "my_town.txt", text: str = FILE, collection: str = "solomon") -> Path:
    (folder / collection).mkdir(exist_ok=True)
    (folder / collection / name).write_bytes(text.encode())
    return folder


def test_it_is_read_in_the_form_of_its_collection(tmp_path: Path) -> None:
    with_file(tmp_path)
    data = base_data("solomon/my_town", {"customers": 1, "sha256": DIGEST}, family="vrptw", instances=tmp_path)
    assert list(data["customers"]) == ["C01"]
    found = entry("solomon/my_town", tmp_path)
    assert (found.own, dict(found.optima), found.optimum, found.sha256) == (True, {}, None, "")
    assert found.convention == "truncated to one decimal"


def test_other_formats(tmp_path: Path) -> None:
    with_file(tmp_path, "mine.txt", GAP_FILE, "orlib_gap")
    digest = hashlib.sha256(GAP_FILE.encode()).hexdigest()
    assert base_data("orlib_gap/mine", {"sha256": digest}, family="gap", instances=tmp_path)["goal"]["sense"] == "min"
    with_file(tmp_path, "plain.mps", "", "miplib3")
    with_file(tmp_path, "packed.mps.gz", "", "miplib3")
    assert list(own_entries(tmp_path, "miplib3")) == ["miplib3/packed", "miplib3/plain"]


def test_without_a_checksum_the_message_gives_it(tmp_path: Path) -> None:
    with_file(tmp_path)
    cause = rf"file of your own: .*no checksum and no published optimum.*add 'sha256: \"{DIGEST}\"' to the base"
    with pytest.raises(InstanceError, match=cause):
        base_data("solomon/my_town", {}, family="vrptw", instances=tmp_path)


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    with_file(tmp_path, text=FILE.replace("230", "231"))
    with pytest.raises(InstanceError, match=r"my_town\.txt has changed: its SHA-256 is .*and the task states"):
        base_data("solomon/my_town", {"sha256": DIGEST}, family="vrptw", instances=tmp_path)


@pytest.mark.parametrize("name", ["R101.txt", "r105.txt", ".hidden.txt", "a b.txt", "my_town.csv"])
def test_what_is_not_taken_for_a_file_of_ones_own(tmp_path: Path, name: str) -> None:
    # R101 is the published r101 misspelt: taken for another file, it would stand without checksum and optimum.
    with_file(tmp_path, name)
    assert own_entries(tmp_path, "solomon") == {}


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "secret.txt"
    outside.write_text(FILE, encoding="utf-8")
    folder = tmp_path / "instances"
    (folder / "solomon").mkdir(parents=True)
    (folder / "solomon" / "mine.txt").symlink_to(outside)
    with pytest.raises(InstanceError, match="leads outside the folder"):
        base_data("solomon/mine", {"sha256": DIGEST}, family="vrptw", instances=folder)


def test_unknown_collections_and_absent_folders(tmp_path: Path) -> None:
    assert own_entries(None, "solomon") == {}
    assert own_entries(tmp_path / "absent", "solomon") == {}
    with pytest.raises(InstanceError, match="There is no base instance 'towns/mine' in the registry"):
        base_data("towns/mine", {}, family="vrptw", instances=with_file(tmp_path, collection="towns"))
    with pytest.raises(InstanceError, match="There is no base instance 'jobshop/mine'"):
        entry("jobshop/mine", tmp_path)
