"""The certificates of a package, by what they certify: one for each label and verdict, no more and no less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ConfigDict

from ask2decide.exact import canonical_json
from ask2decide.verify.files import (
    LABELS,
    PROBLEM,
    LabelCertificate,
    LabelsFile,
    PlanIn,
    Shape,
    VerdictCertificate,
    damaged,
    read_shape,
)
from ask2decide.verify.findings import Found

FOLDER = "certificates"


class _Head(Shape):
    """The keys that all certificates have; the shape of their kind judges the rest."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    task: str
    label: str


@dataclass
class Certificates:
    """Certificates by item and side, and by known set; each with its file's path in the package."""

    labels: dict[tuple[str, str], tuple[str, LabelCertificate]] = field(default_factory=dict)
    verdicts: dict[frozenset[str], tuple[str, VerdictCertificate]] = field(default_factory=dict)

    def all(self) -> Iterator[tuple[str, LabelCertificate | VerdictCertificate]]:
        """Yield every certificate with its file."""
        yield from self.labels.values()
        yield from self.verdicts.values()

    def problems(self) -> Iterator[tuple[str, PlanIn]]:
        """Yield every problem of every certificate, with its file and key."""
        for file, certificate in self.all():
            for place, problem in enumerate(certificate.problems):
                yield f"{file} problems[{place}]", problem

    def plans(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield each different plan once, with the file it stands in."""
        seen = set()
        stated = [(file, certificate.plan) for file, certificate in self.all()]
        stated += [(source, problem.optimum_plan) for source, problem in self.problems()]
        for file, plan in stated:
            if plan is not None and (text := canonical_json(plan)) not in seen:
                seen.add(text)
                yield file, plan


def read_certificates(folder: Path, labels: LabelsFile, found: Found) -> Certificates:
    """Return a package's certificates; one that is missing, stands twice or certifies nothing is a disagreement.

    Raises
    ------
    UsageError
        When a file is not of a certificate's shape.
    """
    read = Certificates()
    if not (folder / FOLDER).is_dir():
        raise damaged(folder / FOLDER, "it is missing")
    for path in sorted((folder / FOLDER).iterdir()):
        _add(read, folder, f"{FOLDER}/{path.name}", found)
    _compare(
        "regret", {(name, side) for name in labels.items for side in ("standalone", "conditional")}, read.labels, found
    )
    _compare("verdict", {frozenset(verdict.known) for verdict in labels.needs_asking}, read.verdicts, found)
    return read


def _add(read: Certificates, folder: Path, name: str, found: Found) -> None:
    head = read_shape(folder, name, _Head)
    found.same("the task", head.task, f"{name} task", found.task, f"{PROBLEM} task")
    if head.label == "needs_asking":
        verdict = read_shape(folder, name, VerdictCertificate)
        _once(read.verdicts, frozenset(verdict.known), (name, verdict), found)
    else:
        label = read_shape(folder, name, LabelCertificate)
        _once(read.labels, (label.item, label.label), (name, label), found)
        own = f"{FOLDER}/{label.item}.{label.label}.json"
        found.same(
            f"the file of the {label.label} regret of {label.item}", name, "its name", own, "its keys item and label"
        )


def _once(known: dict[Any, tuple[str, Any]], key: Any, entry: tuple[str, Any], found: Found) -> None:
    if key in known:
        found.differ(f"what {entry[0]} certifies", "certified there", entry[0], "certified already", known[key][0])
    known.setdefault(key, entry)


def _compare(what: str, wanted: set[Any], read: Mapping[Any, tuple[str, Any]], found: Found) -> None:
    for key in sorted(wanted - set(read), key=_named):
        found.differ(f"the certificate of the {what} {_named(key)}", "needed", LABELS, "missing", f"{FOLDER}/")
    for key in sorted(set(read) - wanted, key=_named):
        found.differ(f"the certificate of the {what} {_named(key)}", "present", read[key][0], "not listed", LABELS)


def _named(key: Any) -> str:
    if isinstance(key, tuple):
        return f"{key[0]} ({key[1]})"
    return f"{{{', '.join(sorted(key))}}}" if isinstance(key, frozenset) else f"{{{key}}}"
