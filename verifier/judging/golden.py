"""Make the golden refactoring of an instance from its repository."""

import logging
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from threading import Lock

from verifier.builds.build_tools import java_tree
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.proof_request import CommitSources
from verifier.domain.source import Analysis, JavaTree, SourceTrees
from verifier.errors import RepositoryError
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.tree_text import text_of
from verifier.predictions.golden.closing import Roots
from verifier.predictions.golden.reference import GoldenSides, golden_refactoring
from verifier.residue.golden_edits import golden_edits
from verifier.residue.text.members import FileSides, Units
from verifier.tools.git.repository import Repository

logger = logging.getLogger(__name__)


def golden_sides(instance: Instance, repository: Repository) -> GoldenSides:
    """Read both source trees of an instance.

    Raises:
        RepositoryError: a commit is missing.
    """
    before, after = repository.tree(instance.parent), repository.tree(instance.commit)
    home = repository.common_dir
    return GoldenSides(
        before=java_tree(before),
        after=java_tree(after),
        roots=Roots(
            before=CommitSources(repository=home, commit=before.id),
            after=CommitSources(repository=home, commit=after.id),
        ),
    )


def golden_prediction(instance: Instance, repository: Repository, reader: JavaReader) -> Prediction:
    """The developers' refactoring without unrelated edits, with the edits that it needs.

    Raises:
        RepositoryError: a commit is missing.
    """
    sides = golden_sides(instance, repository)
    prediction = golden_refactoring(instance, sides, reader)
    if prediction.closure is None:
        return prediction
    edits = golden_edits(*_read_sides(sides.before, prediction.files or {}, reader.analysis))
    return replace(prediction, closure=replace(prediction.closure, edits=edits))


@dataclass(kw_only=True)
class GoldenEdits:
    """The edits of each instance's golden refactoring, shared by all predictions of a run.

    They come from the instance's record. If it has none, the golden refactoring is made once.
    """

    analysis: Analysis
    _known: dict[str, Mapping[str, str]] = field(default_factory=dict)
    _locks: dict[str, Lock] = field(default_factory=lambda: defaultdict(Lock))

    def of(self, instance: Instance, repository: Repository) -> Mapping[str, str]:
        """The content of each edited member by name. Empty if the repository lacks the commit."""
        with self._locks[instance.id]:
            if instance.id not in self._known:
                self._known[instance.id] = self._make(instance, repository)
        return self._known[instance.id]

    def _make(self, instance: Instance, repository: Repository) -> Mapping[str, str]:
        closure = None if instance.golden is None else instance.golden.closure
        if closure is None or closure.edits is None:
            try:
                reader = JavaReader(analysis=self.analysis)
                closure = golden_prediction(instance, repository, reader).closure
            except RepositoryError as error:
                logger.info("no golden refactoring of %s: %s", instance.id, error)
                return {}
        edits = () if closure is None else closure.edits or ()
        return {edit.member: edit.content for edit in edits}


def _read_sides(
    base: JavaTree, files: Mapping[str, str | None], analysis: Analysis
) -> tuple[SourceTrees, Units]:
    """Read both sides of a prediction's sources, as text and as parsed units."""
    old = {path: text_of(base, path) for path in files if path.endswith(".java")}
    before = {path: text for path, text in old.items() if text is not None}
    after = {path: text for path in old if (text := files[path]) is not None}
    units = {
        path: FileSides(
            before=analysis.parse(before[path]) if path in before else None,
            after=analysis.parse(after[path]) if path in after else None,
        )
        for path in old
    }
    none = frozenset[str]()
    trees = SourceTrees(before=before, after=after, directories_before=none, directories_after=none)
    return trees, units
