"""What the analysis reads from a change, whatever refactoring is wanted."""

from collections.abc import Callable
from dataclasses import dataclass

from verifier.domain.source import Analysis, Candidate, Detection, JavaTree, SourceTrees
from verifier.residue.text.members import FileSides, Units
from verifier.tools.once import once


@dataclass(frozen=True, kw_only=True)
class Readings:
    """The sources of both sides, their declarations, and the refactorings between them.

    Each is computed once, when a judgement first needs it; all judgements of a change share them.
    `known` is what an earlier analysis of the same two sides detected; None without one.
    """

    base: JavaTree
    candidate: Candidate
    analysis: Analysis
    trees_of: Callable[[JavaTree, Candidate], SourceTrees]
    known: Detection | None = None

    @once
    def trees(self) -> SourceTrees:
        """The changed sources of both sides."""
        return self.trees_of(self.base, self.candidate)

    @once
    def detection(self) -> Detection:
        """The refactorings that RefactoringMiner finds between base and candidate."""
        return self.known or self.analysis.detect(self.trees)

    @once
    def units(self) -> Units:
        """The declarations in the changed files of both sides."""
        trees, parse = self.trees, self.analysis.parse
        return {
            path: FileSides(
                before=parse(trees.before[path]) if path in trees.before else None,
                after=parse(trees.after[path]) if path in trees.after else None,
            )
            for path in trees.before.keys() | trees.after.keys()
        }
