"""Find what a commit edits in the methods of a mined refactoring, around the refactored code.

PurityChecker compares only the code that was extracted or inlined, not the rest of the methods. If
the developers also edited the rest, their own refactoring is not a strict success.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from verifier.builds.build_tools import java_tree
from verifier.domain.instance import list_edited_files
from verifier.domain.refactoring import Refactoring, RefactoringSide
from verifier.domain.source import Analysis, SourceTrees
from verifier.errors import AnalysisError
from verifier.java_text.tree_text import text_of
from verifier.mining.commit import MinedCommit
from verifier.mining.instances import FindEditedAround
from verifier.residue.change import DetectedChange
from verifier.residue.left_over import edits_around
from verifier.residue.text.members import FileSides
from verifier.tools.git.repository import Repository


def look_around(repository: Repository, analysis: Analysis) -> FindEditedAround:
    """Return a function that finds edits around refactored code in the commits of a repository."""
    return EditedAround(repository=repository, analysis=analysis).of


@dataclass(frozen=True, kw_only=True)
class EditedAround:
    """Examines the commits of one repository."""

    repository: Repository
    analysis: Analysis

    def of(self, mined: MinedCommit, parts: tuple[Refactoring, ...]) -> tuple[str, ...] | None:
        """Return the methods that were edited around the refactored code.

        `parts` are the refactorings of the commit that form one instance. The result is empty if no
        method was edited, and None if the analysis failed.
        """
        if not any(part.traits.extracts_method or part.traits.inlines_method for part in parts):
            return ()
        before = _files(part.before for part in parts)
        after = _files(part.after for part in parts)
        try:
            found = edits_around(self._change(mined, parts, before, after))
        except AnalysisError:
            return None
        return tuple(dict.fromkeys(str(edit) for edit in found))

    def _change(
        self,
        mined: MinedCommit,
        parts: tuple[Refactoring, ...],
        before: frozenset[str],
        after: frozenset[str],
    ) -> DetectedChange:
        old = self._texts(mined.parent, before)
        new = self._texts(mined.commit, after)
        parse, none = self.analysis.parse, frozenset[str]()
        return DetectedChange(
            trees=SourceTrees(
                before=old, after=new, directories_before=none, directories_after=none
            ),
            units={
                path: FileSides(
                    before=parse(old[path]) if path in old else None,
                    after=parse(new[path]) if path in new else None,
                )
                for path in old.keys() | new.keys()
            },
            matched=parts,
            detected=mined.refactorings,
        )

    def _texts(self, commit: str, paths: frozenset[str]) -> dict[str, str]:
        tree = java_tree(self.repository.tree(commit))
        texts = {path: text_of(tree, path) for path in sorted(paths)}
        return {path: text for path, text in texts.items() if text is not None}


def _files(sides: Iterable[RefactoringSide | None]) -> frozenset[str]:
    return list_edited_files(*(side for side in sides if side is not None))
