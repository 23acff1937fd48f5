"""The projects of a Gradle build as its files declare them, before Gradle runs.

Settings are code; this reads only the usual way to write them. The result only decides which
project a change belongs to: Gradle itself says which projects there are and which need which.
"""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from verifier.builds.described.module_graph import ModuleGraph, join_folder
from verifier.domain.paths import ROOT
from verifier.domain.source import Tree

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


def projects_of(base: Tree, root: str = ROOT) -> ModuleGraph:
    """Return the projects that the settings in a folder include, each with those its build file names."""
    settings = _first(base, root, SETTINGS)
    folders = {":": ROOT}
    for listed in _INCLUDE.finditer(settings):
        for name in _QUOTED.findall(listed[1]):
            path = f":{name.lstrip(':')}"
            folders[path] = path.strip(":").replace(":", "/")
    folders |= {m[1]: m[2] for m in _PLACED.finditer(settings)}
    folders = {path: join_folder(root, folder) for path, folder in folders.items()}
    return ModuleGraph(
        needs={
            folder: tuple(
                sorted(
                    {
                        folders[path]
                        for path in _NEEDED.findall(_build_file(base, folder))
                        if path in folders
                    }
                )
            )
            for folder in folders.values()
        }
    )


def _build_file(base: Tree, folder: str) -> str:
    """Read a project's build file, which may be named after its folder."""
    name = PurePosixPath(folder).name
    return _first(base, folder, (*BUILD_FILES, f"{name}.gradle", f"{name}.gradle.kts"))


def _first(base: Tree, folder: str, names: Iterable[str]) -> str:
    for name in names:
        content = base.read(name if folder == ROOT else f"{folder}/{name}")
        if content is not None:
            return _COMMENT.sub("", content.decode("utf-8", "replace"))
    return ""
