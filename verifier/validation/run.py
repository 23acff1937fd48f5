"""A validation run: validate the instances that the journal lacks, then write the files."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event

from verifier.console import Console, Groups
from verifier.domain.declared import declaration, to_plain
from verifier.domain.funnel import TEST_CODE, Stage, before_kept
from verifier.domain.instance import Instance, StableId
from verifier.domain.outcome import CheckName, Status
from verifier.domain.shard import ShardEnd, ShardHeader, ShardKind, ShardRequest
from verifier.domain.validation import Demand, Validation
from verifier.java_text.quick_reader import JavaReader
from verifier.judging.base_uses import BaseUses
from verifier.judging.brake import Brake
from verifier.judging.ledger import Ledger
from verifier.judging.options import ToolsetOptions
from verifier.judging.run import InputFacts, describe_sandbox, run_record
from verifier.judging.schedule import attempt_unit, run_suspects_first
from verifier.judging.tasks import Repositories
from verifier.judging.toolset import Toolset, open_toolset
from verifier.mining.funnel import Funnel
from verifier.mining.output import funnel_beside
from verifier.tools.jdk import identify_jdks
from verifier.tools.records import load_jsonl, to_line
from verifier.tools.storage.attempts import UnitAttempts
from verifier.tools.storage.files import replacing
from verifier.tools.storage.held_lines import refuse_gaps
from verifier.tools.storage.keyed_lines import KeyedLines
from verifier.tools.storage.shard_file import Unit, end_shard, write_shard_file
from verifier.validation.counting import ValidationCounter
from verifier.validation.golden import JUDGED, GoldenJudge
from verifier.validation.journal import JournalLine, open_journal
from verifier.validation.output import ValidatedPaths
from verifier.validation.sample import Sample, build_files_in, sample, years_in
from verifier.validation.troubles import Troubles
from verifier.validation.validator import Validator, is_open

CHECKS = JUDGED.checks | {CheckName.COVERAGE}
"""The checks that the tools are opened for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ValidationRequest:
    """One call: the instances, the output, the steps to run and the instances to keep.

    `repositories` are `PATH` or `NAME=PATH`. Without `demand`, every instance is kept. `sample`
    limits the pure instances of each project that are validated. `retry` repeats every inconclusive
    result, `force` everything. With `write_only`, nothing is validated: the journal must have every
    instance.
    """

    instances: Path
    output: ValidatedPaths
    repositories: tuple[str, ...]
    golden: bool = True
    main_only: bool = False
    sample: int | None = None
    demand: Demand | None = None
    retry: bool = False
    force: bool = False
    write_only: bool = False
    skip_bad_lines: bool = False
    tools: ToolsetOptions = field(default_factory=ToolsetOptions)


def validate(request: ValidationRequest, console: Console) -> Funnel:
    """Validate a file of instances. The same request again continues an interrupted run.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, SandboxError, MissingToolError: see
            each class.
    """
    with open_toolset(request.tools.select_for(CHECKS)) as tools:
        return validate_with(tools, request, console)


def validate_with(tools: Toolset, request: ValidationRequest, console: Console) -> Funnel:
    """Validate with tools that are already open.

    Raises:
        RepositoryError, InputError, StorageError, UsageError: see each class.
    """
    with _open_run(tools, request, console) as run:
        run.ask(run.keyed)
        return run.write()


def validate_shard(
    request: ValidationRequest, part: ShardRequest, console: Console
) -> tuple[Funnel, ShardEnd]:
    """Validate the instances of one shard, and write its journal only. Return the counts of the shard.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, SandboxError, MissingToolError: see
            each class.
    """
    with open_toolset(request.tools.select_for(CHECKS)) as tools:
        return validate_shard_with(tools, request, part, console)


def validate_shard_with(
    tools: Toolset, request: ValidationRequest, part: ShardRequest, console: Console
) -> tuple[Funnel, ShardEnd]:
    """Validate one shard with tools that are already open.

    Raises:
        RepositoryError, InputError, StorageError, UsageError: see each class.
    """
    with _open_run(tools, request, console) as run:
        return run.validate_shard(part)


@contextmanager
def _open_run(
    tools: Toolset, request: ValidationRequest, console: Console
) -> Iterator["_ValidationRun"]:
    """Read the instances, and open their repositories and the journal."""
    read = read_requested(request, console)
    with (
        Repositories.parse(request.repositories) as repositories,
        open_journal(request.output.journal, fresh=request.force) as journal,
    ):
        asked = choose_asked(read, request, repositories)
        repositories.open_all(asked.chosen)
        yield _ValidationRun(
            request=request,
            console=console,
            journal=journal,
            tools=tools,
            repositories=repositories,
            keyed={key_of(i, tools, golden=request.golden): i for i in asked.chosen},
            read=len(read),
            left_out=asked.losses,
        )


def choose_asked(
    read: Sequence[Instance], request: ValidationRequest, repositories: Repositories
) -> Sample:
    """Choose the instances to validate, and count the others by reason."""
    chosen = tuple(i for i in read if not (request.main_only and i.edits_tests))
    in_tests = {TEST_CODE: len(read) - len(chosen)} if len(chosen) < len(read) else {}
    if request.sample is None:
        return Sample(chosen=chosen, losses=in_tests)
    found = sample(
        chosen,
        request.sample,
        years_in(chosen, repositories),
        build_files_in(chosen, repositories),
    )
    return Sample(chosen=found.chosen, losses={**in_tests, **found.losses})


def is_settled(validation: Validation, *, retry: bool) -> bool:
    """Tell whether a result in the journal is kept; with `retry`, no inconclusive one is."""
    steps = validation.steps.values()
    retried = retry and any(s.status is Status.INCONCLUSIVE for s in steps)
    return not retried and not is_open(validation)


def key_of(instance: Instance, tools: Toolset, *, golden: bool) -> str:
    """Hash everything that decides the result of an instance."""
    return str(StableId.of(declaration(instance, tools, golden)))


def read_requested(request: ValidationRequest, console: Console) -> list[Instance]:
    """Read the instances of a request.

    Raises:
        InputError: the file or, unless they are skipped, one of its lines cannot be read.
    """
    found, bad = load_jsonl(Instance, request.instances, skip_bad=request.skip_bad_lines)
    for line in bad:
        console.say(line.notice)
    return found


@dataclass(frozen=True, kw_only=True)
class _ValidationRun:
    """An open run: the instances to validate by their keys, and the number of all, and of others by reason."""

    request: ValidationRequest
    console: Console
    journal: KeyedLines[JournalLine]
    tools: Toolset
    repositories: Repositories
    keyed: Mapping[str, Instance]
    read: int
    left_out: Mapping[str, int]

    def validate_shard(self, part: ShardRequest) -> tuple[Funnel, ShardEnd]:
        """Validate the instances of a shard: all instances of a base belong to one shard."""
        own = {k: i for k, i in self.keyed.items() if part.shard.holds(i.repo, i.parent)}
        units = [Unit(key=k, name=i.id, is_own=k in own) for k, i in self.keyed.items()]
        header = ShardHeader(
            kind=ShardKind.VALIDATION,
            shard=part.shard,
            settings={"golden": self.request.golden, "options": to_plain(self.tools.options)},
            versions=self.tools.versions,
            jdks=identify_jdks(self.tools.options.build.jdk),
            sandbox=describe_sandbox(self.tools.sandbox),
            command=part.command,
        )
        write_shard_file(self.request.output.shard, header, units, fresh=self.request.force)
        self.ask(own)
        found = [line.validation for key in own if (line := self.journal.read(key)) is not None]
        counted = replace(self, keyed=own, read=len(own), left_out={})
        funnel = counted.settle(lambda _: None)
        return funnel, end_shard(part.shard, units, sum(map(is_open, found)))

    def ask(self, keyed: Mapping[str, Instance]) -> None:
        """Validate what the journal lacks; instances of one base follow each other."""
        to_do = [(k, i) for k, i in keyed.items() if not self._is_known(k)]
        if known := len(keyed) - len(to_do):
            self.console.say(f"{known} instances are in the journal already: {self.journal.path}")
        if self.request.write_only:
            refuse_gaps(len(to_do), self.journal.path)
        if not to_do:
            return
        to_do.sort(key=lambda item: (item[1].repo, item[1].parent))
        groups = _bases([i for _, i in to_do])
        with (
            self.console.progress("Validating", len(to_do), groups) as progress,
            Ledger(folder=self.request.output.golden) as ledger,
            UnitAttempts(self.request.output.attempts, fresh=self._starts_over) as attempts,
        ):
            ledger.describe(to_plain(run_record(InputFacts(), JUDGED, self.tools)))
            brake, bases = Brake(), {i.id: i.parent for _, i in to_do}
            for line in self._validate(to_do, ledger, attempts):
                self.journal.append(line)
                progress.advance(f"{line.instance_id} {line.validation.ending}")
                brake.add(bases[line.instance_id], line.validation.steps.values())

    @property
    def _starts_over(self) -> bool:
        return self.request.force or self.request.retry

    def _is_known(self, key: str) -> bool:
        line = self.journal.read(key)
        if line is None or self.request.write_only:
            return line is not None
        return is_settled(line.validation, retry=self.request.retry)

    def _validate(
        self, to_do: Sequence[tuple[str, Instance]], ledger: Ledger, attempts: UnitAttempts
    ) -> Iterator[JournalLine]:
        stopped = Event()
        golden = self._golden(ledger, stopped) if self.request.golden else None
        uses = BaseUses(self.tools, (tree for _, each in to_do for tree in _trees_of(each)))
        validator = Validator(toolset=self.tools, repositories=self.repositories, golden=golden)

        def work(item: tuple[str, Instance]) -> JournalLine:
            started = time.monotonic()
            with (
                uses.use(*_trees_of(item[1])),
                attempt_unit(attempts, item[0], self.tools) as tools,
            ):
                found = replace(validator, toolset=tools).validate(item[1])
            seconds = round(time.monotonic() - started, 3)
            return JournalLine(
                key=item[0], instance_id=item[1].id, validation=found, seconds=seconds
            )

        # Two instances of one base would both wait for its measurement.
        yield from run_suspects_first(
            work,
            to_do,
            self.tools.options.jobs,
            stopped,
            is_suspect=lambda item: attempts.is_suspect(item[0]),
            group=_base_of,
        )

    def _golden(self, ledger: Ledger, stopped: Event) -> GoldenJudge:
        return GoldenJudge(
            toolset=self.tools,
            ledger=ledger,
            repositories=self.repositories,
            reader=JavaReader(analysis=self.tools.analysis),
            stopped=stopped,
            retry=self.request.retry,
        )

    def write(self) -> Funnel:
        """Write both files from the journal alone."""
        paths = self.request.output
        with ExitStack() as stack:
            instances = stack.enter_context(replacing(paths.instances))
            funnel = self.settle(instances.write)
            stack.enter_context(replacing(paths.funnel)).write(to_line(funnel))
        return funnel

    def settle(self, write: Callable[[bytes], object]) -> Funnel:
        """Count the results in the journal, and write each instance that is kept."""
        counter = ValidationCounter(
            read=self.read,
            left_out=self.left_out,
            golden=self.request.golden,
            demand=self.request.demand,
        )
        troubles = Troubles()
        for key, instance in self.keyed.items():
            line = self.journal.read(key)
            if line is None:
                raise AssertionError(f"{instance.id} was asked and is not in the journal")
            found = line.validation
            kept = self.request.demand is None or found.meets(self.request.demand)
            counter.add(instance, found, kept=kept)
            troubles.add(found.find_loss())
            if kept:
                write(to_line(with_validation(instance, found)))
        funnel = self._funnel(counter)
        for text in troubles.texts():
            self.console.say(text)
        return funnel

    def _funnel(self, counter: ValidationCounter) -> Funnel:
        mined = funnel_beside(self.request.instances, self.read)
        stages = tuple(counter.stages())
        if mined is not None:
            stages = (*before_kept(mined.stages), _with_losses(stages[0], mined), *stages[1:])
            return replace(mined, stages=stages, validated=counter.rows())
        names = sorted({i.repo for i in self.keyed.values()})
        return Funnel(
            repo=", ".join(names),
            types={},
            endings=(),
            stages=stages,
            skipped_files={},
            validated=counter.rows(),
        )


def _with_losses(to_validate: Stage, mined: Funnel) -> Stage:
    """Add mining's losses of the stage `kept` to the first stage, because that stage is dropped."""
    losses = Counter(to_validate.losses)
    for stage in mined.stages:
        if stage.name == "kept" and stage.unit == to_validate.unit:
            losses.update(stage.losses)
    return replace(to_validate, losses=dict(losses))


def with_validation(instance: Instance, found: Validation) -> Instance:
    """The instance with these results in place of earlier ones."""
    return replace(instance, build=found.build, coverage=found.coverage, golden=found.golden)


def _trees_of(instance: Instance) -> tuple[str, str]:
    """Return the commits that are built for an instance."""
    return instance.parent, instance.commit


def _base_of(item: tuple[str, Instance]) -> tuple[str, str]:
    return item[1].repo, item[1].parent


def _bases(instances: Sequence[Instance]) -> Groups:
    numbers: dict[str, int] = {}
    of_steps = [numbers.setdefault(i.parent, len(numbers) + 1) for i in instances]
    return Groups(name="base", of_steps=of_steps)
