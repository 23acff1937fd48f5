"""A call of the ordinary command for one shard, and how it ended."""

from dataclasses import dataclass
from enum import StrEnum

from verifier.errors import (
    CacheError,
    ConfigError,
    DownloadError,
    MissingToolError,
    SandboxError,
    StorageError,
    UsageError,
)

ENVIRONMENT_CODES = frozenset(
    error.exit_code
    for error in (
        UsageError,
        MissingToolError,
        SandboxError,
        StorageError,
        ConfigError,
        DownloadError,
        CacheError,
    )
)
"""Exit codes that say something about the machine, and nothing about the shard."""


class EndKind(StrEnum):
    """How the call for a shard ended."""

    EXITED = "exited"
    """The command ended with an exit code."""
    STOPPED_BY_NODE = "stopped by the node"
    """The command ended with an exit code that is about the machine: the shard is open."""
    KILLED = "killed"
    """A signal ended the command."""
    LATE = "late"
    """The command was killed at its deadline."""
    WORKER_LOST = "worker lost"
    """The process that started the command died, or its node was lost."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CallEnd:
    """How the call for a shard ended. `exit_code` is None without one; `text` are its last lines."""

    kind: EndKind
    exit_code: int | None = None
    text: str = ""

    def describe(self) -> str:
        """Return a line for people."""
        what = self.kind.value if self.exit_code is None else f"exit code {self.exit_code}"
        last = self.text.strip().splitlines()[-2:]
        return f"{what}: {' '.join(last)}" if last else what
