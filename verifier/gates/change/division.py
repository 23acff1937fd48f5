"""Split a change into the Java files that are judged and all other files."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from verifier.builds.build_tools import java_tree
from verifier.domain.gate import AsideFile, AsideWhy
from verifier.domain.paths import PathKind, kind_of
from verifier.domain.source import Candidate, FileChange
from verifier.gates.change.places import is_data, strays
from verifier.predictions.policy.changes import Inspection
from verifier.predictions.policy.rules import PolicyFinding
from verifier.tools.git.fast_import import EntryChange
from verifier.tools.git.repository import Repository

_TEXTS = frozenset({".md", ".markdown", ".adoc", ".asciidoc", ".rst"})
_NAMES = re.compile(
    r"(README|CHANGELOG|CHANGES|HISTORY|RELEASE[-_]NOTES|LICEN[CS]E|NOTICE|AUTHORS|CONTRIBUTORS"
    r"|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY)"
)
_PAGES = re.compile(
    r"(?:.*/)?src/(?:changes/[^/]+\.xml|site/(?:xdoc|apt|fml|markdown)/.+(?<!\.vm))"
)
"""Sources of Maven's pages: the list of changes, and the site.

Their code names are only for people.
"""
_RELEASE_NOTES = re.compile(
    r"(?:(?:changes|changelog|history|news|release[-_]?notes?)(?:[-_]?v?\d+(?:\.\d+)*)?"
    r"(?:\.txt)?|release[-_]?notes?/[^/]+\.txt)",
    re.IGNORECASE,
)
_DOCUMENTS = frozenset({"doc", "docs", "documentation", "adr", "wiki", ".github"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Division:
    """The parts of a change.

    `judged` is a commit with only the Java files on top of the base; None if no Java file changed.
    `objections` are the policy's findings on files that are neither Java nor documentation.
    `strays` maps the path of a Java file that cannot be judged at its place to the reason.
    """

    judged: str | None
    aside: tuple[AsideFile, ...]
    objections: tuple[PolicyFinding, ...]
    strays: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """Tell whether every changed file was judged or does not matter."""
        return not self.objections and not self.strays

    @property
    def allowed(self) -> frozenset[str]:
        """The changed files that the user excludes from judgement."""
        return frozenset(each.path for each in self.aside if each.why is AsideWhy.ALLOWED)


def divide(
    repository: Repository,
    base: str,
    head: str,
    allowed: Sequence[str] = (),
    hidden: Sequence[str] = (),
) -> Division:
    """Separate documentation, files allowed by a pattern, and files that cannot be judged.

    `hidden` are Java files on disk that git ignores but a build compiles.
    """
    changed = repository.list_changed_entries(base, head)
    java = [entry for entry in changed if _is_code(entry.path)]
    others = [entry for entry in changed if not _is_code(entry.path)]
    aside = tuple(AsideFile(path=e.path, why=_why(e.path, allowed)) for e in others)
    not_judged = {each.path for each in aside if each.why is AsideWhy.NOT_JUDGED}
    return Division(
        judged=_commit_judged(repository, base, head, java, whole=not others),
        aside=aside,
        objections=_objections(repository, base, [e for e in others if e.path in not_judged]),
        strays={
            **{p: "programs read it as data" for p in sorted(not_judged) if p.endswith(".java")},
            **_allowing(strays(repository, base, head, java), allowed),
            **_allowing(dict.fromkeys(hidden, _HIDDEN), allowed),
        },
    )


def list_not_judged(paths: Iterable[str], allowed: Sequence[str]) -> list[str]:
    """Return the paths of changed files that no check reads and the user does not allow."""
    return [p for p in paths if not _is_code(p) and _why(p, allowed) is AsideWhy.NOT_JUDGED]


_HIDDEN = "git ignores it and a build compiles it, so what runs is not what was judged"


def _is_code(path: str) -> bool:
    return path.endswith(".java") and not is_data(path)


def _allowing(found: Mapping[str, str], allowed: Sequence[str]) -> Mapping[str, str]:
    return {
        path: why
        for path, why in found.items()
        if not any(fnmatchcase(path, pattern) for pattern in allowed)
    }


def _commit_judged(
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
    """Tell by name and place whether a file is prose that no program reads.

    A text file counts only at the top of the repository or in a documentation folder; elsewhere it
    may be a template.
    """
    place = PurePosixPath(path)
    folders = set(place.parts[:-1])
    if _PAGES.fullmatch(path) or _RELEASE_NOTES.fullmatch(path):
        return True
    if kind_of(path) is not PathKind.MAIN or {"src", "resources"} & folders:
        return False
    if _NAMES.fullmatch(place.stem) and place.suffix.lower() in {"", ".txt", *_TEXTS}:
        return True
    return place.suffix.lower() in _TEXTS and (not folders or not folders.isdisjoint(_DOCUMENTS))


def _objections(
    repository: Repository, base: str, entries: Sequence[EntryChange]
) -> tuple[PolicyFinding, ...]:
    changes = tuple(
        # Only the existence of the files matters here, not their content.
        FileChange(path=e.path, content=b"" if e.oid else None, mode=e.mode or "000000")
        for e in entries
    )
    candidate = Candidate(changes=changes, patch="")
    tree = java_tree(repository.tree(base))
    return Inspection(base=tree, candidate=candidate, editable=frozenset()).findings()
