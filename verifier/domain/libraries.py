"""The jars that a repository's code is compiled against, found without running a build."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from verifier.domain.described import Described


class Origin(StrEnum):
    """Where a jar was found."""

    BASE = "prepared base"
    LOCAL = "local Maven repository"
    GRADLE = "Gradle cache"
    FETCHED = "fetched"


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundLibrary(Described):
    """A jar that was found."""

    coordinates: str
    """`group:name:version`, with type and classifier if they are not the default."""
    origin: Origin
    """Where it was found."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MissingLibrary(Described):
    """A file that the build files require but that was not found."""

    coordinates: str
    """`group:name:version`, with type and classifier if they are not the default."""
    why: str
    """The file's purpose: a jar of the class path, a parent, or a list of versions."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NameShare(Described):
    """How many names in the code resolve to a declaration."""

    asked: int
    """Number of names that were examined."""
    unresolved: int
    """Number of these names that do not resolve."""

    @property
    def share(self) -> float | None:
        """Share of names that resolve, in [0, 1]; None without any names."""
        return None if not self.asked else 1 - self.unresolved / self.asked


@dataclass(frozen=True, kw_only=True, slots=True)
class LibraryRecord(Described):
    """The class path that was used, and its missing parts."""

    found: tuple[FoundLibrary, ...] = ()
    """The jars, in the order of the class path."""
    missing: tuple[MissingLibrary, ...] = ()
    """Files that the build files require but that were not found, sorted."""
    notes: tuple[str, ...] = ()
    """Parts of the build files that could not be read."""
    names: NameShare | None = None
    """How many names in the changed files resolve; null if this was not counted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundLibraries:
    """The class path of a commit: the jars in order, and a record of the search.

    `java_home` is the JDK of the prepared base; None if no base was prepared.
    """

    jars: tuple[Path, ...] = ()
    record: LibraryRecord = field(default_factory=LibraryRecord)
    java_home: Path | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LibraryPlaces:
    """The places that are searched for files. `gradle` is the folder of Gradle's downloads.

    `java` is the Java version that selects Maven profiles; empty means the analysis JVM's version.
    With `fetch`, missing files are downloaded. Only then `settings`, `environment` and `trusted`
    are used: `settings` are the user's Maven settings, the most important file first, and `trusted`
    is the certificate file of the user's JDK.
    """

    repository: Path
    gradle: Path
    settings: tuple[Path, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    trusted: Path | None = None
    java: str = ""
    fetch: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class LibraryRequest:
    """The poms of a tree by path, and the requested modules in order, by the paths of their poms.

    If several modules use a library, the version of the first module counts. The first `changed`
    modules contain changed files: if these, or modules that use them, have several versions of a
    library, none of them counts.
    """

    poms: Mapping[str, bytes]
    modules: tuple[str, ...]
    places: LibraryPlaces
    changed: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class LibraryAnswer:
    """What the build files require: the jars by path, with their origin, and the missing files."""

    jars: tuple[tuple[Path, FoundLibrary], ...]
    missing: tuple[MissingLibrary, ...]
    notes: tuple[str, ...]

    def as_kept(self) -> "LibraryAnswer":
        """Return a copy for later calls: a fetched jar is then in the local repository."""
        here = (
            (path, replace(each, origin=Origin.LOCAL) if each.origin is Origin.FETCHED else each)
            for path, each in self.jars
        )
        return replace(self, jars=tuple(here))
