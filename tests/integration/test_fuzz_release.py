"""A real commit of a release history: the extraction passes, a spoilt one fails with a test."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support import maven_subject
from verifier.builds.build_tools import java_tree
from verifier.builds.builder import Builder
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.checks.behaviour import BehaviourCheck
from verifier.config import cache_folder
from verifier.datasets.build import build
from verifier.datasets.release_history import ReleaseRange
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.source import JavaTree
from verifier.fuzzing.engine import Fuzzing, FuzzingEngine
from verifier.fuzzing.request import FuzzingBudget
from verifier.sandbox.base import Sandbox
from verifier.tools.git.repository import Repository
from verifier.tools.maven_central import ArtefactCache, MavenClient

pytestmark = [pytest.mark.network, pytest.mark.slow]

PATH = "src/main/java/org/apache/commons/cli/PatternOptionBuilder.java"
SIGNATURE = "    public static Object getValueClass(final char ch) {\n"
EXTRACTED = (
    f"{SIGNATURE}        return getValueType(ch);\n    }}\n"
    "    public static Class<?> getValueType(final char ch) {\n"
)


@pytest.fixture(scope="module")
def subject(
    sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Builder, JavaTree]]:
    folder = tmp_path_factory.mktemp("release")
    cache = ArtefactCache(folder=cache_folder() / "artefacts", source=MavenClient())
    bounds = ReleaseRange(first="1.6.0", last="1.6.0")
    with Repository.open(build("commons-cli", folder / "commons-cli", cache, bounds).folder) as git:
        commit = git.resolve("HEAD")
        options = BuildOptions(strategy=StrategyChoice.DIRECT, base_runs=1, cache=cache_folder())
        yield open_builder(git, commit, options, sandbox), java_tree(git.tree(commit))


def check(
    subject: tuple[Builder, JavaTree], sandbox: Sandbox, edits: dict[str, str], place: Path
) -> CheckResult:
    builder, base = subject
    text = (base.read(PATH) or b"").decode()
    for before, after in edits.items():
        assert before in text
        text = text.replace(before, after, 1)
    case = maven_subject.case_of(builder, base, maven_subject.changes({PATH: text}), place)
    budget = FuzzingBudget(seed=1, executions=2_000, seconds=30)
    return BehaviourCheck().run(
        replace(case, fuzzing=Fuzzing(engine=FuzzingEngine(sandbox), budget=budget))
    )


def test_an_extraction_in_a_real_project_passes(
    subject: tuple[Builder, JavaTree], sandbox: Sandbox, tmp_path: Path
) -> None:
    result = check(subject, sandbox, {SIGNATURE: EXTRACTED}, tmp_path)

    assert (result.status, result.data["verdict"]) == (Status.PASSED, "EQUIVALENT_UP_TO")
    assert result.data["executions"] == 2_000


def test_a_spoilt_extraction_in_a_real_project_fails_with_a_test_of_it(
    subject: tuple[Builder, JavaTree], sandbox: Sandbox, tmp_path: Path
) -> None:
    result = check(subject, sandbox, {SIGNATURE: EXTRACTED, "case '#':": "case '~':"}, tmp_path)

    assert (result.status, result.reason) == (Status.FAILED, Reason.BEHAVIOUR_CHANGED)
    assert "PatternOptionBuilder.getValueClass(" in result.details
    (test,) = (tmp_path / "behaviour").glob("*.java")
    assert "PatternOptionBuilder.getValueClass(" in test.read_text()
