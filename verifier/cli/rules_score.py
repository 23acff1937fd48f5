"""`refverify rules score`: a patch, two trees, predictions, or somebody else's SARIF."""

import sys
from pathlib import Path
from typing import Any

import click

from verifier.cli.main import Globals
from verifier.cli.rule_options import (
    INCONCLUSIVE,
    inconclusive_scans,
    prediction_options,
    repository_options,
    sides_request,
)
from verifier.errors import UsageError

EPILOG = """
\b
Examples:
  refverify rules score my-rules --repo clone --base HEAD --patch change.diff
  refverify rules score my-rules --base before/ --prediction after/ --json
  refverify rules score sets/ --instances instances.jsonl --predictions golden.jsonl \\
      --repo clone -o scores.jsonl
  refverify rules score sets/ --run run --repo clone -o scores.jsonl
  refverify rules score my-rules --sarif-base base.sarif --sarif-prediction after.sarif \\
      --patch change.diff

\b
With --instances or --run, RULES is a folder with one rule set for each instance, by its id.
--counts FILE adds PASS and alignment: JSON with "base" and "golden" (lists of runs, each
{"passed": n, "failed": n}, or null for a run without counts) and "prediction" (one run, or null).
SARIF is taken at its word: what a scan could not see stands in no SARIF file.
Exit status: 0 every score has a value, 3 inconclusive (a rule could not be told).
"""


@click.command(epilog=EPILOG)
@click.argument("rules", type=click.Path(path_type=Path))
@repository_options
@prediction_options
@click.option("--instances", type=click.Path(path_type=Path), help="Instances, JSONL.")
@click.option("--predictions", type=click.Path(path_type=Path), help="Predictions, JSONL.")
@click.option(
    "--run", type=click.Path(path_type=Path), help="Take both files from this run's run.json."
)
@click.option("--output", "-o", type=click.Path(path_type=Path), help="Scores, JSONL.")
@click.option("--sarif-base", type=click.Path(path_type=Path), help="Findings on the base.")
@click.option("--sarif-prediction", type=click.Path(path_type=Path), help="Findings after.")
@click.option("--counts", type=click.Path(path_type=Path), help="Pass counts, JSON.")
@click.option(
    "--paper-crash", is_flag=True, help="A run without counts counts as (0, 0), as in the paper."
)
@click.option("--json", "as_json", is_flag=True, help="Print whole records as JSON.")
@click.pass_obj
def command(shared: Globals, /, **words: Any) -> None:
    """Score predictions with the rule set RULES: IFR, PREC and, with counts, PASS and A."""
    with inconclusive_scans(shared.console):
        if words["instances"] or words["run"]:
            known = _many(shared, words)
        elif words["sarif_base"] or words["sarif_prediction"]:
            known = _foreign(words)
        else:
            known = _one(words)
    sys.exit(0 if known else INCONCLUSIVE)


def _one(words: dict[str, Any]) -> bool:
    from verifier.cli.rules_text import scored_text
    from verifier.pipeline.rule_sides import open_scanner, open_sides
    from verifier.rules.counts_file import read_counts
    from verifier.rules.rule_files import read_rule_set
    from verifier.rules.scoring import score_change

    rules = read_rule_set(words["rules"])
    counts = None if words["counts"] is None else read_counts(words["counts"])
    request = sides_request(words["repo"], words["base"], words["prediction"], words["patch"])
    with open_sides(request) as sides:
        scanner = open_scanner(rules.rules)
        done = score_change(scanner, sides.base, sides.changes, compat=words["compat"])
    passes = None if counts is None else counts.passes(paper_crash=words["paper_crash"])
    click.echo(scored_text(done.score, passes, as_json=words["as_json"], counted=counts is not None))
    return done.score.has_value


def _foreign(words: dict[str, Any]) -> bool:
    from verifier.cli.rules_text import scored_text
    from verifier.rules.counts_file import read_counts
    from verifier.rules.foreign_sarif import score_sarif
    from verifier.rules.rule_files import read_rule_set

    if not (words["sarif_base"] and words["sarif_prediction"]):
        raise UsageError(
            "--sarif-base and --sarif-prediction belong together", hint="Give both files."
        )
    rules = read_rule_set(words["rules"])
    counts = None if words["counts"] is None else read_counts(words["counts"])
    diff = None if words["patch"] is None else words["patch"].read()
    score = score_sarif(
        rules.rules,
        words["sarif_base"].read_bytes(),
        words["sarif_prediction"].read_bytes(),
        diff,
        compat=words["compat"],
    )
    passes = None if counts is None else counts.passes(paper_crash=words["paper_crash"])
    click.echo(scored_text(score, passes, as_json=words["as_json"], counted=counts is not None))
    return score.has_value


def _many(shared: Globals, words: dict[str, Any]) -> bool:
    raise NotImplementedError
