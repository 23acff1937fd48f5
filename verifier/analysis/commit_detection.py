"""The analysis of one commit: the question, and the answer with the sources for records."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.described import Described
from verifier.domain.instance import SideSources
from verifier.domain.refactoring_traits import DEFAULT_TYPES, RefactoringType
from verifier.domain.source import Detection


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitQuestion:
    """The options of a commit's analysis, which always finds all refactorings.

    Refactorings of `types` get source texts. If `prove_against` is a class path, the pure ones
    among them are also proved. With `pass_same_methods`, the sides are not compared if they have
    the same methods; then no refactoring of any type is found.
    """

    types: Collection[RefactoringType] = DEFAULT_TYPES
    prove_against: tuple[Path, ...] | None = None
    pass_same_methods: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class RefactoringSources(Described):
    """Source texts of both sides of a refactoring."""

    before: SideSources
    """The texts before."""
    after: SideSources
    """The texts after."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitDetection:
    """One analysed commit.

    `sources` is keyed by the position in `detection.refactorings` and covers the wanted types only.
    `files` are the changed .java files of either side that were read, and `encodings` the declared
    encodings of those that are not plain ASCII. `milliseconds` is wall-clock time in the worker.
    `same_methods` says that both sides have the same methods, so that they were not compared.
    """

    commit: str
    parent: str
    detection: Detection
    sources: Mapping[int, RefactoringSources] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    encodings: frozenset[str] = frozenset()
    milliseconds: int = 0
    same_methods: bool = False
