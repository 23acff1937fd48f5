"""Shards whose command misbehaves as a test says, instead of doing anything."""

import os
from pathlib import Path

from verifier.domain.shard import ShardKind
from verifier.workflows.distributing.slot import StartedShard

SITE = """
import os, signal, subprocess, sys, time
from pathlib import Path

folder = Path(os.environ["FAULT_FOLDER"])
shard = sys.orig_argv[sys.orig_argv.index("--shard") + 1]
with (folder / f"{shard}.starts").open("a") as stream:
    stream.write(f"{os.getpid()}\\n")
starts = (folder / f"{shard}.starts").read_text().count("\\n")
for fault in (folder / shard).read_text().split():
    if fault == "first":
        if starts > 1:
            break
    elif fault == "kill-worker":
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(600)
    elif fault == "stop-worker":
        os.kill(os.getppid(), signal.SIGSTOP)
        time.sleep(600)
    elif fault == "wait-for-end":
        while not (folder / "end").exists():
            time.sleep(0.05)
    elif fault == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif fault == "hang":
        time.sleep(600)
    elif fault == "detach":
        # It leaves the group, its parent ends, and it holds the output open.
        subprocess.run(["setsid", "sh", "-c", "sleep 600 & sleep 600 &"])
    elif fault == "flood":
        for _ in range(200):
            os.write(1, b"o" * 1_000_000)
            os.write(2, b"e" * 1_000_000)
        os.write(2, b"\\nthe last line\\n")
    elif fault.isdigit():
        sys.stderr.write("refverify: why\\nwhat to do\\n")
        sys.stderr.flush()
        os._exit(int(fault))
os._exit(0)
"""


def write_faults(folder: Path, *faults: str) -> None:
    """Say what the command of each shard does, as words; without one it ends with exit code 0."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(SITE)
    for index, fault in enumerate(faults):
        (folder / str(index)).write_text(fault)


def start_faulty(folder: Path, index: int, *, seconds: float = 60) -> StartedShard:
    """Describe the next start of a shard. Its folders are next to `folder`."""
    number = count_starts(folder, index) + 1
    at = folder.parent / f"{index}-{number}"
    return StartedShard(
        kind=ShardKind.CONTEXT,
        words=("context", "--shard", str(index)),
        cwd=folder,
        folder=at,
        previous=folder.parent / f"{index}-{number - 1}" if number > 1 else None,
        output=at / "o.jsonl",
        seconds=seconds,
        settings={"PYTHONPATH": str(folder), "FAULT_FOLDER": str(folder)},
    )


def count_starts(folder: Path, index: int) -> int:
    """Return how often the command of a shard was started."""
    file = folder / f"{index}.starts"
    return file.read_text().count("\n") if file.exists() else 0


def find_leftovers(folder: Path) -> list[int]:
    """Return the processes that commands of these shards left."""
    mark = f"FAULT_FOLDER={folder}".encode()
    found = []
    for each in Path("/proc").iterdir():
        try:
            if each.name.isdigit() and mark in (each / "environ").read_bytes().split(b"\0"):
                found.append(int(each.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]
