"""Score all predictions of a file with the rule set of their instance, base by base."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import java_tree
from verifier.domain.described import FORM, Described, Form
from verifier.domain.evidence import RUN
from verifier.domain.outcome import JsonValue
from verifier.domain.prediction import Circumstances, Prediction, PredictionForm
from verifier.domain.source import FileChange, JavaTree, Rejection
from verifier.errors import InputError, UsageError
from verifier.judging.task import Task
from verifier.judging.tasks import Repositories, plan
from verifier.predictions.resolve import resolve
from verifier.rules.rule_files import RuleSet
from verifier.rules.score import rule_facts
from verifier.rules.scoring import ScoredChange, score_changes
from verifier.tools.opengrep.scan import RuleEngine, ScanFailed
from verifier.tools.records import load_jsonl
from verifier.tools.task_records import load_task_records
from verifier.workflows.rule_sets import rule_sets
from verifier.workflows.rule_sides import open_scanner


@dataclass(frozen=True, kw_only=True, slots=True)
class ScoreRecord(Described):
    """The score of one prediction. If a prediction does not apply, the unchanged base is scored.

    `rejected` says why it does not apply. `failed` says why there is no score; `data` is then
    empty.
    """

    instance_id: str
    """The id of the instance."""
    model_name_or_path: str
    """The model that gave the answer."""
    sample: int
    """The number of the answer among several, from 0."""
    circumstances: Circumstances
    """How the answer was produced."""
    rejected: str = ""
    """Why it does not apply, so that the base was scored; empty if it applies."""
    failed: str = ""
    """Why there is no score; empty if there is one."""
    data: Mapping[str, JsonValue] = field(default_factory=dict)
    """The figures of the check `rules`; empty if there is no score."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    @property
    def has_value(self) -> bool:
        """Whether its IFR is known."""
        return not self.failed and not self.data["unknown"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Files:
    """The instances and predictions to score, and the folder of their rule sets."""

    instances: Path
    predictions: Path
    rules: Path


def files_of_run(run: Path, rules: Path) -> Files:
    """Find the files that a run's `run.json` names.

    Raises:
        InputError: the run has no such file, or was not made from files.
    """
    try:
        facts = json.loads((run / RUN).read_text(encoding="utf-8"))
        paths = [run / facts[name]["path"] for name in ("instances", "predictions")]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{run} does not say which files it was made from",
            hint="Give --instances and --predictions instead of --run.",
        ) from error
    return Files(instances=paths[0], predictions=paths[1], rules=rules)


def score_files(
    files: Files, repos: Sequence[str], *, compat: bool = False
) -> Iterator[ScoreRecord]:
    """Score every prediction whose instance has a rule set, grouped by base and rule set.

    Raises:
        InputError: a file, line or rule set cannot be read.
        UsageError: no instance has a rule set.
        ScanFailed: a base cannot be scanned.
    """
    records = load_task_records(files.instances)[0]
    predictions = load_jsonl(Prediction, files.predictions)[0]
    sets = rule_sets(files.rules, (record.id for record in records))
    chosen = [p for p in predictions if p.instance_id in sets]
    if not chosen:
        raise UsageError(
            f"no prediction's instance has a rule set in {files.rules}",
            hint="It must hold one folder for each instance, named by the instance's id.",
        )
    with Repositories.parse(repos) as repositories, ExitStack() as stack:
        tasks = plan(records, chosen, repositories)
        answers = any(p.form is PredictionForm.ANSWER for p in chosen)
        pool = AnalysisPool()
        if answers:
            stack.enter_context(pool)
        engine = open_scanner(()).engine
        for group in _groups(tasks, sets):
            yield from _score(group, sets[group[0].prediction.instance_id], pool, engine, compat)


def _groups(tasks: Sequence[Task], sets: Mapping[str, RuleSet]) -> list[list[Task]]:
    groups: dict[tuple[str, str, str], list[Task]] = defaultdict(list)
    for task in tasks:
        key = (task.repo, task.base_commit, sets[task.prediction.instance_id].hash)
        groups[key].append(task)
    return list(groups.values())


def _score(
    group: Sequence[Task], rules: RuleSet, pool: AnalysisPool, engine: RuleEngine, compat: bool
) -> Iterator[ScoreRecord]:
    base = java_tree(group[0].repository.tree(group[0].base_commit))
    applied = [_apply(task, base, pool) for task in group]
    scanner = open_scanner(rules.rules, engine)
    changes = [() if isinstance(a, Rejection) else a for a in applied]
    scores = score_changes(scanner, base, changes, compat=compat)
    for task, application, score in zip(group, applied, scores, strict=True):
        rejected = (
            f"{application.reason}: {application.details}"
            if isinstance(application, Rejection)
            else ""
        )
        yield _record(task.prediction, rejected, score)


def _apply(task: Task, base: JavaTree, pool: AnalysisPool) -> tuple[FileChange, ...] | Rejection:
    found = resolve(
        task.prediction,
        wanted=task.wanted,
        base=base,
        analysis=pool,
        repository=task.repository,
        instance=task.instance,
        assignment=task.assignment,
    )
    return found if isinstance(found, Rejection) else found.changes


def _record(prediction: Prediction, rejected: str, score: ScoredChange | ScanFailed) -> ScoreRecord:
    record = partial(
        ScoreRecord,
        instance_id=prediction.instance_id,
        model_name_or_path=prediction.model_name_or_path,
        sample=prediction.sample,
        circumstances=prediction.circumstances,
        rejected=rejected,
    )
    if isinstance(score, ScanFailed):
        return record(failed=score.message)
    return record(data=rule_facts(score.score).as_data())
