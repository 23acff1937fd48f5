"""Which JDKs a base commit declares, in files that developers, build tools and CI services read."""

import re
from collections.abc import Collection
from itertools import product
from pathlib import Path

from verifier.builds.described.gradle_projects import BUILD_FILES
from verifier.builds.described.module_graph import join_folder
from verifier.builds.described.pom import (
    PLUGIN_PLACES,
    POM,
    fill_in,
    parse_pom,
    plugins_of,
    properties_of,
    text,
)
from verifier.builds.jdks.ci_files import read_ci_versions
from verifier.domain.paths import ROOT
from verifier.errors import BaseInvalidError
from verifier.tools.jdk import DeclaredJdks, feature_of

_TOOLCHAINS = "maven-toolchains-plugin"
_RANGE = re.compile(r"([\[(])([^,]*)(?:(,)([^,]*))?([\])])")
_NEWEST = 99
"""The upper end of a range without one."""
GRADLE_TOOLCHAIN = r"JavaLanguageVersion\.of\(\D?(?P<level>\d{1,3})\D?\)"
_ONE = (
    *((name, GRADLE_TOOLCHAIN) for name in BUILD_FILES),
    (".java-version", r"^[^\d\n]*([\d.]+)"),
    (".sdkmanrc", r"^java=([\d.]+)"),
    (".tool-versions", r"^java [^\d\n]*([\d.]+)"),
)
"""Files that name one version, the stronger ones first; no pattern backtracks."""


def read_declared_jdks(base: Path, root: str = ROOT) -> DeclaredJdks:
    """Return the JDKs that the project declares, with the file that names each; empty if it
    declares none.

    A Maven toolchain comes first, because it compiles independently of the JDK that the build runs
    on; then the files of version managers, first next to the build, then at the root of the tree;
    then all CI files together.
    """
    if features := _toolchain(base / root):
        return dict.fromkeys(features, f"{_TOOLCHAINS} in {join_folder(root, POM)}")
    folders = (root,) if root == ROOT else (root, ROOT)
    for folder, (name, pattern) in product(folders, _ONE):
        path = base / folder / name
        if path.is_file():
            match = re.search(pattern, path.read_text("utf-8", "replace"), re.MULTILINE)
            feature = feature_of(match[1]) if match else None
            if feature is not None:
                return {feature: join_folder(folder, name)}
    found: dict[int, str] = {}
    for name, features in read_ci_versions(base).items():
        for feature in features:
            found.setdefault(feature, name)
    return found


def _toolchain(base: Path) -> Collection[int]:
    """Return the versions that the pom's own toolchain accepts; empty if it names none."""
    path = base / POM
    if not path.is_file():
        return ()
    try:
        pom = parse_pom(path.read_bytes(), POM)
    except BaseInvalidError:
        return ()
    if not plugins_of(pom, _TOOLCHAINS):
        return ()
    properties = properties_of(pom)
    for place in PLUGIN_PLACES:
        for plugin in plugins_of(pom, _TOOLCHAINS, place):
            for jdk in plugin.iter("jdk"):
                if version := fill_in(text(jdk, "version"), properties):
                    return features_of(version)
    return ()


def features_of(version: str) -> Collection[int]:
    """Parse Maven's `17` or `[11,18)` into Java versions; empty if it is neither."""
    match = _RANGE.fullmatch(version.strip())
    if match is None:
        feature = feature_of(version)
        return () if feature is None else (feature,)
    _, low, comma, high, end = match.groups(default="")
    first = feature_of(low) or (1 if comma and high else None)
    last = feature_of(high) or _NEWEST if comma else first
    if first is None or last is None:
        return ()
    bare = high.strip() in {str(last), f"1.{last}"}
    return range(first, last + (0 if end == ")" and bare else 1))
