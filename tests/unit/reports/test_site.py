import csv
import hashlib
import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from tests.support.verdicts import (
    check,
    checks_until,
    make_generated,
    passing,
    verdict,
    write_evidence,
    write_run,
)
from verifier.cli.main import main
from verifier.domain.generation import (
    GenerationSummary,
    Missing,
    Sampling,
    Setting,
    Usage,
    summary_path,
)
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.verdict import Verdict
from verifier.errors import InputError, UsageError
from verifier.reports.formats import Format
from verifier.reports.request import ReportRequest, write_report
from verifier.reports.site import copies
from verifier.reports.site.addresses import VerdictAddress, page_of_setting
from verifier.reports.site.folder import SiteFolder, create_site
from verifier.tools.records import to_json

HOSTILE = "../../<img src=x onerror=alert(1)>\x1b\u202e\"'{{ 7 * 7 }}"
OPEN = checks_until(CheckName.TESTS, Reason.INFRASTRUCTURE, Status.INCONCLUSIVE)
DIFF = "--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n-old\n+</pre><script>alert(1)</script>\n"


def make_site(*runs: Path, output: Path) -> Mapping[str, str]:
    """Write a site. Return the text of every file by its path."""
    write_report(ReportRequest(runs=runs, format=Format.SITE, output=output))
    return {
        path.relative_to(output).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(output.rglob("*"))
        if path.is_file()
    }


def page_of(site: Mapping[str, str], of: Verdict) -> str:
    return site[VerdictAddress.of(of).page]


def words_of(page: str) -> str:
    """The text of a page, with one blank between words."""
    without_code = re.sub(r"<(script|style)>.*?</\1>", " ", page, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", without_code)).split())


def figures(page: str, table: str) -> list[list[str]]:
    """The cells of a table on a page: the values by which its columns sort."""
    found = re.search(rf'id="{table}">.*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    assert found is not None
    rows = re.findall(r"<tr>(.*?)</tr>", found[1], re.DOTALL)
    return [[unescape(key) for key in re.findall(r'data-key="(.*?)"', row)] for row in rows]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    failed = verdict(
        checks_until(CheckName.TESTS, Reason.TEST_FAILED, details=HOSTILE), instance="b"
    )
    verdicts = [
        verdict(passing(0.5), instance="a"),
        failed,
        verdict(OPEN, instance="c", kind=RefactoringType.EXTRACT_AND_MOVE_METHOD),
        verdict(passing(), instance="a", model="better"),
        verdict(passing(), instance="a", model="golden"),
    ]
    folder = write_run(tmp_path / "run", verdicts)
    write_evidence(folder, failed, "candidate.diff", DIFF)
    write_evidence(folder, failed, "answer.txt", "Here is <b>the</b> answer")
    return folder


def test_the_figures_of_the_index_are_those_of_the_json_report(run: Path, tmp_path: Path) -> None:
    site = make_site(run, output=tmp_path / "site")
    text = write_report(ReportRequest(runs=(run,), format=Format.JSON)).text

    assert site["data/report.json"] == text
    assert text is not None
    tables = json.loads(text)["tables"]
    for name, table in tables.items():
        columns = [column["name"] for column in table["columns"]]
        expected = [
            ["" if row[each] is None else str(row[each]) for each in columns]
            for row in table["rows"]
        ]
        assert sorted(figures(site["index.html"], name)) == sorted(expected)
    interval = tables["models"]["rows"][1]
    shown = f"[{100 * interval['success_low']:.1f}, {100 * interval['success_high']:.1f}]"
    assert shown in words_of(site["index.html"])


def test_the_figures_of_a_setting_are_those_of_the_index(run: Path, tmp_path: Path) -> None:
    site = make_site(run, output=tmp_path / "site")

    for name in ("models", "types", "classes", "reasons"):
        own = [row for row in figures(site["index.html"], name) if row[0] == "gpt"]
        assert figures(site[page_of_setting("gpt")], name) == own
        assert own


def test_models_are_ranked_by_success_and_references_come_last(run: Path, tmp_path: Path) -> None:
    site = make_site(run, output=tmp_path / "site")

    assert [row[0] for row in figures(site["index.html"], "models")] == ["better", "gpt", "golden"]


def test_every_verdict_has_a_page_with_checks_patch_answer_and_copies(
    run: Path, tmp_path: Path
) -> None:
    site = make_site(run, output=tmp_path / "site")

    failed = verdict(passing(), instance="b")
    page, address = page_of(site, failed), VerdictAddress.of(failed)
    words = words_of(page)
    assert "Task Extract Method Class atomic" in words
    assert "tests failed 1.50 TEST_FAILED A test that passes on the base fails." in words
    assert "+</pre><script>alert(1)</script>" in words
    assert "Here is <b>the</b> answer" in words
    assert f'href="../{address.evidence("candidate-diff")}"' in page
    assert site[address.evidence("candidate-diff")] == DIFF
    assert site[address.evidence("answer")] == "Here is <b>the</b> answer"
    assert f'href="../{address.page}"' in site[page_of_setting("gpt")]


def test_the_page_of_a_verdict_leads_to_the_others_on_its_task(run: Path, tmp_path: Path) -> None:
    site = make_site(run, output=tmp_path / "site")

    page = page_of(site, verdict(passing(), instance="a"))
    assert VerdictAddress.of(verdict(passing(), instance="a", model="better")).page in page
    assert VerdictAddress.of(verdict(passing(), instance="b")).page not in page


def test_foreign_texts_stay_texts_and_never_become_paths(tmp_path: Path) -> None:
    bad = replace(
        verdict(checks_until(CheckName.TESTS, Reason.TEST_FAILED, details=HOSTILE), instance=HOSTILE, model=HOSTILE, repo=HOSTILE),
        method=HOSTILE,
    )  # fmt: skip
    upper = [verdict(passing(), instance="x", model=name) for name in ("GPT", "gpt", "con", "..")]
    run = write_run(tmp_path / "run", [bad, *upper])
    write_evidence(run, bad, "candidate.diff", HOSTILE)
    write_evidence(run, bad, "answer.txt", HOSTILE)

    site = make_site(run, output=tmp_path / "out" / "site")

    pages = {name: text for name, text in site.items() if name.endswith(".html")}
    assert len([name for name in pages if name.startswith("models/")]) == 5
    assert len({name.lower() for name in site}) == len(site)
    assert all(re.fullmatch(r"[\w./-]+", name) and ".." not in name for name in site)
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["site"]
    for text in pages.values():
        assert "<img" not in text
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "49" not in re.findall(r"<h1>(.*?)</h1>", text)
        assert "default-src 'none'" in text
    assert all(
        name.endswith((".html", ".css", ".txt", ".csv", ".json", ".jsonl", "SHA256SUMS"))
        for name in site
    )
    assert {name.rsplit(".")[-1] for name in site if name.startswith("evidence/")} == {"txt"}


def test_no_page_asks_another_host_for_anything(run: Path, tmp_path: Path) -> None:
    site = make_site(run, output=tmp_path / "site")

    for name, text in site.items():
        if name.endswith((".html", ".css")):
            assert re.findall(r"https?://|@import|url\(", text) == []


def test_links_in_a_run_are_not_followed(run: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("not for the site", encoding="utf-8")
    linked = verdict(
        (*passing()[:-1], check(CheckName.SIMILARITY, evidence="evidence/linked.log")), instance="d"
    )
    with (run / "verdicts.jsonl").open("a", encoding="utf-8") as ledger:
        ledger.write(f"{to_json(linked)}\n")
    (run / "evidence" / "linked.log").symlink_to(secret)
    folder = next((run / "evidence" / "b").rglob("candidate.diff")).parent
    (folder / "candidate.diff").unlink()
    (folder / "candidate.diff").symlink_to(secret)

    site = make_site(run, output=tmp_path / "site")

    assert not any("not for the site" in text for text in site.values())
    (run / "run.json").rename(tmp_path / "other.json")
    (run / "run.json").symlink_to(tmp_path / "other.json")
    with pytest.raises(InputError, match=r"run\.json is a symbolic link"):
        make_site(run, output=tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_a_large_file_is_cut_and_the_pages_say_so(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "MOST_OF_FILE", 10)

    site = make_site(run, output=tmp_path / "site")

    failed = verdict(passing(), instance="b")
    assert site[VerdictAddress.of(failed).evidence("candidate-diff")] == DIFF[:10]
    assert f"candidate.diff: the copy has the first 10 of {len(DIFF)} bytes" in words_of(
        page_of(site, failed)
    )
    assert "files of evidence that are cut or not copied: 2" in words_of(site["index.html"])


def test_a_full_site_leaves_further_files_in_the_run_and_says_so(run: Path, tmp_path: Path) -> None:
    path = next((run / "evidence").rglob("candidate.diff"))
    full = copies.EvidenceCopies(folder=SiteFolder(root=tmp_path / "site"), most=1)
    own = copies.VerdictCopies(all=full, address=VerdictAddress(digest="0"))

    assert own.link("candidate.diff", path) == "../evidence/0/candidate-diff.txt"
    assert own.link("tests", path) is None
    assert own.notes == ["tests: not copied, the site is full; it is in the run folder"]
    assert full.cut == 1


def test_a_long_name_is_cut_outside_of_the_tables(tmp_path: Path) -> None:
    long = verdict(passing(), instance="i" * 10_000, model="m" * 10_000)
    site = make_site(write_run(tmp_path / "run", [long]), output=tmp_path / "site")

    page = page_of(site, long)
    assert "m" * 200 + "\N{HORIZONTAL ELLIPSIS}" in page
    assert "m" * 201 not in page
    assert "i" * 201 not in page


def test_the_sums_are_those_of_all_files(run: Path, tmp_path: Path) -> None:
    site = make_site(run, output=tmp_path / "site")

    listed = dict(line.split("  ")[::-1] for line in site["SHA256SUMS"].splitlines())
    assert listed == {
        name: hashlib.sha256((tmp_path / "site" / name).read_bytes()).hexdigest()
        for name in site
        if name != "SHA256SUMS"
    }
    assert listed["data/verdicts.csv"] in site["index.html"]


def test_the_same_input_gives_the_same_bytes_and_takes_the_place_of_the_older_site(
    run: Path, tmp_path: Path
) -> None:
    first = make_site(run, output=tmp_path / "site")

    assert make_site(run, output=tmp_path / "site") == first
    assert make_site(run, output=tmp_path / "other") == first
    fewer = write_run(tmp_path / "run", [verdict(passing(), instance="a")])
    assert len(make_site(fewer, output=tmp_path / "site")) < len(first)


def test_a_folder_with_other_files_is_refused_and_stays(run: Path, tmp_path: Path) -> None:
    site, foreign = tmp_path / "site", tmp_path / "foreign"
    make_site(run, output=site)
    (site / "CNAME").write_text("mine", encoding="utf-8")
    foreign.mkdir()
    (foreign / "thesis.tex").write_text("mine", encoding="utf-8")
    before = sorted(site.rglob("*"))

    for folder, name in ((site, "CNAME"), (foreign, "thesis.tex")):
        with pytest.raises(UsageError, match=name):
            make_site(run, output=folder)
        assert (folder / name).read_text(encoding="utf-8") == "mine"
    assert sorted(site.rglob("*")) == before
    with pytest.raises(UsageError, match="is no folder"):
        make_site(run, output=foreign / "thesis.tex")


def test_a_file_that_arrives_meanwhile_is_kept(tmp_path: Path) -> None:
    site = tmp_path / "site"

    def make() -> None:
        with create_site(site) as folder:
            folder.write("index.html", "ours")
            site.mkdir()
            (site / "theirs").write_text("kept", encoding="utf-8")

    with pytest.raises(UsageError, match="theirs"):
        make()

    assert [path.name for path in site.iterdir()] == ["theirs"]
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_an_empty_folder_is_filled(run: Path, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()

    assert "index.html" in make_site(run, output=tmp_path / "site")


def test_a_failure_leaves_the_older_site_and_nothing_half_written(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_site(run, output=tmp_path / "site")
    monkeypatch.setattr("verifier.reports.site.site.write_data", lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        make_site(run, output=tmp_path / "site")

    monkeypatch.undo()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["run", "site"]
    assert make_site(run, output=tmp_path / "site") == first


def test_a_site_needs_a_folder(run: Path) -> None:
    assert main(["report", str(run), "--format", "site"]) == 2


def test_the_command_says_where_the_index_is(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(run), "--format", "site", "-o", str(tmp_path / "site")]) == 0
    assert f"wrote {tmp_path / 'site' / 'index.html'}" in capsys.readouterr().err


def test_without_a_verdict_the_site_says_so(tmp_path: Path) -> None:
    site = make_site(write_run(tmp_path / "run", []), output=tmp_path / "site")

    assert "no verdicts yet" in words_of(site["index.html"])
    assert not any(name.startswith(("verdicts/", "models/")) for name in site)


def test_references_alone_have_their_pages(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [verdict(passing(), model="golden")])

    site = make_site(run, output=tmp_path / "site")

    assert [row[0] for row in figures(site["index.html"], "models")] == ["golden"]
    assert page_of_setting("golden") in site


def test_a_cost_that_is_not_recorded_has_no_value(tmp_path: Path) -> None:
    base = verdict(passing(), instance="a", model="m")
    priced = make_generated(base, usage=Usage(input=10, output=5), cost_usd=0.25)
    unpriced = make_generated(replace(base, instance_id="b"))
    run = write_run(tmp_path / "run", [priced, unpriced])

    site = make_site(run, output=tmp_path / "site")

    assert "Cost, USD 0.2500 Tokens 10 in, 5 out" in words_of(page_of(site, priced))
    assert "Cost" not in words_of(page_of(site, unpriced))
    rows = figures(site["index.html"], "costs")
    assert rows == figures(site[page_of_setting("m")], "costs")
    (costs,) = csv.DictReader(io.StringIO(site["data/table-costs.csv"]))
    assert (costs["priced"], costs["total_usd"]) == ("1", "0.25")


def test_missing_answers_are_on_the_index_and_no_page_counts_them(tmp_path: Path) -> None:
    judged = make_generated(verdict(passing(), model="m"))
    predictions = tmp_path / "m.jsonl"
    predictions.write_text("{}\n", encoding="utf-8")
    sha256 = hashlib.sha256(predictions.read_bytes()).hexdigest()
    setting = Setting(
        label="m", model="m", prompt_set="refverify-1", prompt_set_sha256="0" * 64, track="", mode="",
        samples=1, parameters=Sampling(),
    )  # fmt: skip
    summary = GenerationSummary(setting=setting, asked=3, answered=1, missing={Missing.BUDGET: 2})
    summary_path(predictions).write_text(to_json(summary), encoding="utf-8")
    named = {"path": "../m.jsonl", "sha256": sha256}
    run = write_run(tmp_path / "run", [judged], {"predictions": named})

    site = make_site(run, output=tmp_path / "site")

    assert "2 answers are missing (2 budget)" in words_of(site["index.html"])
    assert "1 to 1 of 1" in words_of(site[page_of_setting("m")])


def test_many_verdicts_of_a_setting_take_several_pages(tmp_path: Path) -> None:
    verdicts = [verdict(passing(), instance=f"i{n:03}") for n in range(251)]

    site = make_site(write_run(tmp_path / "run", verdicts), output=tmp_path / "site")

    first, second = site[page_of_setting("gpt")], site[page_of_setting("gpt", 2)]
    assert "1 to 250 of 251" in words_of(first)
    assert "251 to 251 of 251" in words_of(second)
    assert f'href="../{page_of_setting("gpt", 2)}"' in first
    linked = set(re.findall(r"verdicts/\w+\.html", first + second))
    assert linked == {name for name in site if name.startswith("verdicts/")}


def test_an_address_stays_the_same_when_other_runs_are_added(run: Path, tmp_path: Path) -> None:
    more = write_run(tmp_path / "more", [make_generated(verdict(passing(), instance="a"))])

    alone, both = (
        make_site(*runs, output=tmp_path / str(len(runs))) for runs in ((run,), (run, more))
    )

    old = {name for name in alone if name.startswith("verdicts/")}
    assert old < {name for name in both if name.startswith("verdicts/")}
    assert len([name for name in both if name.startswith("models/")]) == 4
