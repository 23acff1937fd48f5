import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd
import pytest

from tests.support.verdicts import passing, verdict
from verifier.domain.verdict import Verdict
from verifier.errors import MissingToolError, StorageError
from verifier.frames import check_frame, verdict_frame
from verifier.frames.columns import COUNT, NUMBER, TEXT, FrameColumn, frame_of
from verifier.frames.files import csv_text, parquet_bytes, write_csv, write_parquet

VERDICTS = [verdict(passing(0.5), instance="a"), verdict(passing(), instance="b", model="=x")]
MakeFrame = Callable[[Sequence[Verdict]], pd.DataFrame]
COLUMNS = (
    FrameColumn[tuple[object, ...]](
        name="word", description="w", kind=TEXT, value=lambda row: row[0]
    ),
    FrameColumn[tuple[object, ...]](
        name="count", description="c", kind=COUNT, value=lambda row: row[1]
    ),
    FrameColumn[tuple[object, ...]](
        name="share", description="s", kind=NUMBER, value=lambda row: row[2]
    ),
)


@pytest.mark.parametrize("make", [verdict_frame, check_frame], ids=lambda make: make.__name__)
def test_pandas_reads_the_same_frame_back(make: MakeFrame, tmp_path: Path) -> None:
    frame = make(VERDICTS)
    write_parquet(frame, tmp_path / "frame.parquet")

    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "frame.parquet"), frame)


def test_a_file_without_rows_keeps_the_columns(tmp_path: Path) -> None:
    write_parquet(verdict_frame([]), tmp_path / "empty.parquet")

    back = pd.read_parquet(tmp_path / "empty.parquet")
    assert list(back.columns) == list(verdict_frame([]).columns)
    assert (len(back), str(back["sample"].dtype), str(back["success"].dtype)) == (
        0,
        "Int64",
        "category",
    )


def test_the_same_records_give_the_same_bytes() -> None:
    assert parquet_bytes(verdict_frame(VERDICTS)) == parquet_bytes(verdict_frame(VERDICTS))


def test_without_pyarrow_the_hint_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = verdict_frame(VERDICTS)
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(MissingToolError, match="pyarrow") as caught:
        write_parquet(frame, tmp_path / "frame.parquet")

    assert caught.value.hint == f"{sys.executable} -m pip install 'refverify[parquet]'"
    assert list(tmp_path.iterdir()) == []


def test_csv_leaves_the_cell_of_no_value_empty_and_quotes_formulas(tmp_path: Path) -> None:
    frame = frame_of([("=SUM(1)", 1, 0.5), ("a,b", None, None), (None, 3, 1.0)], COLUMNS)
    write_csv(frame, tmp_path / "frame.csv")

    text = (tmp_path / "frame.csv").read_text(encoding="utf-8")
    assert text == csv_text(frame)
    assert text == 'word,count,share\n\'=SUM(1),1,0.5\n"a,b",,\n,3,1.0\n'


def test_a_byte_that_is_no_character_becomes_an_escape() -> None:
    assert csv_text(frame_of([("run\udcff", 1, None)], COLUMNS)) == (
        "word,count,share\nrun\\udcff,1,\n"
    )


def test_a_folder_that_is_not_there_is_a_storage_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        write_parquet(verdict_frame(VERDICTS), tmp_path / "nowhere" / "frame.parquet")
