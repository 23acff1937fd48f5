"""The model of each project of a build, as the init script writes it; see refverify.gradle."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from verifier.builds.described.module import MAIN
from verifier.builds.described.module_graph import ModuleGraph
from verifier.errors import BaseInvalidError, InputError
from verifier.tools.records import from_json

FOLDER = "model"
"""The model's folder, below the folder that the init script writes to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Files:
    """The files of a path; `unresolved` says why it could not be resolved, empty if it could."""

    files: tuple[str, ...]
    unresolved: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class GradleSourceSet:
    """One source set; folders and files are absolute, `foreign` are files of other languages.

    Java levels are as Gradle writes them; None if the build does not set them.
    """

    name: str
    java: tuple[str, ...]
    includes: tuple[str, ...]
    excludes: tuple[str, ...]
    resources: tuple[str, ...]
    resource_includes: tuple[str, ...]
    resource_excludes: tuple[str, ...]
    foreign: tuple[str, ...]
    classes: tuple[str, ...]
    java_classes: str | None
    resources_folder: str | None
    compile_path: Files
    runtime_path: Files
    processor_path: Files
    source: str | None
    target: str | None
    release: str | None
    toolchain: str | None
    encoding: str | None
    arguments: tuple[str, ...]

    def list_outputs(self) -> Iterator[str]:
        """Yield the folders of its outputs."""
        yield from self.classes
        if self.resources_folder is not None:
            yield self.resources_folder


@dataclass(frozen=True, kw_only=True, slots=True)
class GradleTests:
    """One test task that `check` runs; `sets` are the source sets whose classes it takes."""

    name: str
    sets: tuple[str, ...]
    framework: str
    runtime_path: Files
    scan: bool
    includes: tuple[str, ...]
    excludes: tuple[str, ...]
    groups: tuple[str, ...]
    excluded_groups: tuple[str, ...]
    engines: tuple[str, ...]
    arguments: tuple[str, ...]
    properties: Mapping[str, str]
    environment: Mapping[str, str]
    folder: str
    assertions: bool
    ignores_failures: bool
    filter: tuple[str, ...]
    fork_every: str


@dataclass(frozen=True, kw_only=True, slots=True)
class GradleArchive:
    """The source set that one task packs; `odd` says what else is in the archive, empty if nothing
    is.

    This is only certain if the archive was `made` in the same build.
    """

    task: str
    file: str
    set: str | None
    odd: str
    made: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class GradleProject:
    """One project; `needs` are paths of other projects, `others` are test tasks that `check` does not run."""

    path: str
    folder: str
    build: str
    group: str
    name: str
    java: bool
    plugins: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    sets: tuple[GradleSourceSet, ...] = ()
    tests: tuple[GradleTests, ...] = ()
    others: tuple[str, ...] = field(default=())
    archives: tuple[GradleArchive, ...] = ()

    @property
    def full_name(self) -> str:
        """`group:name`."""
        return f"{self.group or self.name}:{self.name}"

    def source_set(self, name: str) -> GradleSourceSet | None:
        """Return a source set by its name."""
        return next((each for each in self.sets if each.name == name), None)

    def list_outputs(self) -> Iterator[str]:
        """Yield the folders and files that it makes for class paths."""
        for each in self.sets:
            yield from each.list_outputs()
        yield from (each.file for each in self.archives)

    def list_inputs(self) -> Iterator[str]:
        """Yield all files on its class paths."""
        for each in self.sets:
            for path in (each.compile_path, each.runtime_path, each.processor_path):
                yield from path.files
        for tests in self.tests:
            yield from tests.runtime_path.files


def read_projects(files: Mapping[str, bytes], folder: str) -> tuple[GradleProject, ...]:
    """Read the projects written below a folder, each after those it needs.

    Raises:
        BaseInvalidError: a file does not have the init script's format.
    """
    found: list[GradleProject] = []
    for path in sorted(files):
        if path.startswith(f"{folder}/{FOLDER}/"):
            try:
                found.append(from_json(GradleProject, files[path]))
            except InputError as error:
                raise BaseInvalidError(f"the model of the build cannot be read: {error}") from error
    return in_build_order(_with_all_needs(found))


def _with_all_needs(projects: Sequence[GradleProject]) -> Iterator[GradleProject]:
    """Add dependencies that only a class path shows: it may name a file of another project."""
    makers = {file: each.path for each in projects for file in each.list_outputs()}
    for each in projects:
        taken = {makers[file] for file in each.list_inputs() if file in makers}
        yield replace(each, needs=tuple(sorted({*each.needs, *taken} - {each.path})))


def in_build_order(projects: Iterable[GradleProject]) -> tuple[GradleProject, ...]:
    """Sort projects so that each comes after those it needs; ties by path. A cycle is cut."""
    by_path = {each.path: each for each in sorted(projects, key=lambda each: each.path)}
    done: dict[str, GradleProject] = {}
    begun: set[str] = set()

    def visit(path: str) -> None:
        if path in begun or path not in by_path:
            return
        begun.add(path)
        for needed in by_path[path].needs:
            visit(needed)
        done[path] = by_path[path]

    for path in by_path:
        visit(path)
    return tuple(done.values())


def with_needed(
    projects: Iterable[GradleProject], chosen: Iterable[str]
) -> tuple[GradleProject, ...]:
    """Return the chosen projects (by path) and all that they need, in the given order."""
    known = {each.path: each for each in projects}
    wanted: set[str] = set()
    waiting = list(chosen)
    while waiting:
        path = waiting.pop()
        if path in known and path not in wanted:
            wanted.add(path)
            waiting += known[path].needs
    return tuple(each for each in known.values() if each.path in wanted)


def with_idle_tests(projects: Sequence[GradleProject], tested: Collection[str]) -> frozenset[str]:
    """Return the paths of built projects whose tests no other project uses: these are not compiled."""
    taken = {each.path: frozenset(each.list_inputs()) for each in projects}

    def is_idle(project: GradleProject) -> bool:
        by_others = frozenset().union(*(t for path, t in taken.items() if path != project.path))
        wanted = {each.name for each in project.sets if by_others.intersection(each.list_outputs())}
        wanted |= {each.set for each in project.archives if each.set and each.file in by_others}
        return not any(wanted.intersection(tests.sets) - {MAIN} for tests in project.tests)

    return frozenset(p.path for p in projects if p.path not in tested and is_idle(p))


def graph_of(projects: Iterable[GradleProject], tree: str) -> ModuleGraph:
    """Return the projects by folder below the tree, each with those that its configurations name."""
    folders = {each.path: relative(each.folder, tree) for each in projects}
    return ModuleGraph(
        needs={
            folders[each.path]: tuple(
                sorted(folders[path] for path in each.needs if path in folders)
            )
            for each in projects
        }
    )


def relative(path: str, tree: str) -> str:
    """Return a path relative to the tree, `.` for the tree itself; a path outside is returned unchanged."""
    inside = PurePosixPath(path)
    return str(inside.relative_to(tree)) if inside.is_relative_to(tree) else path
