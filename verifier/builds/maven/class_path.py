"""A project's dependencies as one class path, relative to Maven's local repository."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from verifier.builds.described.module import (
    MAIN,
    TEST,
    ClassPath,
    Dependency,
    Module,
    explain_other_content,
    not_its_classes,
)

_MAIN_SCOPES = frozenset({"compile", "provided", "system", "runtime"})
_LINE = re.compile(r"^\s*(?P<ids>[\w.\-]+(?::[\w.\-]+)+):(?P<scope>\w+):(?P<path>/[^\s]+|\S+\.jar)")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_SIDES = {("jar",): MAIN, ("test-jar",): TEST, ("test-jar", "tests"): TEST, ("jar", "tests"): TEST}
"""Which part of a module another one needs, by type and classifier."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Listed:
    """What `dependency:list` says about one file: its scope, `group:name`, and its type with a classifier."""

    scope: str
    name: str
    kind: tuple[str, ...]


def read_class_path(path: str, listed: str, repository: str) -> ClassPath:
    """Parse the output of `dependency:build-classpath` and `dependency:list`; both may be empty.

    `repository` is the path of the local repository as Maven saw it.
    """
    known = _parse_listing(listed)
    entries = [PurePosixPath(entry) for entry in path.strip().split(":") if entry]
    return ClassPath(jars=tuple(_dependency(e, known, repository) for e in entries))


@dataclass(frozen=True, kw_only=True, slots=True)
class Reactor:
    """Some modules as Maven saw them: the path of their tree, and of the local repository."""

    modules: Sequence[Module]
    tree: str
    repository: str


def with_class_path(module: Module, path: str, listed: str, reactor: Reactor) -> Module:
    """Return a module with its class path; files that other modules build become references to these."""
    modules, tree, repository = reactor.modules, reactor.tree, reactor.repository
    known = _parse_listing(listed)
    jars: list[Dependency] = []
    unsupported: list[str] = []
    for jar in read_class_path(path, listed, repository).jars:
        inside = PurePosixPath(jar.path)
        maker = _maker(inside.relative_to(tree), modules) if inside.is_relative_to(tree) else None
        if maker is None:
            jars.append(jar)
            continue
        said = known.get(jar.path)
        side = None if said is None else _SIDES.get(said.kind)
        if said is None or side is None:
            unsupported.append(not_its_classes(inside.name, maker.folder))
        elif maker.repacked:
            unsupported.append(explain_other_content(maker.folder, maker.repacked))
        else:
            jars.append(replace(jar, path="", name=said.name, module=maker.folder, of=side))
    return replace(
        module,
        class_path=ClassPath(jars=tuple(jars)),
        unsupported=(*module.unsupported, *unsupported),
    )


def _maker(path: PurePosixPath, modules: Sequence[Module]) -> Module | None:
    """Return the module whose build folder contains a file."""
    around = {str(folder) for folder in (path, *path.parents)}
    found = [m for m in modules if around.intersection(m.outputs)]
    return max(found, key=lambda m: len(m.folder), default=None)


def _parse_listing(listed: str) -> Mapping[str, _Listed]:
    matches = (_LINE.match(line) for line in _COLOUR.sub("", listed).splitlines())
    return {m["path"]: _read(m["ids"], m["scope"]) for m in matches if m}


def _read(ids: str, scope: str) -> _Listed:
    group, name, *rest = ids.split(":")
    # The last part is the version.
    return _Listed(scope=scope, name=f"{group}:{name}", kind=tuple(rest[:-1]))


def _dependency(entry: PurePosixPath, listed: Mapping[str, _Listed], repository: str) -> Dependency:
    inside = entry.is_relative_to(repository)
    path = entry.relative_to(repository) if inside else entry
    *group, name, version, _ = path.parts if inside else ("", entry.stem, "", "")
    said = listed.get(str(entry))
    return Dependency(
        path=str(path),
        name=f"{'.'.join(group)}:{name}",
        version=version,
        main=said is None or said.scope in _MAIN_SCOPES,
    )
