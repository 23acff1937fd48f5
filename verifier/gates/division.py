"""What of a change can be judged, and what becomes of the other files."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from verifier.builds.build_tools import java_tree
from verifier.domain.gate import AsideFile, AsideWhy
from verifier.domain.paths import PathKind, kind_of
from verifier.domain.source import Candidate, FileChange
from verifier.predictions.policy import Inspection
from verifier.predictions.policy_rules import PolicyFinding
from verifier.tools.fast_import import EntryChange
from verifier.tools.git import Repository

_TEXTS = frozenset({".md", ".markdown", ".adoc", ".asciidoc", ".rst"})
_NAMES = re.compile(
    r"(README|CHANGELOG|CHANGES|LICEN[CS]E|NOTICE|AUTHORS|CONTRIBUTORS|CONTRIBUTING|SECURITY)(\.txt)?"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Division:
    """A change in parts.

    `judged` is the commit with the Java files alone on top of the base; None where none changed.
    `objections` are what the policy says of files that are neither Java nor documentation.
    """

    judged: str | None
    aside: tuple[AsideFile, ...]
    objections: tuple[PolicyFinding, ...]


def divide(repository: Repository, base: str, head: str, allowed: Sequence[str] = ()) -> Division:
    """Set aside documentation, what was allowed by a pattern, and what cannot be judged."""
    changed = repository.changed_entries(base, head)
    java = [entry for entry in changed if entry.path.endswith(".java")]
    others = [entry for entry in changed if not entry.path.endswith(".java")]
    aside = tuple(AsideFile(path=e.path, why=_why(e.path, allowed)) for e in others)
    not_judged = {each.path for each in aside if each.why is AsideWhy.NOT_JUDGED}
    return Division(
        judged=_judged(repository, base, head, java, whole=not others),
        aside=aside,
        objections=_objections(repository, base, [e for e in others if e.path in not_judged]),
    )


def _judged(
    repository: Repository, base: str, head: str, java: Sequence[EntryChange], *, whole: bool
) -> str | None:
    if not java:
        return None
    return head if whole else repository.commit_on(base, java)


def _why(path: str, allowed: Sequence[str]) -> AsideWhy:
    if any(fnmatchcase(path, pattern) for pattern in allowed):
        return AsideWhy.ALLOWED
    return AsideWhy.DOCUMENTATION if is_documentation(path) else AsideWhy.NOT_JUDGED


def is_documentation(path: str) -> bool:
    """Whether a file is prose that no build reads: by its name, and in no folder of sources."""
    place = PurePosixPath(path)
    if kind_of(path) is not PathKind.MAIN or {"src", "resources"} & set(place.parts[:-1]):
        return False
    return place.suffix.lower() in _TEXTS or _NAMES.fullmatch(place.name) is not None


def _objections(
    repository: Repository, base: str, entries: Sequence[EntryChange]
) -> tuple[PolicyFinding, ...]:
    changes = tuple(
        # What they hold is not asked; only whether they are there.
        FileChange(path=e.path, content=b"" if e.oid else None, mode=e.mode or "000000")
        for e in entries
    )
    candidate = Candidate(changes=changes, patch="")
    tree = java_tree(repository.tree(base))
    return Inspection(base=tree, candidate=candidate, editable=frozenset()).findings()
