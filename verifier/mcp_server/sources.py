"""Translate an agent's words into a change and a wanted refactoring."""

from collections.abc import Mapping
from typing import Any

from verifier.domain.refactoring import WantedRefactoring
from verifier.errors import UsageError
from verifier.gates.change.selection import Source, SourceKind
from verifier.mcp_server.requests import ChangeKind, ChangeSource


def source_of(words: ChangeSource) -> Source:
    """Return the change that is meant.

    Raises:
        UsageError: the type lacks a field, or has a field that it does not take.
    """
    needs_revision = words.type in {ChangeKind.RANGE, ChangeKind.COMMIT}
    needs_patch = words.type is ChangeKind.PATCH
    if bool(words.revision) is not needs_revision or bool(words.patch) is not needs_patch:
        raise UsageError(
            "`source` does not fit its type",
            hint="range and commit take `revision`, patch takes `patch`; the others neither.",
        )
    if needs_revision and words.base != "HEAD":
        raise UsageError("`base` is for worktree, staged and patch", hint="A range names its base.")
    kind = SourceKind(str(words.type))
    return Source(kind=kind, revision=words.revision, base=words.base, patch=words.patch)


_FLAT = {"range": "revision", "commit": "revision", "patch": "patch"}


def with_source(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Move `range`, `commit` or `patch` at the top level into `source`.

    Raises:
        UsageError: there are several of them, or `source` is given too.
    """
    flat = [word for word in _FLAT if word in arguments]
    if not flat:
        return arguments
    if len(flat) > 1 or "source" in arguments:
        raise UsageError(
            f"`{flat[0]}` and {'`source`' if 'source' in arguments else f'`{flat[1]}`'}",
            hint='Give one change: {"source": {"type": "range", "revision": "A..B"}}.',
        )
    (kind,) = flat
    source = {"type": kind, _FLAT[kind]: arguments[kind]}
    source |= {"base": arguments["base"]} if "base" in arguments else {}
    rest = {word: value for word, value in arguments.items() if word not in {kind, "base"}}
    return {**rest, "source": source}


def read_wanted(text: str) -> WantedRefactoring:
    """Read a refactoring that must be there.

    Raises:
        UsageError: the text is not a refactoring.
    """
    try:
        return WantedRefactoring.parse(text)
    except ValueError as error:
        raise UsageError(
            f"`want`: {error}", hint="For example: Extract Method: pkg.Class#method(int)"
        ) from error
