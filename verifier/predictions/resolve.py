"""Turn a prediction in any of its three forms into a candidate on the base tree, or a rejection."""

from collections.abc import Mapping
from dataclasses import replace

from verifier.domain.assignment import Assignment, MethodAssignment
from verifier.domain.instance import Instance
from verifier.domain.outcome import Reason
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Analysis, Candidate, FileChange, JavaTree, Rejection
from verifier.errors import UsageError
from verifier.java_text.encoding import encode
from verifier.predictions.answer_form import from_answer
from verifier.predictions.assignment_form import AssignmentReader, refuse_unchanged
from verifier.predictions.limits import unfit
from verifier.predictions.patches.patch_form import from_patch
from verifier.predictions.patches.unified_diff import write_diff
from verifier.predictions.policy.changes import changes_code
from verifier.predictions.policy.refusal import refuse_paths
from verifier.tools.git.repository import Repository

MOST_FILE_BYTES = 32 * 1024**2


def resolve(  # noqa: PLR0913 - all that a prediction is read against
    prediction: Prediction,
    *,
    wanted: WantedRefactoring | None,
    base: JavaTree,
    analysis: Analysis,
    repository: Repository,
    instance: Instance | None,
    assignment: Assignment | None = None,
) -> Candidate | Rejection:
    """Apply a prediction to its base tree in memory; nothing is written.

    A raw answer for a method assignment is the method's new version; one for a commit must hold a
    unified diff. A path that leaves the tree, a symbolic link and a submodule are already rejected here, with the
    reason POLICY. A candidate that differs from the base only in comments and layout is rejected as
    NO_CHANGE.
    """
    if assignment is not None:
        return _resolve_assigned(prediction, assignment, base, analysis, repository)
    if prediction.model_output is None:
        return resolve_patch_or_files(prediction, base=base, repository=repository)
    if wanted is None:
        raise UsageError("a raw answer cannot be read without the wanted refactoring")
    result = from_answer(
        prediction.model_output,
        wanted=wanted,
        base=base,
        analysis=analysis,
        instance=instance,
        apply=lambda diff: from_patch(diff, base, repository),
    )
    return result if isinstance(result, Rejection) else finish(base, result)


def _resolve_assigned(
    prediction: Prediction,
    assignment: Assignment,
    base: JavaTree,
    analysis: Analysis,
    repository: Repository,
) -> Candidate | Rejection:
    if prediction.model_output is None:
        result = resolve_patch_or_files(prediction, base=base, repository=repository)
    else:
        reader = AssignmentReader(base=base, analysis=analysis, repository=repository)
        read = reader.read(prediction.model_output, assignment)
        result = read if isinstance(read, Rejection) else finish(base, read)
    if isinstance(result, Rejection) or not isinstance(assignment, MethodAssignment):
        return result
    return refuse_unchanged(assignment, base, result, analysis) or result


def resolve_patch_or_files(
    prediction: Prediction, *, base: JavaTree, repository: Repository
) -> Candidate | Rejection:
    """Apply a prediction that is not a raw answer. This needs only git, no analysis JVM."""
    if prediction.model_patch is not None:
        result = from_patch(prediction.model_patch, base, repository)
    else:
        result = from_files(prediction.files or {}, base)
    return result if isinstance(result, Rejection) else finish(base, result)


def finish(base: JavaTree, candidate: Candidate) -> Candidate | Rejection:
    """Drop changes without effect, add our own diff, and reject a candidate that changes no code."""
    result = effective(base, candidate)
    if isinstance(result, Rejection):
        return result
    return replace(result, patch=write_diff(base, result.changes))


def effective(base: JavaTree, candidate: Candidate) -> Candidate | Rejection:
    """Drop changes without effect, and reject a candidate that is too large or changes no code."""
    changes = tuple(c for c in candidate.changes if base.read(c.path) != c.content)
    if (trouble := unfit(base, changes)) is not None:
        return Rejection(reason=Reason.APPLY_FAILED, details=trouble)
    if not any(changes_code(base, change) for change in changes):
        what = "only comments or layout differ" if changes else "nothing differs from the base"
        return Rejection(reason=Reason.NO_CHANGE, details=what)
    return replace(candidate, changes=changes)


def from_files(files: Mapping[str, str | None], base: JavaTree) -> Candidate | Rejection:
    """Take whole texts by path; None deletes a file. A file keeps its mode."""
    refused = refuse_paths(files)
    if refused is not None:
        return refused
    changes = []
    for path, text in files.items():
        if text is None and base.read(path) is None:
            return Rejection(reason=Reason.UNKNOWN_TARGET, details=f"no file {path} to delete")
        try:
            content = (
                None
                if text is None
                else encode(text, base.encoding(path) if path.endswith(".java") else "")
            )
        except UnicodeEncodeError as error:
            details = f"{path} is not valid text: {error.reason}"
            return Rejection(reason=Reason.APPLY_FAILED, details=details)
        if content is not None and len(content) > MOST_FILE_BYTES:
            details = f"{path} has {len(content):,} bytes; {MOST_FILE_BYTES:,} are allowed"
            return Rejection(reason=Reason.APPLY_FAILED, details=details)
        changes.append(FileChange(path=path, content=content))
    return Candidate(changes=tuple(changes), patch="")
