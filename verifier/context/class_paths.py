"""The class path that names of a base are resolved against: that of its preparation or its build
files.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock

from verifier.builds.described.prepared import PreparedBase
from verifier.builds.modules.several_modules import ChangedModules
from verifier.builds.options import BuildOptions
from verifier.builds.preparing.preparation import already_prepared
from verifier.domain.declared import NEUTRAL
from verifier.domain.instance import Instance, StableId
from verifier.errors import BaseInvalidError, MissingToolError, RepositoryError
from verifier.libraries.finding import LibraryFinder
from verifier.libraries.prepared import present_jars
from verifier.tools.git.repository import Repository
from verifier.tools.storage.files import sha256_of


@dataclass(frozen=True, kw_only=True, slots=True)
class Around:
    """Jars and class folders, and the JDK. `entries` is None if no class path is known.

    `names` identify them without the folders of this machine.
    """

    entries: tuple[Path, ...] | None = field(default=None, metadata=NEUTRAL)
    java_home: Path | None = field(default=None, metadata=NEUTRAL)
    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ClassPaths:
    """The class paths of bases. A given class path serves all bases.

    If a base is not prepared, `libraries` looks for the jars that its build files name.
    """

    options: BuildOptions
    given: tuple[Path, ...] | None = None
    libraries: LibraryFinder | None = None
    _known: dict[tuple[str, ...], Around] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def of(self, repository: Repository, instance: Instance) -> Around:
        """The class path of an instance's base. This prepares nothing; an unprepared base has no
        entries.

        Raises:
            CacheError: the cache cannot be read.
        """
        if self.given is not None:
            return Around(entries=self.given, names=self._entry_names)
        try:
            modules = ChangedModules.of(
                repository.tree(instance.parent), instance.files, self.options
            )
        except (BaseInvalidError, RepositoryError):
            return Around()
        key = (str(repository.git_dir), instance.parent, modules.root, *modules.built)
        with self._lock:
            if key not in self._known:
                around = self._prepare(repository, instance.parent, modules)
                self._known[key] = self._add_named_jars(repository, instance, around)
            return self._known[key]

    @cached_property
    def _entry_names(self) -> tuple[str, ...]:
        return tuple(map(_describe, self.given or ()))

    def _prepare(self, repository: Repository, commit: str, modules: ChangedModules) -> Around:
        options = replace(self.options, modules=modules.built, root=modules.root)
        try:
            base = already_prepared(repository, commit, options)
        except (BaseInvalidError, MissingToolError):
            base = None
        return Around() if base is None else around_of(base)

    def _add_named_jars(self, repository: Repository, instance: Instance, around: Around) -> Around:
        """Add the jars that the build files name if no class path is known."""
        if around.entries is not None or self.libraries is None:
            return around
        found = self.libraries.read(repository.tree(instance.parent), instance.files)
        named = (each.coordinates for each in found.record.found)
        return replace(around, entries=found.jars or None, names=(*around.names, *named))


def around_of(base: PreparedBase) -> Around:
    """The existing jars of all modules with code, without repetition.

    Without jars, no class path is known: a build tool may know none for modules that need each
    other.
    """
    present = present_jars(base)
    return Around(
        entries=tuple(base.libraries / jar for jar in present) or None,
        java_home=base.jdk.home,
        names=(f"JDK {base.jdk.version}", *present),
    )


def _describe(entry: Path) -> str:
    """Return the entry's name and a hash of its content; for a folder, of all its files."""
    files = sorted(f for f in entry.rglob("*") if f.is_file()) if entry.is_dir() else [entry]
    contents = (f"{file.relative_to(entry)} {sha256_of(file)}" for file in files)
    return f"{entry.name} {StableId.of(*contents)}"
