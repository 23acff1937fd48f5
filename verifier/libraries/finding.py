"""Find the jars that a commit is compiled against: a prepared base's, or those in its build files."""

import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field

from verifier.builds.options import BuildOptions
from verifier.domain.libraries import (
    FoundLibraries,
    LibraryAnswer,
    LibraryPlaces,
    LibraryRecord,
    LibraryRequest,
)
from verifier.domain.source import Analysis, Tree
from verifier.errors import AnalysisError, StorageError
from verifier.libraries.build_files import BuildFiles
from verifier.libraries.known import keep_answer, key_of, read_answer
from verifier.libraries.places import user_places
from verifier.libraries.prepared import find_prepared_libraries
from verifier.tools.git.repository import Repository

logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class LibraryFinder:
    """Finds class paths of commits; no code of a repository runs.

    `options` contain the cache's folder. With `fetch` missing files are downloaded through the
    user's own Maven settings; without it no network is used. `places` are by default the user's
    own.
    """

    analysis: Analysis
    options: BuildOptions = field(default_factory=BuildOptions)
    fetch: bool = False
    places: LibraryPlaces | None = None

    def find(
        self, repository: Repository, commit: str, changed: Collection[str] = ()
    ) -> FoundLibraries:
        """Return the class path for code near some changed files; empty if there is no build file.

        Raises:
            RepositoryError: an object is missing.
            CacheError: the cache cannot be read.
        """
        prepared = find_prepared_libraries(repository, commit, changed, self.options)
        return prepared or self.read(repository.tree(commit), changed)

    def read(self, tree: Tree, changed: Collection[str] = ()) -> FoundLibraries:
        """Return the class path from the build files of a tree alone.

        Raises:
            RepositoryError: an object is missing.
            CacheError: the cache cannot be read.
        """
        files = BuildFiles.of(tree)
        if not files.poms:
            return FoundLibraries(record=LibraryRecord(notes=("there is no build file",)))
        request = LibraryRequest(
            poms=files.poms,
            modules=files.modules_near(changed),
            changed=files.modules_holding(changed),
            places=self.places or user_places(fetch=self.fetch),
        )
        try:
            return build_class_path(self._answer(request))
        except AnalysisError as error:
            logger.info("no libraries were looked for: %s", error)
            return FoundLibraries(record=LibraryRecord(notes=(error.message,)))

    def _answer(self, request: LibraryRequest) -> LibraryAnswer:
        cache, places, key = self.options.cache, request.places, key_of(request)
        known = read_answer(cache, key, places)
        if known is not None and not (places.fetch and known.missing):
            return known
        answer = self.analysis.libraries(request)
        with suppress(StorageError):
            keep_answer(cache, key, places, answer.as_kept())
        return answer


def build_class_path(answer: LibraryAnswer) -> FoundLibraries:
    """Return the class path and its record."""
    return FoundLibraries(
        jars=tuple(path for path, _ in answer.jars),
        record=LibraryRecord(
            found=tuple(library for _, library in answer.jars),
            missing=answer.missing,
            notes=answer.notes,
        ),
    )
