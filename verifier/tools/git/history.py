"""Write git repositories whose commit ids depend only on their content, on every machine."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from verifier.errors import RepositoryError
from verifier.tools.git.fast_import import data, quote_path
from verifier.tools.git.program import GIT_LIMITS, GIT_SECONDS, git_program
from verifier.tools.process import run

BRANCH = "refs/heads/main"


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitFacts:
    """What a commit id depends on besides the tree and the parent.

    `author` has the form `Name <mail>`; `seconds` counts from 1970 in UTC; `tag` is a lightweight
    tag or empty.
    """

    message: str
    author: str
    seconds: int
    tag: str = ""


@dataclass(kw_only=True)
class HistoryWriter:
    """A bare repository under construction: commits on `main`, one after another.

    The user's git configuration, time zone, line-ending and signing settings are ignored: git runs
    with our own environment.
    """

    folder: Path
    head: str = ""

    def start(self) -> None:
        """Create the empty repository (SHA-1 names, branch `main`, no templates, no hooks)."""
        self.folder.mkdir(parents=True)
        self._git("init", "--quiet", "--bare", "--template=", ".")
        self._git("symbolic-ref", "HEAD", BRANCH)

    def commit_files(self, files: Mapping[str, bytes], facts: CommitFacts) -> str:
        """Commit a complete tree of regular files; return the commit id."""
        stream = b"".join(_fast_import(files, facts, parent=self.head))
        self._git("fast-import", "--quiet", stdin=stream)
        return self._advance(self._git("rev-parse", BRANCH), facts)

    def commit_patch(self, patch: bytes, facts: CommitFacts) -> str:
        """Apply a patch exactly to the last tree and commit the result; return the commit id.

        Raises:
            RepositoryError: the patch does not apply.
        """
        self._git("read-tree", self.head)
        self._git("apply", "--cached", "--whitespace=nowarn", "-", stdin=patch)
        tree = self._git("write-tree")
        name, mail = facts.author.removesuffix(">").split(" <")
        identity = {
            f"GIT_{role}_{key}": value
            for role in ("AUTHOR", "COMMITTER")
            for key, value in (("NAME", name), ("EMAIL", mail), ("DATE", f"{facts.seconds} +0000"))
        }
        message = facts.message.encode()
        commit = self._git("commit-tree", tree, "-p", self.head, stdin=message, extra=identity)
        self._git("update-ref", BRANCH, commit)
        return self._advance(commit, facts)

    def tree_of(self, commit: str) -> str:
        """Return the id of a commit's tree."""
        return self._git("rev-parse", commit + "^{tree}")

    def _advance(self, commit: str, facts: CommitFacts) -> str:
        if facts.tag:
            self._git("update-ref", f"refs/tags/{facts.tag}", commit)
        self.head = commit
        return commit

    def _git(
        self, *words: str, stdin: bytes | None = None, extra: Mapping[str, str] | None = None
    ) -> str:
        env = {**_environment(self.folder), **(extra or {})}
        command = [git_program(), *words]
        result = run(
            command,
            cwd=self.folder,
            stdin=stdin,
            env=env,
            timeout=GIT_SECONDS,
            limits=GIT_LIMITS,
        )
        if result.status != 0:
            reason = result.stderr.decode("utf-8", "replace").strip()
            raise RepositoryError(f"git {words[0]} in {self.folder} failed: {reason}")
        return result.text.strip()


def head_of(folder: Path) -> str | None:
    """Return the commit at `main` of a bare repository; None if the folder has no such branch."""
    if not (folder / "HEAD").is_file():
        return None
    command = [git_program(), "rev-parse", "--verify", "--quiet", BRANCH + "^{commit}"]
    env = _environment(folder)
    result = run(command, cwd=folder, env=env, timeout=GIT_SECONDS, limits=GIT_LIMITS)
    return result.text.strip() if result.status == 0 else None


def _environment(folder: Path) -> dict[str, str]:
    return {
        "GIT_DIR": str(folder),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_SYSTEM": "/dev/null",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_DEFAULT_HASH": "sha1",
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "LC_ALL": "C",
        "TZ": "UTC",
    }


def _fast_import(files: Mapping[str, bytes], facts: CommitFacts, parent: str) -> Iterator[bytes]:
    yield f"commit {BRANCH}\n".encode()
    for role in ("author", "committer"):
        yield f"{role} {facts.author} {facts.seconds} +0000\n".encode()
    yield data(facts.message.encode())
    if parent:
        yield f"from {parent}\n".encode()
    yield b"deleteall\n"
    for path in sorted(files):
        yield b"M 100644 inline " + quote_path(path) + b"\n" + data(files[path])
