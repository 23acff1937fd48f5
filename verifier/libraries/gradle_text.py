"""Read the usual dependency declarations of a Gradle build file as text. No script runs."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

COMPILE, PROVIDED, TEST = "compile", "provided", "test"
"""Maven's scopes for Gradle's configurations."""
_COMMENT = re.compile(r"(?m)(?<![:\"'])//[^\n]*|/\*.*?\*/", re.DOTALL)
_ASSIGNED = re.compile(
    r"""(?m)(?:\b(?:def|val|var|String)\s+|\bext\.|\bext\[["']|\bextra\[["']|^\s*)"""
    r"""([A-Za-z_][\w.]*)(?:["']\])?\s*=\s*["']([^"'\n]*)["']"""
)
_DECLARED = re.compile(
    r"""(?m)^\s*["']?((?:\w*[a-z])?(?:[Ii]mplementation|[Aa]pi|[Cc]ompileOnly|[Cc]ompileOnlyApi|[Rr]untimeOnly|[Cc]ompile|[Rr]untime))["']?[ \t(]+(.+)$"""
)
_IMPORTED = re.compile(r"""\bmavenBom[ \t(]+(.+)$""", re.MULTILINE)
_QUOTED = re.compile(r"""["']([^"'\n]+)["']""")
_NAMED = re.compile(r"""\b(group|name|version|classifier)\s*[:=]\s*["']([^"'\n]*)["']""")
_ALIAS = re.compile(r"\blibs\.([\w.]+)")
_PROJECT = re.compile(r"""\bproject\(\s*(?:path\s*[:=]\s*)?["'](:[^"']*)["']""")
_PROJECT_ACCESSOR = re.compile(r"\bprojects\.([\w.]+)")
_PLATFORM = re.compile(r"\b(?:enforcedP|p)latform\s*\(")
_VARIABLE = re.compile(r"\$\{([\w.]+)\}|\$([A-Za-z_]\w*)")
_SEPARATORS = re.compile(r"[-_.]")
_LOCKED = re.compile(r"(?m)^([^:#=\s]+):([^:=\s]+):([^:=\s]+)=(.*)$")
_ON_CLASS_PATH = re.compile(r"(?:ompile|untime)Classpath$")


@dataclass(frozen=True, kw_only=True, slots=True)
class DeclaredLibrary:
    """One dependency; its version is empty if a platform sets it.

    `platform` says that it is a platform.
    """

    group: str
    name: str
    version: str = ""
    classifier: str = ""
    scope: str = COMPILE
    platform: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Catalogue:
    """Libraries and bundles of a version catalogue, by alias with dots."""

    libraries: Mapping[str, DeclaredLibrary] = field(default_factory=dict)
    bundles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def get(self, alias: str) -> Iterator[DeclaredLibrary]:
        """Yield the libraries of an alias; none if the alias is unknown."""
        alias = alias.removesuffix(".get")
        if alias.startswith("bundles."):
            for each in self.bundles.get(alias.removeprefix("bundles."), ()):
                yield from self.get(each)
        elif alias in self.libraries:
            yield self.libraries[alias]


def read_catalogue(content: bytes) -> Catalogue:
    """Read a version catalogue; empty if the content is not one."""
    try:
        found = tomllib.loads(content.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return Catalogue()
    versions, libraries, bundles = (
        table if isinstance(table := found.get(name), dict) else {}
        for name in ("versions", "libraries", "bundles")
    )
    read = {_alias(name): _library(value, versions) for name, value in libraries.items()}
    return Catalogue(
        libraries={name: library for name, library in read.items() if library is not None},
        bundles={
            _alias(name): tuple(_alias(str(each)) for each in parts)
            for name, parts in bundles.items()
            if isinstance(parts, list)
        },
    )


def _alias(name: str) -> str:
    return _SEPARATORS.sub(".", name)


def _library(value: Any, versions: Mapping[str, Any]) -> DeclaredLibrary | None:
    if isinstance(value, str):
        return _of_notation(value, {})
    if not isinstance(value, dict):
        return None
    module = str(value.get("module") or f"{value.get('group', '')}:{value.get('name', '')}")
    group, _, name = module.partition(":")
    version = value.get("version", "")
    if isinstance(version, dict) and "ref" in version:
        version = versions.get(str(version["ref"]), "")
    return (
        DeclaredLibrary(group=group, name=name, version=_plain(version)) if group and name else None
    )


def _plain(version: Any) -> str:
    """Return the version that a rich version asks for first."""
    if isinstance(version, dict):
        return next(
            (str(version[k]) for k in ("strictly", "require", "prefer") if k in version), ""
        )
    return str(version)


def variables_of(text: str) -> dict[str, str]:
    """Return the strings that a build file assigns to names, unevaluated.

    The last assignment counts.
    """
    return {name.rpartition(".")[2]: value for name, value in _ASSIGNED.findall(_bare(text))}


def properties_of(content: bytes) -> dict[str, str]:
    """Read the lines `name=value` of a properties file."""
    lines = (line.partition("=") for line in content.decode("utf-8", "replace").splitlines())
    return {name.strip(): value.strip() for name, equals, value in lines if equals}


def dependencies_of(
    text: str, catalogue: Catalogue, known: Mapping[str, str]
) -> Iterator[DeclaredLibrary]:
    """Yield the libraries that a build file declares; unusual forms are ignored."""
    bare = _bare(text)
    for configuration, words in _DECLARED.findall(bare):
        platform = _PLATFORM.search(words) is not None
        scope = _scope(configuration)
        for each in _of_words(words, catalogue, known):
            yield _with(each, scope=scope, platform=platform)
    for words in _IMPORTED.findall(bare):
        for each in _of_words(words, catalogue, known):
            yield _with(each, scope=COMPILE, platform=True)


def _with(declared: DeclaredLibrary, *, scope: str, platform: bool) -> DeclaredLibrary:
    return DeclaredLibrary(
        group=declared.group,
        name=declared.name,
        version=declared.version,
        classifier=declared.classifier,
        scope=scope,
        platform=platform,
    )


def _of_words(
    words: str, catalogue: Catalogue, known: Mapping[str, str]
) -> Iterator[DeclaredLibrary]:
    for alias in _ALIAS.findall(words):
        yield from catalogue.get(alias)
    named = {key: _fill(value, known) for key, value in _NAMED.findall(words)}
    if "group" in named and "name" in named:
        yield DeclaredLibrary(
            group=named["group"],
            name=named["name"],
            version=named.get("version", ""),
            classifier=named.get("classifier", ""),
        )
        return
    for quoted in _QUOTED.findall(words):
        found = _of_notation(quoted, known)
        if found is not None:
            yield found


_SHORTEST, _WITH_VERSION, _WITH_CLASSIFIER = 2, 3, 4


def _of_notation(notation: str, known: Mapping[str, str]) -> DeclaredLibrary | None:
    """Read `group:name:version:classifier`; version and classifier may be missing."""
    parts = _fill(notation, known).partition("@")[0].removesuffix("!!").split(":")
    if not _SHORTEST <= len(parts) <= _WITH_CLASSIFIER or not parts[0] or not parts[1]:
        return None
    return DeclaredLibrary(
        group=parts[0],
        name=parts[1],
        version=parts[2] if len(parts) >= _WITH_VERSION else "",
        classifier=parts[3] if len(parts) == _WITH_CLASSIFIER else "",
    )


def _fill(text: str, known: Mapping[str, str]) -> str:
    """Fill in the variables of a text; an unknown one stays as it is."""

    def value(found: re.Match[str]) -> str:
        return known.get((found[1] or found[2]).rpartition(".")[2], found[0])

    return _VARIABLE.sub(value, text)


def projects_named(text: str) -> frozenset[str]:
    """Return the paths of other projects that a build file depends on, without the first colon."""
    bare = _bare(text)
    found = {name.strip(":") for name in _PROJECT.findall(bare)}
    found |= {name.replace(".", ":") for name in _PROJECT_ACCESSOR.findall(bare)}
    return frozenset(found - {""})


def read_locked(text: str) -> Iterator[DeclaredLibrary]:
    """Yield the libraries of a lock file that are on a class path."""
    for group, name, version, configurations in _LOCKED.findall(text):
        if any(_ON_CLASS_PATH.search(each) for each in configurations.split(",")):
            yield DeclaredLibrary(group=group, name=name, version=version, scope=TEST)


def _scope(configuration: str) -> str:
    if configuration.lower().startswith("test"):
        return TEST
    return (
        PROVIDED if configuration.lower().endswith(("compileonly", "compileonlyapi")) else COMPILE
    )


def _bare(text: str) -> str:
    return _COMMENT.sub("", text)
