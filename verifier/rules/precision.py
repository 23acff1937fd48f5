"""PREC: the share of a patch's lines that the rules cover (CodeTaste, section 4.1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.domain.rules import Rule, RuleKind, Scan
from verifier.rules.changed_lines import ChangedLines, Line
from verifier.rules.fulfilment import Change, unequal


@dataclass(frozen=True, kw_only=True, slots=True)
class LineShare:
    """Covered lines of all the lines of one sign; `known` is False where a rule was blind there."""

    covered: int
    total: int
    known: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Precision:
    """Added lines under additive rules, removed lines under reductive ones.

    With `compat` an empty denominator gives 0.0, as CodeTaste has it.
    """

    added: LineShare
    removed: LineShare
    compat: bool = False

    @property
    def additive(self) -> float | None:
        """PREC+; None where no line was added or a rule's matches are unknown."""
        return self._value(self.added)

    @property
    def reductive(self) -> float | None:
        """PREC-; None where no line was removed or a rule's matches are unknown."""
        return self._value(self.removed)

    @property
    def overall(self) -> float | None:
        """PREC, both weighted by their lines; None without a changed line."""
        return self._value(
            LineShare(
                covered=self.added.covered + self.removed.covered,
                total=self.added.total + self.removed.total,
                known=self.added.known and self.removed.known,
            )
        )

    def _value(self, share: LineShare) -> float | None:
        if not share.known:
            return None
        if share.total == 0:
            return 0.0 if self.compat else None
        return share.covered / share.total


def precision(  # noqa: PLR0913
    rules: Sequence[Rule],
    base: Scan,
    predicted: Scan,
    lines: ChangedLines,
    change: Change,
    *,
    compat: bool = False,
) -> Precision:
    """Cover the added lines on the predicted tree, the removed lines on the base.

    The paper's formula looks for removed lines on the predicted tree, where they are not; its
    code, and this, look on the base.
    """
    additive = [r.id for r in rules if r.kind is RuleKind.ADDITIVE]
    reductive = [r.id for r in rules if r.kind is RuleKind.REDUCTIVE]
    backwards = Change(
        paths=change.paths, renames={new: old for old, new in change.renames.items()}
    )
    blind_after = unequal(base.blind, predicted.blind, change)
    blind_before = unequal(predicted.blind, base.blind, backwards)
    return Precision(
        added=_share(predicted, additive, lines.added, {b.rule for b in blind_after}),
        removed=_share(base, reductive, lines.removed, {b.rule for b in blind_before}),
        compat=compat,
    )


def _share(
    scan: Scan, rules: list[str], lines: frozenset[Line], blind: set[str | None]
) -> LineShare:
    wanted = set(rules)
    covered = {
        (finding.path, line)
        for finding in scan.findings
        if finding.rule in wanted
        for line in range(finding.start_line, finding.end_line + 1)
    }
    hidden = bool(wanted) and (None in blind or not wanted.isdisjoint(blind))
    return LineShare(covered=len(lines & covered), total=len(lines), known=not hidden)
