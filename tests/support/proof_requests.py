"""Parts of a request to the prover that a test expects."""

from verifier.domain.proof_request import ChangedFiles, ProofRequest


def changed_in(request: ProofRequest) -> ChangedFiles:
    """Return the changed files that a request names."""
    assert request.changed is not None
    return request.changed
