"""`--class-path`: jars and class folders, as a person writes them; `--fetch`: those that are missing."""

from pathlib import Path

import click

from verifier.errors import UsageError

fetch_option = click.option(
    "--fetch",
    is_flag=True,
    help="Download libraries that build files name and this machine lacks, as your Maven settings say.",
)
"""Nothing goes to a network without it."""


def class_path_entries(words: tuple[str, ...]) -> tuple[Path, ...]:
    """The entries of all occurrences of the option.

    Raises:
        UsageError: one does not exist.
    """
    entries = tuple(Path(part) for word in words for part in word.split(":") if part)
    for entry in entries:
        if not entry.exists():
            raise UsageError(
                f"--class-path: {entry} is not there", hint="Jars and class folders, with colons."
            )
    return entries
