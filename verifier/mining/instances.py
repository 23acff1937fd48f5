"""From one mined commit to the instances that are kept."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from verifier import __version__
from verifier.analysis.commit_detection import RefactoringSources
from verifier.domain.instance import Instance, Provenance, SideSources, list_edited_files
from verifier.domain.paths import is_test_path
from verifier.domain.refactoring import Refactoring, may_be_pure
from verifier.domain.refactoring_traits import DEFAULT_TYPES, RefactoringType
from verifier.mining.commit import MinedCommit
from verifier.mining.merging import Merged, merge, source_order
from verifier.tools.git.repository import Repository


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """The refactorings that become instances."""

    types: tuple[RefactoringType, ...] = DEFAULT_TYPES
    include_impure: bool = False
    main_only: bool = False

    def merge(self, mined: MinedCommit) -> tuple[Merged, ...]:
        """Merge the refactorings of the types in one commit into instances."""
        return merge(mined.commit, mined.refactorings, self.types)

    def select(self, merged: Sequence[Merged]) -> tuple[Merged, ...]:
        """Select the instances that become records: the pure ones or all.

        With `main_only`, those in test code are left out.
        """
        in_tests = self.in_tests(merged)
        return tuple(m for m in self._pure_enough(merged) if m not in in_tests)

    def in_tests(self, merged: Sequence[Merged]) -> tuple[Merged, ...]:
        """The instances that are left out because they edit test code. Empty without `main_only`."""
        if not self.main_only:
            return ()
        files = ((m, list_edited_files(m.before, m.after)) for m in self._pure_enough(merged))
        return tuple(m for m, paths in files if any(map(is_test_path, paths)))

    def _pure_enough(self, merged: Sequence[Merged]) -> tuple[Merged, ...]:
        if self.include_impure:
            return tuple(merged)
        return tuple(m for m in merged if may_be_pure(m.type.traits, m.purity))

    @property
    def words(self) -> tuple[str, ...]:
        """The options for the provenance of a record."""
        impure = ("include-impure",) if self.include_impure else ()
        main = ("main-only",) if self.main_only else ()
        return (f"types={','.join(self.types)}", *impure, *main)


def provenance(versions: Mapping[str, str], options: Sequence[str]) -> Provenance:
    """Make the provenance of records; `versions` are the analysis pool's."""
    return Provenance(
        refverify=__version__,
        refactoring_miner=versions["refactoring_miner"],
        java=versions["analysis_java"],
        options=tuple(options),
    )


FindEditedAround = Callable[[MinedCommit, tuple[Refactoring, ...]], tuple[str, ...] | None]
"""Finds the methods that a commit edits around an instance's code. None if this is unknown."""


def nobody_looked(mined: MinedCommit, parts: tuple[Refactoring, ...]) -> None:
    """The default for edits around refactored code: unknown."""
    del mined, parts


@dataclass(frozen=True, kw_only=True)
class InstanceBuilder:
    """Completes detected facts for a task: texts, patch, context, provenance."""

    repository: Repository
    repo: str
    provenance: Provenance
    edited_around: FindEditedAround = nobody_looked

    def build(
        self, mined: MinedCommit, kept: Sequence[Merged], committed: str
    ) -> tuple[Instance, ...]:
        """Make one record per kept refactoring of a commit, in their order. `committed` is its
        time.
        """
        if not kept:
            return ()
        patch = self.repository.patch(mined.parent, mined.commit)
        places = {id(r): place for place, r in enumerate(mined.refactorings)}
        order = sorted(range(len(places)), key=lambda n: source_order(mined.refactorings[n]))
        context = tuple((n, _context(mined.refactorings[n])) for n in order)
        return tuple(
            replace(
                self._instance(
                    mined, merged, [places[id(p)] for p in merged.parts], patch, context
                ),
                committed=committed,
            )
            for merged in kept
        )

    def _instance(
        self,
        mined: MinedCommit,
        merged: Merged,
        own: Sequence[int],
        patch: str,
        context: Sequence[tuple[int, Refactoring]],
    ) -> Instance:
        sources = mined.sources.get(own[0], _NO_SOURCES)
        return Instance(
            id=merged.id,
            group=merged.group,
            repo=self.repo,
            commit=mined.commit,
            parent=mined.parent,
            type=merged.type,
            description=merged.description,
            before=merged.before,
            after=merged.after,
            before_sources=sources.before,
            after_sources=sources.after,
            purity=merged.purity,
            patch=patch,
            edited_around=self.edited_around(mined, merged.parts),
            others=tuple(r for place, r in context if place not in own),
            provenance=self.provenance,
        )


_NOTHING = SideSources(method="", partner="", class_="", file_sha256="")
_NO_SOURCES = RefactoringSources(before=_NOTHING, after=_NOTHING)


def _context(refactoring: Refactoring) -> Refactoring:
    """A refactoring as context of another instance: its methods and purity, without ranges."""
    before, after = refactoring.before, refactoring.after
    return replace(
        refactoring,
        before=None if before is None else replace(before, ranges=()),
        after=None if after is None else replace(after, ranges=()),
    )
