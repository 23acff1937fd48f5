"""A git directory of our own, which borrows the objects of a user's repository.

Commands run in it, so no configuration, hook, attribute, filter or replacement of the user's
repository can run a program, reach the network or change a result, and nothing is written there.
"""

import shutil
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path

from verifier.errors import RepositoryError
from verifier.tools import process
from verifier.tools.git.program import (
    GIT_FILES_SECONDS,
    GIT_LIMITS,
    GIT_SECONDS,
    GIT_WINDOWS,
    git_message,
    git_program,
    neutral_environment,
)
from verifier.tools.storage.scratch import create_leased_folder, remove_tree

_SHA1 = "sha1"
_NEUTRAL = (
    "core.quotepath=off",
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.ignoreCase=false",
    "protocol.allow=never",
    *GIT_WINDOWS,
)


class OwnDirectory:
    """A temporary git directory with the objects of the repository at `path`, and git in it.

    `git_dir` and `common_dir` are the folders of the user's repository, absolute. `env` and
    `command` are the environment and the first words of a git command in our own directory.

    Raises:
        RepositoryError: the objects cannot be read.
    """

    def __init__(self, path: Path, git_dir: Path, common_dir: Path) -> None:
        self._path, self._git_dir, self._common_dir = path, git_dir, common_dir
        self.folder = create_leased_folder("git")
        self._forget = weakref.finalize(self, remove_tree, self.folder)
        self.env: Mapping[str, str] = neutral_environment(self.folder)
        self._git = [git_program(), *(word for pair in _NEUTRAL for word in ("-c", pair))]
        self._lay_out()
        self.command = [*self._git, f"--git-dir={self.folder}", f"--work-tree={self._empty}"]

    def _lay_out(self) -> None:
        object_format = self.ask("config", "--get", "extensions.objectFormat") or _SHA1
        if object_format.lower() != _SHA1:
            # The git object reader in the analysis JVM supports no other names.
            raise RepositoryError(
                f"{self._path}: repositories with {object_format} object names are not read",
                hint="Copy the history into one with SHA-1 names: git init copy; git fast-export"
                " --all | git -C copy fast-import",
            )
        objects = self._common_dir / "objects"
        if not objects.is_dir():
            raise RepositoryError(f"{self._path}: its objects cannot be read: {objects}")
        for folder in ("objects/info", "refs", "empty"):
            (self.folder / folder).mkdir(parents=True)
        (self.folder / "objects/info/alternates").write_text(f"{objects}\n", "utf-8")
        (self.folder / "HEAD").write_text("ref: refs/heads/none\n", "ascii")
        (self.folder / "config").write_text(
            "[core]\n\trepositoryformatversion = 0\n\tbare = false\n", "utf-8"
        )
        if self.shallow_commits:
            shutil.copyfile(self._common_dir / "shallow", self.folder / "shallow")

    def close(self) -> None:
        """Remove the directory."""
        self._forget()

    @property
    def shallow_commits(self) -> frozenset[str]:
        """The commits whose parents are missing in a shallow clone."""
        try:
            return frozenset((self._common_dir / "shallow").read_text("ascii").split())
        except FileNotFoundError:
            return frozenset()

    @property
    def _empty(self) -> Path:
        return self.folder / "empty"

    def finish(
        self,
        *words: str,
        stdin: bytes | None = None,
        env: Mapping[str, str] | None = None,
        seconds: float = GIT_SECONDS,
    ) -> process.Finished:
        """Run git in this directory, whatever its status is at the end."""
        return process.run(
            [*self.command, *words],
            stdin=stdin,
            env=env or self.env,
            cwd=self._empty,
            timeout=seconds,
            limits=GIT_LIMITS,
        )

    def check(
        self, *words: str, stdin: bytes | None = None, env: Mapping[str, str] | None = None
    ) -> bytes:
        """Run git in this directory.

        Raises:
            RepositoryError: git fails.
        """
        result = self.finish(*words, stdin=stdin, env=env)
        if result.status != 0:
            raise RepositoryError(
                f"{self._path}: git {words[0]}: {git_message(result)}",
                hint="A shallow, partial or damaged clone lacks objects; see `git fsck`.",
            )
        return result.stdout

    def run_on(self, work_tree: Path, index: Path, words: Sequence[str]) -> bytes:
        """Run git in this directory, with another work tree and a copy of its index.

        Raises:
            RepositoryError: git fails.
        """
        own = [*self._git, f"--git-dir={self.folder}", f"--work-tree={work_tree}"]
        result = process.run(
            [*own, *words],
            env={**self.env, "GIT_INDEX_FILE": str(index)},
            cwd=work_tree,
            timeout=GIT_FILES_SECONDS,
            limits=GIT_LIMITS,
        )
        if result.status != 0:
            raise RepositoryError(f"{self._path}: git {words[0]}: {git_message(result)}")
        return result.stdout

    def look_up(self, *words: str) -> process.Finished:
        """Run git in the user's repository, only to look up names and settings."""
        command = [*self._git, f"--git-dir={self._git_dir}", *words]
        return process.run(command, env=self.env, timeout=GIT_SECONDS, limits=GIT_LIMITS)

    def ask(self, *words: str) -> str:
        """Look up one name or setting; empty if there is none."""
        result = self.look_up(*words)
        return result.text.strip() if result.status == 0 else ""
