"""What the prover shows to differ in refactored code that tokens and PurityChecker take for the same."""

from pathlib import Path

from tests.support.answers import MemoryTree, a_case, with_changes
from verifier.analysis.pool import AnalysisPool
from verifier.checks.proof import READ, proof_result
from verifier.checks.purity import PurityCheck, with_proof
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.proof_hints import methods_of
from verifier.domain.wanted_matching import matching
from verifier.proving.versions import CompileEnvironment, between_folders

BEFORE = """\
package p;
class Reader {
    int rest(int length) {
        int count = length;
        System.out.println("read " + count);
        System.out.flush();
        count = 0;
        return next(count);
    }
    int next(int from) {
        System.out.println(from);
        return from;
    }
}
"""
BODY = """\
        System.out.println("read " + count);
        System.out.flush();
        count = 0;
"""
COPY = f"    void reset(int count) {{\n{BODY}    }}\n"
RESULT = f"    int reset(int count) {{\n{BODY}        return count;\n    }}\n"


def judge_call(analysis: AnalysisPool, folder: Path, call: str, method: str) -> CheckResult:
    """The extraction of the three statements, with the prover's answer on the sources."""
    after = BEFORE.replace(BODY, f"        {call}\n").replace(
        "    int next", f"{method}    int next"
    )
    texts = {"old": BEFORE, "new": after}
    for name, text in texts.items():
        (folder / name / "p").mkdir(parents=True)
        (folder / name / "p/Reader.java").write_text(text, encoding="utf-8")
    case = a_case(
        with_changes({"p/Reader.java": after}),
        MemoryTree.of({"p/Reader.java": BEFORE}),
        "Extract Method:p.Reader#rest(int)",
        analysis=analysis,
    )
    request = between_folders(folder / "old", folder / "new", CompileEnvironment())
    refactored = methods_of(matching(case.wanted, case.detection.refactorings))
    proof = proof_result(analysis.prove(request), READ, refactored)
    return with_proof(PurityCheck().run(case), proof)


def test_a_method_that_sets_its_own_copy_of_a_variable_is_left_open(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    result = judge_call(analysis, tmp_path, "reset(count);", COPY)

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.DIFFERENCE_SHOWN)
    assert result.data["tier"] is None
    assert result.details.startswith("the prover shows a difference: ")


def test_a_method_that_gives_the_variable_back_is_pure(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    result = judge_call(analysis, tmp_path, "count = reset(count);", RESULT)

    assert (result.status, result.details) == (Status.PASSED, "")
    assert result.data["tier"] in {"strict", "proved"}
