"""Select what a candidate may change on the base tree: everything except tests, build files and outputs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.domain.paths import PathKind, SourceFolders, kind_of, unsafe_reason
from verifier.domain.source import LINK_MODES, Candidate, FileChange


@dataclass(frozen=True, kw_only=True, slots=True)
class Overlay:
    """The files that replace files of the base, or delete them (None); `restored` are the refused ones."""

    files: Mapping[str, bytes | None] = field(default_factory=dict)
    restored: tuple[str, ...] = ()


def overlay_of(
    candidate: Candidate | None, known: SourceFolders, editable: frozenset[str]
) -> Overlay:
    """Keep what a candidate may change; the rest stays as in the base.

    Without a candidate the overlay is empty: the tree is the base.
    """
    if candidate is None:
        return Overlay()
    kept: dict[str, bytes | None] = {}
    restored: list[str] = []
    for change in candidate.changes:
        if _may_change(change, known, editable):
            kept[change.path] = change.content
        else:
            restored.append(change.path)
    return Overlay(files=kept, restored=tuple(sorted(restored)))


def _may_change(change: FileChange, known: SourceFolders, editable: frozenset[str]) -> bool:
    if unsafe_reason(change.path) is not None or change.mode in LINK_MODES:
        return False
    # A file that is wrongly dropped here is noticed later, because no compiler has read it.
    kind = kind_of(change.path, known)
    return kind is PathKind.MAIN or (kind is PathKind.TEST and change.path in editable)
