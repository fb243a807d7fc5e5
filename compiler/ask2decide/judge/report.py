"""A verdict as JSON for programs and as text for people."""

from __future__ import annotations

from collections.abc import Sequence

from ask2decide.exact import dump_json, number_text
from ask2decide.judge.verdict import Verdict
from ask2decide.labels.text import regret_text

SCHEMA = "ask2decide/verdict/1"


def verdict_json(verdict: Verdict, task: str, given: Sequence[str] | None) -> str:
    """Return the verdict as JSON text.

    Parameters
    ----------
    given : sequence of str or None
        The items that were assumed known; None stands for today's true problem and is written as null.
    """
    lower, upper = verdict.loss.texts
    return dump_json(
        {
            "schema": SCHEMA,
            "task": task,
            "given": None if given is None else list(given),
            "loss": {"lower": lower, "upper": upper},
            "value": None if verdict.value is None else number_text(verdict.value),
            "feasible": verdict.feasible,
            "violations": list(verdict.violations),
            "reason": verdict.reason,
        }
    )


def verdict_text(verdict: Verdict, task: str, given: Sequence[str] | None) -> str:
    """Return the verdict for people: the loss, why, and the broken rules one to a line."""
    if given is None:
        problem = "today's true problem"
    else:
        problem = f"the knowledge base with {', '.join(given)}" if given else "the knowledge base alone"
    lines = [f"{task}, scored under {problem}: loss {regret_text(verdict.loss)}", verdict.reason]
    lines += [f"  - {violation}" for violation in verdict.violations]
    return "\n".join(lines) + "\n"
