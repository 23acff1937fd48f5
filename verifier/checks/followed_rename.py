"""Tests that differ by nothing but the new name of the method that was to be renamed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from verifier.domain.paths import is_test_path
from verifier.domain.refactoring import RefactoringType, WantedRefactoring
from verifier.domain.source import PLAIN_MODE, Candidate, Tree
from verifier.java_text.tokens import TokenKind, scan

_WORD = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class FollowedRename:
    """The old and the new name, and the test files that follow it; empty where none does.

    That the names mean the same method is not known here: the check references compares what the
    compiler made of them.
    """

    names: tuple[str, ...] = ()
    tests: frozenset[str] = frozenset()


def followed_rename(
    base: Tree, candidate: Candidate, wanted: WantedRefactoring | None
) -> FollowedRename:
    """What tests follow of the wanted renaming; nothing where they disagree on the new name."""
    if wanted is None or wanted.type is not RefactoringType.RENAME_METHOD:
        return FollowedRename()
    old_name = wanted.method.name
    found: dict[str, str] = {}
    for change in candidate.changes:
        path, old = change.path, base.read(change.path)
        is_test = path.endswith(".java") and is_test_path(path) and change.mode == PLAIN_MODE
        if is_test and old is not None and change.content is not None:
            # Byte by byte: all but the names is the base's, in whatever encoding.
            texts = old.decode("latin-1"), change.content.decode("latin-1")
            if new_name := _new_name(*texts, old_name):
                found[path] = new_name
    if len(set(found.values())) != 1:
        return FollowedRename()
    return FollowedRename(names=(old_name, next(iter(found.values()))), tests=frozenset(found))


def _new_name(old: str, new: str, name: str) -> str:
    """The one name that some calls have instead; empty where anything else differs."""
    found, done, at = "", 0, 0
    for start in _calls(old, name):
        between = old[done:start]
        word = _WORD.match(new, at + len(between))
        if word is None or not new.startswith(between, at):
            return ""
        if word[0] != name:
            if found not in {"", word[0]}:
                return ""
            found = word[0]
        done, at = start + len(name), word.end()
    return found if old[done:] == new[at:] else ""


def _calls(text: str, name: str) -> Iterator[int]:
    """Where a method of this name is called, or referred to."""
    tokens = list(scan(text, decoded=False))
    for number, token in enumerate(tokens):
        if token.kind is TokenKind.WORD and token.text == name:
            after = tokens[number + 1].text if number + 1 < len(tokens) else ""
            before = tokens[number - 1].text if number else ""
            if (after == "(" or before == "::") and token.end - token.start == len(name):
                yield token.start
