"""`refverify datasets`: list the data sets and build their git histories."""

from pathlib import Path

import click

from verifier.cli.globals import Globals
from verifier.cli.options import values
from verifier.cli.options.files import output as output_option
from verifier.cli.options.sections import Section, option
from verifier.cli.suggestions import SuggestingGroup


@click.group(cls=SuggestingGroup)
def command() -> None:
    """List data sets and build their git histories.

    \b
    Example: refverify datasets build commons-cli --from 1.4 --until 1.9.0
    """


@command.command(name="list")
def list_() -> None:
    """List the data sets.

    \b
    Example: refverify datasets list
    """
    from verifier.datasets.catalogue import dataset_names, read_manifest

    for name in dataset_names():
        manifest = read_manifest(name)
        click.echo(f"{name}\n  {manifest.description}\n  licence: {manifest.licence}")


@command.command(name="build")
@click.argument("name", shell_complete=values.data_sets)
@output_option("Folder to write.  [default: ./NAME]")
@option(
    "--from",
    "first",
    section=Section.SELECTION,
    metavar="VERSION",
    help="First release (release histories).",
)
@option(
    "--until",
    "last",
    section=Section.SELECTION,
    metavar="VERSION",
    help="Last release (release histories).",
)
@click.pass_obj
def build_(
    globals_: Globals,
    name: str,
    output: Path | None,
    first: str | None,
    last: str | None,
) -> None:
    """Build the git history of data set NAME as a bare repository.

    The commit ids are the same on every machine. Maven fetches the artefacts with your own settings.
    They are checked against pinned SHA-256 sums and kept in the cache.

    \b
    Example: refverify datasets build commons-cli --from 1.4 --until 1.9.0 -o commons-cli
    """
    from verifier.config import cache_folder
    from verifier.datasets.build import build
    from verifier.datasets.release_history import ReleaseRange
    from verifier.tools.maven_central import ArtefactCache, MavenClient

    cache = ArtefactCache(folder=cache_folder() / "artefacts", source=MavenClient())
    built = build(name, output or Path(name), cache, ReleaseRange(first=first, last=last))
    state = "built" if built.fresh else "already there"
    globals_.console.say(f"{name}: {state}; licence {built.manifest.licence}")
    globals_.console.say(f"origin: {built.manifest.origin}")
    click.echo(f"{built.folder}\t{built.head}")
