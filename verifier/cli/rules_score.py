"""`refverify rules score`: score a patch, two trees, predictions or a SARIF log of another tool."""

from dataclasses import dataclass
from pathlib import Path

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.files import INSTANCES, output, text_or_json
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.cli.rule_options import (
    BaseChoice,
    PredictionChoice,
    inconclusive_scans,
    prediction_options,
    repository_options,
)
from verifier.errors import UsageError

EPILOG = """
\b
Examples:
  refverify rules score my-rules --repo clone --base HEAD --patch change.diff
  refverify rules score my-rules --base before/ --prediction after/ --format json
  refverify rules score sets/ -i instances.jsonl --predictions golden.jsonl \\
      --repo clone -o scores.jsonl
  refverify rules score sets/ --run run --repo clone -o scores.jsonl
  refverify rules score my-rules --sarif-base base.sarif --sarif-prediction after.sarif \\
      --patch change.diff

\b
With --predictions or --run, RULES is a folder with one rule set for each instance, named by its id;
--repo is then [NAME=]PATH and can be repeated.
--counts FILE adds PASS and alignment: JSON with "base" and "golden" (lists of runs, each
{"passed": n, "failed": n}, or null for a run without counts) and "prediction" (one run, or null).
SARIF files are trusted: the format can only say in free text what a scan could not see.
Exit status: 0 every score has a value, 3 inconclusive (a rule could not be decided).
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreOptions:
    """The options of `refverify rules score`."""

    rules: Path
    base: BaseChoice
    prediction: PredictionChoice
    instances: Path | None
    predictions: Path | None
    run: Path | None
    output: Path | None
    sarif_base: tuple[Path, ...]
    sarif_prediction: tuple[Path, ...]
    counts: Path | None
    paper_crash: bool
    as_json: bool


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("rules", type=click.Path(path_type=Path))
@repository_options
@prediction_options
@option(
    "-i",
    "--instances",
    section=Section.INPUT,
    type=click.Path(path_type=Path),
    help=f"The file of instances, with --predictions.  [default: {INSTANCES}]",
)
@option(
    "--predictions",
    section=Section.INPUT,
    type=click.Path(path_type=Path),
    help="Predictions, JSONL.",
)
@option(
    "--run",
    section=Section.INPUT,
    type=click.Path(path_type=Path),
    help="Take instances and predictions from this run's run.json.",
)
@output("Scores, JSONL.")
@option(
    "--sarif-base",
    section=Section.INPUT,
    multiple=True,
    type=click.Path(path_type=Path),
    help="Findings on the base; repeat for several files.",
)
@option(
    "--sarif-prediction",
    section=Section.INPUT,
    multiple=True,
    type=click.Path(path_type=Path),
    help="Findings on the predicted tree; repeat for several files.",
)
@option(
    "--counts", section=Section.INPUT, type=click.Path(path_type=Path), help="Pass counts, JSON."
)
@option(
    "--paper-crash",
    section=Section.JUDGEMENT,
    is_flag=True,
    help="Count a run without counts as (0, 0), as in the paper.",
)
@text_or_json("whole records")
@click.pass_obj
@pass_as(ScoreOptions)
def command(shared: Globals, options: ScoreOptions) -> Exit:
    """Score predictions with the rule set RULES: IFR, PREC and, with counts, PASS and A."""
    with inconclusive_scans(shared.console):
        if options.instances or options.predictions or options.run:
            known = _many(shared, options)
        elif options.sarif_base or options.sarif_prediction:
            known = _foreign(options)
        else:
            known = _one(options)
    return Exit.YES if known else Exit.OPEN


def _one(options: ScoreOptions) -> bool:
    from verifier.cli.rules_text import write_score
    from verifier.rules.counts_file import read_counts
    from verifier.rules.rule_files import read_rule_set
    from verifier.rules.scoring import score_change
    from verifier.workflows.rule_sides import open_scanner, open_sides

    rules = read_rule_set(options.rules)
    counts = None if options.counts is None else read_counts(options.counts)
    prediction = options.prediction
    request = options.base.sides(prediction.prediction, prediction.diff())
    with open_sides(request) as sides:
        scanner = open_scanner(rules.rules)
        done = score_change(scanner, sides.base, sides.changes, compat=options.prediction.compat)
    passes = None if counts is None else counts.passes(paper_crash=options.paper_crash)
    click.echo(write_score(done.score, passes, as_json=options.as_json, counted=counts is not None))
    return done.score.has_value


def _foreign(options: ScoreOptions) -> bool:
    from verifier.cli.rules_text import write_score
    from verifier.rules.counts_file import read_counts
    from verifier.rules.foreign_sarif import read_logs, score_sarif
    from verifier.rules.rule_files import read_rule_set

    rules = read_rule_set(options.rules)
    counts = None if options.counts is None else read_counts(options.counts)
    score = score_sarif(
        rules.rules,
        base=read_logs(options.sarif_base),
        predicted=read_logs(options.sarif_prediction),
        diff=options.prediction.diff(),
        compat=options.prediction.compat,
    )
    passes = None if counts is None else counts.passes(paper_crash=options.paper_crash)
    click.echo(write_score(score, passes, as_json=options.as_json, counted=counts is not None))
    return score.has_value


def _many(shared: Globals, options: ScoreOptions) -> bool:
    from verifier.cli.rules_text import records_text
    from verifier.tools.records import to_json
    from verifier.tools.storage.files import replacing
    from verifier.workflows.rule_predictions import Files, files_of_run, score_files

    if options.run is not None:
        files = files_of_run(options.run, options.rules)
    elif options.predictions is None:
        raise UsageError("--predictions is needed", hint="Give the file that answers --instances.")
    else:
        files = Files(
            instances=options.instances or Path(INSTANCES),
            predictions=options.predictions,
            rules=options.rules,
        )
    records = list(score_files(files, options.base.repos, compat=options.prediction.compat))
    lines = [to_json(record) for record in records]
    if options.output is not None:
        with replacing(options.output) as stream:
            stream.write("".join(f"{line}\n" for line in lines).encode())
        shared.console.say(f"wrote {options.output}")
    click.echo("\n".join(lines) if options.as_json else records_text(records))
    return all(record.has_value for record in records)
