"""The parent of a job in the `local` sandbox, run as a script by a separate interpreter.

It becomes the reaper of all its orphaned descendants, so a daemonised grandchild cannot escape. It
dies with the controller and ends the job. It checks time, memory, processes and disk several times
a second. It uses only the standard library and imports no packages, because it must start fast.

Usage: python -I -S supervisor.py PLAN, where PLAN is JSON (see `verifier.sandbox.local`).
"""

import ctypes
import json
import os
import resource
import shutil
import signal
import sys
import time
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
TICK_SECONDS = 0.25
DISK_SECONDS = 1.0
GRACE_SECONDS = 2.0
FREE_DISK_FLOOR = 512 * 1024**2
PAGE = resource.getpagesize()
SIGNALS = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
NOT_FOUND = 127


def main() -> None:
    """Run the job of the plan, and write a report about how it ended."""
    plan = json.loads(sys.argv[1])
    _become_reaper(plan["parent"])
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    began = time.monotonic()
    job = os.fork()
    if job == 0:
        _become_job(plan)
    try:
        end = Watch(plan, job, began).until_the_end()
    finally:
        seconds = time.monotonic() - began
        _kill_descendants()
    report = {"end": end.name, "status": end.status, "seconds": seconds}
    Path(plan["report"]).write_text(json.dumps(report), "utf-8")


def _become_reaper(parent: int) -> None:
    libc = ctypes.CDLL(None)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    # If the controller died between fork and prctl, no signal will arrive.
    if os.getppid() != parent:
        sys.exit(1)


def _become_job(plan: dict[str, object]) -> None:
    """Turn the forked child into the job; never returns."""
    command = plan["command"]
    env = json.loads(Path(str(plan["environment"])).read_text("utf-8"))
    try:
        # A separate session: no terminal to write to, and one group to send signals to.
        os.setsid()
        os.chdir(str(plan["work"]))
        disk = int(str(plan["disk_bytes"]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (disk, disk))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        # Python ignores SIGPIPE and children inherit that; shell pipelines rely on it.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        if isinstance(command, list) and isinstance(env, dict):
            os.execvpe(command[0], command, env)  # noqa: S606 - to run the job is its purpose
    except OSError as error:
        os.write(2, f"{error}\n".encode())
    finally:
        os._exit(NOT_FOUND)


class End:
    """How the job ended: the name of a RunEnd, or `stopped`; and an exit status as in a shell."""

    def __init__(self, name: str, status: int | None = None) -> None:
        self.name, self.status = name, status


class Watch:
    """Waits for the job and measures what it uses."""

    def __init__(self, plan: dict[str, object], job: int, began: float) -> None:
        self._job, self._work = job, str(plan["work"])
        self._deadline = began + float(str(plan["wall_seconds"]))
        self._memory = int(str(plan["memory_bytes"]))
        self._pids = int(str(plan["pids"]))
        self._disk = int(str(plan["disk_bytes"]))
        self._look_at = self._disk_at = began + TICK_SECONDS
        self._status: int | None = None

    def until_the_end(self) -> End:
        """Wait for the first of: the job's own end, an exceeded limit, a signal to stop."""
        while True:
            wait = min(TICK_SECONDS, max(0.001, self._deadline - time.monotonic()))
            got = signal.sigtimedwait(SIGNALS, wait)
            if got is not None and got.si_signo != signal.SIGCHLD:
                return End("stopped")
            self._reap()
            # Checked before the status, so that a job that ended because of a full disk is reported
            # as such.
            breach = self._breach()
            if breach:
                return End(breach)
            if self._status is not None:
                return End("exited", self._status)
            if time.monotonic() >= self._deadline:
                return self._ask_to_end()

    def _ask_to_end(self) -> End:
        os.killpg(self._job, signal.SIGTERM)
        until = time.monotonic() + GRACE_SECONDS
        while self._status is None and time.monotonic() < until:
            signal.sigtimedwait({signal.SIGCHLD}, TICK_SECONDS)
            self._reap()
        return End("timeout")

    def _reap(self) -> None:
        for pid, status in _reap():
            if pid == self._job:
                code = os.waitstatus_to_exitcode(status)
                self._status = code if code >= 0 else 128 - code

    def _breach(self) -> str:
        """Return the name of a limit that is exceeded now; empty if none is."""
        if time.monotonic() >= self._look_at:
            self._look_at = time.monotonic() + TICK_SECONDS
            processes = descendants()
            if len(processes) > self._pids:
                # The whole job is ended; which process was one too many does not matter.
                return "out_of_processes"
            if sum(map(_resident, processes)) > self._memory:
                return "out_of_memory"
        return "out_of_disk" if self._disk_is_full() else ""

    def _disk_is_full(self) -> bool:
        if time.monotonic() < self._disk_at and self._status is None:
            return False
        began = time.monotonic()
        used = _disk_use(self._work)
        # Walking a large tree is slow itself, so it takes at most a tenth of the time.
        self._disk_at = time.monotonic() + max(DISK_SECONDS, 10 * (time.monotonic() - began))
        return used >= self._disk or shutil.disk_usage(self._work).free < FREE_DISK_FLOOR


def _reap() -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if pid == 0:
            return found
        found.append((pid, status))


def descendants() -> list[int]:
    """Return every live process below this one, not counting threads."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - of a thousand names, four times a second
        if name.isdigit():
            parent = _parent(int(name))
            if parent:
                children.setdefault(parent, []).append(int(name))
    found: list[int] = []
    todo = [os.getpid()]
    while todo:
        below = children.get(todo.pop(), [])
        found += below
        todo += below
    return found


def _parent(pid: int) -> int:
    """Return the parent's id; 0 if the process is gone."""
    text = _read(f"/proc/{pid}/stat")
    # The program's own name comes before, and may contain blanks and parentheses.
    return int(text[text.rindex(")") + 2 :].split()[1]) if text else 0


def _resident(pid: int) -> int:
    text = _read(f"/proc/{pid}/statm")
    return int(text.split()[1]) * PAGE if text else 0


def _read(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as stream:  # noqa: PTH123 - the same haste
            return stream.read()
    except OSError:
        return ""


def _disk_use(folder: str) -> int:
    total = 0
    for parent, _, files in os.walk(folder):
        for name in files:
            try:
                total += os.lstat(os.path.join(parent, name)).st_blocks * 512  # noqa: PTH118 - the same haste
            except OSError:
                continue
    return total


def _kill_descendants() -> None:
    """Kill until no descendant is left: processes forked in the meantime are found in the next round."""
    while alive := descendants():
        for pid in alive:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        _reap()
        time.sleep(0.002)


if __name__ == "__main__":
    main()
