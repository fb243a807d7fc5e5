"""Where messages on wrong specs are made, found in the code itself, and which of those places a run reaches.

A site is a call of a constructor of mistakes, or a function's return of (cause, fix). Whoever writes a new message adds
a site, and `test_every_message_site_is_reached` asks for a case that causes it.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = Path(__file__).parents[2] / "compiler" / "ask2decide"

NO_SPEC = {"read_file", "_check_lines", "_integers", "_numbers", "_take", "_not_the_depot"}
"""Functions that read published files and plans: their messages are not a spec's, and have tests of their own."""

MODULES = [
    *sorted((PACKAGE / "spec").glob("*.py")),
    # What `suggest` says of a proposal is no message on a spec.
    *(file for file in sorted((PACKAGE / "variants").glob("*.py")) if file.name != "uses.py"),
    PACKAGE / "instances" / "registry.py",
    PACKAGE / "instances" / "solomon.py",
    PACKAGE / "instances" / "gap.py",
    PACKAGE / "instances" / "jobshop.py",
    PACKAGE / "instances" / "mps.py",
    PACKAGE / "instances" / "distances.py",
    PACKAGE / "families" / "_amounts.py",
    PACKAGE / "families" / "_jobshop_records.py",
    PACKAGE / "families" / "_vrptw_records.py",
    PACKAGE / "families" / "blend.py",
    PACKAGE / "families" / "gap.py",
    PACKAGE / "families" / "menu.py",
    PACKAGE / "authoring" / "check.py",
]

MAKERS = {
    "Diagnostic",
    "SpecError",
    "UsageError",
    "InstanceError",
    "TaskError",
    "PatchError",
    "RenderError",
    "ScalarError",
    "SecurityError",
    "TemplateSyntaxError",
    "ValueError",
    "mistake",
    "wrong_record",
    "_ArgumentError",
    "_say",
    "_refuse",
    "_unreadable",
}
"""Constructors of mistakes, and the functions that only hand one on."""


@dataclass(frozen=True, order=True)
class Site:
    """One place that makes a message: where it stands, and its source."""

    module: str
    function: str
    line: int
    last: int
    text: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line} in {self.function}: {self.text}"


def sites(file: Path) -> Iterator[Site]:
    """Yield the sites of one module."""
    source = file.read_text(encoding="utf-8")
    module = file.relative_to(PACKAGE).as_posix()
    lines = source.splitlines()

    def walk(node: ast.AST, function: str, pairs: bool) -> Iterator[Site]:
        for child in ast.iter_child_nodes(node):
            name, gives = function, pairs
            if isinstance(child, ast.FunctionDef):
                name = child.name
                gives = not module.startswith("families") and _gives_cause_and_fix(child)
            elif isinstance(child, ast.ClassDef):
                gives = False
            elif _makes(child) or (pairs and isinstance(child, ast.Return) and isinstance(child.value, ast.Tuple)):
                text = lines[child.lineno - 1].strip()
                yield Site(module, function, child.lineno, child.end_lineno or child.lineno, text)
            yield from walk(child, name, gives)

    return walk(ast.parse(source), "", False)


def _gives_cause_and_fix(function: ast.FunctionDef) -> bool:
    return function.returns is not None and "tuple[str, str]" in ast.unparse(function.returns)


def _makes(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in MAKERS


@contextmanager
def lines_run() -> Iterator[set[tuple[str, int]]]:
    """Note every line that runs in a function with a site, as (module, line)."""
    modules = {str(file): file.relative_to(PACKAGE).as_posix() for file in MODULES}
    functions = {(str(file), site.function) for file in MODULES for site in sites(file)}
    inner = {(str(file), name) for file in MODULES for name in ("<listcomp>", "<genexpr>", "<dictcomp>")}
    functions |= inner
    run: set[tuple[str, int]] = set()

    def local(frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            run.add((modules[frame.f_code.co_filename], frame.f_lineno))
        return local

    def enter(frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        return local if (code.co_filename, code.co_name) in functions else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield run
    finally:
        sys.settrace(before)


def unreached(run: set[tuple[str, int]]) -> list[Site]:
    """Return the sites none of whose lines ran."""
    return [
        site
        for file in MODULES
        for site in sites(file)
        if site.function not in NO_SPEC
        if not any((site.module, line) in run for line in range(site.line, site.last + 1))
    ]
