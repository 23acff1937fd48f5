"""The source sets of a project that our own compiler builds: its main code and its tests' code."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from verifier.builds.described.module import MAIN, TEST
from verifier.builds.gradle.model import GradleProject, GradleSourceSet, GradleTests, relative
from verifier.tools.jdk import Jdk


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelPaths:
    """What the model's absolute paths refer to: the tree and the store as Gradle saw them; and the JDK."""

    tree: str
    store: str
    base: Path
    jdk: Jdk


class SourceSets:
    """The source sets of one project, and what is in them; tests of an `idle` project are not compiled."""

    def __init__(self, project: GradleProject, place: ModelPaths, *, idle: bool) -> None:
        self.project, self.idle, self._place = project, idle, place

    @property
    def folder(self) -> str:
        """The project's folder relative to the tree."""
        return relative(self.project.folder, self._place.tree)

    @cached_property
    def main(self) -> GradleSourceSet | None:
        """Its main code."""
        return self.project.source_set(MAIN)

    @cached_property
    def tested(self) -> Sequence[GradleSourceSet]:
        """The source sets that contain tests; that of the first test task comes first."""
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
        """Whether any of them has files."""
        return any(self.has_files(each) for each in self.compiled)

    def side(self, name: str) -> str:
        """Return the side of a source set; empty if it has none, or if the tests have several source sets."""
        if name == MAIN:
            return MAIN
        return TEST if [each.name for each in self.tested] == [name] else ""

    def tests_of(self, tests: GradleTests) -> bool:
        """Whether a test task has any file to take tests from."""
        sets = (self.project.source_set(name) for name in tests.sets)
        return any(each is not None and self.has_files(each) for each in sets)

    def has_files(self, source_set: GradleSourceSet) -> bool:
        """Whether a source set has files, or a build generates some."""
        folders = [self.inside(f) for f in (*source_set.java, *source_set.resources)]
        made = any(self.is_made(f) for f in source_set.java)
        there = any(
            f is not None and any(p.is_file() for p in (self._place.base / f).rglob("*"))
            for f in folders
        )
        return there or made or bool(source_set.foreign)

    def is_made(self, folder: str) -> bool:
        """Whether the build generates a source folder; then no candidate file is in it."""
        return PurePosixPath(folder).is_relative_to(self.project.build)

    def inside(self, path: str) -> str | None:
        """Return the path relative to the tree; None if it is outside."""
        found = relative(path, self._place.tree)
        return None if found.startswith("/") else found
