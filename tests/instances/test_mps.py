"""The strict MPS reader: what it reads, and the one clear message for what readers would take differently."""

from __future__ import annotations

import gzip
from decimal import Decimal
from pathlib import Path

import pytest

from ask2decide.errors import InstanceError
from ask2decide.exact import load_json
from ask2decide.families.mps import Mps
from ask2decide.instances import _mps_text
from ask2decide.instances._mps_reader import MpsModel, read_mps
from ask2decide.instances.mps import base_data, read, records_of
from ask2decide.instances.registry import entries, entry
from ask2decide.resources import instances_folder

FILE = """\
* a comment
NAME          TINY
ROWS
 N  COST
 L  LIM1
 G  LIM2
 E  MYEQN
 N  SPARE
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    X         COST                 1   LIM1                 1
    X         LIM2                 1   SPARE                7
    MARK0001  'MARKER'                 'INTEND'
    Y         COST              2.50   LIM1                 1
    Y         MYEQN               -1
    Z         COST                -1   MYEQN                1
RHS
    RHS       COST                10   LIM1                 4
    RHS       LIM2                 1   MYEQN                7
RANGES
    RNG       LIM1               2.5   MYEQN               -3
BOUNDS
 UP BND       X                    4
 MI BND       Y
 UP BND       Y                   -1
ENDATA
IMPORTANCES
whatever follows is not read
"""


def written(folder: Path, text: str, name: str = "tiny.mps") -> Path:
    path = folder / name
    path.write_bytes(text.encode("latin-1"))
    return path


def model(folder: Path, text: str = FILE, integer_upper: Decimal | str | None = "unstated") -> MpsModel:
    return read_mps(written(folder, text), integer_upper)


def test_file_is_read(tmp_path: Path) -> None:
    found = model(tmp_path)
    assert found.sense == "min"
    assert found.constant == -10, "a right-hand side of the objective is minus its constant"
    x, y, z = found.columns.values()
    assert (x.integer, x.cost, x.lower, x.upper) == (True, 1, 0, 4)
    assert (y.integer, y.cost, y.lower, y.upper) == (False, Decimal("2.5"), None, -1)
    assert (z.cost, z.lower, z.upper) == (-1, 0, None)
    assert found.rows["LIM1"].terms == {"X": 1, "Y": 1}
    assert (found.rows["LIM1"].lower, found.rows["LIM1"].upper) == (Decimal("1.5"), 4)
    assert (found.rows["LIM2"].lower, found.rows["LIM2"].upper) == (1, None)
    assert (found.rows["MYEQN"].lower, found.rows["MYEQN"].upper) == (4, 7), "a negative range goes down"
    assert "SPARE" not in found.rows


def test_positive_range_on_an_equality_goes_up(tmp_path: Path) -> None:
    row = model(tmp_path, FILE.replace("MYEQN               -3", "MYEQN                3")).rows["MYEQN"]
    assert (row.lower, row.upper) == (7, 10)


@pytest.mark.parametrize("section", ["OBJSENSE\n    MAX\n", "OBJSENSE MAXIMIZE\n"])
def test_objective_sense(tmp_path: Path, section: str) -> None:
    assert model(tmp_path, FILE.replace("ROWS\n", f"{section}ROWS\n", 1)).sense == "max"


def test_compressed_file_and_free_form(tmp_path: Path) -> None:
    free = "\n".join(line if not line.startswith(" ") else " " + " ".join(line.split()) for line in FILE.splitlines())
    path = tmp_path / "tiny.mps.gz"
    path.write_bytes(gzip.compress(free.encode()))
    assert read_mps(path) == model(tmp_path)


def test_set_names_may_be_left_out(tmp_path: Path) -> None:
    text = FILE.replace("    RHS       ", "    ").replace("    RNG       ", "    ").replace(" BND ", " ")
    assert model(tmp_path, text) == model(tmp_path)


def test_fixed_form_with_blanks_in_names(tmp_path: Path) -> None:
    text = FILE.replace("LIM1 ", "LI 1 ").replace(" L  LIM1", " L  LI 1")
    assert model(tmp_path, text).rows["LI 1"].terms == {"X": 1, "Y": 1}


def test_indicator_rows(tmp_path: Path) -> None:
    text = FILE.replace("UP BND       X                    4", "BV BND       X").replace(
        "ENDATA", "INDICATORS\n IF LIM2 X 1\nENDATA"
    )
    assert model(tmp_path, text).rows["LIM2"].when == ("X", 1)


NO_BOUNDS = FILE.replace(" UP BND       X                    4\n", "")


def test_integer_column_without_bounds_needs_the_dialect(tmp_path: Path) -> None:
    with pytest.raises(InstanceError, match=r"tiny\.mps:11: the integer column X has no bounds: .*0 to 1.*infinity"):
        model(tmp_path, NO_BOUNDS)
    assert model(tmp_path, NO_BOUNDS, Decimal(1)).columns["X"].upper == 1
    assert model(tmp_path, NO_BOUNDS, None).columns["X"].upper is None
    path = written(tmp_path, NO_BOUNDS)
    assert read(path, {}, "unbounded integers end at 1")["columns"]["X"]["upper"] == 1
    assert "upper" not in read(path, {}, "unbounded integers have no end")["columns"]["X"]


REFUSED = {
    "negative upper bound": (
        " MI BND       Y\n",
        "",
        r":24: the upper bound of Y is -1 and no lower bound is stated: some",
    ),
    "unknown section": ("RANGES\n", "RANGE\n", r":20: there is no section 'RANGE' here.*write 'RANGES'"),
    "section twice": ("RANGES\n", "RHS\n", r":20: RHS stands after RHS"),
    "row twice": (
        " G  LIM2",
        " G  LIM1",
        r":6: the row LIM1 stands twice",
    ),
    "row of no kind": (" G  LIM2", " Q  LIM2", r":6: this is no row"),
    "unknown row": (
        "LIM2                 1   SPARE",
        "LIM9                 1   SPARE",
        r":12: there is no row 'LIM9'",
    ),
    "entry twice": (
        "LIM2                 1   SPARE",
        "LIM1                 1   SPARE",
        r":12: column X already.*line 11",
    ),
    "entry twice in a line": (
        "COST                 1   LIM1",
        "LIM1                 1   LIM1",
        r":11: column X already",
    ),
    "column in two places": (
        "    Z         COST                -1",
        "    X         COST                -1",
        r"began in",
    ),
    "right-hand side twice": ("RHS       LIM2", "RHS       LIM1", r":19: RHS already has an entry for LIM1 in line 18"),
    "second set": ("    RHS       LIM2", "    RHS2      LIM2", r":19: RHS holds a second set 'RHS2' beside RHS"),
    "range on the objective": ("RNG       LIM1", "RNG       COST", r":21: the range is on the N row COST"),
    "unknown bound": (
        " MI BND",
        " MM BND",
        r":24: the bound 'MM' is unknown.*use one of the bounds",
    ),
    "semicontinuous": (" MI BND       Y\n", " SC BND       Y 4\n", r":24: the bound 'SC' is unknown"),
    "bound twice": (" MI BND       Y\n", " UP BND       Y 3\n", r":25: the bound UP of Y stands twice"),
    "bound of no column": ("UP BND       X", "UP BND       W", r":23: there is no column 'W'"),
    "crossing bounds": (" MI BND       Y\n", " LO BND       Y 5\n", r"Y lies between 5 and -1"),
    "not a number": ("2.50", "2.5x", r":14: the coefficient of Y in COST is '2.5x', not a number"),
    "NaN": ("2.50", " nan", r":14: the coefficient of Y in COST is 'nan', not a number"),
    "infinity": ("2.50", " inf", r":14: the coefficient of Y in COST is 'inf', not a number"),
    "huge exponent": ("2.50", "1e99", r":14: the coefficient of Y in COST is '1e99'.*at most 40 digits"),
    "truncated": ("ENDATA\n", "", r"there is no section 'IMPORTANCES'|ends without ENDATA"),
    "markers": ("'INTEND'", "'INTORG'", r":13: INTORG does not fit here"),
    "unknown marker": ("'INTEND'", "'SOSEND'", r":13: the marker 'SOSEND' is unknown"),
    "indicator": ("ENDATA", "INDICATORS\n IF LIM2 X 2\nENDATA", r":27: this is no indicator"),
    "data before a section": ("NAME          TINY\n", "  X Y 1\n", r":2: a line of data stands outside every section"),
    "long line": ("NAME          TINY", "NAME " + "x" * 1000, r":2: the line has 1005 characters"),
    "binary": ("TINY", "TI\0Y", r":2: a zero byte stands here"),
    "not ASCII": ("TINY", "TI\xe9Y", r":2: a byte that is not ASCII stands here"),
}


@pytest.mark.parametrize("case", sorted(REFUSED))
def test_refusals_name_file_and_line(tmp_path: Path, case: str) -> None:
    old, new, message = REFUSED[case]
    assert FILE.count(old) >= 1
    with pytest.raises(InstanceError, match=rf"tiny\.mps.*({message})"):
        model(tmp_path, FILE.replace(old, new, 1))


def test_model_without_objective_or_columns(tmp_path: Path) -> None:
    with pytest.raises(InstanceError, match=r"tiny\.mps:5: the file has no N row"):
        model(tmp_path, "NAME\nROWS\n L  A\nCOLUMNS\nENDATA\n")
    with pytest.raises(InstanceError, match=r"the file has no columns"):
        model(tmp_path, "NAME\nROWS\n N  A\nCOLUMNS\nENDATA\n")
    with pytest.raises(InstanceError, match=r"ends without ENDATA: it is truncated"):
        model(tmp_path, FILE[: FILE.index("BOUNDS")])


def test_corrupt_compression(tmp_path: Path) -> None:
    whole = gzip.compress(FILE.encode())
    for content, message in [(whole[:-20], "truncated or corrupt"), (b"no gzip", "cannot be read")]:
        path = tmp_path / "tiny.mps.gz"
        path.write_bytes(content)
        with pytest.raises(InstanceError, match=message):
            read_mps(path)


def test_file_that_grows_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_mps_text, "MAX_BYTES", 10_000)
    path = tmp_path / "bomb.mps.gz"
    path.write_bytes(gzip.compress(b"*" * 1_000_000))
    with pytest.raises(InstanceError, match="the file has more than 10000 bytes"):
        read_mps(path)


def test_records_are_the_model_s(tmp_path: Path) -> None:
    data = records_of(model(tmp_path))
    assert data["goal"]["constant"] == -10
    assert data["rows"]["MYEQN"] == {"label": "MYEQN", "lower": 4, "upper": 7, "terms": {"Y": -1, "Z": 1}}
    assert Mps().parse(data).columns["Y"].upper == -1


def test_rows_with_negative_coefficients_only_are_turned_round(tmp_path: Path) -> None:
    text = FILE.replace("LIM2                 1   SPARE", "LIM2                -2   SPARE")
    assert records_of(model(tmp_path, text))["rows"]["LIM2"] == {"label": "LIM2", "upper": -1, "terms": {"X": 2}}


def test_glossary(tmp_path: Path) -> None:
    records = records_of(model(tmp_path))
    glossary = {"columns": {"*": "machine {name}", "Y": {"label": "yarn", "unit": "kg"}}, "goal": {"unit": "euros"}}
    data = base_data(records, glossary)
    assert data["columns"]["X"]["label"] == "machine X"
    assert (data["columns"]["Y"]["label"], data["columns"]["Y"]["unit"]) == ("yarn", "kg")
    assert data["goal"]["unit"] == "euros"
    for arguments, message in [
        ({"colums": {}}, "takes no argument 'colums'.*write 'columns'"),
        ({"columns": {"W": "w"}}, "names 'W', which is not among the columns"),
        ({"rows": {"LIM1": {"lable": "x"}}}, "rows.LIM1 has no key 'lable'.*write 'label'"),
        ({"about": 3}, "about is not a text"),
    ]:
        with pytest.raises(InstanceError, match=message):
            base_data(records, arguments)


@pytest.mark.parametrize("name", ["p0033", "mas76"])
def test_shipped_files_state_the_registry_s_optimum_and_licence(name: str) -> None:
    path = instances_folder() / "miplib3" / f"{name}.json"
    shipped, known = load_json(path.read_text(encoding="utf-8")), entry(f"miplib3/{name}")
    assert shipped["optimum"] == known.optimum
    assert shipped["citation"] == known.citation
    assert "CAUTION" in shipped["licence"]
    assert shipped["licence"] == known.licence


def test_every_miplib_model_is_listed() -> None:
    names = [name for name in entries() if name.startswith("miplib")]
    assert len(names) == 82
    assert len({entry(name).sha256 for name in names}) == 82
    assert all(entry(name).file.endswith(".mps.gz") for name in names)
