"""Find tests that only changed how they call the method that was to be renamed or moved."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from verifier.domain.paths import is_test_path
from verifier.domain.refactoring import MethodId, WantedRefactoring
from verifier.domain.refactoring_traits import Traits
from verifier.domain.source import PLAIN_MODE, Candidate, Tree
from verifier.java_text.names import class_chain, to_dotted
from verifier.java_text.outline import head
from verifier.java_text.tokens import Token, TokenKind, scan

_WORD = r"[A-Za-z_$][\w$]*"
_CALL = re.compile(rf"(?P<class>(?:{_WORD}\.)*)(?P<name>{_WORD})", re.ASCII)
_IMPORT = re.compile(
    rf"import\s+(?P<static>static\s+)?(?:{_WORD}\.)+(?P<last>{_WORD})\s*;", re.ASCII
)
_REFERENCE = re.compile(rf"(?P<class>{_WORD}(?:\.{_WORD})*::)(?P<name>{_WORD})", re.ASCII)

_BLANK = " \t\f\r\n"
"""Blank characters in Java; Python treats other bytes as blank too."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FollowingTests:
    """The old and the new name of the method, and the test files that follow it.

    Both are empty if none does. Both names are equal if the method only moved. It is not known here
    whether they mean the same method, or whether something else has another meaning now. The check
    `references` compares the compiled tests for that.
    """

    names: tuple[str, ...] = ()
    tests: frozenset[str] = frozenset()


def following_tests(
    base: Tree, candidate: Candidate, wanted: WantedRefactoring | None
) -> FollowingTests:
    """Find tests that follow the wanted refactoring; none if they disagree on the new name."""
    if wanted is None or not _follow(wanted.type.traits):
        return FollowingTests()
    found: dict[str, str] = {}
    for change in candidate.changes:
        path, old = change.path, base.read(change.path)
        is_test = path.endswith(".java") and is_test_path(path) and change.mode == PLAIN_MODE
        if is_test and old is not None and change.content is not None:
            # Compared as bytes, so that in any encoding only calls, imports and blanks around these may differ.
            both = _Source.of(old), _Source.of(change.content)
            if new_name := _new_name(*both, wanted):
                found[path] = new_name
    if len(set(found.values())) != 1:
        return FollowingTests()
    names = wanted.method.name, next(iter(found.values()))
    return FollowingTests(names=names, tests=frozenset(found))


def _follow(traits: Traits) -> bool:
    """Tell whether tests may follow this type."""
    return traits.renames_method or traits.moves_whole_method


def calls_of_moved(text: str, old: MethodId, new: MethodId) -> Iterator[tuple[int, int, str]]:
    """Yield the calls of a static method that name its old class.

    Each is a start, an end, and the new text of the call up to its name.
    """
    left, home = to_dotted(old.class_name), to_dotted(class_chain(new.class_name))
    for start, end, form in _calls(text, old.name, qualified=True):
        was = form.fullmatch(text, start, end)
        owner = was["class"] if was is not None else ""
        if owner and f".{left}".endswith(f".{owner.rstrip('.:')}"):
            joint = "::" if owner.endswith("::") else "."
            yield start, end, f"{home}{joint}{new.name}"


@dataclass(frozen=True, slots=True)
class _Source:
    """A source's imports exactly as written, the text before and between them, and all text after
    them.
    """

    imports: frozenset[str]
    head: tuple[str, ...]
    body: str

    @classmethod
    def of(cls, content: bytes) -> Self:
        text = content.decode("latin-1")
        found = head(text, decoded=False)
        package = found.package_line
        done = 0 if package is None else package.span.end
        pieces = [text[:done]]
        for each in found.imports:
            pieces.append(text[done : each.span.start])
            done = each.span.end
        return cls(
            imports=frozenset(text[each.span.start : each.span.end] for each in found.imports),
            head=tuple(stripped for piece in pieces if (stripped := piece.strip(_BLANK))),
            body=text[done:].lstrip(_BLANK),
        )


def _new_name(old: _Source, new: _Source, wanted: WantedRefactoring) -> str:
    """Return the one new name that some calls or imports have; empty if anything else differs."""
    name = wanted.method.name
    traits = wanted.type.traits
    renames, moves = traits.renames_method, traits.moves_whole_method
    found = "" if renames else name
    gone: set[str] = set()
    come: set[str] = set()
    done = at = 0
    for start, end, form in _calls(old.body, name, qualified=moves):
        between = old.body[done:start]
        was = form.fullmatch(old.body, start, end)
        now = form.match(new.body, at + len(between))
        if was is None or now is None or not new.body.startswith(between, at):
            return ""
        if now[0] != was[0]:
            found = found or now["name"]
            if now["name"] != found or (found != name) is not renames:
                return ""
            if now["class"] and not moves:
                return ""
            gone.add(_class_of(was))
            come.add(_class_of(now))
        done, at = end, now.end()
    is_same = old.head == new.head and old.body[done:] == new.body[at:]
    follow = _are_of(old.imports - new.imports, name, gone) and _are_of(
        new.imports - old.imports, found, come
    )
    return found if is_same and follow else ""


def _class_of(call: re.Match[str]) -> str:
    return call["class"].rstrip(".:").partition(".")[0]


def _are_of(imports: frozenset[str], name: str, classes: set[str]) -> bool:
    """Tell whether each import imports the method or a class that it is called by.

    An import must contain nothing else, because for the compiler an escape may end a comment.
    """
    return all(
        match is not None and match["last"] in ({name} if match["static"] else classes)
        for match in map(_IMPORT.fullmatch, imports)
    )


def _calls(text: str, name: str, *, qualified: bool) -> Iterator[tuple[int, int, re.Pattern[str]]]:
    """Yield the calls and references of a method of this name, with the class before it if
    `qualified`.

    Each is a start, an end, and the pattern that matches the call in another version too.
    """
    tokens = list(scan(text, decoded=False))
    for number, token in enumerate(tokens):
        if token.kind is not TokenKind.WORD or token.text != name:
            continue
        after = tokens[number + 1].text if number + 1 < len(tokens) else ""
        before = tokens[number - 1].text if number else ""
        if (after == "(" or before == "::") and token.end - token.start == len(name):
            first = _first_word(tokens, number) if qualified else token
            is_reference = first is not token and before == "::"
            form = _REFERENCE if is_reference else _CALL
            if form.fullmatch(text, first.start, token.end):
                yield first.start, token.end, form
            else:
                # The qualifier spans lines or has other letters; then the class must not change.
                yield token.start, token.end, _CALL


def _first_word(tokens: list[Token], at: int) -> Token:
    """Return the first of the words that dots join to this one.

    After anything else it is the word itself.
    """
    first = at
    joints: tuple[str, ...] = (".", "::")
    while (
        first > 1 and tokens[first - 1].text in joints and tokens[first - 2].kind is TokenKind.WORD
    ):
        first, joints = first - 2, (".",)
    is_of_an_expression = first > 0 and tokens[first - 1].text in {".", "::"}
    return tokens[at] if is_of_an_expression else tokens[first]
