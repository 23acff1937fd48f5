"""The resources of a run in progress: memory, open files, containers, folders."""

import os
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bench.killed import RunFolders, containers

_PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")
_USER, _CHILDREN_SYSTEM = 11, 14
"""Positions of the four times of a process after the closing parenthesis in its stat file."""
MB = 1 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Footprint:
    """Resources at one moment. Memory is the sum of each process's share of its pages (PSS), in
    bytes.

    `processor_seconds` covers running processes and the children that they waited for, without
    containers.
    """

    memory: int
    container_memory: int
    open_files: int
    containers: int
    processor_seconds: float


def footprint(place: RunFolders, lease: str) -> Footprint:
    """Measure a run by its folders and its controller's lease."""
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
    """The disk space of a folder's files in bytes, with hard links counted once; 0 without a
    folder.
    """
    sizes: dict[tuple[int, int], int] = {}
    for path in folder.rglob("*"):
        # The file may have gone meanwhile.
        with suppress(OSError):
            found = path.lstat()
            sizes[found.st_dev, found.st_ino] = found.st_blocks * 512
    return sum(sizes.values())


def _inside(running: Iterable[str]) -> Iterator[Path]:
    """The processes of containers."""
    for name in running:
        # A container that ended meanwhile has none.
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
