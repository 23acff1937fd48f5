"""Each answer of a command has one exit status, which docs/exit-codes.md promises."""

from verifier.cli.exit_status import Exit, of_behaviour, of_decision, of_proof, of_run
from verifier.domain.behaviour import BehaviourVerdict
from verifier.domain.gate import Decision
from verifier.domain.outcome import Status
from verifier.domain.proof import ProofOutcome


def test_a_run_is_open_if_a_prediction_is_inconclusive() -> None:
    assert of_run([]) is Exit.YES
    assert of_run([Status.PASSED, Status.FAILED, Status.NOT_APPLICABLE]) is Exit.YES
    assert of_run([Status.PASSED, Status.INCONCLUSIVE]) is Exit.OPEN


def test_the_gates_decisions() -> None:
    assert {decision: of_decision(decision) for decision in Decision} == {
        Decision.PASSED: 0,
        Decision.NOTHING_TO_CHECK: 0,
        Decision.FAILED: 1,
        Decision.OPEN: 3,
    }


def test_a_fuzzing_verdict_without_an_answer_is_open() -> None:
    assert {verdict: of_behaviour(verdict) for verdict in BehaviourVerdict} == {
        BehaviourVerdict.EQUIVALENT_UP_TO: 0,
        BehaviourVerdict.NON_EQUIVALENT: 1,
        BehaviourVerdict.UNREACHED: 3,
        BehaviourVerdict.NONDETERMINISTIC: 3,
        BehaviourVerdict.UNSUPPORTED: 3,
    }


def test_only_a_whole_proof_ends_with_zero() -> None:
    assert {outcome: of_proof(outcome) for outcome in ProofOutcome} == {
        ProofOutcome.PROVED: 0,
        ProofOutcome.ASSUMING_NAMES: 1,
        ProofOutcome.CLOSED_WORLD: 1,
        ProofOutcome.REFACTORING_PROVED: 1,
        ProofOutcome.NOT_PROVED: 1,
        ProofOutcome.UNRESOLVED: 3,
        ProofOutcome.NOT_SUPPORTED: 3,
    }
