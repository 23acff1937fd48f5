import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.instances import make_mined
from tests.support.scripted_builder import ScriptedBuilder, make_measurement, ran
from tests.unit.validation.test_run import Desk, green
from verifier.builds.builder import Builder
from verifier.builds.options import BuildOptions
from verifier.console import Console
from verifier.domain.instance import Instance
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName
from verifier.errors import BaseInvalidError
from verifier.judging.options import ToolsetOptions
from verifier.tools.git.repository import Repository
from verifier.tools.records import to_line
from verifier.validation.dry_run import Estimate, describe_estimates, estimate_with
from verifier.validation.output import ValidatedPaths
from verifier.validation.run import CHECKS, ValidationRequest, validate_with


@dataclass
class Known(Desk):
    """Builders of commits, some of which are measured already; one of them cannot be built."""

    seconds: dict[str, float] | None = None
    refused: str = ""

    def __post_init__(self) -> None:
        self.builders: dict[str, Builder] = {}

    def open(self, repository: Repository, commit: str, files: frozenset[str]) -> Builder:
        del repository, files
        if commit == self.refused:
            raise BaseInvalidError("two builds have the files")
        seconds = (self.seconds or {}).get(commit)
        new = ScriptedBuilder(base=make_measurement(), run=ran({}), cached_seconds=seconds)
        return self.builders.setdefault(commit, new)


@dataclass(frozen=True)
class History:
    """Three commits on top of each other; the last two are developers' commits."""

    path: Path
    commits: tuple[str, ...]

    @property
    def instances(self) -> tuple[Instance, ...]:
        pairs = zip(self.commits, self.commits[1:], strict=False)
        return tuple(make_mined(id=c[:4], parent=p, commit=c) for p, c in pairs)

    def request(self, folder: Path, *, golden: bool = True) -> ValidationRequest:
        source = folder / "i.jsonl"
        source.write_bytes(b"".join(map(to_line, self.instances)))
        output = ValidatedPaths.next_to(source)
        paths = (str(self.path),)
        return ValidationRequest(instances=source, output=output, repositories=paths, golden=golden)


@pytest.fixture
def history(make_repository: MakeRepository) -> History:
    writer = make_repository("history")
    commits = [
        writer.commit({"A.java": f"class A {{ int f() {{ return {n}; }} }}\n", "pom.xml": ""})
        for n in "123"
    ]
    return History(path=writer.path, commits=tuple(commits))


def estimate(desk: Desk, request: ValidationRequest) -> Estimate:
    (found,) = estimate_with(desk.toolset, request, Console(quiet=True))
    return found


def test_measured_suites_predict_the_others_and_each_commit_counts_once(
    history: History, tmp_path: Path
) -> None:
    base, between, _ = history.commits

    found = estimate(Known(green, seconds={base: 20.0, between: 40.0}), history.request(tmp_path))

    assert (found.instances, found.commits, found.unmeasured) == (2, 3, 1)
    # Three runs of one suite, and one of each golden refactoring.
    assert found.seconds is None
    assert found.least_seconds == (3 + 2) * 30.0
    head, work = describe_estimates([found])
    assert head == "r: 2 instances on 3 commits"
    assert work == (
        "  2 suites measured before, 1 to measure with 3 runs each: at least about 2 min (30 s for a suite;"
        " downloads and builds not counted)"
    )


def test_without_golden_only_the_suites_count(history: History, tmp_path: Path) -> None:
    seconds = dict.fromkeys(history.commits, 20.0)

    assert (
        estimate(
            Known(green, seconds=seconds), history.request(tmp_path, golden=False)
        ).least_seconds
        == 0
    )


def test_without_a_measured_suite_there_is_no_estimate(history: History, tmp_path: Path) -> None:
    found = estimate(Known(green), history.request(tmp_path))

    assert found.least_seconds is None
    assert "no estimate before the first suite is measured" in "\n".join(
        describe_estimates([found])
    )


def test_instances_that_were_validated_before_predict_the_others(
    history: History, tmp_path: Path
) -> None:
    request = history.request(tmp_path)
    desk = Known(green)
    validate_with(desk.toolset, replace(request, sample=1), Console(quiet=True))
    line = json.loads(request.output.journal.read_text())
    request.output.journal.write_text(json.dumps({**line, "seconds": 90.0}) + "\n")

    found = estimate(desk, request)

    assert (found.instances, found.validated, found.seconds) == (1, (90.0,), 90.0)
    (_, work) = describe_estimates([found])
    assert work.endswith(": about 2 min (90 s for an instance, as 1 took before)")


def test_a_commit_that_cannot_be_built_is_named_before_anything_runs(
    history: History, tmp_path: Path
) -> None:
    found = estimate(Known(green, refused=history.commits[0]), history.request(tmp_path))

    assert (found.refusals, found.unmeasured) == (("two builds have the files",), 2)
    assert "  cannot be built: two builds have the files" in list(describe_estimates([found]))


def test_what_the_journal_has_is_not_counted_and_no_journal_is_created(
    history: History, tmp_path: Path
) -> None:
    request = history.request(tmp_path)
    desk = Desk(green)

    assert estimate(desk, request).instances == 2
    assert not request.output.journal.exists()

    validate_with(desk.toolset, request, Console(quiet=True))
    assert estimate_with(desk.toolset, request, Console(quiet=True)) == ()
    assert list(describe_estimates([])) == ["nothing to validate: the journal has every instance"]


def test_a_verdict_with_coverage_uses_the_measurements_of_a_validation() -> None:
    options = ToolsetOptions(build=BuildOptions())
    validated = options.select_for(CHECKS).build

    assert options.select_for(DEFAULT_CHECKS | {CheckName.COVERAGE}).build == validated
    assert options.select_for(DEFAULT_CHECKS).build != validated
