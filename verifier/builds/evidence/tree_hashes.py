"""Find tests and build files of a tree that changed during a run."""

import hashlib
import os
from collections.abc import Iterable, Mapping
from itertools import islice
from shlex import quote

from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest
from verifier.domain.paths import PathKind, kind_of, unsafe_reason
from verifier.domain.testrun import UNKNOWN, Tamper, TamperSign, TestRun
from verifier.printable import printable

HASHES = "hashes"
"""The file, above the tree, that the command of `listing` writes."""
_MOST = 20


def listing(passed_over: Iterable[str]) -> str:
    """Return a shell command, run in the tree's folder, that hashes every file outside some
    folders.

    A zero byte ends each line: no file name can contain it, so a name cannot pretend to be several
    lines.
    """
    pruned = " ".join(f"-path {quote(f'./{folder}')} -prune -o" for folder in passed_over)
    return (
        f"find . {pruned} -type f -print0 | sort -z | xargs -0 -r sha256sum --zero -- > ../{HASHES}"
    )


def find_rewritten_files(
    prepared: PreparedBase, request: BuildRequest, listed: bytes, passed_over: Iterable[str]
) -> dict[str, str]:
    """Return the tests and build files that a run changed, with their SHA-256 after it, empty if
    they are gone.

    Contains `UNKNOWN` if the list of hashes is missing.
    """
    after = _hashes(listed)
    if not after:
        return {UNKNOWN: ""}
    return {
        path: after.get(path, "")
        for path, digest in _find_protected(prepared, request, passed_over).items()
        if after.get(path) != digest
    }


def tamper_in(rewritten: Mapping[str, str], by_base: Mapping[str, str]) -> list[Tamper]:
    """Return the first twenty changes that speak against a run; changes that a run of the base makes too do not."""
    found = (path for path, digest in rewritten.items() if by_base.get(path) != digest)
    return [
        Tamper(sign=TamperSign.CHANGED_FILE, detail=_words(path)) for path in islice(found, _MOST)
    ]


def own_rewriting(prepared: PreparedBase, tests: TestRun) -> dict[str, str]:
    """Return what a run of the base did to its own tests and test data; empty if it did anything
    worse.

    A build file counts as worse, because it decides what is built and tested. So does a deleted
    file, because the list of hashes cannot distinguish it from a link or a folder in its place.
    """
    known, rewritten = prepared.source_folders, tests.rewritten
    of_tests = all(kind_of(path, known) is PathKind.TEST for path in rewritten)
    # A name that is not UTF-8 would be another name when read back from the cache.
    there = all(digest and unsafe_reason(path) is None for path, digest in rewritten.items())
    return dict(rewritten) if of_tests and there else {}


def _words(path: str) -> str:
    if path == UNKNOWN:
        return "the list of hashes after the run is missing"
    return f"{printable(path)} was changed during the run"


def _find_protected(
    prepared: PreparedBase, request: BuildRequest, passed_over: Iterable[str]
) -> dict[str, str]:
    base, known = prepared.base, prepared.source_folders
    outputs = tuple(f"{folder}/" for folder in passed_over)
    found: dict[str, str] = {}
    for path in base.rglob("*"):
        relative = path.relative_to(base).as_posix()
        if kind_of(relative, known) not in {PathKind.TEST, PathKind.BUILD}:
            continue
        # A build removes files that the base committed into an output folder.
        if path.is_file() and not path.is_symlink() and not relative.startswith(outputs):
            content = request.overlay.files.get(relative, path.read_bytes())
            if content is not None:
                found[relative] = hashlib.sha256(content).hexdigest()
    return found


def _hashes(listed: bytes) -> dict[str, str]:
    lines = (os.fsdecode(line).partition("  ") for line in listed.split(b"\0") if line)
    return {path.removeprefix("./"): digest for digest, _, path in lines}
