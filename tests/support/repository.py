"""A git repository that a test fills commit by commit. The same content gives the same ids."""

import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

_IDENTITY = {
    "GIT_AUTHOR_NAME": "A Developer",
    "GIT_AUTHOR_EMAIL": "developer@example.org",
    "GIT_COMMITTER_NAME": "A Developer",
    "GIT_COMMITTER_EMAIL": "developer@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository with a work tree on branch `main`."""

    path: Path

    @classmethod
    def create(cls, path: Path) -> Self:
        """Create an empty repository without commits."""
        path.mkdir(parents=True)
        repository = cls(path)
        repository.git("init", "--quiet", "--initial-branch=main")
        return repository

    def git(self, *arguments: str, date: str = "2024-01-01T00:00:00Z") -> str:
        """Run git in the repository and return what it printed, stripped."""
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        done = subprocess.run(
            ["git", "-c", "core.autocrlf=false", "-c", "maintenance.auto=false", *arguments],
            cwd=self.path,
            env={**os.environ, **_IDENTITY, **dates},
            check=True,
            capture_output=True,
        )
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def commit(
        self,
        files: Mapping[str, str | bytes | None],
        message: str = "change",
        date: str = "2024-01-01T00:00:00Z",
    ) -> str:
        """Write the files (None deletes), commit everything, and return the commit's id."""
        for name, content in files.items():
            path = self.path / name
            if content is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", message, date=date)
        return self.git("rev-parse", "HEAD")

    def bare_clone(self, path: Path, *options: str) -> Path:
        """Clone to a bare repository without an origin; `options` go to git clone."""
        self.git("clone", "--quiet", "--bare", *options, self.path.as_uri(), str(path))
        bare = type(self)(path)
        bare.git("remote", "remove", "origin")
        return path
