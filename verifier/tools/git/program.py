"""Find the git program, and format its error messages."""

from pathlib import Path

from verifier.errors import MissingToolError
from verifier.tools import process
from verifier.tools.git.address import without_credentials
from verifier.tools.packages import install
from verifier.tools.process import ChildLimits, Finished

GIT_SECONDS = 3600.0
"""How many seconds one git command may take: listing a long history takes minutes."""
GIT_QUICK_SECONDS = 60.0
"""For commands that answer at once regardless of the repository's size, such as where its folders are."""
GIT_FILES_SECONDS = 600.0
"""For commands that read the files on disk; some of these may never answer."""
GIT_LIMITS = ChildLimits(memory_bytes=3 * 1024**3, cpu_seconds=3600)
"""Limits of each git process: a patch or an object may inflate to gigabytes."""
GIT_WINDOWS = ("core.packedGitWindowSize=32m", "core.packedGitLimit=256m")
"""Map a large repository in parts, so that the limit leaves room for objects."""
HARMLESS_MISTAKES = (
    "badDate", "badDateOverflow", "badEmail", "badName", "badTimezone", "missingEmail",
    "missingNameBeforeEmail", "missingSpaceBeforeDate", "missingSpaceBeforeEmail",
    "zeroPaddedDate", "zeroPaddedFilemode",
)  # fmt: skip
"""Mistakes that old programs made in commits and trees; git's names for them."""


def neutral_environment(home: Path) -> dict[str, str]:
    """Return the environment in which git reads no configuration and fetches nothing."""
    return {
        "LC_ALL": "C",
        "HOME": str(home),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
    }


def git_program() -> str:
    """Return the path of git.

    Raises:
        MissingToolError: it is not installed.
    """
    found = process.which("git")
    if found is None:
        raise MissingToolError("git is not installed", hint=install("git"))
    return found


def git_message(result: Finished) -> str:
    """Return the first lines of git's error output, without credentials."""
    lines = result.stderr.decode("utf-8", "replace").strip().splitlines()
    return without_credentials("; ".join(lines[:5])) or f"git ended with status {result.status}"
