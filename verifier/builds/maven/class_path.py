"""A project's dependencies as two class paths, relative to Maven's local repository."""

import re
from pathlib import Path

from verifier.builds.module import ClassPath, Dependency

_MAIN_SCOPES = frozenset({"compile", "provided", "system", "runtime"})
_LINE = re.compile(r"^\s*(?P<ids>[\w.\-]+(?::[\w.\-]+)+):(?P<scope>\w+):(?P<path>/[^\s]+|\S+\.jar)")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def read_class_path(path_file: Path, list_file: Path, repository: Path) -> ClassPath:
    """Read what `dependency:build-classpath` and `dependency:list` wrote; empty without files."""
    if not path_file.is_file():
        return ClassPath()
    scopes = _scopes(list_file)
    entries = [Path(e) for e in path_file.read_text("utf-8").strip().split(":") if e]
    return ClassPath(jars=tuple(_dependency(e, scopes, repository) for e in entries))


def _scopes(list_file: Path) -> dict[str, str]:
    if not list_file.is_file():
        return {}
    text = _COLOUR.sub("", list_file.read_text("utf-8"))
    matches = (_LINE.match(line) for line in text.splitlines())
    return {m["path"]: m["scope"] for m in matches if m}


def _dependency(entry: Path, scopes: dict[str, str], repository: Path) -> Dependency:
    inside = entry.is_relative_to(repository)
    path = entry.relative_to(repository) if inside else entry
    *group, name, version, _ = path.parts if inside else ("", entry.stem, "", "")
    return Dependency(
        path=str(path),
        name=f"{'.'.join(group)}:{name}",
        version=version,
        main=scopes.get(str(entry), "compile") in _MAIN_SCOPES,
    )
