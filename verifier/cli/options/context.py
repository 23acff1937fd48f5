"""How much of an instance's context is read and reported."""

from dataclasses import dataclass
from typing import Any

from verifier.cli.options.definition import default_of, together
from verifier.cli.options.numbers import Whole
from verifier.cli.options.sections import Decorator, Section, option
from verifier.domain.context import ContextLimits


def _limit(name: str, what: str, least: int = 0) -> Decorator[Any]:
    return option(
        f"--{name.replace('_', '-')}",
        section=Section.SELECTION,
        everyday=False,
        type=Whole(least),
        default=default_of(ContextLimits, name),
        show_default=True,
        help=what,
    )


context_limits = together(
    _limit("entries", "Entries of each list of the context, such as callers."),
    _limit("characters", "Characters of one method's text."),
    _limit("all_characters", "Characters of all texts of an instance together."),
    _limit("files", "Files that are read whole for an instance, nearest first.", 1),
    _limit("paths", "Paths of the project's Java files, nearest first."),
)
"""Each record counts what a limit cut off."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextChoice:
    """The options of `context_limits`."""

    entries: int
    characters: int
    all_characters: int
    files: int
    paths: int

    def limits(self) -> ContextLimits:
        """Return the limits of a context."""
        return ContextLimits(
            entries=self.entries,
            characters=self.characters,
            all_characters=self.all_characters,
            files=self.files,
            paths=self.paths,
        )
