"""Options that name two trees, and the exit for a failed scan."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from verifier.cli.exit_status import Exit
from verifier.cli.options.sections import Section, option
from verifier.console import Console
from verifier.errors import UsageError
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


@dataclass(frozen=True, kw_only=True, slots=True)
class BaseChoice:
    """The options of `repository_options`."""

    repos: tuple[str, ...]
    base: str | None

    def sides(self, other: str | None, diff: bytes | None = None) -> "SidesRequest":
        """Return the base and another tree: a revision, a folder, or the base with a diff.

        Raises:
            UsageError: the base is missing, or there are several repositories.
        """
        from verifier.workflows.rule_sides import SidesRequest

        if self.base is None:
            raise UsageError("--base is needed", hint="See the examples of this command's --help.")
        if len(self.repos) > 1:
            raise UsageError("one --repo is enough here", hint="Both trees are of one repository.")
        repo = Path(self.repos[0]) if self.repos else None
        return SidesRequest(base=self.base, repo=repo, other=other, patch=diff)


@dataclass(frozen=True, kw_only=True, slots=True)
class PredictionChoice:
    """The options of `prediction_options`."""

    prediction: str | None
    patch: BinaryIO | None
    compat: bool

    def diff(self) -> bytes | None:
        """Return the content of `--patch`."""
        if self.patch is None:
            return None
        return without_mark(self.patch.read(), "what --patch gives")


@contextmanager
def inconclusive_scans(console: Console) -> Iterator[None]:
    """End the command with the status of an open answer if a scan failed."""
    from verifier.tools.opengrep.scan import ScanFailed

    try:
        yield
    except ScanFailed as error:
        console.error(f"inconclusive: {error}")
        raise click.exceptions.Exit(Exit.OPEN) from error
