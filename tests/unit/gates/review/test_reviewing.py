"""Which hunks are folded, which need eyes and why, and where code went; how it was judged is scripted."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self, cast

import pytest

from tests.support.repository import Repository as Subject
from tests.support.verdicts import check
from verifier.domain.gate import (
    BehaviourAnswer,
    Decision,
    Extent,
    FindingLevel,
    GateFinding,
    GateUnit,
    Question,
    RefactoringAnswer,
)
from verifier.domain.outcome import CheckName, Status
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.domain.review import Review
from verifier.domain.source import Analysis, Detection
from verifier.domain.split import Split, SplitOutcome, SplitPart, SplitTie
from verifier.gates.change.division import divide
from verifier.gates.judged import Judged
from verifier.gates.review import reviewing
from verifier.gates.review.reviewing import Change, fold, review_change
from verifier.gates.review.settling import settle
from verifier.gates.split.splitting import SplitPatches
from verifier.judging.change import CandidateChange
from verifier.tools.git.repository import Repository

A, B = "src/main/java/p/A.java", "src/main/java/p/B.java"
FILLER = "".join(f"    // {number}\n" for number in range(9))
OLD = f"class A {{\n    void f() {{\n        one();\n        two();\n    }}\n{FILLER}    int n = 1;\n}}\n"
CALL = OLD.replace("one();\n        two();", "g();")
MOVED = CALL.replace(
    "}\n    // 0", "}\n    void g() {\n        one();\n        two();\n    }\n    // 0"
)
"""The body of `f` is extracted to `g`, lines 6 and 7."""
EDITED = MOVED.replace("two();", "three();").replace("n = 1", "n = 2")


def extraction(file: str = A) -> Refactoring:
    def side(role: str, lines: tuple[int, int]) -> RefactoringSide:
        place = CodeRange(
            file=file,
            start_line=lines[0],
            start_column=0,
            end_line=lines[1],
            end_column=9,
            role=role,
        )
        method = MethodId(class_name="p.A", name="f")
        return RefactoringSide(file=file, method=method, ranges=(place,))

    return Refactoring(
        type_name="Extract Method",
        description="Extract Method g",
        before=side("extracted code from source method declaration", (3, 4)),
        after=side("extracted code to extracted method declaration", (6, 7)),
    )


def unit(behaviour: BehaviourAnswer, extent: Extent, *findings: GateFinding) -> GateUnit:
    return GateUnit(
        behaviour=behaviour,
        behaviour_by=("a reason",),
        refactoring=extent,
        decision=Decision.OPEN,
        refactorings=(),
        checks=(),
        findings=findings,
    )


PROVED = unit(BehaviourAnswer.PROVED, Extent.ONLY)
MIXED = unit(BehaviourAnswer.OPEN, Extent.MORE)
UNPROVED = RefactoringAnswer(
    type="Extract Method",
    description="Extract Method g",
    behaviour=BehaviourAnswer.OPEN,
    reason="PurityChecker calls it impure",
    purity="impure",
    before_file=A,
    before_line=3,
    file=A,
    line=6,
)


def finding(file: str, line: int, level: FindingLevel = FindingLevel.WARNING) -> GateFinding:
    return GateFinding(rule_id="IMPURE", level=level, message="why", file=file, line=line)


@dataclass
class Case:
    """A repository with one change, and its reviews; `settled` is the last answer on a split change."""

    subject: Subject
    base: str
    settled: GateUnit = PROVED

    @classmethod
    def create(cls, folder: Path) -> Self:
        subject = Subject.create(folder)
        return cls(subject, subject.commit({A: OLD, "pom.xml": "<a/>\n"}, "start"))

    def review(
        self, files: Mapping[str, str | None], answers: GateUnit, *, with_text: bool = False
    ) -> Review:
        """Review a change that was judged as a whole."""
        head = self.subject.commit(files, "change")
        with Repository.open(self.subject.path) as repository:
            judged = replace(self.judge(repository, head), unit=answers)
            change = Change(repository=repository, base=self.base, head=head, judged=judged)
            return review_change(change, fold(change, None), with_text=with_text)

    def review_split(
        self, middle: str, head: str, answers: GateUnit, ties: tuple[SplitTie, ...] = ()
    ) -> tuple[Review, Split]:
        """Review a change of A that a split parts at a text of A."""
        middle = self.subject.commit({A: middle}, "refactoring")
        head = self.subject.commit({A: head}, "edit")
        with Repository.open(self.subject.path) as repository:
            judged = replace(self.judge(repository, head), unit=answers)
            change = Change(repository=repository, base=self.base, head=head, judged=judged)
            patches = [
                repository.patch_bytes(*pair) for pair in ((self.base, middle), (middle, head))
            ]
            parts = [SplitPart(files=(A,), hunks=each.count(b"\n@@ -")) for each in patches]
            outcome = SplitOutcome.TIED if middle == self.base else SplitOutcome.PARTED
            record = Split(outcome=outcome, refactoring=parts[0], rest=parts[1], ties=ties)
            split = SplitPatches(
                record=record,
                refactoring=patches[0],
                rest=patches[1],
                middle=middle,
                judged=self.judge(repository, middle),
            )
            folded = fold(change, split)
            settled = replace(judged, unit=settle(change, folded))
            review = review_change(replace(change, judged=settled), folded, with_text=True)
            self.settled = settled.unit
            return review, record

    def judge(self, repository: Repository, head: str) -> Judged:
        """Return an answer with the extraction as the detected refactoring."""
        no_tool = cast("Analysis", None)  # everything that it would say is known
        known = Detection(refactorings=(extraction(),))
        change = CandidateChange.of_commit(repository, self.base, head, no_tool, known)
        division = divide(repository, self.base, head)
        detected = (check(CheckName.DETECTION, Status.PASSED),)
        return Judged(unit=PROVED, checks=detected, division=division, change=change)


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case.create(tmp_path / "subject")


def states(review: Review) -> list[tuple[str, str]]:
    return [(each.place.rpartition("/")[2], str(each.state)) for each in review.hunks]


@pytest.mark.parametrize(
    ("behaviour", "proved"), [(BehaviourAnswer.PROVED, True), (BehaviourAnswer.TESTED, False)]
)
def test_a_change_that_is_only_refactoring_and_shown_is_folded(
    case: Case, behaviour: BehaviourAnswer, proved: bool
) -> None:
    review = case.review({A: MOVED}, unit(behaviour, Extent.ONLY))

    assert states(review) == [("A.java:3-5", "folded")]
    assert (review.files, review.folded, review.unfolded) == (1, 1, 0)
    assert (review.proved, review.evidence) == (proved, "a reason")
    assert review.folded_hunks[0].why == ("Extract Method g",)
    assert review.hunks[0].after.text == ()


@pytest.mark.parametrize(
    ("behaviour", "extent"),
    [
        (BehaviourAnswer.OPEN, Extent.ONLY),
        (BehaviourAnswer.PROVED, Extent.MORE),
        (BehaviourAnswer.PROVED, Extent.OPEN),
        (BehaviourAnswer.REFUTED, Extent.ONLY),
        (BehaviourAnswer.TESTED, Extent.MORE),
    ],
)
def test_in_doubt_nothing_is_folded(case: Case, behaviour: BehaviourAnswer, extent: Extent) -> None:
    review = case.review({A: MOVED}, unit(behaviour, extent))

    assert states(review) == [("A.java:3-5", "unproven")]
    assert review.rest[0].why == ("not shown to be only refactoring",)
    assert (review.folded, review.proved, review.evidence, review.moved) == (0, False, "", ())


def test_what_is_not_judged_needs_eyes_though_the_code_is_proved(case: Case) -> None:
    files = {A: MOVED, "pom.xml": "<b/>\n", "README.md": "words\n", "logo.png": "\0"}
    review = case.review(files, replace(PROVED, findings=(finding("pom.xml", 0),)))

    assert states(review) == [
        ("README.md:1", "not_judged"),
        ("logo.png", "not_judged"),
        ("pom.xml:1", "not_judged"),
        ("A.java:3-5", "folded"),
    ]
    assert [each.why for each in review.rest] == [
        ("not judged: documentation",),
        ("not judged: no Java source",),
        ("not judged: no Java source", "IMPURE: why"),
    ]
    assert (review.files, review.elsewhere) == (4, ())


def test_a_finding_takes_a_hunk_out_of_the_fold_and_a_note_does_not(case: Case) -> None:
    warned = replace(PROVED, findings=(finding(A, 4),))
    noted = replace(PROVED, findings=(finding(A, 4, FindingLevel.NOTE),))

    assert states(case.review({A: MOVED}, noted)) == [("A.java:3-5", "folded")]
    case.subject.git("reset", "--quiet", "--hard", case.base)
    review = case.review({A: MOVED}, warned)
    assert states(review) == [("A.java:3-5", "finding")]
    assert (review.rest[0].why, review.folded, review.proved) == (("IMPURE: why",), 0, False)


def test_a_finding_about_the_whole_change_folds_nothing(case: Case) -> None:
    review = case.review({A: MOVED}, replace(PROVED, findings=(finding("", 0),)))

    assert states(review) == [("A.java:3-5", "unproven")]
    assert review.elsewhere == ("IMPURE: why",)


def test_a_file_that_cannot_be_judged_at_its_place_is_not_folded(case: Case) -> None:
    files = {A: MOVED, B: "class B { }\n", B.replace("B.java", "b.java"): "class C { }\n"}
    review = case.review(files, PROVED)

    assert states(review) == [
        ("B.java:1", "not_judged"),
        ("b.java:1", "not_judged"),
        ("A.java:3-5", "folded"),
    ]


def test_an_edit_of_moved_code_is_a_hunk_of_its_own(case: Case) -> None:
    findings = (finding(A, 7), finding(A, 5), finding(B, 1), finding(A, 12, FindingLevel.NOTE))
    review, split = case.review_split(MOVED, EDITED, replace(MIXED, findings=findings))

    assert states(review) == [
        ("A.java:7", "finding"),
        ("A.java:18", "unproven"),
        ("A.java:3-5", "folded"),
    ]
    inside, other, folded = review.hunks
    assert inside.why == ("IMPURE: why",)
    assert other.why == ("left when the proved refactorings are taken away",)
    assert review.elsewhere == (f"{B}:1: IMPURE: why",)
    # The code before is that with the refactoring, at its line in the base.
    assert (inside.before.line, inside.before.text[3].strip()) == (4, "two();")
    assert (other.before.line, other.before.text[3].strip()) == (15, "int n = 1;")
    assert dict(zip(folded.after.numbers, folded.after.text, strict=True))[6].strip() == "one();"
    (moved,) = review.moved
    assert (moved.before.place, moved.after.place) == (f"{A}:3-4", f"{A}:6-7")
    assert [line.strip() for line in (*moved.before.text, *moved.after.text)] == [
        "one();", "two();", "one();", "three();",
    ]  # fmt: skip
    assert moved.edited
    assert (review.folded, review.unfolded) == (split.refactoring.hunks, split.rest.hunks)


def test_moved_code_without_an_edit_says_so(case: Case) -> None:
    later = MOVED.replace("n = 1", "n = 2")
    review, _ = case.review_split(MOVED, later, MIXED)

    assert [each.edited for each in review.moved] == [False]
    assert states(review) == [("A.java:18", "unproven"), ("A.java:3-5", "folded")]


@pytest.mark.parametrize(
    ("head", "changed", "state"),
    [
        (MOVED.replace("n = 1", "n = 2"), {}, "folded"),
        (MOVED.replace("n = 1", "n = 2"), {"refactorings": ()}, "finding"),
        (MOVED.replace("n = 1", "n = 2"), {"refactorings": ("another",)}, "finding"),
        (MOVED.replace("n = 1", "n = 2"), {"question": Question.BEHAVIOUR}, "finding"),
    ],
)
def test_a_proved_part_settles_what_its_text_left_open(
    case: Case, head: str, changed: Mapping[str, Any], state: str
) -> None:
    about = replace(
        finding(A, 4), question=Question.REFACTORING, refactorings=("Extract Method g",)
    )
    found = replace(about, **changed)
    review, _ = case.review_split(MOVED, head, replace(MIXED, findings=(found,)))

    assert ("A.java:3-5", state) in states(review)
    # All formats print these findings.
    levels = {"folded": FindingLevel.NOTE, "finding": FindingLevel.WARNING}
    assert [each.level for each in case.settled.findings] == [levels[state]]


@pytest.mark.parametrize(
    ("head", "changed", "behaviour"),
    [
        (MOVED.replace("n = 1", "n = 2"), {}, BehaviourAnswer.PROVED),
        (
            MOVED.replace("n = 1", "n = 2"),
            {"description": "Extract Method g (from 2 places: lines 3, 9)"},
            BehaviourAnswer.PROVED,
        ),
        (MOVED.replace("n = 1", "n = 2"), {"before_file": B}, BehaviourAnswer.OPEN),
        (MOVED.replace("n = 1", "n = 2"), {"description": "another"}, BehaviourAnswer.OPEN),
        (EDITED, {}, BehaviourAnswer.OPEN),
    ],
)
def test_a_refactoring_of_the_proved_part_is_proved_in_every_format(
    case: Case, head: str, changed: Mapping[str, Any], behaviour: BehaviourAnswer
) -> None:
    answers = replace(MIXED, refactorings=(replace(UNPROVED, **changed),))
    review, _ = case.review_split(MOVED, head, answers)

    (settled,) = case.settled.refactorings
    proved = "proved without the rest of the change: a reason"
    assert settled.behaviour is behaviour
    assert (settled.reason == proved) is (behaviour is BehaviourAnswer.PROVED)
    assert ("A.java:3-5", "folded") in states(review)


def test_a_finding_stays_if_another_file_has_a_refactoring_of_the_same_name(case: Case) -> None:
    about = replace(
        finding(B, 4), question=Question.REFACTORING, refactorings=("Extract Method g",)
    )
    unproved = replace(UNPROVED, before_file=B, file=B)
    answers = replace(MIXED, refactorings=(unproved,), findings=(about,))
    case.review_split(MOVED, MOVED.replace("n = 1", "n = 2"), answers)

    assert case.settled.findings == (about,)


def test_a_finding_about_moved_code_with_an_edit_is_at_the_edit(case: Case) -> None:
    about = replace(
        finding(A, 4), question=Question.REFACTORING, refactorings=("Extract Method g",)
    )
    head = MOVED.replace("two();", "three();")
    review, _ = case.review_split(MOVED, head, replace(MIXED, findings=(about,)))

    assert states(review) == [("A.java:7", "finding"), ("A.java:3-5", "folded")]


def test_what_a_split_could_not_part_says_what_ties_it(case: Case) -> None:
    tie = SplitTie(file=A, line=3, why="no g")
    review, _ = case.review_split(OLD.replace("n = 1", "n = 3"), MOVED, MIXED, (tie,))

    assert ("A.java:3-5", "unproven") in states(review)
    assert review.rest[0].why[1:] == ("tied to the rest: no g",)


def test_a_page_has_no_more_lines_than_it_may(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "MOST_LINES", 2)
    monkeypatch.setattr(reviewing, "MOST_SIGNS", 5)
    monkeypatch.setattr(reviewing, "MOST_HUNKS", 1)
    review = case.review({A: EDITED}, MIXED, with_text=True)

    (hunk,) = review.hunks
    assert (hunk.after.text, hunk.after.left_out) == (("class …", "    v …"), 8)
    assert (review.unfolded, review.left_out) == (2, 1)


def test_a_line_is_folded_unless_a_hunk_that_needs_eyes_has_it(case: Case) -> None:
    review, _ = case.review_split(MOVED, EDITED, MIXED)

    assert [review.folds(A, line) for line in (2, 3, 5, 7, 18)] == [False, True, True, False, False]
    near = review.find_nearest(A, 5)
    assert near is not None
    assert near.place == f"{A}:7"
    assert review.find_nearest(B, 5) is None
