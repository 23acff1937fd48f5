"""A change that is handed in as text: a patch, or the raw answer of a model, on top of its base."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from verifier.builds.build_tools import java_tree
from verifier.domain.outcome import Reason
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import (
    EXECUTABLE_MODE,
    PLAIN_MODE,
    Analysis,
    Candidate,
    FileChange,
    Rejection,
)
from verifier.errors import InputError, UsageError
from verifier.predictions.patches.patch import PatchError, read_patch
from verifier.predictions.patches.patch_form import from_patch
from verifier.predictions.resolve import resolve
from verifier.predictions.wanted_method import resolve_wanted
from verifier.tools.git.objects import GitTree
from verifier.tools.git.repository import Repository

_NAME = "answer"


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """What a raw answer is read for: the refactorings that were asked for, and the analysis.

    Exactly one refactoring makes an answer readable. `analysis` opens the workers at their first
    use.
    """

    wanted: tuple[WantedRefactoring, ...]
    analysis: Callable[[], Analysis]


@dataclass(frozen=True, kw_only=True, slots=True)
class HandedIn:
    """The commit that a text makes of its base; the base itself if it changes nothing.

    `rejected` says why a text that should change something does not; None if it applies.
    """

    commit: str
    notes: tuple[str, ...] = ()
    rejected: Rejection | None = None


def apply_patch(repository: Repository, base: str, text: str) -> HandedIn:
    """Apply a unified diff to a base.

    Raises:
        InputError: the text is blank or not a diff.
        RepositoryError: the base cannot be read.
    """
    if not text.strip():
        # A gate must not pass because the command before it in a pipe failed.
        raise InputError(
            "the patch is empty",
            hint="Look whether the command that writes it failed. Without a change there is no patch to check.",
        )
    try:
        read_patch(text)
    except PatchError as error:
        raise InputError(
            f"not a patch that can be judged: {error}",
            hint="Give a plain unified diff, as `git diff --no-color` writes it.",
        ) from error
    tree = java_tree(repository.tree(base))
    return _made(repository, base, from_patch(text, tree, repository, keeps_modes=True))


def apply_answer(repository: Repository, base: str, text: str, asked: Asked | None) -> HandedIn:
    """Read the raw text of a model as the refactoring that was asked for.

    Raises:
        UsageError: not exactly one refactoring was asked for.
        RepositoryError: the base cannot be read.
        AnalysisError, AnalysisTimeout: a source of the base cannot be parsed.
    """
    if asked is None or len(asked.wanted) != 1:
        raise UsageError(
            "an answer needs the one refactoring that was asked for",
            hint='For example --want "Extract Method:pkg.Class#method(int, String)".',
        )
    tree, analysis = java_tree(repository.tree(base)), asked.analysis()
    found = resolve(
        Prediction(instance_id=_NAME, model_name_or_path=_NAME, model_output=text),
        wanted=resolve_wanted(asked.wanted[0], tree, (), analysis),
        base=tree,
        analysis=analysis,
        repository=repository,
        instance=None,
    )
    if isinstance(found, Candidate):
        # An answer is text: it says nothing about modes.
        found = replace(found, changes=tuple(_with_modes(found.changes, repository.tree(base))))
    return _made(repository, base, found)


def _with_modes(changes: Iterable[FileChange], base: GitTree) -> Iterator[FileChange]:
    """Yield the changes, with the mode of the base for a file that is executable there."""
    for change in changes:
        was_executable = base.mode(change.path) == EXECUTABLE_MODE
        is_plain = change.content is not None and change.mode == PLAIN_MODE
        yield replace(change, mode=EXECUTABLE_MODE) if was_executable and is_plain else change


def _made(repository: Repository, base: str, found: Candidate | Rejection) -> HandedIn:
    if isinstance(found, Rejection):
        applies = found.reason is Reason.NO_CHANGE
        return HandedIn(commit=base, rejected=None if applies else found)
    said = (f"the answer was read as {found.reading}",) if found.reading else ()
    return HandedIn(commit=repository.commit_on(base, found.changes), notes=said)
