"""`--class-path` takes jars and class folders; `--fetch` downloads the missing ones."""

from pathlib import Path

from verifier.cli.options.sections import Section, option
from verifier.errors import UsageError

fetch_option = option(
    "--fetch",
    section=Section.INPUT,
    is_flag=True,
    help="Download libraries that build files name and this machine lacks, as your Maven settings say.",
)
"""Without this option nothing uses a network."""


def class_path_entries(words: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the entries of all occurrences of the option.

    Raises:
        UsageError: an entry does not exist.
    """
    entries = tuple(Path(part) for word in words for part in word.split(":") if part)
    for entry in entries:
        if not entry.exists():
            raise UsageError(
                f"--class-path: {entry} is not there", hint="Jars and class folders, with colons."
            )
    return entries
