"""What a task says of itself, for notebooks: an explanation as a page, suggestions as YAML to paste."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from ask2decide.authoring.suggest import Suggestions
from ask2decide.authoring.suggest_candidates import Candidate
from ask2decide.emit.explanation import Explanation
from ask2decide.spec import Task


@dataclass(frozen=True, repr=False)
class Explained:
    """Why an item's labels are what they are.

    Parameters
    ----------
    explanation : Explanation
        The problems side by side, the plans, what breaks, and the certificate, in words.
    """

    explanation: Explanation

    @cached_property
    def text(self) -> str:
        """The explanation as ``ask2decide explain`` prints it."""
        from ask2decide.emit.explanation_text import explanation_text

        return explanation_text(self.explanation)

    @cached_property
    def page(self) -> str:
        """The explanation as a page of its own, with pictures, as ``ask2decide explain --html`` writes it."""
        from ask2decide.emit.explanation_html import explanation_page

        return explanation_page(self.explanation)

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        from ask2decide.emit.explanation_html import explanation_html, explanation_style

        return f"<style>{explanation_style()}</style>{explanation_html(self.explanation)}"


@dataclass(frozen=True, repr=False)
class Suggested:
    """Hidden items that the item templates propose, with their certified regrets.

    Parameters
    ----------
    task : Task
        What they are proposed for.
    found : Suggestions
        Every candidate with its labels, the groups, and the twins of strong ones.
    """

    task: Task
    found: Suggestions

    @cached_property
    def ranked(self) -> Mapping[str, Candidate]:
        """The listed candidates by rank, as ``ask2decide suggest --write`` takes them."""
        from ask2decide.authoring.suggest_listing import ranked

        return MappingProxyType(ranked(self.found))

    @cached_property
    def yaml(self) -> str:
        """The items as YAML to paste below ``hidden:``, their regrets as comments."""
        from ask2decide.authoring.suggest_listing import listing

        return listing(self.task, self.found)

    def __repr__(self) -> str:
        return self.yaml

    def _repr_markdown_(self) -> str:
        # A fence longer than any run of backticks inside, which a note may hold.
        fence = "`" * max([3, *(len(run) + 1 for run in _runs(self.yaml))])
        return f"{fence}yaml\n{self.yaml}\n{fence}"


def _runs(text: str) -> list[str]:
    return re.findall(r"`+", text)
