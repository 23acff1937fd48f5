"""The jars that code of a repository is compiled against, found without running a build."""

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
    """`group:name:version`, with type and classifier where they are not the usual ones."""
    origin: Origin
    """Where it was found."""


@dataclass(frozen=True, kw_only=True, slots=True)
class MissingLibrary(Described):
    """A file that the build files ask for and that is not on this machine."""

    coordinates: str
    """`group:name:version`, with type and classifier where they are not the usual ones."""
    why: str
    """What it is needed for: a jar of the class path, a parent, or a list of versions."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NameShare(Described):
    """How many names of the code lead to a declaration."""

    asked: int
    """The names of the code that were looked at."""
    unresolved: int
    """Those of them that lead nowhere."""

    @property
    def resolved(self) -> float | None:
        """The share that leads somewhere; None without names."""
        return None if not self.asked else 1 - self.unresolved / self.asked


@dataclass(frozen=True, kw_only=True, slots=True)
class LibraryRecord(Described):
    """What was taken as class path, and what is missing."""

    found: tuple[FoundLibrary, ...] = ()
    """The jars, in the order of the class path."""
    missing: tuple[MissingLibrary, ...] = ()
    """What the build files ask for and was not found, sorted."""
    notes: tuple[str, ...] = ()
    """What of the build files could not be read."""
    names: NameShare | None = None
    """How many names of the changed files resolve; null where nobody counted."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundLibraries:
    """The class path of a commit: jars in order, and the record of how they were found.

    `java_home` is the JDK of a prepared base; None where none was prepared.
    """

    jars: tuple[Path, ...] = ()
    record: LibraryRecord = field(default_factory=LibraryRecord)
    java_home: Path | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LibraryPlaces:
    """Where files are looked for. `gradle` is the folder of Gradle's downloads.

    `settings` are the user's own Maven settings, the more important first; `trusted` is the file of
    certificates of the user's JDK. `java` is its version, by which profiles are chosen; empty for that of
    the analysis. They and `environment` count only with `fetch`, which downloads
    what is missing.
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
    """The poms of a tree by path, and the paths of those whose class paths are wanted, in order.

    Of one library the version of the first module counts. The first `changed` modules hold changed
    files: where these, or modules that use them, have several versions of a library, none counts.
    """

    poms: Mapping[str, bytes]
    modules: tuple[str, ...]
    places: LibraryPlaces
    changed: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class LibraryAnswer:
    """What the build files ask for: jars by path, as found, and what is missing."""

    jars: tuple[tuple[Path, FoundLibrary], ...]
    missing: tuple[MissingLibrary, ...]
    notes: tuple[str, ...]

    def as_kept(self) -> "LibraryAnswer":
        """The same for a later call, to which what was fetched is in the local repository."""
        here = (
            (path, replace(each, origin=Origin.LOCAL) if each.origin is Origin.FETCHED else each)
            for path, each in self.jars
        )
        return replace(self, jars=tuple(here))
