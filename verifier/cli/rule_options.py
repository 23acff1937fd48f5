"""Options that name two trees, and the exit for a failed scan."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from verifier.cli.exit_status import Exit
from verifier.cli.options.sections import Section, option
from verifier.console import Console
from verifier.utf8 import without_mark

if TYPE_CHECKING:
    from verifier.workflows.rule_sides import SidesRequest

F = TypeVar("F", bound=Callable[..., Any])


def repository_options(function: F) -> F:
    """`--repo` and `--base`."""
    base = option(
        "--base",
        section=Section.INPUT,
        metavar="REV|FOLDER",
        help="The tree before: a revision of --repo, or a folder.",
    )
    repo = option(
        "--repo",
        "repos",
        section=Section.INPUT,
        multiple=True,
        metavar="PATH",
        help="Local git repository of the revisions.",
    )
    return repo(base(function))


def golden_option(function: F) -> F:
    """`--golden`."""
    return option(
        "--golden",
        section=Section.INPUT,
        metavar="REV|FOLDER",
        required=True,
        help="The tree after the developers' own change.",
    )(function)


def prediction_options(function: F) -> F:
    """`--prediction` or `--patch`, and `--codetaste-compat`."""
    compat = option(
        "--codetaste-compat",
        "compat",
        section=Section.JUDGEMENT,
        is_flag=True,
        help="Use CodeTaste's figures for missing data (IFR 1, PREC 0) and ignore the folders that it ignores.",
    )
    patch = option(
        "--patch",
        section=Section.INPUT,
        type=click.File("rb"),
        help="The prediction as a diff (- for standard input).",
    )
    prediction = option(
        "--prediction",
        section=Section.INPUT,
        metavar="REV|FOLDER",
        help="The tree after the prediction.",
    )
    return prediction(patch(compat(function)))


def sides_request(
    repos: Sequence[str], base: str | None, other: str | None, patch: Any = None
) -> "SidesRequest":
    """Return the trees that the options name.

    Raises:
        UsageError: the base is missing, or there are several repositories.
    """
    from verifier.errors import UsageError
    from verifier.workflows.rule_sides import SidesRequest

    if base is None:
        raise UsageError("--base is needed", hint="See the examples of this command's --help.")
    if len(repos) > 1:
        raise UsageError("one --repo is enough here", hint="Both trees are of one repository.")
    repo = Path(repos[0]) if repos else None
    diff = None if patch is None else without_mark(patch.read(), "what --patch gives")
    return SidesRequest(base=base, repo=repo, other=other, patch=diff)


@contextmanager
def inconclusive_scans(console: Console) -> Iterator[None]:
    """End the command with the status of an open answer if a scan failed."""
    from verifier.tools.opengrep.scan import ScanFailed

    try:
        yield
    except ScanFailed as error:
        console.error(f"inconclusive: {error}")
        raise click.exceptions.Exit(Exit.OPEN) from error
