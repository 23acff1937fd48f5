"""What a candidate edited beside its refactorings: the residue of a case."""

from collections.abc import Sequence

from verifier.checks.base import Case
from verifier.checks.detection import matching
from verifier.domain.refactoring import RELOCATING, PurityVerdict, Refactoring
from verifier.residue.edit import Edit
from verifier.residue.residue import Units, residue


def left_over_of(case: Case, units: Units) -> tuple[Edit, ...]:
    """The edits that neither the wanted refactoring nor a pure one accounts for."""
    matched = matching(case.wanted, case.detection.refactorings)
    trusted = matched if case.wanted is not None else _compared_by_token(matched)
    return residue(case.trees, units, trusted, case.detection.refactorings)


def parsed(case: Case) -> Units:
    """The changed files of both sides as declarations."""
    trees, parse = case.trees, case.analysis.parse
    return {
        path: (
            parse(trees.before[path]) if path in trees.before else None,
            parse(trees.after[path]) if path in trees.after else None,
        )
        for path in trees.before.keys() | trees.after.keys()
    }


def _compared_by_token(refactorings: Sequence[Refactoring]) -> tuple[Refactoring, ...]:
    """Those that PurityChecker does not cover, while the residue compares their code itself."""
    return tuple(
        r
        for r in refactorings
        if r.type in RELOCATING
        and r.purity is not None
        and r.purity.verdict is PurityVerdict.NOT_APPLICABLE
    )
