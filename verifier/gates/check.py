"""`refverify check` for programs: select a change, judge it, and put the answer together."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from verifier.analysis.pool import AnalysisPool
from verifier.builds.module_graph import ROOT
from verifier.checks.left_out_modules import left_out_modules
from verifier.checks.selection import with_needs
from verifier.console import Console
from verifier.domain.gate import (
    ClaimOutcome,
    GateOutcome,
    GateReport,
    GateUnit,
    Level,
    Residual,
)
from verifier.domain.libraries import LibraryRecord
from verifier.domain.outcome import CheckName, Status
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.verdict import judge
from verifier.errors import StorageError
from verifier.gates.answer import LEVEL_CHECKS, beside_purity, counterexample_of, unmet
from verifier.gates.claims import ClaimText, claims_in, subject_of
from verifier.gates.compile_errors import may_not_compile
from verifier.gates.division import divide
from verifier.gates.doubts import class_path_of, further_level
from verifier.gates.kept_answers import keep_answer, kept_answer, key_of
from verifier.gates.residual import residual_of, residual_patch
from verifier.gates.selection import Selected, Source, selected
from verifier.gates.unit import Bench, Judged, without_java
from verifier.libraries.known import are_there
from verifier.libraries.places import user_places
from verifier.libraries.wording import notes_of
from verifier.pipeline.options import WorkshopOptions
from verifier.pipeline.workshop import open_workshop
from verifier.printable import counted
from verifier.tools.git import CommitLine, Repository


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckRequest:
    """What to check, and how thoroughly.

    `allowed` are patterns of files that may change unseen. With `claims` the commits that claim to
    be refactorings are judged, and no other. `wanted` must be found in the whole change: each is a
    claim on it. Above `most_units` commits only the whole range is. `force` takes no earlier answer.
    With `fetch` libraries that level static misses are downloaded through the user's Maven settings.
    """

    repository: Path
    source: Source = field(default_factory=Source)
    level: Level = Level.TESTS
    allowed: tuple[str, ...] = ()
    claims: bool = False
    wanted: tuple[WantedRefactoring, ...] = ()
    residual: bool = False
    most_units: int = 50
    force: bool = False
    fetch: bool = False
    tools: WorkshopOptions = field(default_factory=WorkshopOptions)


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckAnswer:
    """The report, and the patch of what is left to read (empty where nobody asked)."""

    report: GateReport
    residual: bytes = b""


def check(
    request: CheckRequest, console: Console | None = None, analysis: AnalysisPool | None = None
) -> CheckAnswer:
    """Judge a change. Nothing of the repository is run outside the sandbox, nor changed.

    `analysis` are workers that are open already; they stay open.

    Raises:
        UsageError: the range is none.
        RepositoryError: no repository, an unknown revision, or an object is missing.
        InputError: a file on disk cannot be read.
        SandboxError, MissingToolError: a tool that the level needs is not there.
        StorageError: temporary files cannot be written.
    """
    with selected(request.repository, request.source) as (repository, chosen):
        notes = (*chosen.notes, *_unknown_modules(request, repository, chosen))
        key = _key(request, repository, chosen)
        cache = request.tools.build.cache
        earlier = None if request.force else kept_answer(cache, key)
        if earlier is not None and _has_other_libraries(request, earlier):
            earlier = None
        if earlier is not None:
            known = replace(
                earlier,
                repository=str(request.repository.absolute()),
                base=chosen.base,
                head=chosen.name,
                notes=(*notes, *earlier.notes),
                cached=True,
            )
            return CheckAnswer(report=known, residual=_residual_again(repository, chosen, known))
        shown = console or Console(quiet=True)
        report, patch = _Run(request, repository, chosen, shown, analysis).answer()
        with suppress(StorageError):
            keep_answer(cache, key, report)
        report = replace(report, notes=(*notes, *report.notes))
        return CheckAnswer(report=report, residual=patch)


def _has_other_libraries(request: CheckRequest, earlier: GateReport) -> bool:
    """Whether a library that an earlier answer missed is there by now, or may be fetched."""
    missing = [m for r in earlier.class_paths for m in r.missing]
    return bool(missing) and (request.fetch or are_there(missing, user_places(fetch=False)))


def _unknown_modules(
    request: CheckRequest, repository: Repository, chosen: Selected
) -> Iterator[str]:
    """The modules that were named and cannot be there, told also where nothing will be built."""
    named = [each for each in request.tools.build.modules if each != ROOT]
    paths = repository.tree(chosen.base).paths() if named else ()
    for folder in named:
        if not any(path.startswith(f"{folder}/") for path in paths):
            yield f"--modules: there is no folder {folder} in the base"


def _key(request: CheckRequest, repository: Repository, chosen: Selected) -> str:
    single = len(chosen.commits) < 2 and not request.claims  # noqa: PLR2004
    commits = () if single else tuple(line.id for line in chosen.commits)
    # What one commit claims is told, and stands in its message.
    message = repository.message(chosen.commits[0].id) if single and chosen.commits else ""
    return key_of(
        repository.tree_id(chosen.base),
        repository.tree_id(chosen.head),
        [*commits, message, *chosen.hidden],
        request.level,
        sorted(request.allowed),
        [request.claims, request.residual, request.most_units, *map(str, request.wanted)],
        request.tools if request.level is not Level.STATIC else request.tools.analysis_timeout,
        built=request.level is not Level.STATIC,
    )


def _residual_again(repository: Repository, chosen: Selected, report: GateReport) -> bytes:
    if report.residual is None or not report.residual.files:
        return b""
    return residual_patch(repository, chosen.base, chosen.head, report.residual.files)


class _Run:
    """One run over a selected change."""

    def __init__(
        self,
        request: CheckRequest,
        repository: Repository,
        chosen: Selected,
        console: Console,
        analysis: AnalysisPool | None,
    ) -> None:
        self._request, self._repository = request, repository
        self._chosen, self._console, self._analysis = chosen, console, analysis

    def answer(self) -> tuple[GateReport, bytes]:
        """Open the tools that are needed, and judge."""
        request, chosen = self._request, self._chosen
        found = divide(self._repository, chosen.base, chosen.head, request.allowed, chosen.hidden)
        if found.judged is None and not request.claims:
            return self._nothing(without_java(found))
        # Nothing is opened to build with where nothing will be built.
        reads_only = not found.is_whole and not request.claims
        checks = with_needs(_asked(Level.STATIC if reads_only else request.level))
        with open_workshop(request.tools.opened_for(checks), self._analysis) as tools:
            bench = Bench(
                tools=tools,
                repository=self._repository,
                checks=checks,
                allowed=request.allowed,
                console=self._console,
                hidden=chosen.hidden,
                fetch=request.fetch,
            )
            report, patch = self._claims(bench) if request.claims else self._whole(bench)
            return replace(report, tool_versions=dict(tools.versions)), patch

    def _nothing(self, found: Judged) -> tuple[GateReport, bytes]:
        claims = tuple(unmet(str(each), "no code changed") for each in self._request.wanted)
        found = replace(found, unit=replace(found.unit, claims=claims))
        residual, patch = self._residual(found, proved=False)
        report = self._report(
            found.unit.outcome, [found.unit], proved_by=None, residual=residual, found=found
        )
        return report, patch

    def _whole(self, bench: Bench) -> tuple[GateReport, bytes]:
        chosen, level = self._chosen, self._request.level
        found = bench.judged(chosen.base, chosen.head, level)
        if len(chosen.commits) == 1:
            found = replace(found, unit=self._with_message(bench, found, chosen.commits[0]))
        found = replace(found, unit=self._with_wanted(bench, found))
        parts, notes = self._parts(bench, found)
        notes = (*left_out_modules(found.checks), *notes)
        notes = (*notes_of(_class_paths(found, *parts)), *notes)
        mixes = level is Level.STATIC and any(map(self._mixes, chosen.commits))
        by_commits = not mixes and _proved_by_commits(found, parts, level)
        if mixes and parts:
            notes = (*notes, _MIXED)
        outcome = GateOutcome.PROVED if by_commits else found.unit.outcome
        if outcome is GateOutcome.UNPROVEN:
            notes = (*notes, *_further([found], level))
        residual, patch = self._residual(found, proved=by_commits)
        by: Literal["range", "commits"] | None = "commits" if by_commits else None
        return self._report(
            outcome,
            (found.unit, *(part.unit for part in parts)),
            proved_by="range" if found.unit.outcome is GateOutcome.PROVED else by,
            residual=residual,
            found=found,
            notes=notes,
        ), patch

    def _parts(self, bench: Bench, found: Judged) -> tuple[list[Judged], tuple[str, ...]]:
        """The commits one by one, where the whole is not proved and there are several."""
        commits = self._chosen.commits
        done = found.unit.outcome in {GateOutcome.PROVED, GateOutcome.NOTHING_TO_CHECK}
        if done or len(commits) < 2:  # noqa: PLR2004
            return [], ()
        if not all(line.parents for line in commits):
            return [], ("a commit of the range has no parent here: only the whole was judged",)
        if len(commits) > self._request.most_units:
            note = f"{len(commits)} commits are more than --max-units: only the whole was judged"
            return [], (note,)
        return [
            self._part(bench, line, Level.STATIC)
            for line in commits
            if not self._repository.merges_by_itself(line)
        ], ()

    def _mixes(self, line: CommitLine) -> bool:
        """Whether a merge has a tree that none of its parents has."""
        tree, parents = self._repository.tree_id(line.id), line.parents
        return len(parents) > 1 and all(
            self._repository.tree_id(parent) != tree for parent in parents
        )

    def _part(self, bench: Bench, line: CommitLine, level: Level) -> Judged:
        hidden = bench.hidden if line.id == self._chosen.head else ()
        bench = replace(bench, activity=f"check {line.id[:10]}", hidden=hidden)
        found = bench.judged(line.parents[0], line.id, level)
        return replace(found, unit=self._with_message(bench, found, line))

    def _with_message(self, bench: Bench, found: Judged, line: CommitLine) -> GateUnit:
        message = self._repository.message(line.id)
        base = line.parents[0]
        claims = tuple(bench.claimed(claim, found, base) for claim in claims_in(message))
        return replace(found.unit, commit=line.id, subject=subject_of(message), claims=claims)

    def _with_wanted(self, bench: Bench, found: Judged) -> GateUnit:
        wanted = (ClaimText(text=str(each), wanted=each) for each in self._request.wanted)
        claims = tuple(bench.claimed(each, found, self._chosen.base) for each in wanted)
        return replace(found.unit, claims=(*found.unit.claims, *claims))

    def _claims(self, bench: Bench) -> tuple[GateReport, bytes]:
        commits = [c for c in self._chosen.commits if c.parents and self._claims_something(c)]
        cut = commits[: self._request.most_units]
        parts = [self._part(bench, line, self._request.level) for line in cut]
        units = tuple(part.unit for part in parts)
        left_out = len(commits) - len(cut)
        more = counted(left_out, "more commit claims", "more commits claim")
        notes = (f"{more} something: see --max-units",) if left_out else ()
        notes = (*notes, *_further(parts, self._request.level))
        outcome = _of_claims(units, complete=not left_out)
        by: Literal["commits"] | None = "commits" if outcome is GateOutcome.PROVED else None
        return self._report(outcome, units, proved_by=by, notes=notes), b""

    def _claims_something(self, line: CommitLine) -> bool:
        return bool(claims_in(self._repository.message(line.id)))

    def _residual(self, found: Judged, *, proved: bool) -> tuple[Residual | None, bytes]:
        if not self._request.residual:
            return None, b""
        if proved:
            found = replace(found, unit=replace(found.unit, outcome=GateOutcome.PROVED))
        return residual_of(self._repository, self._chosen.base, self._chosen.head, found)

    def _files(self) -> tuple[str, ...]:
        entries = self._repository.changed_entries(self._chosen.base, self._chosen.head)
        return tuple(sorted(e.path for e in entries if e.path.endswith(".java")))

    def _report(  # noqa: PLR0913
        self,
        outcome: GateOutcome,
        units: Sequence[GateUnit],
        *,
        proved_by: Literal["range", "commits"] | None,
        residual: Residual | None = None,
        found: Judged | None = None,
        notes: tuple[str, ...] = (),
    ) -> GateReport:
        chosen = self._chosen
        return GateReport(
            outcome=outcome,
            repository=str(self._request.repository.absolute()),
            base=chosen.base,
            head=chosen.name,
            base_tree=self._repository.tree_id(chosen.base),
            head_tree=self._repository.tree_id(chosen.head),
            level=self._request.level,
            units=tuple(units),
            proved_by=proved_by,
            files=self._files(),
            aside=() if found is None else found.division.aside,
            residual=residual,
            counterexample=None if found is None else counterexample_of(found.checks),
            notes=notes,
        )


def _class_paths(*judged: Judged) -> tuple[LibraryRecord, ...]:
    """Those that the proofs on sources were made against, each once."""
    found = (path for each in judged if (path := class_path_of(each.checks)) is not None)
    return tuple(dict.fromkeys(found))


_MIXED = (
    "a merge in the range mixes two lines of work: whether they fit, its commits one by one do not"
    " show; from level build on the whole is compiled"
)


_ADDS = {
    Level.BUILD: "the project's own compiler compiles the change",
    Level.TESTS: "it compiles the change and runs the tests that pass on the base",
    Level.BEHAVIOUR: "it looks for an input on which the two versions differ",
}


def _further(parts: Iterable[Judged], level: Level) -> Iterator[str]:
    """What to ask next where something was left open, and judging all of it could answer it."""
    left_open = (p for p in parts if p.unit.outcome is GateOutcome.UNPROVEN and p.division.is_whole)
    found = (further_level(part.checks, level) for part in left_open)
    for further in dict.fromkeys(each for each in found if each is not None):
        yield f"left open at level {level}: --level {further} may answer, {_ADDS[further]}"


def _asked(level: Level) -> Iterator[CheckName]:
    yield from LEVEL_CHECKS[level]
    if level is not Level.STATIC:
        yield CheckName.PROOF


def _proved_by_commits(whole: Judged, parts: Sequence[Judged], level: Level) -> bool:
    """Each commit is proved, and what comes of all of them compiles and is tested as asked."""
    outcomes = {part.unit.outcome for part in parts}
    if GateOutcome.PROVED not in outcomes or not whole.division.is_whole:
        return False
    if not outcomes <= {GateOutcome.PROVED, GateOutcome.NOTHING_TO_CHECK}:
        return False
    if may_not_compile(whole.checks):
        return False
    return judge(whole.checks, beside_purity(level)) is Status.PASSED


def _of_claims(units: Sequence[GateUnit], *, complete: bool) -> GateOutcome:
    outcomes = {claim.outcome for unit in units for claim in unit.claims}
    if ClaimOutcome.REFUTED in outcomes:
        return GateOutcome.REFUTED
    if ClaimOutcome.UNPROVEN in outcomes or not complete:
        return GateOutcome.UNPROVEN
    return GateOutcome.PROVED if outcomes else GateOutcome.NOTHING_TO_CHECK
