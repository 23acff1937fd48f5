"""pass@k for models with several samples per task (Chen et al. 2021)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from verifier.domain.outcome import Status
from verifier.domain.verdict import Verdict
from verifier.reports.figures import model_order
from verifier.reports.material import ReportData
from verifier.reports.statistics import Mean, pass_at_k
from verifier.reports.table import (
    TableDeclaration,
    count_column,
    mean_column,
    model_column,
)

BUDGETS = (1, 3, 5, 10, 100)


@dataclass(frozen=True, kw_only=True, slots=True)
class PassAtK:
    """One model at one k: the mean over the instances with at least k judged samples."""

    model: str
    k: int
    success: Mean
    strict_success: Mean
    left_out: int


def collect(material: ReportData) -> tuple[PassAtK, ...]:
    """One row per model and k for which some instance has enough samples. Empty without repeated
    samples.
    """
    if not material.has_samples:
        return ()
    samples: dict[str, dict[str, list[Verdict]]] = defaultdict(lambda: defaultdict(list))
    for verdict in material.verdicts:
        samples[material.name_of(verdict)][verdict.instance_id].append(verdict)
    rows = [
        _row(model, samples[model], k)
        for model in sorted(samples, key=model_order)
        if max(len(v) for v in samples[model].values()) > 1
        for k in BUDGETS
    ]
    return tuple(row for row in rows if row.success.count)


def _row(model: str, by_instance: Mapping[str, list[Verdict]], k: int) -> PassAtK:
    success = Mean.of(_estimate([v.success for v in vs], k) for vs in by_instance.values())
    strict = Mean.of(_estimate([v.strict_success for v in vs], k) for vs in by_instance.values())
    return PassAtK(
        model=model,
        k=k,
        success=success,
        strict_success=strict,
        left_out=len(by_instance) - success.count,
    )


def _estimate(statuses: list[Status], k: int) -> float | None:
    judged = [s for s in statuses if s in (Status.PASSED, Status.FAILED)]
    return pass_at_k(len(judged), judged.count(Status.PASSED), k)


PASS_AT_K = TableDeclaration(
    name="pass-at-k",
    title="pass@k",
    description="The chance that at least one of k samples succeeds (unbiased estimator);"
    " inconclusive samples count as not drawn.",
    columns=(
        model_column(lambda row: row.model),
        count_column("k", "k", "Samples drawn.", lambda row: row.k),
        mean_column(
            "pass_at_k",
            "pass@k",
            "Mean over the n instances with at least k judged samples.",
            lambda row: row.success,
        ),
        mean_column(
            "strict_pass_at_k",
            "Strict pass@k",
            "The same for strict success.",
            lambda row: row.strict_success,
        ),
        count_column(
            "left_out",
            "Left out",
            "Instances with fewer than k judged samples.",
            lambda row: row.left_out,
        ),
    ),
    collect=collect,
)
