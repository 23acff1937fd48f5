"""Borrow the preparation of a neighbouring commit if all of its inputs are the same.

A preparation fetches dependencies and describes the build. It depends on build files, resources,
tool versions and the like, but of its modules' Java sources only on which folders have any. So the
key covers the whole tree except these sources and the text of documents that are no resources:
there is no list of the files that a build reads.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.builds.described.ant_patterns import matches
from verifier.builds.described.module import MAIN, TEST, Module, ResourceFolder
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.options import StrategyName
from verifier.domain.instance import StableId
from verifier.domain.paths import ROOT
from verifier.tools.git.objects import GitTree
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.cache_seal import read_or_set_aside, write_sealed

_DOCUMENT = re.compile(
    r"(?:.*/)?(?:README|RELEASE-NOTES|CHANGELOG|CHANGES|CONTRIBUTING|SECURITY)[^/]*|src/changes/.*"
)
_USUAL_SOURCES = re.compile(r"(?:(?P<module>.*)/)?src/[^/]+/java/")


@dataclass(frozen=True, kw_only=True, slots=True)
class Lent:
    """A preparation that others may use: its folder's name, and the project's source and resource
    folders.

    `modules` are the folders of all modules of the project, built or not.
    """

    folder: str
    sources: tuple[str, ...]
    resources: tuple[ResourceFolder, ...]
    modules: tuple[str, ...] = ()

    @classmethod
    def of(cls, prepared: PreparedBase) -> "Lent":
        """Create it from a preparation."""
        modules = prepared.modules
        return cls(
            folder=prepared.folder.name,
            sources=tuple(sorted({f for m in modules for f in (*m.sources, *m.test_sources)})),
            resources=tuple(r for m in modules for r in (*m.resources, *m.test_resources)),
            modules=tuple(sorted({*prepared.graph.needs, *(m.folder for m in modules)})),
        )

    def inputs(self, tree: GitTree) -> str:
        """Hash everything in a tree that a preparation could depend on."""
        return str(StableId.of(*self._lines(tree)))

    def _lines(self, tree: GitTree) -> Iterator[str]:
        roots: set[str] = set()
        for path, blob in sorted(tree.blobs().items()):
            root = self._root(path)
            if root is not None:
                roots.add(root)
            # A profile may check whether a document exists; no build reads its text.
            elif _DOCUMENT.fullmatch(path) and not self._is_resource(path):
                yield f"document {path}"
            else:
                yield f"{tree.mode(path)} {blob} {path}"
        yield from (f"sources {root}" for root in sorted(roots))

    def _is_resource(self, path: str) -> bool:
        return any(_takes(each, path) for each in self.resources)

    def _root(self, path: str) -> str | None:
        """Return the source folder of a Java file; None for any other file, and for a resource."""
        if not path.endswith(".java") or self._is_resource(path):
            return None
        found = next((f for f in self.sources if path.startswith(f"{f}/")), None)
        usual = _USUAL_SOURCES.match(path)
        # Sources of another build (`buildSrc`, for example) may be code that this build runs.
        if found is not None or usual is None or (usual["module"] or ROOT) not in self.modules:
            return found
        return usual[0]


def lendable(prepared: PreparedBase) -> bool:
    """Whether the output of the project's own build is independent of Java sources and of code that
    ran.

    That is so if the build was complete, generated no source, and its resources equal those of the
    tree, byte for byte: then a borrower gets nothing that this base's tests may have written.
    """
    if not prepared.processed:
        return False
    # With several Gradle projects, the content of their jars was checked only for these sources.
    if prepared.tool.name is StrategyName.GRADLE and len(prepared.modules) > 1:
        return False
    if prepared.own_build_refusal or prepared.left_out or prepared.borrowed:
        return False
    generated = (part.source_output() for part in prepared.parts)
    if any(path.is_file() for folder in generated for path in folder.rglob("*")):
        return False
    return not any(map(_is_mixed, prepared.modules)) and all(
        _files(made) == _resources(prepared.base, folders)
        for made, folders in _list_processed(prepared)
    )


def remember(place: Path, prepared: PreparedBase, tree: GitTree) -> str:
    """Offer a preparation to trees with the same inputs; return the hash of the inputs."""
    lent = Lent.of(prepared)
    inputs = lent.inputs(tree)
    write_sealed(place / f"{inputs}.json", to_json(lent).encode())
    return inputs


def lenders(place: Path, tree: GitTree) -> Iterator[tuple[str, str]]:
    """Yield folder names of preparations with this tree's inputs, each with the hash of the inputs."""
    inputs: dict[Lent, str] = {}
    for file in sorted(place.glob("*.json")):
        content = read_or_set_aside(file)
        if content is None:
            continue
        lent = from_json(Lent, content)
        # Most bases of a project have the same folders, and hashing a large tree takes time.
        shape = replace(lent, folder="")
        if shape not in inputs:
            inputs[shape] = shape.inputs(tree)
        if inputs[shape] == file.stem:
            yield lent.folder, file.stem


def _is_mixed(module: Module) -> bool:
    """Whether a folder of Java sources is also a resource folder."""
    resources = {r.folder for r in (*module.resources, *module.test_resources)}
    return not resources.isdisjoint((*module.sources, *module.test_sources))


def _list_processed(prepared: PreparedBase) -> Iterator[tuple[Path, Sequence[ResourceFolder]]]:
    for part in prepared.parts:
        yield part.resource_output(MAIN), part.module.resources
        yield part.resource_output(TEST), part.module.test_resources


def _files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def _resources(base: Path, folders: Sequence[ResourceFolder]) -> dict[str, bytes]:
    """Return the result of copying the resources; the first folder that has a file provides it."""
    made: dict[str, bytes] = {}
    for each in folders:
        for inside, content in _files(base / each.folder).items():
            path = inside if each.folder == "." else f"{each.folder}/{inside}"
            if _takes(each, path):
                made.setdefault(f"{each.target}/{inside}" if each.target else inside, content)
    return made


def _takes(resource: ResourceFolder, path: str) -> bool:
    prefix = "" if resource.folder == "." else f"{resource.folder}/"
    inside = path.removeprefix(prefix)
    included = not resource.includes or any(matches(p, inside) for p in resource.includes)
    excluded = any(matches(p, inside) for p in resource.excludes)
    return path.startswith(prefix) and included and not excluded
