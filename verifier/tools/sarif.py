"""Parse the SARIF of rule engines: findings as file and lines, and the rules that really ran.

`executionSuccessful` is ignored: engines set it in every case.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.domain.rules import Finding
from verifier.errors import InputError

MOST_LINES = 1_000_000
"""The most lines of one finding; a larger region is invalid."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sarif:
    """All runs of one SARIF log; `errors` are the texts of its error-level notifications.

    Results that are suppressed in the source (`nosem`) count as findings.
    """

    rules: frozenset[str]
    findings: tuple[Finding, ...]
    errors: tuple[str, ...] = ()


def read_sarif(raw: bytes) -> Sarif:
    """Read a SARIF 2.1.0 log; ids and paths are kept as written.

    A result with several locations becomes one finding per location. Results that are marked as
    absent, compared with an earlier scan, are left out.

    Raises:
        InputError: it is not JSON, or not SARIF.
    """
    try:
        log = json.loads(raw.decode("utf-8", "surrogateescape"))
        runs = log["runs"]
        return Sarif(
            rules=frozenset(rule for run in runs for rule in _rules(run)),
            findings=tuple(finding for run in runs for finding in _findings(run)),
            errors=tuple(text for run in runs for text in _errors(run)),
        )
    except (
        ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError, RecursionError
    ) as error:  # fmt: skip
        raise InputError(
            f"not a SARIF log: {type(error).__name__}: {error}",
            hint="It must be the whole output of `opengrep scan --sarif` or of its like.",
        ) from error


def plain_id(rule: str) -> str:
    """Return a rule's id without an engine's path prefix: its last dotted part."""
    return rule.rpartition(".")[2]


def _rules(run: Mapping[str, Any]) -> Iterator[str]:
    for rule in run["tool"]["driver"].get("rules", ()):
        yield str(rule["id"])


def _findings(run: Mapping[str, Any]) -> Iterator[Finding]:
    for result in run.get("results") or ():
        if result.get("baselineState") == "absent":
            continue
        rule = _rule_of(result, run)
        for location in result["locations"]:
            place = location["physicalLocation"]
            first, last = _lines(place["region"])
            yield Finding(
                rule=rule,
                path=str(place["artifactLocation"]["uri"]),
                start_line=first,
                end_line=last,
            )


def _lines(region: Mapping[str, Any]) -> tuple[int, int]:
    first = int(region["startLine"])
    last = int(region.get("endLine", first))
    if not 1 <= first <= last < first + MOST_LINES:
        raise ValueError(f"lines {first} to {last} are not a region")
    return first, last


def _rule_of(result: Mapping[str, Any], run: Mapping[str, Any]) -> str:
    named = result.get("rule", {})
    if (name := result.get("ruleId", named.get("id"))) is not None:
        return str(name)
    index = result.get("ruleIndex", named.get("index", -1))
    if index < 0:
        raise ValueError("a result names no rule")
    return str(run["tool"]["driver"]["rules"][index]["id"])


def _errors(run: Mapping[str, Any]) -> Iterator[str]:
    for invocation in run.get("invocations", ()):
        notices: Sequence[Mapping[str, Any]] = invocation.get("toolExecutionNotifications", ())
        for notice in notices:
            if notice.get("level") == "error":
                yield str(notice.get("message", {}).get("text", "no text"))
