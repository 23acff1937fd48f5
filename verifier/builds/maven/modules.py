"""Which modules of a Maven project are built for a change: those that hold its files."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from verifier.domain.paths import is_test_path
from verifier.domain.source import Tree

POM = "pom.xml"
ROOT = "."
_MODULE = re.compile(rb"<module>\s*[^<\s]")
_DEPENDENCY = re.compile(rb"<dependency>(.*?)</dependency>", re.DOTALL)
_ARTIFACT = re.compile(rb"<artifactId>\s*([^<\s]+)\s*</artifactId>")
_PARENT = re.compile(rb"<parent>.*?</parent>", re.DOTALL)


def modules_of(base: Tree, files: Iterable[str]) -> tuple[str, ...]:
    """The folders of the modules that hold the files, sorted; Maven adds what they need.

    A module without tests brings along the modules that depend on it and have tests, since
    nothing else would speak for it. Empty for a project that is one module, and without files: all
    of it is built.
    """
    if not _MODULE.search(base.read(POM) or b""):
        return ()
    poms = {path for path in base.paths() if is_pom(path)}
    holding = {module_of(path, poms) for path in files}
    tested = {
        module_of(path, poms)
        for path in base.paths()
        if path.endswith(".java") and is_test_path(path)
    }
    for module in sorted(holding - tested):
        holding |= _dependants(base, module, tested)
    return tuple(sorted(holding))


def folders_of(words: Iterable[str]) -> tuple[str, ...]:
    """The module folders of a command line: comma-separated words, sorted, each once."""
    parts = (part.strip() for word in words for part in word.split(","))
    return tuple(sorted({str(PurePosixPath(part)) for part in parts if part}))


def is_pom(path: str) -> bool:
    """Whether a path is that of a Maven project's description."""
    return PurePosixPath(path).name == POM


def module_of(path: str, poms: Iterable[str]) -> str:
    """The nearest folder above a file that has a pom.xml; the root where there is none."""
    known = set(poms)
    folders = PurePosixPath(path).parents
    return next((str(f) for f in folders if str(f / POM) in known), ROOT)


def _dependants(base: Tree, module: str, among: Iterable[str]) -> set[str]:
    artifact = _artifact(base.read(str(PurePosixPath(module) / POM)) or b"")
    return {
        other
        for other in among
        if artifact and artifact in _dependencies(base.read(str(PurePosixPath(other) / POM)) or b"")
    }


def _artifact(pom: bytes) -> bytes:
    found = _ARTIFACT.search(_PARENT.sub(b"", pom))
    return found[1] if found else b""


def _dependencies(pom: bytes) -> set[bytes]:
    inner = (match[1] for match in _DEPENDENCY.finditer(pom))
    return {found[1] for each in inner if (found := _ARTIFACT.search(each))}
