"""`check --split` on mixed commits of known kind: 6 refactorings, each with 10 kinds of other edits."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import pytest

from tests.conftest import MakeRepository
from tests.support.mixed_commits import BASE, BASKET, REFACTORINGS, mixed_commits, refactored
from tests.support.repository import Repository as Subject
from tests.support.samples import ROOT, samples
from verifier.analysis.pool import AnalysisPool
from verifier.checks.selection import with_needs
from verifier.cli.main import main
from verifier.console import Console
from verifier.domain.gate import (
    BehaviourAnswer,
    Demand,
    Extent,
    FindingLevel,
    GateReport,
    Level,
    Question,
)
from verifier.domain.source import Analysis, FileChange
from verifier.domain.split import SplitOutcome, SplitTie
from verifier.gates.answer import LEVEL_CHECKS
from verifier.gates.change.division import divide
from verifier.gates.judged import without_java
from verifier.gates.review.reviewing import Change, fold, review_change
from verifier.gates.split.splitting import SplitPatches, split_change
from verifier.gates.unit import JudgingSession
from verifier.judging.options import ToolsetOptions
from verifier.judging.toolset import open_toolset
from verifier.tools.git.repository import Repository
from verifier.tools.records import from_json

CHECKS = with_needs(LEVEL_CHECKS[Level.STATIC])


@dataclass
class Project:
    """The small project at its base, and what judges changes of it."""

    repository: Repository
    session: JudgingSession
    base: str
    parted: dict[tuple[str, str], SplitPatches] = field(default_factory=dict)

    def commit(self, files: Mapping[str, str | None], on: str = "") -> str:
        """Make a commit with other files on the base."""
        changes = [
            FileChange(path=path, content=None if text is None else text.encode())
            for path, text in files.items()
        ]
        return self.repository.commit_on(on or self.base, changes)

    def apply(self, patch: bytes, on: str) -> str:
        """Make a commit of a patch."""
        if not patch:
            return on
        return self.repository.commit_on(on, self.repository.apply_patch(on, patch))

    def tree(self, commit: str) -> str:
        return self.repository.tree_id(commit)

    def count_hunks(self, patches: SplitPatches, head: str) -> tuple[int, int]:
        """Count the hunks that a review folds, and those that need eyes; the change has no finding."""
        division = divide(self.repository, self.base, head)
        judged = without_java(division, Demand())
        judged = replace(judged, unit=replace(judged.unit, findings=()))
        change = Change(repository=self.repository, base=self.base, head=head, judged=judged)
        review = review_change(change, fold(change, patches), with_text=False)
        return review.folded, review.unfolded


@pytest.fixture(scope="module")
def project(analysis: AnalysisPool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    subject = Subject.create(tmp_path_factory.mktemp("split") / "shop")
    base = subject.commit(BASE, "start")
    options = ToolsetOptions().select_for(CHECKS)
    with open_toolset(options, analysis) as tools, Repository.open(subject.path) as repository:
        session = JudgingSession(
            tools=tools,
            repository=repository,
            checks=CHECKS,
            allowed=(),
            console=Console(quiet=True),
        )
        yield Project(repository, session, base)


def test_60_mixed_commits_come_back_and_no_first_patch_is_wrongly_proved(project: Project) -> None:
    wrong, outcomes = [], dict[tuple[str, str], SplitOutcome]()
    for refactoring, edit, files in mixed_commits():
        head, name = project.commit(files), (refactoring, edit)
        patches = split_change(project.session, project.base, head)
        middle = project.apply(patches.refactoring, project.base)
        again = project.apply(patches.rest, middle)
        pure = project.commit(refactored(REFACTORINGS[refactoring]))
        # The first patch is exactly the refactoring that the generator made, or nothing.
        expected = {
            SplitOutcome.PARTED: pure,
            SplitOutcome.ONLY_REFACTORING: head if edit == "comment" else "",
            SplitOutcome.TIED: project.base,
            SplitOutcome.NO_REFACTORING: "",
        }[patches.record.outcome]
        if not expected or project.tree(middle) != project.tree(expected):
            wrong.append((*name, "first"))
        if project.tree(again) != project.tree(head):
            wrong.append((*name, "tree"))
        if project.count_hunks(patches, head) != (
            patches.record.refactoring.hunks,
            patches.record.rest.hunks,
        ):
            wrong.append((*name, "review"))
        outcomes[name] = patches.record.outcome
        project.parted[name] = patches

    assert wrong == []
    assert len(outcomes) == 60
    others = {name: each for name, each in outcomes.items() if each is not SplitOutcome.PARTED}
    comments = {(name, "comment"): SplitOutcome.ONLY_REFACTORING for name in REFACTORINGS}
    assert others == comments | {("extract-variable", "inside"): SplitOutcome.TIED}


def test_what_is_not_parted_names_the_hunk_and_the_finding(project: Project) -> None:
    pure = REFACTORINGS["extract-variable"]
    files = refactored(pure)
    files[BASKET] = (files[BASKET] or "").replace(*pure.inside)

    record = split_change(project.session, project.base, project.commit(files)).record

    said = "in `total`, `result = sum - sum * discount / 100` became `less = sum * discount / 10`"
    assert (record.outcome, record.ties) == (
        SplitOutcome.TIED,
        (SplitTie(file=BASKET, line=12, why=said),),
    )
    assert record.refactoring.files == ()


def test_the_compiler_ties_a_call_to_a_method_that_goes_to_the_rest(project: Project) -> None:
    files = refactored(REFACTORINGS["extract-method"])
    spoiled = (files[BASKET] or "").replace(
        "            sum += price;\n        }\n        return sum;",
        "            sum += price;\n        }\n        if (sum > 99) {\n            sum = 99;\n"
        "        }\n        return sum;",
    )
    head = project.commit({**files, BASKET: spoiled})

    record = split_change(project.session, project.base, head).record

    assert record.outcome is SplitOutcome.TIED
    assert any("The method add(int[]) is undefined" in tie.why for tie in record.ties)
    assert {tie.line for tie in record.ties} >= {8}


def test_two_refactorings_are_parted_from_each_other_if_one_is_spoiled(project: Project) -> None:
    files = refactored(REFACTORINGS["rename-method"])
    inlined = REFACTORINGS["extract-variable"]
    for old, new in (*inlined.steps, inlined.inside):
        files[BASKET] = (files[BASKET] or "").replace(old, new)

    patches = split_change(project.session, project.base, project.commit(files))

    assert patches.record.outcome is SplitOutcome.PARTED
    middle = project.apply(patches.refactoring, project.base)
    pure = project.commit(refactored(REFACTORINGS["rename-method"]))
    assert project.tree(middle) == project.tree(pure)


def test_a_renamed_file_with_an_edit_is_one_change(project: Project) -> None:
    old, new = "src/main/java/shop/Old.java", "src/main/java/shop/Older.java"
    source = BASE[old].replace("class Old", "class Older")
    head = project.commit({old: None, new: source.replace("return 0;", "return 1;")})

    patches = split_change(project.session, project.base, head)

    middle = project.apply(patches.refactoring, project.base)
    assert project.tree(project.apply(patches.rest, middle)) == project.tree(head)
    assert project.tree(middle) in {
        project.tree(project.base),
        project.tree(project.commit({old: None, new: source})),
    }


class CountingAnalysis:
    """Count the proofs that open workers make."""

    def __init__(self, workers: Analysis) -> None:
        self.workers, self.proofs = workers, 0

    def __getattr__(self, name: str) -> object:
        self.proofs += name == "prove"
        return getattr(self.workers, name)


def test_a_split_does_not_judge_again_what_the_gate_has_judged(project: Project) -> None:
    (files,) = (f for r, e, f in mixed_commits() if (r, e) == ("rename-method", "pom"))
    head = project.commit(files)
    counting = CountingAnalysis(project.session.tools.analysis)
    tools = replace(project.session.tools, analysis=cast("AnalysisPool", counting))
    session = replace(project.session, tools=tools)
    judged = session.judge(project.base, head, Level.STATIC)
    assert counting.proofs == 1

    patches = split_change(session, project.base, head, judged)

    assert patches.record.outcome is SplitOutcome.PARTED
    assert counting.proofs == 1


def test_earlier_results_are_answered_by_the_demand_of_the_split(project: Project) -> None:
    files = refactored(REFACTORINGS["rename-method"])
    head = project.commit({**files, BASKET: (files[BASKET] or "").replace('"EUR "', '"USD "')})
    judged = project.session.judge(project.base, head, Level.STATIC)
    both = Demand(require=(Question.BEHAVIOUR, Question.REFACTORING))
    strict = replace(project.session, demand=both, earlier=judged)

    again = strict.judge(project.base, head, Level.STATIC)

    assert again.checks == judged.checks
    of_refactoring = Question.REFACTORING
    levels = [
        {f.level for f in each.unit.findings if f.question is of_refactoring}
        for each in (judged, again)
    ]
    assert levels == [{FindingLevel.WARNING}, {FindingLevel.ERROR}]


def test_the_command_writes_both_patches_also_from_a_kept_answer(
    make_repository: MakeRepository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    subject = make_repository("shop")
    subject.commit(BASE, "start")
    (files,) = (f for r, e, f in mixed_commits() if (r, e) == ("extract-method", "pom"))
    literal = {**files, BASKET: (files[BASKET] or "").replace('"EUR "', '"USD "')}
    subject.commit(literal, "mixed")
    words = ["check", "--repo", str(subject.path), "--commit", "HEAD", "--level", "static"]

    out = tmp_path / "out"
    assert main([*words, "--split", str(out)]) == 3
    printed = capsys.readouterr()
    said = "split: refactoring.patch is proved: 1 file, 2 hunks; rest.patch: 2 files, 2 hunks"
    assert said in printed.out
    assert printed.err.count("split: 0/1") == 1
    first = {path.name: path.read_bytes() for path in out.iterdir()}
    assert set(first) == {"refactoring.patch", "rest.patch"}

    again = tmp_path / "again"
    assert main([*words, "--split", str(again), "--format", "json"]) == 3
    report = from_json(GateReport, capsys.readouterr().out.encode())
    assert report.cached
    assert report.split is not None
    assert report.split.rest.files == ("pom.xml", BASKET)
    assert {path.name: path.read_bytes() for path in again.iterdir()} == first

    tree = subject.git("rev-parse", "HEAD^{tree}")
    subject.git("reset", "--quiet", "--hard", "HEAD~1")
    subject.git("apply", "--index", str(out / "refactoring.patch"))
    alone = [*words[:3], "--staged", "--level", "static", "--format", "json"]
    assert main(alone) == 0
    report = from_json(GateReport, capsys.readouterr().out.encode())
    assert (report.behaviour, report.refactoring) == (BehaviourAnswer.PROVED, Extent.ONLY)
    subject.git("apply", "--index", str(out / "rest.patch"))
    assert subject.git("write-tree") == tree


def test_the_example_of_the_page_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "check.md").read_text("utf-8")
    (sample,) = (s for s in samples(page) if "--split" in s.command and s.lines)
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    assert main(["datasets", "build", "bistro", "-o", "bistro"]) == 0
    capsys.readouterr()

    assert main(sample.command.split()[1:]) == 3

    assert sample.differs(capsys.readouterr().out) == ""
    (shown,) = re.findall(r"```diff\n(.*?)```", page, re.DOTALL)
    assert shown in (tmp_path / "parts" / "rest.patch").read_text("utf-8")


def test_a_change_without_java_is_all_rest(
    make_repository: MakeRepository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    subject = make_repository("shop")
    subject.commit({"README.md": "one\n"}, "start")
    subject.commit({"README.md": "two\n"}, "words")
    words = ["check", "--repo", str(subject.path), "--commit", "HEAD", "--level", "static"]

    assert main([*words, "--split", str(tmp_path / "out")]) == 0

    said = "split: no refactoring was found: no code changed; rest.patch is the whole change"
    assert f"{said}: 1 file, 1 hunk" in capsys.readouterr().out
    assert (tmp_path / "out" / "refactoring.patch").read_bytes() == b""
    assert b"+two" in (tmp_path / "out" / "rest.patch").read_bytes()
