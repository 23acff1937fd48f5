"""Tests and build files of a tree that are not as they were when a run began."""

import hashlib
from collections.abc import Iterable
from shlex import quote

from verifier.builds.prepared import PreparedBase
from verifier.builds.strategy import Request
from verifier.domain.paths import PathKind, kind_of
from verifier.domain.testrun import Tamper, TamperSign

HASHES = "hashes"
"""The file, above the tree, that the shell words of `listing` write."""
_MOST = 20


def listing(passed_over: Iterable[str]) -> str:
    """Shell words for the tree's folder that hash every file but those below some folders of it."""
    pruned = " ".join(f"-path {quote(f'./{folder}')} -prune -o" for folder in passed_over)
    return f"find . {pruned} -type f -print0 | sort -z | xargs -0 -r sha256sum -- > ../{HASHES}"


def changed_files(
    prepared: PreparedBase, request: Request, listed: bytes, passed_over: Iterable[str]
) -> list[Tamper]:
    """What a run did to tests and build files, the first twenty; nothing where it did nothing."""
    after = _hashes(listed)
    if not after:
        return [_changed("the list of hashes after the run is missing")]
    found = [
        _changed(f"{path} was changed during the run")
        for path, digest in _protected(prepared, request, passed_over).items()
        if after.get(path) != digest
    ]
    return found[:_MOST]


def _changed(text: str) -> Tamper:
    return Tamper(sign=TamperSign.CHANGED_FILE, detail=text)


def _protected(
    prepared: PreparedBase, request: Request, passed_over: Iterable[str]
) -> dict[str, str]:
    base, known = prepared.base, prepared.source_folders
    outputs = tuple(f"{folder}/" for folder in passed_over)
    found: dict[str, str] = {}
    for path in base.rglob("*"):
        relative = path.relative_to(base).as_posix()
        if kind_of(relative, known) not in {PathKind.TEST, PathKind.BUILD}:
            continue
        # A build removes what the base may have committed where it writes.
        if path.is_file() and not path.is_symlink() and not relative.startswith(outputs):
            content = request.overlay.files.get(relative, path.read_bytes())
            if content is not None:
                found[relative] = hashlib.sha256(content).hexdigest()
    return found


def _hashes(listed: bytes) -> dict[str, str]:
    lines = (line.partition("  ") for line in listed.decode("utf-8", "replace").splitlines())
    return {path.removeprefix("./"): digest for digest, _, path in lines}
