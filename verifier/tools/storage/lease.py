"""The owner of a container or a folder, in a form that a later process can check."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

_PROC = Path("/proc")
_STARTED = 19
"""The position of the start time after the closing parenthesis in /proc/<pid>/stat."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lease:
    """A process, identified by boot, process namespace, process id and start time.

    The start time distinguishes it from a later process with the same id.
    """

    boot: str
    namespace: str
    pid: int
    started: str

    @classmethod
    def own(cls) -> Self:
        """Return the lease of this process."""
        return cls.of(os.getpid())

    @classmethod
    def of(cls, pid: int) -> Self:
        """Return the lease of a running process."""
        return cls(boot=_boot(), namespace=_namespace(), pid=pid, started=_start_time(pid))

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse a lease; None if the text is not one."""
        parts = text.split(".")
        if len(parts) != 4 or not parts[2].isdigit():  # noqa: PLR2004 - the four fields below
            return None
        return cls(boot=parts[0], namespace=parts[1], pid=int(parts[2]), started=parts[3])

    def __str__(self) -> str:
        return f"{self.boot}.{self.namespace}.{self.pid}.{self.started}"

    @property
    def visible(self) -> bool:
        """Whether this process could see the owner if it is alive."""
        return self.boot == _boot() and self.namespace == _namespace()

    @property
    def dead(self) -> bool:
        """Whether the owner has certainly ended; False if this machine cannot know."""
        if not self.visible:
            return self.boot != _boot()
        return self.started != _start_time(self.pid)


def _boot() -> str:
    try:
        return (_PROC / "sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return "unknown"


def _namespace() -> str:
    try:
        return str((_PROC / "self/ns/pid").stat().st_ino)
    except OSError:
        return "unknown"


def _start_time(pid: int) -> str:
    """Return the clock ticks since boot at which a process started; `gone` if it does not exist."""
    try:
        line = (_PROC / str(pid) / "stat").read_text("ascii", "replace")
    except OSError:
        return "gone"
    fields = line[line.rindex(")") + 2 :].split()
    return "gone" if fields[0] in {"Z", "X"} else fields[_STARTED]
