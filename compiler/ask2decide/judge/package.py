"""A task package as the judge reads it: from generated/<task>/ alone, any variant's records and optimum."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ask2decide.errors import UsageError, did_you_mean, display_path
from ask2decide.exact import Exact, load_json
from ask2decide.families import family_by_name, family_from_file
from ask2decide.family import AnyFamily, Data, Sense
from ask2decide.judge.mistakes import in_words
from ask2decide.judge.verdict import Verdict, judge
from ask2decide.labels import Bracket
from ask2decide.resources import inside, repository_tasks
from ask2decide.spec import Operation
from ask2decide.variants.theta import PatchError, apply


class _File(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Bracket(_File):
    lower: Exact | None
    upper: Exact | None
    status: str


class _Problem(_File):
    tag: Literal["ask2decide/problem/1"] = Field(alias="schema")
    task: str
    family: str
    sense: Literal["min", "max"]
    optimum: _Bracket
    data: dict[str, Any]


class _Operation(_File):
    op: Literal["add", "remove", "replace"]
    path: str
    value: Any = None


class _Item(_File):
    patch: list[_Operation]
    also: list[list[_Operation]]
    after: list[str]


class _Items(_File):
    tag: Literal["ask2decide/items/1"] = Field(alias="schema")
    task: str
    items: dict[str, _Item]


class _Labels(_File):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    tag: Literal["ask2decide/labels/1"] = Field(alias="schema")
    task: str
    optima: dict[str, _Bracket]


F = TypeVar("F", bound=_File)


@dataclass(frozen=True)
class JudgePackage:
    """A task package, read.

    Parameters
    ----------
    base_data, true_data : dict
        Records of theta_0 and theta_H.
    true_optimum : Bracket or None
        The optimum of theta_H, as a cost; None when nothing is known of it.
    optima : mapping of str to Bracket or None
        Every optimum that labels.json lists, as a cost, by key.
    """

    folder: Path
    task: str
    family: AnyFamily
    sense: Sense
    base_data: Data
    true_data: Data
    true_optimum: Bracket | None
    optima: Mapping[str, Bracket | None]
    _items: Mapping[str, _Item]

    @property
    def items(self) -> tuple[str, ...]:
        """Ids of the hidden items, in the spec's order."""
        return tuple(self._items)

    def problem(self, given: Sequence[str] | None = None) -> tuple[Data, Bracket | None]:
        """Return a variant's records and its optimum as a cost.

        Parameters
        ----------
        given : sequence of str or None
            The items that are known, in any order; None for today's true problem.

        Returns
        -------
        tuple
            The optimum is None when nothing is known of it, or when the package does not list it; see `lists`.

        Raises
        ------
        UsageError
            When an item is not one of the task's, or a patch of the package does not apply.
        """
        if given is None:
            return self.true_data, self.true_optimum
        for name in given:
            if name not in self._items:
                raise UsageError(
                    f"Task {self.task} has no item {name!r}.", did_you_mean(name, self._items, "task's items")
                )
        known = [name for name in self._items if name in given]
        return self._patched(known), self.optima.get(",".join(known))

    def lists(self, given: Sequence[str] | None) -> bool:
        """Return whether the package holds that variant's optimum; otherwise the caller solves the problem."""
        return given is None or ",".join(name for name in self._items if name in given) in self.optima

    def _patched(self, known: Sequence[str]) -> Data:
        data: Data = self.base_data
        for name in self._in_order():
            if name not in known:
                continue
            operations = [Operation(entry.op, entry.path, entry.value) for entry in self._items[name].patch]
            try:
                data = apply(operations, data)
            except PatchError as error:
                raise _damaged(self.folder / "judge/items.json", f"item {name} does not apply: {error.cause}") from None
        return data

    def _in_order(self) -> list[str]:
        """Return all items in the spec's order, each moved behind those it comes `after`, through others included."""
        ordered: list[str] = []
        waiting = list(self._items)
        while waiting:
            free = [name for name in waiting if not any(first in waiting for first in self._items[name].after)]
            if not free:
                raise _damaged(self.folder / "judge/items.json", f"{', '.join(waiting)} come after one another")
            ordered.append(free[0])
            waiting.remove(free[0])
        return ordered


def judge_package(
    package: JudgePackage,
    plan_text: str | bytes | Path,
    given: Sequence[str] | None,
    solve: Callable[[AnyFamily, Data], Bracket | None],
) -> Verdict:
    """Return the verdict on a plan in one of a package's variants.

    Parameters
    ----------
    solve : callable
        Returns the optimum of a problem, as a cost; called only when the package does not list it.
    """
    data, optimum = package.problem(given)
    if not package.lists(given):
        optimum = solve(package.family, data)
    return judge(plan_text, package.family, data, optimum, package.sense)


def read_package(folder: Path, allow_code: bool = False) -> JudgePackage:
    """Return the package in a folder such as ``generated/hard2b_r101_25``.

    Parameters
    ----------
    allow_code : bool
        Whether a family that the package brings (judge/model.py) may run although it is not the model.py of this
        checkout's own task of that name.

    Raises
    ------
    UsageError
        When the folder is no package, a file of it is damaged, or its code may not run.
    """
    if not (folder / "judge" / "problem.json").is_file():
        packages = [path.parent.parent.name for path in folder.parent.glob("*/judge/problem.json")]
        raise UsageError(
            f"There is no task package in {display_path(folder)}.", did_you_mean(folder.name, packages, "packages")
        )
    problem = _read(folder / "judge/problem.json", _Problem)
    items = _read(folder / "judge/items.json", _Items)
    labels = _read(folder / "labels.json", _Labels)
    base_file = folder / "agent/knowledge_base.json"
    base = _load(base_file)
    sense = Sense(problem.sense)
    for name, other in (("judge/items.json", items.task), ("labels.json", labels.task)):
        if other != problem.task:
            raise _damaged(folder / name, f"it belongs to the task {other!r}, and problem.json to {problem.task!r}")
    for name, item in items.items.items():
        if unknown := [first for first in item.after if first not in items.items]:
            raise _damaged(folder / "judge/items.json", f"item {name} comes after {unknown[0]!r}, which is not there")
    family = _family(folder, problem, allow_code)
    _check_records(family, base, base_file)
    _check_records(family, problem.data, folder / "judge/problem.json", sense)
    return JudgePackage(
        folder=folder,
        task=problem.task,
        family=family,
        sense=sense,
        base_data=base,
        true_data=problem.data,
        true_optimum=_cost(problem.optimum, sense, folder / "judge/problem.json"),
        optima={key: _cost(entry, sense, folder / "labels.json") for key, entry in labels.optima.items()},
        _items=items.items,
    )


def _family(folder: Path, problem: _Problem, allow_code: bool) -> AnyFamily:
    own = folder / "judge" / "model.py"
    if not own.is_file():
        return family_by_name(problem.family)
    if not allow_code and not _is_this_checkouts(own, problem.task):
        raise UsageError(
            f"{display_path(own)} brings code of its own, which does not run unasked.",
            "read it, then allow it with --allow-code.",
        )
    return family_from_file(own)


def _is_this_checkouts(model: Path, task: str) -> bool:
    """Return whether the file is a copy of the model.py of this checkout's own task, whose code may run."""
    tasks = repository_tasks()
    if tasks is None:
        return False
    original = inside(tasks, f"{task}/model.py")
    return original.is_file() and original.read_bytes() == model.read_bytes()


def _check_records(family: AnyFamily, data: Data, file: Path, sense: Sense | None = None) -> None:
    try:
        records = family.parse(data)
    except ValidationError as error:
        raise _damaged(file, in_words(error)) from None
    if sense is not None and family.sense(records) is not sense:
        raise _damaged(file, f"its sense is {sense.value!r}, and its records say {family.sense(records).value!r}")


def _cost(entry: _Bracket, sense: Sense, file: Path) -> Bracket | None:
    if entry.lower is None or entry.upper is None:
        return None
    if entry.lower > entry.upper:
        raise _damaged(file, f"the optimum's lower end {entry.lower} is above its upper end {entry.upper}")
    bracket = Bracket(entry.lower, entry.upper)
    return bracket if sense is Sense.MIN else bracket.negated()


def _read(file: Path, model: type[F]) -> F:
    try:
        return model.model_validate(_load(file))
    except ValidationError as error:
        raise _damaged(file, in_words(error)) from None


def _load(file: Path) -> Any:
    try:
        return load_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise _damaged(file, "it is missing") from None
    except (OSError, ValueError, ArithmeticError) as error:
        raise _damaged(file, str(error)) from None


def _damaged(file: Path, cause: str) -> UsageError:
    return UsageError(f"{display_path(file)} is damaged: {cause}.", "build the task again with ask2decide-build.")
