"""The analysis of one commit: what is asked, and what it yields, the sources that records need among it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.described import Described
from verifier.domain.instance import SideSources
from verifier.domain.refactoring import DEFAULT_TYPES, RefactoringType
from verifier.domain.source import Detection


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitQuestion:
    """What is asked of a commit, beside all its refactorings.

    Those of `types` get source texts; the pure ones of these are proved against a class path, if
    `prove_against` is one. With `pass_same_methods` nothing is compared, and no refactoring of any
    type found, where both sides have the same methods.
    """

    types: Collection[RefactoringType] = DEFAULT_TYPES
    prove_against: tuple[Path, ...] | None = None
    pass_same_methods: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class RefactoringSources(Described):
    """Source texts of both sides of one refactoring."""

    before: SideSources
    """The texts before."""
    after: SideSources
    """The texts after."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitDetection:
    """One analysed commit.

    `sources` is keyed by the position in `detection.refactorings`, for the wanted types only.
    `files` are the changed .java files of either side that were read, `encodings` what was declared
    for those of them that are not plain ASCII; `milliseconds` is the wall time inside the worker.
    `same_methods`: both sides have the same methods, so they were not compared.
    """

    commit: str
    parent: str
    detection: Detection
    sources: Mapping[int, RefactoringSources] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    encodings: frozenset[str] = frozenset()
    milliseconds: int = 0
    same_methods: bool = False
