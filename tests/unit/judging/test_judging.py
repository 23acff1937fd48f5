"""One prediction from patch to verdict, on a real repository, with a build that was written down."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any, cast

import pytest

from tests.conftest import MakeRepository
from tests.support.answers import Detecting
from tests.support.scripted_builder import (
    P,
    ScriptedBuilder,
    make_measurement,
    make_refused_run,
    ran,
)
from tests.support.verdicts import result_of
from verifier.analysis.roles import Role
from verifier.builds.builder import Builder, ClassFiles, RuntimeEnvironment
from verifier.builds.options import BuildOptions
from verifier.builds.speedups import Speedup
from verifier.checks.selection import with_needs
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring import (
    CodeRange,
    MethodId,
    Refactoring,
    RefactoringSide,
    WantedRefactoring,
)
from verifier.domain.source import Candidate, Detection, FileChange, SourceTrees
from verifier.domain.testrun import BuildRun
from verifier.domain.verdict import Verdict
from verifier.errors import BaseInvalidError, SandboxError
from verifier.judging.ledger import Ledger
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.schedule import verify
from verifier.judging.task import Task
from verifier.judging.toolset import Toolset
from verifier.sandbox.base import SandboxFacts
from verifier.tools.git.repository import Repository

PATH = "src/main/java/A.java"
BASE = "class A {\n  int f() { return 1 + 1; }\n}\n"
AFTER = "class A {\n  int f() { return g(); }\n  int g() { return 1 + 1; }\n}\n"
WANTED = WantedRefactoring.parse("Extract Method:A#f()")


def at(column: int, end_column: int, role: str) -> CodeRange:
    """A stretch of the second line."""
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
    before=RefactoringSide(
        file=PATH, method=MethodId.parse("A#f()"), ranges=(at(20, 24, Role.EXTRACTED),)
    ),
    after=RefactoringSide(
        file=PATH,
        method=MethodId.parse("A#f()"),
        partner=MethodId.parse("A#g()"),
        ranges=(at(20, 22, Role.EXTRACTED_CALL),),
    ),
    purity=Purity(verdict=PurityVerdict.PURE, tier=PurityTier.STRICT),
)


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verifier.judging.prefetch.cores", lambda: 2)


@pytest.fixture
def task(make_repository: MakeRepository) -> Iterator[Task]:
    subject = make_repository("subject")
    commit = subject.commit({PATH: BASE})
    prediction = Prediction(instance_id="i1", model_name_or_path="m", files={PATH: AFTER})
    with Repository.open(subject.path) as repository:
        yield Task(prediction=prediction, wanted=WANTED, repository=repository, base_commit=commit)


OpenBuilder = Callable[[Repository, str, frozenset[str]], Builder]


def toolset(open_builder: OpenBuilder) -> Toolset:
    return Toolset(
        options=ToolsetOptions(build=BuildOptions()),
        analysis=Detecting(Detection(refactorings=(EXTRACTION,))),
        sandbox=SandboxFacts(name="local", isolated=False, engine="", image=None),
        open_builder=open_builder,
        versions={"jdks": "17.0.1"},
    )


def build_ahead(*, ahead: bool) -> BuildOptions:
    return BuildOptions(without=frozenset() if ahead else frozenset({Speedup.AHEAD}))


def all_pass(repository: Repository, commit: str, files: frozenset[str]) -> Builder:
    del repository, commit
    assert files == {PATH}
    nothing = ClassFiles(main={}, test={})
    return ScriptedBuilder(
        base=make_measurement("p.T#a"),
        run=ran({"p.T#a": P}),
        base_classes=nothing,
        candidate_classes=nothing,
    )


def invalid(repository: Repository, commit: str, files: frozenset[str]) -> Builder:
    del files
    raise BaseInvalidError(f"{repository.name} at {commit} has no tests")


def judge_task(
    task: Task,
    folder: Path,
    open_builder: OpenBuilder = all_pass,
    options: JudgeOptions | None = None,
) -> Verdict:
    with Ledger(folder=folder) as ledger:
        (verdict,) = verify(
            {"k": task},
            options=options or JudgeOptions(),
            toolset=toolset(open_builder),
            ledger=ledger,
        )
        return verdict


def test_full_evidence_is_a_strict_success_and_says_what_it_was_built_with(
    task: Task, tmp_path: Path
) -> None:
    verdict = judge_task(task, tmp_path)

    assert (verdict.success, verdict.strict_success) == (Status.PASSED, Status.PASSED)
    assert [c.check for c in verdict.checks] == list(CheckName)
    made = verdict.provenance
    assert (made.jdk, made.strategy) == ("17.0.1", "direct")
    assert made.strategy_reason == "it was asked for"
    assert made.tools == {"jdks": "17.0.1", "runner": "0123"}
    assert (tmp_path / "evidence/i1/m/0/candidate.diff").read_text().startswith("diff --git")
    answered = [FileChange(path=PATH, content=AFTER.encode())]
    made_by_git = task.repository.commit_on(task.base_commit, answered)
    assert verdict.tree == task.repository.tree_id(made_by_git)


def test_a_base_that_is_invalid_blames_no_prediction(task: Task, tmp_path: Path) -> None:
    verdict = judge_task(task, tmp_path, invalid)

    for name in (CheckName.COMPILATION, CheckName.TESTS):
        result = verdict.check(name)
        assert result is not None
        assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.BASE_INVALID)
        assert result.evidence == "evidence/i1/m/0/compilation-error.txt"
        assert "has no tests" in (tmp_path / result.evidence).read_text()
    assert (verdict.success, verdict.strict_success) == (Status.INCONCLUSIVE, Status.INCONCLUSIVE)


def test_without_its_base_a_prediction_is_open_in_every_check_that_was_asked_for(
    task: Task, tmp_path: Path
) -> None:
    lost = replace(task, base_commit="0" * 40)
    options = JudgeOptions(checks=with_needs([CheckName.DETECTION]))

    verdict = judge_task(lost, tmp_path, options=options)

    found = {c.check: (c.status, c.reason) for c in verdict.checks}
    for name in (CheckName.APPLICATION, CheckName.POLICY, CheckName.DETECTION):
        assert found[name] == (Status.INCONCLUSIVE, Reason.INFRASTRUCTURE)
    for name in (CheckName.COMPILATION, CheckName.SIMILARITY):
        assert found[name] == (Status.NOT_APPLICABLE, Reason.NOT_SELECTED)
    (evidence,) = {c.evidence for c in verdict.checks} - {None}
    assert evidence is not None
    assert "0" * 40 in (tmp_path / evidence).read_text()


def test_a_verdict_that_was_recorded_is_found_by_the_same_key(task: Task, tmp_path: Path) -> None:
    recorded = judge_task(task, tmp_path)

    with Ledger(folder=tmp_path) as ledger:
        assert ledger.find_finished("k") == recorded


class _Meeting:
    """A base that is begun with while the analysis is asked, or not; both wait for each other for a while."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.begun, self.detected = Event(), Event()
        self.met, self.opened = False, 0

    def open(self, repository: Repository, commit: str, files: frozenset[str]) -> Builder:
        self.opened += 1
        begun = _Begun(all_pass(repository, commit, files), self)
        return cast("Builder", begun)  # it hands on all else

    def begin(self) -> None:
        self.begun.set()
        self.detected.wait(60)

    def detection(self) -> None:
        self.met = self.begun.wait(self._seconds)
        self.detected.set()


class _Begun:
    """Another builder, that tells when it begins."""

    def __init__(self, builder: Builder, meeting: _Meeting) -> None:
        self._builder, self._meeting = builder, meeting

    def begin(self, *, tested: bool) -> None:
        assert tested
        self._meeting.begin()

    def __getattr__(self, name: str) -> object:
        return getattr(self._builder, name)


class _Telling(Detecting):
    """Tells when it is asked."""

    def __init__(self, detection: Detection, meeting: _Meeting) -> None:
        super().__init__(detection)
        self._meeting = meeting

    def detect(self, trees: SourceTrees) -> Detection:
        self._meeting.detection()
        return super().detect(trees)


def judge_concurrently(
    task: Task,
    folder: Path,
    meeting: _Meeting,
    *,
    ahead: bool = True,
    isolated: bool = True,
    tasks: int = 1,
) -> Verdict:
    tools = replace(
        toolset(meeting.open),
        options=ToolsetOptions(build=build_ahead(ahead=ahead)),
        analysis=_Telling(Detection(refactorings=(EXTRACTION,)), meeting),
        sandbox=SandboxFacts(name="docker", isolated=isolated, engine="", image=None),
    )
    keyed = {
        f"k{n}": replace(task, prediction=replace(task.prediction, sample=n)) for n in range(tasks)
    }
    with Ledger(folder=folder) as ledger:
        verdict, *_ = verify(keyed, options=JudgeOptions(), toolset=tools, ledger=ledger)
    tools.prefetcher.end(60)
    return verdict


def view_of(verdict: Verdict) -> object:
    return verdict.success, [(c.check, c.status, c.reason, c.details) for c in verdict.checks]


def test_the_base_is_begun_with_beside_the_checks_that_need_none(
    task: Task, tmp_path: Path
) -> None:
    beside, after = _Meeting(60), _Meeting(0.05)

    ahead = judge_concurrently(task, tmp_path / "ahead", beside)
    usual = judge_concurrently(task, tmp_path / "usual", after, ahead=False)

    assert (beside.met, after.met) == (True, False)
    assert ahead.success is Status.PASSED
    assert view_of(ahead) == view_of(usual)


@pytest.mark.parametrize("more", [{"isolated": False}, {"tasks": 2}], ids=["local", "of many"])
def test_where_a_stop_would_not_end_it_and_for_one_of_many_it_waits_its_turn(
    task: Task, tmp_path: Path, more: dict[str, Any]
) -> None:
    meeting = _Meeting(0.05)

    assert judge_concurrently(task, tmp_path, meeting, **more).success is Status.PASSED
    assert not meeting.met


def test_a_prediction_that_ended_the_process_twice_is_not_built_again(
    task: Task, tmp_path: Path
) -> None:
    (tmp_path / "attempts").write_text("started k\nstarted k\n")

    def open_builder(*_: object) -> Builder:
        raise AssertionError("a build")

    with Ledger(folder=tmp_path) as ledger:
        (verdict,) = verify(
            {"k": task}, options=JudgeOptions(), toolset=toolset(open_builder), ledger=ledger
        )

    found = result_of(verdict, CheckName.COMPILATION)
    assert (verdict.success, found.reason) == (Status.INCONCLUSIVE, Reason.INFRASTRUCTURE)
    assert "2 attempts ended the process" in found.details


def test_what_is_rejected_meanwhile_does_not_wait_for_it(task: Task, tmp_path: Path) -> None:
    class Never(_Meeting):
        def begin(self) -> None:
            self.begun.set()
            self.done = verdicts.wait(60)

    verdicts, meeting = Event(), Never(60)
    tools = replace(
        toolset(meeting.open),
        analysis=_Telling(Detection(refactorings=()), meeting),
        sandbox=SandboxFacts(name="docker", isolated=True, engine="", image=None),
    )
    with Ledger(folder=tmp_path) as ledger:
        (verdict,) = verify({"k": task}, options=JudgeOptions(), toolset=tools, ledger=ledger)
    verdicts.set()
    tools.prefetcher.end(60)

    assert (meeting.met, meeting.done) == (True, True)
    assert verdict.success is Status.FAILED
    assert result_of(verdict, CheckName.COMPILATION).reason is Reason.NOT_REACHED


def test_trouble_with_the_beginning_is_told_in_its_place(task: Task, tmp_path: Path) -> None:
    class Lost(_Meeting):
        def begin(self) -> None:
            self.begun.set()
            raise SandboxError("the engine is gone")

    meeting = Lost(60)

    assert judge_concurrently(task, tmp_path, meeting).success is Status.PASSED
    assert meeting.met


class _Building(ScriptedBuilder):
    """Its tests wait for a request for class files."""

    def __init__(self, seconds: float, trouble: Exception | None = None, **words: Any) -> None:
        nothing = ClassFiles(main={}, test={})
        super().__init__(
            base=make_measurement("p.T#a"),
            run=ran({"p.T#a": P}),
            base_classes=nothing,
            candidate_classes=nothing,
            **words,
        )
        self._seconds, self._trouble = seconds, trouble
        self.compared, self.met = Event(), False

    def build(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        self.met = self.compared.wait(self._seconds)
        if self._trouble is not None:
            raise self._trouble
        return super().build(candidate, editable)

    def classes(
        self, candidate: Candidate | None, editable: frozenset[str] = frozenset()
    ) -> ClassFiles:
        self.compared.set()
        return super().classes(candidate, editable)


def judge_with_builder(
    task: Task, folder: Path, builder: Builder, *, ahead: bool = True, jobs: int = 1
) -> tuple[Verdict, list[str]]:
    """The verdict, and the names of the files that it left as evidence."""
    tools = replace(
        toolset(lambda *_: builder),
        options=ToolsetOptions(build=build_ahead(ahead=ahead), jobs=jobs),
    )
    with Ledger(folder=folder) as ledger:
        (verdict,) = verify({"k": task}, options=JudgeOptions(), toolset=tools, ledger=ledger)
    return verdict, sorted(path.name for path in (folder / "evidence").rglob("*.*"))


def test_class_files_are_compared_and_proved_while_the_tests_run(
    task: Task, tmp_path: Path
) -> None:
    beside, after = _Building(60), _Building(0.05)

    found = judge_with_builder(task, tmp_path / "beside", beside)
    usual = judge_with_builder(task, tmp_path / "after", after, ahead=False)

    assert (beside.met, after.met) == (True, False)
    assert found[0].success is Status.PASSED
    assert view_of(found[0]) == view_of(usual[0])
    assert found[1] == usual[1] == ["candidate.diff", "proof.txt", "tests.log"]


def test_where_other_jobs_want_the_cores_they_wait_for_their_turn(
    task: Task, tmp_path: Path
) -> None:
    builder = _Building(0.05)

    assert judge_with_builder(task, tmp_path, builder, jobs=2)[0].success is Status.PASSED
    assert not builder.met


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"passes_over": frozenset({PATH})}, Reason.NOT_BUILT),
        ({"trouble": SandboxError("the engine is gone")}, Reason.INFRASTRUCTURE),
    ],
    ids=["a source that was not compiled", "trouble with the tests"],
)
def test_of_what_an_earlier_check_forbids_nothing_is_left(
    task: Task, tmp_path: Path, words: dict[str, Any], reason: Reason
) -> None:
    beside, after = _Building(60, **words), _Building(0.05, **words)

    found = judge_with_builder(task, tmp_path / "beside", beside)
    usual = judge_with_builder(task, tmp_path / "after", after, ahead=False)

    assert beside.met
    assert result_of(found[0], CheckName.COMPILATION).reason is reason
    assert result_of(found[0], CheckName.PROOF).status is not Status.PASSED
    assert view_of(found[0]) == view_of(usual[0])
    assert found[1] == usual[1]
    assert "proof.txt" not in found[1]


class _Refusing(_Building):
    """Its compiler takes nothing."""

    def compile(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        del candidate, editable
        return make_refused_run()

    def build(
        self, candidate: Candidate, editable: frozenset[str] = frozenset(), *, name: str = ""
    ) -> BuildRun:
        del name
        return self.compile(candidate, editable)


def test_what_does_not_compile_is_not_compared(task: Task, tmp_path: Path) -> None:
    builder = _Refusing(60)

    verdict, left = judge_with_builder(task, tmp_path, builder)

    assert result_of(verdict, CheckName.COMPILATION).status is Status.FAILED
    assert result_of(verdict, CheckName.PROOF).reason is Reason.NOT_REACHED
    assert not builder.compared.is_set()
    assert left == ["candidate.diff", "compilation.log"]


def test_trouble_of_what_runs_beside_is_told_in_its_place(task: Task, tmp_path: Path) -> None:
    class Lost(_Building):
        def surroundings(self) -> RuntimeEnvironment:
            raise SandboxError("there is no class path")

    found = judge_with_builder(task, tmp_path / "beside", Lost(60))
    usual = judge_with_builder(task, tmp_path / "after", Lost(0.05), ahead=False)

    assert result_of(found[0], CheckName.PROOF).reason is Reason.INFRASTRUCTURE
    assert result_of(found[0], CheckName.TESTS).status is Status.PASSED
    assert view_of(found[0]) == view_of(usual[0])
    assert found[1] == usual[1] == ["candidate.diff", "proof-error.txt", "tests.log"]


class _Compiling(_Building):
    """Tells when it compiles."""

    def __init__(self, seconds: float) -> None:
        super().__init__(0.05)
        self.compiled, self._patience, self.found = Event(), seconds, False

    def compile(self, candidate: Candidate, editable: frozenset[str] = frozenset()) -> BuildRun:
        self.compiled.set()
        return super().compile(candidate, editable)

    def detection(self) -> None:
        self.found = self.compiled.wait(self._patience)


def compile_concurrently(
    task: Task, folder: Path, builder: _Compiling, found: Detection, **words: Any
) -> Verdict:
    """The verdict on a change with this detection, which waits a while for the compiler."""

    class Waiting(Detecting):
        def detect(self, trees: SourceTrees) -> Detection:
            builder.detection()
            return super().detect(trees)

    tools = replace(
        toolset(lambda *_: builder),
        options=ToolsetOptions(build=build_ahead(ahead=words.get("ahead", True))),
        analysis=Waiting(found),
        sandbox=SandboxFacts(
            name="docker", isolated=words.get("isolated", True), engine="", image=None
        ),
    )
    with Ledger(folder=folder) as ledger:
        (verdict,) = verify({"k": task}, options=JudgeOptions(), toolset=tools, ledger=ledger)
    tools.prefetcher.end(60)
    return verdict


@pytest.mark.parametrize("refactorings", [(EXTRACTION,), ()], ids=["detected", "not detected"])
def test_a_single_change_is_compiled_while_refactorings_are_looked_for(
    task: Task, tmp_path: Path, refactorings: tuple[Refactoring, ...]
) -> None:
    beside, after = _Compiling(60), _Compiling(0.05)
    found = Detection(refactorings=refactorings)

    ahead = compile_concurrently(task, tmp_path / "ahead", beside, found)
    usual = compile_concurrently(task, tmp_path / "usual", after, found, ahead=False)

    assert (beside.found, after.found) == (True, False)
    assert ahead.success is (Status.PASSED if refactorings else Status.FAILED)
    assert view_of(ahead) == view_of(usual)


def test_where_a_stop_would_not_end_it_a_change_is_compiled_in_its_turn(
    task: Task, tmp_path: Path
) -> None:
    builder = _Compiling(0.05)

    compile_concurrently(
        task, tmp_path, builder, Detection(refactorings=(EXTRACTION,)), isolated=False
    )

    assert not builder.found


def test_what_the_policy_refuses_is_never_compiled(task: Task, tmp_path: Path) -> None:
    asking = AFTER.replace("return 1 + 1", "System.exit(1); return 1 + 1")
    refused_task = replace(task, prediction=replace(task.prediction, files={PATH: asking}))
    builder = _Compiling(0.05)

    found = Detection(refactorings=(EXTRACTION,))
    verdict = compile_concurrently(refused_task, tmp_path, builder, found)

    assert result_of(verdict, CheckName.POLICY).status is Status.FAILED
    assert not builder.compiled.is_set()
