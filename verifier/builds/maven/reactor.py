"""The modules of a Maven project as its poms in the tree declare them, before Maven runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from verifier.builds.maven.pom import POM, filled, parse_pom, properties_of, text, texts
from verifier.domain.source import Tree
from verifier.tools.hostile_xml import Element

ROOT = "."
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
            properties = {**inherited, **properties_of(pom)}
            found[folder] = _module(pom, folder, properties)
            named = [
                filled(n, properties) for p in _ANYWHERE for n in texts(pom, f"{p}modules/module")
            ]
            waiting += [(place, properties) for n in named if (place := pom_at(base, folder, n))]
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
        artifact=filled(text(pom, "artifactId"), properties),
        dependencies=frozenset(filled(name, properties) for name in names),
    )


def pom_at(base: Tree, folder: str, name: str) -> str:
    """The pom that a `<module>` or a `<relativePath>` names, a folder or a file; empty where it is outside."""
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
