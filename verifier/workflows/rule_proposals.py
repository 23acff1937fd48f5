"""Propose rule sets that hold on the developers' commit and on its refactoring alone."""

from collections.abc import Iterable, Iterator, Sequence

from verifier.analysis.pool import AnalysisPool
from verifier.domain.instance import Instance
from verifier.domain.source import FileChange, JavaTree, Rejection
from verifier.java_text.names import class_chain
from verifier.java_text.quick_reader import JavaReader
from verifier.judging.golden import golden_sides
from verifier.judging.tasks import Repositories
from verifier.predictions.golden.reference import golden_refactoring
from verifier.predictions.resolve import resolve
from verifier.predictions.splicing.splice import FileSplice
from verifier.rules.proposing import propose_valid
from verifier.rules.rule_files import RuleSet
from verifier.rules.tree_difference import changes_between
from verifier.tools.git.repository import Repository
from verifier.workflows.rule_sides import open_scanner


def proposals(
    instances: Iterable[Instance], repos: Sequence[str]
) -> Iterator[tuple[Instance, RuleSet]]:
    """Propose rules for each instance. A set may be empty.

    Raises:
        UsageError: an instance's repository was not given.
        RepositoryError: its commits are missing.
        ScanFailed: the engine crashed, so that nothing is known.
    """
    scanner = open_scanner(())
    with Repositories.parse(repos) as repositories, AnalysisPool() as analysis:
        for instance in instances:
            repository = repositories.of(instance.repo)
            base, after = repository.tree(instance.parent), repository.tree(instance.commit)
            golden = changes_between(base, after)
            alone = _alone(instance, repository, analysis)
            yield instance, propose_valid(instance, scanner, base, golden, alone=alone)


def _alone(
    instance: Instance, repository: Repository, analysis: AnalysisPool
) -> tuple[FileChange, ...]:
    """The refactoring without the rest of its commit. Empty if it cannot be separated."""
    reader = JavaReader(analysis=analysis)
    sides = golden_sides(instance, repository)
    base = sides.before
    if not _has_homes(instance, base, reader):
        return ()
    prediction = golden_refactoring(instance, sides, reader)
    found = resolve(
        prediction,
        wanted=None,
        base=base,
        analysis=analysis,
        repository=repository,
        instance=instance,
    )
    return () if isinstance(found, Rejection) else tuple(found.changes)


def _has_homes(instance: Instance, base: JavaTree, reader: JavaReader) -> bool:
    """Whether no method moves to a new class of an old file; such a class is more than the move."""
    after = instance.after
    places = [(after.file, after.method)]
    if after.partner is not None:
        places.append((after.partner_file or after.file, after.partner))
    files = [(FileSplice(base, path, reader), m) for path, m in places if base.read(path)]
    return all(file.type_named(class_chain(m.class_name)) is not None for file, m in files)
