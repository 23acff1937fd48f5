"""What a user says about builds."""

from verifier.builds.base import folders_of


def test_folders_of_a_command_line() -> None:
    assert folders_of(["core/, ./shell", "core"]) == ("core", "shell")
