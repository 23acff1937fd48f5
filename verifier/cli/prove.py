"""`refverify prove`: try to prove that two versions behave the same."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from verifier.cli.class_path import class_path_entries, fetch_option
from verifier.cli.exit_status import Exit, of_proof
from verifier.cli.options.definition import tool_home_option
from verifier.cli.options.files import text_or_json
from verifier.cli.options.numbers import Seconds
from verifier.cli.options.records import pass_as
from verifier.cli.options.sections import Section, SectionedCommand, option
from verifier.errors import UsageError

if TYPE_CHECKING:
    from verifier.domain.proof_request import ProofRequest

EXIT_TEXT = """
\b
Exit status: 0 proved (under the printed assumptions only); 1 not proved, or only in part or under a
further assumption, which is no evidence of changed behaviour; 3 no answer (the code does not
compile here, or there is no byte code to compare); others: docs/exit-codes.md.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class ProveOptions:
    """The options of `refverify prove`."""

    folders: tuple[Path, ...]
    repo: Path | None
    base: str | None
    head: str
    class_path: tuple[str, ...]
    fetch: bool
    jdk: Path | None
    as_json: bool
    answer_timeout: float


@click.command(cls=SectionedCommand, epilog=EXIT_TEXT)
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path))
@option(
    "--repo",
    section=Section.INPUT,
    type=click.Path(path_type=Path),
    help="Repository of two revisions to compare.",
)
@option("--base", section=Section.INPUT, metavar="REV", help="The old revision (with --repo).")
@option(
    "--head",
    section=Section.INPUT,
    metavar="REV",
    default="HEAD",
    show_default=True,
    help="The new revision.",
)
@option(
    "--class-path",
    section=Section.INPUT,
    multiple=True,
    metavar="PATH[:PATH]",
    help="Jars and class folders that both versions need, without their own output. With --repo you can"
    " leave out jars on this machine that the build files name.",
)
@fetch_option
@tool_home_option(
    "--jdk",
    section=Section.RUN,
    help="Home of the JDK whose classes are read.  [default: the analysis runtime's]",
)
@text_or_json("the whole proof in one line")
@option(
    "--answer-timeout",
    section=Section.RUN,
    type=Seconds(min=0, min_open=True),
    default=120.0,
    show_default=True,
    help="Seconds for the whole answer.",
)
@pass_as(ProveOptions)
def command(options: ProveOptions) -> Exit:
    """Prove that two versions behave the same: OLD NEW, or --repo with two revisions.

    OLD and NEW are source trees, or folders of class files. Both versions are compiled in memory and
    never executed. Every method of the old version is compared with its counterpart in the new one on
    every path. You need not name a refactoring. A proof lists its assumptions.

    \b
    Examples:
      refverify prove old/src new/src --class-path lib/guava.jar
      refverify prove --repo . --base main --head topic
      refverify prove old/target/classes new/target/classes --format json
    """
    from verifier.analysis.pool import AnalysisPool
    from verifier.builds.options import BuildOptions
    from verifier.config import cache_folder
    from verifier.libraries.finding import LibraryFinder
    from verifier.libraries.requests import with_class_path, with_libraries
    from verifier.libraries.wording import class_path_note
    from verifier.proving.wording import in_full
    from verifier.tools.records import to_json

    with _request(options) as asked, AnalysisPool(timeout=options.answer_timeout) as pool:
        finder = LibraryFinder(
            analysis=pool, options=BuildOptions(cache=cache_folder()), fetch=options.fetch
        )
        request, found = with_libraries(asked, finder)
        proof = with_class_path(pool.prove(request), found)
    click.echo(to_json(proof) if options.as_json else in_full(proof))
    if proof.class_path is not None and not options.as_json:
        click.echo(class_path_note(proof.class_path))
    return of_proof(proof.outcome)


def _request(options: ProveOptions) -> AbstractContextManager["ProofRequest"]:
    from verifier.builds.build_tools import encoding_of
    from verifier.proving.versions import CompileEnvironment, between_folders, between_revisions

    around = CompileEnvironment(
        class_path=class_path_entries(options.class_path),
        java_home=options.jdk,
        encoding_of=encoding_of,
    )
    repo, base, folders = options.repo, options.base, options.folders
    if repo is not None and base is not None and not folders:
        return between_revisions(repo, base, options.head, around)
    if repo is None and base is None and len(folders) == 2:  # noqa: PLR2004 - two versions
        return nullcontext(between_folders(folders[0], folders[1], around))
    raise UsageError(
        "two versions are needed: OLD NEW, or --repo DIR --base REV [--head REV]",
        hint="See the examples of `refverify prove --help`.",
    )
