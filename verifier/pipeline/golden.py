"""The golden refactoring of an instance, from its repository."""

from verifier.builds.build_tools import java_tree
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.proof_request import CommitSources
from verifier.java_text.quick_reader import JavaReader
from verifier.predictions.golden import GoldenSides, golden_refactoring
from verifier.predictions.golden_closing import Roots
from verifier.tools.git import Repository


def golden_sides(instance: Instance, repository: Repository) -> GoldenSides:
    """Both trees of an instance.

    Raises:
        RepositoryError: a commit is not there.
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
    """The developers' refactoring alone, with what it needs.

    Raises:
        RepositoryError: a commit is not there.
    """
    return golden_refactoring(instance, golden_sides(instance, repository), reader)
