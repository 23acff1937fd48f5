"""Judge the predictions of files, and print the verdicts: `verify` and `fuzz predictions`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.exit_status import Exit, of_run
from verifier.domain.outcome import DEFAULT_CHECKS
from verifier.domain.shard import ShardEnd, ShardRequest
from verifier.domain.testrun import EvidenceLevel, TestsUntil
from verifier.domain.verdict import PROVED_CHECKS, Bar
from verifier.judging.options import JudgeOptions, ToolsetOptions

if TYPE_CHECKING:
    from verifier.analysis.pool import AnalysisPool
    from verifier.console import Console
    from verifier.domain.verdict import Verdict
    from verifier.workflows.verifying import VerifyRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class Judging:
    """What decides a verdict, how to open the tools that it needs, and how to print it.

    `checks` are the words of `--checks`.
    """

    checks: tuple[str, ...]
    tools: ToolsetOptions
    as_json: bool
    accept: Bar = Bar.SUCCESS
    all_checks: bool = False
    evidence: EvidenceLevel = EvidenceLevel.BASIC
    tests_until: TestsUntil = TestsUntil.ALL

    @property
    def bar(self) -> Bar:
        """The bar that a verdict must pass.

        Checks named without `+` decide alone; added checks do not change the bar.
        """
        if any(not name.startswith("+") for name in self.checks):
            return Bar.SELECTED
        return self.accept

    def options(self) -> JudgeOptions:
        """Return the library's options."""
        from verifier.checks.selection import parse_checks

        usual = frozenset(PROVED_CHECKS) if self.accept is Bar.PROVED else DEFAULT_CHECKS
        return JudgeOptions(
            checks=parse_checks(self.checks, usual),
            run_all=self.all_checks,
            evidence=self.evidence,
            tests_until=self.tests_until,
        )

    def workers(self) -> "AnalysisPool":
        """Return the analysis workers that judge."""
        from verifier.analysis.pool import AnalysisPool

        return AnalysisPool(jobs=self.tools.jobs, timeout=self.tools.analysis_timeout)


@dataclass(frozen=True, kw_only=True, slots=True)
class FilesRequest:
    """Predictions of a file, and which of them to judge; see `VerifyRequest`."""

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

    def for_library(self) -> "VerifyRequest":
        """Return the request as the library takes it."""
        from verifier.cli.verdict_text import progress_text
        from verifier.judging.run import InputFiles
        from verifier.workflows.verifying import VerifyRequest

        return VerifyRequest(
            files=InputFiles(
                instances=self.instances,
                predictions=self.predictions,
                run=self.run,
                skip_bad_lines=self.skip_bad_lines,
                skip_unknown=self.skip_unknown,
            ),
            repositories=self.repositories,
            judge=self.judging.options(),
            tools=self.judging.tools,
            only_instances=self.only_instances,
            only_models=self.only_models,
            rules=self.rules,
            retry=self.retry,
            force=self.force,
            activity="fuzz" if self.judging.checks == ("behaviour",) else "verify",
            outcome=partial(progress_text, bar=self.judging.bar),
            part=self.part,
        )


def judge_files(request: FilesRequest, console: "Console") -> Exit:
    """Judge the predictions of a file, print the records or a summary, and return the exit status."""
    with request.judging.workers() as analysis:
        # The JVM starts while Python imports the other modules.
        analysis.begin()
        from verifier.workflows.verifying import verify

        verdicts = verify(request.for_library(), console, analysis)
    status = _print_run(request, verdicts)
    if request.part is not None:
        console.say(_describe_shard(request, verdicts))
    return status


def _print_run(request: FilesRequest, verdicts: Sequence["Verdict"]) -> Exit:
    """Print a run's records or its summary, and return the exit status."""
    from verifier.cli.verdict_text import summary_text
    from verifier.judging.bar import decide
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
