"""The pure refactorings of a commit are proved; those that are get the strongest tier, the others say why not."""

import time
from dataclasses import replace

from verifier.analysis.commit_detection import CommitDetection
from verifier.analysis.messages import DetectCommit
from verifier.analysis.proofs import ProofDesk
from verifier.domain.proof import PROVED_REFACTORING
from verifier.domain.proof_hints import commit_request, methods_of
from verifier.domain.purity import PurityVerdict, tier_of
from verifier.domain.refactoring import Refactoring
from verifier.domain.unproved import why_unproved
from verifier.java_text.encoding import is_utf_8


def with_proofs(found: CommitDetection, request: DetectCommit, desk: ProofDesk) -> CommitDetection:
    """The same detection, its tiers with what was proved; a proof that fails changes nothing."""
    # The prover reads the objects itself, and knows UTF-8 only: other code would be compared.
    if not all(map(is_utf_8, found.encodings)):
        return found
    started = time.monotonic()
    refactorings = tuple(
        _with_proof(each, found, request, desk)
        if each.type in request.types and _is_pure(each)
        else each
        for each in found.detection.refactorings
    )
    return replace(
        found,
        detection=replace(found.detection, refactorings=refactorings),
        milliseconds=found.milliseconds + round((time.monotonic() - started) * 1000),
    )


def _is_pure(refactoring: Refactoring) -> bool:
    return refactoring.purity is not None and refactoring.purity.verdict is PurityVerdict.PURE


def _with_proof(
    refactoring: Refactoring, found: CommitDetection, request: DetectCommit, desk: ProofDesk
) -> Refactoring:
    purity = refactoring.purity
    if purity is None:
        return refactoring
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
    tier = tier_of(pure=True, tolerated=purity.tolerated, proved=proved)
    why = None if proved else why_unproved(proof, methods_of([refactoring]))
    return replace(refactoring, purity=replace(purity, tier=tier, unproved=why))
