"""`refverify verify`: judge predictions for instances."""

from dataclasses import dataclass, replace
from pathlib import Path

import click

from verifier.cli.distributing import run_on_cluster
from verifier.cli.globals import Globals
from verifier.cli.judging import FilesRequest, Judging, judge_files
from verifier.cli.options.definition import default_of, path_option
from verifier.cli.options.engines import EngineChoice, engine_options
from verifier.cli.options.files import (
    answered_instances,
    repositories,
    run_folder,
    skip_bad_lines,
    text_or_json,
)
from verifier.cli.options.fuzzing import FuzzChoice, budget_options
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.cli.options.shards import request_shard, shard_option
from verifier.cli.options.toolset import ToolsetChoice, analysis_timeout, toolset_options
from verifier.cli.options.values import OneOf, instance_ids
from verifier.domain.outcome import CheckName
from verifier.domain.shard import Shard, ShardKind
from verifier.domain.testrun import EvidenceLevel, TestsUntil
from verifier.domain.verdict import Bar
from verifier.judging.options import JudgeOptions

EPILOG = """
\b
Examples:
  refverify verify predictions.jsonl --run run --repo path/to/clone
  refverify verify predictions.jsonl -i instances.jsonl --run run \\
      --repo gson=clones/gson --repo commons-io=clones/commons-io --jobs 2
  refverify verify predictions.jsonl --run run --repo path/to/clone --accept strict
"""
DETAILS = """
\b
--checks +behaviour adds differential fuzzing to the default checks; see `refverify fuzz --help`.
--checks +coverage also checks whether the tests that passed ran the refactored code.

\b
A patch or an answer without a file of instances is judged by `refverify check --patch`.

\b
Exit status: 0 every prediction is judged, 3 some are inconclusive. With --checks NAME it is about
these checks alone; `success` itself needs the other checks and stays open.
+NAME only adds a check: a difference that +behaviour confirms denies a strict success, never `success`.
Run again to retry failures of the environment; --retry also retries the lasting reasons, BASE_INVALID and ANALYSIS.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class VerifyOptions:
    """The options of `refverify verify`."""

    predictions: Path
    instances: Path
    run_folder: Path
    repos: tuple[str, ...]
    only_instances: tuple[str, ...]
    only_models: tuple[str, ...]
    as_json: bool
    tools: ToolsetChoice
    rules: Path | None
    checks: tuple[str, ...]
    all_checks: bool
    evidence: EvidenceLevel
    tests_until: TestsUntil
    analysis_timeout: float
    accept: Bar
    retry: bool
    force: bool
    skip_bad_lines: bool
    skip_unknown: bool
    shard: Shard | None
    engine: EngineChoice
    fuzzing: FuzzChoice

    def judging(self) -> Judging:
        """Return what decides a verdict."""
        return Judging(
            checks=self.checks,
            tools=replace(
                self.tools.options(),
                analysis_timeout=self.analysis_timeout,
                fuzzing=self.fuzzing.budget(),
            ),
            as_json=self.as_json,
            accept=self.accept,
            all_checks=self.all_checks,
            evidence=self.evidence,
            tests_until=self.tests_until,
        )


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@answered_instances()
@run_folder(required=True)
@repositories("Local repository or bundle of the instances; repeat with names.")
@option(
    "--instance",
    "only_instances",
    section=Section.SELECTION,
    multiple=True,
    metavar="ID",
    shell_complete=instance_ids,
    help="Only predictions for this instance, by a prefix of its id; repeat.",
)
@option(
    "--model",
    "only_models",
    section=Section.SELECTION,
    multiple=True,
    help="Only predictions of this model; repeat.",
)
@text_or_json("whole verdict records, one per line")
@toolset_options("Predictions judged in parallel.")
@path_option(
    "--rules",
    section=Section.INPUT,
    everyday=False,
    metavar="FOLDER",
    help="Rule sets, one folder per instance id.  [default: rules/ in the instances' folder]",
)
@option(
    "--checks",
    section=Section.JUDGEMENT,
    multiple=True,
    type=click.Choice([*map(str, CheckName), *(f"+{c}" for c in CheckName)]),
    metavar="[+]NAME",
    help="Only these checks (and what they need), or with + this one in addition; repeat.",
)
@option(
    "--all-checks",
    section=Section.JUDGEMENT,
    everyday=False,
    is_flag=True,
    help="Continue after the first failure with every check that can run.",
)
@option(
    "--evidence",
    section=Section.JUDGEMENT,
    everyday=False,
    type=OneOf(EvidenceLevel),
    default=str(default_of(JudgeOptions, "evidence")),
    show_default=True,
    help="planted: run a suite that passed once more with ten of its tests broken, which must fail (strategy"
    " direct only).",
)
@option(
    "--tests",
    "tests_until",
    section=Section.JUDGEMENT,
    everyday=False,
    type=OneOf(TestsUntil),
    default=str(default_of(JudgeOptions, "tests_until")),
    show_default=True,
    help="first-failure: run the tests nearest to the change first, and stop at the first failure that a"
    " second run confirms (strategy direct only).",
)
@analysis_timeout
@option(
    "--accept",
    section=Section.JUDGEMENT,
    type=OneOf([bar for bar in Bar if bar is not Bar.SELECTED]),
    default=str(Bar.SUCCESS),
    show_default=True,
    metavar="BAR",
    help="What exit status 0 requires: success, strict (strict success), or proved (only detection, compilation and"
    " proof; no test runs).",
)
@option(
    "--retry",
    section=Section.RUN,
    is_flag=True,
    help="Also judge again what stays inconclusive.",
)
@option(
    "--force", section=Section.RUN, is_flag=True, help="Judge again what already has a verdict."
)
@skip_bad_lines("Leave out lines that cannot be read instead of refusing the file.")
@option(
    "--skip-unknown",
    section=Section.INPUT,
    everyday=False,
    is_flag=True,
    help="Leave out predictions for unknown instances.",
)
@shard_option("repository and base")
@engine_options()
@rarely(
    budget_options(
        seed="Seed of the check behaviour.",
        executions="Most inputs that the check behaviour runs on both versions.",
        seconds="Most seconds that the check behaviour searches.",
    )
)
@click.pass_obj
@pass_as(VerifyOptions)
def command(shared: Globals, options: VerifyOptions) -> int:
    """Judge predictions for mined instances.

    PREDICTIONS is a JSONL file with answers to the instances of another file (-i). Each gets one verdict.
    `success`: the prediction applies, the wanted refactoring is there, it compiles and the tests pass.
    `strict_success`: it is also pure, and nothing else changed.
    """
    if options.engine.is_ray:
        judging = options.judging()
        tools = judging.tools.select_for(judging.options().checks)
        to = options.run_folder
        return run_on_cluster(shared, options.engine, ShardKind.JUDGEMENT, to, tools)
    part = None if options.shard is None else request_shard(shared, options.shard)
    return judge_files(replace(_request(options), part=part), shared.console)


def _request(options: VerifyOptions) -> FilesRequest:
    return FilesRequest(
        instances=options.instances,
        predictions=options.predictions,
        run=options.run_folder,
        repositories=options.repos,
        judging=options.judging(),
        only_instances=options.only_instances,
        only_models=options.only_models,
        rules=options.rules,
        retry=options.retry,
        force=options.force,
        skip_bad_lines=options.skip_bad_lines,
        skip_unknown=options.skip_unknown,
    )
