"""Predictions on which our verdict and the recorded one differ, with both sides' reasons."""

from dataclasses import dataclass

from verifier.domain.recorded import RecordedVerdict
from verifier.domain.verdict import Verdict
from verifier.reports.figures import deciding, reason_text
from verifier.reports.material import Pair, ReportData
from verifier.reports.table import TableDeclaration, count_column, model_column, text_column
from verifier.reports.tables.agreement import QUESTIONS, AgreementQuestion, answer

MOST_DETAILS = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class Disagreement:
    """One question on which the two sides differ."""

    model: str
    pair: Pair
    question: AgreementQuestion
    ours: bool


def collect(material: ReportData) -> tuple[Disagreement, ...]:
    """Rows in the order of the pairs and questions."""
    found = (
        _compare(material, pair, question) for pair in material.pairs for question in QUESTIONS
    )
    return tuple(row for row in found if row is not None)


def _compare(material: ReportData, pair: Pair, question: AgreementQuestion) -> Disagreement | None:
    both = answer(pair, question)
    if both is None or both[0] == both[1]:
        return None
    name = material.name_of(pair.ours)
    return Disagreement(model=name, pair=pair, question=question, ours=both[0])


def _our_reason(verdict: Verdict, question: AgreementQuestion) -> str:
    result = deciding(verdict, question.checks)
    if result is None:
        return f"passed: {', '.join(question.checks)}"
    details = result.details[:MOST_DETAILS]
    return f"{reason_text(result)}: {details}" if details else reason_text(result)


def _their_reason(recorded: RecordedVerdict) -> str:
    claims = (
        ("detected", recorded.detected),
        ("compiles and passes", recorded.compiles_and_passes),
    )
    said = ", ".join(f"{name}: {_word(value)}" for name, value in claims if value is not None)
    parts = (said, recorded.reason[:MOST_DETAILS])
    return f"{recorded.source}: " + "; ".join(part for part in parts if part)


def _word(value: bool) -> str:
    return "yes" if value else "no"


DISAGREEMENTS = TableDeclaration(
    name="disagreements",
    title="Disagreements with the recorded verdicts",
    description="Each prediction and question on which the two sides differ.",
    columns=(
        text_column(
            "instance", "Instance", "The instance's id.", lambda row: row.pair.ours.instance_id
        ),
        model_column(lambda row: row.model),
        count_column(
            "sample", "Sample", "Which of the model's samples.", lambda row: row.pair.ours.sample
        ),
        text_column(
            "question", "Question", "What the sides differ on.", lambda row: row.question.name
        ),
        text_column("ours", "Ours", "Our answer.", lambda row: _word(row.ours)),
        text_column(
            "our_reason",
            "Our reason",
            "The check that decided the question on our side.",
            lambda row: _our_reason(row.pair.ours, row.question),
        ),
        text_column(
            "their_reason",
            "Recorded",
            "What the recorded verdict says.",
            lambda row: _their_reason(row.pair.recorded),
        ),
    ),
    collect=collect,
)
