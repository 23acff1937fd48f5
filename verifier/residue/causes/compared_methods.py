"""Two versions of one method with paired statements, and how to write a cause in them."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from verifier.domain.cause import CauseFact, CauseKind
from verifier.residue.causes.call_causes import file_of, statement_of
from verifier.residue.causes.expansion import Helper, HelperCall
from verifier.residue.causes.mending import Spelling
from verifier.residue.causes.pairing import Pairing
from verifier.residue.text.words import Statement, Word


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodVersions:
    """One method before and after, and the helpers that one side calls.

    `extracting` says that the new side calls them. `names` maps the identity of a declaration's
    text to its name. `variables` are the local names of the old side. `refactoring` describes the
    refactoring that acted on the method.
    """

    old: tuple[Word, ...]
    new: tuple[Word, ...]
    names: Mapping[int, str]
    helpers: tuple[Helper, ...] = ()
    extracting: bool = True
    variables: AbstractSet[str] = frozenset()
    refactoring: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparedMethods:
    """Two versions with the pairing of their statements, and the calls that bodies replace."""

    versions: MethodVersions
    pairing: Pairing
    calls: tuple[HelperCall, ...]

    def fact(self, kind: CauseKind, said: str, place: Statement, **more: str) -> CauseFact:
        """Make a cause at the place of a statement."""
        home = place.home
        name = self.versions.names.get(id(home), "") if home is not None else ""
        return CauseFact(
            kind=kind,
            said=f"in `{name}`, {said}" if name else said,
            file=file_of(place),
            line=place.line,
            refactoring=self.versions.refactoring,
            **more,
        )

    def visible(self, statement: Statement, other: Statement | None) -> Statement:
        """Return the statement, or the call that stands for it if the other one belongs to another
        body.
        """
        call = statement.call
        if call is None or not self.versions.extracting:
            return statement
        if other is not None and other.call == call:
            return statement
        return statement_of(self.calls[call])

    def spelling(self, place: Statement) -> Spelling:
        """Say how words of the old version are written at the place of a statement."""
        home = place.home
        if home is None:
            return Spelling(names={})
        calls = self.calls if self.versions.extracting else ()
        return Spelling.of(home, self.pairing, calls, self.versions.variables)


def head_of(statement: Statement) -> str:
    """Return a statement's source; for a block without its brace."""
    return statement.source.removesuffix("{").strip()
