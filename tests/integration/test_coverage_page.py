"""The refactored code on the report page, coloured by what the tests ran, in a real browser."""

import os
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.support.browser import at_width, log_of, prefer
from tests.support.verdicts import check, passing, verdict, write_evidence, write_run
from verifier.checks.parts.refactored_lines import Stretch, mark_source
from verifier.domain.coverage import Counter, Coverage, LineCoverage, MethodCoverage
from verifier.domain.evidence import evidence_path
from verifier.domain.facts.coverage import Part
from verifier.domain.outcome import CheckName, Status
from verifier.domain.refactoring import CodeRange, MethodId
from verifier.reports.formats import Format
from verifier.reports.request import ReportRequest, write_report

TITLE = "run: refactoring report"
HOSTILE = "</script><img src=x onerror=document.title='owned'>"
FILE = "src/p/A.java"
METHOD = MethodId.parse("p.A#total(int)")
BEFORE = f"""class A {{
  int total(int n) {{
    int sum = n;
    if (n > 9) {{
      sum = 9; // {HOSTILE}
    }}
== after\u2028
    return sum;
  }}
}}
"""
AFTER = BEFORE.replace("int sum = n;", "int sum = capped(n);")


def line(number: int, ran: int, branches: tuple[int, int] = (0, 0)) -> LineCoverage:
    taken, every = branches
    return LineCoverage(
        number=number,
        instructions=Counter(covered=ran, total=2),
        branches=Counter(covered=taken, total=every),
    )


def coverage(*lines: LineCoverage) -> Coverage:
    code = MethodCoverage(
        class_name="p.A", name="total", descriptor="(I)I", file="p/A.java", lines=lines
    )
    return Coverage(methods=(code,))


def evidence() -> str:
    """As the check `coverage` writes it: a part of a method before, a whole one after."""
    seen = coverage(line(3, 2), line(4, 2, (1, 2)), line(5, 0), line(8, 2))
    part = CodeRange(
        file=FILE, start_line=4, start_column=5, end_line=6, end_column=6, role="extracted"
    )
    before = Stretch(part=Part.REFACTORED, file=FILE, method=METHOD, lines=part)
    after = Stretch(part=Part.REFACTORED, file=FILE, method=METHOD)
    sides = (("before", before, BEFORE), ("after", after, AFTER))
    parts = [
        "\n".join([f"== {title}", "", *mark_source([stretch], seen, {FILE: text})])
        for title, stretch, text in sides
    ]
    return "\n".join(parts)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    place = evidence_path("i1", "gpt", 0) / "coverage.txt"
    covered = check(CheckName.COVERAGE, Status.PASSED, data={"measured": True}, evidence=str(place))
    judged = verdict((*passing(), covered))
    run = write_run(folder / "run", [judged])
    write_evidence(run, judged, "coverage.txt", evidence())
    write_report(ReportRequest(runs=(run,), format=Format.HTML, output=folder / "report.html"))
    return (folder / "report.html").as_uri()


@pytest.fixture
def shown(browser: Chrome, page: str) -> WebElement:
    browser.get(page)
    browser.find_element(By.CSS_SELECTOR, ".predictions .row").click()
    found = browser.find_element(By.CSS_SELECTOR, ".coverage")
    found.find_element(By.TAG_NAME, "summary").click()
    return found


def lines_of(side: WebElement, name: str) -> list[str]:
    found = side.find_elements(By.CSS_SELECTOR, f"pre > .{name}")
    return [each.find_element(By.CSS_SELECTOR, ".place-of-line").text for each in found]


def test_each_line_of_both_versions_has_the_colour_of_what_ran(shown: WebElement) -> None:
    before, after = shown.find_elements(By.CSS_SELECTOR, ".side")

    assert [side.find_element(By.TAG_NAME, "h3").text for side in (before, after)] == [
        "Before", "After",
    ]  # fmt: skip
    for side in (before, after):
        assert lines_of(side, "ran") == ["+     3", "+     8"]
        assert lines_of(side, "ran-in-part") == ["~     4"]
        assert lines_of(side, "never-ran") == ["-     5"]
    assert lines_of(before, "refactored") == ["~     4", "-     5", "      6"]
    assert lines_of(after, "refactored") == []
    assert before.find_element(By.CSS_SELECTOR, ".place").text == (
        "refactored p.A#total(int) in src/p/A.java"
    )


def test_colours_differ_from_each_other_and_from_the_page_in_both_themes(
    browser: Chrome, shown: WebElement
) -> None:
    for scheme in ("light", "dark"):
        prefer(browser, scheme)
        colours = [
            shown.find_element(By.CSS_SELECTOR, f"pre > .{name}").value_of_css_property(
                "background-color"
            )
            for name in ("ran", "ran-in-part", "never-ran")
        ]
        assert len(set(colours)) == 3
        assert "rgba(0, 0, 0, 0)" not in colours
        if folder := os.environ.get("SCREENSHOTS"):
            (Path(folder) / f"coverage-{scheme}.png").write_bytes(shown.screenshot_as_png)
    prefer(browser, "light")


def test_hostile_source_stays_text(browser: Chrome, shown: WebElement) -> None:
    assert HOSTILE in shown.text
    assert browser.find_elements(By.TAG_NAME, "img") == []
    assert browser.title == TITLE
    assert log_of(browser) == []
    # A line of the source that looks like a heading of ours is none.
    assert len(shown.find_elements(By.CSS_SELECTOR, ".side")) == 2


def test_the_sides_stand_below_each_other_on_a_phone(browser: Chrome, shown: WebElement) -> None:
    before, after = shown.find_elements(By.CSS_SELECTOR, ".side")
    assert before.location["y"] == after.location["y"]

    at_width(browser, 420)
    wider = browser.execute_script(
        "const page = document.documentElement; return page.scrollWidth - page.clientWidth"
    )
    tops = before.location["y"], after.location["y"]
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    assert wider == 0
    assert tops[0] < tops[1]
