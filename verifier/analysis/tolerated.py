"""The edits that PurityChecker allows in a 'pure' refactoring although they change behaviour.

They come from RefactoringMiner's statement mappings, according to PurityChecker's own rules (its
`omit…` methods). Replacing an argument by its parameter's name is not an edit.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from verifier.domain.refactoring_traits import RefactoringType


class ToleratedEdit(StrEnum):
    """Why a pure refactoring is not in the strict tier."""

    TYPE = "type replaced"
    LITERAL = "literal differs in case or quotes"
    NAME_CASE = "name differs in case"
    PRINT_OR_LOG = "print or log call changed"
    BOOLEAN_INITIALISER = "boolean initialiser flipped"
    ANONYMOUS_CLASS = "edit inside an anonymous class"
    RETURN_VALUE = "literal or operator replaced in a return"


PRINT_OR_LOG = (
    "System.out.print",
    "System.err.print",
    "log.trace",
    "log.info",
    "fail",
)
"""PurityChecker treats a statement that contains one of these as a print or log call."""

_LITERALS = frozenset(
    {"STRING_LITERAL", "CHAR_LITERAL", "NUMBER_LITERAL", "BOOLEAN_LITERAL", "INFIX_OPERATOR"}
)


@dataclass(frozen=True, slots=True)
class _Edit:
    """One replacement within a pair of mapped statements."""

    kind: str
    before: str
    after: str
    mapping: Any


def list_tolerated_edits(refactoring: Any, kind: RefactoringType) -> tuple[ToleratedEdit, ...]:
    """List the edits in the bodies of one refactoring, each once, in the order of the enum."""
    mappers = list(_mappers(refactoring))
    found = {edit for mapper in mappers for edit in _in_mappings(mapper, _pairs(refactoring, kind))}
    if any(_has_unmapped_print(mapper, kind) for mapper in mappers):
        found.add(ToleratedEdit.PRINT_OR_LOG)
    return tuple(edit for edit in ToleratedEdit if edit in found)


def _mappers(refactoring: Any) -> Iterator[Any]:
    if hasattr(refactoring, "getMappers"):
        yield from refactoring.getMappers()
    elif hasattr(refactoring, "getBodyMapper"):
        yield refactoring.getBodyMapper()


def _pairs(refactoring: Any, kind: RefactoringType) -> frozenset[tuple[str, str]]:
    """Pairs of (before, after) texts that differ only by a parameter in place of its argument."""
    if not hasattr(refactoring, "getParameterToArgumentMap"):
        return frozenset()
    arguments = refactoring.getParameterToArgumentMap()
    pairs = {(str(e.getValue()), str(e.getKey())) for e in arguments.entrySet()}
    return frozenset({(p, a) for a, p in pairs} if kind.traits.inlines_method else pairs)


def _in_mappings(mapper: Any, pairs: frozenset[tuple[str, str]]) -> Iterator[ToleratedEdit]:
    for mapping in mapper.getMappings():
        if any(_differs(difference) for difference in mapping.getAnonymousClassDiffs()):
            yield ToleratedEdit.ANONYMOUS_CLASS
        for replacement in mapping.getReplacements():
            edit = _Edit(
                str(replacement.getType()),
                str(replacement.getBefore()),
                str(replacement.getAfter()),
                mapping,
            )
            if (edit.before, edit.after) not in pairs:
                yield from (named for named, holds in _RULES if holds(edit))


def _differs(anonymous_class_diff: Any) -> bool:
    return any(
        not mapping.getReplacements().isEmpty()
        for mapper in anonymous_class_diff.getOperationBodyMapperList()
        for mapping in mapper.getMappings()
    )


def _has_unmapped_print(mapper: Any, kind: RefactoringType) -> bool:
    """Whether a print statement has no counterpart on a side where every statement should have one."""
    before = () if kind.traits.extracts_method else mapper.getNonMappedLeavesT1()
    after = () if kind.traits.inlines_method else mapper.getNonMappedLeavesT2()
    return any(_is_print_or_log(leaf) for side in (before, after) for leaf in side)


def _is_print_or_log(fragment: Any) -> bool:
    text = str(fragment.getString())
    return any(part in text for part in PRINT_OR_LOG)


def _is_diamond(edit: _Edit) -> bool:
    return edit.after.endswith("<>") and edit.before.startswith(edit.after[:-1])


def _is_return(fragment: Any) -> bool:
    location = fragment.getLocationInfo()
    return str(location.getCodeElementType()) == "RETURN_STATEMENT"


def _without_quotes(text: str) -> str:
    return text.replace('"', "").replace("'", "").strip().lower()


def _in_print_or_log(edit: _Edit) -> bool:
    fragments = (edit.mapping.getFragment1(), edit.mapping.getFragment2())
    return all(_is_print_or_log(fragment) for fragment in fragments)


def _flips_initialiser(edit: _Edit) -> bool:
    fragments = (edit.mapping.getFragment1(), edit.mapping.getFragment2())
    return edit.kind == "BOOLEAN_LITERAL" and all(
        not fragment.getVariableDeclarations().isEmpty() for fragment in fragments
    )


def _differs_in_case_or_quotes(edit: _Edit) -> bool:
    same = _without_quotes(edit.before) == _without_quotes(edit.after)
    return same and edit.before != edit.after


def _has_quotes(edit: _Edit) -> bool:
    return any(quote in edit.before + edit.after for quote in "\"'")


def _returns_other_value(edit: _Edit) -> bool:
    fragments = (edit.mapping.getFragment1(), edit.mapping.getFragment2())
    return edit.kind in _LITERALS and all(_is_return(fragment) for fragment in fragments)


_RULES: tuple[tuple[ToleratedEdit, Callable[[_Edit], bool]], ...] = (
    (ToleratedEdit.ANONYMOUS_CLASS, lambda edit: edit.kind == "ANONYMOUS_CLASS_DECLARATION"),
    (ToleratedEdit.PRINT_OR_LOG, _in_print_or_log),
    (ToleratedEdit.TYPE, lambda edit: edit.kind == "TYPE" and not _is_diamond(edit)),
    (ToleratedEdit.BOOLEAN_INITIALISER, _flips_initialiser),
    (ToleratedEdit.LITERAL, lambda e: _differs_in_case_or_quotes(e) and _has_quotes(e)),
    (ToleratedEdit.NAME_CASE, lambda e: _differs_in_case_or_quotes(e) and not _has_quotes(e)),
    (ToleratedEdit.RETURN_VALUE, _returns_other_value),
)
"""The rules for edits. Every rule that matches names the edit."""
