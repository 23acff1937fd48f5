"""Every field that is not declared neutral makes another key; the neutral ones are listed here."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.answers import QuickAnalysis, an_instance
from tests.support.key_variants import neutral_fields, variants
from tests.support.scripted_builder import ScriptedBuilder, make_measurement, ran
from verifier.builds.builder import Builder
from verifier.builds.options import BuildOptions
from verifier.domain.declared import declaration, to_plain
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import CodeRange, RefactoringSide, WantedRefactoring
from verifier.fuzzing.request import FuzzingBudget
from verifier.judging.key import config_hash, key_of
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.task import Task
from verifier.judging.toolset import Toolset
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
    "ToolsetOptions.jobs",
    "ToolsetOptions.builds",
    "ToolsetOptions.rules",
    "Toolset.analysis",
    "Toolset.open_builder",
    "Toolset.fuzzing",
    "Toolset.rules",
    "Toolset.prefetcher",
    "Toolset.release_base",
    "Toolset.golden_edits",
    "SandboxFacts.engine",
}


class NoRepository:
    """Stands where a clone would; a key never looks at it."""


def no_builder(repository: Repository, commit: str, files: frozenset[str]) -> Builder:
    del repository, commit, files
    return ScriptedBuilder(base=make_measurement("p.T#a"), run=ran({}))


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


def a_toolset() -> Toolset:
    return Toolset(
        options=ToolsetOptions(build=BuildOptions(), fuzzing=FuzzingBudget()),
        analysis=QuickAnalysis(),
        sandbox=SandboxFacts(name="local", isolated=False, engine="", image=None),
        open_builder=no_builder,
        versions={"jdks": "17.0.1"},
    )


TASK, OPTIONS, TOOLSET = a_task(), JudgeOptions(), a_toolset()


@pytest.mark.parametrize(("place", "task"), [*variants(TASK)])
def test_every_field_of_a_task_counts(place: str, task: Task) -> None:
    assert key_of(task, OPTIONS, TOOLSET) != key_of(TASK, OPTIONS, TOOLSET), place


@pytest.mark.parametrize(("place", "options"), [*variants(OPTIONS)])
def test_every_option_of_the_judgement_counts(place: str, options: JudgeOptions) -> None:
    assert key_of(TASK, options, TOOLSET) != key_of(TASK, OPTIONS, TOOLSET), place
    assert config_hash(options, TOOLSET) != config_hash(OPTIONS, TOOLSET)


@pytest.mark.parametrize(("place", "toolset"), [*variants(TOOLSET)])
def test_every_option_and_version_of_the_tools_counts(place: str, toolset: Toolset) -> None:
    assert key_of(TASK, OPTIONS, toolset) != key_of(TASK, OPTIONS, TOOLSET), place


def test_nothing_else_is_neutral() -> None:
    found = {name for value in (TASK, OPTIONS, TOOLSET) for name in neutral_fields(value)}

    assert found == NEUTRAL_FIELDS


def test_what_is_neutral_leaves_the_key_as_it_is(tmp_path: Path) -> None:
    build = BuildOptions(jdk=tmp_path, maven=tmp_path, cache=tmp_path, offline=True)
    options = replace(TOOLSET.options, build=build, jobs=8, builds=False, rules=True)

    other = replace(TOOLSET, options=options)

    assert key_of(TASK, OPTIONS, other) == key_of(TASK, OPTIONS, TOOLSET)
    assert key_of(a_task(), JudgeOptions(), a_toolset()) == key_of(TASK, OPTIONS, TOOLSET)


def test_a_field_without_a_form_of_its_own_is_refused() -> None:
    with pytest.raises(TypeError, match="NoRepository cannot be part of a key"):
        to_plain(NoRepository())


def test_sets_have_one_order() -> None:
    assert declaration(frozenset({"b", "a"})) == declaration(frozenset({"a", "b"})) == '[["a","b"]]'
