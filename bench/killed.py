"""A run of `refverify verify` that may be killed at any moment: its folders, and its faults
afterwards.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.command import REFVERIFY
from verifier.builds.preparing.library_store import lock_store
from verifier.tools.storage.cache_seal import MANIFEST, damage, read_sealed
from verifier.tools.storage.chain import breaks

SECONDS = 1800
PATIENCE = 20.0
"""Seconds within which everything that a killed controller started must have ended."""

Controller = subprocess.Popen[bytes]


@dataclass(frozen=True, kw_only=True, slots=True)
class RunFolders:
    """The folders of one run, and its command without the options for run folder and sandbox."""

    folder: Path
    words: tuple[str, ...]
    sandbox: str
    run_name: str = "run"

    @property
    def cache(self) -> Path:
        """The cache of the run."""
        return self.folder / "cache"

    @property
    def run(self) -> Path:
        """The run folder."""
        return self.folder / self.run_name

    @property
    def ledger(self) -> Path:
        """The file of the verdicts."""
        return self.run / "verdicts.jsonl"

    @property
    def temporary(self) -> Path:
        """The folder of its temporary folders."""
        return self.folder / "tmp"

    @property
    def log(self) -> Path:
        """The log of its output."""
        return self.folder / "log"

    def start(self) -> Controller:
        """Start the command in a new process group that writes only into these folders."""
        self.temporary.mkdir(parents=True, exist_ok=True)
        own = ("--run", str(self.run), "--sandbox", self.sandbox)
        env = {**os.environ, "REFVERIFY_CACHE": str(self.cache), "TMPDIR": str(self.temporary)}
        program = (*REFVERIFY, *self.words, *own)
        with self.log.open("ab") as log:
            return subprocess.Popen(
                program, env=env, stdout=log, stderr=log, start_new_session=True
            )

    def to_the_end(self, seconds: float = SECONDS) -> None:
        """Run the command to its end within `seconds`. Any result except success is an error.

        Raises:
            RuntimeError: the run failed.
        """
        with self.start() as controller:
            self.must_succeed(controller.wait(seconds))

    def must_succeed(self, status: int) -> None:
        """Raise an error with the run's output if the run failed.

        Raises:
            RuntimeError: the run failed.
        """
        if status != 0:
            raise RuntimeError(f"ended with {status}: {self.log.read_text()[-2000:]}")

    def processes(self) -> list[Path]:
        """Its running processes, without those in containers."""
        return [process for process in Path("/proc").glob("[0-9]*") if self._owns(process)]

    def _owns(self, process: Path) -> bool:
        mark = str(self.folder).encode()
        return mark in _words(process) or mark in _read(process / "environ")


def seed(cache: Path, first: Path) -> None:
    """Copy dependencies and the engine's probed properties from another cache."""
    take_dependencies(cache, first)
    for probe in first.glob("sandbox/*.json"):
        _copy(probe, cache / probe.relative_to(first))


def take_dependencies(cache: Path, first: Path) -> None:
    """Copy the projects' dependency stores from another cache, while other processes may fill them."""
    for mark in first.glob("repositories/*.lock"):
        libraries = mark.with_suffix("")
        with lock_store(libraries):
            others = libraries.parent.glob(f"{libraries.name}.*")
            for path in (libraries, *others):
                _copy(path, cache / path.relative_to(first))


def _copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.copytree(path, target, symlinks=True)
    elif path.exists():
        shutil.copy2(path, target)


def survivors(place: RunFolders) -> list[str]:
    """Processes of a killed run that still exist after `PATIENCE` seconds."""
    until = time.monotonic() + PATIENCE
    found = place.processes()
    while found and time.monotonic() < until:
        time.sleep(0.2)
        found = place.processes()
    return [_words(p).replace(b"\0", b" ").decode("utf-8", "replace")[:200] for p in found]


def _words(process: Path) -> bytes:
    return _read(process / "cmdline")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def list_left_over(place: RunFolders, leases: Sequence[str]) -> Iterator[str]:
    """List temporary folders and files, and containers of these leases."""
    for path in place.temporary.iterdir():
        yield f"left: {path.name}"
    for path in place.cache.rglob(".*"):
        if path.name != MANIFEST and "base" not in path.relative_to(place.cache).parts:
            yield f"left in the cache: {path.relative_to(place.cache)}"
    for lease in leases if place.sandbox == "docker" else ():
        for name in containers(lease, "--all"):
            yield f"left: container {name}"


def containers(lease: str, *words: str) -> list[str]:
    """The ids of the containers of a controller."""
    command = ("docker", "ps", "--quiet", *words, "--filter", f"label=refverify.lease={lease}")
    return subprocess.run(command, capture_output=True, check=True).stdout.decode().split()


def list_damaged(place: RunFolders) -> Iterator[str]:
    """List the files of cache and ledger that are not as they were written."""
    for folder in (place.cache / "prepared").iterdir():
        if folder.is_dir() and (what := damage(folder)):
            yield f"damaged: {folder.name}/{what}"
    for file in (place.cache / "measurements").iterdir():
        if read_sealed(file) is None:
            yield f"damaged: {file.name}"
    for file in place.cache.rglob("*.damaged-*"):
        yield f"was damaged: {file.relative_to(place.cache)}"
    if list(breaks(place.ledger)) or not place.ledger.read_bytes().endswith(b"\n"):
        yield "the ledger's chain breaks"
