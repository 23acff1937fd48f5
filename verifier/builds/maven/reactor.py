"""The modules of a Maven project as the poms in its tree declare them, before Maven runs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from verifier.builds.described.module_graph import ModuleGraph, join_folder
from verifier.builds.described.pom import POM, fill_in, parse_pom, properties_of, text, texts
from verifier.domain.paths import ROOT
from verifier.domain.source import Tree
from verifier.errors import BaseInvalidError
from verifier.tools.hostile_xml import Element

_ANYWHERE = ("", "profiles/profile/")
_NEEDED = (
    "dependencies/dependency",
    "build/plugins/plugin",
    "build/plugins/plugin/dependencies/dependency",
    "build/extensions/extension",
)
_PROCESSORS = "annotationProcessorPaths/*/artifactId"
_USUAL_PARENT = "../pom.xml"


def reactor_of(base: Tree, root: str = ROOT) -> ModuleGraph:
    """Return the modules below the pom in a folder, each with those that it, or a parent in the
    tree, names.

    Modules and dependencies of profiles count, because only Maven knows which profiles are active.
    A pom that no other pom lists as a module (a sample, test data) is not a module.

    Raises:
        BaseInvalidError: a pom cannot be read.
    """
    poms = dict(_modules(base, root))
    # A parent of a hundred modules is parsed only once.
    read: dict[str, Element] = {each.path: each.content for each in poms.values()}
    artifacts = {folder: each.artifact for folder, each in poms.items()}
    return ModuleGraph(
        needs={
            folder: tuple(
                other
                for other, artifact in sorted(artifacts.items())
                if other != folder and artifact and artifact in named
            )
            for folder in poms
            for named in [_read_artifacts(base, poms[folder], read)]
        }
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Pom:
    """One module's pom: its path, its content, and the properties that apply to it."""

    path: str
    content: Element
    properties: Mapping[str, str]

    @property
    def artifact(self) -> str:
        return fill_in(text(self.content, "artifactId"), self.properties)


def _modules(base: Tree, root: str) -> Iterator[tuple[str, _Pom]]:
    """Yield each module's folder and pom, once."""
    seen: set[str] = set()
    waiting: list[tuple[str, Mapping[str, str]]] = [(join_folder(root, POM), {})]
    while waiting:
        path, inherited = waiting.pop()
        content, folder = base.read(path), str(PurePosixPath(path).parent)
        if content is None or folder in seen:
            continue
        seen.add(folder)
        pom = parse_pom(content, path)
        properties = {**inherited, **properties_of(pom)}
        yield folder, _Pom(path=path, content=pom, properties=properties)
        named = [
            fill_in(n, properties) for p in _ANYWHERE for n in texts(pom, f"{p}modules/module")
        ]
        waiting += [(place, properties) for n in named if (place := pom_at(base, folder, n))]


def _read_artifacts(base: Tree, pom: _Pom, read: dict[str, Element]) -> frozenset[str]:
    """Return the artifacts that a module, or one of its parents in the tree, needs."""
    found: set[str] = set()
    for each in with_parents(base, pom.path, read):
        names = [n for p in _ANYWHERE for w in _NEEDED for n in texts(each, f"{p}{w}/artifactId")]
        names += texts(each, f".//{_PROCESSORS}")
        found |= {fill_in(name, {**properties_of(each), **pom.properties}) for name in names}
    return frozenset(found)


def with_parents(
    base: Tree, path: str, read: dict[str, Element] | None = None
) -> Iterator[Element]:
    """Yield a pom, then its ancestors in the tree; `read` caches parsed poms."""
    known = {} if read is None else read
    seen: set[str] = set()
    artifact = ""
    while path and path not in seen:
        seen.add(path)
        content = base.read(path)
        if content is None:
            return
        try:
            pom = known[path] if path in known else parse_pom(content, path)
        except BaseInvalidError:
            return
        known[path] = pom
        # As in Maven: a pom with another artifact id at that path is not the parent.
        if artifact not in {"", text(pom, "artifactId")}:
            return
        yield pom
        artifact = text(pom, "parent/artifactId")
        given = pom.find("parent/relativePath")
        place = _USUAL_PARENT if given is None else text(pom, "parent/relativePath")
        path = pom_at(base, str(PurePosixPath(path).parent), place) if artifact and place else ""


def pom_at(base: Tree, folder: str, name: str) -> str:
    """Return the pom that a `<module>` or `<relativePath>` names, a folder or a file; empty if outside the tree."""
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
