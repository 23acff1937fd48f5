"""Reports of the gate for tests of their renderings, including hostile names."""

from verifier.domain.gate import (
    AsideFile,
    AsideWhy,
    BehaviourAnswer,
    CheckLine,
    Claim,
    ClaimOutcome,
    Counterexample,
    Decision,
    Extent,
    FindingLevel,
    GateFinding,
    GateReport,
    GateUnit,
    Level,
    NextStep,
    Question,
    RefactoringAnswer,
    Residual,
)
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.split import Split, SplitOutcome, SplitPart, SplitTie

HOSTILE = "src/a:b,c%]]>\u202e😀 |`@me #1<b>&\"'.java"
WORDS = "]]> ::error file=x::y\r\n@me #1 | `x` <b>&\x1b[31m\u202e😀 %0A"

CHECKS = (
    CheckLine(name=CheckName.DETECTION, status=Status.PASSED, reason=None, summary="", seconds=0.5),
    CheckLine(
        name=CheckName.PURITY,
        status=Status.FAILED,
        reason=Reason.IMPURE,
        summary=WORDS,
        seconds=0.25,
    ),
    CheckLine(
        name=CheckName.PROOF,
        status=Status.INCONCLUSIVE,
        reason=Reason.UNRESOLVED,
        summary="a\x00b\ud800",
        seconds=0.0,
    ),
    CheckLine(
        name=CheckName.TESTS,
        status=Status.NOT_APPLICABLE,
        reason=Reason.NOT_REACHED,
        summary="needs compilation",
        seconds=0.0,
    ),
)
FINDINGS = (
    GateFinding(
        rule_id="IMPURE",
        question=Question.REFACTORING,
        level=FindingLevel.ERROR,
        message=WORDS,
        file=HOSTILE,
        line=7,
        end_line=7,
        before="1",
        after="2",
        next_step=NextStep.MOVE_EDIT_TO_OWN_COMMIT,
    ),
    GateFinding(
        rule_id="IMPURE",
        question=Question.REFACTORING,
        level=FindingLevel.ERROR,
        message="not part of a refactoring: gone",
        file="A.java",
        line=900,
        end_line=900,
        side="base",
    ),
    GateFinding(
        rule_id="build-file",
        level=FindingLevel.WARNING,
        message="A build file was changed.",
        file="pom.xml",
        next_step=NextStep.SPLIT_COMMIT,
    ),
    GateFinding(rule_id="UNRESOLVED", level=FindingLevel.NOTE, message="nowhere"),
)
REFUTED = GateReport(
    behaviour=BehaviourAnswer.REFUTED,
    behaviour_by=(WORDS,),
    refactoring=Extent.MORE,
    refactoring_by=("2 edits",),
    decision=Decision.FAILED,
    repository="/r",
    base="1" * 40,
    head="2" * 40,
    base_tree="3" * 40,
    head_tree="4" * 40,
    level=Level.STATIC,
    units=(
        GateUnit(
            behaviour=BehaviourAnswer.REFUTED,
            behaviour_by=(WORDS,),
            refactoring=Extent.MORE,
            refactoring_by=("2 edits",),
            decision=Decision.FAILED,
            refactorings=(
                RefactoringAnswer(
                    type="Extract Method",
                    description="Extract Method " + WORDS,
                    behaviour=BehaviourAnswer.OPEN,
                    reason="why",
                    purity="error",
                    before_file="A.java",
                    before_line=1,
                    file=HOSTILE,
                    line=2,
                ),
            ),
            checks=CHECKS,
            findings=FINDINGS,
            commit="2" * 40,
            subject="refactor: " + WORDS,
            claims=(Claim(text=WORDS, outcome=ClaimOutcome.REFUTED, reason=WORDS),),
        ),
    ),
    files=("A.java", HOSTILE),
    aside=(AsideFile(path=HOSTILE + ".md", why=AsideWhy.DOCUMENTATION),),
    residual=Residual(files=(HOSTILE,), added=1, removed=2),
    split=Split(
        outcome=SplitOutcome.TIED,
        refactoring=SplitPart(files=(), hunks=0),
        rest=SplitPart(files=(HOSTILE,), hunks=3),
        ties=(SplitTie(file=HOSTILE, line=7, why=WORDS),),
        why=WORDS,
    ),
    counterexample=Counterexample(
        inputs="f(1)", expected="1", actual="2", test_class="T", test_source="class T {} // ```\n"
    ),
    notes=(WORDS,),
    tool_versions={"refverify": "0"},
)
PROVED = GateReport(
    behaviour=BehaviourAnswer.PROVED,
    behaviour_by=("proof of 3 changed methods",),
    refactoring=Extent.ONLY,
    refactoring_by=("1 refactoring",),
    decision=Decision.PASSED,
    repository="/r",
    base="1" * 40,
    head="worktree",
    base_tree="3" * 40,
    head_tree="4" * 40,
    level=Level.STATIC,
    units=(
        GateUnit(
            behaviour=BehaviourAnswer.PROVED,
            behaviour_by=("proof of 3 changed methods",),
            refactoring=Extent.ONLY,
            refactoring_by=("1 refactoring",),
            decision=Decision.PASSED,
            refactorings=(),
            checks=CHECKS[:1],
            findings=(),
        ),
    ),
)
NOTHING = GateReport(
    behaviour=None,
    behaviour_by=("no code changed",),
    refactoring=None,
    refactoring_by=("no code changed",),
    decision=Decision.NOTHING_TO_CHECK,
    repository="/r",
    base="1" * 40,
    head="staged",
    base_tree="3" * 40,
    head_tree="4" * 40,
    level=Level.TESTS,
    units=(
        GateUnit(
            behaviour=None,
            behaviour_by=("no code changed",),
            refactoring=None,
            refactoring_by=("no code changed",),
            decision=Decision.NOTHING_TO_CHECK,
            refactorings=(),
            checks=(),
            findings=(),
        ),
    ),
)
