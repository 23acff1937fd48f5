"""Which JDKs the configuration files of CI services name: `.travis.yml` and GitHub's workflows."""

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from verifier.tools.jdk import feature_of
from verifier.tools.shallow_yaml import ShallowScanner

TRAVIS = ".travis.yml"
WORKFLOWS = ".github/workflows"
_LARGEST, _MOST_FILES = 64 * 1024, 50
"""Limits on the bytes read per file and on the files read per folder; files written by hand are smaller."""
_VARIABLE = re.compile(r"\$\{\{\s*matrix\.([\w-]+)\s*\}\}")
_VERSION = re.compile(r"\D*(\d+(?:\.\d+)*)(?:\.[a-z]+|[-+_u].*)?")
"""`17`, `1.8`, `17-ea`, `17.0.x`, `openjdk8`, `temurin-11`."""


def read_ci_versions(base: Path) -> dict[str, tuple[int, ...]]:
    """Return the Java versions that each file names, lowest first; files that name none are left out."""
    found = {TRAVIS: _of_travis(_read(base / TRAVIS))}
    folder = base / WORKFLOWS
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    for path in [p for p in paths if p.suffix in {".yml", ".yaml"}][:_MOST_FILES]:
        found[f"{WORKFLOWS}/{path.name}"] = _of_workflow(_read(path))
    features = {
        name: {feature_of(v) for v in versions} - {None} for name, versions in found.items()
    }
    return {name: tuple(sorted(filter(None, each))) for name, each in features.items() if each}


class _Loader(ShallowScanner, yaml.BaseLoader):
    """Makes text, lists and mappings alone."""


def _read(path: Path) -> object:
    """Parse a YAML file with all scalars as text; None if it is missing, too large or not YAML."""
    if not path.is_file() or path.stat().st_size > _LARGEST:
        return None
    try:
        return yaml.load(path.read_bytes(), Loader=_Loader)  # noqa: S506 - a BaseLoader
    # PyYAML does not wrap the errors for invalid escapes and for excessive nesting.
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError):
        return None


def _of_travis(content: object) -> set[str]:
    return {v for each in _mappings(content) for v in _versions(each.get("jdk"))}


def _of_workflow(content: object) -> set[str]:
    """Return the versions that steps name, plus those of a matrix that steps refer to."""
    parts = list(_mappings(content))
    asked = [text for each in parts for text in _texts(each.get("java-version"))]
    names = {name for text in asked for name in _VARIABLE.findall(text)}
    matrices = _mappings([each.get("matrix") for each in parts])
    of_matrix = (v for m in matrices for name in names & m.keys() for v in _versions(m[name]))
    return {*of_matrix, *(v for text in asked for v in _versions(text))}


def _versions(value: object) -> Iterator[str]:
    for text in _texts(value):
        for line in text.split("\n"):
            match = _VERSION.fullmatch(line.strip())
            if match is not None:
                yield match[1]


def _texts(value: object) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [each for each in values if isinstance(each, str)]


def _mappings(content: object) -> Iterator[dict[object, object]]:
    """Yield all mappings at any depth, each once, even if several aliases lead to it."""
    waiting, seen = [content], set[int]()
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        if isinstance(part, dict):
            yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
