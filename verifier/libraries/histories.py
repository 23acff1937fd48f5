"""The class paths of the commits of a history, and what they lack."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from verifier.builds.options import BuildOptions
from verifier.domain.libraries import LibraryRecord
from verifier.domain.source import Analysis
from verifier.errors import CacheError, RepositoryError
from verifier.libraries.finding import LibraryFinder
from verifier.printable import list_first, pluralize
from verifier.tools.git.repository import Repository

_MOST_NAMED = 5


@dataclass(kw_only=True)
class HistoryClassPaths:
    """Finds the class path of each commit from its build files, and collects the results."""

    options: BuildOptions
    fetch: bool = False
    found: dict[LibraryRecord, int] = field(default_factory=dict)
    """The class paths, each with the number of its commits."""

    def of(self, repository: Repository, analysis: Analysis) -> "_OfRepository":
        """Return the class paths of one repository's commits."""
        finder = LibraryFinder(analysis=analysis, options=self.options, fetch=self.fetch)
        return _OfRepository(repository=repository, finder=finder, found=self.found)

    def text(self) -> str:
        """Say in one line how many jars were found, and which ones were missing most often."""
        missing = Counter[str]()
        for record, commits in self.found.items():
            missing.update({each.coordinates: commits for each in record.missing})
        paths = pluralize(len(self.found), "class path")
        jars = pluralize(len({each for record in self.found for each in record.found}), "jar")
        if not missing:
            return f"Class paths: {paths} with {jars}, nothing is missing."
        named = list_first([name for name, _ in missing.most_common()], _MOST_NAMED)
        return f"Class paths: {paths} with {jars}; missing: {named}; --fetch downloads them."


@dataclass(frozen=True, kw_only=True)
class _OfRepository:
    repository: Repository
    finder: LibraryFinder
    found: dict[LibraryRecord, int]

    def __call__(self, commit: str) -> tuple[Path, ...]:
        """Return the class path of a commit; empty if it cannot be read."""
        try:
            libraries = self.finder.read(self.repository.tree(commit))
        except (RepositoryError, CacheError):
            return ()
        self.found[libraries.record] = self.found.get(libraries.record, 0) + 1
        return libraries.jars
