"""Prove the refactorings of a commit that are pure or that PurityChecker does not cover.

The proved ones get the strongest tier, the others a reason.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

import jpype

from verifier.analysis import jvm
from verifier.analysis.commit_detection import CommitDetection
from verifier.analysis.messages import DetectCommit
from verifier.analysis.proofs import ProofDesk
from verifier.domain.proof import PROVED_REFACTORING, ProofOutcome
from verifier.domain.proof_hints import commit_request, methods_of
from verifier.domain.purity import PurityVerdict, tier_of
from verifier.domain.refactoring import Refactoring, may_be_pure
from verifier.domain.unproved import Unproved
from verifier.domain.why_unproved import why_unproved
from verifier.java_text.encoding import is_utf_8


def with_proofs(found: CommitDetection, request: DetectCommit, desk: ProofDesk) -> CommitDetection:
    """The detection with the tier of each proved refactoring, and with the reason for each that
    could not be proved.
    """
    started = time.monotonic()
    unread = sorted(name for name in found.encodings if not is_utf_8(name))
    refactorings = tuple(
        _prove(each, found, request, desk, unread)
        if each.type in request.types and may_be_pure(each.traits, each.purity)
        else each
        for each in found.detection.refactorings
    )
    desk.forget()
    return replace(
        found,
        detection=replace(found.detection, refactorings=refactorings),
        milliseconds=found.milliseconds + round((time.monotonic() - started) * 1000),
    )


def _prove(
    refactoring: Refactoring,
    found: CommitDetection,
    request: DetectCommit,
    desk: ProofDesk,
    unread: Sequence[str],
) -> Refactoring:
    if not unread:
        try:
            return _with_proof(refactoring, found, request, desk)
        except jpype.JException as error:
            # The detection stays valid without a proof.
            why = Unproved(
                outcome=ProofOutcome.NOT_SUPPORTED, reason="prover-failed", why=jvm.trace(error)
            )
            return _with(refactoring, unproved=why)
    # The prover reads the objects and supports only UTF-8; it would compare other code.
    why = Unproved(
        outcome=ProofOutcome.NOT_SUPPORTED,
        reason="encoding",
        why=f"the build reads sources of the commit in {', '.join(unread)}, the prover only in UTF-8",
    )
    return _with(refactoring, unproved=why)


def _with_proof(
    refactoring: Refactoring, found: CommitDetection, request: DetectCommit, desk: ProofDesk
) -> Refactoring:
    proof = desk.prove(
        commit_request(
            request.repository,
            (request.parent, request.commit),
            found.detection.refactorings,
            [refactoring],
            request.prove_against or (),
        )
    )
    proved = proof.outcome in PROVED_REFACTORING
    refactored = methods_of([refactoring])
    why = None if proved else why_unproved(proof, refactored)
    return _with(refactoring, proved=proved, unproved=why)


def _with(
    refactoring: Refactoring, *, unproved: Unproved | None, proved: bool = False
) -> Refactoring:
    purity = refactoring.purity
    if purity is None:
        return refactoring
    differs = unproved is not None and unproved.differs
    pure = purity.verdict is PurityVerdict.PURE
    tier = tier_of(pure=pure, tolerated=purity.tolerated, proved=proved, differs=differs)
    return replace(refactoring, purity=replace(purity, tier=tier, unproved=unproved))
