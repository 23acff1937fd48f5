"""A run over a file of instances: read the contexts that the journal lacks, then write the file."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from threading import Event

from verifier import __version__
from verifier.analysis.pool import AnalysisPool
from verifier.builds.options import BuildOptions
from verifier.config import cache_folder
from verifier.console import Console, Groups
from verifier.context.class_paths import Around, ClassPaths
from verifier.context.journal import ContextLine, open_journal
from verifier.context.output import ContextPaths
from verifier.domain.context import (
    Bindings,
    ContextLimits,
    InstanceContext,
    LookedFor,
    SurroundingsRequest,
)
from verifier.domain.declared import declaration, to_plain
from verifier.domain.instance import Instance, StableId
from verifier.domain.proof_request import CommitSources
from verifier.domain.shard import ShardEnd, ShardHeader, ShardKind, ShardRequest
from verifier.errors import VerifierError
from verifier.judging.judgement import guard
from verifier.judging.schedule import some_at_a_time
from verifier.judging.tasks import Repositories
from verifier.libraries.finding import LibraryFinder
from verifier.tools.jdk import identify_jdks
from verifier.tools.records import load_jsonl, to_line
from verifier.tools.storage.cache_seal import cache_errors
from verifier.tools.storage.cache_usage import release
from verifier.tools.storage.files import replacing
from verifier.tools.storage.held_lines import refuse_gaps
from verifier.tools.storage.keyed_lines import KeyedLines
from verifier.tools.storage.shard_file import Unit, end_shard, write_shard_file


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextRequest:
    """One call: the instances, the output and the limits.

    `repositories` are `PATH` or `NAME=PATH`. A given `class_path` serves all bases. Otherwise a
    base uses the class path of its preparation if the cache of `build` has it, and that of its
    build files if not; `fetch` downloads missing jars. `timeout` is in seconds per instance.
    `retry` repeats failed instances, `force` everything. With `write_only`, nothing is read: the
    journal must have every instance.
    """

    instances: Path
    output: ContextPaths
    repositories: tuple[str, ...]
    class_path: tuple[Path, ...] | None = None
    build: BuildOptions = field(default_factory=lambda: BuildOptions(cache=cache_folder()))
    limits: ContextLimits = field(default_factory=ContextLimits)
    jobs: int = 1
    timeout: float = 120.0
    max_heap: str = "2g"
    retry: bool = False
    force: bool = False
    write_only: bool = False
    fetch: bool = False
    skip_bad_lines: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextCounts:
    """The outcomes of the instances of a run."""

    full: int
    sources: int
    failed: int

    def __str__(self) -> str:
        """Format the counts on one line."""
        return (
            f"{self.full + self.sources} instances with their context: {self.full} with a class path,"
            f" {self.sources} by sources alone; {self.failed} failed"
        )


def add_context(request: ContextRequest, console: Console) -> ContextCounts:
    """Find the context of each instance. The same request again continues an interrupted run.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, MissingToolError: see each class.
    """
    with _open_run(request, console) as (run, asked):
        run.ask(asked)
        return run.write(asked)


def add_context_of_shard(
    request: ContextRequest, part: ShardRequest, console: Console
) -> tuple[ContextCounts, ShardEnd]:
    """Find the context of the instances of one shard, and write its journal only.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, MissingToolError: see each class.
    """
    with _open_run(request, console) as (run, asked):
        return run.read_shard(asked, part)


@contextmanager
def _open_run(
    request: ContextRequest, console: Console
) -> Iterator[tuple["_ContextRun", Sequence["_Asked"]]]:
    """Read the instances, and open their repositories, the journal and the analysis."""
    instances, bad = load_jsonl(Instance, request.instances, skip_bad=request.skip_bad_lines)
    for line in bad:
        console.say(line.notice)
    with (
        Repositories.parse(request.repositories) as repositories,
        open_journal(request.output.journal, fresh=request.force) as journal,
        AnalysisPool(
            jobs=request.jobs, timeout=request.timeout, max_heap=request.max_heap
        ) as analysis,
    ):
        repositories.open_all(instances)
        run = _ContextRun(
            request=request,
            console=console,
            journal=journal,
            analysis=analysis,
            repositories=repositories,
            class_paths=ClassPaths(
                options=request.build,
                given=request.class_path,
                libraries=LibraryFinder(
                    analysis=analysis, options=request.build, fetch=request.fetch
                ),
            ),
        )
        yield run, [run.asked(i) for i in instances]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Asked:
    """An instance, its class path, and the key of both."""

    key: str
    instance: Instance
    around: Around


@dataclass(frozen=True, kw_only=True)
class _ContextRun:
    """An open run."""

    request: ContextRequest
    console: Console
    journal: KeyedLines[ContextLine]
    analysis: AnalysisPool
    repositories: Repositories
    class_paths: ClassPaths

    @property
    def versions(self) -> dict[str, str]:
        """The versions of what reads a context."""
        return {"refverify": __version__, **self.analysis.versions()}

    def read_shard(
        self, asked: Sequence[_Asked], part: ShardRequest
    ) -> tuple[ContextCounts, ShardEnd]:
        """Read the contexts of a shard: all instances of a base belong to one shard."""
        own = [each for each in asked if part.shard.holds(*_base(each))]
        # A file may have an instance twice.
        units = [
            Unit(key=each.key, name=each.instance.id, is_own=part.shard.holds(*_base(each)))
            for each in {each.key: each for each in asked}.values()
        ]
        header = ShardHeader(
            kind=ShardKind.CONTEXT,
            shard=part.shard,
            settings={"limits": to_plain(self.request.limits)},
            versions=self.versions,
            jdks=identify_jdks(self.request.build.jdk),
            command=part.command,
        )
        write_shard_file(self.request.output.shard, header, units, fresh=self.request.force)
        self.ask(own)
        counts = self.count(own)
        return counts, end_shard(part.shard, units, counts.failed)

    def asked(self, instance: Instance) -> _Asked:
        """Collect what decides the result of an instance."""
        around = self.class_paths.of(self.repositories.of(instance.repo), instance)
        limits = self.request.limits
        known = around.entries is not None
        decided = declaration(instance, around, known, limits, self.versions)
        return _Asked(key=str(StableId.of(decided)), instance=instance, around=around)

    def ask(self, asked: Sequence[_Asked]) -> None:
        """Read what the journal lacks; one worker reads the instances of one base one after the
        other.
        """
        to_do = [each for each in asked if not self._is_known(each.key)]
        self._release({each.instance.parent for each in asked} - {e.instance.parent for e in to_do})
        if known := len(asked) - len(to_do):
            self.console.say(f"{known} instances are in the journal already: {self.journal.path}")
        if self.request.write_only:
            refuse_gaps(len(to_do), self.journal.path)
        if not to_do:
            return
        first = {base: at for at, base in reversed(list(enumerate(map(_base, to_do))))}
        to_do.sort(key=lambda each: first[_base(each)])
        bases = [list(group) for _, group in groupby(to_do, key=_base)]
        counts = Counter(group[0].instance.parent for group in bases)

        def read(group: list[_Asked]) -> list[ContextLine]:
            lines = [self._one(each) for each in group]
            # A fork may have the same base.
            if counts[parent := group[0].instance.parent] == 1:
                self._release([parent])
            return lines

        groups = Groups(name="base", of_steps=[n for n, b in enumerate(bases, start=1) for _ in b])
        with self.console.progress("Reading context", len(to_do), groups) as progress:
            for lines in some_at_a_time(read, bases, self.request.jobs, Event()):
                for line in lines:
                    self.journal.append(line)
                    progress.advance(f"{line.instance_id} {_ending(line)}")

    def _is_known(self, key: str) -> bool:
        line = self.journal.read(key)
        retry = self.request.retry and not self.request.write_only
        return line is not None and not (retry and line.trouble)

    def _release(self, commits: Iterable[str]) -> None:
        """Let others remove the preparations of bases whose instances are read."""
        with cache_errors():
            for commit in commits:
                release(commit, self.request.build.cache)

    def _one(self, asked: _Asked) -> ContextLine:
        """Read one instance. A failure becomes its result, so that the next one can begin."""
        started = time.monotonic()

        def read() -> ContextLine:
            found = self.analysis.surroundings(self._question(asked))
            return _line(asked, started, context=found)

        def leave_open(error: Exception) -> ContextLine:
            return _line(asked, started, trouble=VerifierError.of(error).message)

        return guard(read, leave_open)

    def _question(self, asked: _Asked) -> SurroundingsRequest:
        repository = self.repositories.of(asked.instance.repo)
        commit = repository.resolve(asked.instance.parent)
        return SurroundingsRequest(
            root=CommitSources(repository=repository.git_dir, commit=commit),
            methods=list_wanted_methods(asked.instance),
            class_path=asked.around.entries,
            java_home=asked.around.java_home,
            limits=self.request.limits,
        )

    def write(self, asked: Sequence[_Asked]) -> ContextCounts:
        """Write the instances from the journal alone."""
        with replacing(self.request.output.instances) as stream:
            for each, line in self._lines(asked):
                stream.write(to_line(replace(each.instance, context=line.context)))
        return self.count(asked)

    def count(self, asked: Sequence[_Asked]) -> ContextCounts:
        """Count the outcomes of instances in the journal."""
        contexts = (line.context for _, line in self._lines(asked))
        return _counts(Counter(None if each is None else each.bindings for each in contexts))

    def _lines(self, asked: Sequence[_Asked]) -> Iterator[tuple[_Asked, ContextLine]]:
        for each in asked:
            line = self.journal.read(each.key)
            if line is None:
                raise AssertionError(f"{each.instance.id} was asked and is not in the journal")
            yield each, line


def list_wanted_methods(instance: Instance) -> tuple[LookedFor, ...]:
    """List the methods of the base that the instance is about: the refactored one and its target."""
    side = instance.before
    line = next((r.start_line for r in side.ranges if r.file == side.file), 0)
    method = LookedFor(file=side.file, method=side.method, line=line)
    if side.partner is None:
        return (method,)
    return (method, LookedFor(file=side.partner_file or side.file, method=side.partner))


def _base(asked: _Asked) -> tuple[str, str]:
    return asked.instance.repo, asked.instance.parent


def _line(
    asked: _Asked, started: float, context: InstanceContext | None = None, trouble: str = ""
) -> ContextLine:
    return ContextLine(
        key=asked.key,
        instance_id=asked.instance.id,
        context=context,
        trouble=trouble,
        seconds=round(time.monotonic() - started, 3),
    )


def _ending(line: ContextLine) -> str:
    return line.trouble if line.context is None else str(line.context.bindings)


def _counts(counts: Mapping[Bindings | None, int]) -> ContextCounts:
    return ContextCounts(
        full=counts.get(Bindings.FULL, 0),
        sources=counts.get(Bindings.SOURCES, 0),
        failed=counts.get(None, 0),
    )
