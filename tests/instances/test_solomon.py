"""Solomon's files: what is read, and which line of a bad file is named."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ask2decide.errors import InstanceError
from ask2decide.exact import to_fraction
from ask2decide.instances.solomon import SolomonInstance, Stop, base_data, read_file

FILE = """tiny

VEHICLE
NUMBER     CAPACITY
  2         30

CUSTOMER
CUST NO.   XCOORD.   YCOORD.    DEMAND   READY TIME   DUE DATE   SERVICE TIME

    0      0         0          0          0       230          0
    1      2         7         10        161       171         10
    2      3         4          7         50        60         10
"""
TRUNCATED = "truncated to one decimal"


def written(folder: Path, text: str) -> Path:
    path = folder / "tiny.txt"
    path.write_text(text, encoding="ascii", newline="")
    return path


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_file_is_read(tmp_path: Path, ending: str) -> None:
    instance = read_file(written(tmp_path, FILE.replace("\n", ending)))
    assert instance == SolomonInstance(
        vehicles=2,
        capacity=30,
        stops=(Stop(0, 0, 0, 0, 230, 0), Stop(2, 7, 10, 161, 171, 10), Stop(3, 4, 7, 50, 60, 10)),
    )


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("50        60         10", "50        60", 12, "6 numbers stand where 7 are due"),
        ("3         4 ", "3.5       4 ", 12, "the x '3.5' is not a whole number"),
        ("    2      3", "    3      3", 12, "customer 3 stands where 2 is due"),
        ("161       171", "171       161", 11, "the ready time 171 is after the due date 161"),
        ("  2         30", "  2 ", 5, "1 numbers stand where 2 are due"),
        ("VEHICLE", "WAGONS", 1, "does not conform to the Solomon format"),
    ],
)
def test_bad_file_is_named_with_its_line(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    path = written(tmp_path, FILE.replace(old, new))
    with pytest.raises(InstanceError, match=rf"tiny\.txt:{line}: .*{message}"):
        read_file(path)


def test_short_and_absent_and_binary_files(tmp_path: Path) -> None:
    with pytest.raises(InstanceError, match=r"tiny\.txt:5: the file ends before the first customer"):
        read_file(written(tmp_path, "\n".join(FILE.splitlines()[:6])))
    with pytest.raises(InstanceError, match="the file ends"):
        read_file(written(tmp_path, ""))
    with pytest.raises(InstanceError, match="cannot be read"):
        read_file(tmp_path / "absent.txt")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe")
    with pytest.raises(InstanceError, match="cannot be read"):
        read_file(tmp_path / "binary.txt")


def test_base_records(tmp_path: Path) -> None:
    data = base_data(read_file(written(tmp_path, FILE)), {"customers": 1, "day_starts": "06:30"}, TRUNCATED)
    assert data["day"] == {"starts": "06:30"}
    assert data["depot"] == {"opens": 0, "closes": 230, "x": 0, "y": 0}
    assert data["fleet"] == {"vehicles": 2, "capacity": 30}
    assert data["customers"] == {"C01": {"x": 2, "y": 7, "demand": 10, "opens": 161, "closes": 171, "service": 10}}
    assert {tail: {head: str(d) for head, d in row.items()} for tail, row in data["distances"].items()} == {
        "depot": {"C01": "7.2"},
        "C01": {"depot": "7.2"},
    }


def test_arguments_change_fleet_and_convention(tmp_path: Path) -> None:
    instance = read_file(written(tmp_path, FILE))
    data = base_data(instance, {"vehicles": 9, "distances": "unrounded to six decimals"}, TRUNCATED)
    assert data["fleet"]["vehicles"] == 9
    assert list(data["customers"]) == ["C01", "C02"]
    assert to_fraction(data["distances"]["depot"]["C01"]) == Fraction("7.280110")
    assert data["distances"]["depot"]["C02"] == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"costumers": 2}, "no argument 'costumers'.*write 'customers'"),
        ({"customers": 3}, "customers is 3.*at most 2"),
        ({"customers": True}, "customers is true"),
        ({"customers": "2"}, "customers is '2'"),
        ({"vehicles": 0}, "vehicles is 0.*at least 1"),
        ({"day_starts": "24:00"}, "day_starts is '24:00', not a clock time"),
        ({"day_starts": 480}, "day_starts is 480, not a clock time"),
        ({"distances": "rounded to integer"}, "write 'rounded to integers'"),
        ({"distances": 1}, "There is no distance convention '1'"),
    ],
)
def test_wrong_arguments(tmp_path: Path, arguments: dict[str, Any], message: str) -> None:
    instance = read_file(written(tmp_path, FILE))
    with pytest.raises(InstanceError, match=message):
        base_data(instance, arguments, TRUNCATED)
