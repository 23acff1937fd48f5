"""From a prediction, in any of its three forms, to a candidate on the base tree or a rejection."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from verifier.domain.instance import Instance
from verifier.domain.outcome import Reason
from verifier.domain.paths import unsafe_reason
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import (
    EXECUTABLE_MODE,
    PLAIN_MODE,
    SUBMODULE,
    SYMBOLIC_LINK,
    Analysis,
    Candidate,
    FileChange,
    JavaTree,
    Rejection,
    Tree,
)
from verifier.errors import UsageError
from verifier.java_text.encoding import encoded
from verifier.predictions.answer_form import from_answer
from verifier.predictions.limits import MOST_NESTED, is_nested_too_deeply, unfit
from verifier.predictions.patch import PatchError, PatchOutline, read_patch
from verifier.predictions.policy import changes_code
from verifier.predictions.policy_rules import PolicyFinding, PolicyRule
from verifier.predictions.unified_diff import unified_diff
from verifier.tools.git import PatchDoesNotApply, Repository

MOST_FILE_BYTES = 32 * 1024**2
_LINK_MODES = {SYMBOLIC_LINK: PolicyRule.SYMBOLIC_LINK, SUBMODULE: PolicyRule.SUBMODULE}


def resolve(  # noqa: PLR0913 - all that a prediction is read against
    prediction: Prediction,
    *,
    wanted: WantedRefactoring | None,
    base: JavaTree,
    analysis: Analysis,
    repository: Repository,
    instance: Instance | None,
) -> Candidate | Rejection:
    """Apply a prediction to its base tree in memory; nothing is written anywhere.

    A path that leaves the tree, a symbolic link and a submodule are rejected here already, with
    the reason POLICY. A candidate that differs from the base in comments and layout only is
    rejected as NO_CHANGE.
    """
    if prediction.model_output is None:
        return resolve_patch_or_files(prediction, base=base, repository=repository)
    if wanted is None:
        raise UsageError("a raw answer cannot be read without the wanted refactoring")
    answer = prediction.model_output
    if is_nested_too_deeply(answer):
        details = f"the answer nests brackets more than {MOST_NESTED:,} deep"
        return Rejection(reason=Reason.UNPARSABLE_ANSWER, details=details)
    result = from_answer(answer, wanted=wanted, base=base, analysis=analysis, instance=instance)
    return result if isinstance(result, Rejection) else finished(base, result)


def resolve_patch_or_files(
    prediction: Prediction, *, base: JavaTree, repository: Repository
) -> Candidate | Rejection:
    """Apply a prediction that is no raw answer. This needs git alone, no analysis JVM."""
    if prediction.model_patch is not None:
        result = from_patch(prediction.model_patch, base, repository)
    else:
        result = from_files(prediction.files or {}, base)
    return result if isinstance(result, Rejection) else finished(base, result)


def finished(base: JavaTree, candidate: Candidate) -> Candidate | Rejection:
    """Drop what is no change at all, add our own diff, and refuse a candidate without code."""
    changes = tuple(c for c in candidate.changes if base.read(c.path) != c.content)
    if (trouble := unfit(base, changes)) is not None:
        return Rejection(reason=Reason.APPLY_FAILED, details=trouble)
    if not any(changes_code(base, change) for change in changes):
        what = "only comments or layout differ" if changes else "nothing differs from the base"
        return Rejection(reason=Reason.NO_CHANGE, details=what)
    return replace(candidate, changes=changes, patch=unified_diff(base, changes))


def from_patch(text: str, base: JavaTree, repository: Repository) -> Candidate | Rejection:
    """Apply a unified diff exactly (lines may have moved, context must be equal)."""
    try:
        outline = read_patch(text)
    except PatchError as error:
        return Rejection(reason=Reason.APPLY_FAILED, details=str(error))
    if not outline.paths:
        return Rejection(reason=Reason.NO_CHANGE, details="the patch is empty")
    refused = _refused_paths(outline.paths) or _refused_modes(outline)
    if refused is not None:
        return refused
    # Git's complaint of a file that the clone lacks would read like one of the patch.
    for path in outline.paths:
        base.read(path)
    try:
        changes = repository.apply_patch(base.id, outline.text)
    except PatchDoesNotApply as error:
        details = error.message + _other_line_ends(outline, base)
        return Rejection(reason=Reason.APPLY_FAILED, details=details)
    tree = repository.tree(base.id)
    kept = tuple(_own_mode(change, tree.mode(change.path)) for change in changes)
    return Candidate(changes=kept, patch="", renames=_real_renames(outline, kept))


def from_files(files: Mapping[str, str | None], base: JavaTree) -> Candidate | Rejection:
    """Take whole texts by path; None deletes. A file keeps its mode."""
    refused = _refused_paths(files)
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
                else encoded(text, base.encoding(path) if path.endswith(".java") else "")
            )
        except UnicodeEncodeError as error:
            details = f"{path} is no valid text: {error.reason}"
            return Rejection(reason=Reason.APPLY_FAILED, details=details)
        if content is not None and len(content) > MOST_FILE_BYTES:
            details = f"{path} has {len(content):,} bytes; {MOST_FILE_BYTES:,} are allowed"
            return Rejection(reason=Reason.APPLY_FAILED, details=details)
        changes.append(FileChange(path=path, content=content))
    return Candidate(changes=tuple(changes), patch="")


def _other_line_ends(outline: PatchOutline, base: Tree) -> str:
    """What to say where the files end their lines otherwise than the patch; empty where none does."""
    in_patch = b"\r\n" in outline.text
    for path in outline.paths:
        lines = (base.read(path) or b"").splitlines(keepends=True)
        windows = sum(line.endswith(b"\r\n") for line in lines) * 2 > len(lines)
        if lines and windows is not in_patch:
            ends = ("LF", "CRLF")
            return (
                f"; lines of {path} end with {ends[windows]}, those of the patch with"
                f" {ends[in_patch]}: was it made or kept with other line ends?"
            )
    return ""


def _refused_paths(paths: Iterable[str]) -> Rejection | None:
    for path in paths:
        reason = unsafe_reason(path)
        if reason is not None:
            return _policy(PolicyRule.PATH_ESCAPE, path, reason)
    return None


def _refused_modes(outline: PatchOutline) -> Rejection | None:
    for mode in outline.modes:
        if mode in _LINK_MODES:
            return _policy(_LINK_MODES[mode], outline.paths[0], f"mode {mode}")
    return None


def _policy(rule: PolicyRule, path: str, what: str) -> Rejection:
    shown = path.encode("utf-8", "backslashreplace").decode()
    finding = PolicyFinding(rule=rule, path=shown, line=0, what=what)
    return Rejection(reason=Reason.POLICY, details=str(finding))


def _own_mode(change: FileChange, base_mode: str | None) -> FileChange:
    """An executable file of the base that stays one is none of the candidate's doing."""
    if change.mode == base_mode == EXECUTABLE_MODE:
        return replace(change, mode=PLAIN_MODE)
    return change


def _real_renames(outline: PatchOutline, changes: tuple[FileChange, ...]) -> dict[str, str]:
    gone = {change.path for change in changes if change.content is None}
    return {old: new for old, new in outline.renames.items() if old in gone}
