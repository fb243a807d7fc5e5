"""The authored task: YAML to `Task`, with file and line in every message."""

from ask2decide.spec.task import (
    Base,
    ExpectedLabels,
    Item,
    Kind,
    Operation,
    Split,
    Task,
    TemplateUse,
)

__all__ = ["Base", "ExpectedLabels", "Item", "Kind", "Operation", "Split", "Task", "TemplateUse"]
