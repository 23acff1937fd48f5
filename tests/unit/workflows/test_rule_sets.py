"""Which instances have a rule set, and when a sidecar folder is used."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.answers import an_instance
from tests.support.repository import Repository as Made
from verifier.domain.prediction import Prediction
from verifier.errors import InputError, MissingToolError
from verifier.judging.task import Task
from verifier.rules.rule_files import RuleFileError
from verifier.tools.git.repository import Repository
from verifier.workflows import rule_sets
from verifier.workflows.rule_sets import with_rule_sets

RULES = "rules: [{id: a, metadata: {kind: additive}}]\n"


@pytest.fixture
def task(tmp_path: Path) -> Task:
    made = Made.create(tmp_path / "repo")
    commit = made.commit({"A": "a"})
    instance = replace(an_instance("Extract Method:A#f()"), id="i1")
    return Task(
        prediction=Prediction(instance_id="i1", model_name_or_path="m", model_patch=""),
        wanted=instance.wanted,
        repository=Repository.open(made.path),
        base_commit=commit,
        instance=instance,
    )


def folder(tmp_path: Path, text: str, instance: str = "i1") -> Path:
    place = tmp_path / "rules" / instance
    place.mkdir(parents=True)
    (place / "rules.yml").write_text(text)
    return tmp_path / "rules"


def test_a_set_belongs_to_the_instance_of_its_folders_name(task: Task, tmp_path: Path) -> None:
    mine = with_rule_sets([task], folder(tmp_path, RULES), named=True)[0].rules

    assert mine is not None
    assert [rule.id for rule in mine.rules] == ["a"]


def test_an_instance_without_a_folder_has_none(task: Task, tmp_path: Path) -> None:
    assert with_rule_sets([task], folder(tmp_path, RULES, "i2"), named=True)[0].rules is None


def test_a_default_folder_that_is_not_there_is_no_error_and_a_named_one_is(
    task: Task, tmp_path: Path
) -> None:
    assert with_rule_sets([task], tmp_path / "none", named=False)[0].rules is None
    with pytest.raises(InputError, match="none: no such folder"):
        with_rule_sets([task], tmp_path / "none", named=True)


def test_a_set_that_cannot_be_read_is_an_error_even_in_the_default_folder(
    task: Task, tmp_path: Path
) -> None:
    with pytest.raises(RuleFileError, match="no list `rules`"):
        with_rule_sets([task], folder(tmp_path, "- a"), named=False)


def test_without_an_engine_a_default_folder_is_left_alone(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> None:
        raise MissingToolError("no rule engine")

    monkeypatch.setattr(rule_sets, "find_program", nowhere)
    rules = folder(tmp_path, RULES)

    assert with_rule_sets([task], rules, named=False)[0].rules is None
    assert with_rule_sets([task], rules, named=True)[0].rules is not None
