"""The encoding in which a Maven project's compiler reads its sources."""

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from verifier.builds.described.pom import (
    PLUGIN_PLACES,
    POM,
    configurations_of,
    fill_in,
    properties_of,
    text,
)
from verifier.builds.maven.reactor import pom_at, with_parents
from verifier.domain.source import Tree
from verifier.tools.hostile_xml import Element

_COMPILER, _GOAL = "maven-compiler-plugin", "compile"


def encoding_of(base: Tree, path: str) -> str:
    """Return the encoding that the poms of a tree declare for a source, before Maven runs; empty if
    none does.

    The nearest pom above the file declares it, or a parent of that pom in the tree. Parents outside
    the tree, profiles and user settings are ignored.
    """
    poms = list(with_parents(base, _nearest(base, path)))
    properties = {
        name: value for pom in reversed(poms) for name, value in properties_of(pom).items()
    }
    # The configuration of a plugin in use takes precedence over managed configurations.
    configured = [
        found
        for place in PLUGIN_PLACES
        for pom in poms
        for found in configurations_of(pom, _COMPILER, _GOAL, place)
    ]
    return read_encoding(configured, properties)


def compiler_encoding(pom: Element, properties: Mapping[str, str]) -> str:
    """Return the encoding that a project of the effective pom declares; empty if none."""
    return read_encoding(configurations_of(pom, _COMPILER, _GOAL), properties)


def read_encoding(configured: Iterable[Element], properties: Mapping[str, str]) -> str:
    """Return the compiler's encoding, from its configurations or the properties it falls back to."""
    given = [text(each, "encoding") for each in configured]
    given += [properties.get(name, "") for name in ("encoding", "project.build.sourceEncoding")]
    found = fill_in(next(filter(None, given), ""), properties)
    return "" if "${" in found else found


def _nearest(base: Tree, path: str) -> str:
    folders = map(str, PurePosixPath(path).parents)
    poms = (pom_at(base, folder, "") for folder in folders)
    return next((pom for pom in poms if base.read(pom) is not None), POM)
