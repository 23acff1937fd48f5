"""One mining run: analyse the commits that the journal lacks, then write the files."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Protocol

from verifier.analysis.commit_detection import CommitDetection
from verifier.console import Console
from verifier.domain.described import FORM, Described, Form
from verifier.domain.shard import ShardEnd, ShardHeader
from verifier.mining.commit import RETRYABLE, CommitStatus, Ending, ListedCommit, MinedCommit
from verifier.mining.detection import record_commit
from verifier.mining.funnel import Funnel, FunnelCounter
from verifier.mining.history import longest_first
from verifier.mining.instances import InstanceBuilder, Wanted
from verifier.mining.journal import Journal, JournalHeader
from verifier.mining.output import OutputPaths
from verifier.tools.records import to_line
from verifier.tools.storage.files import replacing
from verifier.tools.storage.held_lines import refuse_gaps
from verifier.tools.storage.shard_file import Unit, end_shard, write_shard_file

SECONDS_BETWEEN_SYNCS = 0.5


class CommitAnalyser(Protocol):
    """Detects refactorings in several worker processes. `window` limits the commits in flight."""

    @property
    def window(self) -> int: ...

    def submit(self, commit: str, parent: str) -> Future[CommitDetection]:
        """Start the analysis of one commit."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class RunOptions:
    """What is kept, which failed commits are retried, and whether to start over.

    With `write_only`, nothing is analysed: the journal must have every commit.
    """

    wanted: Wanted = field(default_factory=Wanted)
    retry: frozenset[CommitStatus] = frozenset()
    force: bool = False
    write_only: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitEnding(Described):
    """One line of the commits file."""

    commit: str
    """The commit's id."""
    status: CommitStatus
    """Its outcome."""
    committed: str = ""
    """The committer's time, in ISO 8601 and UTC."""
    reason: str = ""
    """Why it failed or was skipped; otherwise empty."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True)
class MiningRun:
    """A run over listed commits, which writes into the folder of `output.instances`."""

    commits: Sequence[ListedCommit]
    output: OutputPaths
    header: JournalHeader
    options: RunOptions
    console: Console

    def mine(self, analyser: CommitAnalyser, builder: InstanceBuilder) -> Funnel:
        """Analyse the remaining commits and write the files. Repeated calls write the same files.

        Raises:
            StorageError: the disk is full; the journal keeps the analysed commits.
            UsageError: the journal belongs to another run. InputError: it is damaged.
        """
        with Journal(self.output.journal, self.header, fresh=self.options.force) as journal:
            self._analyse(journal, analyser, self.commits)
            return self._write(journal, builder)

    def mine_shard(self, analyser: CommitAnalyser, header: ShardHeader) -> ShardEnd:
        """Analyse the remaining commits of one shard. Only the journal and the shard's file are written.

        Raises:
            StorageError: the disk is full; the journal keeps the analysed commits.
            UsageError: the journal belongs to another run or shard. InputError: it is damaged.
        """
        analysed = [commit for commit in self.commits if commit.ending is None]
        own = [commit for commit in analysed if header.shard.holds(commit.id)]
        units = [Unit(key=c.id, name=c.id, is_own=header.shard.holds(c.id)) for c in analysed]
        with Journal(self.output.journal, self.header, fresh=self.options.force) as journal:
            write_shard_file(self.output.shard, header, units, fresh=self.options.force)
            self._analyse(journal, analyser, own)
            failed = sum(journal.statuses[commit.id] in RETRYABLE for commit in own)
        return end_shard(header.shard, units, failed)

    def _analyse(
        self, journal: Journal, analyser: CommitAnalyser, commits: Sequence[ListedCommit]
    ) -> None:
        retry = frozenset[CommitStatus]() if self.options.write_only else self.options.retry
        known = {c for c, status in journal.statuses.items() if status not in retry}
        to_do = [c for c in longest_first(commits) if c.id not in known]
        if self.options.write_only:
            refuse_gaps(len(to_do), journal.path)
        waiting = sum(c.ending is None for c in commits) - len(to_do)
        if waiting:
            self.console.say(f"{waiting} commits are in the journal already: {journal.path}")
        if not to_do:
            return
        with self.console.progress("Mining", len(to_do)) as progress:
            for mined in _in_turn(to_do, analyser, journal):
                progress.advance(mined.commit[:10])

    def _write(self, journal: Journal, builder: InstanceBuilder) -> Funnel:
        counter = FunnelCounter(self.header.repo, self.options.wanted.types)
        with ExitStack() as stack:
            instances = stack.enter_context(replacing(self.output.instances))
            endings = stack.enter_context(replacing(self.output.commits))
            for commit in self.commits:
                ending = self._settle(commit, journal, counter, builder, instances.write)
                line = CommitEnding(
                    commit=commit.id,
                    status=ending.status,
                    committed=commit.committed,
                    reason=ending.reason,
                )
                endings.write(to_line(line))
            funnel = counter.funnel()
            stack.enter_context(replacing(self.output.funnel)).write(to_line(funnel))
        return funnel

    def _settle(
        self,
        commit: ListedCommit,
        journal: Journal,
        counter: FunnelCounter,
        builder: InstanceBuilder,
        write: Callable[[bytes], int],
    ) -> Ending:
        """Count one commit and write its instances."""
        if commit.ending is not None:
            counter.ended(commit.ending)
            return commit.ending
        mined = journal.read(commit.id)
        ending = Ending(status=mined.status, reason=mined.reason)
        counter.ended(ending, (f.reason for f in mined.skipped_files))
        merged = self.options.wanted.merge(mined)
        kept = self.options.wanted.select(merged)
        counter.found(merged, kept, self.options.wanted.in_tests(merged))
        for instance in builder.build(mined, kept, commit.committed):
            write(to_line(instance))
        return ending


def _in_turn(
    commits: Sequence[ListedCommit], analyser: CommitAnalyser, journal: Journal
) -> Iterator[MinedCommit]:
    """Submit the commits in order, at most a window at once, and journal each answer."""
    rest = iter(commits)
    waiting: dict[Future[CommitDetection], tuple[str, str]] = {}
    synced = time.monotonic()
    try:
        while True:
            waiting |= _submit(rest, analyser, analyser.window - len(waiting))
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                mined = record_commit(*waiting.pop(future), future)
                journal.append(mined)
                yield mined
            if time.monotonic() - synced > SECONDS_BETWEEN_SYNCS:
                journal.sync()
                synced = time.monotonic()
    finally:
        journal.sync()


def _submit(
    rest: Iterator[ListedCommit], analyser: CommitAnalyser, room: int
) -> dict[Future[CommitDetection], tuple[str, str]]:
    started = {}
    for _, commit in zip(range(room), rest, strict=False):
        if commit.parent is None:
            raise AssertionError("a commit without a parent is never analysed")
        started[analyser.submit(commit.id, commit.parent)] = (commit.id, commit.parent)
    return started
