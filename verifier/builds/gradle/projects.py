"""The projects of a Gradle build as its files in the tree declare them, before Gradle runs.

Settings are code; what is read here is the usual way to write them. It only decides which projects
are built for a change: what they are is asked of Gradle itself.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from verifier.domain.paths import is_test_path
from verifier.domain.source import Tree

ROOT = "."
SETTINGS = ("settings.gradle", "settings.gradle.kts")
BUILD_FILES = ("build.gradle", "build.gradle.kts")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_QUOTED = re.compile(r"""["']([^"'$\n]+)["']""")
_INCLUDE = re.compile(r"""^[ \t]*include[ \t]*\(?((?:\s*["'][^"'\n]+["']\s*,?)+)""", re.MULTILINE)
_PLACED = re.compile(
    r"""project\(\s*["'](:[^"']+)["']\s*\)\.projectDir\s*=\s*"""
    r"""(?:new\s+File|file)\(\s*(?:(?:rootDir|settingsDir|rootProject\.projectDir)\s*,\s*)?["']([^"']+)["']"""
)
_NEEDED = re.compile(r"""project\(\s*(?:path\s*[:=]\s*)?["'](:[^"']+)["']""")


@dataclass(frozen=True, kw_only=True, slots=True)
class Projects:
    """The projects by folder, the root among them, each with the folders that it names itself."""

    needs: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, base: Tree) -> "Projects":
        """Read the settings and build files of a tree."""
        settings = _first(base, ROOT, SETTINGS)
        folders = {":": ROOT}
        for listed in _INCLUDE.finditer(settings):
            for name in _QUOTED.findall(listed[1]):
                path = f":{name.lstrip(':')}"
                folders[path] = path.strip(":").replace(":", "/")
        folders |= {m[1]: str(PurePosixPath(m[2])) for m in _PLACED.finditer(settings)}
        return cls(
            needs={
                folder: frozenset(
                    folders[path]
                    for path in _NEEDED.findall(_build_file(base, folder))
                    if path in folders
                )
                for folder in folders.values()
            }
        )

    def project_of(self, path: str) -> str:
        """The nearest project above a file."""
        folders = map(str, PurePosixPath(path).parents)
        return next((folder for folder in folders if folder in self.needs), ROOT)

    def dependants(self, folder: str) -> frozenset[str]:
        """The projects that need one by themselves."""
        return frozenset(user for user, needed in self.needs.items() if folder in needed)


def projects_for(base: Tree, files: Iterable[str]) -> tuple[str, ...]:
    """The folders of the projects that hold the files, sorted; Gradle adds what they need.

    A project without tests brings along those that need it and have tests, since nothing else would
    speak for it. Empty for a build of one project, and without files: all of it is built.
    """
    projects = Projects.of(base)
    if len(projects.needs) <= 1:
        return ()
    holding = {projects.project_of(path) for path in files}
    tested = {
        projects.project_of(path)
        for path in base.paths()
        if path.endswith((".java", ".groovy", ".kt")) and is_test_path(path)
    }
    for folder in sorted(holding - tested):
        holding |= projects.dependants(folder) & tested
    return tuple(sorted(holding))


def _build_file(base: Tree, folder: str) -> str:
    """A project's build file, which may also be called like its folder."""
    name = PurePosixPath(folder).name
    return _first(base, folder, (*BUILD_FILES, f"{name}.gradle", f"{name}.gradle.kts"))


def _first(base: Tree, folder: str, names: Iterable[str]) -> str:
    for name in names:
        content = base.read(name if folder == ROOT else f"{folder}/{name}")
        if content is not None:
            return _COMMENT.sub("", content.decode("utf-8", "replace"))
    return ""
