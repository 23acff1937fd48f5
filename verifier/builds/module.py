"""What any build tool can say of one module: its folders, its class path, its settings."""

from dataclasses import dataclass, field
from pathlib import PurePosixPath

from verifier.domain.paths import SourceFolders

TREE = "@TREE@"
"""Stands in settings for the folder in which the tree lies when a job runs."""

MAIN, TEST = "main", "test"
"""The two sets of sources of a module."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ResourceFolder:
    """A folder whose files go to the class path; `target` is their folder there."""

    folder: str
    target: str = ""
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    filtered: bool = False


def leaves_class_path(target: str) -> bool:
    """Whether a place among resources is none on the class path: absolute, or above it."""
    return target.startswith("/") or ".." in PurePosixPath(target).parts


@dataclass(frozen=True, kw_only=True, slots=True)
class SourcePatterns:
    """Which sources one run of the compiler takes: Ant patterns below a source folder.

    All is taken without any.
    """

    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class CompilerSettings:
    """How a source set is compiled; `level` is the source level, `release` if given as such.

    The compiler runs once for each of `runs`.
    """

    level: int | None
    release: bool
    arguments: tuple[str, ...] = ()
    runs: tuple[SourcePatterns, ...] = (SourcePatterns(),)


@dataclass(frozen=True, kw_only=True, slots=True)
class TestSettings:
    """How the tests of a module are chosen and run.

    Patterns are Ant-like and name class files or sources, as Surefire and Gradle have them.
    `arguments` are the JVM's words, `properties` system properties, `parameters` those of JUnit
    Platform. In all of these `TREE` stands for the tree's place. `called` is what ids begin with where modules must be
    told apart; empty for the module's folder. `off` is the setting that switches
    the tests off in the project's own build; empty where none does. `detect` says that of the classes
    that the patterns take, those are tests that say so themselves, as Gradle has it.
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
    """One jar: where it lies, and `group:name` with its version. `main` jars are for all code.

    A relative path is below the base's `libraries`. Where `module` (a folder) is given it is what that module of the project
    makes of its sources `of` main code or of tests; its path then says nothing.
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
        """The version of `group:name`, or None where it is not on the path."""
        return next((jar.version for jar in self.jars if jar.name == name), None)

    def main(self) -> tuple[Dependency, ...]:
        """What main code is compiled with; test code is with all."""
        return tuple(jar for jar in self.jars if jar.main)

    @property
    def modules(self) -> frozenset[str]:
        """The folders of the project's modules that are on the path."""
        return frozenset(jar.module for jar in self.jars if jar.module)


@dataclass(frozen=True, kw_only=True, slots=True)
class Module:
    """One module. Folders are relative to the repository.

    `name` is `group:name`; `has_code` is False for one that only holds others together.
    `main_output` and `test_output` are where the project's own build puts class files.
    `class_path` is empty where it could not be had: of several modules that need each other the
    build tool knows it only once they are built. `unsupported` says what keeps our own compiler and
    launcher from building it; empty where nothing does. `repacked` is what puts something else into its jar
    than its classes, empty where nothing does. `tested` says whether the project's own build runs its tests,
    `tests_compiled` whether it compiles them.
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
        """What ids of its tests begin with where modules must be told apart."""
        return self.tests.called or self.folder

    @property
    def outputs(self) -> tuple[str, ...]:
        """The folders that a build fills and its cleaning empties."""
        made = (self.main_output, self.test_output)
        around = {str(PurePosixPath(folder).parent) for folder in made}
        return tuple(sorted({*made, *around} - {self.folder, "."}))


NO_CLASS_PATH = "its class path cannot be had"
"""Why a module is refused of which only a build that did not run could say what it needs."""


def not_its_classes(file: str, folder: str) -> str:
    """Why a module is refused that needs what another one packs by itself."""
    return f"it needs {file} of {folder}, which is not its classes"


def made_otherwise(folder: str, maker: str) -> str:
    """Why a module is refused that needs another one, whose jar holds something else than its classes."""
    return f"it needs {folder}, whose jar {maker} makes"


def source_folders(modules: tuple[Module, ...]) -> SourceFolders:
    """Where some modules take their files from.

    A module's own folder as a resource folder (for a licence, say) tells nothing about what is
    below it.
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
