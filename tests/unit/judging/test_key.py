"""Every field that is not declared neutral makes another key; the neutral ones are listed here."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.answers import QuickAnalysis, an_instance
from tests.support.key_variants import neutral_fields, variants
from tests.support.scripted_builder import ScriptedBuilder, measured, ran
from verifier.builds.builder import Builder
from verifier.builds.options import BuildOptions
from verifier.domain.declared import declaration, declared
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import CodeRange, RefactoringSide, WantedRefactoring
from verifier.fuzzing.request import Budget
from verifier.judging.key import config_hash, key_of
from verifier.judging.options import JudgeOptions, WorkshopOptions
from verifier.judging.task import Task
from verifier.judging.toolset import Workshop
from verifier.rules.rule_files import RuleSet
from verifier.sandbox.base import SandboxFacts
from verifier.tools.git.repository import Repository

WANTED = "Extract Method:p.A#f(int)"
NEUTRAL_FIELDS = {
    "Task.repository",
    "Task.repo",
    "Prediction.circumstances",
    "Prediction.closure",
    "Prediction.schema",
    "Instance.schema",
    "Instance.committed",
    "Instance.provenance",
    "Instance.edited_around",
    "Instance.build",
    "Instance.coverage",
    "Instance.golden",
    "Instance.context",
    "Purity.unproved",
    "BuildOptions.jdk",
    "BuildOptions.maven",
    "BuildOptions.gradle",
    "BuildOptions.cache",
    "BuildOptions.root",
    "BuildOptions.offline",
    "BuildOptions.prepare_on",
    "WorkshopOptions.jobs",
    "WorkshopOptions.builds",
    "WorkshopOptions.rules",
    "Workshop.analysis",
    "Workshop.open_builder",
    "Workshop.fuzzing",
    "Workshop.rules",
    "Workshop.beginnings",
    "Workshop.golden_edits",
    "SandboxFacts.engine",
}


class NoRepository:
    """Stands where a clone would; a key never looks at it."""


def no_builder(repository: Repository, commit: str, files: frozenset[str]) -> Builder:
    del repository, commit, files
    return ScriptedBuilder(base=measured("p.T#a"), run=ran({}))


def a_task() -> Task:
    place = CodeRange(
        file="A.java", start_line=1, start_column=1, end_line=2, end_column=2, role="source"
    )
    wanted = WantedRefactoring.parse(WANTED)
    side = RefactoringSide(
        file="A.java", method=wanted.method, partner=wanted.method, partner_file="B.java",
        ranges=(place,),
    )  # fmt: skip
    repository: Any = NoRepository()
    return Task(
        prediction=Prediction(instance_id="i1", model_name_or_path="m", files={"A.java": "x"}),
        wanted=wanted,
        repository=repository,
        base_commit="c" * 40,
        instance=an_instance(WANTED, before=side, after=side),
        rules=RuleSet(rules=()),
    )


def a_workshop() -> Workshop:
    return Workshop(
        options=WorkshopOptions(build=BuildOptions(), fuzzing=Budget()),
        analysis=QuickAnalysis(),
        sandbox=SandboxFacts(name="local", isolated=False, engine="", image=None),
        open_builder=no_builder,
        versions={"jdks": "17.0.1"},
    )


TASK, OPTIONS, WORKSHOP = a_task(), JudgeOptions(), a_workshop()


@pytest.mark.parametrize(("place", "task"), [*variants(TASK)])
def test_every_field_of_a_task_counts(place: str, task: Task) -> None:
    assert key_of(task, OPTIONS, WORKSHOP) != key_of(TASK, OPTIONS, WORKSHOP), place


@pytest.mark.parametrize(("place", "options"), [*variants(OPTIONS)])
def test_every_option_of_the_judgement_counts(place: str, options: JudgeOptions) -> None:
    assert key_of(TASK, options, WORKSHOP) != key_of(TASK, OPTIONS, WORKSHOP), place
    assert config_hash(options, WORKSHOP) != config_hash(OPTIONS, WORKSHOP)


@pytest.mark.parametrize(("place", "workshop"), [*variants(WORKSHOP)])
def test_every_option_and_version_of_the_tools_counts(place: str, workshop: Workshop) -> None:
    assert key_of(TASK, OPTIONS, workshop) != key_of(TASK, OPTIONS, WORKSHOP), place


def test_nothing_else_is_neutral() -> None:
    found = {name for value in (TASK, OPTIONS, WORKSHOP) for name in neutral_fields(value)}

    assert found == NEUTRAL_FIELDS


def test_what_is_neutral_leaves_the_key_as_it_is(tmp_path: Path) -> None:
    build = BuildOptions(jdk=tmp_path, maven=tmp_path, cache=tmp_path, offline=True)
    options = replace(WORKSHOP.options, build=build, jobs=8, builds=False, rules=True)

    other = replace(WORKSHOP, options=options)

    assert key_of(TASK, OPTIONS, other) == key_of(TASK, OPTIONS, WORKSHOP)
    assert key_of(a_task(), JudgeOptions(), a_workshop()) == key_of(TASK, OPTIONS, WORKSHOP)


def test_a_field_without_a_form_of_its_own_is_refused() -> None:
    with pytest.raises(TypeError, match="NoRepository cannot be part of a key"):
        declared(NoRepository())


def test_sets_have_one_order() -> None:
    assert declaration(frozenset({"b", "a"})) == declaration(frozenset({"a", "b"})) == '[["a","b"]]'
