"""The git program: where it is, and what it says when it fails."""

import shutil

from verifier.errors import MissingToolError
from verifier.tools.git_address import without_credentials
from verifier.tools.packages import install
from verifier.tools.process import Finished


def git_program() -> str:
    """The path of git.

    Raises:
        MissingToolError: there is none.
    """
    found = shutil.which("git")
    if found is None:
        raise MissingToolError("git is not installed", hint=install("git"))
    return found


def git_message(result: Finished) -> str:
    """The first lines of what git complained about, without credentials."""
    lines = result.stderr.decode("utf-8", "replace").strip().splitlines()
    return without_credentials("; ".join(lines[:5])) or f"git ended with status {result.status}"
