"""`refverify generate`: ask a model for refactorings, and write its answers as predictions."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.distributing import run_on_cluster
from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.definition import path_option
from verifier.cli.options.endpoint import endpoint_options
from verifier.cli.options.engines import EngineChoice, engine_options
from verifier.cli.options.files import instances_file, output, repositories, skip_bad_lines
from verifier.cli.options.numbers import Whole
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option, rarely
from verifier.cli.options.shards import PartChoice, describe_end, part_options, request_shard
from verifier.domain.generation import Disclosure, FinishReason, Sampling
from verifier.domain.prediction import Track
from verifier.domain.shard import ShardKind, ShardRequest
from verifier.generation.endpoints.options import EndpointChoice

if TYPE_CHECKING:
    from verifier.console import Console
    from verifier.generation.plan import GenerationRequest

PREDICTIONS = "predictions.jsonl"
SHOWN = "-"
EPILOG = """
\b
Examples:
  refverify generate -i instances.jsonl --model gpt-5.2 --dry-run
  refverify generate -i instances.jsonl -o predictions.jsonl --model gpt-5.2 --prices prices.toml
    --budget 5
"""
DETAILS = """
\b
More examples:
  refverify generate -i instances.jsonl --model qwen3 --base-url http://localhost:11434/v1
    --api-key-env - --samples 5 --seed 1
  refverify generate -i instances.jsonl --model gpt-5.2 --repo path/to/clone
    --prompts swe-refactor:PureRefactor

\b
After an interruption, or for missing answers, run the same command again: no answered request is
sent twice. Exit status 0: every sample has an answer; 3: some are missing.

\b
Files next to predictions.jsonl: predictions.journal.jsonl (every answer and attempt),
predictions.setting.json (the setting, and what is missing), predictions.costs.jsonl (time, tokens
and dollars of each call) and predictions.transcripts (whole prompts and answers).

\b
Other exit statuses: 2 another setting is in the file, or the options do not fit; 4 an input or a
prompt set cannot be read; 11 the variable of the key is not set; 17 the endpoint refuses every
request.
"""


def _read_reasons(
    _ctx: click.Context, _option: click.Parameter, text: str | None
) -> frozenset[FinishReason]:
    names = {name.strip() for name in (text or "").split(",") if name.strip()}
    if unknown := names - set(FinishReason):
        raise click.BadParameter(f"{', '.join(sorted(unknown))}; known: {', '.join(FinishReason)}")
    return frozenset(map(FinishReason, names))


@dataclass(frozen=True, kw_only=True, slots=True)
class GenerateOptions:
    """The options of `refverify generate`."""

    file: Path
    output: Path
    repos: tuple[str, ...]
    texts: Path | None
    prompts: str
    track: str
    disclose: tuple[str, ...]
    keep_leaking: bool
    no_set_parameters: bool
    context_tokens: int | None
    fit: bool
    samples: int
    endpoint: EndpointChoice
    sampling: Sampling
    name: str | None
    dry_run: str | None
    retry: frozenset[FinishReason]
    force: bool
    skip_bad_lines: bool
    part: PartChoice
    engine: EngineChoice


@click.command(cls=SectionedCommand, epilog=EPILOG, details=DETAILS)
@instances_file()
@output("The predictions, JSONL.", default=PREDICTIONS, show_default=True, dir_okay=False)
@repositories(
    "Local repository or bundle of the instances, for prompts that show files of the base."
)
@path_option(
    "--tasks",
    "texts",
    section=Section.INPUT,
    dir_okay=False,
    help="Task texts of the track, as `refverify describe` writes them.",
)
@option(
    "--prompts",
    section=Section.PROMPTS,
    default="refverify-1",
    show_default=True,
    metavar="NAME|FOLDER",
    help="Prompt set: refverify-1, rewrite-1, a folder, swe-refactor:CLONE or codetaste:CLONE.",
)
@option(
    "--track",
    section=Section.PROMPTS,
    type=click.Choice([str(track) for track in Track]),
    default=str(Track.INSTRUCTED),
    show_default=True,
    help="Name the refactoring to do, or only the place.",
)
@option(
    "--disclose",
    section=Section.PROMPTS,
    everyday=False,
    multiple=True,
    type=click.Choice([str(Disclosure.TARGET_CLASS), str(Disclosure.SENTENCE)]),
    help="Also tell the target of a move, or RefactoringMiner's sentence about the solution.",
)
@option(
    "--keep-leaking",
    section=Section.PROMPTS,
    everyday=False,
    is_flag=True,
    help="Also ask tasks whose text of the open track names parts of the solution.",
)
@option(
    "--no-set-parameters",
    section=Section.SAMPLING,
    everyday=False,
    is_flag=True,
    help="Do not send the sampling parameters that the prompt set states.",
)
@option(
    "--context-tokens",
    section=Section.PROMPTS,
    everyday=False,
    type=Whole(1),
    metavar="N",
    help="The model's context. A longer prompt (one token for 3.5 bytes) is not sent, and fails.",
)
@option(
    "--fit",
    section=Section.PROMPTS,
    everyday=False,
    is_flag=True,
    help="Cut longer prompts to --context-tokens: the project's files, callers and callees, the class.",
)
@option(
    "--samples",
    section=Section.SAMPLING,
    type=Whole(1, 10_000),
    default=1,
    show_default=True,
    help="Answers per task, each by a request of its own.",
)
@endpoint_options
@option(
    "--name",
    section=Section.OUTPUT,
    everyday=False,
    metavar="LABEL",
    help="The predictions' model_name_or_path.  [default: the model]",
)
@option(
    "--dry-run",
    section=Section.OUTPUT,
    is_flag=False,
    flag_value=SHOWN,
    metavar="[FOLDER]",
    help="Send nothing: show the prompts, or write them with --dry-run=FOLDER, and what they can cost.",
)
@option(
    "--retry",
    section=Section.RUN,
    everyday=False,
    callback=_read_reasons,
    metavar="REASON,...",
    help="Ask again for samples with these finish reasons, such as truncated,error.",
)
@option("--force", section=Section.RUN, is_flag=True, help="Discard the journal and start over.")
@rarely(skip_bad_lines())
@part_options("instance or assignment")
@engine_options()
@click.pass_obj
@pass_as(GenerateOptions)
def command(shared: Globals, options: GenerateOptions) -> int:
    """Ask a model for refactorings, and write its answers as predictions.

    Each line of the input is a mined instance or an assignment. The model gets one prompt per task
    and sample. `refverify verify` judges the answers.
    """
    options.part.refuse_contradictions(force=options.force)
    request = _request(options)
    if options.dry_run is not None:
        return _dry_run(request, options, options.dry_run, shared.console)
    if options.engine.is_ray:
        return run_on_cluster(shared, options.engine, ShardKind.GENERATION, options.output)
    if options.part.shard is not None:
        part = request_shard(shared, options.part.shard)
        return _generate_shard(request, part, options.endpoint, shared.console)
    return _generate(request, options.endpoint, shared.console)


def _request(options: GenerateOptions) -> "GenerationRequest":
    from verifier.generation.output import GenerationPaths
    from verifier.generation.plan import GenerationRequest

    return GenerationRequest(
        tasks=options.file,
        output=GenerationPaths(predictions=options.output),
        model=options.endpoint.model,
        label=options.name or "",
        prompts=options.prompts,
        set_parameters=not options.no_set_parameters,
        sampling=options.sampling,
        samples=options.samples,
        track=Track(options.track),
        texts=options.texts,
        keep_leaking=options.keep_leaking,
        disclose=frozenset(map(Disclosure, options.disclose)),
        repositories=tuple(options.repos),
        context_tokens=options.context_tokens,
        fit=options.fit,
        jobs=options.endpoint.jobs,
        retry=options.retry,
        force=options.force,
        write_only=options.part.write_only,
        skip_bad_lines=options.skip_bad_lines,
    )


def _dry_run(
    request: "GenerationRequest", options: GenerateOptions, where: str, console: "Console"
) -> Exit:
    from verifier.generation.dry_run import prompt_lines, total_line, write_prompts
    from verifier.generation.endpoints.ceiling import ceiling_of, describe_ceiling
    from verifier.generation.plan import make_plan, select_shard

    plan, endpoint = make_plan(request, console), options.endpoint
    if options.part.shard is not None:
        plan = select_shard(plan, options.part.shard)
    lines = prompt_lines(plan) if where == SHOWN else write_prompts(plan, Path(where))
    for line in lines:
        click.echo(line)
    click.echo(total_line(plan))
    sent = (asked.request for asked in plan.asked if asked.fits)
    click.echo(describe_ceiling(ceiling_of(sent, endpoint.after()), endpoint.after()))
    return Exit.YES


def _generate(request: "GenerationRequest", endpoint: EndpointChoice, console: "Console") -> Exit:
    from verifier.workflows.generating import closing_line, generate_predictions
    from verifier.workflows.model_account import make_opener, open_nothing

    opener = open_nothing if request.write_only else make_opener(endpoint, console)
    summary, spent = generate_predictions(request, opener, console)
    console.say(closing_line(request, summary, spent))
    return Exit.OPEN if summary.missing else Exit.YES


def _generate_shard(
    request: "GenerationRequest", part: ShardRequest, endpoint: EndpointChoice, console: "Console"
) -> Exit:
    from verifier.workflows.generating import counts_line, generate_part
    from verifier.workflows.model_account import make_opener

    opener = make_opener(endpoint, console)
    summary, spent, end = generate_part(request, part, opener, console)
    console.say(counts_line(summary, spent))
    console.say(describe_end(end, "samples", request.output.shard))
    return Exit.OPEN if summary.missing else Exit.YES
