"""What a base commit says of the JDK that it wants, and where none here is new enough."""

import re
from collections.abc import Sequence
from pathlib import Path

from verifier.errors import BaseInvalidError
from verifier.tools.jdk import Jdk, feature_of


def refuse_too_new(level: int | None, jdks: Sequence[Jdk]) -> None:
    """Say which JDK is needed where every JDK found is too old for the project.

    Raises:
        BaseInvalidError: none of them is as new as the project's level.
    """
    if level is not None and all(jdk.feature < level for jdk in jdks):
        found = ", ".join(jdk.version for jdk in jdks)
        raise BaseInvalidError(
            f"the base commit needs JDK {level} or newer; found: {found}",
            hint=f"Install JDK {level}, or name one with --jdk.",
        )


def declared_jdk(base: Path) -> int | None:
    """The Java version that the project declares for its developers; None where it does not."""
    patterns = (
        (".java-version", r"^\D*([\d.]+)"),
        (".sdkmanrc", r"^java=([\d.]+)"),
        (".tool-versions", r"^java \D*([\d.]+)"),
    )
    for name, pattern in patterns:
        path = base / name
        if path.is_file():
            match = re.search(pattern, path.read_text("utf-8", "replace"), re.MULTILINE)
            if match:
                return feature_of(match[1])
    return None
