"""Jinja2 for item templates: sandboxed, strict about undefined names, exact about numbers."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError, Undefined, nodes, pass_context
from jinja2.exceptions import SecurityError
from jinja2.meta import find_undeclared_variables
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment

from ask2decide.exact import json_number, number_text, to_fraction

FILTERS = ("clock", "label")
"""Filters of ours, which need the records: `clock` turns minutes into a time of day, `label` an id into a name."""

PLAIN_FILTERS = (
    "abs",
    "capitalize",
    "default",
    "first",
    "join",
    "last",
    "length",
    "lower",
    "replace",
    "title",
    "trim",
    "upper",
)
"""Filters of jinja2's own whose result is about as long as what they are given."""

_NUMBERS = (int, float, Fraction)

_FILTERS_KEY = "_filters"

_FLOAT = "{} is a binary float; divide a parameter by a whole number instead"

_NO_BASE_VALUE = re.compile("'dict object' has no attribute ('.*')")

PlainFilter = Callable[[Any], str]


class RenderError(Exception):
    """A template text that cannot be compiled or rendered; `line` counts from 0 within the text."""

    def __init__(self, cause: str, line: int = 0) -> None:
        super().__init__(cause)
        self.cause = cause
        self.line = line


def undeclared(text: str) -> tuple[set[str], set[str]]:
    """Return the names that a template text wants, and the attributes of `was` that it reads.

    Raises
    ------
    RenderError
        When the text is not jinja2, or uses a filter that does not exist.
    """
    try:
        tree = _environment().parse(text)
    except TemplateError as error:
        raise _render_error(error) from None
    for used, known, what in (
        (nodes.Filter, _environment().filters, "filter"),
        (nodes.Test, _environment().tests, "test"),
    ):
        for node in tree.find_all(used):
            if node.name not in known:
                raise RenderError(f"no {what} named {node.name!r}", node.lineno - 1)
    base_values = {name for name in map(_base_value, tree.find_all((nodes.Getattr, nodes.Getitem))) if name}
    return set(find_undeclared_variables(tree)), base_values


def _base_value(node: nodes.Node) -> str | None:
    """Return X of ``was.X`` or ``was['X']``."""
    holder = node.node if isinstance(node, nodes.Getattr | nodes.Getitem) else None
    if not isinstance(holder, nodes.Name) or holder.name != "was":
        return None
    if isinstance(node, nodes.Getattr):
        return node.attr
    return str(node.arg.value) if isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const) else None


def render(text: str, names: Mapping[str, Any], filters: Mapping[str, PlainFilter]) -> str:
    """Return a template text with its expressions filled in; numbers are written exactly.

    Raises
    ------
    RenderError
        For an undefined name, a binary float, or whatever else goes wrong inside the template.
    """
    return str(_guarded(lambda: _template(text).render({**_exact(names), _FILTERS_KEY: filters})))


def evaluate(text: str, names: Mapping[str, Any], filters: Mapping[str, PlainFilter]) -> Any:
    """Return what a template text stands for: one ``{{ expression }}`` alone keeps its type.

    Raises
    ------
    RenderError
        As `render`.
    """
    expression = _guarded(lambda: _expression(text))
    if expression is None:
        return render(text, names, filters)
    return _guarded(lambda: _as_records_hold_it(expression({**_exact(names), _FILTERS_KEY: filters})))


def _guarded(action: Callable[[], Any]) -> Any:
    try:
        return action()
    except TemplateError as error:
        raise _render_error(error) from None
    except ZeroDivisionError:
        raise RenderError("the template divides by zero") from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # What an author's expression does wrong ('a' + 1, division by 0) is the template's mistake.
        raise RenderError(f"the template fails: {error}") from None


def _render_error(error: TemplateError) -> RenderError:
    line = getattr(error, "lineno", None) or _template_line(error)
    message = _NO_BASE_VALUE.sub(r"the records have no base value for \1", str(error.message or error))
    return RenderError(message[:1].lower() + message[1:].rstrip("."), line - 1 if line else 0)


def _template_line(error: TemplateError) -> int | None:
    """Return the line of the text at which rendering stopped: jinja2 puts it into the traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == "<template>"), None)


class _Expressions(SandboxedEnvironment):
    """Jinja2 for expressions: no loops, calls or repetition, with which a short text takes time or memory at will."""

    intercepted_binops = frozenset(["**", "*", "%"])

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for node in tree.find_all((nodes.Stmt, nodes.Call)):
            if not isinstance(node, nodes.Output | nodes.If):
                what = "calls" if isinstance(node, nodes.Call) else f"the statement {type(node).__name__.lower()}"
                raise TemplateSyntaxError(f"{what} cannot be used here", node.lineno)
        return tree

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Multiply and divide numbers; ``'x' * 10**12`` and ``9 ** 9 ** 9`` are refused."""
        if operator == "**" or not (isinstance(left, _NUMBERS) and isinstance(right, _NUMBERS)):
            raise SecurityError(f"{operator!r} cannot be used here but to multiply or divide numbers")
        return super().call_binop(context, operator, left, right)

    def call(self, *arguments: Any, **options: Any) -> Any:
        """Refuse every call."""
        raise SecurityError("calls cannot be used here")


@cache
def _environment() -> SandboxedEnvironment:
    environment = _Expressions(undefined=StrictUndefined, finalize=_written, autoescape=False)
    environment.globals.clear()
    environment.filters = {name: environment.filters[name] for name in PLAIN_FILTERS}
    environment.filters |= {name: _from_context(name) for name in FILTERS}
    return environment


def _from_context(name: str) -> Callable[[Context, Any], str]:
    """Return a filter that calls the function of this render, so that compiled texts can be kept for the next."""

    @pass_context
    def filtered(context: Context, value: Any) -> str:
        return str(context[_FILTERS_KEY][name](value))

    return filtered


@lru_cache(maxsize=1000)
def _template(text: str) -> Template:
    return _environment().from_string(text)


@lru_cache(maxsize=1000)
def _expression(text: str) -> Callable[..., Any] | None:
    """Return what evaluates a text that is one expression alone, else None."""
    body = _environment().parse(text).body
    outputs = body[0].nodes if len(body) == 1 and isinstance(body[0], nodes.Output) else []
    if len(outputs) != 1 or isinstance(outputs[0], nodes.TemplateData):
        return None
    inner = text.strip()[2:-2]
    # '{{-' and '-}}' trim white space; a '-' further in is a sign.
    inner = inner.removeprefix("-").removesuffix("-")
    return _environment().compile_expression(inner, undefined_to_none=False)


def _exact(value: Any) -> Any:
    """Return a value with its numbers as fractions, so that arithmetic in a template is exact."""
    if isinstance(value, Mapping):
        return {key: _exact(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_exact(entry) for entry in value]
    return to_fraction(value) if isinstance(value, int | Decimal) and not isinstance(value, bool) else value


def _as_records_hold_it(value: Any) -> Any:
    _require_value(value)
    if isinstance(value, Fraction | int) and not isinstance(value, bool):
        return json_number(Fraction(value))
    if isinstance(value, dict):
        return {key: _as_records_hold_it(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_as_records_hold_it(entry) for entry in value]
    if isinstance(value, float):
        raise ValueError(_FLOAT.format(value))
    return value


def _require_value(value: Any) -> None:
    if isinstance(value, Undefined):
        str(value)  # a name that is undefined raises UndefinedError, which says it
        raise ValueError("an `if` without `else` has no value here")


def _written(value: Any) -> Any:
    """Finalise an expression for a sentence: numbers exactly, floats and what is undefined refused."""
    _require_value(value)
    if isinstance(value, float):
        raise ValueError(_FLOAT.format(value))
    if isinstance(value, Fraction):
        return number_text(value)
    return value
