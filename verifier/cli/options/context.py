"""How much of what stands around an instance is read and told."""

from collections.abc import Mapping
from typing import Any

import click

from verifier.cli.options.definition import default_of, together
from verifier.cli.options.numbers import Whole
from verifier.domain.context import ContextLimits

context_limits = together(
    click.option(
        "--entries",
        type=Whole(0),
        default=default_of(ContextLimits, "entries"),
        show_default=True,
        help="Entries of each list of the context, such as callers.",
    ),
    click.option(
        "--characters",
        type=Whole(0),
        default=default_of(ContextLimits, "characters"),
        show_default=True,
        help="Characters of one method's text.",
    ),
    click.option(
        "--all-characters",
        type=Whole(0),
        default=default_of(ContextLimits, "all_characters"),
        show_default=True,
        help="Characters of all texts of an instance together.",
    ),
    click.option(
        "--files",
        type=Whole(1),
        default=default_of(ContextLimits, "files"),
        show_default=True,
        help="Files that are read whole for an instance, those nearest to it first.",
    ),
    click.option(
        "--paths",
        type=Whole(0),
        default=default_of(ContextLimits, "paths"),
        show_default=True,
        help="Paths of the project's Java files, those nearest to it.",
    ),
)
"""Every cut is counted in the record."""


def limits_of(words: Mapping[str, Any]) -> ContextLimits:
    """What the options say."""
    names = ("entries", "characters", "all_characters", "files", "paths")
    return ContextLimits(**{name: words[name] for name in names})
