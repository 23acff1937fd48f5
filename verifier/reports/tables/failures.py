"""Failures by kind (SWE-Refactor, section 5), and failures to read."""

import hashlib
from dataclasses import dataclass

from verifier.domain.evidence import CANDIDATE_PATCH, evidence_path
from verifier.domain.outcome import CheckResult, Status
from verifier.domain.prediction import is_reference
from verifier.domain.verdict import Verdict
from verifier.reports.failure_kinds import kind_of
from verifier.reports.figures import count_keys, deciding, model_order
from verifier.reports.material import ReportData
from verifier.reports.statistics import Rate
from verifier.reports.table import (
    Kind,
    TableColumn,
    TableDeclaration,
    count_column,
    model_column,
    rate_column,
    text_column,
)

MOST_DETAILS = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class Failure:
    """A prediction that failed, the check that decided, and the kind of its reason."""

    model: str
    verdict: Verdict
    result: CheckResult

    @property
    def kind(self) -> str | None:
        """The kind of the reason; None if the reason has no kinds."""
        return kind_of(self.verdict, self.result)


@dataclass(frozen=True, kw_only=True, slots=True)
class FailureRow:
    """How many of a setting's failures have one reason and kind."""

    model: str
    reason: str
    kind: str | None
    count: Rate


def failures_in(material: ReportData) -> tuple[Failure, ...]:
    """Every prediction of a model without success. Inconclusive ones are no failures."""
    found = (
        (material.name_of(v), v, deciding(v))
        for v in material.verdicts
        if v.success is Status.FAILED and not is_reference(v.model_name_or_path)
    )
    return tuple(
        Failure(model=name, verdict=verdict, result=result)
        for name, verdict, result in found
        if result is not None
    )


def collect(material: ReportData) -> tuple[FailureRow, ...]:
    """Rows by setting, the most frequent kind first. Empty if no failure has a kind."""
    found = [(f.model, str(f.result.reason), f.kind) for f in failures_in(material)]
    if all(kind is None for _, _, kind in found):
        return ()
    totals = count_keys(model for model, _, _ in found)
    rows = (
        FailureRow(
            model=model,
            reason=reason,
            kind=kind,
            count=Rate(passed=count, judged=totals[model]),
        )
        for (model, reason, kind), count in count_keys(found).items()
    )
    return tuple(
        sorted(rows, key=lambda r: (model_order(r.model), -r.count.passed, r.reason, r.kind or ""))
    )


def collect_to_read(material: ReportData) -> tuple[Failure, ...]:
    """At most `material.read` failures of each setting. Every call chooses the same ones.

    The smallest hashes of instance and sample are chosen, so a smaller choice is part of a larger
    one, and settings that failed on the same instances show the same ones.
    """
    own: dict[str, list[Failure]] = {}
    for failure in sorted(failures_in(material), key=lambda f: (model_order(f.model), _lot(f))):
        own.setdefault(failure.model, []).append(failure)
    return tuple(f for failures in own.values() for f in failures[: material.read])


def _lot(failure: Failure) -> str:
    verdict = failure.verdict
    return hashlib.sha256(f"{verdict.instance_id} {verdict.sample}".encode()).hexdigest()


def _answer(failure: Failure) -> str:
    verdict = failure.verdict
    folder = evidence_path(verdict.instance_id, verdict.model_name_or_path, verdict.sample)
    return str(folder / CANDIDATE_PATCH)


_KIND = "Kind of compile error, unreadable answer, unknown target or missing refactoring"

FAILURES = TableDeclaration(
    name="failures",
    title="Failures by kind",
    description="Each failed prediction once, at the first check that failed; a compile error has the"
    " kind of its first message.",
    columns=(
        model_column(lambda row: row.model),
        text_column("reason", "Reason", "The check's reason code.", lambda row: row.reason),
        TableColumn[FailureRow](
            name="kind",
            title="Kind",
            description=f"{_KIND}; no value for other reasons.",
            kind=Kind.TEXT,
            value=lambda row: row.kind,
        ),
        rate_column(
            "share", "Failures", "How many, of the model's failures.", lambda row: row.count
        ),
    ),
    collect=collect,
)

READ = TableDeclaration(
    name="read",
    title="Failures to read",
    description="A fixed choice of each setting's failures.",
    columns=(
        model_column(lambda row: row.model),
        text_column("instance", "Instance", "The instance's id.", lambda f: f.verdict.instance_id),
        count_column(
            "sample", "Sample", "Which of the model's samples.", lambda f: f.verdict.sample
        ),
        text_column("reason", "Reason", "The check's reason code.", lambda f: str(f.result.reason)),
        TableColumn[Failure](
            name="kind",
            title="Kind",
            description=f"{_KIND}.",
            kind=Kind.TEXT,
            value=lambda f: f.kind,
        ),
        text_column(
            "details", "Details", "The reason in words.", lambda f: f.result.details[:MOST_DETAILS]
        ),
        text_column(
            "answer",
            "Answer",
            "The diff that was judged, relative to the run folder; an answer that could not be"
            " applied has none.",
            _answer,
        ),
        TableColumn[Failure](
            name="evidence",
            title="Evidence",
            description="The check's evidence file, relative to the run folder.",
            kind=Kind.TEXT,
            value=lambda f: f.result.evidence,
        ),
    ),
    collect=collect_to_read,
)
