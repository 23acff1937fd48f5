from pathlib import Path

import pandas as pd
import pytest

from tests.support.verdicts import checks_until, passing, verdict, write_run
from verifier.domain.outcome import CheckName, Reason
from verifier.errors import UsageError
from verifier.reports.formats import Format
from verifier.reports.request import Done, ReportRequest, write_report


@pytest.fixture
def run(tmp_path: Path) -> Path:
    verdicts = [
        verdict(passing(0.5), instance="a"),
        verdict(checks_until(CheckName.TESTS, Reason.TEST_FAILED), instance="b"),
    ]
    return write_run(tmp_path / "run", verdicts, {"refverify": "0.1.0"})


def write_table(run: Path, output: Path | None, *tables: str) -> Done:
    return write_report(
        ReportRequest(runs=(run,), format=Format.PARQUET, output=output, tables=tables)
    )


def test_a_folder_gets_the_records_and_every_table(run: Path, tmp_path: Path) -> None:
    done = write_table(run, tmp_path / "tables")

    assert {p.name for p in done.files} >= {
        "verdicts.parquet",
        "check-results.parquet",
        "runs.parquet",
        "models.parquet",
        "types.parquet",
    }
    verdicts = pd.read_parquet(tmp_path / "tables" / "verdicts.parquet")
    assert verdicts[["run", "instance_id", "success"]].to_numpy().tolist() == [
        ["run", "a", "passed"],
        ["run", "b", "failed"],
    ]
    assert pd.read_parquet(tmp_path / "tables" / "runs.parquet")["refverify"].tolist() == ["0.1.0"]


def test_a_table_has_flat_columns_with_types(run: Path, tmp_path: Path) -> None:
    write_table(run, tmp_path / "models.parquet", "models")

    frame = pd.read_parquet(tmp_path / "models.parquet")
    row = frame.iloc[0]
    assert (row["model"], row["predictions"], row["success"]) == ("gpt", 2, 0.5)
    assert (row["success_passed"], row["success_judged"]) == (1, 2)
    kinds = [str(frame[name].dtype) for name in ("model", "success", "success_judged")]
    assert kinds == ["string", "Float64", "Int64"]


def test_one_file_without_a_name_holds_the_verdicts_and_says_so(run: Path, tmp_path: Path) -> None:
    done = write_table(run, tmp_path / "one.parquet")

    assert pd.read_parquet(tmp_path / "one.parquet")["instance_id"].tolist() == ["a", "b"]
    assert done.notices[-1].startswith("verdicts only; with -o FOLDER or --table also: check-resu")


def test_the_same_ledger_gives_the_same_bytes(run: Path, tmp_path: Path) -> None:
    once, again = tmp_path / "once", tmp_path / "again"

    write_table(run, once)
    write_table(run, again)

    assert {p.name: p.read_bytes() for p in once.iterdir()} == {
        p.name: p.read_bytes() for p in again.iterdir()
    }


@pytest.mark.parametrize(
    ("output", "tables", "message"),
    [
        (None, (), "not for standard output"),
        ("one.parquet", ("models", "types"), "one Parquet file holds one table"),
        ("tables", ("nothing",), r"no table nothing in this report\nThere are: verdicts, check-"),
    ],
)
def test_what_cannot_be_written_is_refused(
    run: Path, tmp_path: Path, output: str | None, tables: tuple[str, ...], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        write_table(run, tmp_path / output if output else None, *tables)
