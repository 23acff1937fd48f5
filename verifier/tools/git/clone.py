"""Clone repositories: the only use of git over the network, with the user's own configuration."""

from collections.abc import Sequence
from pathlib import Path

from verifier.errors import RepositoryError
from verifier.tools import process
from verifier.tools.git.address import without_credentials
from verifier.tools.git.program import GIT_LIMITS, GIT_SECONDS, git_message, git_program
from verifier.tools.git.repository import Repository
from verifier.tools.storage.scratch import scratch_folder


def clone(url: str, into: Path) -> Repository:
    """Clone a bare repository, or update an earlier clone in `into`; then open it.

    The user's own git configuration applies (credentials, proxies); git never asks for a password,
    no hook runs, and the `ext` transport is refused.

    Raises:
        RepositoryError: git's own message, if it cannot be cloned.
    """
    base = [git_program(), "-c", "core.hooksPath=/dev/null", "-c", "protocol.ext.allow=never"]
    if into.exists():
        fetch = ["fetch", "--quiet", "--tags", "--prune", "--force", "origin"]
        _or_repository_error(
            [*base, f"--git-dir={into}", *fetch, "+refs/heads/*:refs/heads/*"], f"update of {url}"
        )
        return Repository.open(into)
    into.parent.mkdir(parents=True, exist_ok=True)
    with scratch_folder("clone", into.parent) as folder:
        fresh = folder / "repo.git"
        _or_repository_error(
            [*base, "clone", "--quiet", "--bare", "--template=", "--", url, str(fresh)],
            f"clone of {url}",
        )
        fresh.rename(into)
    return Repository.open(into)


def _or_repository_error(command: Sequence[str], what: str) -> None:
    result = process.run(command, timeout=GIT_SECONDS, limits=GIT_LIMITS)
    if result.status != 0:
        raise RepositoryError(
            f"{without_credentials(what)} failed: {git_message(result)}",
            hint="Check the address and the network, or clone it yourself and give the path.",
        )
