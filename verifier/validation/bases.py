"""Prepare and measure the bases of instances, so that later steps need neither network nor waiting."""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event

from verifier.console import Console
from verifier.domain.declared import declaration
from verifier.domain.described import FORM, Described, Form
from verifier.domain.instance import Instance, StableId
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.shard import Shard
from verifier.domain.validation import TreeBuild
from verifier.judging.base_uses import BaseUses
from verifier.judging.brake import Brake
from verifier.judging.judgement import guard
from verifier.judging.options import ToolsetOptions
from verifier.judging.schedule import attempt_unit, run_suspects_first
from verifier.judging.tasks import Repositories
from verifier.judging.toolset import Toolset, open_toolset
from verifier.tools.records import load_jsonl
from verifier.tools.storage.attempts import UnitAttempts
from verifier.tools.storage.keyed_lines import KeyedLines
from verifier.validation.trees import build_tree, record_broken

CHECKS = frozenset({CheckName.COMPILATION, CheckName.TESTS})
"""The checks that the tools are opened for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PreparedBaseLine(Described):
    """A line of the file that `prepare` writes. The last line of a key counts."""

    key: str
    """The hash of everything that decides the result."""
    repo: str
    """The repository's name."""
    base: str
    """The commit."""
    builds: tuple[TreeBuild, ...]
    """Its builds, one for each choice of modules that its instances need."""
    seconds: float
    """Wall-clock seconds; close to 0 if it was prepared before."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    @property
    def failure(self) -> TreeBuild | None:
        """The first build without an answer; None if all have one."""
        return next((b for b in self.builds if b.status is Status.INCONCLUSIVE), None)

    @property
    def is_open(self) -> bool:
        """Whether another run may have another result."""
        found = self.failure
        return found is not None and found.reason is not Reason.BASE_INVALID


@dataclass(frozen=True, kw_only=True, slots=True)
class PrepareRequest:
    """One call. `repositories` are `PATH` or `NAME=PATH`. With `shard`, only its bases are prepared.

    `retry` tries again the bases that cannot be built. `force` starts over with all bases.
    """

    instances: Path
    output: Path
    repositories: tuple[str, ...]
    retry: bool = False
    force: bool = False
    skip_bad_lines: bool = False
    shard: Shard | None = None
    tools: ToolsetOptions = field(default_factory=ToolsetOptions)

    @property
    def attempts(self) -> Path:
        """The file with the started units, while a run works and after it was killed."""
        return self.output.with_name(self.output.name.removesuffix(".jsonl") + ".attempts")


@dataclass(frozen=True, kw_only=True, slots=True)
class PreparedCounts:
    """The bases of a call: how many are ready, and why the others are not, by reason."""

    all: int
    ready: int
    failed: Mapping[str, int]

    @property
    def is_open(self) -> bool:
        """Whether another run may prepare more."""
        return any(reason != Reason.BASE_INVALID for reason in self.failed)

    def __str__(self) -> str:
        """Format the counts on one line."""
        lost = "".join(f"; {reason} {count:,}" for reason, count in self.failed.items())
        return f"{self.ready:,} of {self.all:,} bases are ready{lost}"


def prepare(request: PrepareRequest, console: Console) -> PreparedCounts:
    """Prepare and measure the base of each instance. The same request continues an interrupted run.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, SandboxError, MissingToolError: see
            each class.
    """
    with open_toolset(request.tools.select_for(CHECKS)) as tools:
        return prepare_with(tools, request, console)


def prepare_with(tools: Toolset, request: PrepareRequest, console: Console) -> PreparedCounts:
    """Prepare with tools that are already open.

    Raises:
        RepositoryError, InputError, StorageError, UsageError: see each class.
    """
    instances, bad = load_jsonl(Instance, request.instances, skip_bad=request.skip_bad_lines)
    for line in bad:
        console.say(line.notice)
    bases = _group(instances, request.shard)
    with (
        Repositories.parse(request.repositories) as repositories,
        _open_file(request) as file,
        UnitAttempts(request.attempts, fresh=request.force or request.retry) as attempts,
    ):
        repositories.open_all([each for own in bases.values() for each in own])
        run = _Preparation(
            tools=tools,
            repositories=repositories,
            file=file,
            attempts=attempts,
            retry=request.retry,
        )
        run.prepare({run.key_of(base, own): own for base, own in bases.items()}, console)
        return _count([file.read(run.key_of(base, own)) for base, own in bases.items()])


def _group(
    instances: Sequence[Instance], shard: Shard | None
) -> dict[tuple[str, str], list[Instance]]:
    """Return the instances of each base that belongs to the shard."""
    bases: dict[tuple[str, str], list[Instance]] = {}
    for each in instances:
        if shard is None or shard.holds(each.repo, each.parent):
            bases.setdefault((each.repo, each.parent), []).append(each)
    return bases


def _open_file(request: PrepareRequest) -> KeyedLines[PreparedBaseLine]:
    return KeyedLines(
        request.output,
        PreparedBaseLine,
        what="no line of a prepared base: ",
        hint="Give another -o, or --force to throw this file away.",
        fresh=request.force,
    )


def _count(lines: Sequence[PreparedBaseLine | None]) -> PreparedCounts:
    failures = [line.failure for line in lines if line is not None]
    failed = Counter(str(each.reason) for each in failures if each is not None)
    return PreparedCounts(
        all=len(lines), ready=len(failures) - failed.total(), failed=dict(failed.most_common())
    )


@dataclass(frozen=True, kw_only=True)
class _Preparation:
    """An open run."""

    tools: Toolset
    repositories: Repositories
    file: KeyedLines[PreparedBaseLine]
    attempts: UnitAttempts
    retry: bool

    def key_of(self, base: tuple[str, str], instances: Sequence[Instance]) -> str:
        """Hash everything that decides the result of a base."""
        files = sorted({tuple(sorted(each.files)) for each in instances})
        return str(StableId.of(declaration(*base, files, self.tools)))

    def prepare(self, bases: Mapping[str, Sequence[Instance]], console: Console) -> None:
        """Prepare the bases that have no lasting result."""
        to_do = [item for item in bases.items() if not self._is_known(item[0])]
        if known := len(bases) - len(to_do):
            console.say(f"{known} bases have a result already: {self.file.path}")
        with console.progress("Preparing", len(to_do)) as progress:
            brake = Brake()
            for line in self._lines(to_do):
                self.file.append(line)
                failure = line.failure
                ending = "ready" if failure is None else f"{failure.reason}: {failure.details}"
                progress.advance(f"{line.repo} {line.base[:10]} {ending}")
                brake.add(line.base, line.builds)

    def _is_known(self, key: str) -> bool:
        line = self.file.read(key)
        return line is not None and not line.is_open and not (self.retry and line.failure)

    def _lines(self, to_do: Sequence[tuple[str, Sequence[Instance]]]) -> Iterator[PreparedBaseLine]:
        uses = BaseUses(self.tools, (instances[0].parent for _, instances in to_do))
        return run_suspects_first(
            partial(self._prepare_base, uses),
            to_do,
            self.tools.options.jobs,
            Event(),
            is_suspect=lambda item: self.attempts.is_suspect(item[0]),
        )

    def _prepare_base(
        self, uses: BaseUses, item: tuple[str, Sequence[Instance]]
    ) -> PreparedBaseLine:
        key, instances = item
        started = time.monotonic()
        base = instances[0].parent
        with (
            uses.use(base),
            attempt_unit(self.attempts, key, self.tools) as tools,
        ):
            builds = self._build(instances, tools)
        return PreparedBaseLine(
            key=key,
            repo=instances[0].repo,
            base=base,
            builds=tuple(builds),
            seconds=round(time.monotonic() - started, 3),
        )

    def _build(self, instances: Sequence[Instance], tools: Toolset) -> list[TreeBuild]:
        """Build the base once for each choice of modules."""
        base, builds = instances[0].parent, list[TreeBuild]()
        seen: set[int] = set()

        def build(instance: Instance) -> TreeBuild | None:
            builder = tools.open_builder(self.repositories.of(instance.repo), base, instance.files)
            # The tools keep one builder for each choice of modules.
            if id(builder) in seen:
                return None
            seen.add(id(builder))
            return build_tree(base, builder).build

        for each in instances:
            found = guard(partial(build, each), lambda error: record_broken(base, error).build)
            if found is not None and found not in builds:
                builds.append(found)
        return builds
