"""Measure whether the engine really enforces the requested limits, instead of trusting its name, and
whether it mounts the folders of this process.
"""

import hashlib
import json
import platform
import secrets
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from verifier import config
from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError
from verifier.sandbox.base import Job, JobLimits, JobResult, Mount, Sandbox
from verifier.sandbox.engine import UNSEEN, UNSEEN_HINT, EngineFacts
from verifier.tools.storage.files import make_readable, write_whole
from verifier.tools.storage.lease import Lease
from verifier.tools.storage.scratch import scratch_folder

MEBIBYTE = 1024**2
VALID_SECONDS = 86_400
VITAL = frozenset({"memory", "network", "user", "kill"})
"""Without these the sandbox is refused, unless the user tolerates their absence by name."""

LIMITS = JobLimits(
    wall_seconds=20, memory_bytes=96 * MEBIBYTE, pids=24, disk_bytes=16 * MEBIBYTE, cpus=1
)
STATE_SCRIPT = r"""
[[ $(id -u) == 10001 ]] && (($(grep -cE '^Cap(Eff|Bnd):\s+0+$' /proc/self/status) == 2)) &&
    ! grep -qE '^NoNewPrivs:\s+0$' /proc/self/status && echo user
grep -qE '^NoNewPrivs:\s+1$' /proc/self/status && echo no-new-privileges
while read -r _ where _ options _; do
    [[ $where == / ]] && root=$options
done </proc/mounts
[[ ,$root, == *,ro,* ]] && echo root
[[ $(echo /sys/class/net/*) == /sys/class/net/lo && $(wc -l </proc/net/route) -le 1 ]] && echo network
head -c 64M /dev/zero >big 2>/dev/null
(($(stat -c %s big) <= 16777216)) && echo disk
rm big
quota=$(cat /sys/fs/cgroup/cpu/cpu.cfs_quota_us 2>/dev/null || cut -d' ' -f1 /sys/fs/cgroup/cpu.max)
[[ $quota =~ ^[0-9]+$ ]] && echo cpus
exec {pause}<> <(:)
seq 60 | xargs -P 60 -I{} sleep 0.6 2>/dev/null &
read -r -t 0.4 -u $pause
processes=(/proc/[0-9]*)
((${#processes[@]} <= 26)) && echo pids
exit 0
"""
MEMORY_SCRIPT = "head -c 300M /dev/zero | tail -c 300M | wc -c"
KILL_SCRIPT = "trap '' TERM; (trap '' TERM; sleep 60) & while :; do sleep 1; done"
STATES = ("cpus", "disk", "network", "no-new-privileges", "pids", "root", "user")
"""The states that the script can see. gVisor gives no process new privileges, but its status does not show
this, so `no-new-privileges` is reported as unenforced there; `user` holds."""


def probe(
    sandbox: Sandbox, engine: EngineFacts, image: str, tolerate: frozenset[str]
) -> tuple[str, ...]:
    """Return the names of limits that do not hold; cached for a day.

    Raises:
        SandboxError: a vital limit does not hold and is not tolerated, the engine does not see our folders,
            or the engine failed.
    """
    cached = _cache_file(engine, image)
    unenforced = _read(cached)
    if unenforced is None:
        check_folders(sandbox)
        unenforced = measure(sandbox)
        _write(cached, unenforced)
    refused = sorted(VITAL.intersection(unenforced) - tolerate)
    if refused:
        raise SandboxError(
            f"{engine} does not enforce: {', '.join(refused)}",
            hint="Use a rootful engine on cgroup v2 or v1 with limits, or tolerate them by name.",
        )
    return unenforced


def measure(sandbox: Sandbox) -> tuple[str, ...]:
    """Run three small jobs that exceed every limit; return the names of limits that did not hold.

    Raises:
        SandboxError: the engine failed.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="probe") as pool:
        # This job only waits for its end.
        killed = pool.submit(_try, sandbox, KILL_SCRIPT, replace(LIMITS, wall_seconds=0.5))
        states = _try(sandbox, STATE_SCRIPT, LIMITS)
        held = set(states.output.decode("ascii", "replace").split())
        if _try(sandbox, MEMORY_SCRIPT, LIMITS).end is RunEnd.OUT_OF_MEMORY:
            held.add("memory")
        if killed.result().end is RunEnd.TIMEOUT:
            held.add("kill")
    return tuple(name for name in sorted((*STATES, "memory", "kill")) if name not in held)


def check_folders(sandbox: Sandbox) -> None:
    """Check by a file with a new secret that a job sees a temporary folder of this process.

    An engine of another machine or container has another folder of that name, or none.

    Raises:
        SandboxError: it does not see the file, or the engine failed.
    """
    with scratch_folder("probe") as folder:
        secret = secrets.token_hex(16)
        (folder / "secret").write_text(secret, "ascii")
        make_readable(folder)
        mount = Mount(name="probe", source=folder)
        command = ("cat", f"{sandbox.path_of(mount)}/secret")
        job = Job(command=command, mounts=(mount,), limits=LIMITS, label="probe")
        if sandbox.run(job).output.decode("ascii", "replace") != secret:
            raise SandboxError(UNSEEN.format(folder=folder.parent), hint=UNSEEN_HINT)


def _try(sandbox: Sandbox, script: str, limits: JobLimits) -> JobResult:
    return sandbox.run(Job(command=("bash", "-c", script), limits=limits, label="probe"))


def _cache_file(engine: EngineFacts, image: str) -> Path:
    key = repr((engine, image, LIMITS, STATE_SCRIPT, MEMORY_SCRIPT, KILL_SCRIPT, _list_places()))
    name = hashlib.sha256(key.encode()).hexdigest()[:16]
    return config.cache_folder() / "sandbox" / f"probe-{name}.json"


def _list_places() -> tuple[str, ...]:
    """Return what tells apart the folders that processes of this machine and its containers see."""
    seen = Path("/proc/self/ns/mnt")
    namespace = str(seen.stat().st_ino) if seen.exists() else ""
    return (platform.node(), Lease.own().boot, namespace, tempfile.gettempdir())


def _read(path: Path) -> tuple[str, ...] | None:
    try:
        record = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    if not 0 <= time.time() - record["time"] < VALID_SECONDS:
        return None
    return tuple(record["unenforced"])


def _write(path: Path, unenforced: tuple[str, ...]) -> None:
    write_whole(path, json.dumps({"time": time.time(), "unenforced": unenforced}).encode())
