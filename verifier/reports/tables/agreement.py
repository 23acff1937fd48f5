"""The agreement of our verdicts with those in imported data."""

from collections.abc import Callable
from dataclasses import dataclass

from verifier.domain.outcome import CheckName, Status
from verifier.domain.recorded import RecordedVerdict
from verifier.domain.verdict import SUCCESS_CHECKS, judge
from verifier.reports.figures import model_order
from verifier.reports.material import Pair, ReportData
from verifier.reports.statistics import Confusion, Rate
from verifier.reports.table import (
    Kind,
    TableColumn,
    TableDeclaration,
    count_column,
    interval_column,
    model_column,
    text_column,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class AgreementQuestion:
    """A yes/no question to both sides. Our answer is yes if all of `checks` passed."""

    name: str
    checks: tuple[CheckName, ...]
    theirs: Callable[[RecordedVerdict], bool | None]


QUESTIONS = (
    AgreementQuestion(
        name="detected",
        checks=(CheckName.APPLICATION, CheckName.DETECTION),
        theirs=lambda r: r.detected,
    ),
    AgreementQuestion(
        name="compiles and passes",
        checks=(CheckName.APPLICATION, CheckName.COMPILATION, CheckName.TESTS),
        theirs=lambda r: r.compiles_and_passes,
    ),
    AgreementQuestion(
        name="success",
        checks=SUCCESS_CHECKS,
        theirs=lambda r: r.success,
    ),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class AgreementRow:
    """One question over the predictions of one model."""

    model: str
    question: str
    confusion: Confusion
    not_compared: int


def collect(material: ReportData) -> tuple[AgreementRow, ...]:
    """One row per model and question. Empty if there are no recorded verdicts."""
    models = sorted({material.name_of(p.ours) for p in material.pairs}, key=model_order)
    return tuple(_row(material, model, question) for model in models for question in QUESTIONS)


def _row(material: ReportData, model: str, question: AgreementQuestion) -> AgreementRow:
    pairs = [p for p in material.pairs if material.name_of(p.ours) == model]
    answers = [a for p in pairs if (a := answer(p, question)) is not None]
    return AgreementRow(
        model=model,
        question=question.name,
        confusion=Confusion.of(answers),
        not_compared=len(pairs) - len(answers),
    )


def answer(pair: Pair, question: AgreementQuestion) -> tuple[bool, bool] | None:
    """Our answer and theirs. None if one side has no answer."""
    ours, theirs = judge(pair.ours.checks, question.checks), question.theirs(pair.recorded)
    if theirs is None or ours not in (Status.PASSED, Status.FAILED):
        return None
    return ours is Status.PASSED, theirs


def _agreement(row: AgreementRow) -> Rate:
    rate = row.confusion.agreement
    return Rate(passed=rate.passed, judged=rate.judged, inconclusive=row.not_compared)


AGREEMENT = TableDeclaration(
    name="agreement",
    title="Agreement with the recorded verdicts",
    description="Recorded verdicts are the release's claims, not truth. A question is"
    " compared if both sides answered it: a check of ours that was not reached"
    " does not answer.",
    columns=(
        model_column(lambda row: row.model),
        text_column("question", "Question", "What both sides judged.", lambda row: row.question),
        interval_column(
            "agreement",
            "Agreement",
            "Same answer, of those compared; the others could not be compared.",
            _agreement,
        ),
        TableColumn[AgreementRow](
            name="kappa",
            title="Kappa",
            description="Cohen's kappa: agreement beyond chance; no value if chance alone"
            " gives full agreement.",
            kind=Kind.NUMBER,
            value=lambda row: row.confusion.kappa,
        ),
        count_column("both", "Both yes", "Yes on both sides.", lambda r: r.confusion.both),
        count_column(
            "ours_only", "Only ours", "We say yes, they say no.", lambda r: r.confusion.ours_only
        ),
        count_column(
            "theirs_only",
            "Only theirs",
            "They say yes, we say no.",
            lambda r: r.confusion.theirs_only,
        ),
        count_column("neither", "Both no", "No on both sides.", lambda r: r.confusion.neither),
    ),
    collect=collect,
)
