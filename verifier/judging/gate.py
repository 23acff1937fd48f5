"""Judge a single patch or raw answer without a data set."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Self

from verifier.analysis.pool import AnalysisPool
from verifier.checks.selection import with_needs
from verifier.console import Console, Groups
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.verdict import (
    PROVED_CHECKS,
    STRICT_CHECKS,
    SUCCESS_CHECKS,
    Bar,
    Verdict,
    judge,
    strict_checks,
)
from verifier.errors import InputError, UsageError
from verifier.judging.key import key_of
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.run import RunSettings, first_of, judge_all
from verifier.judging.schedule import alone
from verifier.judging.task import Task
from verifier.judging.tasks import single
from verifier.judging.toolset import open_toolset
from verifier.judging.verdict import judge_task, with_evidence_in
from verifier.predictions.patches.patch import PatchError, read_patch
from verifier.tools.git.repository import Repository
from verifier.tools.storage.scratch import scratch_folder

PATCH = "patch"
"""The name of a single change in its verdict, in place of an instance and of a model."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """One change of a repository's base commit: a unified diff or a raw LLM answer.

    `want` names the wanted refactoring (`Extract Method:pkg.Class#method(int)`). Without it, any
    pure refactorings are accepted; then the change must be a patch.

    Raises:
        UsageError: both forms or none are given, or an answer has no `want`.
    """

    repository: Path
    base: str
    patch: str | None = None
    answer: str | None = None
    want: str | None = None

    def __post_init__(self) -> None:
        if (self.patch is None) == (self.answer is None):
            raise UsageError(
                "one change is either a patch or an answer",
                hint="Give exactly one of the two.",
            )
        if self.answer is not None and not self.want:
            raise UsageError(
                "an answer needs the wanted refactoring: it is read as what was asked for",
                hint='For example --want "Extract Method:pkg.Class#method(int, String)".',
            )

    @property
    def prediction(self) -> Prediction:
        """The change as a prediction for an instance that does not exist."""
        return Prediction(
            instance_id=PATCH,
            model_name_or_path=PATCH,
            model_patch=self.patch,
            model_output=self.answer,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class GateOptions:
    """How a single change is judged.

    `run` is a folder that keeps ledger and evidence. Without it they are deleted at the end of the
    call, and the verdict names no files.
    """

    judge: JudgeOptions = field(default_factory=JudgeOptions)
    toolset: ToolsetOptions = field(default_factory=ToolsetOptions)
    run: Path | None = None

    @classmethod
    def of(
        cls,
        checks: Iterable[CheckName] = DEFAULT_CHECKS,
        *,
        run_all: bool = False,
        scored: bool = False,
        tools: ToolsetOptions | None = None,
        run: Path | None = None,
    ) -> Self:
        """Options for these checks and the checks that they need. Only the needed tools are opened.

        If no check builds anything, no sandbox, JDK or Maven is required. `scored` says that there
        are rule sets to score with.
        """
        asked = with_needs(checks)
        return cls(
            judge=JudgeOptions(checks=asked, run_all=run_all),
            toolset=(tools or ToolsetOptions()).select_for(asked, scored=scored),
            run=run,
        )


def judge_patch(
    change: Change,
    options: GateOptions | None = None,
    *,
    bar: Bar | None = None,
    console: Console | None = None,
    analysis: AnalysisPool | None = None,
) -> Verdict:
    """Judge one change. `decide(verdict, bar)` says whether the verdict passes the gate.

    The progress output uses the same bar; the default is `bar_of(change)`. `analysis` passes
    workers that are already open; they stay open.

    Raises:
        UsageError: the wanted refactoring cannot be read.
        InputError: the patch is not a diff.
        RepositoryError: there is no repository, or it lacks the base commit.
        SandboxError, MissingToolError: a tool of the run cannot be opened.
        StorageError: the run folder cannot be written.
    """
    options, asked = options or GateOptions(), bar or bar_of(change)
    console = console or Console(quiet=True)
    _refuse_what_is_no_diff(change.patch)

    def outcome(verdict: Verdict) -> str:
        return str(decide(verdict, asked))

    with Repository.open(change.repository) as repository:
        task = single(repository, change.base, change.want, change.prediction)
        if options.run is None:
            return _judge_without_run(task, options, outcome, console, analysis)
        (verdict,) = judge_all(
            [task],
            RunSettings(folder=options.run, force=True, outcome=outcome),
            toolset=options.toolset,
            judge=options.judge,
            console=console,
            analysis=analysis,
        )
    return verdict


def _judge_without_run(
    task: Task,
    options: GateOptions,
    outcome: Callable[[Verdict], str],
    console: Console,
    analysis: AnalysisPool | None,
) -> Verdict:
    """Judge a task and keep no evidence."""
    judge, first = options.judge, first_of([task], options.judge)
    with (
        scratch_folder("gate") as evidence,
        open_toolset(options.toolset, analysis, first) as tools,
        console.progress("verify", 1, Groups(name="base", of_steps=[1])) as progress,
    ):

        def work(stopped: Event, ahead: bool) -> Verdict:
            return judge_task(
                key_of(task, judge, tools),
                task,
                tools,
                evidence,
                options=judge,
                stopped=stopped,
                ahead=ahead,
            )

        verdict = alone(work, judge, tools)
        progress.advance(f"{verdict.instance_id} {outcome(verdict)}")
    return with_evidence_in(verdict, None)


def _refuse_what_is_no_diff(patch: str | None) -> None:
    """Reject a file that is not a diff. Blank text is an empty change."""
    try:
        read_patch(patch or "")
    except PatchError as error:
        raise InputError(
            f"not a patch that can be judged: {error}",
            hint="Give a plain unified diff, as `git diff --no-color` writes it.",
        ) from error


def bar_of(change: Change, asked: Bar = Bar.SUCCESS) -> Bar:
    """The bar that a change must pass. Without a wanted refactoring, success needs a strict
    success.
    """
    return Bar.STRICT if asked is Bar.SUCCESS and change.want is None else asked


def decide(verdict: Verdict, bar: Bar) -> Status:
    """The outcome that decides: success, strict success, proved success, or the selected checks.

    Only selected checks count for the last, and `rules` if the instance has rules.
    """
    match bar:
        case Bar.SUCCESS:
            return verdict.success
        case Bar.STRICT:
            return verdict.strict_success
        case Bar.PROVED:
            return verdict.proved_success
        case Bar.SELECTED:
            return judge(verdict.checks, _list_selected(verdict))


def deciding(verdict: Verdict, bar: Bar) -> CheckResult | None:
    """The first check that keeps a verdict from its bar. None if the verdict passes.

    A failed check comes before an inconclusive one.
    """
    results = [check for name in list_needed(verdict, bar) if (check := verdict.check(name))]
    match decide(verdict, bar):
        case Status.PASSED:
            return None
        case Status.FAILED:
            return next((c for c in results if c.status is Status.FAILED), None)
        case _:
            return next((c for c in results if judge([c], [c.check]) is not Status.PASSED), None)


def list_needed(verdict: Verdict, bar: Bar) -> Sequence[CheckName]:
    """The checks that a bar needs of this verdict, in the order of their execution."""
    match bar:
        case Bar.SUCCESS:
            wanted: Sequence[CheckName] = SUCCESS_CHECKS
        case Bar.STRICT:
            wanted = strict_checks(verdict.checks)
        case Bar.PROVED:
            wanted = PROVED_CHECKS
        case Bar.SELECTED:
            wanted = _list_selected(verdict)
    order = {check.check: place for place, check in enumerate(verdict.checks)}
    return sorted(wanted, key=lambda name: order.get(name, len(order)))


def _list_selected(verdict: Verdict) -> list[CheckName]:
    left_out = {c.check for c in verdict.checks if c.reason is Reason.NOT_SELECTED}
    recorded = {c.check for c in verdict.checks}
    scored = {c.check for c in verdict.checks if c.status is not Status.NOT_APPLICABLE}
    more = ({CheckName.PROOF, CheckName.BEHAVIOUR} & recorded) | ({CheckName.RULES} & scored)
    return [name for name in (*STRICT_CHECKS, *more) if name not in left_out]
