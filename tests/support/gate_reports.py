"""Reports of the gate for tests of what is made of them, hostile names among them."""

from verifier.domain.gate import (
    AsideFile,
    AsideWhy,
    CheckLine,
    Claim,
    ClaimOutcome,
    Counterexample,
    FindingLevel,
    GateFinding,
    GateOutcome,
    GateReport,
    GateUnit,
    Level,
    NextStep,
    RefactoringAnswer,
    Residual,
)
from verifier.domain.outcome import CheckName, Reason, Status

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
        message="A file changes that steers the build.",
        file="pom.xml",
        next_step=NextStep.SPLIT_COMMIT,
    ),
    GateFinding(rule_id="UNRESOLVED", level=FindingLevel.NOTE, message="nowhere"),
)
REFUTED = GateReport(
    outcome=GateOutcome.REFUTED,
    repository="/r",
    base="1" * 40,
    head="2" * 40,
    base_tree="3" * 40,
    head_tree="4" * 40,
    level=Level.STATIC,
    units=(
        GateUnit(
            outcome=GateOutcome.REFUTED,
            proved_by=(),
            refactorings=(
                RefactoringAnswer(
                    type="Extract Method",
                    description="Extract Method " + WORDS,
                    outcome=GateOutcome.UNPROVEN,
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
    counterexample=Counterexample(
        inputs="f(1)", expected="1", actual="2", test_class="T", test_source="class T {} // ```\n"
    ),
    notes=(WORDS,),
    tool_versions={"refverify": "0"},
)
PROVED = GateReport(
    outcome=GateOutcome.PROVED,
    repository="/r",
    base="1" * 40,
    head="worktree",
    base_tree="3" * 40,
    head_tree="4" * 40,
    level=Level.STATIC,
    units=(
        GateUnit(
            outcome=GateOutcome.PROVED,
            proved_by=("detection", "purity"),
            refactorings=(),
            checks=CHECKS[:1],
            findings=(),
        ),
    ),
    proved_by="range",
)
NOTHING = GateReport(
    outcome=GateOutcome.NOTHING_TO_CHECK,
    repository="/r",
    base="1" * 40,
    head="staged",
    base_tree="3" * 40,
    head_tree="4" * 40,
    level=Level.TESTS,
    units=(
        GateUnit(
            outcome=GateOutcome.NOTHING_TO_CHECK,
            proved_by=(),
            refactorings=(),
            checks=(),
            findings=(),
        ),
    ),
)
