from bench.proof_fuzzed import list_compared_methods
from verifier.domain.proof import MethodProof, MethodStatus, Proof, ProofOutcome


def test_the_methods_to_fuzz_are_proved_and_have_one_name_on_both_sides() -> None:
    proof = Proof(
        outcome=ProofOutcome.PROVED,
        methods=(
            MethodProof(status=MethodStatus.PROVED, before="p/A.b(I)V", after="p/A.b(I)V"),
            MethodProof(status=MethodStatus.PROVED, before="p/A.old()V", after="p/A.new()V"),
            MethodProof(status=MethodStatus.IDENTICAL, before="p/A.c()V", after="p/A.c()V"),
            MethodProof(status=MethodStatus.ADDED, before=None, after="p/A.d()V"),
        ),
    )
    assert tuple(list_compared_methods(proof)) == ("p.A#b(I)V",)
