"""Does the candidate's compiled code use names outside the project only as the base did?"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from verifier.builds.builder import ClassFiles
from verifier.builds.described.module import MAIN, TEST
from verifier.builds.evidence.twin_classes import names_taken, views_of
from verifier.checks.case import Case
from verifier.domain.facts.references import ReferenceFact, ReferencesFacts
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.references import ReferenceFinding, ReferenceKind, ReferenceRequest
from verifier.printable import count_more
from verifier.tools.class_file import class_name
from verifier.tools.storage.scratch import scratch_folder
from verifier.tools.worktree_layout import StandingFiles, lay_out

MOST_LISTED = 50
_SHOWN = 3
_SENTENCES: Mapping[ReferenceKind, str] = {
    ReferenceKind.REFERENCE: "The compiled code newly names {group}: {what}",
    ReferenceKind.BINDING: "Test binding changed: {what}",
    ReferenceKind.ANNOTATION: "An annotation type wears a new annotation: {what}",
    ReferenceKind.SHADOW: "A new class takes the name of a library's class: {what}",
    ReferenceKind.TWIN: "A new class takes the name of another module's class: {what}",
}


class ReferencesCheck:
    """Passes if no new name gives power over the tests.

    The names in every test must also mean the same as before.
    """

    name = CheckName.REFERENCES
    summary = "compiled code uses no new name that gives power, and tests mean the same as before"
    needs: tuple[CheckName, ...] = (
        CheckName.APPLICATION,
        CheckName.POLICY,
        CheckName.COMPILATION,
    )

    def run(self, case: Case) -> CheckResult:
        """Compare the class files of both versions.

        A refused difference fails; the others are listed.
        """
        taken = map(_twin_finding, names_taken(case.base_classes, case.candidate_classes))
        found = dict.fromkeys(taken)
        changed: set[tuple[str, str, bytes]] = set()
        # If two modules have a class of one name, each copy is compared with its own old version.
        for base, candidate in views_of(case.base_classes, case.candidate_classes):
            old, new = _class_files(base), _class_files(candidate)
            other = {side: _select_changed(old[side], new[side]) for side in (MAIN, TEST)}
            compared = _compare(case, old, new, other, base.standing)
            found.update(dict.fromkeys(compared))
            changed.update((side, *item) for side, files in other.items() for item in files.items())
        findings = tuple(found)
        return _result(findings, _facts(case, findings, len(changed)))


def _result(found: Sequence[ReferenceFinding], facts: ReferencesFacts) -> CheckResult:
    """Decide the outcome of the findings, in one place. All findings are in the facts."""
    refused = [each for each in found if each.is_refused]
    if not refused:
        return CheckResult(check=CheckName.REFERENCES, status=Status.PASSED, data=facts.as_data())
    return CheckResult(
        check=CheckName.REFERENCES,
        status=Status.FAILED,
        reason=Reason.POLICY,
        details=_words(refused, facts),
        data=facts.as_data(),
    )


def _words(refused: Sequence[ReferenceFinding], facts: ReferencesFacts) -> str:
    lines = [
        f"{_SENTENCES[each.kind].format(group=each.group, what=each.what)} ({_at(fact)})"
        for each, fact in zip(refused[:_SHOWN], facts.refused, strict=False)
    ]
    return "; ".join(filter(None, [*lines, count_more(len(refused) - _SHOWN)]))


def _at(fact: ReferenceFact) -> str:
    place = fact.path or fact.class_name
    return f"{place}:{fact.line}" if fact.line else place


def _twin_finding(path: str) -> ReferenceFinding:
    name = class_name(path)
    return ReferenceFinding(
        kind=ReferenceKind.TWIN,
        group="",
        what=name,
        class_name=name,
        method="",
        source=f"{path.removesuffix('.class').partition('$')[0]}.java",
        line=0,
    )


def _class_files(found: ClassFiles) -> dict[str, dict[str, bytes]]:
    """Return the class files without the resources in the same folders."""
    sides = {MAIN: found.main, TEST: found.test}
    return {
        side: {path: content for path, content in files.items() if path.endswith(".class")}
        for side, files in sides.items()
    }


def _select_changed(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path: content for path, content in new.items() if old.get(path) != content}


def _compare(
    case: Case,
    old: Mapping[str, Mapping[str, bytes]],
    new: Mapping[str, Mapping[str, bytes]],
    changed: Mapping[str, Mapping[str, bytes]],
    standing: tuple[StandingFiles, ...],
) -> tuple[ReferenceFinding, ...]:
    gone = sorted(old[MAIN].keys() - new[MAIN].keys())
    if not gone and not any(changed.values()):
        return ()
    around = case.builder.surroundings()
    with _write_sides(old, changed, standing) as (before, after):
        return case.analysis.compare_references(
            ReferenceRequest(
                before=before,
                changed=after,
                gone=gone,
                edited=case.rebindable - frozenset(case.restored),
                followed=case.following.names,
                followers=case.following.tests,
                class_path=around.class_path,
                java_home=around.jdk.home,
            )
        )


@contextmanager
def _write_sides(
    old: Mapping[str, Mapping[str, bytes]],
    changed: Mapping[str, Mapping[str, bytes]],
    standing: tuple[StandingFiles, ...],
) -> Iterator[tuple[Path, Path]]:
    with scratch_folder() as scratch:
        before, after = scratch / "old", scratch / "new"
        for side in (MAIN, TEST):
            lay_out(before / side, old[side], standing)
            lay_out(after / side, changed[side])
        yield before, after


def _facts(case: Case, found: Sequence[ReferenceFinding], changed: int) -> ReferencesFacts:
    refused = [each for each in found if each.is_refused]
    listed = [each for each in found if not each.is_refused]
    sources = _Sources(case)
    return ReferencesFacts(
        refused=tuple(map(sources.fact, refused[:MOST_LISTED])),
        refused_count=len(refused),
        listed=tuple(map(sources.fact, listed[:MOST_LISTED])),
        listed_count=len(listed),
        changed_classes=changed,
    )


class _Sources:
    """The repository paths of source files that class files name by package."""

    def __init__(self, case: Case) -> None:
        self._case = case

    def fact(self, finding: ReferenceFinding) -> ReferenceFact:
        return ReferenceFact(
            kind=finding.kind,
            group=finding.group,
            what=finding.what,
            path=self._path(finding.source),
            line=finding.line,
            class_name=finding.class_name,
            method=finding.method,
        )

    def _path(self, source: str) -> str:
        changed = (change.path for change in self._case.candidate.changes)
        found = _first(changed, source) or _first(sorted(self._case.base.paths()), source)
        return found or source


def _first(paths: Iterable[str], source: str) -> str:
    ends = (path for path in paths if path == source or path.endswith(f"/{source}"))
    return next(ends, "") if source else ""
