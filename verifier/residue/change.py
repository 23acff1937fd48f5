"""What a candidate changed, and which of the detected refactorings may explain an edit."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.domain.purity import PurityVerdict
from verifier.domain.refactoring import Refactoring
from verifier.domain.source import SourceTrees
from verifier.residue.text.members import Units


@dataclass(frozen=True, kw_only=True, slots=True)
class DetectedChange:
    """What a candidate changed, and what was detected in it.

    `matched` are the wanted refactorings, `detected` are all. If no refactoring was `wanted`,
    `matched` are all possible ones. `golden` maps the name of each member that the golden
    refactoring edits to its content; empty if there is no golden refactoring.
    """

    trees: SourceTrees
    units: Units
    matched: tuple[Refactoring, ...]
    detected: tuple[Refactoring, ...]
    wanted: bool = True
    golden: Mapping[str, str] = field(default_factory=dict)

    @property
    def accounted(self) -> tuple[Refactoring, ...]:
        """The refactorings that may explain an edit: the wanted ones and every pure one.

        A wanted one may be impure; PurityChecker already reports that, so its edits are not
        reported again. If any refactoring will do, one that PurityChecker does not cover counts if
        its code is compared here.
        """
        trusted = self.matched if self.wanted else tuple(filter(_is_compared, self.matched))
        return tuple(dict.fromkeys([*trusted, *filter(_is_pure, self.detected)]))

    @property
    def impure(self) -> tuple[Refactoring, ...]:
        """Refactorings that account for nothing because PurityChecker calls them impure."""
        return () if self.wanted else tuple(filter(_is_impure, self.matched))

    @property
    def unread(self) -> tuple[Refactoring, ...]:
        """Refactorings that neither PurityChecker nor this package compares, such as a split method.

        An edit in a method on which no other refactoring acts may belong to them. It is empty if a
        refactoring is wanted, because others do not count then.
        """
        if self.wanted:
            return ()
        known = {*self.accounted, *self.impure}
        return tuple(each for each in self.matched if each not in known)


def _is_pure(refactoring: Refactoring) -> bool:
    return refactoring.purity is not None and refactoring.purity.verdict is PurityVerdict.PURE


def _is_impure(refactoring: Refactoring) -> bool:
    return refactoring.purity is not None and refactoring.purity.verdict is PurityVerdict.IMPURE


def _is_compared(refactoring: Refactoring) -> bool:
    """Tell whether PurityChecker does not cover its type but its code is compared here."""
    return (
        (refactoring.traits.relocates or refactoring.traits.acts_on_variable)
        and refactoring.purity is not None
        and refactoring.purity.verdict is PurityVerdict.NOT_APPLICABLE
    )
