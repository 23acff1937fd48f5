"""A whole run: read the inputs, open the tools, judge, and describe the run in `run.json`."""

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verifier import __version__
from verifier.analysis.pool import AnalysisPool
from verifier.console import Console
from verifier.domain.assignment import TaskRecord
from verifier.domain.declared import to_plain
from verifier.domain.described import FORM, Described, Form
from verifier.domain.evidence import LedgerEnd
from verifier.domain.outcome import CheckName, JsonValue
from verifier.domain.prediction import Prediction
from verifier.domain.shard import ShardHeader, ShardKind, ShardRequest
from verifier.domain.testrun import EvidenceLevel, TestsUntil
from verifier.domain.verdict import Verdict
from verifier.errors import InputError
from verifier.judging.brake import Brake
from verifier.judging.key import key_of
from verifier.judging.ledger import Ledger
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.schedule import bases_in_order, verify
from verifier.judging.task import Task
from verifier.judging.toolset import Toolset, open_toolset
from verifier.printable import pluralize
from verifier.sandbox.base import SandboxFacts
from verifier.tools.jdk import identify_jdks
from verifier.tools.records import load_jsonl
from verifier.tools.storage.shard_file import SHARD, Unit, write_shard_file
from verifier.tools.task_records import load_task_records


@dataclass(frozen=True, kw_only=True, slots=True)
class InputRecord(Described):
    """An input file of a run."""

    path: str
    """Its path, relative to the run folder."""
    sha256: str
    """The SHA-256 hash of its content."""


@dataclass(frozen=True, kw_only=True, slots=True)
class InputFacts(Described):
    """The inputs in `run.json`."""

    instances: InputRecord | None = None
    """The file of instances; null if the run did not read one."""
    predictions: InputRecord | None = None
    """The file of predictions; null if the run did not read one."""
    bad_lines: tuple[str, ...] = ()
    """Lines of both files that were left out because they cannot be read."""
    unknown_instances: int = 0
    """Number of predictions that were left out because their instance is missing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class RunSettings:
    """Where a run is kept, and how its progress is described.

    `force` judges everything again; `retry` repeats every inconclusive verdict. `activity` is the
    progress label, and `outcome` formats a verdict for the progress output. With `part`, only the
    predictions of one shard are judged.
    """

    folder: Path
    activity: str = "verify"
    force: bool = False
    retry: bool = False
    outcome: Callable[[Verdict], str] = lambda verdict: str(verdict.success)
    facts: InputFacts = field(default_factory=InputFacts)
    part: ShardRequest | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class InputFiles:
    """The two input files of a run, the folder `run` that keeps it, and which input may be skipped."""

    instances: Path
    predictions: Path
    run: Path
    skip_bad_lines: bool = False
    skip_unknown: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Inputs:
    """The content of both files, and the facts about them for `run.json`."""

    instances: Sequence[TaskRecord]
    predictions: Sequence[Prediction]
    facts: InputFacts


@dataclass(frozen=True, kw_only=True, slots=True)
class RunRecord(InputFacts):
    """The content of `run.json`."""

    refverify: str
    """The version of refverify."""
    checks: tuple[CheckName, ...]
    """The selected checks."""
    all_checks: bool
    """Whether every possible check runs, even after a failure."""
    evidence: EvidenceLevel
    """The required strength of the test evidence."""
    tests_until: TestsUntil
    """How much of the suite runs: `all`, or `first-failure`."""
    options: Mapping[str, JsonValue]
    """The options that decide verdicts, by their names in the library."""
    sandbox: str
    """Where candidates run: `docker`, `local`, or `none` if nothing runs."""
    isolated: bool
    """Whether that place is isolated from the machine."""
    engine: str
    """The container engine and its version; empty without one."""
    unenforced: tuple[str, ...]
    """Limits that the sandbox does not enforce."""
    image: str | None
    """The digest of the container image; null without one."""
    runtime: str | None = None
    """The engine's name of the containers' runtime; null without containers."""
    tools: Mapping[str, str]
    """The versions of the tools."""
    ledger: LedgerEnd = field(default_factory=LedgerEnd)
    """The end of `verdicts.jsonl` when this file was written: as the call began, or as it ended."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


def load_inputs(files: InputFiles, console: Console) -> Inputs:
    """Read both files. Omitted input is printed and counted in the facts.

    Raises:
        InputError: a file or (unless they are skipped) a line cannot be read, or no prediction is
            left.
    """
    skip_bad = files.skip_bad_lines
    known, bad_instances = load_task_records(files.instances, skip_bad=skip_bad)
    wanted, bad_predictions = load_jsonl(Prediction, files.predictions, skip_bad=skip_bad)
    bad = [line.notice for line in (*bad_instances, *bad_predictions)]
    for line in bad:
        console.say(line)
    ids = {i.id for i in known}
    chosen = [p for p in wanted if p.instance_id in ids] if files.skip_unknown else wanted
    unknown = len(wanted) - len(chosen)
    if unknown:
        console.say(f"left out: {pluralize(unknown, 'prediction')} for unknown instances")
    if not chosen:
        raise InputError(
            f"{files.predictions}: no prediction to judge",
            hint="Give a file with one prediction a line; `refverify predictions` writes such files.",
        )
    return Inputs(
        instances=known,
        predictions=chosen,
        facts=InputFacts(
            instances=_record_input(files.instances, files.run),
            predictions=_record_input(files.predictions, files.run),
            bad_lines=tuple(bad),
            unknown_instances=unknown,
        ),
    )


def judge_all(  # noqa: PLR0913
    tasks: Sequence[Task],
    settings: RunSettings,
    *,
    toolset: ToolsetOptions,
    judge: JudgeOptions,
    console: Console,
    analysis: AnalysisPool | None = None,
) -> list[Verdict]:
    """Judge every task without a final verdict. Return all verdicts in task order.

    If the settings name a shard, only its tasks are judged and returned. `analysis` passes workers
    that are already open; they stay open.

    Raises:
        SandboxError, MissingToolError: the tools of the run cannot be opened.
        StorageError: the run folder cannot be written; finished verdicts are kept.
    """
    with (
        Ledger(folder=settings.folder) as ledger,
        open_toolset(toolset, analysis) as tools,
    ):
        keyed = {key_of(task, judge, tools): task for task in tasks}
        if settings.part is not None:
            # Refuses the folder of another shard, before anything in it is replaced.
            keyed = _begin_shard(keyed, settings, settings.part, judge, tools)
        ledger.describe(to_plain(run_record(settings.facts, judge, tools)))
        done = {
            key: verdict
            for key in keyed
            if not settings.force and (verdict := ledger.find_finished(key, retry=settings.retry))
        }
        still_open = {key: task for key, task in keyed.items() if key not in done}
        with console.progress(
            settings.activity, len(still_open), bases_in_order(still_open)
        ) as progress:
            brake = Brake()
            for verdict in verify(
                still_open,
                options=judge,
                toolset=tools,
                ledger=ledger,
                starts_over=settings.retry or settings.force,
            ):
                done[verdict.provenance.key] = verdict
                progress.advance(f"{verdict.instance_id} {settings.outcome(verdict)}")
                brake.add(verdict.base_commit, verdict.checks)
        return [done[key] for key in keyed]


def _begin_shard(
    keyed: Mapping[str, Task],
    settings: RunSettings,
    part: ShardRequest,
    judge: JudgeOptions,
    tools: Toolset,
) -> dict[str, Task]:
    """Describe a shard in its run folder; return its tasks. All tasks of a base belong to one shard."""
    own = {k: t for k, t in keyed.items() if part.shard.holds(t.repo, t.base_commit)}
    header = ShardHeader(
        kind=ShardKind.JUDGEMENT,
        shard=part.shard,
        settings={"judge": to_plain(judge), "options": to_plain(tools.options)},
        versions=tools.versions,
        jdks=identify_jdks(tools.options.build.jdk) if tools.options.builds else (),
        sandbox=describe_sandbox(tools.sandbox),
        command=part.command,
    )
    units = [Unit(key=k, name=_name(t.prediction), is_own=k in own) for k, t in keyed.items()]
    write_shard_file(settings.folder / SHARD, header, units)
    return own


def _name(prediction: Prediction) -> str:
    return f"{prediction.instance_id} {prediction.model_name_or_path} {prediction.sample}"


def describe_sandbox(facts: SandboxFacts) -> Mapping[str, JsonValue]:
    """Return what decides a verdict about a sandbox, as plain JSON."""
    return {
        "name": facts.name,
        "isolated": facts.isolated,
        "image": facts.image,
        "runtime": facts.runtime,
        "unenforced": list(facts.unenforced),
    }


def run_record(inputs: InputFacts, judge: JudgeOptions, tools: Toolset) -> RunRecord:
    """Make the record for `run.json` of a run with these tools."""
    return RunRecord(
        instances=inputs.instances,
        predictions=inputs.predictions,
        bad_lines=inputs.bad_lines,
        unknown_instances=inputs.unknown_instances,
        refverify=__version__,
        checks=tuple(sorted(judge.checks)),
        tests_until=judge.tests_until,
        all_checks=judge.run_all,
        evidence=judge.evidence,
        options=to_plain(tools.options),
        sandbox=tools.sandbox.name,
        isolated=tools.sandbox.isolated,
        engine=tools.sandbox.engine,
        unenforced=tuple(tools.sandbox.unenforced),
        image=tools.sandbox.image,
        runtime=tools.sandbox.runtime,
        tools=dict(tools.versions),
    )


def _record_input(path: Path, run: Path) -> InputRecord:
    """Record an input for `run.json`: its path relative to the run folder, and its hash."""
    return InputRecord(
        path=Path(os.path.relpath(path.resolve(), run.resolve())).as_posix(),
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
    )
