"""The command that installs a missing program speaks of the package manager that is there."""

from pathlib import Path

import pytest

from verifier.tools.packages import install


@pytest.mark.parametrize(
    ("manager", "command"),
    [("apt-get", "apt-get install maven"), ("dnf", "dnf install maven"), ("brew", "brew install")],
)
def test_the_machines_own_manager_is_named(
    manager: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / manager
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert command in install("maven")


def test_without_a_known_package_manager_the_advice_is_general(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert install("git") == "install git with this machine's package manager"
