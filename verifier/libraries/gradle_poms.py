"""Write a pom for each project of a Gradle build from the dependencies in its files."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from verifier.builds.described.gradle_projects import BUILD_FILES
from verifier.domain.source import Tree
from verifier.libraries.gradle_text import (
    Catalogue,
    DeclaredLibrary,
    dependencies_of,
    projects_named,
    properties_of,
    read_catalogue,
    read_locked,
    variables_of,
)
from verifier.tools.hostile_xml import Element, write_xml

GROUP, VERSION = "refverify.gradle.project", "1"
"""The coordinates of our poms; no repository has this group."""
_CATALOGUE = "gradle/libs.versions.toml"
_PROPERTIES = "gradle.properties"
_LOCK = ".lockfile"
_FOR_ALL = re.compile(r"\b(?:allprojects|subprojects)\s*\{")
_NOT_BUILT = frozenset({"src", "buildSrc"})


def gradle_poms(tree: Tree, taken: Collection[str]) -> dict[str, bytes]:
    """Return the poms by build file; folders in `taken` have Maven's own pom and are skipped.

    Raises:
        RepositoryError: an object is missing.
    """
    files = {
        str(PurePosixPath(path).parent): path
        for path in sorted(tree.paths())
        if PurePosixPath(path).name in BUILD_FILES
        and _NOT_BUILT.isdisjoint(PurePosixPath(path).parts)
    }
    files = {folder: path for folder, path in files.items() if folder not in taken}
    if not files:
        return {}
    build = _Build.of(tree, files)
    return {path: build.pom(folder) for folder, path in files.items()}


@dataclass(frozen=True, kw_only=True, slots=True)
class _Build:
    """The texts of a build: build files and lock files by folder, and the names that all of them
    may use.
    """

    texts: Mapping[str, str]
    locks: Mapping[str, tuple[str, ...]]
    catalogue: Catalogue
    known: Mapping[str, str]

    @classmethod
    def of(cls, tree: Tree, files: Mapping[str, str]) -> "_Build":
        texts = {folder: _text(tree, path) for folder, path in files.items()}
        known = properties_of(tree.read(_PROPERTIES) or b"")
        known |= variables_of(texts.get(".", ""))
        locks: dict[str, tuple[str, ...]] = {}
        for path in sorted(p for p in tree.paths() if p.endswith(_LOCK)):
            folder = _find_locked_folder(path, files)
            locks[folder] = (*locks.get(folder, ()), _text(tree, path))
        return cls(
            texts=texts,
            locks=locks,
            catalogue=read_catalogue(tree.read(_CATALOGUE) or b""),
            known=known,
        )

    def pom(self, folder: str) -> bytes:
        """Return what a project and the root project say about its class path."""
        text = self.texts[folder]
        known = {**self.known, **variables_of(text)}
        declared = list(dependencies_of(text, self.catalogue, known))
        whole = self.texts.get(".", "")
        if folder != "." and _FOR_ALL.search(whole):
            declared += dependencies_of(whole, self.catalogue, known)
        locked = [each for text in self.locks.get(folder, ()) for each in read_locked(text)]
        return _write(_name(folder), [*declared, *locked], locked, self._projects(text))

    def _projects(self, text: str) -> list[str]:
        """Return the names of the projects that a build file depends on."""
        folders = {folder.replace("/", ":"): folder for folder in self.texts}
        by_dots = {path.replace("-", "").lower(): folder for path, folder in folders.items()}
        named = sorted(projects_named(text))
        found = (folders.get(n) or by_dots.get(n.replace("-", "").lower()) for n in named)
        return [_name(folder) for folder in found if folder is not None]


def _text(tree: Tree, path: str) -> str:
    return (tree.read(path) or b"").decode("utf-8", "replace")


def _find_locked_folder(path: str, files: Mapping[str, str]) -> str:
    parents = map(str, PurePosixPath(path).parents)
    return next((folder for folder in parents if folder in files), ".")


def _name(folder: str) -> str:
    return "root" if folder == "." else folder.replace("/", ".")


def _write(
    name: str,
    declared: Iterable[DeclaredLibrary],
    locked: Iterable[DeclaredLibrary],
    projects: Iterable[str],
) -> bytes:
    project = Element("project")
    _add(project, "modelVersion", "4.0.0")
    own = DeclaredLibrary(group=GROUP, name=name, version=VERSION)
    _coordinates(project, own)
    managed = Element("dependencies")
    for each in locked:
        _coordinates(_child(managed, "dependency"), each)
    direct = Element("dependencies")
    for each in declared:
        _dependency(managed if each.platform else direct, each)
    for other in projects:
        _dependency(direct, DeclaredLibrary(group=GROUP, name=other, version=VERSION))
    _child(project, "dependencyManagement").append(managed)
    project.append(direct)
    return write_xml(project)


def _dependency(into: Element, declared: DeclaredLibrary) -> None:
    made = _child(into, "dependency")
    _coordinates(made, declared)
    if declared.classifier:
        _add(made, "classifier", declared.classifier)
    if declared.platform:
        _add(made, "type", "pom")
    _add(made, "scope", "import" if declared.platform else declared.scope)


def _coordinates(into: Element, declared: DeclaredLibrary) -> None:
    _add(into, "groupId", declared.group)
    _add(into, "artifactId", declared.name)
    if declared.version:
        _add(into, "version", declared.version)


def _child(parent: Element, name: str) -> Element:
    made = Element(name)
    parent.append(made)
    return made


def _add(parent: Element, name: str, text: str) -> None:
    _child(parent, name).text = text
