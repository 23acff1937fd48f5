"""The description of one module, independent of the build tool: its folders, class path and settings."""

from dataclasses import dataclass, field
from pathlib import PurePosixPath

from verifier.domain.paths import SourceFolders

TREE = "@TREE@"
"""Placeholder in settings for the folder of the tree when a job runs."""

MAIN, TEST = "main", "test"
"""The two source sets of a module."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ResourceFolder:
    """A folder whose files go to the class path; `target` is their folder there."""

    folder: str
    target: str = ""
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    filtered: bool = False


def leaves_class_path(target: str) -> bool:
    """Whether a target of resources is not on the class path: an absolute path, or one above it."""
    return target.startswith("/") or ".." in PurePosixPath(target).parts


@dataclass(frozen=True, kw_only=True, slots=True)
class SourcePatterns:
    """Which sources one run of the compiler takes: Ant patterns relative to a source folder.

    Without patterns it takes all sources.
    """

    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class CompilerSettings:
    """How a source set is compiled; `level` is the source level, `release` says whether it is given
    as `--release`.

    The compiler runs once for each of `runs`.
    """

    level: int | None
    release: bool
    arguments: tuple[str, ...] = ()
    runs: tuple[SourcePatterns, ...] = (SourcePatterns(),)


@dataclass(frozen=True, kw_only=True, slots=True)
class TestSettings:
    """How the tests of a module are selected and run.

    - `includes`, `excludes`: Ant-like patterns that match class files or sources, as in Surefire
      and Gradle.
    - `arguments`: JVM arguments.
    - `properties`: system properties.
    - `parameters`: configuration parameters of JUnit Platform.
    - `off`: the setting that switches off the tests in the project's own build; empty if none does.
    - `detect`: whether a matching class is a test only if its content says so, as in Gradle.
    - `called`: the prefix of test ids if they must name their module; empty for the module's
      folder.

    In arguments, properties and parameters, `TREE` is the placeholder for the tree's folder.
    """

    __test__ = False

    includes: tuple[str, ...]
    excludes: tuple[str, ...] = ()
    groups: str = ""
    excluded_groups: str = ""
    arguments: tuple[str, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()
    working_directory: str = "."
    assertions: bool = True
    off: str = ""
    detect: bool = False
    called: str = ""

    @property
    def keyword_assert(self) -> bool:
        """Whether the keyword `assert` works in every test class, as far as the settings say."""
        words = ("-da", "-disableassertions", "-ea:", "-enableassertions:")
        return self.assertions and not any(a.startswith(words) for a in self.arguments)


@dataclass(frozen=True, kw_only=True, slots=True)
class Dependency:
    """One jar: its path, and `group:name` with its version; `main` says whether main code uses it
    too.

    A relative path is relative to the base's `libraries`. If `module` (a folder) is given, the
    dependency is what that module of the project builds from its main or test sources (`of`); its
    path is then unused.
    """

    path: str
    name: str
    version: str
    main: bool
    module: str = ""
    of: str = MAIN


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassPath:
    """The jars of the test class path, in the build tool's order."""

    jars: tuple[Dependency, ...] = ()

    def version(self, name: str) -> str | None:
        """Return the version of `group:name`; None if it is not on the path."""
        return next((jar.version for jar in self.jars if jar.name == name), None)

    def main(self) -> tuple[Dependency, ...]:
        """Return the jars that main code is compiled with; test code is compiled with all."""
        return tuple(jar for jar in self.jars if jar.main)

    @property
    def modules(self) -> frozenset[str]:
        """The folders of the project's modules that are on the path."""
        return frozenset(jar.module for jar in self.jars if jar.module)


@dataclass(frozen=True, kw_only=True, slots=True)
class Module:
    """One module; folders are relative to the repository.

    - `name`: `group:name`.
    - `has_code`: False for a module that only groups others.
    - `main_output`, `test_output`: the folders where the project's own build puts class files.
    - `class_path`: empty if it is unknown. For modules that need each other the build tool knows it
      only after building them.
    - `unsupported`: why our own compiler and launcher cannot build the module; empty if they can.
    - `repacked`: what puts something other than the module's classes into its jar; empty if nothing
      does.
    - `tested`: whether the project's own build runs its tests.
    - `tests_compiled`: whether the project's own build compiles its tests.
    """

    name: str
    folder: str
    has_code: bool
    encoding: str
    sources: tuple[str, ...]
    test_sources: tuple[str, ...]
    resources: tuple[ResourceFolder, ...]
    test_resources: tuple[ResourceFolder, ...]
    main_output: str
    test_output: str
    main: CompilerSettings
    test: CompilerSettings
    tests: TestSettings
    class_path: ClassPath = field(default_factory=ClassPath)
    unsupported: tuple[str, ...] = ()
    repacked: str = ""
    notes: tuple[str, ...] = ()
    tested: bool = True
    tests_compiled: bool = True

    @property
    def label(self) -> str:
        """The prefix of its test ids if they must name their module."""
        return self.tests.called or self.folder

    @property
    def outputs(self) -> tuple[str, ...]:
        """The folders that a build fills and a clean empties."""
        made = (self.main_output, self.test_output)
        around = {str(PurePosixPath(folder).parent) for folder in made}
        return tuple(sorted({*made, *around} - {self.folder, "."}))


NO_CLASS_PATH = "its class path cannot be had"
"""Why a module is refused whose dependencies only a build that did not run could tell."""


def not_its_classes(file: str, folder: str) -> str:
    """Explain that a module is refused because it needs a file that another one packs in its own way."""
    return f"it needs {file} of {folder}, which is not its classes"


def explain_other_content(folder: str, maker: str) -> str:
    """Explain that a module is refused because the jar of a module it needs has other content than its classes."""
    return f"it needs {folder}, whose jar {maker} makes"


def source_folders(modules: tuple[Module, ...]) -> SourceFolders:
    """Return the folders that some modules take their files from.

    A module's own folder as a resource folder (for a licence, for example) says nothing about what
    is below it.
    """
    return SourceFolders(
        main=tuple(f for m in modules for f in m.sources),
        test=tuple(f for m in modules for f in m.test_sources),
        main_resources=tuple(
            r.folder for m in modules for r in m.resources if r.folder != m.folder
        ),
        test_resources=tuple(
            r.folder for m in modules for r in m.test_resources if r.folder != m.folder
        ),
    )
