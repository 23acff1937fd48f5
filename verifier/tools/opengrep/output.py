"""Parse the output of one OpenGrep or Semgrep scan: its JSON and its SARIF combined."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.domain.rules import Blindness, Finding
from verifier.errors import InputError
from verifier.tools.sarif import read_sarif


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleError:
    """A rule that the engine cannot use, and why."""

    rule: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class UnreadFile:
    """A file that one rule (or every rule, if None) did not read completely.

    `lines` are the ranges that were not parsed, first and last line; empty means the whole file.
    """

    path: str
    rule: str | None
    reason: Blindness
    text: str
    lines: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Output:
    """The output of one engine call; `errors` make all of it useless."""

    rules: frozenset[str]
    findings: tuple[Finding, ...]
    scanned: frozenset[str]
    troubles: tuple[UnreadFile, ...]
    rule_errors: tuple[RuleError, ...]
    errors: tuple[str, ...]


_REASONS = {
    "Timeout": Blindness.TIMEOUT,
    "Too many matches": Blindness.TOO_MANY_MATCHES,
    "PartialParsing": Blindness.SYNTAX,
    "Syntax error": Blindness.SYNTAX,
    "Other syntax error": Blindness.SYNTAX,
    "Lexical error": Blindness.SYNTAX,
    "AST builder error": Blindness.SYNTAX,
}


def read_output(as_json: bytes, as_sarif: bytes) -> Output:
    """Combine both outputs of one call.

    Findings come from SARIF, because only SARIF includes suppressed ones in every mode of every
    engine; the scanned files and the errors per file come from JSON.

    Raises:
        InputError: one of the two cannot be read.
    """
    sarif = read_sarif(as_sarif)
    try:
        document = json.loads(as_json.decode("utf-8", "surrogateescape"))
        problems: Sequence[Mapping[str, Any]] = document["errors"]
        rule_errors = tuple(_rule_errors(problems))
        return Output(
            rules=sarif.rules,
            findings=sarif.findings,
            scanned=frozenset(document["paths"]["scanned"]),
            troubles=tuple(_troubles(problems)),
            rule_errors=rule_errors,
            errors=() if rule_errors else (*_fatal(problems), *sarif.errors),
        )
    except (
        ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, RecursionError
    ) as error:  # fmt: skip
        raise InputError(f"not an engine's JSON: {type(error).__name__}: {error}") from error


def _is_trouble(problem: Mapping[str, Any]) -> bool:
    return problem["level"] != "error" and bool(problem.get("path"))


def _rule_errors(problems: Sequence[Mapping[str, Any]]) -> Iterator[RuleError]:
    for problem in problems:
        if problem["level"] == "error" and problem.get("rule_id") and not problem.get("path"):
            yield RuleError(rule=str(problem["rule_id"]), text=_text(problem))


def _fatal(problems: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield errors, and everything that concerns no single file: its effect is unknown."""
    for problem in problems:
        if not _is_trouble(problem):
            yield f"{_type(problem)}: {_text(problem)}"


def _troubles(problems: Sequence[Mapping[str, Any]]) -> Iterator[UnreadFile]:
    for problem in filter(_is_trouble, problems):
        reason = _REASONS.get(_type(problem), Blindness.ENGINE)
        yield UnreadFile(
            path=str(problem["path"]),
            rule=problem.get("rule_id") if reason is not Blindness.SYNTAX else None,
            reason=reason,
            text=_text(problem).partition("\n")[2].strip(),
            lines=tuple(_lines(problem)) if _type(problem) == "PartialParsing" else (),
        )


def _lines(problem: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    for span in problem.get("spans") or ():
        yield int(span["start"]["line"]), int(span["end"]["line"])


def _type(problem: Mapping[str, Any]) -> str:
    found = problem["type"]
    return str(found if isinstance(found, str) else found[0])


def _text(problem: Mapping[str, Any]) -> str:
    return str(problem.get("message") or problem.get("long_msg") or _type(problem)).strip()
