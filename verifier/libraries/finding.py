"""Which jars a commit is compiled against: those of a prepared base, else what its build files name."""

from collections.abc import Collection
from dataclasses import dataclass, field

from verifier.builds.base import BuildOptions
from verifier.domain.libraries import FoundLibraries
from verifier.domain.source import Analysis
from verifier.tools.git import Repository


@dataclass(frozen=True, kw_only=True)
class LibraryFinder:
    """Finds class paths of commits; nothing of a repository is run.

    `options` name the cache. With `fetch` what is missing is downloaded through the user's own
    Maven settings; else nothing goes to a network.
    """

    analysis: Analysis
    options: BuildOptions = field(default_factory=BuildOptions)
    fetch: bool = False

    def find(
        self, repository: Repository, commit: str, changed: Collection[str] = ()
    ) -> FoundLibraries:
        """The class path for code near some changed files; without a build file there is none.

        Raises:
            RepositoryError: an object is missing.
            CacheError: the cache cannot be read.
        """
        raise NotImplementedError
