"""`refverify bundle`: put the commits of instances into one file, in place of a clone."""

from dataclasses import dataclass
from pathlib import Path

import click

from verifier.cli.exit_status import Exit
from verifier.cli.globals import Globals
from verifier.cli.options.files import (
    INSTANCES,
    instances_file,
    output,
    repositories,
    skip_bad_lines,
)
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.errors import UsageError

EPILOG = """
\b
Examples:
  refverify bundle -i instances.jsonl --repo path/to/clone -o gson.bundle
  refverify validate -i instances.jsonl --repo gson.bundle
  refverify bundle mined --remove-clones

\b
The bundle has the base and the commit of each instance with all of their files, and no other commit.
Every later command takes it as --repo.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class BundleOptions:
    """The options of `refverify bundle`."""

    folder: Path | None
    file: Path
    output: Path | None
    repos: tuple[str, ...]
    remove_clones: bool
    skip_bad_lines: bool

    def refuse_contradictions(self) -> None:
        """Check that the options are of one form: a folder of a list, or a file and its repository.

        Raises:
            UsageError: they are not.
        """
        if self.folder is None and len(self.repos) != 1:
            raise UsageError(
                "a bundle is of one repository: give --repo once",
                hint="With a file of several repositories: --repo NAME=PATH, one bundle each.",
            )
        if self.folder is None and self.remove_clones:
            raise UsageError("--remove-clones is for a FOLDER of `mine --list`")
        given = bool(self.repos or self.output or self.file != Path(INSTANCES))
        if self.folder is not None and (given or self.skip_bad_lines):
            raise UsageError(
                "FOLDER excludes -i, -o, --repo and --skip-bad-lines",
                hint="A folder of `mine --list` says which instances and repositories it has.",
            )


@click.command(cls=SectionedCommand, epilog=EPILOG)
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@instances_file()
@output("The bundle.  [default: INSTANCES.bundle]", dir_okay=False)
@repositories("Local repository or bundle of the instances.")
@option(
    "--remove-clones",
    section=Section.OUTPUT,
    is_flag=True,
    help="With FOLDER: then remove the clones that mining made in the cache.",
)
@skip_bad_lines()
@click.pass_obj
@pass_as(BundleOptions)
def command(shared: Globals, options: BundleOptions) -> int:
    """Write the commits of instances into one file that later commands take in place of a clone.

    FOLDER is a folder of `mine --list`: each of its repositories gets the file instances.bundle.
    """
    from verifier.workflows.bundling import BundleRequest, bundle, bundle_list, describe

    options.refuse_contradictions()
    if options.folder is not None:
        return bundle_list(options.folder, shared.console, remove_clones=options.remove_clones)
    request = BundleRequest(
        instances=options.file,
        repository=options.repos[0],
        output=options.output or options.file.with_suffix(".bundle"),
        skip_bad_lines=options.skip_bad_lines,
    )
    written = bundle(request, shared.console)
    shared.console.say(f"wrote {request.output}: {describe(written)}")
    return Exit.YES
