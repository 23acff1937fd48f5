"""The page of the public Python names, for autodoc: exactly `verifier.__all__`."""

import inspect
import re
from collections.abc import Sequence
from enum import Enum

import verifier

RAISES = "Raises:"
ERROR = re.compile(r"^((?:[A-Z]\w+Error(?:, )?)+):")
GROUPS = ("Functions", "Records and requests", "Closed sets")


def write_public_names() -> str:
    """Return the names in three groups, each as a directive of autodoc."""
    groups: dict[str, list[str]] = {title: [] for title in GROUPS}
    for name in verifier.__all__:
        value = getattr(verifier, name)
        if not name.startswith("__"):
            groups[_group_of(value)] += [*_direct(name, value), ""]
    return "\n".join(
        line
        for title, lines in groups.items()
        for line in (f"## {title}", "", "```{eval-rst}", *lines, "```", "")
    )


def _group_of(value: object) -> str:
    if not inspect.isclass(value):
        return GROUPS[0]
    return GROUPS[2] if issubclass(value, Enum) else GROUPS[1]


def _direct(name: str, value: object) -> list[str]:
    if not inspect.isclass(value):
        return [f".. autofunction:: verifier.{name}"]
    members = [] if issubclass(value, Enum) else ["   :members:", "   :undoc-members:"]
    return [f".. autoclass:: verifier.{name}", *members]


def edit_docstring(value: object, lines: list[str]) -> None:
    """Change a docstring to what Sphinx shows: errors as fields, and the values of a closed set."""
    lines[:] = format_errors(lines)
    if inspect.isclass(value) and issubclass(value, Enum):
        lines += ["", "Values: " + ", ".join(f"``{member.value}``" for member in value), ""]


def format_errors(lines: Sequence[str]) -> list[str]:
    """Return a docstring with a field `:raises …:` for each error below `Raises:`.

    An error is a line `Name: reason`; a further line that begins with no name continues it.
    """
    if RAISES not in lines:
        return list(lines)
    at = lines.index(RAISES)
    fields = (ERROR.sub(r":raises \1:", line.strip()) for line in lines[at + 1 :])
    return [*lines[:at], *(line if line[:1] in {"", ":"} else f"    {line}" for line in fields)]
