"""``ask2decide`` in this process, its two streams apart."""

from __future__ import annotations

from click.testing import CliRunner, Result

from ask2decide.cli import ask2decide


def command(*arguments: object) -> Result:
    """Run ``ask2decide`` in the present folder."""
    return CliRunner().invoke(ask2decide, [str(argument) for argument in arguments], prog_name="ask2decide")


def done(*arguments: object) -> Result:
    """Run `command` and insist on status 0."""
    result = command(*arguments)
    assert result.exit_code == 0, result.output
    return result
