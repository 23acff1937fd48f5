"""`refverify check` for programs: select a change, judge it and build the report."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cache

from verifier.analysis.pool import AnalysisPool
from verifier.checks.parts.left_out_modules import list_left_out_modules
from verifier.checks.selection import with_needs
from verifier.console import Console
from verifier.domain.gate import (
    BehaviourAnswer,
    Extent,
    GateReport,
    GateSandbox,
    GateUnit,
    Level,
    Question,
    Residual,
)
from verifier.domain.outcome import CheckName
from verifier.domain.source import Rejection
from verifier.errors import StorageError
from verifier.gates.answer import LEVEL_CHECKS, counterexample_of, unmet
from verifier.gates.change.division import divide
from verifier.gates.change.handed_in import Asked
from verifier.gates.change.selection import Selected, open_selected
from verifier.gates.claims import claims_in, subject_of
from verifier.gates.commits import answer_by_commits, answer_claims
from verifier.gates.decision import demand_code, demand_wanted, describe_rejected
from verifier.gates.judged import Judged, without_java
from verifier.gates.kept_answers import keep_answer, keep_patch, key_of, read_answer, read_patch
from verifier.gates.notes import (
    MIXED,
    list_class_paths,
    list_further_levels,
    list_notes,
    list_unknown_modules,
    list_untracked,
)
from verifier.gates.request import CheckAnswer, CheckRequest
from verifier.gates.residual import residual_of, residual_patch
from verifier.gates.review.parts import part_change
from verifier.gates.review.reviewing import Change
from verifier.gates.split.splitting import (
    SplitPatches,
    split_again,
    split_change,
    split_without_code,
)
from verifier.gates.unit import JudgingSession
from verifier.judging.toolset import Toolset, open_analysis, open_toolset
from verifier.libraries.known import are_there
from verifier.libraries.places import user_places
from verifier.libraries.wording import notes_of
from verifier.printable import pluralize
from verifier.sandbox.base import SandboxFacts
from verifier.sandbox.choice import check_runtime
from verifier.tools.git.repository import CommitLine, Repository


def check(
    request: CheckRequest, console: Console | None = None, analysis: AnalysisPool | None = None
) -> CheckAnswer:
    """Judge a change.

    No code of the repository runs outside the sandbox, and nothing in it changes. `analysis` are
    open workers; they stay open.

    Raises:
        UsageError: the text is not a range, or it is not known what an answer was asked for.
        RepositoryError: there is no repository, a revision is unknown, or an object is missing.
        InputError: a file on disk cannot be read, or a patch is not a diff.
        SandboxError, MissingToolError: a tool that the level needs is missing.
        StorageError: temporary files cannot be written.
    """
    with ExitStack() as stack:
        # Most kept answers need no analysis, so it is opened at its first use.
        workers = cache(lambda: stack.enter_context(open_analysis(request.tools, analysis)))
        asked = Asked(wanted=request.wanted, analysis=workers)
        opened = stack.enter_context(open_selected(request.repository, request.source, asked))
        run = _CheckRun(request, *opened, console or Console(quiet=True), workers)
        rejected = opened[1].rejected
        return run.answer() if rejected is None else run.answer_rejected(rejected)


def _has_other_libraries(request: CheckRequest, earlier: GateReport) -> bool:
    """Tell whether a library that an earlier answer lacked is here now or may be downloaded."""
    missing = [m for r in earlier.class_paths for m in r.missing]
    return bool(missing) and (request.fetch or are_there(missing, user_places(fetch=False)))


def _key(request: CheckRequest, repository: Repository, chosen: Selected) -> str:
    single = len(chosen.commits) < 2 and not request.claims  # noqa: PLR2004 - one commit
    commits = () if single else tuple(line.id for line in chosen.commits)
    # The report shows what a commit claims, and the claim is in its message.
    message = repository.message(chosen.commits[0].id) if single and chosen.commits else ""
    return key_of(
        repository.tree_id(chosen.base),
        repository.tree_id(chosen.head),
        [*commits, message, *chosen.hidden],
        request.level,
        [sorted(request.demand.require), request.demand.accept, request.keep_api],
        sorted(request.allowed),
        [request.claims, request.residual, request.split, request.page, request.most_units],
        [str(each) for each in request.wanted],
        [request.answers_a_task, request.must_change_code, request.evidence],
        request.tools if request.level is not Level.STATIC else request.tools.analysis_timeout,
        built=request.level is not Level.STATIC,
    )


def _residual_again(repository: Repository, chosen: Selected, report: GateReport) -> bytes:
    if report.residual is None or not report.residual.files:
        return b""
    return residual_patch(repository, chosen.base, chosen.head, report.residual.files)


class _CheckRun:
    """One run on a selected change."""

    def __init__(
        self,
        request: CheckRequest,
        repository: Repository,
        chosen: Selected,
        console: Console,
        analysis: Callable[[], AnalysisPool],
    ) -> None:
        self._request, self._repository = request, repository
        self._chosen, self._console, self._analysis = chosen, console, analysis

    def answer(self) -> CheckAnswer:
        """Return an earlier answer on the same trees, or judge the change and keep the answer."""
        request, repository, chosen = self._request, self._repository, self._chosen
        untracked = list_untracked(chosen.untracked, request.allowed)
        modules = list_unknown_modules(request.tools.build.modules, repository.tree(chosen.base))
        notes = (*chosen.notes, *untracked, *modules)
        key = _key(request, repository, chosen)
        cache = request.tools.build.cache
        earlier = None if request.force else read_answer(cache, key)
        kept = read_patch(cache, key) if request.split else b""
        if earlier is not None and (kept is None or _has_other_libraries(request, earlier)):
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
            return CheckAnswer(
                report=known,
                residual=_residual_again(repository, chosen, known),
                split=split_again(repository, known.split, (chosen.base, chosen.head), kept),
            )
        found = self._judge()
        with suppress(StorageError):
            if found.split is not None and not found.troubled:
                keep_patch(cache, key, found.split.refactoring)
            if not found.troubled:
                keep_answer(cache, key, found.report)
        return replace(found, report=replace(found.report, notes=(*notes, *found.report.notes)))

    def answer_rejected(self, rejected: Rejection) -> CheckAnswer:
        """Answer on a patch or an answer that cannot be applied. Both sides are the base."""
        request, chosen = self._request, self._chosen
        unit = describe_rejected(rejected, request.wanted)
        report = self._report(unit, [unit], notes=chosen.notes)
        if not request.split:
            return CheckAnswer(report=report)
        sides = (chosen.base, chosen.head)
        return _join(report, b"", split_without_code(self._repository, *sides, rejected.details))

    def _judge(self) -> CheckAnswer:
        """Open the necessary tools and judge."""
        request, chosen = self._request, self._chosen
        found = divide(self._repository, chosen.base, chosen.head, request.allowed, chosen.hidden)
        if found.judged is None and not request.claims:
            return self._add_review(
                *self._answer_without_code(without_java(found, request.demand)), None
            )
        if request.level is not Level.STATIC:
            check_runtime(request.tools.sandbox, request.tools.runtime)
        with ExitStack() as stack:

            def open_tools(level: Level) -> Toolset:
                options = request.tools.select_for(with_needs(_list_checks(level)))
                return stack.enter_context(open_toolset(options, self._analysis()))

            # Opens the build tools only when something is built.
            building = cache(lambda: open_tools(request.level))
            tools = open_tools(Level.STATIC)
            session = JudgingSession(
                tools=tools,
                building=building,
                repository=self._repository,
                checks=with_needs(_list_checks(request.level)),
                allowed=request.allowed,
                console=self._console,
                demand=request.demand,
                keep_api=request.keep_api,
                hidden=chosen.hidden,
                fetch=request.fetch,
                answers_a_task=request.answers_a_task,
                evidence=request.evidence,
            )
            report, patch, judged = (
                self._claims(session) if request.claims else self._whole(session)
            )
            used = building() if building.cache_info().currsize else tools
            report = replace(
                report, tool_versions=dict(used.versions), sandbox=_describe_sandbox(used.sandbox)
            )
            return self._add_review(report, patch, judged, session)

    def _add_review(
        self,
        report: GateReport,
        residual: bytes,
        judged: Judged | None,
        session: JudgingSession | None,
    ) -> CheckAnswer:
        """Add the review, and both patches if they were requested."""
        request, (base, head) = self._request, (self._chosen.base, self._chosen.head)
        if judged is None:
            split = split_change(session, base, head) if request.split and session else None
            return _join(report, residual, split)
        change = Change(repository=self._repository, base=base, head=head, judged=judged)
        parts = part_change(change, session, split=request.split, page=request.page)
        report = replace(report, review=parts.review, units=(parts.unit, *report.units[1:]))
        found = _join(report, residual, parts.split if request.split else None)
        return replace(found, troubled=parts.split is not None and parts.split.troubled)

    def _answer_without_code(self, found: Judged) -> tuple[GateReport, bytes, Judged]:
        wanted = self._request.wanted
        claims = tuple(unmet(str(each), "no code changed") for each in wanted)
        unit = demand_wanted(dict.fromkeys(wanted)).on(replace(found.unit, claims=claims))
        found = replace(found, unit=self._with_code(found, unit))
        residual, patch = self._residual(found)
        report = self._report(found.unit, [found.unit], residual=residual, found=found)
        return report, patch, found

    def _whole(self, session: JudgingSession) -> tuple[GateReport, bytes, Judged]:
        chosen, level = self._chosen, self._request.level
        alone = len(chosen.commits) < 2  # noqa: PLR2004 - no other commit can explain an edit
        wanted = self._request.wanted
        found = session.judge(chosen.base, chosen.head, level, alone=alone, wanted=wanted)
        if len(chosen.commits) == 1:
            found = self._with_message(session, found, chosen.commits[0])
        found = session.demanded(found)
        parts, notes = self._parts(session, found)
        mixes = level is Level.STATIC and any(map(self._mixes, chosen.commits))
        if mixes and parts:
            notes = (*notes, MIXED)
        unit = found.unit if mixes else answer_by_commits(found, parts, level, self._request.demand)
        unit = self._with_code(found, found.demanded.on(unit))
        found = replace(found, unit=unit)
        residual, patch = self._residual(found)
        report = self._report(
            unit,
            (unit, *(part.unit for part in parts)),
            residual=residual,
            found=found,
            notes=(
                *notes_of(list_class_paths(found, *parts)),
                *list_left_out_modules(found.checks),
                *list_notes([found]),
                *notes,
                *list_further_levels([found], level),
            ),
        )
        return report, patch, found

    def _with_code(self, found: Judged, unit: GateUnit) -> GateUnit:
        has_code = found.has_code or not self._request.must_change_code
        return demand_code(has_code=has_code).on(unit)

    def _parts(
        self, session: JudgingSession, found: Judged
    ) -> tuple[list[Judged], tuple[str, ...]]:
        """Judge the commits one by one, if there are several and the whole is not shown to be fine."""
        commits = self._chosen.commits
        asks_extent = Question.REFACTORING in self._request.demand.require
        fine = found.unit.behaviour in {None, BehaviourAnswer.PROVED} and (
            not asks_extent or found.unit.refactoring in {None, Extent.ONLY}
        )
        if fine or len(commits) < 2:  # noqa: PLR2004 - one commit is the whole
            return [], ()
        if not all(line.parents for line in commits):
            return [], ("a commit of the range has no parent here: only the whole was judged",)
        if len(commits) > self._request.most_units:
            note = f"{len(commits)} commits are more than --max-units: only the whole was judged"
            return [], (note,)
        return [
            self._part(session, line, Level.STATIC)
            for line in commits
            if not self._repository.merges_by_itself(line)
        ], ()

    def _mixes(self, line: CommitLine) -> bool:
        """Tell whether a merge has a tree that differs from the trees of all its parents."""
        tree, parents = self._repository.tree_id(line.id), line.parents
        return len(parents) > 1 and all(
            self._repository.tree_id(parent) != tree for parent in parents
        )

    def _part(self, session: JudgingSession, line: CommitLine, level: Level) -> Judged:
        hidden = session.hidden if line.id == self._chosen.head else ()
        session = replace(session, activity=f"check {line.id[:10]}", hidden=hidden)
        return self._with_message(session, session.judge(line.parents[0], line.id, level), line)

    def _with_message(self, session: JudgingSession, found: Judged, line: CommitLine) -> Judged:
        message = self._repository.message(line.id)
        found = session.judge_claims(claims_in(message), found)
        return replace(found, unit=replace(found.unit, commit=line.id, subject=subject_of(message)))

    def _claims(self, session: JudgingSession) -> tuple[GateReport, bytes, None]:
        commits = [c for c in self._chosen.commits if c.parents and self._claims_something(c)]
        cut = commits[: self._request.most_units]
        parts = [self._part(session, line, self._request.level) for line in cut]
        units = tuple(part.unit for part in parts)
        left_out = len(commits) - len(cut)
        more = pluralize(left_out, "more commit claims", "more commits claim")
        notes = (f"{more} something: see --max-units",) if left_out else ()
        notes = (*notes, *list_notes(parts), *list_further_levels(parts, self._request.level))
        answer = answer_claims(units, complete=not left_out)
        return self._report(answer, units, notes=notes), b"", None

    def _claims_something(self, line: CommitLine) -> bool:
        return bool(claims_in(self._repository.message(line.id)))

    def _residual(self, found: Judged) -> tuple[Residual | None, bytes]:
        if not self._request.residual:
            return None, b""
        return residual_of(self._repository, self._chosen.base, self._chosen.head, found)

    def _files(self) -> tuple[str, ...]:
        entries = self._repository.list_changed_entries(self._chosen.base, self._chosen.head)
        return tuple(sorted(e.path for e in entries if e.path.endswith(".java")))

    def _report(
        self,
        answer: GateUnit,
        units: Sequence[GateUnit],
        *,
        residual: Residual | None = None,
        found: Judged | None = None,
        notes: tuple[str, ...] = (),
    ) -> GateReport:
        chosen = self._chosen
        return GateReport(
            decision=answer.decision,
            **answer.answer_fields,
            demand=self._request.demand,
            repository=str(self._request.repository.absolute()),
            base=chosen.base,
            head=chosen.name,
            base_tree=self._repository.tree_id(chosen.base),
            head_tree=self._repository.tree_id(chosen.head),
            level=self._request.level,
            units=tuple(units),
            files=self._files(),
            aside=() if found is None else found.division.aside,
            residual=residual,
            counterexample=None if found is None else counterexample_of(found.checks),
            notes=notes,
        )


def _join(report: GateReport, residual: bytes, split: SplitPatches | None) -> CheckAnswer:
    report = report if split is None else replace(report, split=split.record)
    troubled = split is not None and split.troubled
    return CheckAnswer(report=report, residual=residual, split=split, troubled=troubled)


def _describe_sandbox(facts: SandboxFacts) -> GateSandbox:
    return GateSandbox(
        name=facts.name,
        isolated=facts.isolated,
        engine=facts.engine,
        image=facts.image,
        runtime=facts.runtime,
        unenforced=facts.unenforced,
    )


def _list_checks(level: Level) -> Iterator[CheckName]:
    yield from LEVEL_CHECKS[level]
    if level is not Level.STATIC:
        yield CheckName.PROOF
