"""`refverify verify`: judge predictions for instances, or one patch without any data set."""

import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from verifier.cli.main import Globals
from verifier.config import cache_folder
from verifier.domain.outcome import DEFAULT_CHECKS, CheckName, Status
from verifier.domain.verdict import PROVED_CHECKS, Bar
from verifier.errors import UsageError

if TYPE_CHECKING:
    from verifier.fuzzing.request import Budget

EPILOG = """
\b
Examples:
  refverify verify instances.jsonl predictions.jsonl --run run --repo path/to/clone
  refverify verify instances.jsonl predictions.jsonl --run run \\
      --repo gson=clones/gson --repo commons-io=clones/commons-io --jobs 2
  refverify verify --repo . --base HEAD --patch change.diff \\
      --want "Extract Method:org.example.Parser#parse(String, int)" --strict
  refverify verify --repo . --base HEAD~1 --patch change.diff
  refverify verify --repo . --base HEAD --patch change.diff --want ... --accept proved

\b
--checks +behaviour adds differential fuzzing to the usual checks; see `refverify fuzz --help`.

\b
Without --want a patch may do any refactorings; it is a success only if every edit belongs to a
pure one that was detected, as with --strict, and the tests pass.

\b
Exit status with --patch or --answer: 0 success, 1 judged and not a success, 3 inconclusive.
With files: 0 every prediction is judged, 3 some are inconclusive.
With --checks the status speaks of these checks alone: 0 all passed (with files: all judged),
1 one failed, 3 one is inconclusive; `success` itself needs the others too and stays open.
Run again to retry what failed for the environment; --retry for the other inconclusive ones.
"""


@click.command(epilog=EPILOG)
@click.argument("instances", type=click.Path(path_type=Path), required=False)
@click.argument("predictions", type=click.Path(path_type=Path), required=False)
@click.option(
    "--run",
    "run_folder",
    type=click.Path(path_type=Path),
    help="Run folder (ledger and evidence); resumes.",
)
@click.option(
    "--repo",
    "repos",
    multiple=True,
    metavar="[NAME=]PATH",
    help="Local repository of the instances; repeat with names.",
)
@click.option("--base", help="Base commit of a single patch.")
@click.option(
    "--patch", type=click.File("rb"), help="Judge this unified diff (- for standard input)."
)
@click.option("--answer", type=click.File("rb"), help="Judge this raw LLM answer.")
@click.option(
    "--want",
    metavar="TYPE:METHOD",
    help="What the patch should have done, and to which method of the base: the one that code is"
    " extracted from, or that is inlined, moved or renamed.  [default: any pure refactorings]",
)
@click.option("--json", "as_json", is_flag=True, help="Print whole verdict records as JSON lines.")
@click.option(
    "--sandbox",
    type=click.Choice(["docker", "local"]),
    default="docker",
    show_default=True,
    help="local isolates nothing: for code that you trust.",
)
@click.option("--image", help="Container image instead of our own minimal one.")
@click.option(
    "--strategy",
    type=click.Choice(["auto", "maven", "direct"]),
    default="auto",
    show_default=True,
    help="How candidates are built.",
)
@click.option(
    "--modules",
    multiple=True,
    metavar="FOLDER,...",
    help="Maven modules to build and test, with what they need; repeat.  [default: those that hold"
    " the instance's and the prediction's files; where these have no tests, also those that depend"
    " on them]",
)
@click.option(
    "--jdk", type=click.Path(path_type=Path), help="Home of the JDK that builds the subject."
)
@click.option(
    "--maven", type=click.Path(path_type=Path), help="Home of the Maven that builds the subject."
)
@click.option(
    "--rules",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Rule sets, one folder for each instance by its id.  [default: rules/ beside INSTANCES]",
)
@click.option("--offline", is_flag=True, help="Prepare nothing: use what is prepared already.")
@click.option(
    "--checks",
    multiple=True,
    type=click.Choice([*map(str, CheckName), *(f"+{c}" for c in CheckName)]),
    metavar="[+]NAME",
    help="Only these checks (and what they need), or with + also this one; repeat.",
)
@click.option(
    "--all-checks",
    is_flag=True,
    help="Go on after the first failure: every check that can run does.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Predictions at a time.",
)
@click.option(
    "--base-runs",
    type=click.IntRange(1, 20),
    default=3,
    show_default=True,
    help="Runs of the suite that measure a base.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(1),
    default=600.0,
    show_default=True,
    help="Seconds for one build and test run.",
)
@click.option(
    "--memory",
    type=click.IntRange(256),
    default=4096,
    show_default=True,
    help="MiB for one build and test run.",
)
@click.option(
    "--analysis-timeout",
    type=click.FloatRange(1),
    default=120.0,
    show_default=True,
    help="Seconds for one detection.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="With --patch or --answer: exit status 0 only for a strict success, as a gate wants.",
)
@click.option(
    "--accept",
    type=click.Choice(["success", "strict", "proved"]),
    help="What counts as a yes. `proved`: detection, compilation and proof alone; no test is run"
    " (the record says so).  [default: success, tests and all]",
)
@click.option(
    "--retry",
    is_flag=True,
    help="Judge again also what is inconclusive for a lasting reason (BASE_INVALID, ANALYSIS).",
)
@click.option("--force", is_flag=True, help="Judge again what has a verdict already.")
@click.option(
    "--skip-bad-lines",
    is_flag=True,
    help="Leave out lines that cannot be read instead of refusing the file.",
)
@click.option(
    "--skip-unknown", is_flag=True, help="Leave out predictions for instances that are not there."
)
@click.option(
    "--fuzz-seed",
    type=click.IntRange(0, 2**63 - 1),
    default=1,
    show_default=True,
    help="Seed of the check behaviour.",
)
@click.option(
    "--fuzz-executions",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="Inputs that the check behaviour runs on both versions at most.",
)
@click.option(
    "--fuzz-seconds",
    type=click.FloatRange(1),
    default=60.0,
    show_default=True,
    help="Seconds that the check behaviour searches at most.",
)
@click.pass_obj
def command(shared: Globals, /, **words: Any) -> None:  # fmt: skip
    """Judge predictions for mined instances, or one patch.

    INSTANCES and PREDICTIONS are JSONL files. Every prediction gets one verdict: each check
    passed, failed, not applicable or inconclusive, with a reason and evidence; `success` (it
    applies, the wanted refactoring is there, it compiles, the tests pass) and `strict_success`
    (also pure, and nothing else was changed).
    """
    options = VerifyOptions(**words)
    sys.exit(_single(shared, options) if options.is_single else _many(shared, options))


@dataclass(frozen=True, kw_only=True, slots=True)
class VerifyOptions:
    """The command line as data."""

    instances: Path | None
    predictions: Path | None
    run_folder: Path | None
    repos: tuple[str, ...]
    base: str | None
    patch: Any
    answer: Any
    want: str | None
    as_json: bool
    sandbox: str
    image: str | None
    strategy: str
    modules: tuple[str, ...]
    jdk: Path | None
    maven: Path | None
    rules: Path | None
    offline: bool
    checks: tuple[str, ...]
    all_checks: bool
    jobs: int
    base_runs: int
    timeout: float
    memory: int
    analysis_timeout: float
    strict: bool
    accept: str | None
    retry: bool
    force: bool
    skip_bad_lines: bool
    skip_unknown: bool
    fuzz_seed: int
    fuzz_executions: int
    fuzz_seconds: float

    @property
    def selects(self) -> bool:
        """Whether the user named the checks that count, instead of adding to the usual ones."""
        return any(not word.startswith("+") for word in self.checks)

    @property
    def bar(self) -> Bar:
        """What decides, where it is not for a single change to say."""
        if self.selects:
            return Bar.SELECTED
        return Bar.STRICT if self.strict else Bar(self.accept or Bar.SUCCESS)

    @property
    def default_checks(self) -> frozenset[CheckName]:
        """The checks that run where none are named."""
        return frozenset(PROVED_CHECKS) if self.accept == Bar.PROVED else DEFAULT_CHECKS

    @property
    def fuzzing(self) -> "Budget":
        """What one campaign may spend."""
        from verifier.fuzzing.request import Budget

        return Budget(
            seed=self.fuzz_seed, executions=self.fuzz_executions, seconds=self.fuzz_seconds
        )

    @property
    def is_single(self) -> bool:
        """Whether one patch or answer is to be judged, without any data set.

        Raises:
            UsageError: neither form of the command is complete, or both are mixed.
        """
        body = [b for b in (self.patch, self.answer) if b is not None]
        if body:
            complete = len(body) == 1 and self.base and len(self.repos) == 1
            if not complete or self.instances is not None:
                raise UsageError(
                    "--patch (or --answer) needs --repo and --base, and no data files",
                    hint="See the last examples of `refverify verify --help`.",
                )
            return True
        if self.instances is None or self.predictions is None or self.run_folder is None:
            raise UsageError(
                "INSTANCES, PREDICTIONS and --run are needed (or --patch for a single change)",
                hint="See the examples of `refverify verify --help`.",
            )
        return False


def _single(shared: Globals, options: VerifyOptions) -> int:
    from verifier.cli.verdict_text import EXIT_STATUS, verdict_text
    from verifier.pipeline.gate import Change, GateOptions, bar_of, decided, judge_patch
    from verifier.tools.records import to_json

    def body(stream: Any) -> str | None:
        return None if stream is None else stream.read().decode("utf-8", "surrogateescape")

    change = Change(
        repository=Path(options.repos[0]),
        base=str(options.base),
        patch=body(options.patch),
        answer=body(options.answer),
        want=options.want,
    )
    judging = GateOptions(run=options.run_folder, **_tools(options))
    verdict = judge_patch(change, judging, console=shared.console)
    click.echo(to_json(verdict) if options.as_json else verdict_text(verdict))
    bar = bar_of(
        change,
        strict=options.bar is Bar.STRICT,
        proved=options.bar is Bar.PROVED,
        selected=options.selects,
    )
    return EXIT_STATUS[decided(verdict, bar)]


def _many(shared: Globals, options: VerifyOptions) -> int:
    from verifier.cli.verdict_text import EXIT_STATUS, progress_text, summary_text
    from verifier.pipeline.gate import decided
    from verifier.pipeline.run import InputFiles, RunSettings, judge_all, load_inputs
    from verifier.pipeline.tasks import Repositories, plan
    from verifier.tools.records import to_json
    from verifier.workflows.rule_sets import RULES_FOLDER, with_rule_sets

    assert options.instances and options.predictions and options.run_folder  # noqa: S101, PT018
    files = InputFiles(
        instances=options.instances,
        predictions=options.predictions,
        run=options.run_folder,
        skip_bad_lines=options.skip_bad_lines,
        skip_unknown=options.skip_unknown,
    )
    inputs = load_inputs(files, shared.console)
    with Repositories.parse(options.repos) as repositories:
        tasks = with_rule_sets(
            plan(inputs.instances, inputs.predictions, repositories),
            options.rules or options.instances.parent / RULES_FOLDER,
            named=options.rules is not None,
        )
        settings = RunSettings(
            folder=options.run_folder,
            force=options.force,
            retry=options.retry,
            activity="fuzz" if options.checks == ("behaviour",) else "verify",
            outcome=partial(progress_text, bar=options.bar),
            facts=inputs.facts,
        )
        tools = _tools(options, rules=any(task.rules is not None for task in tasks))
        verdicts = judge_all(tasks, settings, **tools, console=shared.console)
    for verdict in verdicts if options.as_json else ():
        click.echo(to_json(verdict))
    if not options.as_json:
        click.echo(summary_text(verdicts, options.run_folder, bar=options.bar))
    figures = {decided(v, options.bar) for v in verdicts}
    return EXIT_STATUS[Status.INCONCLUSIVE] if Status.INCONCLUSIVE in figures else 0


def _tools(options: VerifyOptions, *, rules: bool = False) -> dict[str, Any]:
    """The options that decide a verdict, for the workshop and the judgement."""
    from verifier.builds.base import BuildOptions, StrategyChoice, folders_of
    from verifier.checks.selection import chosen_checks
    from verifier.pipeline.options import JudgeOptions
    from verifier.pipeline.workshop import WorkshopOptions
    from verifier.sandbox.base import Limits

    checks = chosen_checks(options.checks, options.default_checks)
    workshop = WorkshopOptions(
        build=BuildOptions(
            strategy=StrategyChoice(options.strategy),
            jdk=options.jdk,
            maven=options.maven,
            cache=cache_folder(),
            base_runs=options.base_runs,
            limits=Limits(wall_seconds=options.timeout, memory_bytes=options.memory * 1024**2),
            offline=options.offline,
            modules=folders_of(options.modules),
        ),
        sandbox=options.sandbox,
        image=options.image,
        analysis_timeout=options.analysis_timeout,
        jobs=options.jobs,
        builds=not checks.isdisjoint({CheckName.COMPILATION, CheckName.TESTS}),
        fuzzing=options.fuzzing if CheckName.BEHAVIOUR in checks else None,
        rules=rules and CheckName.RULES in checks,
    )
    judge = JudgeOptions(
        checks=checks,
        run_all=options.all_checks,
    )
    return {"workshop": workshop, "judge": judge}
