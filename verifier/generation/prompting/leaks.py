"""Find names in a text that only the developers' solution has."""

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from verifier.domain.assignment import Assignment, CommitAssignment
from verifier.domain.generation import Disclosure
from verifier.domain.instance import Instance
from verifier.domain.refactoring import RefactoringSide
from verifier.java_text.keywords import RESERVED
from verifier.java_text.names import list_named_classes

_WORD = re.compile(r"[^\W\d][\w$]*|\$[\w$]*")
_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+([^\W\d][\w$]*)")
_METHOD = re.compile(r"[\w>\]]\s+([^\W\d][\w$]*)\s*\([^;]*$")
_FIELD = re.compile(r"\b(?:private|protected|public|static|final)\b[^(]*\s([^\W\d][\w$]*)\s*[=;]")
_OPEN_BOOK = frozenset({Disclosure.SENTENCE, Disclosure.DESCRIPTION})
"""Disclosures that describe the solution in words. With them, a prompt may contain every name."""


def golden_names(
    task: Instance | Assignment, disclosed: Iterable[Disclosure] = ()
) -> frozenset[str]:
    """Return the names of members, types and files that only the developers' solution has.

    Names that `disclosed` allows are left out. Empty for a method assignment, which has no solution.
    """
    if _OPEN_BOOK.intersection(disclosed):
        return frozenset()
    match task:
        case Instance():
            golden = {*_names_of(task.after), *_list_added_names(task.patch)}
            allowed = {*_names_of(task.before), *_base_words(task)}
            if Disclosure.TARGET_CLASS in disclosed:
                allowed |= _target_names(task)
            if Disclosure.VARIABLE in disclosed:
                allowed |= words(str(task.wanted.variable))
        case CommitAssignment():
            golden, allowed = set(_list_added_names(task.patch)), set[str]()
        case _:
            return frozenset()
    return frozenset(golden - allowed - words(_base_lines(task.patch)))


def leaks_in(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the names that a text contains as whole words, sorted."""
    return tuple(sorted(words(text).intersection(names)))


def words(text: str) -> set[str]:
    """Return the identifiers in a text, which include its plain words."""
    return set(_WORD.findall(text))


def _names_of(side: RefactoringSide) -> Iterator[str]:
    methods = [m for m in (side.method, side.partner) if m is not None]
    yield from (m.name for m in methods if not m.name.startswith("<"))
    yield from words(side.variable or "")
    yield from (name for m in methods for name in list_named_classes(m.class_name))
    yield from (PurePosixPath(f).stem for f in (side.file, side.partner_file) if f)


def _target_names(instance: Instance) -> set[str]:
    """The classes and files of the target, without the names of new methods."""
    side = instance.after
    methods = [m for m in (side.method, side.partner) if m is not None]
    files = (PurePosixPath(f).stem for f in (side.file, side.partner_file) if f)
    return {*files, *(name for m in methods for name in list_named_classes(m.class_name))}


def _base_words(instance: Instance) -> set[str]:
    sources = instance.before_sources
    return words(f"{sources.method}\n{sources.partner}\n{sources.class_}")


def _list_added_names(patch: str) -> Iterator[str]:
    """Yield the names of types, methods, fields and files that a patch adds."""
    for line in patch.splitlines():
        if line.startswith(("+++ ", "rename to ")):
            yield from {PurePosixPath(line).stem} - RESERVED
        elif line.startswith("+"):
            found = (n for p in (_TYPE, _METHOD, _FIELD) for n in p.findall(line[1:]))
            yield from (name for name in found if name not in RESERVED)


def _base_lines(patch: str) -> str:
    """The lines that a patch shows of the base, and the base's names of its files."""
    base = (line for line in patch.splitlines() if line.startswith((" ", "-", "rename from ")))
    return "\n".join(base)
