"""A run ends with the same files, however often it was interrupted on the way."""

import json
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.unit.mining.test_merging import IMPURE, extraction
from verifier.analysis.commit_detection import CommitDetection, RefactoringSources
from verifier.console import Console
from verifier.domain.instance import Instance, Provenance, SideSources
from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.refactoring import Refactoring
from verifier.domain.refactoring_traits import DEFAULT_TYPES, RefactoringType
from verifier.domain.source import Detection
from verifier.errors import (
    AnalysisError,
    AnalysisOutOfMemory,
    AnalysisTimeout,
    MissingToolError,
    RepositoryError,
    StorageError,
)
from verifier.mining.commit import CommitStatus
from verifier.mining.funnel import Funnel
from verifier.mining.history import Selection, list_commits
from verifier.mining.instances import InstanceBuilder, Wanted
from verifier.mining.journal import JournalHeader
from verifier.mining.output import OutputPaths
from verifier.mining.run import MiningRun, RunOptions
from verifier.tools.git.repository import Repository
from verifier.tools.records import load_jsonl

SIDE = SideSources(method="void m() {}", partner="", class_="class T {}", file_sha256="0")
RENAME = Refactoring(type_name="Rename Class", description="x renamed to y")


@dataclass
class Scripted:
    """Answers as told, in this process: by commit a detection, or an error."""

    answers: Mapping[str, tuple[Refactoring, ...] | BaseException]
    window: int = 2
    asked: list[str] = field(default_factory=list)

    def submit(self, commit: str, parent: str) -> Future[CommitDetection]:
        self.asked.append(commit)
        answer = self.answers.get(commit, ())
        future: Future[CommitDetection] = Future()
        if isinstance(answer, BaseException):
            future.set_exception(answer)
            return future
        sources = {n: RefactoringSources(before=SIDE, after=SIDE) for n in range(len(answer))}
        detection = Detection(refactorings=answer)
        future.set_result(
            CommitDetection(commit=commit, parent=parent, detection=detection, sources=sources)
        )
        return future


@dataclass
class Subject:
    repository: Repository
    commits: list[str]
    output: OutputPaths

    def run(self, analyser: Scripted, options: RunOptions | None = None) -> Funnel:
        run = MiningRun(
            commits=list_commits(self.repository, Selection()),
            output=self.output,
            header=JournalHeader(repo="r", types=DEFAULT_TYPES, versions={}),
            options=options or RunOptions(),
            console=Console(quiet=True),
        )
        provenance = Provenance(refverify="0", refactoring_miner="0", java="0")
        builder = InstanceBuilder(repository=self.repository, repo="r", provenance=provenance)
        return run.mine(analyser, builder)

    def files(self) -> dict[str, bytes]:
        paths = (self.output.instances, self.output.funnel, self.output.commits)
        return {p.name: p.read_bytes() for p in paths}

    def instances(self) -> list[Instance]:
        return load_jsonl(Instance, self.output.instances)[0]

    def endings(self) -> dict[str, str]:
        lines = self.output.commits.read_text().splitlines()
        return {line["commit"]: line["status"] for line in map(json.loads, lines)}


@pytest.fixture
def make_subject(make_repository: MakeRepository, tmp_path: Path) -> Callable[[str], Subject]:
    made = make_repository("made")
    commits = [made.commit({"T.java": f"class T {{ int x{n}; }}\n"}) for n in range(7)]
    repository = Repository.open(made.path)

    def make(name: str) -> Subject:
        (tmp_path / name).mkdir()
        output = OutputPaths(instances=tmp_path / name / "i.jsonl")
        return Subject(repository=repository, commits=commits, output=output)

    return make


@pytest.fixture
def subject(make_subject: Callable[[str], Subject]) -> Subject:
    return make_subject("out")


def script(subject: Subject) -> dict[str, tuple[Refactoring, ...] | BaseException]:
    c = subject.commits
    return {
        c[1]: (RENAME, extraction("a", 3), extraction("a", 7), extraction("b", 5)),
        c[3]: (extraction("a", 3, purity=IMPURE),),
        c[5]: (extraction("z", 9),),
        c[6]: (RENAME,),
    }


def test_instances_come_in_the_order_of_commits_and_then_of_the_source(subject: Subject) -> None:
    subject.run(Scripted(script(subject)))
    found = [(i.commit, str(i.before.method)) for i in subject.instances()]
    c = subject.commits
    assert found == [(c[1], "T#a()"), (c[1], "T#b()"), (c[5], "T#z()")]


def test_an_instance_carries_patch_sources_context_and_base(subject: Subject) -> None:
    subject.run(Scripted(script(subject)))
    first = subject.instances()[0]
    assert first.parent == subject.commits[0]
    assert "-class T { int x0; }\n+class T { int x1; }\n" in first.patch
    assert first.before_sources == SIDE
    assert [o.description for o in first.others] == ["x renamed to y", "made extracted from b at 5"]
    assert all(not o.before.ranges for o in first.others if o.before)


def test_impure_ones_are_kept_on_request_with_their_verdict(subject: Subject) -> None:
    wanted = Wanted(include_impure=True)
    subject.run(Scripted(script(subject)), RunOptions(wanted=wanted))
    verdicts = [i.purity.verdict for i in subject.instances()]
    assert verdicts.count(PurityVerdict.IMPURE) == 1
    assert len(verdicts) == 4


def test_every_commit_ends_as_exactly_one_of_the_six(subject: Subject) -> None:
    c = subject.commits
    answers: dict[str, tuple[Refactoring, ...] | BaseException] = {
        c[1]: (RENAME,),
        c[3]: AnalysisTimeout("60 s"),
        c[4]: AnalysisOutOfMemory("heap"),
        c[5]: AnalysisError("broke"),
        c[6]: RepositoryError("missing"),
    }
    funnel = subject.run(Scripted(answers))
    assert list(subject.endings().items()) == [
        (c[0], "skipped"),
        (c[1], "ok"),
        (c[2], "none"),
        (c[3], "timeout"),
        (c[4], "out-of-memory"),
        (c[5], "error"),
        (c[6], "error"),
    ]
    assert funnel.stages[1].losses == {
        "error: broke": 1,
        "error: missing": 1,
        "out-of-memory: heap": 1,
        "skipped: root: no parent to compare with": 1,
        "timeout: 60 s": 1,
    }


def test_a_reason_is_one_line_and_names_no_folder_of_the_machine(subject: Subject) -> None:
    c = subject.commits
    answers: dict[str, tuple[Refactoring, ...] | BaseException] = {
        c[1]: RepositoryError(f"/some/where/repo.git: {c[1]}: Missing blob 1"),
        c[2]: AnalysisError("ended: \n  File /some/where/worker.py"),
    }
    subject.run(Scripted(answers))
    lines = map(json.loads, subject.output.commits.read_text().splitlines())
    reasons = {line["commit"]: line["reason"] for line in lines}
    assert (reasons[c[1]], reasons[c[2]]) == (f"repo.git: {c[1]}: Missing blob 1", "ended: ")


def test_what_is_in_the_journal_is_not_analysed_again(subject: Subject) -> None:
    subject.run(Scripted(script(subject)))
    before = subject.files()
    again = Scripted({})
    subject.run(again)
    assert again.asked == []
    assert subject.files() == before


def test_retry_analyses_again_what_ended_so_and_nothing_else(subject: Subject) -> None:
    c = subject.commits
    broken = {**script(subject), c[1]: AnalysisTimeout("60 s"), c[2]: AnalysisError("broke")}
    subject.run(Scripted(broken))
    again = Scripted(script(subject))
    subject.run(again, RunOptions(retry=frozenset({CommitStatus.TIMEOUT})))
    assert again.asked == [c[1]]
    assert (subject.endings()[c[1]], subject.endings()[c[2]]) == ("ok", "error")


def test_force_begins_anew(subject: Subject) -> None:
    subject.run(Scripted(script(subject)))
    again = Scripted({})
    subject.run(again, RunOptions(force=True))
    assert len(again.asked) == 6
    assert subject.instances() == []


@pytest.mark.parametrize("interrupted_at", range(1, 7))
def test_an_interrupted_run_goes_on_to_the_same_files(
    make_subject: Callable[[str], Subject], interrupted_at: int
) -> None:
    whole, broken = make_subject("whole"), make_subject("broken")
    whole.run(Scripted(script(whole)))
    answers = {**script(broken), broken.commits[interrupted_at]: KeyboardInterrupt()}
    with pytest.raises(KeyboardInterrupt):
        broken.run(Scripted(answers))
    assert not broken.output.instances.exists()
    rest = Scripted(script(broken))
    broken.run(rest)
    assert broken.files() == whole.files()
    assert broken.commits[interrupted_at] in rest.asked


def test_a_missing_tool_ends_the_run_and_is_no_commits_fault(subject: Subject) -> None:
    answers = {**script(subject), subject.commits[4]: MissingToolError("no Java")}
    with pytest.raises(MissingToolError):
        subject.run(Scripted(answers))
    subject.run(Scripted(script(subject)))
    assert subject.endings()[subject.commits[4]] == "none"


def test_no_more_commits_wait_at_once_than_the_window(subject: Subject) -> None:
    started: list[int] = []

    @dataclass
    class Counting(Scripted):
        def submit(self, commit: str, parent: str) -> Future[CommitDetection]:
            started.append(len(self.asked) - len(read_journal()))
            return super().submit(commit, parent)

    def read_journal() -> list[bytes]:
        return subject.output.journal.read_bytes().splitlines()[1:]

    subject.run(Counting(script(subject), window=3))
    assert max(started) == 2


def test_a_wider_set_of_types_finds_more_in_a_journal_of_its_own(subject: Subject) -> None:
    split = replace(extraction("a", 3), type_name="Split Method")
    wanted = Wanted(types=(RefactoringType.SPLIT_METHOD,))
    funnel = subject.run(Scripted({subject.commits[1]: (split,)}), RunOptions(wanted=wanted))
    assert funnel.types[RefactoringType.SPLIT_METHOD].kept == 1
    assert [i.type for i in subject.instances()] == ["Split Method"]


@pytest.mark.parametrize(("kind", "kept"), [("Rename Method", 1), ("Extract Method", 0)])
def test_only_a_type_that_the_checker_does_not_cover_is_kept_without_purity(
    subject: Subject, kind: str, kept: int
) -> None:
    unknown = Purity(verdict=PurityVerdict.NOT_APPLICABLE)
    found = replace(extraction("a", 3), type_name=kind, purity=unknown)
    wanted = Wanted(types=(RefactoringType(kind),))
    funnel = subject.run(Scripted({subject.commits[1]: (found,)}), RunOptions(wanted=wanted))
    assert funnel.types[RefactoringType(kind)].kept == kept
    assert [i.purity for i in subject.instances()] == [unknown] * kept


def test_output_that_cannot_be_written_keeps_the_earlier_file_and_the_journal(
    subject: Subject,
) -> None:
    subject.run(Scripted(script(subject)))
    before = subject.files()
    subject.output.funnel.unlink()
    subject.output.funnel.mkdir()
    with pytest.raises(StorageError, match=r"cannot write .*i\.funnel\.json") as caught:
        subject.run(Scripted(script(subject)))
    assert caught.value.exit_code == 10
    assert subject.output.instances.read_bytes() == before["i.jsonl"]
    assert [p.name for p in subject.output.instances.parent.iterdir() if p.name[0] == "."] == []
    subject.output.funnel.rmdir()
    again = Scripted({})
    subject.run(again)
    assert (again.asked, subject.files()) == ([], before)


def test_every_commit_and_instance_says_when_it_was_committed(subject: Subject) -> None:
    subject.run(Scripted(script(subject)))

    endings = [json.loads(line) for line in subject.output.commits.read_text().splitlines()]
    times = {line["commit"]: line["committed"] for line in endings}
    assert [times[commit][:11] for commit in subject.commits] == ["2024-01-01T"] * 7
    assert {i.committed for i in subject.instances()} <= set(times.values())
    assert subject.instances()
