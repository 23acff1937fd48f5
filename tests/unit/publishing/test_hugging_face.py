import re

import yaml

from tests.support.instance_sets import validation_fields
from tests.support.instances import make_mined
from verifier.domain.outcome import Reason
from verifier.domain.validation import Step
from verifier.publishing.duplicates import Marks
from verifier.publishing.hugging_face import card
from verifier.publishing.licences import UNKNOWN, Licence
from verifier.publishing.rows import Row, Texts


def row(
    licence: str = "MIT",
    texts: Texts = Texts.INCLUDED,
    copy_of: str | None = None,
    **fields: object,
) -> Row:
    return Row(
        instance=make_mined(**fields),
        licence=Licence(id=licence, files=()),
        marks=Marks(duplicate_of=copy_of),
        texts=texts,
    )


def sections(text: str) -> dict[str, list[str]]:
    parts = re.split(r"^## (.*)$", text, flags=re.MULTILINE)
    return {
        title: part.strip().splitlines()
        for title, part in zip(parts[1::2], parts[2::2], strict=True)
    }


ROWS = (
    row(id="i1", repo="a", **validation_fields()),
    row(id="i2", repo="a", copy_of="i1", **validation_fields(Step.COVERED, Reason.NOT_COVERED)),
    row(UNKNOWN, Texts.WITHHELD, id="i3", repo="b"),
)


def test_the_card_answers_the_questions_of_a_data_sheet() -> None:
    assert list(sections(card("Set", ROWS))) == [
        "Motivation", "Composition", "Counts", "Collection", "Splits", "Licences", "Known limits",
        "Uses", "Maintenance", "Columns",
    ]  # fmt: skip


def test_the_composition_is_counted() -> None:
    lines = sections(card("Set", ROWS))["Composition"]

    assert "| rows | 3 |" in lines
    assert "| repositories | 2 |" in lines
    assert "| atomic or compound | atomic 3 |" in lines


def test_each_limit_has_its_number_of_rows() -> None:
    lines = sections(card("Set", ROWS))["Known limits"]

    assert (
        "- 1 of 3 rows were not validated: whether they build and pass their tests is unknown"
        in lines
    )
    assert "- 1 of 3 rows were validated, and no test is known to run the refactored code" in lines
    assert "- 1 of 3 rows are copies of earlier rows" in lines
    assert "- 1 of 3 rows have no sources here, for their licence" in lines
    assert "- 1 of 3 rows have an unknown licence" in lines
    assert "- the most frequent repository is a: 2 of 3 rows" in lines


def test_a_limit_that_no_row_has_is_left_out() -> None:
    one = sections(card("Set", (ROWS[0],)))["Known limits"]

    assert not [
        line for line in one if "not validated" in line or "licence" in line or "copies" in line
    ]


def test_an_empty_set_has_a_card_without_limits_of_rows() -> None:
    found = sections(card("Set", ()))

    assert "| rows | 0 |" in found["Composition"]
    assert not [line for line in found["Known limits"] if " of 0 rows" in line]


def test_the_header_is_read_as_yaml() -> None:
    header = yaml.safe_load(card('A "set"', ROWS).split("---")[1])

    assert header["annotations_creators"] == ["machine-generated"]
    assert header["configs"][0]["data_files"][0]["path"] == "data/train-00000-of-00001.parquet"
