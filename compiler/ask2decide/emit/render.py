"""The template environment: sandboxed, strict about what is undefined, with escapes for Markdown and HTML."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ask2decide.emit import markdown
from ask2decide.resources import templates_folder

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment


@cache
def environment() -> SandboxedEnvironment:
    """Return the environment of all templates.

    Autoescape is on for HTML. It is off for Markdown: there each template passes what comes from data through `words`,
    `line` or `quoted`, which escape HTML as well.
    """
    from jinja2 import FileSystemLoader, StrictUndefined, select_autoescape
    from jinja2.sandbox import SandboxedEnvironment

    made = SandboxedEnvironment(
        loader=FileSystemLoader(templates_folder()),
        undefined=StrictUndefined,
        autoescape=select_autoescape(("html", "html.j2"), default=False),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    for escape in (markdown.words, markdown.line, markdown.quoted):
        made.filters[escape.__name__] = escape
    made.globals["table"] = markdown.table
    made.globals["family_table"] = markdown.family_table
    return made


def render(template: str, **values: Any) -> str:
    """Return a template filled in; an undefined variable is an error (docs/traps.md, 11).

    Raises
    ------
    jinja2.UndefinedError
        When the template names something that `values` lacks.
    """
    return environment().get_template(template).render(**values)
