"""The source sets of a project that our own compiler takes: its main code, and what its tests come from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from verifier.builds.gradle.model import GradleProject, GradleSourceSet, GradleTests, relative
from verifier.builds.module import MAIN, TEST
from verifier.tools.jdk import Jdk


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """Where the model's absolute paths are: the tree and the store as Gradle saw them; and the JDK."""

    tree: str
    store: str
    base: Path
    jdk: Jdk


class SourceSets:
    """Those of one project, and what lies in them; the tests of one that is `idle` are not compiled."""

    def __init__(self, project: GradleProject, place: Place, *, idle: bool) -> None:
        self.project, self.idle, self._place = project, idle, place

    @property
    def folder(self) -> str:
        """The project's own folder below the tree."""
        return relative(self.project.folder, self._place.tree)

    @cached_property
    def main(self) -> GradleSourceSet | None:
        """Its main code."""
        return self.project.source_set(MAIN)

    @cached_property
    def tested(self) -> Sequence[GradleSourceSet]:
        """The source sets that tests come from; that of the first test task first."""
        names = dict.fromkeys(n for t in self.project.tests for n in t.sets if n != MAIN)
        found = [each for n in names if (each := self.project.source_set(n)) is not None]
        return [each for each in found if self.has_files(each)] or found[:1]

    @property
    def compiled(self) -> list[GradleSourceSet]:
        """All of them, main code first."""
        tested = () if self.idle else self.tested
        return [each for each in (self.main, *tested) if each is not None]

    @property
    def tests(self) -> Sequence[GradleTests]:
        """The test tasks whose classes are compiled."""
        return () if self.idle else self.project.tests

    @property
    def has_code(self) -> bool:
        """Whether there is anything in them."""
        return any(self.has_files(each) for each in self.compiled)

    def side(self, name: str) -> str:
        """What a source set is to us; empty where it is not, or only a part of it."""
        if name == MAIN:
            return MAIN
        return TEST if [each.name for each in self.tested] == [name] else ""

    def tests_of(self, tests: GradleTests) -> bool:
        """Whether a test task has any file to take tests from."""
        sets = (self.project.source_set(name) for name in tests.sets)
        return any(each is not None and self.has_files(each) for each in sets)

    def has_files(self, source_set: GradleSourceSet) -> bool:
        """Whether there is anything in it, or a build makes it."""
        folders = [self.inside(f) for f in (*source_set.java, *source_set.resources)]
        made = any(self.is_made(f) for f in source_set.java)
        there = any(
            f is not None and any(p.is_file() for p in (self._place.base / f).rglob("*"))
            for f in folders
        )
        return there or made or bool(source_set.foreign)

    def is_made(self, folder: str) -> bool:
        """Whether the build generates a source folder; then it is in none of a candidate's."""
        return PurePosixPath(folder).is_relative_to(self.project.build)

    def inside(self, path: str) -> str | None:
        """The path below the tree; None where it is outside."""
        found = relative(path, self._place.tree)
        return None if found.startswith("/") else found
