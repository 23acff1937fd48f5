"""A slot of a node does one shard at a time, each in a process of its own.

A slot runs in a worker of the cluster. Its arguments and results are small plain values.
"""

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from verifier.config import SLOT_VARIABLE, environment_of_shard, uses_ray_token
from verifier.domain.outcome import JsonValue
from verifier.domain.shard import ShardKind
from verifier.errors import InputError, SandboxError, StorageError, VerifierError
from verifier.tools import process
from verifier.tools.marked_processes import kill_marked
from verifier.tools.records import from_json
from verifier.tools.storage.files import write_whole
from verifier.tools.storage.lease import Lease
from verifier.workflows.distributing.node import describe_node, describe_own_sandbox
from verifier.workflows.distributing.shard_call import ENVIRONMENT_CODES, CallEnd, EndKind
from verifier.workflows.distributing.shard_folders import prepare_start, write_exit_code
from verifier.workflows.many_repositories import SUMMARY, MinedRepository
from verifier.workflows.merging.given import find_shard

_MOST_TEXT = 2_000
"""Most bytes of a command's standard error that are returned."""
_STOPPED = frozenset({130, 143})
"""Exit codes of a command that SIGINT or SIGTERM stopped."""
_OPEN = 3
"""The exit code of `validate` if trouble of the environment left every instance without an answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StartedShard:
    """One start of a shard: its command, its folder, and how long it may take."""

    kind: ShardKind
    words: tuple[str, ...]
    """The words of the command, with its shard and its output."""
    cwd: Path
    folder: Path
    previous: Path | None
    """The folder of the previous start, which did not end; None for the first."""
    output: Path
    seconds: float
    settings: Mapping[str, str]
    """Our settings in the environment of the machine that distributes."""

    def to_plain(self) -> dict[str, JsonValue]:
        """Return it as values that any version of this package can read."""
        return {
            "kind": str(self.kind),
            "words": list(self.words),
            "cwd": str(self.cwd),
            "folder": str(self.folder),
            "previous": None if self.previous is None else str(self.previous),
            "output": str(self.output),
            "seconds": self.seconds,
            "settings": dict(self.settings),
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, JsonValue]) -> "StartedShard":
        """Read what `to_plain` returned."""
        return cls(
            kind=ShardKind(plain["kind"]),
            words=tuple(plain["words"]),
            cwd=Path(plain["cwd"]),
            folder=Path(plain["folder"]),
            previous=None if plain["previous"] is None else Path(plain["previous"]),
            output=Path(plain["output"]),
            seconds=plain["seconds"],
            settings=plain["settings"],
        )


class ShardSlot:
    """Does shards on a node. Ends processes and containers that a dead slot of this machine left."""

    def __init__(self, job: str) -> None:
        self._mark = f"{job} {Lease.own()}"
        self._clean()

    def report(
        self, probe: str, content: str, cwd: str, sandbox: Mapping[str, JsonValue] | None = None
    ) -> dict[str, JsonValue]:
        """Describe this node. `probe` is a file of the job's folder with this content.

        Writes a file next to it, which shows that both machines see the same folder. `sandbox` chooses
        the sandbox that the job needs; None if it builds nothing.
        """
        problems = list(_find_problems(Path(probe), content, Path(cwd)))
        opened = None
        if sandbox is not None:
            try:
                opened = describe_own_sandbox(sandbox)
            except VerifierError as error:
                problems.append(f"cannot open its sandbox: {error.message}")
        return {
            "facts": describe_node(),
            "sandbox": opened,
            "has_token": uses_ray_token(),
            "problems": problems,
        }

    def run(self, plain: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Do a shard, and return how its command ended."""
        shard = StartedShard.from_plain(plain)
        try:
            prepare_start(shard.folder, shard.previous)
            end = self._run(shard)
            if end.kind is EndKind.EXITED and end.exit_code is not None:
                write_exit_code(shard.folder, end.exit_code)
        except VerifierError as error:
            end = CallEnd(
                kind=EndKind.STOPPED_BY_NODE, exit_code=error.exit_code, text=error.message
            )
        return {"kind": str(end.kind), "exit_code": end.exit_code, "text": end.text}

    def leave(self) -> None:
        """End leftover processes and containers on this machine."""
        self._clean()

    def _run(self, shard: StartedShard) -> CallEnd:
        environment = environment_of_shard(shard.settings, self._mark)
        # -P: no module comes from the current folder, whose files may belong to another person.
        command = [sys.executable, "-P", "-m", "verifier", "-q", *shard.words]
        child = process.follow(command, cwd=shard.cwd, env=environment, most=_MOST_TEXT)
        try:
            status = child.wait(shard.seconds)
        except process.ProcessTimeout as error:
            return CallEnd(kind=EndKind.LATE, text=error.message)
        finally:
            child.kill()
            kill_marked(SLOT_VARIABLE, self._is_abandoned)
        if status < 0 or status in _STOPPED:
            self._clean()
            why = f"ended by signal {-status}" if status < 0 else f"ended with exit code {status}"
            return CallEnd(kind=EndKind.KILLED, text=f"{child.read_tail()}\n{why}")
        is_open = is_about_the_node(shard.kind, status, shard.output)
        kind = EndKind.STOPPED_BY_NODE if is_open else EndKind.EXITED
        return CallEnd(kind=kind, exit_code=status, text=child.read_tail())

    def _clean(self) -> None:
        """End the processes and remove the containers of this slot and of slots that are dead."""
        from verifier.sandbox.janitor import Janitor

        kill_marked(SLOT_VARIABLE, self._is_abandoned)
        with suppress(SandboxError):
            Janitor(run="slot").reap()

    def _is_abandoned(self, mark: str) -> bool:
        lease = Lease.parse(mark.rpartition(" ")[2])
        return mark == self._mark or (lease is not None and lease.dead)


def _find_problems(probe: Path, content: str, cwd: Path) -> Sequence[str]:
    try:
        found = probe.read_text("utf-8")
    except OSError as error:
        return (f"does not see {probe.parent}: {error.strerror}",)
    if found != content:
        return (f"sees another folder at {probe.parent}",)
    try:
        write_whole(probe.with_name(f"{probe.name}.seen"), content.encode())
    except StorageError as error:
        return (error.message,)
    return () if cwd.is_dir() else (f"has no folder {cwd}, which is the current one",)


def is_about_the_node(kind: ShardKind, status: int, output: Path) -> bool:
    """Tell whether an exit code is about the machine, so that another one should do the shard.

    A list ends with the code of its first failure. That code is about the machine if at least two
    repositories have a summary and all of them ended with such a code. `validate` ends with 3 if the
    environment left every instance open. That is about the machine if there are at least two.
    """
    match kind:
        case ShardKind.REPOSITORIES if status in (codes := _read_codes(output / SUMMARY)):
            return len(codes) > 1 and ENVIRONMENT_CODES.issuperset(codes)
        case ShardKind.VALIDATION if status == _OPEN:
            return len(find_shard(output).plan.keys) > 1
        case _:
            return status in ENVIRONMENT_CODES


def _read_codes(summary: Path) -> list[int]:
    try:
        lines = summary.read_bytes().splitlines()
        return [from_json(MinedRepository, line).exit_code for line in lines]
    except (OSError, InputError):
        return []
