"""Scores from SARIF that somebody else's scan produced."""

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import unquote

from verifier.domain.rules import Rule, Scan
from verifier.errors import InputError
from verifier.rules.changed_lines import ChangedLines
from verifier.rules.diff_lines import lines_of_diff
from verifier.rules.fulfilment import Change
from verifier.rules.score import RuleScore, score
from verifier.tools.sarif import plain_id, read_sarif

ENGINE = "SARIF"


def score_sarif(
    rules: Sequence[Rule],
    base: bytes,
    predicted: bytes,
    diff: bytes | None = None,
    *,
    compat: bool = False,
) -> RuleScore:
    """Score a prediction from findings on both trees and, for precision, its diff.

    A path before a rule's id is cut off. What the scans could not see is not known: SARIF does not
    say it.

    Raises:
        InputError: not SARIF, an engine's error in it, or a rule that did not run.
    """
    before, after = foreign_scan(rules, base), foreign_scan(rules, predicted)
    lines = (
        ChangedLines(added=frozenset(), removed=frozenset())
        if diff is None
        else lines_of_diff(diff, compat=compat)
    )
    return score(rules, before, after, lines, Change(paths=frozenset()), compat=compat)


def foreign_scan(rules: Sequence[Rule], raw: bytes) -> Scan:
    """The findings of the rules; findings of others are left out.

    Raises:
        InputError: see `score_sarif`.
    """
    sarif = read_sarif(raw)
    if sarif.errors:
        raise InputError(
            f"the scan behind the SARIF file failed: {sarif.errors[0]}",
            hint="Nothing is known from it; scan again.",
        )
    wanted = {rule.id for rule in rules}
    ran = {plain_id(rule) for rule in sarif.rules}
    if missing := sorted(wanted - ran):
        raise InputError(
            f"{len(missing)} rules did not run in the SARIF file, the first is {missing[0]}",
            hint="Scan both trees with the whole rule set.",
        )
    own = (replace(f, rule=plain_id(f.rule), path=_path(f.path)) for f in sarif.findings)
    return Scan(findings=tuple(f for f in own if f.rule in wanted), engine=ENGINE)


def _path(uri: str) -> str:
    """A relative path from a SARIF URI: no scheme, no `./`."""
    return unquote(uri).removeprefix("file://").removeprefix("./")
