"""`refverify verify`: judge predictions for instances, or one patch without a data set."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.judging import ChangeRequest, FilesRequest, Judging, judge_change, judge_files
from verifier.cli.options.building import LimitedBuild, limit_options, tool_options
from verifier.cli.options.definition import default_of, path_option
from verifier.cli.options.files import (
    INSTANCES,
    answered_instances,
    repositories,
    run_folder,
    skip_bad_lines,
    text_or_json,
)
from verifier.cli.options.fuzzing import FuzzChoice, budget_options
from verifier.cli.options.numbers import Seconds
from verifier.cli.options.records import pass_as
from verifier.cli.options.sandboxes import SandboxChoice, sandbox_options
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.cli.options.shards import request_shard, shard_option
from verifier.cli.options.values import OneOf, complete_wanted, instance_ids
from verifier.cli.options.workers import jobs_option
from verifier.domain.outcome import CheckName
from verifier.domain.shard import Shard
from verifier.domain.testrun import EvidenceLevel, TestsUntil
from verifier.domain.verdict import Bar
from verifier.errors import UsageError
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.utf8 import without_mark

EPILOG = """
\b
Examples:
  refverify verify predictions.jsonl --run run --repo path/to/clone
  refverify verify predictions.jsonl -i instances.jsonl --run run \\
      --repo gson=clones/gson --repo commons-io=clones/commons-io --jobs 2
  refverify verify --repo . --base HEAD --patch change.diff \\
      --want "Extract Method:org.example.Parser#parse(String, int)" --accept strict
"""
DETAILS = """
\b
More examples:
  refverify verify --repo . --base HEAD~1 --patch change.diff
  refverify verify --repo . --base HEAD --patch change.diff --want ... --accept proved

\b
--checks +behaviour adds differential fuzzing to the default checks; see `refverify fuzz --help`.
--checks +coverage also checks whether the tests that passed ran the refactored code.

\b
Without --want a patch may do any refactorings; it is a success only if every edit belongs to a
pure one that was detected, as with --accept strict, and the tests pass. The METHOD of --want is the
one that code is extracted from, or that is inlined, moved or renamed. For a variable or parameter
its names may follow: "Rename Variable:pkg.Class#method(int) old -> new".

\b
Exit status with --patch or --answer: 0 success, 1 judged and not a success, 3 inconclusive.
With files: 0 every prediction is judged, 3 some are inconclusive.
With --checks NAME the status is about these checks alone: 0 all passed (with files: all judged),
1 one failed, 3 one is inconclusive; `success` itself needs the other checks and stays open.
+NAME only adds a check: a difference that +behaviour confirms denies a strict success, never `success`.
Run again to retry failures of the environment; --retry also retries the lasting reasons, BASE_INVALID and ANALYSIS.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class VerifyOptions:
    """The options of `refverify verify`."""

    predictions: Path | None
    instances: Path | None
    run_folder: Path | None
    repos: tuple[str, ...]
    base: str | None
    patch: BinaryIO | None
    answer: BinaryIO | None
    want: str | None
    only_instances: tuple[str, ...]
    only_models: tuple[str, ...]
    as_json: bool
    sandbox: SandboxChoice
    build: LimitedBuild
    rules: Path | None
    checks: tuple[str, ...]
    all_checks: bool
    evidence: EvidenceLevel
    tests_until: TestsUntil
    jobs: int
    analysis_timeout: float
    accept: Bar
    retry: bool
    force: bool
    skip_bad_lines: bool
    skip_unknown: bool
    shard: Shard | None
    fuzzing: FuzzChoice

    def judging(self) -> Judging:
        """Return what decides a verdict."""
        return Judging(
            checks=self.checks,
            tools=ToolsetOptions(
                build=self.build.options(),
                sandbox=self.sandbox.sandbox,
                image=self.sandbox.image,
                analysis_timeout=self.analysis_timeout,
                jobs=self.jobs,
                fuzzing=self.fuzzing.budget(),
            ),
            run=self.run_folder,
            as_json=self.as_json,
            accept=self.accept,
            all_checks=self.all_checks,
            evidence=self.evidence,
            tests_until=self.tests_until,
        )


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@answered_instances()
@run_folder()
@repositories("Local repository of the instances; repeat with names.")
@option("--base", section=Section.INPUT, help="Base commit of a single patch.")
@option(
    "--patch",
    section=Section.INPUT,
    type=click.File("rb"),
    help="Judge this unified diff (- for standard input).",
)
@option("--answer", section=Section.INPUT, type=click.File("rb"), help="Judge this raw LLM answer.")
@option(
    "--want",
    section=Section.INPUT,
    shell_complete=complete_wanted,
    metavar="TYPE:METHOD",
    help="The refactoring that the patch should contain, and its method in the base.  [default: any pure"
    " refactorings]",
)
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
@sandbox_options
@tool_options
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
@jobs_option(ToolsetOptions, "Predictions judged in parallel.", most=64)
@limit_options
@option(
    "--analysis-timeout",
    section=Section.RUN,
    everyday=False,
    type=Seconds(1),
    default=default_of(ToolsetOptions, "analysis_timeout"),
    show_default=True,
    help="Seconds for one detection.",
)
@option(
    "--accept",
    section=Section.JUDGEMENT,
    type=OneOf([bar for bar in Bar if bar is not Bar.SELECTED]),
    default=str(Bar.SUCCESS),
    show_default=True,
    metavar="BAR",
    help="What counts as a yes: success, strict (strict success), or proved (only detection, compilation and"
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
@rarely(
    budget_options(
        seed="Seed of the check behaviour.",
        executions="Most inputs that the check behaviour runs on both versions.",
        seconds="Most seconds that the check behaviour searches.",
    )
)
@click.pass_obj
@pass_as(VerifyOptions)
def command(shared: Globals, options: VerifyOptions) -> Exit:
    """Judge predictions for mined instances, or one patch.

    PREDICTIONS is a JSONL file with answers to the instances of another file (-i). Each gets one verdict.
    `success`: the prediction applies, the wanted refactoring is there, it compiles and the tests pass.
    `strict_success`: it is also pure, and nothing else changed.
    """
    if is_single(options):
        return judge_change(_change(options), shared.console)
    part = None if options.shard is None else request_shard(shared, options.shard)
    return judge_files(replace(_files(options), part=part), shared.console)


def is_single(options: VerifyOptions) -> bool:
    """Tell whether to judge one patch or answer, without a data set.

    Raises:
        UsageError: the options mix both forms of the command, or a single change lacks its base.
    """
    if options.patch is None and options.answer is None:
        return False
    if options.patch is not None and options.answer is not None:
        raise UsageError(
            "--patch and --answer are two ways to give one change",
            hint="Leave one of them out: --patch takes a diff, --answer the raw text of a model.",
        )
    files = (options.instances, options.predictions, options.only_instances, options.only_models)
    if options.shard is not None:
        raise UsageError("--shard divides the predictions of a file", hint="Leave it out here.")
    if not options.base or len(options.repos) != 1 or any(files):
        raise UsageError(
            "--patch (or --answer) needs --repo and --base, and no data files",
            hint="See the last examples of `refverify verify --help`.",
        )
    return True


def _change(options: VerifyOptions) -> ChangeRequest:
    return ChangeRequest(
        repository=Path(options.repos[0]),
        base=str(options.base),
        patch=_body(options.patch, "patch"),
        answer=_body(options.answer, "answer"),
        want=options.want,
        judging=options.judging(),
    )


def _body(stream: BinaryIO | None, option: str) -> str | None:
    if stream is None:
        return None
    content = without_mark(stream.read(), f"what --{option} gives")
    return content.decode("utf-8", "surrogateescape")


def _files(options: VerifyOptions) -> FilesRequest:
    """Return the request to judge files.

    Raises:
        UsageError: the predictions or the run folder are missing.
    """
    if options.predictions is None or options.run_folder is None:
        raise UsageError(
            "PREDICTIONS and --run are needed (or --patch for a single change)",
            hint="See the examples of `refverify verify --help`.",
        )
    return FilesRequest(
        instances=options.instances or Path(INSTANCES),
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
