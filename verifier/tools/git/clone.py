"""Clone repositories: the only use of git over the network."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import RepositoryError
from verifier.tools import process
from verifier.tools.git.address import without_credentials
from verifier.tools.git.program import GIT_LIMITS, GIT_SECONDS, git_message, git_program
from verifier.tools.git.repository import Repository
from verifier.tools.storage.scratch import scratch_folder

HEADS = "+refs/heads/*:refs/heads/*"
_HINT = "Check the address and the network, or clone it yourself and give the path."


@dataclass(frozen=True, kw_only=True, slots=True)
class GitCall:
    """How git is called to clone: its options, its environment (None for ours), and its limits."""

    options: Sequence[str]
    environment: Mapping[str, str] | None = None
    limits: process.ChildLimits = GIT_LIMITS

    def ask(self, *words: str) -> process.Finished:
        """Run git, whatever its status is at the end.

        Raises:
            RepositoryError: it did not end in time.
        """
        try:
            return process.run(
                [git_program(), *(word for each in self.options for word in ("-c", each)), *words],
                env=self.environment,
                timeout=GIT_SECONDS,
                limits=self.limits,
            )
        except process.ProcessTimeout as error:
            raise RepositoryError(error.message, hint=_HINT) from error


USERS = GitCall(options=("core.hooksPath=/dev/null", "protocol.ext.allow=never"))
"""The user's own git configuration applies (credentials, proxies). Git never asks for a password, no
hook runs, and the `ext` transport is refused.
"""


def clone(url: str, into: Path) -> Repository:
    """Clone a bare repository that the user named, or update an earlier clone in `into`; then open it.

    Raises:
        RepositoryError: git's own message, if it cannot be cloned.
    """
    update_or_clone(url, into, USERS)
    return Repository.open(into)


def update_or_clone(url: str, into: Path, call: GitCall) -> None:
    """Clone into a folder that does not exist, or fetch all branches and tags into an earlier clone.

    Raises:
        RepositoryError: git's own message.
    """
    if into.exists():
        fetch = ("fetch", "--quiet", "--tags", "--prune", "--force", "--", url, HEADS)
        _or_repository_error(call.ask(f"--git-dir={into}", *fetch), f"update of {url}")
        return
    into.parent.mkdir(parents=True, exist_ok=True)
    with scratch_folder("clone", into.parent) as folder:
        fresh = folder / "repo.git"
        made = call.ask("clone", "--quiet", "--bare", "--template=", "--", url, str(fresh))
        _or_repository_error(made, f"clone of {url}")
        fresh.rename(into)


def _or_repository_error(result: process.Finished, what: str) -> None:
    if result.status != 0:
        raise RepositoryError(
            f"{without_credentials(what)} failed: {git_message(result)}", hint=_HINT
        )
