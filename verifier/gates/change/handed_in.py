"""A change that is handed in as text: a patch, or the raw answer of a model, on top of its base."""

from collections.abc import Callable
from dataclasses import dataclass

from verifier.builds.build_tools import java_tree
from verifier.domain.outcome import Reason
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.source import Analysis, Candidate, Rejection
from verifier.errors import InputError, UsageError
from verifier.predictions.patches.patch import PatchError, read_patch
from verifier.predictions.patches.patch_form import from_patch
from verifier.predictions.resolve import resolve
from verifier.predictions.wanted_method import resolve_wanted
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
    """Apply a unified diff to a base. Blank text is an empty change.

    Raises:
        InputError: the text is not a diff.
        RepositoryError: the base cannot be read.
    """
    try:
        read_patch(text)
    except PatchError as error:
        raise InputError(
            f"not a patch that can be judged: {error}",
            hint="Give a plain unified diff, as `git diff --no-color` writes it.",
        ) from error
    return _made(repository, base, from_patch(text, java_tree(repository.tree(base)), repository))


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
    return _made(repository, base, found)


def _made(repository: Repository, base: str, found: Candidate | Rejection) -> HandedIn:
    if isinstance(found, Rejection):
        applies = found.reason is Reason.NO_CHANGE
        return HandedIn(commit=base, rejected=None if applies else found)
    said = (f"the answer was read as {found.reading}",) if found.reading else ()
    return HandedIn(commit=repository.commit_on(base, found.changes), notes=said)
