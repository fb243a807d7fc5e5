"""OR-Library's assignment files: what is read, in which direction, and what is said of a file that is not one."""

from __future__ import annotations

from pathlib import Path

import pytest

from ask2decide.errors import InstanceError
from ask2decide.exact import load_json
from ask2decide.instances.gap import GapInstance, base_data, read_file, read_shipped
from ask2decide.instances.registry import base_data as registered
from ask2decide.instances.registry import entry
from ask2decide.resources import instances_folder

FILE = " 2 3\n 7 8 9\n 4 5 6\n 1 2 3\n 3 2 1\n 5 6\n"
INSTANCE = GapInstance(((7, 8, 9), (4, 5, 6)), ((1, 2, 3), (3, 2, 1)), (5, 6))


def written(folder: Path, text: str) -> Path:
    path = folder / "tiny.txt"
    path.write_bytes(text.encode("latin-1"))
    return path


def test_file_is_read_whatever_its_line_breaks(tmp_path: Path) -> None:
    assert read_file(written(tmp_path, FILE)) == INSTANCE
    assert read_file(written(tmp_path, FILE.replace(" 7 8 9\n", " 7 8\n 9 "))) == INSTANCE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"tiny\.txt: the file ends after 0 of 1 numbers of the number of agents"),
        (FILE[:-3], r"the file ends after 1 of 2 numbers of the capacities"),
        (FILE.replace("9", "x"), r"tiny\.txt:2: 'x' is not a whole number"),
        (FILE.replace("9", "-9"), r"tiny\.txt:2: '-9' is not a whole number of at least 0"),
        (FILE.replace("9", "nan"), r"tiny\.txt:2: 'nan' is not a whole number"),
        (FILE + "7\n", r"tiny\.txt:7: 7 stands after the last capacity"),
        ("0 3\n", r"tiny\.txt:1: 0 agents and 3 jobs make 0 pairs"),
        ("99999 99999\n", r"at most 1000000 pairs"),
        ("\xff\xfe", r"tiny\.txt cannot be read"),
    ],
)
def test_file_of_another_form_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        read_file(written(tmp_path, text))


def test_direction_is_the_registry_s_unless_the_task_states_one() -> None:
    assert base_data(INSTANCE, {}, "minimised")["goal"]["sense"] == "min"
    assert base_data(INSTANCE, {}, "maximised")["goal"] == {"sense": "max", "label": "total value", "unit": "units"}
    assert registered("orlib_gap/gap1-0", {"sense": "max"}, family="gap")["goal"]["sense"] == "max"


def test_names_and_words() -> None:
    names = {"agents": {"Ada": "press Ada", "Emil": "press Emil"}, "jobs": ["K", "L", "M"], "goal": {"unit": "euros"}}
    data = base_data(INSTANCE, names, "minimised")
    assert data["agents"]["Emil"]["cost"] == {"K": 4, "L": 5, "M": 6}
    assert data["agents"]["Emil"]["label"] == "press Emil"
    assert data["goal"]["unit"] == "euros"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sens": "min"}, "takes no argument 'sens'.*write 'sense'"),
        ({"sense": "least"}, "sense is 'least'.*write min or max"),
        ({"agents": ["Ada"]}, "agents names 1 of the instance's 2"),
        ({"jobs": "K"}, "jobs is neither a list of ids nor a mapping"),
        ({"words": {"agnet": "press"}}, "words has no key 'agnet'.*write 'agent'"),
        ({"goal": {"unit": 3}}, "goal is not a mapping of names to texts"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InstanceError, match=message):
        base_data(INSTANCE, arguments, "minimised")


@pytest.mark.parametrize("name", ["gap1-0", "gap12-0"])
def test_shipped_files_state_the_registry_s_optimum_and_citation(name: str) -> None:
    path = instances_folder() / "orlib_gap" / f"{name}.json"
    shipped, known = load_json(path.read_text(encoding="utf-8")), entry(f"orlib_gap/{name}")
    assert shipped["optimum"] == known.optimum
    assert shipped["citation"] == known.citation
    assert len(read_shipped(path).capacity) == len(shipped["agents"])
