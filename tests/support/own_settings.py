"""The settings of the person who runs a test's commands."""

from pathlib import Path

import pytest

DIRECT = '[verify]\nstrategy = "direct"\n'
"""For runs that are not about the project's own build: it takes longer than all the rest."""


def set_own(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> None:
    """Make these the settings of the test and of the commands that it starts."""
    file = folder / "refverify" / "refverify.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
