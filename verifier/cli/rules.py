"""`refverify rules`: manage sets of OpenGrep or Semgrep rules and score changes with them."""

import importlib

import click

from verifier.cli.suggestions import SuggestingGroup

SUBCOMMANDS: dict[str, str] = {
    "check": "Validate a rule set on base and golden trees.",
    "propose": "Write rules for mined refactorings.",
    "register": "Try candidate rules and add the valid ones.",
    "score": "Score a patch, two trees, predictions or a SARIF log.",
    "explain": "Show what each rule found in one prediction.",
}
"""Each subcommand is the object `command` in `verifier.cli.rules_<name>`."""

EPILOG = """
\b
Examples:
  refverify rules check my-rules --repo clone --base HEAD~1 --golden HEAD
  refverify rules register candidates.yml -o my-rules --repo clone --base v1 --golden v2
  refverify rules propose -i instances.jsonl --repo clone -o rules
  refverify rules score my-rules --repo clone --base HEAD --patch change.diff
  refverify rules explain my-rules --base before/ --prediction after/
"""


class RulesGroup(SuggestingGroup):
    """A group that imports a subcommand when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in SUBCOMMANDS:
            return None
        found = importlib.import_module(f"verifier.cli.rules_{cmd_name}").command
        if not isinstance(found, click.Command):
            raise TypeError(f"rules_{cmd_name}.command is not a click command")
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(SUBCOMMANDS.items()))


@click.group(cls=RulesGroup, epilog=EPILOG)
def command() -> None:
    """Score refactorings with OpenGrep or Semgrep rules (IFR, precision, alignment).

    A rule set is a folder with rules_positive.yml (the new patterns) and rules_negative.yml (the
    old ones), or one YAML file whose rules say metadata.kind: additive or reductive.
    """
