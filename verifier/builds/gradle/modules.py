"""Convert Gradle's model of a project into the tool-independent module that our own compiler and launcher read."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from verifier.builds.described.module import (
    MAIN,
    TREE,
    ClassPath,
    CompilerSettings,
    Module,
    ResourceFolder,
    SourcePatterns,
    TestSettings,
)
from verifier.builds.gradle.class_path import Makers, read_class_path
from verifier.builds.gradle.model import (
    GradleProject,
    GradleSourceSet,
    GradleTests,
    relative,
    with_idle_tests,
)
from verifier.builds.gradle.source_sets import ModelPaths, SourceSets
from verifier.tools.jdk import feature_of

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


def modules_of(
    projects: Sequence[GradleProject],
    place: ModelPaths,
    tested: Collection[str],
    *,
    built: bool = False,
) -> tuple[Module, ...]:
    """Return the modules of the projects, each after the modules that it needs.

    `tested` are the paths of the projects whose tests run.

    `unsupported` says why our own compiler and launcher cannot build a module; what jars contain is
    only known after the build (`built`).
    """
    idle = with_idle_tests(projects, tested)
    every = [SourceSets(project, place, idle=project.path in idle) for project in projects]
    makers = Makers(every, built=built)
    found = (
        _ModuleReader(sets, place, makers, tested=sets.project.path in tested).module()
        for sets in every
    )
    return _in_one_compilation(tuple(found))


def _in_one_compilation(modules: tuple[Module, ...]) -> tuple[Module, ...]:
    """Keep only dependencies on modules with code; refuse a module if one of them is not compiled before it."""
    code = {each.folder for each in modules if each.has_code}
    done: set[str] = set()
    found: list[Module] = []
    for module in modules:
        jars = tuple(j for j in module.class_path.jars if not j.module or j.module in code)
        odd = [
            f"it and {j.module} need each other" for j in jars if j.module and j.module not in done
        ]
        if module.folder in done:
            odd.append("another project lies in its folder")
        found.append(
            replace(
                module,
                class_path=ClassPath(jars=jars),
                unsupported=tuple(dict.fromkeys((*module.unsupported, *odd))),
            )
        )
        done.add(module.folder)
    return tuple(found)


class _ModuleReader:
    def __init__(
        self, sets: SourceSets, place: ModelPaths, makers: Makers, *, tested: bool
    ) -> None:
        self._project, self._sets, self._tested = sets.project, sets, tested
        self._place, self._makers = place, makers
        self._unsupported: list[str] = []
        self._notes: list[str] = []

    def module(self) -> Module:
        project = self._project
        main, tested = self._sets.main, self._sets.tested
        sets = self._sets.compiled
        self._refuse(sets)
        folder = self._sets.folder
        return Module(
            name=project.full_name,
            folder=folder,
            has_code=self._sets.has_code,
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
            class_path=self._class_path(),
            unsupported=tuple(dict.fromkeys(self._unsupported)),
            notes=tuple(self._notes),
            tested=self._tested,
            tests_compiled=not self._sets.idle,
        )

    def _refuse(self, sets: Sequence[GradleSourceSet]) -> None:
        project = self._project
        foreign = [relative(f, self._place.tree) for each in sets for f in each.foreign]
        if foreign:
            self._unsupported.append(f"it has sources that javac does not compile: {foreign[0]}")
        if android := [p for p in project.plugins if p in _ANDROID]:
            self._unsupported.append(f"it is an Android project ({android[0]})")
        if self._tested and len([t for t in project.tests if self._sets.tests_of(t)]) > 1:
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

    def _folders(self, sets: Sequence[GradleSourceSet]) -> tuple[str, ...]:
        given = (f for each in sets for f in each.java if not self._sets.is_made(f))
        return tuple(dict.fromkeys(f for g in given if (f := self._sets.inside(g)) is not None))

    def _resources(self, sets: Sequence[GradleSourceSet]) -> tuple[ResourceFolder, ...]:
        return tuple(
            ResourceFolder(
                folder=inside,
                includes=each.resource_includes,
                excludes=each.resource_excludes,
            )
            for each in sets
            for folder in each.resources
            if (inside := self._sets.inside(folder)) is not None and not self._sets.is_made(folder)
        )

    def _output(self, source_set: GradleSourceSet | None, folder: str, name: str) -> str:
        given = source_set.java_classes if source_set is not None else None
        inside = self._sets.inside(given) if given is not None else None
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
        given = next((t for t in self._sets.tests if self._sets.tests_of(t)), None)
        if given is None:
            return TestSettings(includes=("**",), working_directory=folder, detect=True)
        if self._tested:
            self._refuse_tests(given)
        return TestSettings(
            includes=given.includes or ("**",),
            excludes=given.excludes,
            groups=",".join(given.groups),
            excluded_groups=",".join(given.excluded_groups),
            arguments=tuple(map(self._in_job, self._arguments(given))),
            properties=tuple((n, self._in_job(v)) for n, v in sorted(given.properties.items())),
            called=f"{self._project.path}:{given.name}".lstrip(":").replace(":", "+"),
            environment=tuple((n, self._in_job(v)) for n, v in sorted(given.environment.items())),
            working_directory=self._sets.inside(given.folder) or folder,
            assertions=given.assertions,
            detect=given.scan,
        )

    def _refuse_tests(self, given: GradleTests) -> None:
        if given.engines:
            self._unsupported.append("its tests choose engines of JUnit Platform")
        if given.fork_every not in {"0", "null", "None"}:
            self._notes.append("each few test classes have a JVM of their own in the own build")
        if "TestNG" in given.framework:
            self._unsupported.append("its tests are TestNG's")
        if given.groups or given.excluded_groups:
            self._unsupported.append("its tests are selected by groups, tags or categories")

    @staticmethod
    def _arguments(tests: GradleTests) -> Iterator[str]:
        # Our own agent would clash with JaCoCo's; two different versions crash the JVM.
        return (word for word in tests.arguments if not word.startswith("-javaagent:"))

    def _in_job(self, value: str) -> str:
        return value.replace(self._place.tree, TREE)

    def _class_path(self) -> ClassPath:
        found = read_class_path(self._sets, self._makers, self._place)
        self._unsupported += found.refusals
        for tests in self._sets.tests:
            if tests.runtime_path.unresolved:
                self._unsupported.append(
                    f"a class path is not to be had: {tests.runtime_path.unresolved}"
                )
        return found.path


def find_unresolved(projects: Sequence[GradleProject]) -> str:
    """Return the first class path that built code is compiled with and that could not be resolved.

    Empty if all could.
    """
    return next(_unresolved(projects, runtime=False), "")


def find_unresolved_download(projects: Sequence[GradleProject]) -> str:
    """Return the first class path that built code is compiled or tested with and that could not be
    resolved; empty if all could.
    """
    return next(_unresolved(projects, runtime=True), "")


def _unresolved(projects: Sequence[GradleProject], *, runtime: bool) -> Iterator[str]:
    for project in projects:
        wanted = {MAIN, *(name for tests in project.tests for name in tests.sets)}
        paths = [(each.name, each.compile_path) for each in project.sets if each.name in wanted]
        if runtime:
            paths += [(tests.name, tests.runtime_path) for tests in project.tests]
        for name, path in paths:
            if path.unresolved:
                yield f"{project.path} {name}: {path.unresolved}"
