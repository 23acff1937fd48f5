"""Every prediction on which we and the recorded verdict differ, with both sides' reasons."""

from dataclasses import dataclass

from verifier.domain.recorded import RecordedVerdict
from verifier.domain.verdict import Verdict
from verifier.reports.figures import deciding, reason_text
from verifier.reports.material import Material, Pair
from verifier.reports.table import Column, Declaration, Kind
from verifier.reports.tables.agreement import QUESTIONS, Question, answer

MOST_DETAILS = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class Disagreement:
    """One question on which the two sides differ."""

    pair: Pair
    question: str
    ours: bool


def collect(material: Material) -> tuple[Disagreement, ...]:
    """Rows in the order of the pairs and questions."""
    found = (_compare(pair, question) for pair in material.pairs for question in QUESTIONS)
    return tuple(row for row in found if row is not None)


def _compare(pair: Pair, question: Question) -> Disagreement | None:
    both = answer(pair, question)
    if both is None or both[0] == both[1]:
        return None
    return Disagreement(pair=pair, question=question.name, ours=both[0])


def _our_reason(verdict: Verdict) -> str:
    result = deciding(verdict)
    if result is None:
        return "every check passed"
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


DISAGREEMENTS = Declaration(
    name="disagreements",
    title="Disagreements with the recorded verdicts",
    description="Each prediction and question on which the two sides differ.",
    columns=(
        Column[Disagreement](
            name="instance",
            title="Instance",
            description="The instance's id.",
            kind=Kind.TEXT,
            value=lambda row: row.pair.ours.instance_id,
        ),
        Column[Disagreement](
            name="model",
            title="Model",
            description="Who made the prediction.",
            kind=Kind.TEXT,
            value=lambda row: row.pair.ours.model_name_or_path,
        ),
        Column[Disagreement](
            name="sample",
            title="Sample",
            description="Which of the model's samples.",
            kind=Kind.COUNT,
            value=lambda row: row.pair.ours.sample,
        ),
        Column[Disagreement](
            name="question",
            title="Question",
            description="What the sides differ on.",
            kind=Kind.TEXT,
            value=lambda row: row.question,
        ),
        Column[Disagreement](
            name="ours",
            title="Ours",
            description="Our answer.",
            kind=Kind.TEXT,
            value=lambda row: _word(row.ours),
        ),
        Column[Disagreement](
            name="our_reason",
            title="Our reason",
            description="The check that decided on our side.",
            kind=Kind.TEXT,
            value=lambda row: _our_reason(row.pair.ours),
        ),
        Column[Disagreement](
            name="their_reason",
            title="Recorded",
            description="What the recorded verdict says.",
            kind=Kind.TEXT,
            value=lambda row: _their_reason(row.pair.recorded),
        ),
    ),
    collect=collect,
)
