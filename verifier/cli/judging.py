"""Judge one change or the predictions of files, and print the verdicts: `verify` and `fuzz predictions`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.exit_status import Exit, of_run, of_status
from verifier.domain.outcome import DEFAULT_CHECKS
from verifier.domain.shard import ShardEnd, ShardRequest
from verifier.domain.testrun import EvidenceLevel, TestsUntil
from verifier.domain.verdict import PROVED_CHECKS, Bar
from verifier.judging.options import ToolsetOptions

if TYPE_CHECKING:
    from verifier.analysis.pool import AnalysisPool
    from verifier.console import Console
    from verifier.domain.verdict import Verdict
    from verifier.judging.gate import Change, GateOptions
    from verifier.judging.run import InputFacts, InputFiles, RunSettings


@dataclass(frozen=True, kw_only=True, slots=True)
class Judging:
    """What decides a verdict, how to open the tools that it needs, and how to print it.

    `checks` are the words of `--checks`. `run` keeps ledger and evidence; a single change needs
    none.
    """

    checks: tuple[str, ...]
    tools: ToolsetOptions
    run: Path | None
    as_json: bool
    accept: Bar = Bar.SUCCESS
    all_checks: bool = False
    evidence: EvidenceLevel = EvidenceLevel.BASIC
    tests_until: TestsUntil = TestsUntil.ALL

    @property
    def bar(self) -> Bar:
        """The bar that decides, unless a single change decides it.

        Checks named without `+` decide alone; added checks do not change the bar.
        """
        if any(not name.startswith("+") for name in self.checks):
            return Bar.SELECTED
        return self.accept

    def options(self, *, scored: bool = False) -> "GateOptions":
        """Return the library's options. `scored` says that there are rule sets to score with."""
        from verifier.checks.selection import parse_checks
        from verifier.judging.gate import GateOptions

        usual = frozenset(PROVED_CHECKS) if self.accept is Bar.PROVED else DEFAULT_CHECKS
        options = GateOptions.of(
            parse_checks(self.checks, usual),
            run_all=self.all_checks,
            tools=self.tools,
            scored=scored,
            run=self.run,
        )
        judge = replace(options.judge, evidence=self.evidence, tests_until=self.tests_until)
        return replace(options, judge=judge)

    def workers(self) -> "AnalysisPool":
        """Return the analysis workers that judge."""
        from verifier.analysis.pool import AnalysisPool

        return AnalysisPool(jobs=self.tools.jobs, timeout=self.tools.analysis_timeout)


@dataclass(frozen=True, kw_only=True, slots=True)
class FilesRequest:
    """Predictions of a file, and which of them to judge.

    `rules` are the rule sets; without them those in the instances' folder are taken, if there are
    any. With `part`, only the predictions of one shard are judged.
    """

    instances: Path
    predictions: Path
    run: Path
    repositories: tuple[str, ...]
    judging: Judging
    only_instances: tuple[str, ...] = ()
    only_models: tuple[str, ...] = ()
    rules: Path | None = None
    retry: bool = False
    force: bool = False
    skip_bad_lines: bool = False
    skip_unknown: bool = False
    part: ShardRequest | None = None

    def files(self) -> "InputFiles":
        """Return the input files as the library reads them."""
        from verifier.judging.run import InputFiles

        return InputFiles(
            instances=self.instances,
            predictions=self.predictions,
            run=self.run,
            skip_bad_lines=self.skip_bad_lines,
            skip_unknown=self.skip_unknown,
        )

    def settings(self, facts: "InputFacts") -> "RunSettings":
        """Return how the run is kept and reported."""
        from verifier.cli.verdict_text import progress_text
        from verifier.judging.run import RunSettings

        return RunSettings(
            folder=self.run,
            force=self.force,
            retry=self.retry,
            activity="fuzz" if self.judging.checks == ("behaviour",) else "verify",
            outcome=partial(progress_text, bar=self.judging.bar),
            facts=facts,
            part=self.part,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangeRequest:
    """One change of a base commit, as a diff or as the raw answer of a model."""

    repository: Path
    base: str
    patch: str | None
    answer: str | None
    want: str | None
    judging: Judging

    def change(self) -> "Change":
        """Return the change as the library takes it."""
        from verifier.judging.gate import Change

        return Change(
            repository=self.repository,
            base=self.base,
            patch=self.patch,
            answer=self.answer,
            want=self.want,
        )


def judge_change(request: ChangeRequest, console: "Console") -> Exit:
    """Judge one change, print its verdict and return whether it passes."""
    judging = request.judging
    with judging.workers() as analysis:
        # The JVM starts while Python imports the other modules.
        analysis.begin()
        from verifier.cli.verdict_text import gate_text, verdict_text
        from verifier.judging.gate import bar_of, decide, judge_patch
        from verifier.tools.records import to_json

        change = request.change()
        bar = bar_of(change, judging.bar)
        verdict = judge_patch(
            change, judging.options(), bar=bar, console=console, analysis=analysis
        )
    click.echo(to_json(verdict) if judging.as_json else verdict_text(verdict))
    if judging.as_json:
        console.say(gate_text(verdict, bar))
    else:
        click.echo(gate_text(verdict, bar))
    return of_status(decide(verdict, bar))


def judge_files(request: FilesRequest, console: "Console") -> Exit:
    """Judge the predictions of a file, print the records or a summary, and return the exit status."""
    with request.judging.workers() as analysis:
        # The JVM starts while Python imports the other modules.
        analysis.begin()
        verdicts = _judge(request, console, analysis)
    status = _print_run(request, verdicts)
    if request.part is not None:
        console.say(_describe_shard(request, verdicts))
    return status


def _judge(request: FilesRequest, console: "Console", analysis: "AnalysisPool") -> list["Verdict"]:
    from verifier.judging.prediction_filter import select_predictions
    from verifier.judging.run import judge_all, load_inputs
    from verifier.judging.tasks import Repositories, plan
    from verifier.workflows.rule_sets import RULES_FOLDER, with_rule_sets

    inputs = load_inputs(request.files(), console)
    asked = select_predictions(inputs.predictions, request.only_instances, request.only_models)
    with Repositories.parse(request.repositories) as repositories:
        tasks = with_rule_sets(
            plan(inputs.instances, asked, repositories),
            request.rules or request.instances.parent / RULES_FOLDER,
            named=request.rules is not None,
        )
        options = request.judging.options(scored=any(task.rules is not None for task in tasks))
        return judge_all(
            tasks,
            request.settings(inputs.facts),
            toolset=options.toolset,
            judge=options.judge,
            console=console,
            analysis=analysis,
        )


def _print_run(request: FilesRequest, verdicts: Sequence["Verdict"]) -> Exit:
    """Print a run's records or its summary, and return the exit status."""
    from verifier.cli.verdict_text import summary_text
    from verifier.judging.gate import decide
    from verifier.tools.records import to_json

    bar = request.judging.bar
    if request.judging.as_json:
        for verdict in verdicts:
            click.echo(to_json(verdict))
    else:
        click.echo(summary_text(verdicts, request.run, bar=bar))
    return of_run(decide(verdict, bar) for verdict in verdicts)


def _describe_shard(request: FilesRequest, verdicts: Sequence["Verdict"]) -> str:
    from verifier.cli.options.shards import describe_end
    from verifier.judging.ledger import is_retryable
    from verifier.tools.storage.shard_file import SHARD, read_shard_file

    header = read_shard_file(request.run / SHARD).header
    end = ShardEnd(
        shard=header.shard,
        keys=header.keys,
        open=sum(map(is_retryable, verdicts)),
        all_keys=header.all_keys,
    )
    return describe_end(end, "predictions", request.run)
