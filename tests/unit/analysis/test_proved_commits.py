"""Which pure refactorings of a commit the prover is asked about, and what is said of the others."""

from dataclasses import replace
from pathlib import Path
from typing import Never

import jpype
import pytest

from verifier.analysis.commit_detection import CommitDetection
from verifier.analysis.messages import DetectCommit
from verifier.analysis.proofs import ProofDesk
from verifier.analysis.proved_commits import with_proofs
from verifier.domain.proof import ProofOutcome
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring import Refactoring
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.source import Detection

EXTRACT = RefactoringType.EXTRACT_METHOD
REQUEST = DetectCommit(
    repository=Path("subject"),
    commit="1" * 40,
    parent="0" * 40,
    types=frozenset({EXTRACT}),
    prove_against=(),
)


class _NobodyAsks(ProofDesk):
    forgotten = False

    def forget(self) -> None:
        self.forgotten = True

    def prove(self, request: object) -> Never:
        raise AssertionError(request)


def make_detection(
    verdict: PurityVerdict, tier: PurityTier | None, encoding: str
) -> CommitDetection:
    refactoring = Refactoring(
        type_name=str(EXTRACT),
        description="m() extracted from n()",
        purity=Purity(verdict=verdict, tier=tier),
    )
    return CommitDetection(
        commit=REQUEST.commit,
        parent=REQUEST.parent,
        detection=Detection(refactorings=(refactoring,)),
        encodings=frozenset({encoding}),
    )


def test_code_in_an_encoding_that_the_prover_does_not_read_says_so() -> None:
    pure = make_detection(PurityVerdict.PURE, PurityTier.STRICT, "Shift_JIS")

    (asked,) = with_proofs(pure, REQUEST, _NobodyAsks()).detection.refactorings

    assert asked.purity is not None
    assert asked.purity.tier is PurityTier.STRICT
    assert asked.purity.unproved is not None
    assert asked.purity.unproved.outcome is ProofOutcome.NOT_SUPPORTED
    assert asked.purity.unproved.reason == "encoding"
    assert "Shift_JIS" in asked.purity.unproved.why


@pytest.mark.parametrize(
    ("kind", "is_asked"),
    [(RefactoringType.RENAME_VARIABLE, True), (RefactoringType.EXTRACT_METHOD, False)],
)
def test_a_type_that_the_checker_does_not_cover_is_proved_too(
    kind: RefactoringType, is_asked: bool
) -> None:
    detected = make_detection(PurityVerdict.NOT_APPLICABLE, None, "Shift_JIS")
    (one,) = detected.detection.refactorings
    detection = Detection(refactorings=(replace(one, type_name=str(kind)),))
    request = replace(REQUEST, types=frozenset({kind}))

    proved = with_proofs(replace(detected, detection=detection), request, _NobodyAsks())

    (asked,) = proved.detection.refactorings
    assert asked.purity is not None
    assert asked.purity.tier is None
    assert (asked.purity.unproved is not None) is is_asked


def test_a_prover_that_fails_leaves_what_was_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    class Thrown(Exception):
        def getStackTrace(self) -> list[str]:  # noqa: N802 - Java's name
            return ["p.A.f(A.java:1)"]

        def toString(self) -> str:  # noqa: N802 - Java's name
            return "java.lang.IllegalStateException"

    class Failing(_NobodyAsks):
        def prove(self, request: object) -> Never:
            raise Thrown(request)

    monkeypatch.setattr(jpype, "JException", Thrown)
    pure = make_detection(PurityVerdict.PURE, PurityTier.STRICT, "UTF-8")

    (asked,) = with_proofs(pure, REQUEST, Failing()).detection.refactorings

    assert asked.purity is not None
    assert asked.purity.tier is PurityTier.STRICT
    assert asked.purity.unproved is not None
    assert asked.purity.unproved.reason == "prover-failed"
    assert asked.purity.unproved.why == "java.lang.IllegalStateException < p.A.f(A.java:1)"


def test_what_is_not_pure_is_not_asked_about() -> None:
    impure = make_detection(PurityVerdict.IMPURE, None, "UTF-8")

    assert with_proofs(impure, REQUEST, _NobodyAsks()).detection == impure.detection


def test_nothing_of_a_commit_is_kept_for_the_next_one() -> None:
    desk = _NobodyAsks()

    with_proofs(make_detection(PurityVerdict.IMPURE, None, "UTF-8"), REQUEST, desk)

    assert desk.forgotten
