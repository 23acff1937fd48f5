"""Convert RefactoringMiner's objects to domain refactorings, with the methods of each side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.analysis.source_file import MemberPlace, SourceFile
from verifier.domain.instance import SideSources
from verifier.domain.refactoring import CodeRange, RefactoringSide
from verifier.domain.refactoring_traits import Getters


@dataclass(frozen=True, kw_only=True, slots=True)
class LocatedSide:
    """A side with the declarations that it names."""

    side: RefactoringSide
    file: SourceFile
    place: MemberPlace
    partner: MemberPlace | None
    partner_file: SourceFile | None


def locate(
    getters: Getters, refactoring: Any, ranges: Any, files: Mapping[str, SourceFile]
) -> LocatedSide | None:
    """Locate one side of a refactoring. None if no file that was read contains its method."""
    method = _declaration(refactoring, getters.method, files)
    if method is None:
        return None
    partner = _declaration(refactoring, getters.partner, files) if getters.partner else None
    variable = getattr(refactoring, getters.variable)() if getters.variable else None
    file, place = method
    return LocatedSide(
        side=RefactoringSide(
            file=file.path,
            method=place.method,
            partner=partner[1].method if partner else None,
            partner_file=partner[0].path if partner else None,
            ranges=_in_order([_range(each, files) for each in ranges]),
            variable=None if variable is None else str(variable.getVariableName()),
            variable_type=None if variable is None else str(variable.getType()),
        ),
        file=file,
        place=place,
        partner=partner[1] if partner else None,
        partner_file=partner[0] if partner else None,
    )


def _in_order(ranges: Sequence[CodeRange]) -> tuple[CodeRange, ...]:
    """Keep RefactoringMiner's order of roles; sort by position within a role, where its order
    varies.
    """
    roles = list(dict.fromkeys(each.role for each in ranges))
    return tuple(
        sorted(ranges, key=lambda r: (roles.index(r.role), r.file, r.start_line, r.start_column))
    )


def sources_of(located: LocatedSide, file_sha256: str) -> SideSources:
    """Texts of the method, its partner and its class, with their Javadoc."""
    partner = ""
    if located.partner is not None and located.partner_file is not None:
        partner = located.partner_file.cut(located.partner.member.span)
    return SideSources(
        method=located.file.cut(located.place.member.span),
        partner=partner,
        class_=located.file.cut(located.place.owner.span),
        file_sha256=file_sha256,
    )


def _declaration(
    refactoring: Any, getter: str, files: Mapping[str, SourceFile]
) -> tuple[SourceFile, MemberPlace] | None:
    found = getattr(refactoring, getter)()
    container = next(iter(found)) if getter == "getSplitMethods" else found
    location = container.getLocationInfo()
    file = files.get(str(location.getFilePath()))
    if file is None:
        return None
    place = file.at(int(location.getStartOffset()), int(location.getEndOffset()))
    return None if place is None else (file, place)


def _range(plain: Any, files: Mapping[str, SourceFile]) -> CodeRange:
    """Compute positions from offsets, because RefactoringMiner's columns count from 0 or from 1."""
    path = str(plain.getFilePath())
    start, end = int(plain.getStartOffset()), int(plain.getEndOffset())
    offsets = files[path].offsets
    start_line, start_column = offsets.position(start)
    end_line, end_column = offsets.position(max(end - 1, start))
    element = plain.getCodeElement()
    return CodeRange(
        file=path,
        start_line=start_line,
        start_column=start_column,
        end_line=end_line,
        end_column=end_column,
        role=str(plain.getDescription()),
        element="" if element is None else str(element),
    )
