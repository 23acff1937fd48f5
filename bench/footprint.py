"""What a run holds while it goes: memory, open files, containers, folders."""

import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bench.killed import Place, containers

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")
_USER, _CHILDREN_SYSTEM = 11, 14
"""Where the four times of a process stand behind the closing parenthesis of its stat."""
MB = 1 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Footprint:
    """At one moment. Memory is the sum of each process's share of its pages (PSS), in bytes.

    `processor_seconds` are those of the processes that are there, and of the children that they have
    waited for; those of containers are in neither.
    """

    memory: int
    container_memory: int
    open_files: int
    containers: int
    processor_seconds: float


def footprint(place: Place, lease: str) -> Footprint:
    """Look at a run, by its place and its controller's lease."""
    own = place.processes()
    running = containers(lease) if place.sandbox == "docker" else []
    return Footprint(
        memory=sum(map(_memory, own)),
        container_memory=sum(map(_memory, _inside(running))),
        open_files=sum(map(_open_files, own)),
        containers=len(running),
        processor_seconds=sum(map(_processor_seconds, own)),
    )


def bytes_below(folder: Path) -> int:
    """The disk that a folder's files take, each once however many names it has; 0 where there is none."""
    sizes: dict[tuple[int, int], int] = {}
    for path in folder.rglob("*"):
        # It may be gone meanwhile.
        with suppress(OSError):
            found = path.lstat()
            sizes[found.st_dev, found.st_ino] = found.st_blocks * 512
    return sum(sizes.values())


def _inside(running: Iterable[str]) -> Iterator[Path]:
    """The processes of containers."""
    for name in running:
        # One that ended meanwhile has none.
        command = ("docker", "top", name, "-eo", "pid")
        found = subprocess.run(command, capture_output=True, check=False)
        yield from (_PROC / pid for pid in found.stdout.decode().split()[1:])


def _memory(process: Path) -> int:
    with suppress(OSError, StopIteration):
        lines = (process / "smaps_rollup").read_text("ascii").splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    return 0


def _open_files(process: Path) -> int:
    with suppress(OSError):
        return sum(1 for _ in (process / "fd").iterdir())
    return 0


def _processor_seconds(process: Path) -> float:
    with suppress(OSError):
        line = (process / "stat").read_text("ascii", "replace")
        fields = line[line.rindex(")") + 2 :].split()
        return sum(map(int, fields[_USER : _CHILDREN_SYSTEM + 1])) / _TICKS
    return 0.0
