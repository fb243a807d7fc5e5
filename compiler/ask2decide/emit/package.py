"""The task package: every file of generated/<task>/ (docs/packages.md)."""

from __future__ import annotations

from ask2decide.emit.agent import agent_files
from ask2decide.emit.card import card
from ask2decide.emit.certificates import certificate_files
from ask2decide.emit.explain_page import FILE, explain_page
from ask2decide.emit.findings import Findings
from ask2decide.emit.judge_data import judge_files
from ask2decide.emit.labels_json import labels_json
from ask2decide.emit.operator_notes import notes_json


def package_files(findings: Findings) -> dict[str, str]:
    """Return the text of every file of a task's package, by path relative to generated/<task>/.

    The agent's files are rendered from theta_0 alone: `agent_files` is handed nothing else.
    """
    task = findings.task
    return {
        "card.md": card(findings),
        "labels.json": labels_json(findings),
        **agent_files(task.name, task.brief, findings.family, findings.base_data),
        "operator/notes.json": notes_json(task),
        **judge_files(findings),
        **certificate_files(findings),
        FILE: explain_page(findings),
    }
