"""The git program: where it is, and what it says when it fails."""

from verifier.errors import MissingToolError
from verifier.tools import process
from verifier.tools.git_address import without_credentials
from verifier.tools.packages import install
from verifier.tools.process import ChildLimits, Finished

GIT_SECONDS = 3600.0
"""How long one git command may take: to list a long history takes minutes."""
GIT_QUICK_SECONDS = 60.0
"""For what git answers at once, whatever the repository's size: where its folders are."""
GIT_FILES_SECONDS = 600.0
"""For a look at the files on disk; among these may be what never answers."""
GIT_LIMITS = ChildLimits(memory_bytes=3 * 1024**3, cpu_seconds=3600)
"""What each git child may have: a patch or an object may inflate to gigabytes."""
GIT_WINDOWS = ("core.packedGitWindowSize=32m", "core.packedGitLimit=256m")
"""So that a large repository is mapped in parts, and the limit leaves room for objects."""


def git_program() -> str:
    """The path of git.

    Raises:
        MissingToolError: there is none.
    """
    found = process.which("git")
    if found is None:
        raise MissingToolError("git is not installed", hint=install("git"))
    return found


def git_message(result: Finished) -> str:
    """The first lines of what git complained about, without credentials."""
    lines = result.stderr.decode("utf-8", "replace").strip().splitlines()
    return without_credentials("; ".join(lines[:5])) or f"git ended with status {result.status}"
