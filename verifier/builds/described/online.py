"""Run a build tool with network access: the only way in which a preparation runs code of a base
commit.

It works for Maven and for any other tool that fetches what an offline build needs. Such a command
is code of the base commit. So it runs in the sandbox, like a candidate, with two additions: network
access, and one writable folder that persists, the project's own store of dependencies. Nothing else
on this machine is writable, and the environment is empty.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.builds.described.strategy import ENVIRONMENT, JOB_TREE, LONGEST_REASON, OUTPUT_BYTES
from verifier.builds.options import BuildOptions, PrepareOn
from verifier.builds.repository_proxy.fetching import Fetching
from verifier.builds.repository_proxy.outlet import ADDRESS, Outlet, open_outlet, refuse_closed
from verifier.builds.repository_proxy.store import ProxyStore
from verifier.builds.repository_proxy.upstreams import upstreams_of
from verifier.domain.testrun import RunEnd
from verifier.errors import BaseInvalidError, SandboxError, UsageError
from verifier.printable import shorten
from verifier.sandbox.base import Job, JobLimits, JobResult, Mount, Sandbox
from verifier.sandbox.local import HostSandbox
from verifier.tools.maven import find_maven, read_own_repositories
from verifier.tools.maven_settings import network_settings
from verifier.tools.storage.cache_entries import PROXY

SECONDS = 1800.0
"""The time limit of one command; the first one downloads everything that a project needs."""
_NO_ROOM = re.compile(r"^.*(?:No space left on device|Disk quota exceeded).*$", re.MULTILINE)
_NOT_STARTED = re.compile(
    r"^.*/java: .*(?:' not found|shared libraries|cannot execute|Exec format error).*$",
    re.MULTILINE,
)
"""What the loader, or a shell, prints about a JDK that was built for another system than the sandbox's."""
_STORE = "store"
_PLACE = "place"
_RESULT_BYTES = 512 * 1024**2
_RESULT_FILES = 100_000
_SCRIPT = f'mkdir -p {JOB_TREE} && cd {JOB_TREE} && pwd -P >../{_PLACE} && exec "$@"'

Complete = Callable[[], None]
"""Fetches, again with network access, what the preparation of a base missed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OnlineCall:
    """One command; its current directory is a copy of a tree, or an empty folder without one.

    `files` are in the folder above, as `../name`. `results` are copied back: paths relative to the
    folder above too, so `tree/target` is what the command leaves in its tree. `mounts` are
    read-only; commands name them by `Online.path_of`. `seconds` is its time limit.
    """

    command: tuple[str, ...]
    tree: Path | None = None
    mounts: tuple[Mount, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    env: Mapping[str, str] = field(default_factory=dict)
    results: tuple[str, ...] = ()
    label: str = "prepare"
    seconds: float = SECONDS


@dataclass(frozen=True, kw_only=True, slots=True)
class OnlineResult:
    """What a command left: its status, its output, results by path, and the path of its tree.

    `log` is standard output; standard error if nothing else was printed.
    """

    status: int
    log: str
    files: Mapping[str, bytes]
    tree: str


class Online:
    """Runs commands with network access and one writable store; `as_user` says that they run on the
    host.

    On the host they have the user's rights, environment and settings, so they run there only if the
    user asks for it.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        store: Path,
        limits: JobLimits,
        *,
        as_user: bool = False,
        outlet: Outlet | None = None,
    ) -> None:
        self._sandbox, self._limits, self.as_user = sandbox, limits, as_user
        self._outlet = outlet
        self._store = Mount(name=_STORE, source=store)

    @property
    def repository(self) -> str:
        """The address at which commands find all repositories as one; empty if they have a network."""
        return "" if self._outlet is None else ADDRESS

    @property
    def folder(self) -> Path:
        """The store's folder on this machine."""
        return self._store.source

    @property
    def store(self) -> str:
        """The path at which commands see the store."""
        return self._sandbox.path_of(self._store)

    def path_of(self, mount: Mount) -> str:
        """Return the path at which commands see a mount."""
        return self._sandbox.path_of(mount)

    def run(self, call: OnlineCall) -> OnlineResult:
        """Run a command to its end, whatever its exit status.

        Raises:
            BaseInvalidError: it did not end in time.
            SandboxError: it was stopped for memory, disk or processes, it failed because the disk is
                full, its JDK does not start there, or the environment failed.
        """
        limits = replace(self._limits, wall_seconds=min(self._limits.wall_seconds, call.seconds))
        copies = {} if call.tree is None else {JOB_TREE: Mount(name="base", source=call.tree)}
        command, mounts = ("bash", "-c", _SCRIPT, "online", *call.command), call.mounts
        if self._outlet is not None:
            paths = {mount.name: self.path_of(mount) for mount in self._outlet.mounts}
            command, mounts = self._outlet.wrap(command, paths), (*mounts, *self._outlet.mounts)
        result = self._sandbox.run(
            Job(
                command=command,
                mounts=mounts,
                writable=(self._store,),
                copies=copies,
                files=call.files,
                env={**ENVIRONMENT, **call.env},
                results=(_PLACE, *call.results),
                limits=limits,
                network=self._outlet is None,
                label=call.label,
            )
        )
        _refuse_cut_short(result, limits)
        _refuse_not_started(result)
        log = (result.output or result.log).decode("utf-8", "replace")
        if result.exit_code:
            refuse_full_disk(log)
            refuse_closed(log)
        files = dict(result.artefacts)
        return OnlineResult(
            status=result.exit_code or 0,
            log=log,
            files=files,
            tree=files.pop(_PLACE, b"").decode("utf-8", "surrogateescape").strip(),
        )


@contextmanager
def online(sandbox: Sandbox, store: Path, options: BuildOptions) -> Iterator[Online]:
    """Yield where a preparation runs its commands, as the user asked.

    Raises:
        UsageError: the sandbox does not isolate, so a proxy would change nothing.
        MissingToolError: no JDK is new enough to reach the proxy, or there is no Maven whose own
            repositories it could ask.
    """
    limits = replace(
        options.limits,
        wall_seconds=SECONDS,
        output_bytes=OUTPUT_BYTES,
        result_bytes=_RESULT_BYTES,
        result_files=_RESULT_FILES,
    )
    if options.prepare_on is PrepareOn.SANDBOX:
        yield Online(sandbox, store, limits)
        return
    if options.prepare_on is PrepareOn.PROXY:
        if not sandbox.facts.isolated:
            raise UsageError(
                "--prepare-on proxy needs a sandbox that can cut off the network",
                hint="Use --sandbox docker, or leave --prepare-on out.",
            )
        fetching = Fetching(
            store=ProxyStore(folder=options.cache / PROXY),
            upstreams=upstreams_of(
                network_settings(), lambda: read_own_repositories(find_maven(options.maven))
            ),
        )
        with open_outlet(fetching) as outlet:
            yield Online(sandbox, store, limits, outlet=outlet)
        return
    with HostSandbox() as host:
        yield Online(host, store, limits, as_user=True)


def _refuse_not_started(result: JobResult) -> None:
    match = _NOT_STARTED.search(result.log.decode("utf-8", "replace"))
    if match and result.exit_code and not result.output:
        raise SandboxError(
            f"a JDK does not start in the sandbox: {shorten(match[0].strip(), LONGEST_REASON)}",
            hint="Name an image of the system that the JDK was made for (--image), or another JDK.",
        )


def refuse_full_disk(log: str) -> None:
    """Raise an error if a failed command says that it could not write.

    Raises:
        SandboxError: the disk is full.
    """
    match = _NO_ROOM.search(log)
    if match:
        raise SandboxError(
            f"a preparation could not write: {shorten(match[0].strip(), LONGEST_REASON)}",
            hint="Free some space where the cache is, and run the same command again.",
        )


def _refuse_cut_short(result: JobResult, limits: JobLimits) -> None:
    if result.end is RunEnd.TIMEOUT:
        raise BaseInvalidError(f"preparation: it did not end within {limits.wall_seconds:.0f} s")
    if result.end is not RunEnd.EXITED:
        raise SandboxError(
            f"preparation: it was ended by {result.end}",
            hint="Give it more with --memory; it may write half of that outside its store.",
        )
