"""Describe a Maven project: its effective pom and its class paths, as one JDK activates profiles."""

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from verifier.builds.groundwork import Groundwork
from verifier.builds.launching import choose_launching
from verifier.builds.maven.class_path import read_class_path
from verifier.builds.maven.effective_pom import read_effective_pom
from verifier.builds.maven.online import OnlineMaven
from verifier.builds.maven.words import selection
from verifier.builds.module import Module
from verifier.builds.prepared import BASE, InstalledTool, PreparedBase
from verifier.tools.jdk import Jdk
from verifier.tools.maven import DEPENDENCY_PLUGIN, HELP_PLUGIN

_PATH_FILE = ".refverify-class-path"
_LIST_FILE = ".refverify-dependencies"


def describe(work: Groundwork, tool: InstalledTool, jdk: Jdk) -> PreparedBase:
    """What Maven says of the project; nothing is built.

    Raises:
        BaseInvalidError: the pom or the dependencies cannot be had.
    """
    maven = OnlineMaven(tool=tool, jdk=jdk, libraries=work.libraries)
    modules = _modules(work, maven)
    tested = next((m for m in reversed(modules) if m.has_code), modules[-1])
    launching = choose_launching(tested, tested.class_path, maven.fetch)
    reasons = (*tested.unsupported, *launching.unsupported)
    return PreparedBase(
        commit=work.commit,
        folder=work.folder,
        libraries=work.libraries,
        jdk=jdk,
        tool=tool,
        modules=modules,
        launching=launching,
        direct_refusal="; ".join(dict.fromkeys(reasons)),
        selected=work.options.modules,
    )


def _modules(work: Groundwork, maven: OnlineMaven) -> tuple[Module, ...]:
    with tempfile.TemporaryDirectory(prefix="refverify-describe-") as name:
        out = Path(name).resolve()
        tree, pom = out / BASE, out / "pom.xml"
        shutil.copytree(work.base, tree, symlinks=True)
        words = [*selection(work.options.modules), *_goals(pom)]
        result = maven.run(tree, words)
        if not pom.is_file():
            raise maven.invalid("the effective pom cannot be made", result, tree)
        modules = read_effective_pom(pom.read_bytes(), str(tree))
        code = [m for m in modules if m.has_code] or list(modules)
        # Of several modules that need each other none has its class path before they are built.
        if len(code) == 1 and not (tree / code[0].folder / _PATH_FILE).is_file():
            raise maven.invalid("the dependencies cannot be had", result, tree)
        return tuple(_with_class_path(m, tree / m.folder, work.libraries) for m in modules)


def _goals(pom: Path) -> Sequence[str]:
    return (
        f"{HELP_PLUGIN}:effective-pom",
        f"{DEPENDENCY_PLUGIN}:build-classpath",
        f"{DEPENDENCY_PLUGIN}:list",
        f"-Doutput={pom}",
        f"-Dmdep.outputFile={_PATH_FILE}",
        f"-DoutputFile={_LIST_FILE}",
        "-DincludeScope=test",
        "-DoutputAbsoluteArtifactFilename=true",
    )


def _with_class_path(module: Module, place: Path, libraries: Path) -> Module:
    found = read_class_path(place / _PATH_FILE, place / _LIST_FILE, libraries)
    return replace(module, class_path=found)
