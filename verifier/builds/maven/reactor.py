"""The modules of a Maven project as its poms in the tree declare them, before Maven runs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from verifier.builds.maven.pom import POM, parse_pom, text, texts
from verifier.domain.source import Tree
from verifier.tools.hostile_xml import Element

ROOT = "."
_PROPERTY = re.compile(r"\$\{([^{}]+)\}")
_DEEPEST = 20
_ANYWHERE = ("", "profiles/profile/")


@dataclass(frozen=True, kw_only=True, slots=True)
class ReactorModule:
    """One module: its folder, its artifact's name, and those of what it depends on by itself."""

    folder: str
    artifact: str
    dependencies: frozenset[str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Reactor:
    """The modules below the root pom, by folder, the root itself among them.

    Modules of profiles count: whether a profile is active is only known when Maven runs. A pom
    that no other one names as a module (of a sample, of a test's data) is none.
    """

    modules: Mapping[str, ReactorModule]

    @classmethod
    def of(cls, base: Tree) -> "Reactor":
        """Read the poms of a tree.

        Raises:
            BaseInvalidError: one of them cannot be read.
        """
        found: dict[str, ReactorModule] = {}
        waiting: list[tuple[str, Mapping[str, str]]] = [(POM, {})]
        while waiting:
            path, inherited = waiting.pop()
            content, folder = base.read(path), str(PurePosixPath(path).parent)
            if content is None or folder in found:
                continue
            pom = parse_pom(content, path)
            properties = {**inherited, **_properties(pom)}
            found[folder] = _module(pom, folder, properties)
            named = [
                _filled(n, properties) for p in _ANYWHERE for n in texts(pom, f"{p}modules/module")
            ]
            waiting += [(place, properties) for n in named if (place := _pom_of(base, folder, n))]
        return cls(modules=found)

    def module_of(self, path: str) -> str:
        """The nearest module above a file."""
        folders = map(str, PurePosixPath(path).parents)
        return next((folder for folder in folders if folder in self.modules), ROOT)

    def dependants(self, folder: str) -> frozenset[str]:
        """The modules that depend on one by themselves."""
        artifact = self.modules[folder].artifact if folder in self.modules else ""
        users = (m.folder for m in self.modules.values() if artifact in m.dependencies)
        return frozenset(users) if artifact else frozenset()


def _module(pom: Element, folder: str, properties: Mapping[str, str]) -> ReactorModule:
    names = (n for p in _ANYWHERE for n in texts(pom, f"{p}dependencies/dependency/artifactId"))
    return ReactorModule(
        folder=folder,
        artifact=_filled(text(pom, "artifactId"), properties),
        dependencies=frozenset(_filled(name, properties) for name in names),
    )


def _properties(pom: Element) -> dict[str, str]:
    """What this pom gives to itself and to those below it."""
    found = {f"project.{name}": text(pom, name) for name in ("artifactId", "groupId", "version")}
    return found | {p.tag: (p.text or "").strip() for p in pom.findall("properties/*")}


def _filled(value: str, properties: Mapping[str, str]) -> str:
    """The value with known properties in place; an unknown one stays as it is written."""
    for _ in range(_DEEPEST):
        filled = _PROPERTY.sub(lambda match: properties.get(match[1], match[0]), value)
        if filled == value:
            break
        value = filled
    return value


def _pom_of(base: Tree, folder: str, name: str) -> str:
    """The pom that a `<module>` names, a folder or a file; empty where it is outside or missing."""
    parts: list[str] = []
    for part in PurePosixPath(folder, name).parts:
        if part == ".." and not parts:
            return ""
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    place = "/".join(parts)
    whole = f"{place}/{POM}" if place else POM
    return place if place.endswith(".xml") and base.read(place) is not None else whole
