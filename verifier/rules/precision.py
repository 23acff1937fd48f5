"""PREC: the share of a patch's lines that the rules cover (CodeTaste, section 4.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.rules import Blind, RuleKind, Scan
from verifier.rules.changed_lines import ChangedLines, Line
from verifier.rules.fulfilment import ChangedPaths, Scanned, unequal


@dataclass(frozen=True, kw_only=True, slots=True)
class LineShare:
    """Covered lines and all lines of one sign, and the parts that the rules could not read."""

    covered: int
    total: int
    blind: tuple[Blind, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Precision:
    """Added lines covered by additive rules, and removed lines covered by reductive ones.

    With `compat` an empty denominator gives 0.0, as in CodeTaste.
    """

    added: LineShare
    removed: LineShare
    compat: bool = False

    @property
    def additive(self) -> float | None:
        """PREC+; None if no line was added or a rule's matches are unknown."""
        return self._value(self.added)

    @property
    def reductive(self) -> float | None:
        """PREC-; None if no line was removed or a rule's matches are unknown."""
        return self._value(self.removed)

    @property
    def overall(self) -> float | None:
        """PREC, both kinds weighted by their lines; None without a changed line."""
        return self._value(
            LineShare(
                covered=self.added.covered + self.removed.covered,
                total=self.added.total + self.removed.total,
                blind=self.added.blind + self.removed.blind,
            )
        )

    def _value(self, share: LineShare) -> float | None:
        if share.blind:
            return None
        if share.total == 0:
            return 0.0 if self.compat else None
        return share.covered / share.total


def precision(scanned: Scanned, lines: ChangedLines) -> Precision:
    """Cover the added lines on the predicted tree, and the removed lines on the base.

    The paper's formula searches removed lines on the predicted tree, where they do not exist. The
    paper's code, and this function, search the base.
    """
    base, predicted, change = scanned.base, scanned.predicted, scanned.change
    additive = [r.id for r in scanned.rules if r.kind is RuleKind.ADDITIVE]
    reductive = [r.id for r in scanned.rules if r.kind is RuleKind.REDUCTIVE]
    backwards = ChangedPaths(
        paths=change.paths, renames={new: old for old, new in change.renames.items()}
    )
    blind_after = unequal(base.blind, predicted.blind, change)
    blind_before = unequal(predicted.blind, base.blind, backwards)
    return Precision(
        added=_share(predicted, additive, lines.added, blind_after),
        removed=_share(base, reductive, lines.removed, blind_before),
        compat=scanned.compat,
    )


def _share(
    scan: Scan, rules: list[str], lines: frozenset[Line], blind: Sequence[Blind]
) -> LineShare:
    wanted = set(rules)
    covered = {
        (finding.path, line)
        for finding in scan.findings
        if finding.rule in wanted
        for line in range(finding.start_line, finding.end_line + 1)
    }
    hidden = tuple(b for b in blind if b.rule in wanted or (wanted and b.rule is None))
    return LineShare(covered=len(lines & covered), total=len(lines), blind=hidden)
