"""What the analysis of one commit yields: the detection, and the sources that records need."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.domain.described import Described
from verifier.domain.instance import SideSources
from verifier.domain.source import Detection


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
    """

    commit: str
    parent: str
    detection: Detection
    sources: Mapping[int, RefactoringSources] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    encodings: frozenset[str] = frozenset()
    milliseconds: int = 0
