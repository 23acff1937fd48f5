"""How much work a verdict costs: each question to the JVM is put once for a change."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.counted_work import COMPARISONS, POMS, count_work
from tests.support.repository import Repository
from tests.support.single_task import judged_alone
from verifier.analysis.pool import AnalysisPool
from verifier.cli.main import main
from verifier.console import Console
from verifier.domain.gate import BehaviourAnswer, ClaimOutcome, Level
from verifier.domain.outcome import CheckName, Status
from verifier.domain.refactoring import WantedRefactoring
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.pure_commits import PureCommitsRequest, judge_commits
from verifier.gates.request import CheckRequest
from verifier.judging.options import JudgeOptions

PATH = "src/main/java/p/Sum.java"
BEFORE = """package p;

class Sum {
    int all(int[] prices) {
        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        return sum;
    }

    String name() {
        return "sum".trim();
    }

    String greet() {
        return "hello " + name();
    }
}
"""
LOOP = """        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        return sum;
    }
"""
AFTER = BEFORE.replace(
    LOOP, f"        return add(prices);\n    }}\n\n    private int add(int[] prices) {{\n{LOOP}"
).replace("name()", "title()")
POM = """<project><modelVersion>4.0.0</modelVersion>
  <groupId>p</groupId><artifactId>sum</artifactId><version>1</version></project>
"""
EXTRACTED, RENAMED = (
    WantedRefactoring.parse(text)
    for text in ("Extract Method:p.Sum#all(int[])", "Rename Method:p.Sum#name()")
)


@pytest.fixture
def subject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with two commits; the second extracts one method and renames another one."""
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    subject = Repository.create(tmp_path / "subject")
    subject.commit({PATH: BEFORE, "pom.xml": POM}, "start")
    subject.commit({PATH: AFTER}, "refactor")
    return subject


def counts_of_check(
    subject: Repository, analysis: AnalysisPool, wanted: Iterable[WantedRefactoring] = ()
) -> Counter[str]:
    request = CheckRequest(
        repository=subject.path,
        source=Source(kind=SourceKind.COMMIT, revision="HEAD"),
        level=Level.STATIC,
        wanted=tuple(wanted),
    )
    with count_work() as found:
        report = check(request, analysis=analysis).report
    assert report.behaviour is BehaviourAnswer.PROVED, report
    assert {claim.outcome for claim in report.claims} <= {ClaimOutcome.UPHELD}, report
    return found


def test_a_check_detects_and_proves_once_whatever_is_claimed(
    subject: Repository, analysis: AnalysisPool
) -> None:
    plain = counts_of_check(subject, analysis)
    claimed = counts_of_check(subject, analysis, (EXTRACTED, RENAMED))

    assert (plain["Detect"], plain["Prove"], plain[COMPARISONS]) == (1, 1, 1)
    assert plain[POMS] == claimed[POMS] == 1
    # Each claim asks which edits are not its own.
    assert (claimed["Detect"], claimed["Prove"], claimed[COMPARISONS]) == (1, 1, 3)


def test_a_prediction_is_detected_and_compared_once(
    subject: Repository, analysis: AnalysisPool
) -> None:
    patch = subject.git("diff", "HEAD~1", "HEAD") + "\n"
    checks = (CheckName.DETECTION, CheckName.PURITY, CheckName.PROOF)
    judge = JudgeOptions(checks=frozenset(checks))

    with count_work() as found:
        verdict = judged_alone(subject.path, patch, base="HEAD~1", judge=judge, analysis=analysis)

    assert verdict.proved_success is not Status.FAILED
    assert {c.status for c in verdict.checks if c.check in checks} == {Status.PASSED}
    assert (found["Detect"], found["Prove"], found[COMPARISONS], found[POMS]) == (1, 1, 1, 1)


def test_commits_that_mining_has_compared_are_not_detected_again(
    subject: Repository, tmp_path: Path
) -> None:
    subject.commit({PATH: BEFORE, "README.md": "one\n"}, "back, with documentation")
    instances, lines = tmp_path / "i.jsonl", tmp_path / "i.pure.commits.jsonl"
    words = ["-q", "mine", str(subject.path), "-o", str(instances), "--pure-commits"]
    asked = PureCommitsRequest(repository=subject.path, instances=instances, force=True)

    with count_work() as found:
        assert main(words) == 0
    from_journal = lines.read_bytes()
    (tmp_path / "i.journal.jsonl").unlink()
    with count_work() as without_journal:
        judge_commits(asked, Console(quiet=True))

    assert (found["DetectCommit"], found["Detect"]) == (2, 0)
    assert without_journal["Detect"] == 2
    assert lines.read_bytes() == from_journal
    assert b'"refactoring":"only"' in from_journal
