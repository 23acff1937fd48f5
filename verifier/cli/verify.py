"""`refverify verify`: judge predictions for instances, or one patch without a data set."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from verifier.cli.exit_status import Exit, of_run, of_status
from verifier.cli.globals import Globals
from verifier.cli.options import values
from verifier.cli.options.building import build_options, limit_options, tool_options
from verifier.cli.options.definition import default_of, path_option
from verifier.cli.options.files import (
    INSTANCES,
    answered_instances,
    repositories,
    run_folder,
    skip_bad_lines,
    text_or_json,
)
from verifier.cli.options.fuzzing import budget, budget_options
from verifier.cli.options.numbers import Seconds
from verifier.cli.options.sandboxes import sandbox_options
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.cli.options.workers import jobs_option
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName
from verifier.domain.testrun import EvidenceLevel, TestsUntil
from verifier.domain.verdict import PROVED_CHECKS, Bar
from verifier.errors import UsageError
from verifier.judging.options import JudgeOptions, WorkshopOptions
from verifier.utf8 import without_mark

if TYPE_CHECKING:
    from verifier.analysis.pool import AnalysisPool
    from verifier.domain.verdict import Verdict
    from verifier.judging.gate import GateOptions
    from verifier.judging.run import InputFacts, InputFiles, RunSettings

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
one that code is extracted from, or that is inlined, moved or renamed.

\b
Exit status with --patch or --answer: 0 success, 1 judged and not a success, 3 inconclusive.
With files: 0 every prediction is judged, 3 some are inconclusive.
With --checks NAME the status is about these checks alone: 0 all passed (with files: all judged),
1 one failed, 3 one is inconclusive; `success` itself needs the other checks and stays open.
+NAME only adds a check: a difference that +behaviour confirms denies a strict success, never `success`.
Run again to retry failures of the environment; --retry also retries the lasting reasons, BASE_INVALID and ANALYSIS.
"""


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
    shell_complete=values.wanted,
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
    shell_complete=values.instance_ids,
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
    type=click.Choice([str(level) for level in EvidenceLevel]),
    default=str(default_of(JudgeOptions, "evidence")),
    show_default=True,
    help="`planted`: a suite that passed runs once more with ten of its tests broken, which must fail;"
    " strategy direct only.",
)
@option(
    "--tests",
    "tests_until",
    section=Section.JUDGEMENT,
    everyday=False,
    type=click.Choice([str(until) for until in TestsUntil]),
    default=str(default_of(JudgeOptions, "tests_until")),
    show_default=True,
    help="`first-failure`: the tests near the change run first; one that fails there, and again alone,"
    " ends the run; strategy direct only.",
)
@jobs_option(WorkshopOptions, "Predictions judged in parallel.", most=64)
@limit_options
@option(
    "--analysis-timeout",
    section=Section.RUN,
    everyday=False,
    type=Seconds(1),
    default=default_of(WorkshopOptions, "analysis_timeout"),
    show_default=True,
    help="Seconds for one detection.",
)
@option(
    "--accept",
    section=Section.JUDGEMENT,
    type=click.Choice([str(bar) for bar in Bar if bar is not Bar.SELECTED]),
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
@rarely(
    budget_options(
        seed="Seed of the check behaviour.",
        executions="Most inputs that the check behaviour runs on both versions.",
        seconds="Most seconds that the check behaviour searches.",
    )
)
@click.pass_obj
def command(shared: Globals, /, **words: Any) -> Exit:
    """Judge predictions for mined instances, or one patch.

    PREDICTIONS is a JSONL file with answers to the instances of another file (-i). Each gets one verdict.
    `success`: the prediction applies, the wanted refactoring is there, it compiles and the tests pass.
    `strict_success`: it is also pure, and nothing else changed.
    """
    judged = _single if is_single(words) else _many
    from verifier.analysis.pool import AnalysisPool

    with AnalysisPool(jobs=words["jobs"], timeout=words["analysis_timeout"]) as analysis:
        # The JVM starts while Python imports the other modules.
        analysis.begin()
        return judged(shared, words, analysis)


def is_single(words: Mapping[str, Any]) -> bool:
    """Tell whether to judge one patch or answer, without a data set.

    Raises:
        UsageError: neither form of the command is complete, or the options mix both.
    """
    body = [words[b] for b in ("patch", "answer") if words[b] is not None]
    if len(body) > 1:
        raise UsageError(
            "--patch and --answer are two ways to give one change",
            hint="Leave one of them out: --patch takes a diff, --answer the raw text of a model.",
        )
    if body:
        complete = words["base"] and len(words["repos"]) == 1
        files = ("instances", "predictions", "only_instances", "only_models")
        if not complete or any(words[name] for name in files):
            raise UsageError(
                "--patch (or --answer) needs --repo and --base, and no data files",
                hint="See the last examples of `refverify verify --help`.",
            )
        return True
    if None in {words["predictions"], words["run_folder"]}:
        raise UsageError(
            "PREDICTIONS and --run are needed (or --patch for a single change)",
            hint="See the examples of `refverify verify --help`.",
        )
    return False


def asked_bar(words: Mapping[str, Any]) -> Bar:
    """Return the bar that decides, unless a single change decides it.

    Checks named without `+` decide alone; added checks do not change the bar.
    """
    if any(not word.startswith("+") for word in words["checks"]):
        return Bar.SELECTED
    return Bar(words["accept"])


def _single(shared: Globals, words: Mapping[str, Any], analysis: "AnalysisPool") -> Exit:
    from verifier.cli.verdict_text import gate_text, verdict_text
    from verifier.judging.gate import Change, bar_of, decided, judge_patch
    from verifier.tools.records import to_json

    def body(option: str) -> str | None:
        stream = words[option]
        if stream is None:
            return None
        content = without_mark(stream.read(), f"what --{option} gives")
        return content.decode("utf-8", "surrogateescape")

    change = Change(
        repository=Path(words["repos"][0]),
        base=str(words["base"]),
        patch=body("patch"),
        answer=body("answer"),
        want=words["want"],
    )
    bar = bar_of(change, asked_bar(words))
    options = _judging(words)
    verdict = judge_patch(change, options, bar=bar, console=shared.console, analysis=analysis)
    click.echo(to_json(verdict) if words["as_json"] else verdict_text(verdict))
    if words["as_json"]:
        shared.console.say(gate_text(verdict, bar))
    else:
        click.echo(gate_text(verdict, bar))
    return of_status(decided(verdict, bar))


def _many(shared: Globals, words: Mapping[str, Any], analysis: "AnalysisPool") -> Exit:
    from verifier.judging.prediction_filter import narrowed
    from verifier.judging.run import judge_all, load_inputs
    from verifier.judging.tasks import Repositories, plan
    from verifier.workflows.rule_sets import RULES_FOLDER, with_rule_sets

    files = _input_files(words)
    inputs = load_inputs(files, shared.console)
    asked = narrowed(inputs.predictions, words["only_instances"], words["only_models"])
    with Repositories.parse(words["repos"]) as repositories:
        tasks = with_rule_sets(
            plan(inputs.instances, asked, repositories),
            words["rules"] or files.instances.parent / RULES_FOLDER,
            named=words["rules"] is not None,
        )
        judging = _judging(words, scored=any(task.rules is not None for task in tasks))
        verdicts = judge_all(
            tasks,
            _settings(words, inputs.facts),
            workshop=judging.workshop,
            judge=judging.judge,
            console=shared.console,
            analysis=analysis,
        )
    return _told(verdicts, words)


def _input_files(words: Mapping[str, Any]) -> "InputFiles":
    from verifier.judging.run import InputFiles

    return InputFiles(
        instances=words["instances"] or Path(INSTANCES),
        predictions=words["predictions"],
        run=words["run_folder"],
        skip_bad_lines=words["skip_bad_lines"],
        skip_unknown=words["skip_unknown"],
    )


def _settings(words: Mapping[str, Any], facts: "InputFacts") -> "RunSettings":
    from verifier.cli.verdict_text import progress_text
    from verifier.judging.run import RunSettings

    return RunSettings(
        folder=words["run_folder"],
        force=words["force"],
        retry=words["retry"],
        activity="fuzz" if words["checks"] == ("behaviour",) else "verify",
        outcome=partial(progress_text, bar=asked_bar(words)),
        facts=facts,
    )


def _told(verdicts: Sequence["Verdict"], words: Mapping[str, Any]) -> Exit:
    """Print a run's records or its summary, and return the exit status."""
    from verifier.cli.verdict_text import summary_text
    from verifier.judging.gate import decided
    from verifier.tools.records import to_json

    for verdict in verdicts if words["as_json"] else ():
        click.echo(to_json(verdict))
    bar = asked_bar(words)
    if not words["as_json"]:
        click.echo(summary_text(verdicts, words["run_folder"], bar=bar))
    return of_run(decided(v, bar) for v in verdicts)


def _judging(words: Mapping[str, Any], *, scored: bool = False) -> "GateOptions":
    """Read the options that decide a verdict and say how to open the tools that it needs."""
    from verifier.checks.selection import chosen_checks
    from verifier.judging.gate import GateOptions

    usual = frozenset(PROVED_CHECKS) if words["accept"] == Bar.PROVED else DEFAULT_CHECKS
    options = GateOptions.of(
        chosen_checks(words["checks"], usual),
        run_all=words["all_checks"],
        tools=WorkshopOptions(
            build=build_options(words),
            sandbox=words["sandbox"],
            image=words["image"],
            analysis_timeout=words["analysis_timeout"],
            jobs=words["jobs"],
            fuzzing=budget(words),
        ),
        scored=scored,
        run=words["run_folder"],
    )
    judge = replace(
        options.judge,
        evidence=EvidenceLevel(words["evidence"]),
        tests_until=TestsUntil(words["tests_until"]),
    )
    return replace(options, judge=judge)
