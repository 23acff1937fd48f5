"""Does the candidate provably behave like the base? The prover compares the byte code of both."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from verifier.builds.builder import RuntimeEnvironment
from verifier.builds.evidence.twin_classes import explain_twins, find_changed_twins
from verifier.checks.case import Case
from verifier.checks.parts.built_proof import prove
from verifier.domain.facts.proof import ConditionFact, DifferenceFact, ProofFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import GAVE_UP, ConditionKind, Difference, Proof, ProofOutcome
from verifier.domain.proof_hints import methods_of
from verifier.domain.purity import tier_of
from verifier.domain.refactoring import MethodId
from verifier.domain.why_unproved import find_difference
from verifier.errors import BaseInvalidError, InputError
from verifier.proving.prediction import source_request
from verifier.proving.wording import difference_line, in_full, in_one_line, residue_line

EVIDENCE = "proof.txt"
MOST_LISTED = 20
BUILT, READ = "class files of the build", "sources, by the prover's compiler"
_STRENGTH = tuple(ProofOutcome)
_NOTHING = Proof(outcome=ProofOutcome.NOT_SUPPORTED)


class ProofCheck:
    """Passes if every path of every method is proved. A missing proof is no evidence of anything."""

    name = CheckName.PROOF
    summary = "the byte code of both versions is proved to behave equally"
    needs: tuple[CheckName, ...] = (CheckName.APPLICATION, CheckName.DETECTION)

    def run(self, case: Case) -> CheckResult:
        """Prove on the class files that run, or on the sources if that fails or nothing is built.

        The prover cannot distinguish two classes with one name. A change in such a class is not
        proved.
        """
        if case.compiled and (twins := _find_changed_twins(case)):
            facts = proof_facts(_NOTHING, "").as_data()
            return CheckResult(
                check=self.name,
                status=Status.INCONCLUSIVE,
                reason=Reason.UNRESOLVED,
                details=explain_twins(twins),
                data=facts,
            )
        proof, compared = _strongest(case)
        (case.evidence / EVIDENCE).write_text(in_full(proof) + "\n", encoding="utf-8")
        refactored = methods_of(case.matched)
        return replace(proof_result(proof, compared, refactored), evidence=EVIDENCE)


def proof_result(proof: Proof, compared: str, refactored: Sequence[MethodId] = ()) -> CheckResult:
    """Convert a proof to a check result.

    `compared` says what was compared, and `refactored` are the methods of the wanted refactoring.
    """
    status, reason = _outcome(proof.outcome)
    return CheckResult(
        check=CheckName.PROOF,
        status=status,
        reason=reason,
        details=in_one_line(proof),
        data=proof_facts(proof, compared, refactored).as_data(),
    )


def _outcome(outcome: ProofOutcome) -> tuple[Status, Reason | None]:
    match outcome:
        case ProofOutcome.PROVED:
            return Status.PASSED, None
        case (
            ProofOutcome.ASSUMING_NAMES
            | ProofOutcome.CLOSED_WORLD
            | ProofOutcome.REFACTORING_PROVED
            | ProofOutcome.NOT_PROVED
        ):
            return Status.NOT_APPLICABLE, Reason.NOT_PROVED
        case ProofOutcome.UNRESOLVED | ProofOutcome.NOT_SUPPORTED:
            return Status.INCONCLUSIVE, Reason.UNRESOLVED
        case _:
            assert_never(outcome)


def _strongest(case: Case) -> tuple[Proof, str]:
    """Return the proof on the class files that run; if it fails, the stronger answer of both ways.

    An answer that only guesses the meaning of names never hides a difference that was seen.
    """
    ways: list[tuple[Proof, str]] = []
    if not case.compiled:
        return _of_sources(case, None)
    with suppress(InputError):
        # The prover cannot read class files of a Java version that is too new for it.
        built = case.built_proof
        ways += [] if built is None else [(built, BUILT)]
    if not any(_is_proved(proof) or _shows_names(proof) for proof, _ in ways):
        ways.append(_of_sources(case, case.builder.surroundings()))
    return min(ways, key=lambda way: _rank(way[0]))


def _of_sources(case: Case, around: RuntimeEnvironment | None) -> tuple[Proof, str]:
    """Prove on the sources. Without surroundings no jar is known, and the JDK is our own."""
    if case.commit is None:
        return _NOTHING, ""
    request = source_request(case.commit, case.base, case.candidate)
    return prove(case, request, around), READ


def _rank(proof: Proof) -> tuple[int, int]:
    """Rank an answer, the strongest lowest. A difference that was seen ranks before a guess."""
    first = proof.first_difference
    if proof.outcome is ProofOutcome.NOT_PROVED and first and first.reason not in GAVE_UP:
        return _STRENGTH.index(ProofOutcome.NOT_PROVED), 0
    if proof.outcome is ProofOutcome.ASSUMING_NAMES:
        return _STRENGTH.index(ProofOutcome.NOT_PROVED), 1
    return _STRENGTH.index(proof.outcome), 2


def _is_proved(proof: Proof) -> bool:
    return proof.outcome is ProofOutcome.PROVED


def _shows_names(proof: Proof) -> bool:
    """Whether something may see that a parameter has another name; sources show only a part of it."""
    return any(each.kind is ConditionKind.PARAMETER_NAME for each in proof.conditions)


def _find_changed_twins(case: Case) -> tuple[str, ...]:
    try:
        return find_changed_twins(case.base_classes, case.candidate_classes)
    except BaseInvalidError:
        return ()


def proof_facts(proof: Proof, compared: str, refactored: Sequence[MethodId] = ()) -> ProofFacts:
    """Return the data of a proof for the ledger."""
    return ProofFacts(
        outcome=proof.outcome,
        tier=tier_of(pure=False, tolerated=(), proved=_is_proved(proof)),
        methods=proof.counts,
        difference=_difference(proof.first_difference),
        refactored=_difference(find_difference(proof, refactored)),
        residue=tuple(residue_line(item) for item in proof.residue[:MOST_LISTED]),
        residue_count=len(proof.residue),
        conditions=tuple(
            ConditionFact(kind=each.kind, where=each.where, why=each.why)
            for each in proof.conditions[:MOST_LISTED]
        ),
        assumptions=proof.assumptions,
        compared=compared,
        compile_errors=proof.new_errors[:MOST_LISTED] if compared == READ else None,
        class_path=proof.class_path,
    )


def _difference(found: Difference | None) -> DifferenceFact | None:
    if found is None:
        return None
    return DifferenceFact(
        reason=found.reason,
        line=difference_line(found),
        before=None if found.before is None else str(found.before),
        after=None if found.after is None else str(found.after),
        before_event=found.before_event,
        after_event=found.after_event,
        path=found.path,
    )
