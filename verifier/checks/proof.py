"""Does the candidate provably behave as the base? The prover compares the byte code of both."""

from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import assert_never

from verifier.builds.base import ClassFiles, Surroundings
from verifier.builds.twin_classes import changed_twins, said_of
from verifier.checks.base import Case
from verifier.checks.detection import matching
from verifier.domain.facts.proof import ConditionFact, DifferenceFact, ProofFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import GAVE_UP, Difference, Proof, ProofOutcome
from verifier.domain.proof_hints import hints_of, methods_of
from verifier.domain.proof_request import ClassVersion, ProofRequest
from verifier.domain.purity import tier_of
from verifier.errors import BaseInvalidError, InputError
from verifier.proving.difference import is_compiled, written_at_checkout
from verifier.proving.prediction import files_beside, old_and_new, source_request
from verifier.proving.wording import difference_line, in_full, in_one_line, residue_line
from verifier.tools.scratch import scratch_folder

EVIDENCE = "proof.txt"
MOST_LISTED = 20
BUILT, READ = "class files of the build", "sources, by the prover's compiler"
_OLD, _NEW = "old", "new"
_STRENGTH = tuple(ProofOutcome)
_NOTHING = Proof(outcome=ProofOutcome.NOT_SUPPORTED)


class ProofCheck:
    """Passes when every path of every method is proved; no proof is no evidence of anything."""

    name = CheckName.PROOF
    summary = "the byte code of both versions is proved to behave alike"
    needs: tuple[CheckName, ...] = (
        CheckName.APPLICATION,
        CheckName.DETECTION,
        CheckName.COMPILATION,
    )

    def run(self, case: Case) -> CheckResult:
        """Prove on the class files that run; where that does not do, on the sources.

        Neither takes two classes of one name for two, so a change in such a class is not proved.
        """
        if twins := _changed_twins(case):
            facts = proof_facts(_NOTHING, "").as_data()
            return CheckResult(
                check=self.name,
                status=Status.INCONCLUSIVE,
                reason=Reason.UNRESOLVED,
                details=said_of(twins),
                data=facts,
            )
        proof, compared = _strongest(case)
        (case.evidence / EVIDENCE).write_text(in_full(proof) + "\n", encoding="utf-8")
        return replace(proof_result(proof, compared), evidence=EVIDENCE)


def proof_result(proof: Proof, compared: str) -> CheckResult:
    """What a proof comes to; `compared` says of what it is."""
    status, reason = _outcome(proof.outcome)
    return CheckResult(
        check=CheckName.PROOF,
        status=status,
        reason=reason,
        details=in_one_line(proof),
        data=proof_facts(proof, compared).as_data(),
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
    """The proof on the class files that run; where that is none, the stronger one of both ways.

    What was seen to differ is not hidden by an answer that only guesses what names mean.
    """
    ways: list[tuple[Proof, str]] = []
    around = case.builder.surroundings()
    with _class_files(case) as request, suppress(InputError):
        # Class files of a Java that is too new for the prover are none to it.
        if request is not None:
            ways.append((_proved(case, request, around), BUILT))
    if case.commit is not None and not any(_is_proved(proof) for proof, _ in ways):
        request = source_request(case.commit, case.base, case.candidate)
        ways.append((_proved(case, request, around), READ))
    return min(ways, key=lambda way: _rank(way[0]), default=(_NOTHING, ""))


def _rank(proof: Proof) -> tuple[int, int]:
    """The less, the more the answer says: what was seen to differ comes before a guess."""
    first = proof.first_difference
    if proof.outcome is ProofOutcome.NOT_PROVED and first and first.reason not in GAVE_UP:
        return _STRENGTH.index(ProofOutcome.NOT_PROVED), 0
    if proof.outcome is ProofOutcome.ASSUMING_NAMES:
        return _STRENGTH.index(ProofOutcome.NOT_PROVED), 1
    return _STRENGTH.index(proof.outcome), 2


def _is_proved(proof: Proof) -> bool:
    return proof.outcome is ProofOutcome.PROVED


def _proved(case: Case, request: ProofRequest, around: Surroundings) -> Proof:
    found = matching(case.wanted, case.detection.refactorings)
    return case.analysis.prove(
        replace(
            request,
            class_path=around.class_path,
            java_home=around.jdk.home,
            hints=hints_of(case.detection.refactorings),
            refactored=methods_of(found),
        )
    )


def _changed_twins(case: Case) -> tuple[str, ...]:
    try:
        return changed_twins(case.base_classes, case.candidate_classes)
    except BaseInvalidError:
        return ()


@contextmanager
def _class_files(case: Case) -> Iterator[ProofRequest | None]:
    """Both sides as the base's compiler makes them; None where it leaves none."""
    try:
        base, candidate = case.base_classes, case.candidate_classes
    except BaseInvalidError:
        yield None
        return
    with scratch_folder() as scratch:
        yield ProofRequest(
            before=_version(base, scratch / _OLD),
            after=_version(candidate, scratch / _NEW),
            changed=files_beside(case.base, case.candidate, _built(case, base, candidate)),
        )


def _version(found: ClassFiles, folder: Path) -> ClassVersion:
    """Main code first; a test's class of the same name runs in its place, so the prover sees both."""
    return ClassVersion(folders=found.laid_out(folder))


def _built(case: Case, base: ClassFiles, candidate: ClassFiles) -> frozenset[str]:
    """The changed sources whose classes are among those compared, and say all that they say.

    Not those whose classes are the base's own again, nor those that a checkout would make other code of.
    """
    classes = {
        path.removesuffix(".class")
        for found in (base, candidate)
        for path in (*found.main, *found.test)
    }
    compiled = frozenset(
        change.path
        for change in case.candidate.changes
        if is_compiled(change.path) and _ends(change.path, classes)
    )
    contents = old_and_new(case.base, case.candidate, compiled)
    return compiled - {*case.restored, *written_at_checkout((case.base,), contents)}


def _ends(path: str, classes: Container[str]) -> bool:
    """Whether a class file can be that of a source file: some end of its path is a class."""
    parts = path.removesuffix(".java").split("/")
    return any("/".join(parts[at:]) in classes for at in range(len(parts)))


def proof_facts(proof: Proof, compared: str) -> ProofFacts:
    """What the ledger keeps of a proof."""
    return ProofFacts(
        outcome=proof.outcome,
        tier=tier_of(pure=False, tolerated=(), proved=_is_proved(proof)),
        methods=proof.counts,
        difference=_difference(proof.first_difference),
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
