"""Add to the answer on a whole change what a split has proved about a part of it.

All formats then say the same: a refactoring of the proved part is proved, and a finding that only
compared its text is a note.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from verifier.domain.gate import (
    BehaviourAnswer,
    FindingLevel,
    GateFinding,
    GateUnit,
    Question,
    RefactoringAnswer,
)
from verifier.domain.refactoring import Refactoring
from verifier.gates.review.reviewing import Change, Folded, range_of
from verifier.gates.review.trees import FileDiff, list_diffs, touch


def settle(change: Change, folded: Folded) -> GateUnit:
    """Return the answer on the whole change with what a split has proved; unchanged without a split.

    A refactoring counts if the proved part has it, and the rest does not edit the code that it
    produced. The text of this code is then the same in the proved part.

    Raises:
        RepositoryError: an object is missing.
    """
    unit = change.judged.unit
    if not folded.proved or folded.judged is change.judged:
        return unit
    rest, _ = list_diffs(change.repository, folded.middle, change.head)
    proved = _Proved(refactorings=folded.list_refactorings(), rest=rest, evidence=folded.evidence)
    refactorings = tuple(map(proved.settle_refactoring, unit.refactorings))
    unproved = [r for r in refactorings if r.behaviour is not BehaviourAnswer.PROVED]
    return replace(
        unit,
        refactorings=refactorings,
        findings=tuple(proved.settle_finding(each, unproved) for each in unit.findings),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Proved:
    """The refactorings of the proved part, and the edits of the rest."""

    refactorings: tuple[Refactoring, ...]
    rest: tuple[FileDiff, ...]
    evidence: str

    def settle_refactoring(self, answer: RefactoringAnswer) -> RefactoringAnswer:
        """Return the answer on a refactoring: proved if the split proves it."""
        same = list(self._find(answer))
        if answer.behaviour is BehaviourAnswer.PROVED or not same or any(map(self._edits, same)):
            return answer
        said = f"proved without the rest of the change: {self.evidence}"
        return replace(answer, behaviour=BehaviourAnswer.PROVED, reason=said)

    def settle_finding(
        self, finding: GateFinding, unproved: Sequence[RefactoringAnswer]
    ) -> GateFinding:
        """Return a finding; one that compares the text of proved refactorings becomes a note.

        Two files may have refactorings of one description: all of them must be proved.
        """
        if finding.question is not Question.REFACTORING or not finding.refactorings:
            return finding
        for description in finding.refactorings:
            same = [each for each in self.refactorings if each.description == description]
            is_unproved = any(_is_named(each, description) for each in unproved)
            if not same or is_unproved or any(map(self._edits, same)):
                return finding
        said = f"{finding.message}; the split proves this refactoring without the rest"
        return replace(finding, level=FindingLevel.NOTE, message=said)

    def _find(self, answer: RefactoringAnswer) -> Iterator[Refactoring]:
        """Yield the proved refactorings that an answer is about; several may have one description."""
        for each in self.refactorings:
            file = "" if each.before is None else each.before.file
            if file == answer.before_file and _is_named(answer, each.description):
                yield each

    def _edits(self, refactoring: Refactoring) -> bool:
        """Tell whether the rest edits the code that a refactoring produced."""
        ranges = () if refactoring.after is None else refactoring.after.ranges
        edits = [(diff.old, diff.pairs) for diff in self.rest]
        return any(
            lines.file == file
            and (not pairs or any(touch(range_of(lines), old) for old, _ in pairs))
            for lines in ranges
            for file, pairs in edits
        )


def _is_named(answer: RefactoringAnswer, description: str) -> bool:
    """Tell whether an answer is about refactorings of a description, in one place or several."""
    return answer.description == description or answer.description.startswith(
        f"{description} (from "
    )
