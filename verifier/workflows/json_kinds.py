"""Every kind of JSON that a command prints or writes, with its record."""

from dataclasses import dataclass
from typing import Any

from verifier.console import ConsoleRecord
from verifier.context.journal import ContextLine
from verifier.datasets.swe_refactor import Unlocated
from verifier.doctor import DoctorRecord
from verifier.domain.assignment import CommitAssignment, MethodAssignment
from verifier.domain.attestation import RunAttestation
from verifier.domain.behaviour import Behaviour
from verifier.domain.commit_purity import CommitPurity
from verifier.domain.gate import GateReport
from verifier.domain.generation import GenerationSummary
from verifier.domain.instance import Instance
from verifier.domain.job import ShardedJobProgress
from verifier.domain.prediction import Prediction
from verifier.domain.proof import Proof
from verifier.domain.recorded import RecordedVerdict
from verifier.domain.repository_plan import PlanHeader, PlannedRepository
from verifier.domain.shard import ShardHeader, ShardKey
from verifier.domain.task_text import TaskText
from verifier.domain.verdict import Verdict
from verifier.fuzzing.replay import ReplayFile
from verifier.generation.journal import GenerationLine
from verifier.generation.prompting.prompt_set import PromptManifest
from verifier.generation.run import Transcript
from verifier.generation.text_files import PullRequest, TextLine
from verifier.judging.run import RunRecord
from verifier.mining.commit import MinedCommit
from verifier.mining.funnel import Funnel
from verifier.mining.journal import JournalHeader
from verifier.mining.run import CommitEnding
from verifier.reports.project_figures import ProjectFigures
from verifier.reports.rendering.json import ReportRecord
from verifier.rules.records import (
    CheckRecord,
    ExplainRecord,
    ProposalRecord,
    RegisterRecord,
    SingleScore,
)
from verifier.validation.bases import PreparedBaseLine
from verifier.validation.journal import JournalLine
from verifier.workflows.cache_folder import CacheRecord
from verifier.workflows.costs import CostLine
from verifier.workflows.importing import SourceOf
from verifier.workflows.many_repositories import MinedRepository
from verifier.workflows.rule_predictions import ScoreRecord


@dataclass(frozen=True, kw_only=True, slots=True)
class JsonKind:
    """One kind: its record, or the union of the records that a line can be, and its origin."""

    record: Any
    where: str


KINDS: dict[str, JsonKind] = {
    "instance": JsonKind(
        record=Instance,
        where="A line of the file that `mine` and `import` write; `instances --format json`.",
    ),
    "assignment": JsonKind(
        record=MethodAssignment | CommitAssignment,
        where="A line of the file that `assignments` writes; its `kind` tells the two records apart.",
    ),
    "task-text": JsonKind(
        record=TaskText, where="A line of the file `….tasks.jsonl` that `describe` writes."
    ),
    "task-text-journal": JsonKind(
        record=TextLine,
        where="A line of the file `….tasks.journal.jsonl` that `describe` writes next to the texts.",
    ),
    "pull-request": JsonKind(
        record=PullRequest, where="A line of the file that `describe --pull-requests` reads."
    ),
    "prediction": JsonKind(
        record=Prediction,
        where="A line of a predictions file: your own, or one that `predictions` writes.",
    ),
    "verdict": JsonKind(
        record=Verdict,
        where="A line of `RUN/verdicts.jsonl`; `verify --format json`, `fuzz --format json`.",
    ),
    "check": JsonKind(record=GateReport, where="`check --format json`."),
    "run": JsonKind(record=RunRecord, where="`RUN/run.json`: the inputs and options of `verify`."),
    "attestation": JsonKind(
        record=RunAttestation,
        where="The `predicate` of the in-toto statement that `attest` writes; see"
        " [attestations.md](attestations.md).",
    ),
    "report": JsonKind(record=ReportRecord, where="`report --format json`."),
    "funnel": JsonKind(
        record=Funnel,
        where="The file `….funnel.json` that `mine` and `validate` write next to the instances.",
    ),
    "commits": JsonKind(
        record=CommitEnding,
        where="A line of the file `….commits.jsonl` that `mine` writes next to the instances.",
    ),
    "journal": JsonKind(
        record=JournalHeader | MinedCommit,
        where="A line of the file `….journal.jsonl` that `mine` writes next to the instances: first the"
        " header, then the commits. The last line of a commit counts.",
    ),
    "pure-commits": JsonKind(
        record=CommitPurity,
        where="A line of the file `….pure.commits.jsonl` of `mine --pure-commits` and `--residue`.",
    ),
    "repositories": JsonKind(
        record=MinedRepository,
        where="A line of `repositories.jsonl` in the folder of `mine --list`.",
    ),
    "validation": JsonKind(
        record=JournalLine,
        where="A line of the file `….journal.jsonl` that `validate` writes next to the instances. The last"
        " line of a key counts.",
    ),
    "prepared-base": JsonKind(
        record=PreparedBaseLine, where="A line of the file that `prepare` writes."
    ),
    "context": JsonKind(
        record=ContextLine,
        where="A line of the file `….journal.jsonl` that `context` writes next to the instances. The last"
        " line of a key counts.",
    ),
    "plan": JsonKind(
        record=PlanHeader | PlannedRepository,
        where="A line of the file that `plan` writes: first the header, then the repositories.",
    ),
    "job": JsonKind(record=ShardedJobProgress, where="`status --format json`."),
    "shard": JsonKind(
        record=ShardHeader | ShardKey,
        where="A line of the file `….shard.jsonl` or `shard.jsonl` that a command with `--shard` writes: first"
        " the header, then the keys.",
    ),
    "recorded": JsonKind(
        record=RecordedVerdict,
        where="A line of `recorded.jsonl`, which `import` writes and `report --against` reads.",
    ),
    "located": JsonKind(record=SourceOf, where="A line of `located.jsonl`, which `import` writes."),
    "unlocated": JsonKind(
        record=Unlocated, where="A line of `unlocated.jsonl`, which `import` writes."
    ),
    "generation": JsonKind(
        record=GenerationLine,
        where="A line of the file `….journal.jsonl` that `generate` writes next to the predictions. The"
        " last line of a key counts.",
    ),
    "setting": JsonKind(
        record=GenerationSummary,
        where="The file `….setting.json` that `generate` writes next to the predictions.",
    ),
    "transcript": JsonKind(
        record=Transcript,
        where="A file in the folder `….transcripts` that `generate` writes next to the predictions.",
    ),
    "prompt-set": JsonKind(
        record=PromptManifest,
        where="`manifest.json` of a prompt set; see [prompts.md](prompts.md).",
    ),
    "proof": JsonKind(record=Proof, where="`prove --format json`."),
    "fuzz": JsonKind(
        record=Behaviour, where="`fuzz pair --format json`, and `result.json` in its output folder."
    ),
    "replay": JsonKind(
        record=ReplayFile, where="`replay.json` in the same folder; `fuzz replay` reads it."
    ),
    "rules-check": JsonKind(record=CheckRecord, where="`rules check --format json`."),
    "rules-register": JsonKind(record=RegisterRecord, where="`rules register --format json`."),
    "rules-explain": JsonKind(record=ExplainRecord, where="`rules explain --format json`."),
    "rules-score": JsonKind(
        record=SingleScore, where="`rules score --format json` for one prediction."
    ),
    "rules-scores": JsonKind(
        record=ScoreRecord,
        where="`rules score --format json` for files: one line per prediction, as in its output file.",
    ),
    "rules-propose": JsonKind(
        record=ProposalRecord, where="`rules propose --format json`: one line per instance."
    ),
    "progress": JsonKind(
        record=ConsoleRecord, where="A line of standard error with `--progress json`."
    ),
    "cache": JsonKind(
        record=CacheRecord, where="`cache show --format json`, `cache prune --format json`."
    ),
    "projects": JsonKind(
        record=ProjectFigures, where="`projects --format json`: one line per project."
    ),
    "cost": JsonKind(
        record=CostLine,
        where="A line of `instances.costs.jsonl`, to which `mine` and `mine --validate` append, or of"
        " `predictions.costs.jsonl`, to which `generate` appends.",
    ),
    "doctor": JsonKind(record=DoctorRecord, where="`doctor --format json`."),
}
