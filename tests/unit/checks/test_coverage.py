"""Covered, never ran, not measured, tampered with: from what JaCoCo's library says of both sides."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree, QuickAnalysis
from tests.support.maven_subject import case_of, changes
from tests.support.scripted_builder import P, ScriptedBuilder, make_measurement, ran
from verifier.analysis.roles import Role
from verifier.builds.builder import ClassFiles
from verifier.checks.coverage import CoverageCheck
from verifier.checks.parts.measured_sides import MeasuredSide, side_by_side, twin_names
from verifier.domain.coverage import (
    Counter,
    Coverage,
    CoverageRequest,
    LineCoverage,
    MethodCoverage,
    Recording,
)
from verifier.domain.facts.coverage import CountFact, CoverageFacts, Part
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.refactoring import (
    CodeRange,
    MethodId,
    Refactoring,
    RefactoringSide,
    WantedRefactoring,
)
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.source import Detection, SourceTrees
from verifier.tools.records import facts_of

FILE = "src/main/java/p/A.java"
TEXT = "".join(f"line {number}\n" for number in range(1, 40))
M, NEW = MethodId(class_name="p.A", name="m"), MethodId(class_name="p.A", name="taken")
FRAGMENT = CodeRange(
    file=FILE, start_line=4, start_column=1, end_line=6, end_column=1, role=Role.EXTRACTED
)
CALL = replace(FRAGMENT, end_line=4, role=Role.EXTRACTED_CALL)
EXTRACT = Refactoring(
    type_name="Extract Method",
    description="Extract Method",
    before=RefactoringSide(file=FILE, method=M, ranges=(FRAGMENT,)),
    after=RefactoringSide(file=FILE, method=M, partner=NEW, partner_file=FILE, ranges=(CALL,)),
)
DATA = Recording(data=b"recorded", by_test=True)
CLASSES = ClassFiles(main={"p/A.class": b"a"}, test={"p/T.class": b"t"})


def line(number: int, *, ran: bool = True, branches: tuple[int, int] = (0, 0)) -> LineCoverage:
    return LineCoverage(
        number=number,
        instructions=Counter(covered=3 if ran else 0, total=3),
        branches=Counter(covered=branches[0], total=branches[1]),
    )


def method(
    name: str, *lines: LineCoverage, within: Sequence[str] = (), tests: Sequence[int] = ()
) -> MethodCoverage:
    return MethodCoverage(
        class_name="p.A",
        name=name,
        descriptor="()V",
        file="p/A.java",
        lines=lines,
        within=tuple(within),
        tests=tuple(tests),
    )


BEFORE = Coverage(
    methods=(
        method("m", line(3), line(4, branches=(1, 2)), line(5), line(7, ran=False), tests=[1]),
        method("lambda$m$0", line(5), line(6, ran=False), within=["p.A#m()V"], tests=[1]),
        method("other", line(20), tests=[0]),
    ),
    tests=("p.T#other", "p.T#red"),
)
AFTER = Coverage(
    methods=(method("m", line(4)), method("taken", line(10), line(11, branches=(1, 2)))),
    tests=("p.T#other", "p.T#red"),
)


@dataclass(frozen=True)
class Covering(QuickAnalysis):
    """Gives the written answers in turn, base first, and keeps the questions."""

    answers: list[Coverage]
    found: Refactoring = EXTRACT
    asked: list[CoverageRequest] = field(default_factory=list)

    def detect(self, trees: SourceTrees) -> Detection:
        del trees
        return Detection(refactorings=(self.found,))

    def coverage(self, request: CoverageRequest) -> Coverage:
        self.asked.append(request)
        return self.answers[len(self.asked) - 1]


def judge_coverage(
    place: Path,
    *answers: Coverage,
    base: Recording = DATA,
    candidate: Recording | None = DATA,
    found: Refactoring = EXTRACT,
    classes: ClassFiles | None = CLASSES,
    candidate_classes: ClassFiles | None = None,
) -> tuple[CheckResult, Covering]:
    analysis = Covering(list(answers), found)
    builder = ScriptedBuilder(
        base=make_measurement("p.T#other", "p.T#red"),
        run=replace(ran({"p.T#other": P, "p.T#red": P}), recording=candidate),
        base_classes=classes,
        candidate_classes=candidate_classes or classes,
        recorded=base,
    )
    case = case_of(
        builder, MemoryTree({FILE: TEXT.encode()}), changes({FILE: TEXT}), place, analysis=analysis
    )
    kind = found.type or RefactoringType.EXTRACT_METHOD
    wanted = WantedRefactoring(type=kind, method=M)
    return CoverageCheck().run(replace(case, wanted=wanted)), analysis


def facts(result: CheckResult) -> CoverageFacts:
    found = facts_of(result, CoverageFacts)
    assert found is not None
    return found


def counts(covered: int, total: int) -> CountFact:
    return CountFact(covered=covered, total=total)


def test_the_fragment_before_and_the_extracted_method_after_are_counted(tmp_path: Path) -> None:
    result, analysis = judge_coverage(tmp_path, BEFORE, AFTER)

    assert (result.status, result.reason) == (Status.PASSED, None)
    assert result.details == "lines of the refactored code that ran: before 2/3, after 2/2"
    found = facts(result)
    assert found.before is not None
    assert found.after is not None
    assert (found.before.branches, found.after.branches) == (counts(1, 2), counts(1, 2))
    assert found.before.stretches[0].missed == (6,)
    assert [s.part for s in found.after.stretches] == [Part.REFACTORED, Part.CALL]
    assert [request.sources for request in analysis.asked] == [frozenset({"p/A.java"})] * 2
    assert analysis.asked[1].expected == frozenset({"p.T"})


def test_the_tests_of_the_base_that_reach_it_are_named(tmp_path: Path) -> None:
    found = facts(judge_coverage(tmp_path, BEFORE, AFTER)[0])
    assert (found.reached_by, found.reached_by_count) == (("p.T",), 1)
    assert found.reached_by_tests == ("p.T#red",)


def test_extracted_code_may_stand_in_another_method_that_the_source_calls(tmp_path: Path) -> None:
    before = Coverage(
        methods=(
            method("m", line(20), tests=[0]),
            method("called", line(4), line(5, ran=False), line(9), tests=[1]),
        ),
        tests=BEFORE.tests,
    )

    found = facts(judge_coverage(tmp_path, before, AFTER)[0])

    assert found.before is not None
    assert found.before.lines == counts(1, 2)
    assert found.reached_by_tests == ("p.T#red",)


def test_without_sessions_by_test_nobody_is_named(tmp_path: Path) -> None:
    whole = replace(DATA, by_test=False)
    found = facts(judge_coverage(tmp_path, BEFORE, AFTER, base=whole)[0])
    assert found.measured
    assert found.reached_by is None


def test_the_evidence_marks_each_line(tmp_path: Path) -> None:
    judge_coverage(tmp_path, BEFORE, AFTER)
    assert (tmp_path / "coverage.txt").read_text().splitlines()[:8] == [
        "== before",
        "",
        f"refactored p.A#m() in {FILE}:",
        "+     3 line 3",
        "~>    4 line 4",
        "+>    5 line 5",
        "->    6 line 6",
        "-     7 line 7",
    ]


def test_the_evidence_shows_a_method_once_however_many_statements_of_it_were_refactored(
    tmp_path: Path,
) -> None:
    first, last = replace(FRAGMENT, end_line=4), replace(FRAGMENT, start_line=6)
    before = RefactoringSide(file=FILE, method=M, ranges=(first, last))
    judge_coverage(tmp_path, BEFORE, AFTER, found=replace(EXTRACT, before=before))

    shown = (tmp_path / "coverage.txt").read_text().partition("== after")[0].splitlines()
    assert [line[:2] for line in shown[3:8]] == ["+ ", "~>", "+ ", "->", "- "]
    assert shown[8:] == [""]


IDLE_BEFORE = Coverage(methods=(method("m", line(3), line(4, ran=False), line(5, ran=False)),))
IDLE_AFTER = Coverage(methods=(method("m", line(4)), method("taken", line(10, ran=False))))


@pytest.mark.parametrize(
    ("answers", "when"),
    [
        pytest.param((IDLE_BEFORE, AFTER), "before", id="not before"),
        pytest.param((BEFORE, IDLE_AFTER), "after", id="not after"),
        pytest.param((IDLE_BEFORE, IDLE_AFTER), "before and after", id="never"),
    ],
)
def test_code_that_never_ran_blames_nobody(
    tmp_path: Path, answers: tuple[Coverage, Coverage], when: str
) -> None:
    result, _ = judge_coverage(tmp_path, *answers)
    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_COVERED)
    assert result.details == f"tests passed, refactored code never ran {when}"
    assert facts(result).measured


INLINE = Refactoring(
    type_name="Inline Method",
    description="Inline Method",
    before=RefactoringSide(file=FILE, method=M, partner=NEW, partner_file=FILE),
    after=RefactoringSide(
        file=FILE, method=NEW, ranges=(replace(FRAGMENT, start_line=11, role=Role.INLINED,
                                               end_line=11),)
    ),
)  # fmt: skip


def test_an_inlined_method_counts_whole_before_and_as_a_fragment_after(tmp_path: Path) -> None:
    found = facts(judge_coverage(tmp_path, BEFORE, AFTER, found=INLINE)[0])
    assert found.before is not None
    assert found.after is not None
    # The lambda's line 5 is the method's too.
    assert (found.before.lines, found.after.lines) == (counts(3, 5), counts(1, 1))


MOVE = Refactoring(
    type_name="Move Method",
    description="Move Method",
    before=RefactoringSide(file=FILE, method=M),
    after=RefactoringSide(file=FILE, method=NEW),
)


def test_a_moved_method_counts_whole_on_both_sides(tmp_path: Path) -> None:
    found = facts(judge_coverage(tmp_path, BEFORE, AFTER, found=MOVE)[0])
    assert found.before is not None
    assert found.after is not None
    assert (found.before.lines, found.after.lines) == (counts(3, 5), counts(2, 2))


def test_a_parameter_may_be_a_type_variable_and_an_overload_is_no_other_method(
    tmp_path: Path,
) -> None:
    generic = replace(NEW, parameter_types=("T",))
    moved = replace(MOVE, after=RefactoringSide(file=FILE, method=generic))
    any_type = replace(method("taken", line(10), line(11)), descriptor="(Ljava/lang/Object;)V")
    after = Coverage(methods=(any_type,), tests=AFTER.tests)
    found = facts(judge_coverage(tmp_path, BEFORE, after, found=moved)[0])
    assert found.after is not None
    assert found.after.lines == counts(2, 2)

    named = replace(method("taken", line(12)), descriptor="(Lp/T;)V")
    both = Coverage(methods=(any_type, named), tests=AFTER.tests)
    found = facts(judge_coverage(tmp_path, BEFORE, both, found=moved)[0])
    assert found.after is not None
    assert found.after.lines == counts(1, 1)


LOST = Recording(trouble="the agent's file was not written", forged=True)
LARGE = Recording(trouble="the agent's file is larger than what is brought back")
NO_CODE = Coverage(methods=())


@pytest.mark.parametrize(
    ("base", "candidate", "answers", "why"),
    [
        pytest.param(LOST, DATA, (), f"on the base {LOST.trouble}", id="the base has none"),
        pytest.param(DATA, None, (), "on the base nothing was recorded", id="nobody recorded"),
        pytest.param(DATA, LARGE, (), LARGE.trouble, id="too large"),
        pytest.param(
            DATA,
            DATA,
            (Coverage(methods=(), forged="it ends within a block"),),
            "the base's recording is unreadable: it ends within a block",
            id="the base's is unreadable",
        ),
        pytest.param(
            DATA, DATA, (NO_CODE, AFTER),
            "no line of the refactored code has byte code of the base", id="no byte code",
        ),
        pytest.param(
            DATA, DATA,
            (BEFORE, Coverage(methods=AFTER.methods, unmatched=("p.A",))),
            "other class files ran than were compiled: p.A of the candidate", id="other classes",
        ),
    ],
)  # fmt: skip
def test_what_was_not_measured_has_a_reason_and_no_figure(
    tmp_path: Path,
    base: Recording,
    candidate: Recording | None,
    answers: tuple[Coverage, ...],
    why: str,
) -> None:
    answers = answers if len(answers) != 1 else (*answers, AFTER)
    result, _ = judge_coverage(tmp_path, *answers, base=base, candidate=candidate)

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_MEASURED)
    assert result.details == why
    found = facts(result)
    assert (found.measured, found.before, found.after) == (False, None, None)
    assert "before" not in result.data


def test_without_class_files_nothing_is_measured(tmp_path: Path) -> None:
    result, _ = judge_coverage(tmp_path, classes=None)
    assert result.reason is Reason.NOT_MEASURED


@pytest.mark.parametrize(
    ("candidate", "after", "why"),
    [
        pytest.param(LOST, AFTER, LOST.trouble, id="missing"),
        pytest.param(
            DATA, Coverage(methods=(), forged="a class claims 9 probes"),
            "the recording is none: a class claims 9 probes", id="no recording",
        ),
        pytest.param(
            DATA, Coverage(methods=AFTER.methods, silent=("p.T",)),
            "p.T passed, and nothing of it was recorded; on the base it was", id="reset",
        ),
    ],
)  # fmt: skip
def test_a_recording_that_was_touched_is_tampered_with(
    tmp_path: Path, candidate: Recording, after: Coverage, why: str
) -> None:
    result, _ = judge_coverage(tmp_path, BEFORE, after, candidate=candidate)
    assert (result.status, result.reason, result.details) == (Status.FAILED, Reason.TAMPER, why)
    assert not facts(result).measured


def test_a_test_class_that_is_silent_on_the_base_too_is_not_expected(tmp_path: Path) -> None:
    before = Coverage(methods=BEFORE.methods, tests=BEFORE.tests, silent=("p.T",))
    result, analysis = judge_coverage(tmp_path, before, AFTER)
    assert result.status is Status.PASSED
    assert analysis.asked[1].expected == frozenset()


def two_modules(second: bytes) -> ClassFiles:
    """Both have the class of the refactored code."""
    sets = {"main": CLASSES.main, "test": {}, "main-1": {"p/A.class": second}, "test-1": {}}
    return replace(CLASSES, sets=sets)


@pytest.mark.parametrize(("before", "after"), [(b"b", b"a"), (b"a", b"b")])
def test_refactored_code_of_a_class_that_differs_between_modules_is_not_measured(
    tmp_path: Path, before: bytes, after: bytes
) -> None:
    base, candidate = two_modules(before), two_modules(after)
    result, _ = judge_coverage(tmp_path, BEFORE, AFTER, classes=base, candidate_classes=candidate)

    why = "what ran is unknown, since the class p.A differs between modules of the base"
    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_MEASURED)
    assert (result.details, facts(result).measured) == (why, False)


def test_a_class_that_differs_on_one_side_is_no_copy_on_the_other_either() -> None:
    unlike, copies = (
        MeasuredSide(stretches=(), coverage=BEFORE, twins=twin_names(two_modules(second)))
        for second in (b"b", b"a")
    )

    assert unlike.twins == {"p.A"}
    assert copies.twins == frozenset()
    assert [side.twins for side in side_by_side([unlike, copies])] == [{"p.A"}, {"p.A"}]


def test_what_ran_of_a_class_that_a_build_copied_from_module_to_module_is_measured(
    tmp_path: Path,
) -> None:
    result, _ = judge_coverage(tmp_path, BEFORE, AFTER, classes=two_modules(b"a"))

    assert result.status is Status.PASSED


OWN = "package p;\n" + "".join(f"line {number}\n" for number in range(2, 40))


def judge_as_own(
    place: Path, before: Coverage, after: Coverage, new: str
) -> tuple[CheckResult, Covering]:
    """A developer's change of the lines in which the texts differ, in which nothing was detected."""
    analysis = Covering([before, after])
    builder = ScriptedBuilder(
        base=make_measurement("p.T#red"),
        run=replace(ran({"p.T#red": P}), recording=DATA),
        base_classes=CLASSES,
        candidate_classes=CLASSES,
        recorded=DATA,
    )
    case = case_of(
        builder, MemoryTree({FILE: OWN.encode()}), changes({FILE: new}), place, analysis=analysis
    )
    trees = SourceTrees(
        before={FILE: OWN},
        after={FILE: new},
        directories_before=frozenset(),
        directories_after=frozenset(),
    )
    own = replace(case, wanted=None, own_change=True, trees_of=lambda *_: trees)
    return CoverageCheck().run(own), analysis


ONE = Coverage(methods=(method("m", line(4)), method("other", line(20, ran=False))))
"""Only the tests of one method run it."""


def test_of_an_own_change_each_method_with_a_changed_line_must_have_run(tmp_path: Path) -> None:
    result, _ = judge_as_own(tmp_path, ONE, ONE, OWN.replace("line 4", "code 4"))
    assert (result.status, result.details) == (
        Status.PASSED,
        "changed lines that ran: before 1/1, after 1/1",
    )

    both = OWN.replace("line 4", "code 4").replace("line 20", "code 20")
    result, _ = judge_as_own(tmp_path, ONE, ONE, both)
    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_COVERED)
    assert result.details == "the tests never ran the changed lines of p.A#other()V"


def test_of_an_own_change_code_that_ran_on_one_side_alone_is_not_enough(tmp_path: Path) -> None:
    idle = Coverage(methods=(method("m", line(4, ran=False)),))
    changed = OWN.replace("line 4", "code 4")

    for before, after in ((ONE, idle), (idle, ONE)):
        result, _ = judge_as_own(tmp_path, before, after, changed)
        assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_COVERED)


def test_of_an_own_change_without_byte_code_nothing_is_measured(tmp_path: Path) -> None:
    result, _ = judge_as_own(tmp_path, ONE, ONE, OWN.replace("line 30", "code 30"))

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.NOT_MEASURED)
    assert result.details == "no changed line has byte code"
