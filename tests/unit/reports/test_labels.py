import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.support.verdicts import checks_until, passing, verdict, write_run
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import InputError
from verifier.reports.formats import Format
from verifier.reports.labels import read_labels
from verifier.reports.ledger import read_ledger
from verifier.reports.request import ReportRequest, gather, write_report

REFUSED = checks_until(CheckName.DETECTION, Reason.NOT_DETECTED)
OPEN = checks_until(CheckName.TESTS, Reason.INFRASTRUCTURE, Status.INCONCLUSIVE)
MOVE = RefactoringType.MOVE_METHOD


def run_in(folder: Path, dates: Mapping[str, str]) -> Path:
    """A run of `gpt` on an instance of each date: the first one succeeds."""
    verdicts = [
        verdict(REFUSED if number else passing(), instance=name)
        for number, name in enumerate(dates)
    ]
    lines = [json.dumps({"id": name, "committed": day, "x": 1}) for name, day in dates.items()]
    (folder / "i.jsonl").write_text("\n".join([*lines, "{"]), encoding="utf-8")
    meta = {"instances": {"path": "../i.jsonl", "sha256": "0"}}
    return write_run(folder / "run", verdicts, meta)


def labels_in(folder: Path, text: str) -> Path:
    path = folder / "labels.toml"
    path.write_text(text, encoding="utf-8")
    return path


def table(request: ReportRequest, name: str) -> Sequence[Mapping[str, Any]]:
    done = write_report(replace(request, format=Format.JSON, tables=(name,)))
    assert done.text is not None
    rows: Sequence[Mapping[str, Any]] = json.loads(done.text)["tables"][name]["rows"]
    return rows


def test_models_show_size_and_success_before_and_after_their_cut_off(tmp_path: Path) -> None:
    dates = {
        "a": "2024-07-01T00:00:00+00:00",
        "b": "2024-06-30T23:59:59+00:00",
        "c": "2020-01-01T00:00:00+00:00",
        "d": "",
    }
    run = run_in(tmp_path, dates)
    labels = labels_in(tmp_path, '"gpt" = { size = "7B", cutoff = "2024-06" }')

    (row,) = table(ReportRequest(runs=(run,), labels=labels), "models")

    assert (row["size"], row["cutoff"]) == ("7B", "2024-06-30")
    assert (row["success_after_passed"], row["success_after_judged"]) == (1, 1)
    assert (row["success_before_passed"], row["success_before_judged"]) == (0, 2)
    assert (row["undated"], row["predictions"]) == (1, 4)


def test_without_labels_models_have_no_such_columns(tmp_path: Path) -> None:
    (row,) = table(ReportRequest(runs=(run_in(tmp_path, {"a": ""}),)), "models")

    assert not row.keys() & {"size", "cutoff", "success_before", "undated"}


def test_a_label_that_the_file_does_not_name_has_no_values(tmp_path: Path) -> None:
    run = run_in(tmp_path, {"a": "2024-07-01T00:00:00+00:00"})
    request = ReportRequest(runs=(run,), labels=labels_in(tmp_path, '"other" = { size = "7B" }'))

    (row,) = table(request, "models")

    assert (row["size"], row["cutoff"], row["success_after"], row["undated"]) == (
        None,
        None,
        None,
        1,
    )
    assert "labels.toml: no predictions of other" in gather(request).notices


def test_instances_that_are_gone_leave_their_dates_open(tmp_path: Path) -> None:
    run = run_in(tmp_path, {"a": "2024-07-01T00:00:00+00:00"})
    (tmp_path / "i.jsonl").unlink()
    request = ReportRequest(
        runs=(run,), labels=labels_in(tmp_path, '"gpt" = { cutoff = 2024-06-01 }')
    )

    assert table(request, "models")[0]["undated"] == 1
    assert any("the dates of its instances are not known" in n for n in gather(request).notices)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ('"2024-02"', date(2024, 2, 29)),
        ('"2023-10-01"', date(2023, 10, 1)),
        ("2023-10-01", date(2023, 10, 1)),
        ("2023-10-01T10:00:00Z", date(2023, 10, 1)),
    ],
)
def test_a_cut_off_is_a_day_or_the_end_of_a_month(tmp_path: Path, written: str, day: date) -> None:
    ledger = read_ledger([write_run(tmp_path / "run", [verdict(passing())])])
    path = labels_in(tmp_path, f'"gpt" = {{ cutoff = {written} }}')

    assert read_labels(path, ledger).of("gpt").cutoff == day


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('"gpt" = 3', "gpt is not a table"),
        ('"gpt" = { sise = "7B" }', "gpt: unknown key sise"),
        ('"gpt" = { size = 7 }', "gpt: size is not a text"),
        ('"gpt" = { cutoff = "June" }', "gpt: cutoff 'June' is not a date"),
        ('"gpt" = { cutoff = "2024-13" }', "gpt: cutoff '2024-13' is not a date"),
        ('"gpt" = { cutoff = true }', "gpt: cutoff 'bool' is not a date"),
        (f'"gpt" = {{ cutoff = 0x{"f" * 5000} }}', "gpt: cutoff 'int' is not a date"),
        (f'"gpt" = {{ cutoff = {"9" * 5000} }}', "is not a labels file"),
        ('"gpt" = {', "is not a labels file"),
    ],
)
def test_a_wrong_labels_file_is_refused_with_its_label(
    tmp_path: Path, text: str, fault: str
) -> None:
    ledger = read_ledger([write_run(tmp_path / "run", [verdict(passing())])])

    with pytest.raises(InputError, match=fault) as error:
        read_labels(labels_in(tmp_path, text), ledger)
    assert "size =" in error.value.hint
    assert error.value.exit_code == 4


@pytest.mark.parametrize("content", [None, b"\xff"])
def test_a_labels_file_that_cannot_be_read_is_refused(
    tmp_path: Path, content: bytes | None
) -> None:
    ledger = read_ledger([write_run(tmp_path / "run", [verdict(passing())])])
    path = tmp_path / "labels.toml"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(InputError, match=r"labels\.toml"):
        read_labels(path, ledger)


def types_run(folder: Path) -> Path:
    verdicts = [
        verdict(passing(), instance="a", kind=MOVE),
        verdict(REFUSED, instance="b", kind=MOVE),
        verdict(OPEN, instance="c", kind=MOVE),
        verdict(passing(), instance="d"),
        verdict(REFUSED, instance="d", model="llama"),
    ]
    return write_run(folder / "run", verdicts)


def test_types_as_counts_have_a_row_per_model_and_a_column_per_type(tmp_path: Path) -> None:
    request = ReportRequest(runs=(types_run(tmp_path),), counts=True, tables=("types",))

    markdown = write_report(replace(request, format=Format.MARKDOWN)).text

    assert markdown is not None
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    assert lines == [
        "| Model | Success | Extract Method | Move Method |",
        "| --- | ---: | ---: | ---: |",
        "| gpt | 2 of 3 ?1 | 1 of 1 | 1 of 2 ?1 |",
        "| llama | 0 of 1 | 0 of 1 | \N{EN DASH} |",
    ]


def test_types_as_counts_show_the_size_that_the_labels_file_gives(tmp_path: Path) -> None:
    labels = labels_in(tmp_path, '"gpt" = { size = "7B" }')
    request = ReportRequest(runs=(types_run(tmp_path),), counts=True, labels=labels)

    assert [(r["model"], r["size"]) for r in table(request, "types")] == [
        ("gpt", "7B"),
        ("llama", None),
    ]


@pytest.mark.parametrize("form", [f for f in Format if f not in {Format.PARQUET, Format.SITE}])
def test_every_format_shows_counts(tmp_path: Path, form: Format) -> None:
    request = ReportRequest(
        runs=(types_run(tmp_path),), counts=True, tables=("types",), format=form
    )

    text = write_report(request).text

    assert text is not None
    expected = {
        Format.CSV: "gpt,0.6666666666666666,2,3,1,1.0,1,1,0,0.5,1,2,1\n",
        Format.JSON: '"move_method_judged": 2,',
    }
    assert expected.get(form, "2 of 3 ?1") in text


def test_a_terminal_shows_what_was_asked_for(tmp_path: Path) -> None:
    brief = ReportRequest(runs=(types_run(tmp_path),), brief=True)

    plain = write_report(brief).text
    asked = write_report(replace(brief, counts=True, read=1)).text

    assert plain is not None
    assert asked is not None
    titles = ("Successes by refactoring type", "Failures to read")
    assert [t in plain for t in titles] == [False, False]
    assert [t in asked for t in titles] == [True, True]
