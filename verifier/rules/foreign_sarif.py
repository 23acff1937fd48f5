"""Compute scores from SARIF files of other scans."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from verifier.domain.rules import Rule, RuleKind, Scan
from verifier.errors import InputError
from verifier.printable import pluralize
from verifier.rules.changed_lines import ChangedLines
from verifier.rules.diff_lines import lines_of_diff
from verifier.rules.fulfilment import ChangedPaths, Scanned
from verifier.rules.score import RuleScore, score
from verifier.tools.sarif import Sarif, plain_id, read_sarif
from verifier.utf8 import without_mark

ENGINE = "SARIF"
_ABSOLUTE = re.compile(r"/|[A-Za-z]:[/\\]|[a-z]+://")
_NO_LINES = ChangedLines(added=frozenset(), removed=frozenset())


def read_logs(paths: Iterable[Path]) -> tuple[Sarif, ...]:
    """Read several SARIF files of one tree.

    Raises:
        InputError: one of them cannot be read.
    """
    return tuple(_log(path) for path in paths)


def _log(path: Path) -> Sarif:
    try:
        return read_sarif(without_mark(path.read_bytes(), "it"))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except InputError as error:
        raise InputError(f"{path}: {error.message}", hint=error.hint) from error


def score_sarif(
    rules: Sequence[Rule],
    *,
    base: Sequence[Sarif],
    predicted: Sequence[Sarif],
    diff: bytes | None = None,
    compat: bool = False,
) -> RuleScore:
    """Score a prediction from findings on both trees and, for precision, its diff.

    IFR needs a run of every rule on the predicted tree; PREC also of the reductive rules on the
    base. A path before a rule's id is removed. It is unknown what the scans could not read: SARIF
    reports that, if at all, in free text.

    Raises:
        InputError: an engine's error in the logs, a rule that did not run, or with a diff a path
            that is not relative to the tree.
    """
    before, after = foreign_scan(base, rules), foreign_scan(predicted, rules)
    _all_ran(predicted, rules, "predicted tree")
    if diff is not None:
        reductive = [rule for rule in rules if rule.kind is RuleKind.REDUCTIVE]
        _all_ran(base, reductive, "base")
        _relative(before)
        _relative(after)
    lines = _NO_LINES if diff is None else lines_of_diff(diff, compat=compat)
    scanned = Scanned(
        rules=rules,
        base=before,
        predicted=after,
        change=ChangedPaths(paths=frozenset()),
        compat=compat,
    )
    return score(scanned, lines)


def foreign_scan(logs: Sequence[Sarif], rules: Sequence[Rule]) -> Scan:
    """Return the findings of the rules, without findings of other rules.

    Raises:
        InputError: an engine's error is in the logs.
    """
    if errors := [error for log in logs for error in log.errors]:
        raise InputError(
            f"the scan behind the SARIF file failed: {errors[0]}",
            hint="Nothing is known from it; scan again.",
        )
    wanted = {rule.id for rule in rules}
    own = (
        replace(finding, rule=plain_id(finding.rule), path=_path(finding.path))
        for log in logs
        for finding in log.findings
    )
    return Scan(findings=tuple(f for f in own if f.rule in wanted), engine=ENGINE)


def _all_ran(logs: Sequence[Sarif], rules: Sequence[Rule], tree: str) -> None:
    ran = {plain_id(rule) for log in logs for rule in log.rules}
    if missing := sorted({rule.id for rule in rules} - ran):
        raise InputError(
            f"{pluralize(len(missing), 'rule')} did not run on the {tree}, the first is {missing[0]}",
            hint="Give the SARIF of a scan with the whole rule set; repeat the option for several.",
        )


def _relative(scan: Scan) -> None:
    """Refuse absolute paths, which cannot occur in the diff."""
    for finding in scan.findings:
        if _ABSOLUTE.match(finding.path):
            raise InputError(
                f"the path {finding.path} is absolute, those of the diff are relative to the tree",
                hint="Scan from the root of the tree, with relative paths.",
            )


def _path(uri: str) -> str:
    """Return a relative path from a SARIF URI: no scheme, no `./`."""
    return unquote(uri).removeprefix("file://").removeprefix("./")
