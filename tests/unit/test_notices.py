"""What the library logs as a step reaches a person, unless quiet."""

import logging

import pytest

from verifier.console import Console, Notices


@pytest.mark.parametrize(("quiet", "seen"), [(False, "Preparing abc\n"), (True, "")])
def test_steps_are_shown_as_plain_lines(
    capsys: pytest.CaptureFixture[str], quiet: bool, seen: str
) -> None:
    library = logging.getLogger(f"library.{quiet}")
    library.setLevel(logging.INFO)
    library.propagate = False
    library.addHandler(Notices(Console(quiet=quiet, plain=True)))

    library.info("Preparing %s", "abc")
    library.debug("a detail")

    assert capsys.readouterr().err == seen
