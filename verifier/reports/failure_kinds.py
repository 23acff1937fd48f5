"""The kind of a failure, from what the verdict holds (SWE-Refactor, section 5)."""

import re
from collections.abc import Mapping

from verifier.domain.facts.compilation import CompilationFacts
from verifier.domain.facts.detection import DetectionFacts
from verifier.domain.generation import FinishReason
from verifier.domain.outcome import CheckResult, Reason
from verifier.domain.verdict import Verdict
from verifier.tools.records import facts_of

OTHER = "other"

_MESSAGES: Mapping[str, tuple[str, ...]] = {
    "missing import": (
        r"package \S+ does not exist",
        r"cannot find symbol\s+symbol:\s+class\b",
        r"import \S+ cannot be resolved",
        r"cannot be resolved to a type",
    ),
    "undefined name": (r"cannot find symbol", r"cannot be resolved", r"is undefined"),
    "types": (
        r"incompatible types",
        r"cannot be applied to",
        r"no suitable (?:method|constructor)",
        r"bad operand type",
        r"cannot be dereferenced",
        r"inconvertible types",
        r"is ambiguous",
        r"type mismatch",
        r"not applicable for",
    ),
    "syntax": (
        r"\bexpected\b",
        r"illegal start of",
        r"reached end of file",
        r"not a statement",
        r"unclosed",
        r"illegal character",
        r"'else' without",
        r"orphaned",
        r"syntax error",
        r"illegal text block",
    ),
    "access": (r"has (?:private|protected|package-private) access", r"is not (?:public|visible)"),
    "static context": (
        r"non-static .* cannot be referenced",
        r"static reference to the non-static",
    ),
    "exceptions": (r"unreported exception", r"is never thrown", r"unhandled exception"),
    "overriding": (
        r"does not override",
        r"cannot override",
        r"cannot implement",
        r"must implement",
    ),
    "declared twice": (
        r"is already defined",
        r"duplicate (?:class|method|field|variable|local)",
    ),
    "flow": (
        r"missing return statement",
        r"might not have been initialized",
        r"might already have been assigned",
        r"unreachable",
        r"effectively final",
    ),
}
"""Kinds of compiler errors and javac's or ECJ's words for them. The first match counts."""

_PATTERNS = {kind: re.compile("|".join(words), re.IGNORECASE) for kind, words in _MESSAGES.items()}

DETAILS: Mapping[Reason, tuple[tuple[str, str], ...]] = {
    Reason.UNPARSABLE_ANSWER: (
        ("empty answer", "an empty answer"),
        ("too long", "characters; "),
        ("nested too deeply", "nests brackets"),
        ("JSON without code", "JSON"),
        ("abridged", "is abridged"),
        ("damaged diff", "give a whole diff"),
        ("no Java code", "no Java declaration"),
    ),
    Reason.UNKNOWN_TARGET: (
        ("no such file", "no such target file"),
        ("no file named", "no target file is named"),
        ("no such file", "to delete"),
        ("no such class", "no file of the base declares"),
        ("no such class", "declares no type"),
    ),
    Reason.NO_CHANGE: (
        ("empty patch", "the patch is empty"),
        ("says that nothing is needed", "no refactoring is needed"),
        ("comments or layout", "only comments or layout"),
        ("same code", "nothing differs"),
    ),
}
"""Kinds of answers that cannot be applied, each with a part of the details that name it. The first
match counts."""


def kind_of(verdict: Verdict, result: CheckResult) -> str | None:
    """The kind of a failed result. None if its reason has no kinds.

    A candidate that does not compile has the kind of its first error: later ones may follow from it.
    An answer without code that the endpoint cut or refused, or whose prompt was too long, has that kind.
    """
    match result.reason:
        case Reason.COMPILE_ERROR:
            return _compile_kind(result)
        case Reason.NOT_DETECTED:
            return _detection_kind(verdict, result)
        case Reason.UNPARSABLE_ANSWER if verdict.circumstances.finish_reason in _ENDED:
            return str(verdict.circumstances.finish_reason)
        case Reason() as reason if reason in DETAILS:
            found = (kind for kind, part in DETAILS[reason] if part in result.details)
            return next(found, OTHER)
        case _:
            return None


_ENDED = (FinishReason.TRUNCATED, FinishReason.REFUSED, FinishReason.CONTEXT_EXCEEDED)


def _compile_kind(result: CheckResult) -> str:
    facts = facts_of(result, CompilationFacts)
    message = facts.errors[0].message if facts is not None and facts.errors else result.details
    return next((kind for kind, words in _PATTERNS.items() if words.search(message)), OTHER)


def _detection_kind(verdict: Verdict, result: CheckResult) -> str | None:
    """Whether the change has another refactoring. None if the record does not say it."""
    facts = facts_of(result, DetectionFacts)
    if facts is None:
        return None
    if any(each.type == verdict.type for each in facts.found or ()):
        return "wanted type, elsewhere"
    return "another refactoring" if facts.detected_count else "no refactoring"
