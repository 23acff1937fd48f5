"""A whole validation on a real repository, with builds that were written down."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeRepository
from tests.support.answers import QuickAnalysis
from tests.support.instances import make_mined
from tests.support.scripted_builder import P, ScriptedBuilder, make_measurement, ran
from verifier.analysis.roles import Role
from verifier.builds.builder import BaseMeasurement, Builder, ClassFiles
from verifier.builds.options import BuildOptions
from verifier.console import Console
from verifier.domain.coverage import (
    Counter,
    Coverage,
    CoverageRequest,
    LineCoverage,
    MethodCoverage,
    Recording,
)
from verifier.domain.funnel import Stage
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.domain.source import Detection, SourceTrees
from verifier.domain.validation import Demand
from verifier.errors import BaseInvalidError, RepositoryError, SandboxError
from verifier.judging.options import ToolsetOptions
from verifier.judging.toolset import Toolset
from verifier.mining.funnel import Funnel
from verifier.sandbox.base import SandboxFacts
from verifier.tools.git.repository import Repository
from verifier.tools.records import load_jsonl, to_line
from verifier.validation.output import ValidatedPaths
from verifier.validation.run import ValidationRequest, key_of, validate_with

PATH, TEST = "src/main/java/A.java", "src/test/java/ATest.java"
BEFORE = "class A {\n  int f() { return 1 + 1; }\n}\n"
AFTER = "class A {\n  int f() { return g(); }\n  int g() { return 1 + 1; }\n}\n"
F, G = MethodId.parse("A#f()"), MethodId.parse("A#g()")


def at(column: int, end_column: int, role: str) -> CodeRange:
    return CodeRange(
        file=PATH,
        start_line=2,
        start_column=column,
        end_line=2,
        end_column=end_column,
        role=role,
    )


EXTRACTION = Refactoring(
    type_name="Extract Method",
    description="g extracted from f",
    before=RefactoringSide(file=PATH, method=F, ranges=(at(20, 24, Role.EXTRACTED),)),
    after=RefactoringSide(
        file=PATH, method=F, partner=G, ranges=(at(20, 22, Role.EXTRACTED_CALL),)
    ),
    purity=Purity(verdict=PurityVerdict.PURE, tier=PurityTier.STRICT),
)


def method(name: str, line: int, *, ran: bool = True) -> MethodCoverage:
    counted = LineCoverage(
        number=line, instructions=Counter(covered=int(ran), total=1), branches=Counter()
    )
    return MethodCoverage(
        class_name="A", name=name, descriptor="()I", file="A.java", lines=(counted,)
    )


@dataclass(frozen=True)
class Analysis(QuickAnalysis):
    """Detects the extraction, and says which methods ran."""

    runs: bool = True

    def detect(self, trees: SourceTrees) -> Detection:
        del trees
        return Detection(refactorings=(EXTRACTION,))

    def coverage(self, request: CoverageRequest) -> Coverage:
        assert request.recording.read_bytes() == b"recorded"
        return Coverage(methods=(method("f", 2), method("g", 3, ran=self.runs)))


@dataclass
class Desk:
    """A toolset whose builders are what `of` gives for a commit; `asked` are the commits."""

    of: Callable[[str], BaseMeasurement]
    runs: bool = True
    asked: list[str] = field(default_factory=list)

    def open(self, repository: Repository, commit: str, files: frozenset[str]) -> Builder:
        del repository, files
        self.asked.append(commit)
        nothing = ClassFiles(main={}, test={})
        return ScriptedBuilder(
            base=self.of(commit),
            run=ran({"p.T#a": P}),
            recorded=Recording(data=b"recorded"),
            base_classes=nothing,
            candidate_classes=nothing,
        )

    @property
    def toolset(self) -> Toolset:
        return Toolset(
            options=ToolsetOptions(build=BuildOptions()),
            analysis=Analysis(self.runs),
            sandbox=SandboxFacts(name="local", isolated=False, engine="", image=None),
            open_builder=self.open,
            versions={"jdks": "17.0.1"},
        )


def green(commit: str) -> BaseMeasurement:
    del commit
    return make_measurement("p.T#a")


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A repository with one extraction in main code, and one in test code."""

    path: Path
    instances: tuple[Instance, ...]

    def request(self, folder: Path, **more: Any) -> ValidationRequest:
        folder.mkdir(exist_ok=True)
        source = folder / "i.jsonl"
        source.write_bytes(b"".join(map(to_line, self.instances)))
        fixed: dict[str, Any] = {
            "instances": source,
            "output": ValidatedPaths.next_to(source),
            "repositories": (str(self.path),),
        }
        return ValidationRequest(**{**fixed, **more})


@pytest.fixture
def subject(make_repository: MakeRepository) -> Subject:
    writer = make_repository("subject")
    base = writer.commit({PATH: BEFORE, TEST: BEFORE, "pom.xml": ""})
    commit = writer.commit({PATH: AFTER, TEST: AFTER})
    assert EXTRACTION.before is not None
    assert EXTRACTION.after is not None
    own = make_mined(
        id="i1", commit=commit, parent=base, before=EXTRACTION.before, after=EXTRACTION.after
    )
    sides = (replace(side, file=TEST) for side in (own.before, own.after))
    other = replace(own, id="i2", before=next(sides), after=next(sides))
    return Subject(path=writer.path, instances=(own, other))


def validate_all(desk: Desk, request: ValidationRequest) -> tuple[list[Instance], Funnel]:
    funnel = validate_with(desk.toolset, request, Console(quiet=True))
    return load_jsonl(Instance, request.output.instances)[0], funnel


def test_an_instance_that_passes_says_what_was_built_measured_and_judged(
    subject: Subject, tmp_path: Path
) -> None:
    (found,), funnel = validate_all(Desk(green), subject.request(tmp_path / "x", main_only=True))

    assert found.build is not None
    assert (found.build.before.commit, found.build.after.commit) == (found.parent, found.commit)
    assert (found.build.before.strategy, found.build.before.jdk) == ("direct", "17.0.1")
    assert found.build.tests.kept == 1
    assert found.coverage is not None
    assert found.coverage.facts is not None
    assert found.coverage.facts.measured
    assert found.coverage.details == "lines of the refactored code that ran: before 1/1, after 1/1"
    assert found.golden is not None
    assert found.golden.status is Status.PASSED
    assert funnel.stages[0] == Stage(
        name="to validate", unit="instances", count=1, losses={"in test code": 1}
    )
    assert [row.golden for row in funnel.validated] == [1]
    assert (tmp_path / "x" / "i.validated.golden" / "verdicts.jsonl").exists()


def test_code_that_no_test_runs_after_is_not_covered_and_keeps_its_figures(
    subject: Subject, tmp_path: Path
) -> None:
    request = subject.request(tmp_path / "x", main_only=True, demand=Demand.COVERED)

    kept, funnel = validate_all(Desk(green, runs=False), request)

    assert kept == []
    assert funnel.stages[4].losses == {"NOT_COVERED": 1}
    assert funnel.stages[-3].losses == {"not covered": 1}


def test_a_commit_whose_tests_fail_is_lost_there_and_stays_marked(
    subject: Subject, tmp_path: Path
) -> None:
    commit = subject.instances[0].commit

    def red_after(at: str) -> BaseMeasurement:
        red = replace(make_measurement("p.T#x"), stable_fail=frozenset({"p.T#a"}))
        return red if at == commit else make_measurement("p.T#a")

    found, funnel = validate_all(Desk(red_after), subject.request(tmp_path / "x", main_only=True))

    assert found[0].build is not None
    assert found[0].build.tests.reason is Reason.TEST_FAILED
    assert funnel.validated[0].losses == {"tests pass: TEST_FAILED": 1}


def test_a_base_that_compiles_and_cannot_be_tested_builds_and_blames_its_tests(
    subject: Subject, tmp_path: Path
) -> None:
    def make_untested(commit: str) -> BaseMeasurement:
        del commit
        raise BaseInvalidError("0 stable passing tests")

    class Untested(Desk):
        def open(self, repository: Repository, commit: str, files: frozenset[str]) -> Builder:
            made = super().open(repository, commit, files)

            class NotMeasured(ScriptedBuilder):
                def measure_whole(self) -> BaseMeasurement:
                    return make_untested(commit)

            assert isinstance(made, ScriptedBuilder)
            return NotMeasured(base=made.base, run=made.run, base_classes=made.base_classes)

    found, _ = validate_all(Untested(green), subject.request(tmp_path / "x", main_only=True))

    (one,) = found
    assert one.build is not None
    assert one.build.before.status is Status.PASSED
    assert (one.build.tests.status, one.build.tests.reason) == (
        Status.INCONCLUSIVE,
        Reason.BASE_INVALID,
    )
    assert one.coverage is not None
    assert one.coverage.reason is Reason.NOT_MEASURED
    assert one.golden is not None
    assert one.golden.reason is Reason.BASE_INVALID


def test_a_golden_refactoring_that_fails_names_its_check(subject: Subject, tmp_path: Path) -> None:
    class Nothing(Analysis):
        def detect(self, trees: SourceTrees) -> Detection:
            del trees
            return Detection(refactorings=())

    desk = Desk(green)
    tools = replace(desk.toolset, analysis=Nothing())
    request = subject.request(tmp_path / "x", main_only=True)

    validate_with(tools, request, Console(quiet=True))

    (found,), _ = load_jsonl(Instance, request.output.instances)
    assert found.golden is not None
    assert (found.golden.status, found.golden.check) == (Status.FAILED, CheckName.DETECTION)


def test_a_run_that_is_stopped_goes_on_and_ends_with_the_same_bytes(
    subject: Subject, tmp_path: Path
) -> None:
    def files(folder: Path) -> list[bytes]:
        return [(folder / f"i.validated{end}").read_bytes() for end in (".jsonl", ".funnel.json")]

    whole, stopped = subject.request(tmp_path / "whole"), subject.request(tmp_path / "stopped")
    validate_all(Desk(green), whole)

    class Stopping(Desk):
        def open(self, repository: Repository, commit: str, files: frozenset[str]) -> Builder:
            if files == frozenset({TEST}):
                raise KeyboardInterrupt
            return super().open(repository, commit, files)

    with pytest.raises(KeyboardInterrupt):
        validate_all(Stopping(green), stopped)
    assert not stopped.output.instances.exists()
    again = Desk(green)
    validate_all(again, stopped)

    assert files(tmp_path / "stopped") == files(tmp_path / "whole")
    third = Desk(green)
    validate_all(third, stopped)
    assert third.asked == []


def test_what_the_environment_left_open_is_asked_again_and_nothing_else(
    subject: Subject, tmp_path: Path
) -> None:
    request = subject.request(tmp_path / "x", main_only=True)

    class Broken(Desk):
        def open(self, repository: Repository, commit: str, files: frozenset[str]) -> Builder:
            del repository, commit, files
            raise SandboxError("the engine went away")

    (open_one,), _ = validate_all(Broken(green), request)
    assert open_one.build is not None
    assert open_one.build.before.reason is Reason.INFRASTRUCTURE

    (closed,), _ = validate_all(Desk(green), request)
    assert closed.build is not None
    assert closed.build.before.status is Status.PASSED


def test_an_instance_that_ended_the_process_twice_is_not_built_again(
    subject: Subject, tmp_path: Path
) -> None:
    asked = subject.request(tmp_path / "x", main_only=True)
    desk = Desk(green)
    key = key_of(subject.instances[0], desk.toolset, golden=True)
    asked.output.attempts.write_text(f"started {key}\nstarted {key}\n")

    (found,), _ = validate_all(desk, asked)

    assert desk.asked == []
    assert found.build is not None
    assert found.build.before.reason is Reason.INFRASTRUCTURE
    assert "2 attempts ended the process" in found.build.before.details
    validate_all(desk, replace(asked, retry=True))
    assert desk.asked != []


def test_what_mining_left_out_as_test_code_is_still_a_loss_of_the_funnel(
    subject: Subject, tmp_path: Path
) -> None:
    request = subject.request(tmp_path / "x", main_only=True)
    mining = Funnel(
        repo="subject",
        types={},
        endings=(),
        stages=(
            Stage(name="pure", unit="instances", count=5),
            Stage(name="kept", unit="instances", count=2, losses={"in test code": 3}),
        ),
        skipped_files={},
    )
    (tmp_path / "x" / "i.funnel.json").write_bytes(to_line(mining))
    _, funnel = validate_all(Desk(green), request)

    assert funnel.stages[1] == Stage(
        name="to validate", unit="instances", count=1, losses={"in test code": 4}
    )


def test_mining_s_funnel_stands_before_where_it_is_that_of_the_instances(
    subject: Subject, tmp_path: Path
) -> None:
    request = subject.request(tmp_path / "x")
    mining = Funnel(
        repo="r",
        types={},
        endings=(),
        stages=(
            Stage(name="pure", unit="instances", count=2),
            Stage(name="kept", unit="instances", count=2),
        ),
        skipped_files={},
    )
    (tmp_path / "x" / "i.funnel.json").write_bytes(to_line(mining))
    _, funnel = validate_all(Desk(green), request)
    assert [s.name for s in funnel.stages][:2] == ["pure", "to validate"]

    other = replace(mining, stages=(Stage(name="kept", unit="instances", count=9),))
    (tmp_path / "x" / "i.funnel.json").write_bytes(to_line(other))
    _, funnel = validate_all(Desk(green), request)
    assert funnel.stages[0].name == "to validate"


def test_a_sample_asks_few_and_the_funnel_says_so(subject: Subject, tmp_path: Path) -> None:
    own = subject.instances[0]
    impure = replace(own, id="i0", purity=Purity(verdict=PurityVerdict.IMPURE))
    more = Subject(path=subject.path, instances=(*subject.instances, impure))
    request = more.request(tmp_path / "x", sample=1)

    (found,), funnel = validate_all(Desk(green), request)

    assert found.id == "i1"
    assert funnel.stages[0] == Stage(
        name="to validate",
        unit="instances",
        count=1,
        losses={"not pure": 1, "not in the sample of 1 a project": 1},
    )


def test_a_larger_sample_goes_on_with_what_a_smaller_one_asked(
    subject: Subject, tmp_path: Path
) -> None:
    validate_all(Desk(green), subject.request(tmp_path / "x", sample=1, golden=False))
    desk = Desk(green)

    found, _ = validate_all(desk, subject.request(tmp_path / "x", sample=2, golden=False))

    assert [i.id for i in found] == ["i1", "i2"]
    assert desk.asked == [found[1].parent, found[1].commit]


@pytest.mark.parametrize("is_unknown", [False, True])
def test_bad_input_neither_makes_a_journal_nor_discards_one(
    subject: Subject, tmp_path: Path, *, is_unknown: bool
) -> None:
    lost = replace(subject.instances[0], commit="f" * 40)
    absent = str(tmp_path / "absent")
    request = (
        replace(subject, instances=(lost,)).request(tmp_path / "x", sample=1)
        if is_unknown
        else subject.request(tmp_path / "x", repositories=(absent,))
    )
    with pytest.raises(RepositoryError):
        validate_with(Desk(green).toolset, request, Console(quiet=True))
    assert [each.name for each in (tmp_path / "x").iterdir()] == ["i.jsonl"]

    request.output.journal.write_bytes(b"earlier results\n")
    with pytest.raises(RepositoryError):
        validate_with(Desk(green).toolset, replace(request, force=True), Console(quiet=True))
    assert request.output.journal.read_bytes() == b"earlier results\n"


def test_without_room_in_the_cache_an_instance_stays_open(
    subject: Subject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    (cache / "artefacts").mkdir(parents=True)
    (cache / "artefacts/large.jar").write_bytes(b"x" * 10_000)
    monkeypatch.setenv("REFVERIFY_CACHE_SIZE", "1K")
    desk = Desk(green)
    tools = replace(desk.toolset, options=ToolsetOptions(build=BuildOptions(cache=cache)))
    asked = subject.request(tmp_path / "x", main_only=True)

    validate_with(tools, asked, Console(quiet=True))

    (found,) = load_jsonl(Instance, asked.output.instances)[0]
    assert found.build is not None
    for side in (found.build.before, found.build.after):
        assert (side.status, side.reason) == (Status.INCONCLUSIVE, Reason.INFRASTRUCTURE)
        assert "there is no room in the cache" in side.details
    assert desk.asked == []
    monkeypatch.delenv("REFVERIFY_CACHE_SIZE")
    validate_with(tools, asked, Console(quiet=True))
    assert len(desk.asked) > 0
