"""How much of an instance's context is read and reported."""

from collections.abc import Mapping
from dataclasses import fields
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


def limits_of(words: Mapping[str, Any]) -> ContextLimits:
    """Read the options."""
    return ContextLimits(**{field.name: words[field.name] for field in fields(ContextLimits)})
