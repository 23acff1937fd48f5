"""`refverify cache`: show what the cache holds, and make room in it."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from verifier.cli.options.files import text_or_json
from verifier.cli.options.sections import Section, option
from verifier.cli.suggestions import SuggestingGroup
from verifier.config import cache_folder
from verifier.domain.quantity import SIZE_UNITS, parse_quantity
from verifier.errors import UsageError
from verifier.printable import pluralize

if TYPE_CHECKING:
    from verifier.workflows.cache_folder import CacheRecord

_PERIODS = {"h": 3600, "d": 86_400, "w": 604_800}


class Quantity(click.ParamType[float]):
    """A number with a unit, such as `20G` or `30d`."""

    def __init__(self, name: str, units: Mapping[str, int]) -> None:
        self.name, self._units = name, units

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Convert the text to a number of bytes or seconds.

        Raises:
            click.BadParameter: the text is not a number with a known unit.
        """
        found = parse_quantity(str(value), self._units)
        if found is None:
            units = ", ".join(self._units)
            self.fail(f"{value!r} is not a number with one of {units} behind it", param, ctx)
        return found


EPILOG = """
\b
Examples:
  refverify cache show
  refverify cache prune --keep 20G --older 30d
"""


@click.group(cls=SuggestingGroup, epilog=EPILOG)
def command() -> None:
    """Show what the cache holds, or make room in it.

    The cache keeps prepared bases, the projects' stores of dependencies, measurements and answers in one
    folder: REFVERIFY_CACHE, or ~/.cache/refverify by default. What you remove is made again when a
    command needs it.
    """


@command.command("show")
@text_or_json("what there is as one object")
def show_command(as_json: bool) -> None:
    """Show each kind of content with its size and how long it was not used.

    \b
    Example:
      refverify cache show --format json
    """
    from verifier.workflows.cache_folder import show

    _print(show(cache_folder()), as_json)


@command.command("prune")
@option(
    "--keep",
    section=Section.SELECTION,
    type=Quantity("SIZE", SIZE_UNITS),
    help="Total size that may stay, such as 20G.",
)
@option(
    "--older",
    section=Section.SELECTION,
    type=Quantity("TIME", _PERIODS),
    help="Remove what was not used for this long, such as 30d.",
)
@option(
    "-n",
    "--dry-run",
    section=Section.OUTPUT,
    is_flag=True,
    help="Remove nothing; only say what would go.",
)
@text_or_json("what is left and what was removed as one object")
def prune_command(keep: float | None, older: float | None, dry_run: bool, as_json: bool) -> None:
    """Remove what was not used for a while; if that is not enough, the least recently used.

    This is safe while other commands run: what a running process uses stays, and a build fetches a missing
    file of the repository proxy again. Clones, other downloads and the jobs of agents are not touched.

    \b
    Examples:
      refverify cache prune --older 30d
      refverify cache prune --keep 20G --dry-run
    """
    from verifier.workflows.cache_folder import prune

    if keep is None and older is None:
        raise UsageError(
            "cache prune: nothing says what may go", hint="Pass --keep 20G, --older 30d, or both."
        )
    size = None if keep is None else int(keep)
    _print(prune(cache_folder(), keep=size, older=older, dry_run=dry_run), as_json, dry_run)


def _print(found: "CacheRecord", as_json: bool, dry_run: bool = False) -> None:
    from verifier.domain.declared import to_plain

    click.echo(json.dumps(to_plain(found), indent=2) if as_json else _text(found, dry_run))


def _text(found: "CacheRecord", dry_run: bool) -> str:
    lines = [
        f"{kind.kind:16}{kind.entries:>8}{_size(kind.bytes):>12}   {_describe_age(kind.unused_days)}"
        + ("" if kind.pruned else "   not pruned")
        for kind in found.kinds
    ]
    lines.append(f"{'in all':16}{'':8}{_size(found.bytes):>12}   {found.folder}")
    if found.ceiling is not None:
        lines.append(f"{'ceiling':16}{'':8}{_size(found.ceiling):>12}   cache-size")
    if found.removed or found.in_use:
        verb = "would go" if dry_run else "removed"
        lines.append(f"{verb}: {found.removed}, {_size(found.removed_bytes)}")
    if found.in_use:
        lines.append(f"in use, so they stay: {found.in_use}")
    return "\n".join(lines)


def _describe_age(unused_days: float) -> str:
    days = round(unused_days)
    return f"unused for up to {pluralize(days, 'day')}" if days else "used within a day"


def _size(number: int) -> str:
    return f"{number / 1024**2:,.1f} MiB"
