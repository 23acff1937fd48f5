"""Apply a prediction for an assignment: a rewritten method, or the change of a whole commit."""

from dataclasses import dataclass
from typing import assert_never

from verifier.domain.assignment import Assignment, CommitAssignment, MethodAssignment
from verifier.domain.outcome import Reason
from verifier.domain.source import Analysis, Candidate, JavaTree, Rejection
from verifier.java_text.members import find_method, type_of
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.tokens import same_code
from verifier.java_text.tree_text import text_after, text_of
from verifier.predictions.answer_form import from_rewritten
from verifier.predictions.answers.answer import MOST_CHARACTERS
from verifier.predictions.answers.answer_diff import join_diffs, parts_around_diffs
from verifier.predictions.patches.patch import PatchError
from verifier.predictions.patches.patch_form import from_patch
from verifier.predictions.splicing.places import find_assigned_place
from verifier.tools.git.repository import Repository


@dataclass(frozen=True, kw_only=True, slots=True)
class AssignmentReader:
    """Reads raw answers to assignments on one base."""

    base: JavaTree
    analysis: Analysis
    repository: Repository

    def read(self, answer: str, assignment: Assignment) -> Candidate | Rejection:
        """Turn a raw answer into a candidate.

        The answer to a method assignment holds the method's new version, with helpers if it needs
        any. The answer to a commit assignment holds a unified diff.

        Raises:
            AnalysisError, AnalysisTimeout: the analysis JVM failed on the answer or a base file.
        """
        match assignment:
            case MethodAssignment():
                return self._method(answer, assignment)
            case CommitAssignment():
                return self._commit(answer)
            case _:
                assert_never(assignment)

    def _method(self, answer: str, assignment: MethodAssignment) -> Candidate | Rejection:
        place = find_assigned_place(assignment, self.base)
        if place is None:
            details = f"the base has no file {assignment.file}"
            return Rejection(reason=Reason.UNKNOWN_TARGET, details=details)
        return from_rewritten(
            answer, source=place, base=self.base, analysis=self.analysis, apply=self._patch
        )

    def _commit(self, answer: str) -> Candidate | Rejection:
        if len(answer) > MOST_CHARACTERS:
            return _unparsable(f"{len(answer):,} characters; {MOST_CHARACTERS:,} are allowed")
        diffs = [part for is_diff, part in parts_around_diffs(answer) if is_diff]
        if not diffs:
            return _unparsable("the answer holds no unified diff; a whole commit needs one")
        try:
            return self._patch(join_diffs(diffs))
        except PatchError as error:
            return _unparsable(f"{error}; give a whole diff")

    def _patch(self, diff: str) -> Candidate | Rejection:
        return from_patch(diff, self.base, self.repository)


def refuse_unchanged(
    assignment: MethodAssignment, base: JavaTree, candidate: Candidate, analysis: Analysis
) -> Rejection | None:
    """Reject a candidate that leaves the assigned method as it was, or that no longer has it.

    None if it rewrites the method. New code elsewhere is not a rewriting, and no check would compare it
    with anything. Nor would one if the method were gone and no test called it.
    """
    reader = JavaReader(analysis=analysis)
    old = _method_text(assignment, text_of(base, assignment.file), reader)
    change = next((c for c in candidate.changes if c.path == assignment.file), None)
    new = old
    if change is not None:
        new = _method_text(assignment, text_after(base, change), reader)
    if old is None:
        details = f"the base has no method {assignment.method_id} in {assignment.file}"
        return Rejection(reason=Reason.UNKNOWN_TARGET, details=details)
    if new is None:
        details = f"{assignment.method_id} with a body is gone from {assignment.file}"
        return Rejection(reason=Reason.UNKNOWN_TARGET, details=details)
    if not same_code(old, new):
        return None
    return Rejection(reason=Reason.NO_CHANGE, details=f"{assignment.method_id} is unchanged")


def _method_text(
    assignment: MethodAssignment, source: str | None, reader: JavaReader
) -> str | None:
    """Return the text of the assigned method in a version of its file; None without it or its body."""
    if source is None:
        return None
    method = assignment.method_id
    member = find_method(type_of(reader.read(source), method), method)
    has_body = member is not None and member.body is not None
    return None if member is None or not has_body else source[member.span.start : member.span.end]


def _unparsable(details: str) -> Rejection:
    return Rejection(reason=Reason.UNPARSABLE_ANSWER, details=details)
