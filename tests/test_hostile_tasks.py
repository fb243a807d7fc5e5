"""Tasks from strangers: nothing outside the task and --out is read or written, and no code runs unasked."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.driving import GOOD, MORE, OUT, Line, build, built, contents, write_dispatch


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    inside = tmp_path / "place"
    inside.mkdir()
    monkeypatch.chdir(inside)
    return inside


def refused(*arguments: object) -> str:
    before = contents(Path.cwd().parent)
    result = build(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert contents(Path.cwd().parent) == before
    return result.stderr


def test_records_behind_a_link(place: Path) -> None:
    folder = write_dispatch(place, *GOOD)
    secret = place.parent / "secret.yaml"
    (folder / "records.yaml").rename(secret)
    (folder / "records.yaml").symlink_to(secret)
    message = refused("dispatch")
    assert "dispatch/task.yaml:4: base.records: 'records.yaml' leads outside the folder dispatch." in message
    assert "Fix: name a file inside that folder." in message


@pytest.mark.parametrize("name", ["../secret.yaml", "../..", "/etc/passwd", "deep/../../secret.yaml", "."])
def test_records_outside_the_folder(place: Path, name: str) -> None:
    folder = write_dispatch(place, *GOOD)
    (place / "secret.yaml").write_text("password: open sesame\n", encoding="utf-8")
    text = (folder / "task.yaml").read_text(encoding="utf-8")
    (folder / "task.yaml").write_text(text.replace("records: records.yaml", f'records: "{name}"'), encoding="utf-8")
    message = refused("dispatch")
    assert "task.yaml:4: base.records: " in message
    assert "sesame" not in message


@pytest.mark.parametrize("name", ["task.yaml", "records.yaml"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: '" + "x" * 2_000_000 + "'\n", "the file is larger than 1 MB. Fix: "),
        ("a: " + "[" * 5_000 + "]" * 5_000 + "\n", "the file is nested deeper than 32 levels. Fix: flatten it."),
        ("a: &a [x]\nb: [*a, *a]\n", "the alias *a is not used here."),
        ("a: !!python/object/apply:os.system ['touch owned']\n", "the tag !!python/object/apply:os.system is not"),
        ("\x00\x01", "Fix: "),
    ],
    ids=["large", "deep", "alias", "tag", "binary"],
)
def test_hostile_yaml(place: Path, name: str, text: str, message: str) -> None:
    folder = write_dispatch(place, *GOOD)
    (folder / name).write_text(text, encoding="utf-8")
    begun = time.monotonic()
    said = refused("dispatch")
    assert f"dispatch/{name}" in said
    assert message in said
    assert len(said) < 10_000
    assert time.monotonic() - begun < 10


def test_hostile_yaml_in_the_lock(place: Path) -> None:
    folder = write_dispatch(place, *GOOD)
    (folder / "twins.lock.yaml").write_text("H1: " + "{a: " * 3_000 + "1" + "}" * 3_000, encoding="utf-8")
    assert "dispatch/twins.lock.yaml:1: " in refused("dispatch")


def with_template(folder: Path, note: str) -> None:
    (folder / "items.yaml").write_text(
        "resource_lost:\n"
        "  says: A resource is lost.\n"
        "  parameters:\n    resource: {object: /resources}\n    reason: text\n"
        '  about: ["{{ resource }}"]\n'
        f'  note: "{note}"\n'
        "  patch:\n"
        '    - {op: replace, path: "/resources/{resource}/available", value: false}\n',
        encoding="utf-8",
    )


@pytest.mark.parametrize(
    "note",
    [
        "{{ ''.__class__ }} {{ resource }} {{ reason }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }} {{ resource }} {{ reason }}",
        "{{ reason.__init__.__globals__ }} {{ resource }}",
        "{{ self.__init__.__globals__ }} {{ resource }} {{ reason }}",
        "{{ cycler.__init__.__globals__.os.system('touch owned') }} {{ resource }} {{ reason }}",
        "{% include '/etc/passwd' %} {{ resource }} {{ reason }}",
        "{% import 'os' as os %} {{ resource }} {{ reason }}",
        "{% for i in range(1000000000) %}x{% endfor %} {{ resource }} {{ reason }}",
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %} {{ resource }} {{ reason }}",
        "{{ 'x' * 1000000000000 }} {{ resource }} {{ reason }}",
        "{{ 9 ** 9 ** 9 ** 9 }} {{ resource }} {{ reason }}",
        "{{ lipsum(n=100000) }} {{ resource }} {{ reason }}",
        "{{ '%999999999d' % 1 }} {{ resource }} {{ reason }}",
        "{{ reason | center(1000000000) }} {{ resource }}",
    ],
)
def test_hostile_templates(place: Path, note: str) -> None:
    folder = write_dispatch(place, Line("H1", "resource_lost", "{resource: van_2, reason: of rust}"), MORE)
    with_template(folder, note)
    begun = time.monotonic()
    message = refused("dispatch")
    assert "dispatch/items.yaml" in message or "dispatch/task.yaml" in message
    assert time.monotonic() - begun < 5
    assert "root:" not in message
    assert len(message) < 10_000


def test_harmless_template(place: Path) -> None:
    folder = write_dispatch(place, Line("H1", "resource_lost", "{resource: van_2, reason: of rust}"), MORE)
    with_template(folder, "{{ resource | label }} is lost because {{ reason }}.")
    built("dispatch")


CODE = "from pathlib import Path\nPath({!r}).write_text('ran')\n"


@pytest.mark.parametrize("link", [False, True], ids=["file", "link into the repository"])
def test_code_does_not_run_unasked(place: Path, link: bool) -> None:
    folder = write_dispatch(place, *GOOD)
    trace = place.parent / "trace"
    model = folder / "model.py"
    code = CODE.format(str(trace))
    if link:
        (place.parent / "code.py").write_text(code, encoding="utf-8")
        model.symlink_to(place.parent / "code.py")
    else:
        model.write_text(code, encoding="utf-8")
    message = refused("dispatch")
    assert ("leads outside the folder" if link else "dispatch/model.py is code that the task would run.") in message
    assert not trace.exists()
    result = build("dispatch", "--allow-code")
    assert result.exit_code == 2  # it ran where that was allowed, and brings no family
    assert trace.exists() is not link


@pytest.mark.parametrize("name", ["../evil", "/tmp/evil", "a/b", "..", ".", "evil\\n", "CON/../x", "con"])
def test_names_that_are_paths(place: Path, name: str) -> None:
    folder = write_dispatch(place, *GOOD)
    text = (folder / "task.yaml").read_text(encoding="utf-8")
    (folder / "task.yaml").write_text(text.replace("task: dispatch", f'task: "{name}"'), encoding="utf-8")
    assert "dispatch/task.yaml:1: task" in refused("dispatch")


@pytest.mark.parametrize("name", ["../H1", "H1/../../x", "H1,H2", "a b", "H1#1"])
def test_item_names_that_are_paths(place: Path, name: str) -> None:
    write_dispatch(place, Line(f'"{name}"', OUT.use, OUT.arguments), MORE)
    assert "hidden[0].id" in refused("dispatch")


def test_the_package_folder_is_a_link(place: Path) -> None:
    """What stands behind a link in --out belongs to somebody else."""
    write_dispatch(place, *GOOD)
    elsewhere = place.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious.txt").write_text("precious", encoding="utf-8")
    (place / "generated").mkdir()
    (place / "generated" / "dispatch").symlink_to(elsewhere)
    result = build("dispatch")
    assert result.exit_code == 2, result.output
    assert "generated/dispatch is a link. Fix: " in result.stderr
    assert contents(elsewhere) == {"precious.txt": b"precious"}


def test_a_link_inside_the_package_is_not_followed(place: Path) -> None:
    write_dispatch(place, *GOOD)
    victim = place.parent / "victim"
    victim.write_text("precious", encoding="utf-8")
    (place / "generated" / "dispatch").mkdir(parents=True)
    (place / "generated" / "dispatch" / "card.md").symlink_to(victim)
    result = build("dispatch")
    assert victim.read_text(encoding="utf-8") == "precious"
    assert result.exit_code == 2
    assert "leads outside the folder" in result.stderr


def test_out_would_swallow_the_tasks(place: Path) -> None:
    """Everything in a task's package is ours to remove, so a package must not be the task's own folder."""
    folder = write_dispatch(place / "tasks", *GOOD)
    before = contents(folder)
    result = build("tasks", "--out", "tasks")
    assert result.exit_code == 2
    assert "tasks/dispatch is both the task and its package. Fix: name another folder with --out." in result.stderr
    assert contents(folder) == before
