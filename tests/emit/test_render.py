from __future__ import annotations

import pytest
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError

from ask2decide.emit.render import environment, render


def test_an_undefined_variable_fails_instead_of_rendering_as_nothing() -> None:
    with pytest.raises(UndefinedError, match=r"'(sense|value_name)' is undefined"):
        render("brief.md.j2", task="t", brief="b")


def test_templates_are_sandboxed() -> None:
    with pytest.raises(SecurityError):
        environment().from_string("{{ ''.__class__.__mro__ }}").render()


@pytest.mark.parametrize("name", ["brief", "card", "inventory", "knowledge_base"])
def test_each_generated_markdown_names_the_command_that_wrote_it(name: str) -> None:
    source, _, _ = environment().loader.get_source(environment(), f"{name}.md.j2")  # type: ignore[union-attr]
    assert source.startswith("<!-- Written by ask2decide-build. Do not edit")
