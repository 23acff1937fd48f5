"""Ask a repository for the last commit of its default branch, without a clone."""

import re

from verifier.errors import RepositoryError
from verifier.tools import process
from verifier.tools.git.address import without_credentials
from verifier.tools.git.program import GIT_LIMITS, GIT_QUICK_SECONDS, git_message, git_program

_LINE = re.compile(rb"([0-9a-f]{40}|[0-9a-f]{64})\tHEAD\n")


def read_tip(address: str) -> str:
    """Return the last commit of the default branch.

    The user's own git configuration applies; git never asks for a password, and the `ext` transport is
    refused.

    Raises:
        RepositoryError: git's own message, or the repository has no commit.
    """
    words = [git_program(), "-c", "protocol.ext.allow=never", "ls-remote", "--", address, "HEAD"]
    result = process.run(words, timeout=GIT_QUICK_SECONDS, limits=GIT_LIMITS)
    if result.status != 0:
        raise RepositoryError(git_message(result))
    found = _LINE.match(result.stdout)
    if found is None:
        raise RepositoryError(f"{without_credentials(address)} has no commit")
    return found[1].decode("ascii")
