"""Rows become a typed file and, where their texts are there, the same bytes of JSON again."""

import json
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from tests.support.contexts import CALLER, CONTEXT
from tests.support.instances import make_mined
from tests.support.validated import validation
from verifier.domain.instance import Instance, SideSources
from verifier.domain.outcome import Reason
from verifier.domain.validation import Step
from verifier.errors import InputError
from verifier.publishing.duplicates import Marks
from verifier.publishing.licences import Licence
from verifier.publishing.parquet import parquet_bytes, read_lines, read_parquet
from verifier.publishing.rows import COLUMNS, Row, Texts, with_columns
from verifier.tools.records import to_json

MIT = Licence(id="MIT", files=("LICENSE",))
SOURCES = SideSources(
    method="int f() { return 😀; }", partner="", class_="class A {}", file_sha256="0"
)


def row(instance: Instance, texts: Texts = Texts.INCLUDED, marks: Marks | None = None) -> Row:
    return Row(instance=instance, licence=MIT, marks=marks or Marks(), texts=texts)


def instance(**more: object) -> Instance:
    return make_mined(before_sources=SOURCES, after_sources=SOURCES, patch="diff é\r\n", **more)


def write_set(folder: Path, *rows: Row) -> Path:
    path = folder / "d.parquet"
    path.write_bytes(parquet_bytes(rows))
    return path


def test_instances_come_back_byte_for_byte_with_all_that_was_validated(tmp_path: Path) -> None:
    found = validation(Step.COVERED, Reason.NOT_COVERED)
    every = [
        instance(),
        instance(id="i2", build=found.build, coverage=found.coverage, golden=found.golden),
        instance(id="i3", context=CONTEXT),
    ]

    path = write_set(tmp_path, *map(row, every))

    assert list(read_lines(path)) == [to_json(each) for each in every]
    assert read_parquet(path) == every


def test_the_same_rows_give_the_same_bytes() -> None:
    rows = [row(instance(id=f"i{n}")) for n in range(1200)]

    assert parquet_bytes(rows) == parquet_bytes(rows)


def test_pandas_reads_every_column_with_its_type(tmp_path: Path) -> None:
    lost = validation(Step.BUILDS_AFTER)
    marked = row(
        instance(build=lost.build, coverage=lost.coverage, golden=lost.golden),
        marks=Marks(near_duplicate_of="i0"),
    )

    frame = pd.read_parquet(write_set(tmp_path, marked, row(instance(id="i2"))))

    assert list(frame.columns) == [column.name for column in COLUMNS]
    first, second = frame.to_dict("records")
    assert (first["type"], first["licence"], first["before_method"]) == (
        "Extract Method",
        "MIT",
        "p.A#f(int)",
    )
    assert first["builds_after"] == "inconclusive: BASE_INVALID"
    assert (first["tests_pass"], pd.isna(second["tests_pass"])) == ("passed", True)
    assert (first["near_duplicate_of"], pd.isna(second["duplicate_of"])) == ("i0", True)
    assert (first["method_before"], first["patch"]) == (SOURCES.method, "diff é\r\n")


def test_an_empty_file_has_the_columns_and_types_too(tmp_path: Path) -> None:
    schema = pq.read_schema(write_set(tmp_path))

    assert [(f.name, str(f.type)) for f in schema] == [(c.name, str(c.kind)) for c in COLUMNS]
    assert all(field.metadata[b"description"] for field in schema)


def test_what_a_licence_forbids_is_in_no_column(tmp_path: Path) -> None:
    path = write_set(tmp_path, row(instance(context=CONTEXT), Texts.WITHHELD))

    (cells,) = pq.read_table(path).to_pylist()
    assert (cells["texts"], cells["method_before"], cells["patch"]) == ("withheld", None, None)
    assert "int f() {" not in cells["record"]
    assert CALLER.source not in cells["record"]
    (caller,) = json.loads(cells["record"])["context"]["methods"][0]["callers"]
    assert (caller["source"], caller["source_left_out"]) == ("", len(CALLER.source) + 4)
    with pytest.raises(InputError, match="its texts were withheld"):
        read_parquet(path)


def test_another_file_is_refused_with_a_reason(tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    pd.DataFrame({"id": ["i1"]}).to_parquet(other)
    with pytest.raises(InputError, match="has no column"):
        read_parquet(other)
    other.write_bytes(b"no parquet")
    with pytest.raises(InputError, match="cannot read"):
        read_parquet(other)


def test_the_page_has_every_column() -> None:
    page = (Path(__file__).parents[3] / "docs" / "publishing.md").read_text(encoding="utf-8")

    assert page == with_columns(page), "run scripts/write-schemas"
