"""Scan the base once, and of a prediction only the files that differ from the base.

Findings of a rule depend only on one file and its path. So a prediction's scan is the base's scan
with the changed files scanned again, which equals a scan of the whole tree.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from verifier.domain.rules import Blind, Finding, Rule, Scan
from verifier.domain.source import FileChange, Tree
from verifier.rules.scan_cache import ScanCache
from verifier.tools.opengrep.scan import RuleEngine, ScanFailed, ScanLimits, in_order

Placed = TypeVar("Placed", Finding, Blind)

TREES_PER_CALL = 50


@dataclass(frozen=True, kw_only=True)
class Scanner:
    """One rule set with one engine; without a cache every base is scanned again."""

    engine: RuleEngine
    rules: tuple[Rule, ...]
    limits: ScanLimits = field(default_factory=ScanLimits)
    cache: ScanCache | None = None

    def whole(self, tree: Tree) -> Scan:
        """Scan every file of a tree that a rule applies to; cached by the tree's id.

        Raises:
            ScanFailed: nothing is known.
        """
        if self.cache is None:
            return self._scan_whole(tree)
        key = self.cache.key(tree.id, self.rules, self.engine.label, self.limits)
        kept = self.cache.get(key)
        if kept is None:
            kept = self._scan_whole(tree)
            self.cache.put(key, kept)
        return kept

    def changed(self, base: Scan, changes: Sequence[FileChange]) -> Scan:
        """Return the scan of the tree after `changes`, based on the scan of the base.

        Raises:
            ScanFailed: nothing is known about the changed files.
        """
        return overlaid(
            base, changes, self.engine.scan(self.rules, _list_written(changes), self.limits)
        )

    def all_changed(
        self, base: Scan, candidates: Sequence[Sequence[FileChange]]
    ) -> tuple[Scan | ScanFailed, ...]:
        """Scan several candidates on the same base, in as few engine calls as possible.

        If a call fails, its candidates are scanned one by one, so only the candidate that makes the
        engine fail has no scan.
        """
        return tuple(
            scan
            for at in range(0, len(candidates), TREES_PER_CALL)
            for scan in self._together(base, candidates[at : at + TREES_PER_CALL])
        )

    def _together(
        self, base: Scan, candidates: Sequence[Sequence[FileChange]]
    ) -> Iterator[Scan | ScanFailed]:
        try:
            trees = [_list_written(changes) for changes in candidates]
            scans = self.engine.scan_many(self.rules, trees, self.limits)
        except ScanFailed as error:
            if len(candidates) == 1:
                yield error
                return
            for changes in candidates:
                yield from self._together(base, [changes])
            return
        for changes, scan in zip(candidates, scans, strict=True):
            yield overlaid(base, changes, scan)

    def _scan_whole(self, tree: Tree) -> Scan:
        wanted = self.engine.relevant(self.rules, tree.paths())
        files = {path: tree.read(path) or b"" for path in sorted(wanted)}
        return self.engine.scan(self.rules, files, self.limits)


def overlaid(base: Scan, changes: Iterable[FileChange], rescanned: Scan) -> Scan:
    """Replace the results of the changed files in the base's scan by their new scan."""
    gone = {change.path for change in changes}
    return in_order(
        Scan(
            findings=(*_elsewhere(base.findings, gone), *rescanned.findings),
            blind=(*_elsewhere(base.blind, gone), *rescanned.blind),
            scanned=frozenset(base.scanned - gone) | rescanned.scanned,
            engine=base.engine,
        )
    )


def _elsewhere(placed: Iterable[Placed], gone: set[str]) -> Iterator[Placed]:
    return (one for one in placed if one.path not in gone)


def _list_written(changes: Iterable[FileChange]) -> Mapping[str, bytes]:
    return {change.path: change.content for change in changes if change.content is not None}
