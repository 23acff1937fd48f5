"""A project's dependencies as two class paths, relative to Maven's local repository."""

import re
from pathlib import PurePosixPath

from verifier.builds.module import ClassPath, Dependency

_MAIN_SCOPES = frozenset({"compile", "provided", "system", "runtime"})
_LINE = re.compile(r"^\s*(?P<ids>[\w.\-]+(?::[\w.\-]+)+):(?P<scope>\w+):(?P<path>/[^\s]+|\S+\.jar)")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def read_class_path(path: str, listed: str, repository: str) -> ClassPath:
    """Read what `dependency:build-classpath` and `dependency:list` wrote; both may be empty.

    `repository` is the local repository as Maven saw it.
    """
    scopes = _scopes(listed)
    entries = [PurePosixPath(entry) for entry in path.strip().split(":") if entry]
    return ClassPath(jars=tuple(_dependency(e, scopes, repository) for e in entries))


def _scopes(listed: str) -> dict[str, str]:
    matches = (_LINE.match(line) for line in _COLOUR.sub("", listed).splitlines())
    return {m["path"]: m["scope"] for m in matches if m}


def _dependency(entry: PurePosixPath, scopes: dict[str, str], repository: str) -> Dependency:
    inside = entry.is_relative_to(repository)
    path = entry.relative_to(repository) if inside else entry
    *group, name, version, _ = path.parts if inside else ("", entry.stem, "", "")
    return Dependency(
        path=str(path),
        name=f"{'.'.join(group)}:{name}",
        version=version,
        main=scopes.get(str(entry), "compile") in _MAIN_SCOPES,
    )
