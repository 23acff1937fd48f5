"""From Gradle's model of a project to the neutral module that our own compiler and launcher read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from verifier.builds.gradle.model import (
    Files,
    GradleProject,
    GradleSourceSet,
    GradleTests,
    relative,
)
from verifier.builds.module import (
    MAIN,
    TREE,
    ClassPath,
    CompilerSettings,
    Dependency,
    Module,
    ResourceFolder,
    SourcePatterns,
    TestSettings,
)
from verifier.tools.jdk import Jdk, feature_of

_STORED = re.compile(r"caches/modules-\d+/files-[\d.]+/([^/]+)/([^/]+)/([^/]+)/[^/]+/[^/]+")
_OURS = (
    "-parameters",
    "-A",
    "-Xplugin",
    "--add-",
    "--enable-preview",
    "-enable-preview",
    "-XDignore.symbol.file",
)
_NO_COMPILER = CompilerSettings(level=None, release=False)
_ANDROID = ("com.android.application", "com.android.library")


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where the model's absolute paths are: the tree and the store as Gradle saw them; and the JDK."""

    tree: str
    store: str
    base: Path
    jdk: Jdk


def module_of(project: GradleProject, place: Place) -> Module:
    """One project; `unsupported` says what keeps our own compiler and launcher from it."""
    return _Reader(project, place).module()


class _Reader:
    def __init__(self, project: GradleProject, place: Place) -> None:
        self._project, self._place = project, place
        self._unsupported: list[str] = []
        self._notes: list[str] = []

    def module(self) -> Module:
        project = self._project
        main = project.source_set(MAIN)
        tested = self._tested_sets()
        sets = [each for each in (main, *tested) if each is not None]
        self._refuse(sets)
        folder = relative(project.folder, self._place.tree)
        return Module(
            name=f"{project.group or project.name}:{project.name}",
            folder=folder,
            has_code=any(self._has_files(each) for each in sets),
            encoding=next((each.encoding for each in sets if each.encoding), "UTF-8"),
            sources=self._folders([main] if main else []),
            test_sources=self._folders(tested),
            resources=self._resources([main] if main else []),
            test_resources=self._resources(tested),
            main_output=self._output(main, folder, "main"),
            test_output=self._output(tested[0] if tested else None, folder, "test"),
            main=self._compiler(main),
            test=self._compiler(tested[0] if tested else None),
            tests=self._tests(folder),
            class_path=self._class_path(main, tested),
            unsupported=tuple(dict.fromkeys(self._unsupported)),
            notes=tuple(self._notes),
        )

    def _tested_sets(self) -> list[GradleSourceSet]:
        """The source sets that tests come from; that of the first test task first."""
        names = dict.fromkeys(n for t in self._project.tests for n in t.sets if n != MAIN)
        found = [each for n in names if (each := self._project.source_set(n)) is not None]
        return [each for each in found if self._has_files(each)] or found[:1]

    def _refuse(self, sets: Sequence[GradleSourceSet]) -> None:
        project = self._project
        foreign = [relative(f, self._place.tree) for each in sets for f in each.foreign]
        if foreign:
            self._unsupported.append(f"it has sources that javac does not compile: {foreign[0]}")
        if android := [p for p in project.plugins if p in _ANDROID]:
            self._unsupported.append(f"it is an Android project ({android[0]})")
        if len([t for t in project.tests if self._tests_of(t)]) > 1:
            self._unsupported.append("it has several test tasks")
        for each in sets:
            if each.processor_path.files:
                self._unsupported.append("its build configures annotation processors")
            said = feature_of(each.toolchain or "")
            if said is not None and said != self._place.jdk.feature:
                self._unsupported.append(f"its build compiles with a toolchain of JDK {said}")
            if each.compile_path.unresolved:
                self._unsupported.append(
                    f"a class path is not to be had: {each.compile_path.unresolved}"
                )
        self._note()

    def _note(self) -> None:
        project = self._project
        if project.others:
            self._notes.append(f"test tasks that `check` does not run: {', '.join(project.others)}")
        for tests in project.tests:
            if tests.filter:
                self._notes.append(
                    f"the filter of {tests.name} is not used: {', '.join(tests.filter)}"
                )
            if tests.ignores_failures:
                self._notes.append(f"{tests.name} ignores failures; they count all the same")

    def _tests_of(self, tests: GradleTests) -> bool:
        sets = (self._project.source_set(name) for name in tests.sets)
        return any(each is not None and self._has_files(each) for each in sets)

    def _inside(self, path: str) -> str | None:
        """The path below the tree; None where it is outside."""
        found = relative(path, self._place.tree)
        return None if found.startswith("/") else found

    def _has_files(self, source_set: GradleSourceSet) -> bool:
        folders = [self._inside(f) for f in (*source_set.java, *source_set.resources)]
        made = any(self._is_made(f) for f in source_set.java)
        there = any(
            f is not None and any(p.is_file() for p in (self._place.base / f).rglob("*"))
            for f in folders
        )
        return there or made or bool(source_set.foreign)

    def _is_made(self, folder: str) -> bool:
        """Whether the build generates a source folder; then it is in none of a candidate's."""
        return PurePosixPath(folder).is_relative_to(self._project.build)

    def _folders(self, sets: Sequence[GradleSourceSet]) -> tuple[str, ...]:
        given = (f for each in sets for f in each.java if not self._is_made(f))
        return tuple(dict.fromkeys(f for g in given if (f := self._inside(g)) is not None))

    def _resources(self, sets: Sequence[GradleSourceSet]) -> tuple[ResourceFolder, ...]:
        return tuple(
            ResourceFolder(
                folder=inside,
                includes=each.resource_includes,
                excludes=each.resource_excludes,
            )
            for each in sets
            for folder in each.resources
            if (inside := self._inside(folder)) is not None and not self._is_made(folder)
        )

    def _output(self, source_set: GradleSourceSet | None, folder: str, name: str) -> str:
        given = source_set.java_classes if source_set is not None else None
        inside = self._inside(given) if given is not None else None
        return inside or f"{folder}/build/classes/java/{name}".removeprefix("./")

    def _compiler(self, source_set: GradleSourceSet | None) -> CompilerSettings:
        if source_set is None:
            return _NO_COMPILER
        level = source_set.release or source_set.source or source_set.target or ""
        patterns = SourcePatterns(includes=source_set.includes, excludes=source_set.excludes)
        return CompilerSettings(
            level=feature_of(level),
            release=bool(source_set.release),
            arguments=tuple(a for a in source_set.arguments if a.startswith(_OURS)),
            runs=(patterns,),
        )

    def _tests(self, folder: str) -> TestSettings:
        given = next((t for t in self._project.tests if self._tests_of(t)), None)
        if given is None:
            return TestSettings(includes=("**",), working_directory=folder, detect=True)
        if given.engines:
            self._unsupported.append("its tests choose engines of JUnit Platform")
        if given.fork_every not in {"0", "null", "None"}:
            self._notes.append("each few test classes have a JVM of their own in the own build")
        if "TestNG" in given.framework:
            self._unsupported.append("its tests are TestNG's")
        if given.groups or given.excluded_groups:
            self._unsupported.append("its tests are selected by groups, tags or categories")
        return TestSettings(
            includes=given.includes or ("**",),
            excludes=given.excludes,
            groups=",".join(given.groups),
            excluded_groups=",".join(given.excluded_groups),
            arguments=tuple(map(self._in_job, self._arguments(given))),
            properties=tuple((n, self._in_job(v)) for n, v in sorted(given.properties.items())),
            environment=tuple((n, self._in_job(v)) for n, v in sorted(given.environment.items())),
            working_directory=self._inside(given.folder) or folder,
            assertions=given.assertions,
            detect=given.scan,
        )

    @staticmethod
    def _arguments(tests: GradleTests) -> Iterator[str]:
        # Our own agent would meet JaCoCo's; two of different versions kill the JVM.
        return (word for word in tests.arguments if not word.startswith("-javaagent:"))

    def _in_job(self, value: str) -> str:
        return value.replace(self._place.tree, TREE)

    def _class_path(
        self, main: GradleSourceSet | None, tested: Sequence[GradleSourceSet]
    ) -> ClassPath:
        run = [f for t in self._project.tests for f in t.runtime_path.files]
        compiled = [f for each in tested for f in each.compile_path.files]
        of_main = main.compile_path.files if main is not None else ()
        outputs = self._outputs()
        found: dict[str, Dependency] = {}
        for path in (*run, *compiled, *of_main):
            if path in found or path in outputs:
                continue
            found[path] = self._dependency(path, main=path in of_main)
        for paths in self._paths():
            if paths.unresolved:
                self._unsupported.append(f"a class path is not to be had: {paths.unresolved}")
        return ClassPath(jars=tuple(found.values()))

    def _paths(self) -> Iterator[Files]:
        return (t.runtime_path for t in self._project.tests)

    def _outputs(self) -> frozenset[str]:
        """Where this project's own classes and resources come to lie."""
        folders = [f for each in self._project.sets for f in each.classes]
        resources = [each.resources_folder for each in self._project.sets]
        return frozenset((*folders, *(f for f in resources if f is not None)))

    def _dependency(self, path: str, *, main: bool) -> Dependency:
        stored = relative(path, self._place.store)
        match = _STORED.fullmatch(stored)
        if match is None:
            said = relative(path, self._place.tree)
            self._unsupported.append(
                f"its class path has more than modules of repositories: {said}"
            )
            return Dependency(path=path, name=f":{PurePosixPath(path).stem}", version="", main=main)
        group, name, version = match.groups()
        return Dependency(path=stored, name=f"{group}:{name}", version=version, main=main)


def unresolved(projects: Sequence[GradleProject]) -> str:
    """The first class path of what is built that could not be had; empty where all could."""
    for project in projects:
        wanted = {MAIN, *(name for tests in project.tests for name in tests.sets)}
        for each in project.sets:
            if each.name in wanted and each.compile_path.unresolved:
                return f"{project.path} {each.name}: {each.compile_path.unresolved}"
    return ""
