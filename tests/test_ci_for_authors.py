"""The workflow and the hooks of docs/ci: a task changed without its card is stopped, with the command that mends it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.authors_repository import (
    CI,
    HOOKS,
    INSTALL,
    MEND,
    Repository,
    copy_of,
    hook_commands,
    new_repository,
    read,
    with_git_hook,
    workflow_environment,
    workflow_steps,
)
from tests.driving import ROOT

CHECK, BUILD = "ask2decide-check", "ask2decide-build-check"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return new_repository(tmp_path_factory.mktemp("author"))


@pytest.fixture
def repository(original: Repository, tmp_path: Path) -> Repository:
    return copy_of(original, tmp_path)


def failing_steps(repository: Repository, **inputs: object) -> dict[str, str]:
    """Return what the steps that fail say, the installation left out; later steps run all the same."""
    environment = workflow_environment(inputs)
    steps = {name: command for name, command in workflow_steps().items() if name != INSTALL}
    assert len(steps) == 3
    results = {name: repository.run(command, environment) for name, command in steps.items()}
    return {name: result.stdout + result.stderr for name, result in results.items() if result.returncode}


def test_the_workflow_stops_a_task_that_was_changed_without_its_card(repository: Repository) -> None:
    assert failing_steps(repository) == {}
    repository.change_task()
    failed = failing_steps(repository)
    assert list(failed) == ["Compare the committed packages with what the tasks give"]
    message = failed.popitem()[1]
    assert "dispatch: the committed output is stale. Mend it with `ask2decide-build tasks/dispatch`." in message
    assert "+++" in message
    found = MEND.search(message)
    assert found is not None
    repository.must(found[1])
    assert failing_steps(repository) == {}
    assert "generated/dispatch/card.md" in repository.must("git status --short")


def test_a_wrong_spec_is_annotated(repository: Repository) -> None:
    spec = repository.folder / "tasks" / "dispatch" / "task.yaml"
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace("use: resource_out", "use: resource_gone", 1), encoding="utf-8")
    failed = failing_steps(repository)
    assert set(failed) >= {"Find mistakes in the specs", "Compare the committed packages with what the tasks give"}
    assert "::error file=tasks/dispatch/task.yaml,line=" in failed["Find mistakes in the specs"]


def test_the_mending_command_repeats_the_options(repository: Repository) -> None:
    repository.must("git mv generated published && git commit --quiet -m Moved")
    assert failing_steps(repository, out="published", tasks="tasks/dispatch") == {}
    repository.change_task()
    message = repository.run("ask2decide-build tasks --out published --check --allow-code --time-limit 60.5").stderr
    found = MEND.search(message)
    assert found is not None
    assert found[1] == "ask2decide-build tasks/dispatch --out published --time-limit 60.5 --allow-code"
    repository.must(found[1])
    assert failing_steps(repository, out="published") == {}


def test_the_hook_stops_the_commit(repository: Repository) -> None:
    with_git_hook(repository, hook_commands()[BUILD])
    repository.change_task()
    stopped = repository.run("git commit --quiet --all -m Fewer")
    assert stopped.returncode == 1
    found = MEND.search(stopped.stdout + stopped.stderr)
    assert found is not None, stopped
    assert found[1] == "ask2decide-build tasks/dispatch"
    repository.must(found[1])
    repository.must("git add --all && git commit --quiet -m Fewer")
    assert repository.must("git status --short") == ""
    assert repository.must("git log --format=%s").split() == ["Fewer", "Tasks"]


def test_the_check_hook_stops_a_wrong_spec(repository: Repository) -> None:
    with_git_hook(repository, hook_commands()[CHECK])
    repository.change_task()
    repository.must("git commit --quiet --all -m Fewer")
    spec = repository.folder / "tasks" / "dispatch" / "task.yaml"
    spec.write_text(spec.read_text(encoding="utf-8").replace("split: easy", "split: eazy"), encoding="utf-8")
    stopped = repository.run("git commit --quiet --all -m Wrong")
    assert stopped.returncode != 0
    assert "tasks/dispatch/task.yaml:2: split" in stopped.stdout + stopped.stderr


def test_inputs_of_the_workflow() -> None:
    assert workflow_environment({"allow-code": True})["ALLOW_CODE"] == "--allow-code"
    assert workflow_environment()["ALLOW_CODE"] == ""
    assert workflow_environment({"tasks": "a folder"})["TASKS"] == "a folder"
    assert all("${{" not in command for command in workflow_steps().values())
    (job,) = read(CI / "caller.yml")["jobs"].values()
    assert job["uses"] == "./.github/workflows/ask2decide.yml"
    assert set(job["with"]) <= set(read(CI / "ask2decide.yml")["on"]["workflow_call"]["inputs"])


def test_hooks_and_their_example_agree() -> None:
    hooks = {hook["id"]: hook for hook in read(HOOKS)}
    (source,) = read(CI / "pre-commit-config.yaml")["repos"]
    assert [entry["id"] for entry in source["hooks"]] == list(hooks)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for hook in hooks.values():
        assert hook["additional_dependencies"] == [*extras["cpsat"], *extras["jobshop"]]
        assert hook["entry"].split()[0] in project["scripts"]
