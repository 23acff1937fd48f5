"""Do a job on a cluster: call the ordinary command for each shard, then merge."""

import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from verifier.config import own_settings
from verifier.console import Console
from verifier.domain.outcome import JsonValue
from verifier.domain.shard import Shard, ShardKind
from verifier.errors import ClusterError
from verifier.printable import pluralize
from verifier.tools.records import from_json
from verifier.tools.storage.files import storage_errors, write_whole
from verifier.workflows.distributing.node import describe_node, find_differences, find_usual
from verifier.workflows.distributing.ray_cluster import ClusterChoice, open_cluster
from verifier.workflows.distributing.scheduling import Slots, WorkProgress, do_shards
from verifier.workflows.distributing.shard_call import CallEnd
from verifier.workflows.distributing.shard_folders import (
    ShardFolders,
    open_folders,
    read_exit_code,
)
from verifier.workflows.distributing.slot import StartedShard
from verifier.workflows.many_repositories import SUMMARY, MinedRepository
from verifier.workflows.merging.merge import list_outputs, merge_shards, refuse_existing

_SHARDS_PER_SLOT = 4
"""Shards for each slot. With several, a lost shard costs little, and a fast slot can do more."""
_OPEN = 3
_DONE = frozenset({0, _OPEN})
"""Exit codes of a shard that has a result for every unit; some results may be open."""
_PROBE = "probe"


@dataclass(frozen=True, kw_only=True, slots=True)
class DistributedJob:
    """A job for a cluster.

    `command` are the words of the ordinary command without its output and credentials. `name_words`
    returns the words of the command for a shard with its output. `sandbox` has the `kind`, `image` and
    `runtime` of the sandbox that every node needs; None if nothing is built.
    """

    kind: ShardKind
    output: Path
    command: tuple[str, ...]
    name_words: Callable[[Shard, Path], tuple[str, ...]]
    choice: ClusterChoice
    sandbox: Mapping[str, JsonValue] | None = None


Reports = Mapping[str, Mapping[str, JsonValue] | str]
"""The report of each slot's node, or the reason why there is none."""


class ClusterSlots(Slots, Protocol):
    """The slots of a cluster, with what happens before and after they do shards."""

    def report(self, probe: Mapping[str, JsonValue]) -> Reports:
        """Return the report of each slot's node, or the reason why there is none."""
        ...

    def leave(self) -> None:
        """End leftover processes and containers on every slot's machine."""
        ...


class Cluster(Protocol):
    """A cluster that is connected."""

    @property
    def count(self) -> int:
        """The number of all slots."""
        ...

    def open_slots(
        self,
        job: str,
        shard_timeout: float,
        describe_start: Callable[[int], Mapping[str, JsonValue]],
    ) -> ClusterSlots:
        """Create the slots. `describe_start` returns what a slot needs to do a shard."""
        ...


def distribute(
    job: DistributedJob,
    console: Console,
    finish: Callable[[], int],
    connect: Callable[[ClusterChoice], AbstractContextManager[Cluster]] = open_cluster,
) -> int:
    """Do the shards of a job that are not done, merge them, and return an exit code.

    `finish` writes the final files if the merge made a journal, and returns the code of that command. The
    folder of the shards is removed in the end. A later call of the same job continues what is not done.

    Raises:
        UsageError, MissingToolError, ClusterError: see `open_cluster`. UsageError: the output exists.
        InputError: two shards have different results. StorageError: a folder cannot be written.
    """
    with ExitStack() as held:
        with connect(job.choice) as cluster:
            planned = _SHARDS_PER_SLOT * cluster.count
            folders = held.enter_context(open_folders(job.output, job.command, planned))
            if not folders.is_merging:
                refuse_existing(job.output, job.kind)
            describe = partial(_describe_start, job, folders)
            slots = cluster.open_slots(folders.job, job.choice.shard_timeout, describe)
            progress = _do_open_shards(folders, slots, job, console)
        code = _describe_lacks(job.kind, progress, console)
        return code if code is not None else _merge(job, folders, console, finish)


def _describe_start(
    job: DistributedJob, folders: ShardFolders, index: int
) -> Mapping[str, JsonValue]:
    number = folders.last_start(index)
    folder = folders.start(index, number + 1)
    shard = Shard(index=index, count=folders.count)
    return StartedShard(
        kind=job.kind,
        words=job.name_words(shard, folder / folders.name),
        cwd=Path.cwd(),
        folder=folder,
        previous=folders.start(index, number) if number else None,
        output=folder / folders.name,
        seconds=job.choice.shard_timeout,
        settings=own_settings(),
    ).to_plain()


def _do_open_shards(
    folders: ShardFolders, slots: ClusterSlots, job: DistributedJob, console: Console
) -> WorkProgress:
    shards = [index for index in range(folders.count) if not folders.is_complete(index)]
    if not shards:
        return WorkProgress()
    ready = _admit(folders, slots, job, console)
    done = folders.count - len(shards)
    console.say(
        f"{pluralize(len(shards), 'shard')} on {pluralize(len(ready), 'slot')} of {job.choice.address}"
        f" ({done} of {folders.count} done before), in {folders.root}"
    )
    progress = do_shards(shards, slots, ready, console.say)
    slots.leave()
    return progress


def _admit(
    folders: ShardFolders, slots: ClusterSlots, job: DistributedJob, console: Console
) -> list[str]:
    """Return the slots whose node is fit, and print why the others are not.

    Raises:
        ClusterError: no node is fit.
    """
    probe, content = folders.root / _PROBE / secrets.token_hex(8), secrets.token_hex(16)
    write_whole(probe, content.encode())
    asked = {"probe": str(probe), "content": content, "cwd": str(Path.cwd())}
    reports, ready = slots.report({**asked, "sandbox": job.sandbox}), []
    judge = NodeJudge(own=describe_node(), sandbox=_find_sandbox(reports), choice=job.choice)
    for slot, report in reports.items():
        problems = [report] if isinstance(report, str) else list(judge.find_problems(report))
        if not problems:
            ready.append(slot)
        for problem in problems:
            console.error(f"slot {slot} gets no work: its node {problem}")
    seen = probe.with_name(f"{probe.name}.seen")
    if ready and not _has_content(seen, content):
        raise ClusterError(f"what a node wrote to {seen} is not seen here", hint=_SHARED)
    with storage_errors(probe.parent):
        shutil.rmtree(probe.parent)
    if not ready:
        raise ClusterError("no slot of the cluster is fit", hint=_SHARED)
    return ready


_SHARED = (
    "Every node needs the same refverify, Python and JDKs, and the folders of this job at the same"
    " path, on a disk that all share."
)


def _find_sandbox(reports: Reports) -> Mapping[str, JsonValue]:
    """Return the sandbox that most slots have; empty if the job needs none."""
    described = [each["sandbox"] for each in reports.values() if not isinstance(each, str)]
    return find_usual([sandbox for sandbox in described if sandbox is not None])


@dataclass(frozen=True, kw_only=True, slots=True)
class NodeJudge:
    """What a node must have: the tools of this machine, the sandbox of most slots, and a token."""

    own: Mapping[str, JsonValue]
    sandbox: Mapping[str, JsonValue]
    choice: ClusterChoice

    def find_problems(self, report: Mapping[str, JsonValue]) -> Iterator[str]:
        """Yield why a node with this report gets no work; nothing if it is fit."""
        if differences := list(find_differences(self.own, report["facts"])):
            yield f"differs from this machine: {'; '.join(differences[:3])}"
        opened = report["sandbox"]
        if opened is not None and (others := list(find_differences(self.sandbox, opened))):
            yield f"has another sandbox than other slots: {'; '.join(others)}"
        if not (report["has_token"] or self.choice.without_token):
            yield "was started without RAY_AUTH_MODE=token"
        yield from report["problems"]


def _has_content(path: Path, content: str) -> bool:
    try:
        return path.read_text("utf-8") == content
    except OSError:
        return False


def _describe_lacks(kind: ShardKind, progress: WorkProgress, console: Console) -> int | None:
    """Print which shards are not done, and return the exit code; None if all are done."""
    failed = {
        index: end
        for index, end in sorted(progress.ended.items())
        if end.exit_code not in _DONE and kind is not ShardKind.REPOSITORIES
    }
    for index, end in failed.items():
        console.error(f"shard {index} failed: {end.describe()}")
    for index, end in sorted(progress.poisoned.items()):
        console.error(f"shard {index} is poisoned, its command died twice: {end.describe()}")
    if progress.open:
        names = ", ".join(map(str, progress.open))
        console.error(f"no slot was left for {pluralize(len(progress.open), 'shard')}: {names}")
    if not (failed or progress.poisoned or progress.open):
        return None
    console.error("nothing was merged; the same command does again only what is not done")
    return _choose_code(failed, progress)


def _choose_code(failed: Mapping[int, CallEnd], progress: WorkProgress) -> int:
    """Return the code that all failures have in common, or 3."""
    codes = {end.exit_code for end in failed.values()}
    codes |= {_OPEN for _ in progress.poisoned}
    if progress.open:
        stopped = {end.exit_code for end in progress.stopped.values()}
        codes |= stopped or {ClusterError.exit_code}
    (code, *others) = codes
    return code if code is not None and not others else _OPEN


def _merge(
    job: DistributedJob, folders: ShardFolders, console: Console, finish: Callable[[], int]
) -> int:
    if folders.is_merging:
        _remove_outputs(list_outputs(job.output, job.kind))
    outputs = [folders.output(index) for index in range(folders.count)]
    result = merge_shards(outputs, job.output, begin=folders.begin_merging)
    for line in result.notices:
        console.say(line)
    if result.written is None:
        for missing in result.missing:
            console.error(missing.describe(result.count))
        console.error("nothing was merged; the same command does again only what is not done")
        return _OPEN
    console.say(f"{result.written:,} of {result.all_keys:,} {result.units}")
    code = _read_code(job, folders) if result.is_final else finish()
    folders.remove()
    return code


def _remove_outputs(paths: Sequence[Path]) -> None:
    """Remove what a merge of this job wrote before it was killed."""
    for path in paths:
        with storage_errors(path):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def _read_code(job: DistributedJob, folders: ShardFolders) -> int:
    """Return the exit code of one call for the whole job. For a list it is that of the first failure."""
    if job.kind is ShardKind.REPOSITORIES:
        lines = (job.output / SUMMARY).read_bytes().splitlines()
        codes = (from_json(MinedRepository, line).exit_code for line in lines)
        return next(filter(None, codes), 0)
    starts = (folders.start(n, folders.last_start(n)) for n in range(folders.count))
    return max(read_exit_code(start) or 0 for start in starts)
