"""Ask a repository for the last commit of its default branch, without a clone."""

import re

from verifier.errors import RepositoryError
from verifier.tools import process
from verifier.tools.git.address import is_url, without_credentials
from verifier.tools.git.program import GIT_LIMITS, GIT_QUICK_SECONDS, git_message, git_program
from verifier.tools.git.strict_clone import CloneRules, list_head

_LINE = re.compile(rb"([0-9a-f]{40}|[0-9a-f]{64})\tHEAD\n")


def read_tip(address: str, rules: CloneRules | None = None) -> str:
    """Return the last commit of the default branch of an address in a list, or of a path.

    The user's own git configuration applies to a path only; see `strict_clone`.

    Raises:
        RepositoryError: git gets no answer, or the repository has no commit.
    """
    result = list_head(address, rules) if is_url(address) else _list_head_of_path(address)
    if result.status != 0:
        raise RepositoryError(git_message(result))
    found = _LINE.match(result.stdout)
    if found is None:
        raise RepositoryError(f"{without_credentials(address)} has no commit")
    return found[1].decode("ascii")


def _list_head_of_path(path: str) -> process.Finished:
    words = [git_program(), "-c", "protocol.ext.allow=never", "ls-remote", "--", path, "HEAD"]
    return process.run(words, timeout=GIT_QUICK_SECONDS, limits=GIT_LIMITS)
