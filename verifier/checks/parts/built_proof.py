"""The proof on the class files that run, shared by all checks that need it."""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from verifier.builds.builder import Builder, ClassFiles, RuntimeEnvironment
from verifier.domain.proof import Proof
from verifier.domain.proof_hints import hints_of, methods_of
from verifier.domain.proof_request import ClassVersion, ProofRequest
from verifier.domain.refactoring import Refactoring
from verifier.domain.source import Analysis, Candidate, Detection, JavaTree
from verifier.errors import BaseInvalidError
from verifier.proving.difference import find_checkout_files, is_compiled
from verifier.proving.prediction import files_beside, old_and_new
from verifier.tools.storage.scratch import scratch_folder

_OLD, _NEW = "old", "new"


class RefactoredChange(Protocol):
    """What a proof needs of a change: the detected refactorings, and the workers that run the prover."""

    @property
    def analysis(self) -> Analysis:
        """The workers that run the prover."""
        ...

    @property
    def detection(self) -> Detection:
        """The refactorings that RefactoringMiner finds between base and candidate."""
        ...

    @property
    def matched(self) -> tuple[Refactoring, ...]:
        """The detected refactorings that match the wanted one."""
        ...


class BuiltChange(RefactoredChange, Protocol):
    """A change with the class files of both sides."""

    @property
    def base(self) -> JavaTree:
        """The base's sources."""
        ...

    @property
    def candidate(self) -> Candidate:
        """The change."""
        ...

    @property
    def base_classes(self) -> ClassFiles:
        """The class files of the base."""
        ...

    @property
    def candidate_classes(self) -> ClassFiles:
        """The class files of the candidate, made by the base's compiler."""
        ...

    @property
    def restored(self) -> tuple[str, ...]:
        """The candidate's changes that were refused."""
        ...

    @property
    def builder(self) -> Builder:
        """The builder of the base commit."""
        ...


def prove_built(case: BuiltChange) -> Proof | None:
    """Prove on the class files of both sides; None if the base's compiler leaves none.

    Raises:
        InputError: a class file cannot be read.
        AnalysisError: the prover gives no answer.
    """
    with _class_files(case) as request:
        if request is None:
            return None
        return prove(case, request, case.builder.surroundings())


def prove(
    case: RefactoredChange, request: ProofRequest, around: RuntimeEnvironment | None
) -> Proof:
    """Ask the prover.

    The request gets the base's class path, if it is known, and hints from the detected
    refactorings.
    """
    found = case.matched
    if around is not None:
        request = replace(request, class_path=around.class_path, java_home=around.jdk.home)
    return case.analysis.prove(
        replace(
            request,
            hints=hints_of(case.detection.refactorings),
            refactored=methods_of(found),
        )
    )


@contextmanager
def _class_files(case: BuiltChange) -> Iterator[ProofRequest | None]:
    """Write the class files of both sides, made by the base's compiler; None if it leaves none."""
    try:
        base, candidate = case.base_classes, case.candidate_classes
    except BaseInvalidError:
        yield None
        return
    with scratch_folder() as scratch:
        yield ProofRequest(
            before=_version(base, scratch / _OLD),
            after=_version(candidate, scratch / _NEW),
            changed=files_beside(case.base, case.candidate, _find_built(case, base, candidate)),
        )


def _version(found: ClassFiles, folder: Path) -> ClassVersion:
    """Put main code first.

    A test class of the same name runs instead of it, so the prover sees both.
    """
    return ClassVersion(folders=found.write_to(folder))


def _find_built(case: BuiltChange, base: ClassFiles, candidate: ClassFiles) -> frozenset[str]:
    """Return the changed sources that the compared class files represent completely.

    Sources that were restored to the base's content are excluded, and so are sources whose code a
    checkout would change.
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
    return compiled - {*case.restored, *find_checkout_files((case.base,), contents)}


def _ends(path: str, classes: Container[str]) -> bool:
    """Whether a class file can belong to a source file: some suffix of its path is a class."""
    parts = path.removesuffix(".java").split("/")
    return any("/".join(parts[at:]) in classes for at in range(len(parts)))
