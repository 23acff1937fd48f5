"""Compute a score from a base tree and changes: lines, scans and figures in one step."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from verifier.domain.rules import Scan
from verifier.domain.source import FileChange, Tree
from verifier.rules.changed_lines import ChangedLines, find_changed_lines
from verifier.rules.fulfilment import ChangedPaths, Scanned
from verifier.rules.rule_files import RuleSet
from verifier.rules.scan_cache import ScanCache
from verifier.rules.scanning import Scanner
from verifier.rules.score import RuleScore, score
from verifier.tools.opengrep.scan import RuleEngine, ScanFailed


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoredChange:
    """A score with everything that it is based on."""

    score: RuleScore
    base: Scan
    predicted: Scan
    lines: ChangedLines


class RuleScans:
    """Scores for a whole run, from several threads; each base is scanned once."""

    def __init__(self, engine: RuleEngine, cache: ScanCache) -> None:
        self.engine, self._cache = engine, cache
        self._lock = Lock()

    def score(self, rules: RuleSet, base: Tree, changes: Sequence[FileChange]) -> ScoredChange:
        """Score one prediction with a rule set.

        Raises:
            ScanFailed: nothing is known.
        """
        scanner = Scanner(engine=self.engine, rules=rules.rules, cache=self._cache)
        with self._lock:
            scanner.whole(base)
        return score_change(scanner, base, changes)


def score_change(
    scanner: Scanner, base: Tree, changes: Sequence[FileChange], *, compat: bool = False
) -> ScoredChange:
    """Score one prediction; without changes it is the base itself.

    Raises:
        ScanFailed: nothing is known.
    """
    before = scanner.whole(base)
    after = scanner.changed(before, changes) if changes else before
    return _score(scanner, base, changes, before, after, compat=compat)


def score_changes(
    scanner: Scanner,
    base: Tree,
    candidates: Sequence[Sequence[FileChange]],
    *,
    compat: bool = False,
) -> tuple[ScoredChange | ScanFailed, ...]:
    """Score several predictions on one base, with few engine calls.

    Raises:
        ScanFailed: the base cannot be scanned.
    """
    before = scanner.whole(base)
    scans = scanner.all_changed(before, candidates)
    return tuple(
        after
        if isinstance(after, ScanFailed)
        else _score(scanner, base, changes, before, after, compat=compat)
        for changes, after in zip(candidates, scans, strict=True)
    )


def change_of(changes: Sequence[FileChange], lines: ChangedLines) -> ChangedPaths:
    """Return the input of fulfilment for a change: its paths on both sides, and renames."""
    return ChangedPaths(paths=frozenset(change.path for change in changes), renames=lines.renames)


def _score(  # noqa: PLR0913 - both scans, and all that lies between them
    scanner: Scanner,
    base: Tree,
    changes: Sequence[FileChange],
    before: Scan,
    after: Scan,
    *,
    compat: bool,
) -> ScoredChange:
    lines = find_changed_lines(base, changes, compat=compat)
    scanned = Scanned(
        rules=scanner.rules,
        base=before,
        predicted=after,
        change=change_of(changes, lines),
        compat=compat,
    )
    return ScoredChange(
        score=score(scanned, lines),
        base=before,
        predicted=after,
        lines=lines,
    )
