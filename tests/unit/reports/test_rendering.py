import csv
import io
import json
import re
from pathlib import Path

import pytest

from tests.support.verdicts import checks_until, passing, verdict, write_evidence, write_run
from verifier.cli.main import main
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import InputError, UsageError
from verifier.reports.formats import Format
from verifier.reports.rendering.latex import escape as latex_escape
from verifier.reports.rendering.markdown import escape as markdown_escape
from verifier.reports.rendering.terminal import terminal_tables
from verifier.reports.request import ReportRequest, write_report
from verifier.reports.table import Cell, Heading, Kind, Table
from verifier.reports.tables.types import TYPES

HOSTILE = "<script>alert(1)</script>|`x`_&%$#{}~^\\[1]\x1b[31m"
OPEN = checks_until(CheckName.TESTS, Reason.INFRASTRUCTURE, Status.INCONCLUSIVE)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    verdicts = [
        verdict(passing(0.5), instance="a"),
        verdict(checks_until(CheckName.TESTS, Reason.TEST_FAILED), instance="b"),
        verdict(OPEN, instance="c", kind=RefactoringType.MOVE_METHOD),
        verdict(passing(), instance="a", model=HOSTILE),
    ]
    return write_run(tmp_path / "run", verdicts)


def render_run(run: Path, format_: Format, *tables: str) -> str:
    text = write_report(ReportRequest(runs=(run,), format=format_, tables=tables)).text
    assert text is not None
    return text


def test_markdown_shows_counts_interval_and_inconclusive_ones(run: Path) -> None:
    text = render_run(run, Format.MARKDOWN, "models")

    half = r"1/2 50.0% \[9.5, 90.5\] ?1"
    assert f"| gpt | 3 | {half} | {half} | {half} | 0 | 0 |" in text


def test_markdown_of_a_group_without_a_judged_one_has_no_value(run: Path) -> None:
    text = render_run(run, Format.MARKDOWN, "types")

    assert (
        "| gpt | Move Method | 1 | \N{EN DASH} ?1 | \N{EN DASH} ?1 | \N{EN DASH} ?1 | 0 | 0 |"
        in text
    )


def test_markdown_escapes_what_it_would_interpret() -> None:
    assert markdown_escape("<b>|`_*\n# x") == "\\<b\\>\\|\\`\\_\\* \\# x"


def test_latex_escapes_what_it_would_interpret() -> None:
    assert latex_escape("50% of a_b & {c} \\input [x]\n~^#$\x00") == (
        r"50\% of a\_b \& \{c\} \textbackslash{}input {[}x{]}"
        r" \textasciitilde{}\textasciicircum{}\#\$"
    )


def test_latex_is_one_booktabs_table_each_with_as_many_cells_as_columns(run: Path) -> None:
    text = render_run(run, Format.LATEX, "models", "classes")

    assert text.count(r"\begin{table}") == text.count(r"\toprule") == 2
    assert r"\begin{tabular}{lrrrrrrrrrrrrrrr}" in text
    row = next(line for line in text.splitlines() if line.startswith("    gpt & 3 &"))
    assert row.count(" & ") == 15
    assert r"1/2 50.0\% {[}9.5, 90.5{]} ?1" in row


def test_csv_is_flat_and_writes_nan_where_there_is_no_value(run: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(render_run(run, Format.CSV, "types"))))

    moved = next(r for r in rows if r["type"] == "Move Method")
    assert (moved["success"], moved["success_low"], moved["success_judged"]) == ("NaN", "NaN", "0")
    assert moved["success_inconclusive"] == "1"
    assert float(rows[1]["success"]) in (0.5, 1.0)


def test_csv_never_starts_a_cell_like_a_formula(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict(passing(), model="=HYPERLINK(1)")])

    assert render_run(run, Format.CSV, "models").splitlines()[1].startswith("'=HYPERLINK(1),")


def test_csv_into_a_folder_is_one_file_a_table(run: Path, tmp_path: Path) -> None:
    done = write_report(ReportRequest(runs=(run,), format=Format.CSV, output=tmp_path / "tables"))

    assert {p.name for p in done.files} >= {"models.csv", "types.csv", "classes.csv", "checks.csv"}
    assert all(p.is_file() for p in done.files)


def test_two_tables_do_not_fit_one_csv_file(run: Path) -> None:
    with pytest.raises(UsageError, match="one CSV file holds one table"):
        render_run(run, Format.CSV, "models", "types")


def test_json_describes_every_column_and_has_null_where_there_is_no_value(run: Path) -> None:
    data = json.loads(render_run(run, Format.JSON))

    types = data["tables"]["types"]
    moved = next(r for r in types["rows"] if r["type"] == "Move Method")
    assert moved["success"] is None
    assert moved["success_judged"] == 0
    assert all(c["description"] for c in types["columns"])


def test_the_terminal_keeps_every_word_whole_however_narrow_it_is(run: Path) -> None:
    text = write_report(ReportRequest(runs=(run,), width=40)).text

    assert text is not None
    assert "CodeBLEU" in text
    assert "INFRASTRUCTURE" in text


def test_the_terminal_cuts_no_column_of_a_table_that_is_wider_than_it() -> None:
    texts = {"Asked": "alpha", "Answered": "fake-model", "Prompts": "refverify-1"}
    texts |= {"Track": "instructed", "Mode": "direct"}
    titles = (
        "n|Cost known|Mean, USD|Median, USD|Total, USD|USD per success|USD per proved|Tokens known"
    )
    titles += (
        "|Mean, tokens|Median, tokens|Total, tokens|Estimated|Ended by budget|Missing by budget"
    )
    headings = tuple(
        Heading(name=title, title=title, description="", kind=kind)
        for kind, names in ((Kind.TEXT, ("Model", *texts)), (Kind.COUNT, titles.split("|")))
        for title in names
    )
    rows: tuple[tuple[Cell, ...]] = (("alpha", *texts.values(), *[2400] * 14),)
    table = Table(name="t", title="T", description="", headings=headings, rows=rows)

    words = terminal_tables([table], width=120).split()

    assert words.count("by") == words.count("budget") == 2
    assert "refverify-1" in words


def test_what_a_record_holds_does_not_drive_the_terminal(run: Path) -> None:
    text = write_report(ReportRequest(runs=(run,), width=400, colour=True)).text

    assert text is not None
    assert "<script>alert(1)</script>" in text
    assert "\x1b[31m" not in text


def test_an_unknown_table_is_refused_with_the_known_ones(run: Path) -> None:
    with pytest.raises(UsageError, match=r"no table nothing in this report\nThere are: models"):
        render_run(run, Format.MARKDOWN, "nothing")


def test_a_table_without_rows_is_not_called_unknown(run: Path) -> None:
    with pytest.raises(
        UsageError, match=r"the table behaviour has no rows in this report\n.*needs"
    ):
        render_run(run, Format.MARKDOWN, "behaviour")


def test_html_has_no_other_host_and_no_hostile_markup(run: Path) -> None:
    failed = verdict(checks_until(CheckName.TESTS, Reason.TEST_FAILED), instance="b")
    write_evidence(run, failed, "candidate.diff", "+</script><script>alert(2)</script>\n")

    text = render_run(run, Format.HTML)

    assert "http" not in text.replace("http-equiv", "")
    assert "<script>alert" not in text
    assert "</script><script>alert(2)" not in text
    assert "\\u003c/script\\u003e\\u003cscript\\u003ealert(2)" in text


def test_html_holds_no_character_that_a_terminal_obeys(run: Path) -> None:
    assert "\x1b" not in render_run(run, Format.HTML)


INVISIBLE = ("\x1b", "\x9b", "\x07", "\u202e", "\u2066", "\u200b", "\u2028", "\ufeff")


@pytest.mark.parametrize(
    "format_", [Format.TEXT, Format.MARKDOWN, Format.CSV, Format.LATEX, Format.HTML], ids=str
)
def test_a_model_name_can_neither_drive_a_terminal_nor_turn_the_text(
    tmp_path: Path, format_: Format
) -> None:
    verdicts = [verdict(passing(), instance="a", model=f"m{sign}x") for sign in INVISIBLE]
    folder = write_run(tmp_path / "run", [verdict(passing(), instance="a", model="mx"), *verdicts])

    text = render_run(folder, format_, *(("models",) if format_ is not Format.HTML else ()))

    assert [sign for sign in INVISIBLE if sign in text] == []
    assert "mx" in text


def test_the_page_lists_models_with_their_invisible_characters_shown(tmp_path: Path) -> None:
    verdicts = [verdict(passing(), instance="a", model=f"m{sign}x") for sign in INVISIBLE]
    text = render_run(write_run(tmp_path / "run", verdicts), Format.HTML)

    block = re.search(r'id="predictions">(.*?)</script>', text, re.DOTALL)

    assert block is not None
    assert {row["model"] for row in json.loads(block[1])} == {
        r"m\x1bx", r"m\x9bx", r"m\x07x", r"m\u202ex", r"m\u2066x", r"m\u200bx", r"m\u2028x", r"m\ufeffx",
    }  # fmt: skip


def test_html_is_refused_on_a_terminal(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)

    assert main(["report", str(run), "--format", "html"]) == 2


def test_html_shows_evidence_only_from_inside_the_run(run: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("not for the page", encoding="utf-8")
    inside = verdict(checks_until(CheckName.TESTS, Reason.TEST_FAILED), instance="b")
    write_evidence(run, inside, "placeholder", "")
    folder = next((run / "evidence" / "b").rglob("placeholder")).parent
    (folder / "candidate.diff").symlink_to(tmp_path / "secret.txt")

    assert "not for the page" not in render_run(run, Format.HTML)


def test_a_long_diff_is_capped_and_says_so(run: Path) -> None:
    long = verdict(passing(0.5), instance="a")
    write_evidence(run, long, "candidate.diff", "+ line\n" * 10_000)

    text = render_run(run, Format.HTML)

    assert text.count("+ line") == 24_000 // 7
    assert '"left_out":46000' in text


def test_the_same_ledger_gives_the_same_bytes(run: Path) -> None:
    for format_ in Format:
        if format_ not in {Format.CSV, Format.PARQUET, Format.SITE}:
            assert render_run(run, format_) == render_run(run, format_)


def test_the_command_prints_to_standard_output_and_notices_elsewhere(
    run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["report", str(run), "--format", "csv"])

    out, err = capsys.readouterr()
    assert status == 0
    assert out.startswith("model,predictions,success,")
    assert "note: models only" in err


def test_the_command_says_where_it_wrote(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "pages" / "report.html"

    assert main(["report", str(run), "--format", "html", "-o", str(page)]) == 0

    out, err = capsys.readouterr()
    assert out == ""
    assert f"wrote {page}" in err
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_folder_that_is_no_run_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        write_report(ReportRequest(runs=(tmp_path,)))


def test_a_terminal_is_shown_what_one_came_for_and_told_of_the_rest(run: Path) -> None:
    brief = write_report(ReportRequest(runs=(run,), brief=True))
    named = write_report(ReportRequest(runs=(run,), brief=True, tables=("types",)))
    whole = write_report(ReportRequest(runs=(run,)))

    assert brief.text is not None
    assert TYPES.title not in brief.text
    assert brief.notices[0].startswith("more tables: types, classes, ")
    assert brief.notices[0].endswith("; --all shows them, --table NAME one of them")
    assert (named.notices, whole.notices) == ((), ())
    assert named.text is not None
    assert whole.text is not None
    assert TYPES.title in whole.text


def test_json_is_whole_on_a_terminal_too(run: Path) -> None:
    brief = write_report(ReportRequest(runs=(run,), brief=True, format=Format.JSON))

    assert brief == write_report(ReportRequest(runs=(run,), format=Format.JSON))
