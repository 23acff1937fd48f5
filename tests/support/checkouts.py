"""A repository on a server, and checkouts of it as CI services make them, with the steps of their
logs.
"""

from dataclasses import dataclass
from pathlib import Path

from tests.support.repository import Repository

ZEROS = "0" * 40


@dataclass(frozen=True, slots=True)
class Server:
    """A served repository. The test names its default branch; `topic` left it at `fork`.

    `merged` is the pull request's merge as GitHub makes it.
    """

    made: Repository
    default: str

    @classmethod
    def create(cls, made: Repository, default: str) -> "Server":
        made.git("checkout", "-q", "-B", default)
        made.commit({"a": "1"}, "first")
        made.commit({"a": "2"}, "fork")
        made.git("tag", "fork")
        made.git("checkout", "-q", "-b", "topic")
        made.commit({"b": "1"}, "topic one")
        made.commit({"b": "2"}, "topic two")
        made.git("checkout", "-q", default)
        made.commit({"c": "1"}, "default one")
        made.git("checkout", "-q", "--detach")
        made.git("merge", "-q", "--no-ff", "-m", "Merge topic", "topic")
        made.git("update-ref", "refs/pull/7/merge", "HEAD")
        made.git("update-ref", "refs/pull/7/head", "topic")
        made.git("checkout", "-q", default)
        made.git("config", "uploadpack.allowAnySHA1InWant", "true")
        return cls(made, default)

    def id(self, revision: str) -> str:
        """The commit of a revision."""
        return self.made.git("rev-parse", f"{revision}^{{commit}}")

    @property
    def address(self) -> str:
        return self.made.path.as_uri()


@dataclass(frozen=True, slots=True)
class Checkout:
    """The folder that a job finds on disk."""

    server: Server
    folder: Path

    def _start(self) -> Repository:
        self.folder.mkdir()
        here = Repository(self.folder)
        here.git("init", "-q", "-b", "none")
        here.git("remote", "add", "origin", self.server.address)
        return here

    def github_branch(self, branch: str, depth: int = 1) -> Repository:
        """actions/checkout of a push to a branch. Depth 0 is the whole history."""
        here, commit = self._start(), self.server.id(branch)
        remote = f"refs/remotes/origin/{branch}"
        if depth:
            here.git(
                "fetch", "-q", "--no-tags", f"--depth={depth}", "origin", f"+{commit}:{remote}"
            )
        else:
            everything = ["+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*"]
            here.git("fetch", "-q", "--prune", "--no-tags", "origin", *everything)
        here.git("checkout", "-q", "--force", "-B", branch, remote)
        return here

    def github_pull_request(self, depth: int = 1, ref: str = "refs/pull/7/merge") -> Repository:
        """actions/checkout of a pull request: a detached merge."""
        here, commit = self._start(), self.server.id(ref)
        remote = ref.replace("refs/", "refs/remotes/", 1)
        words = [f"--depth={depth}"] if depth else []
        branches = [] if depth else ["+refs/heads/*:refs/remotes/origin/*"]
        here.git("fetch", "-q", "--no-tags", *words, "origin", *branches, f"+{commit}:{remote}")
        here.git("checkout", "-q", "--force", remote)
        return here

    def detach(self, commit: str, *refspecs: str, depth: int = 0) -> Repository:
        """Some refs, and one of their commits without a branch: GitLab, Jenkins, Azure, Buildkite."""
        here = self._start()
        words = [f"--depth={depth}"] if depth else []
        here.git("fetch", "-q", "--no-tags", *words, "origin", *refspecs)
        here.git("checkout", "-q", "-f", self.server.id(commit))
        return here

    def clone(self, *words: str) -> Repository:
        """`git clone`."""
        self.server.made.git("clone", "-q", *words, self.server.address, str(self.folder))
        return Repository(self.folder)
