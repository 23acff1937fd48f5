"""The HTML report in a real browser: nothing is logged, everything answers to the keyboard."""

import base64
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.support.browser import at_width, log_of, parts_outside, prefer
from tests.support.verdicts import check, checks_until, passing, verdict, write_evidence, write_run
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.reasons import MEANINGS
from verifier.domain.refactoring_traits import RefactoringType
from verifier.reports.formats import Format
from verifier.reports.request import ReportRequest, write_report

TITLE = "run: refactoring report"
HOSTILE = "<img src=x onerror=document.title='owned'>"
DIFF = """\
--- a/A.java
+++ b/A.java
@@ -1,2 +1,2 @@
 class A { // </script><script>document.title='owned'</script>
-  int old;
+  int fresh;
"""

WITNESS = {
    "entry": "p.A#f(I)I",
    "call": f"new p.A().f({HOSTILE!r})",
    "old": "returns 1",
    "new": "returns 2",
    "test_class": "p.ADiffersTest",
    "test": "public class ADiffersTest {}\n",
}
LONG_METHOD = "org.example.DiscountsOfTheHouse#minusAnotherPercent(Money, LocalDateTime)"
ASKED_LITTLE = tuple(
    check(c.check, Status.NOT_APPLICABLE, Reason.NOT_SELECTED)
    if c.check in {CheckName.COMPILATION, CheckName.REFERENCES, CheckName.TESTS}
    else c
    for c in passing()
)
DIFFERS = check(
    CheckName.BEHAVIOUR,
    Status.FAILED,
    Reason.BEHAVIOUR_CHANGED,
    data={"eq_at_dfuzz": 0, "corr_at_test": 1, "witness": WITNESS},
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    refused = verdict(
        checks_until(CheckName.TESTS, Reason.TEST_FAILED, details=HOSTILE), instance="i2"
    )
    verdicts = [
        replace(verdict(passing(0.75), instance="i1"), method="org.example.Receipt#print()"),
        refused,
        verdict((*passing(), DIFFERS), instance="i3", kind=RefactoringType.EXTRACT_AND_MOVE_METHOD),
        verdict(
            checks_until(CheckName.TESTS, Reason.INFRASTRUCTURE, Status.INCONCLUSIVE), instance="i4"
        ),
        verdict(checks_until(CheckName.DETECTION, Reason.NOT_DETECTED), model=HOSTILE),
        replace(verdict(ASKED_LITTLE, instance="i5", model="quick"), method=LONG_METHOD),
    ]
    run = write_run(folder / "run", verdicts)
    write_evidence(run, refused, "candidate.diff", DIFF)
    target = folder / "report.html"
    write_report(ReportRequest(runs=(run,), format=Format.HTML, output=target))
    return target.as_uri()


@pytest.fixture
def opened(browser: Chrome, page: str) -> Chrome:
    browser.get(page)
    return browser


def rows(browser: Chrome) -> list[WebElement]:
    return browser.find_elements(By.CSS_SELECTOR, ".predictions .row")


def column(browser: Chrome, table: str, number: int) -> list[str]:
    cells = browser.find_elements(By.CSS_SELECTOR, f"#{table} tbody td:nth-child({number})")
    return [cell.text.partition("\n")[0] for cell in cells]


def row_of(browser: Chrome, text: str) -> WebElement:
    return next(row for row in rows(browser) if text in row.text)


def test_the_page_loads_without_an_error_or_a_request_to_anywhere(opened: Chrome) -> None:
    fetched = opened.execute_script("return performance.getEntriesByType('resource').length")

    assert opened.title == TITLE
    assert log_of(opened) == []
    assert fetched == 0


def test_hostile_texts_stay_texts(opened: Chrome) -> None:
    row_of(opened, "i2").click()

    assert opened.title == TITLE
    assert opened.find_elements(By.TAG_NAME, "img") == []
    assert HOSTILE in column(opened, "models", 1)
    assert log_of(opened) == []


def test_an_inline_script_that_is_not_the_pages_own_does_not_run(opened: Chrome) -> None:
    opened.execute_script(
        "const s = document.createElement('script'); s.textContent = 'document.title = 1';"
        "document.body.append(s)"
    )

    assert opened.title == TITLE
    assert "Content Security Policy" in log_of(opened)[0]["message"]


def test_every_plot_draws_a_mark_for_each_group(opened: Chrome) -> None:
    dots = opened.find_elements(By.CSS_SELECTOR, "#plot-by-type .scroll svg .dot")
    bars = opened.find_elements(By.CSS_SELECTOR, "#plot-reasons .scroll svg .bar")

    # Purity, which all were asked for: gpt at two types, the hostile model and quick at one.
    assert len(dots) == 4
    # gpt: success, TEST_FAILED, inconclusive; the hostile one: NOT_DETECTED; quick: inconclusive
    assert len(bars) == 5
    assert all(bar.size["width"] > 0 for bar in bars)


def test_a_table_sorts_by_number_and_back_from_the_keyboard(opened: Chrome) -> None:
    button = opened.find_element(By.CSS_SELECTOR, "#models th:nth-child(4) button")

    button.send_keys(Keys.ENTER)
    assert column(opened, "models", 4) == ["0.0%", "66.7%", "\N{EN DASH}"]
    button.send_keys(Keys.ENTER)
    assert column(opened, "models", 4) == ["66.7%", "0.0%", "\N{EN DASH}"]
    header = opened.find_element(By.CSS_SELECTOR, "#models th:nth-child(4)")
    assert header.get_attribute("aria-sort") == "descending"


def test_a_prediction_opens_from_the_keyboard_with_checks_and_coloured_diff(
    opened: Chrome,
) -> None:
    row = row_of(opened, "i2")

    row.send_keys(Keys.ENTER)

    body = opened.find_element(By.CSS_SELECTOR, ".body")
    checks = [r.text for r in body.find_elements(By.CSS_SELECTOR, "tbody tr")]
    tests = next(text for text in checks if text.startswith("tests "))
    meaning = MEANINGS[Reason.TEST_FAILED]
    assert tests == f"tests failed 1.50 TEST_FAILED\n{meaning}\n{HOSTILE}"
    assert [s.text.strip() for s in body.find_elements(By.CSS_SELECTOR, ".added")] == [
        "+  int fresh;"
    ]
    assert len(body.find_elements(By.CSS_SELECTOR, ".removed")) == 1
    link = body.find_element(By.LINK_TEXT, "candidate.diff").get_attribute("href")
    assert link is not None
    assert link.endswith("/run/evidence/i2/gpt/0/candidate.diff")
    row.send_keys(Keys.ENTER)
    assert opened.find_elements(By.CSS_SELECTOR, ".body") == []


def test_a_counterexample_stands_with_its_prediction(opened: Chrome) -> None:
    row_of(opened, "i3").click()

    shown = opened.find_element(By.CSS_SELECTOR, ".counterexample")
    assert [d.text for d in shown.find_elements(By.TAG_NAME, "dd")] == [
        WITNESS["call"],
        "returns 1",
        "returns 2",
    ]
    shown.find_element(By.TAG_NAME, "summary").click()
    assert "public class ADiffersTest {}" in shown.text
    assert opened.title == TITLE


def test_filters_narrow_the_list_and_count(opened: Chrome) -> None:
    form = opened.find_element(By.CSS_SELECTOR, ".filters")

    form.find_element(By.NAME, "success").send_keys("inconclusive")
    assert [row.text.split()[0] for row in rows(opened)] == ["inconclusive"] * 2
    assert form.find_element(By.TAG_NAME, "output").text == "2 of 6"
    form.find_element(By.NAME, "text").send_keys("no such thing")
    assert rows(opened) == []


def test_the_page_follows_a_dark_system(opened: Chrome) -> None:
    def background() -> str:
        return str(opened.execute_script("return getComputedStyle(document.body).backgroundColor"))

    def prefer(scheme: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    prefer("dark")
    dark = background()
    prefer("light")
    assert (dark, background()) == ("rgb(23, 23, 22)", "rgb(247, 247, 245)")


def test_no_part_of_the_page_is_wider_than_a_phone(opened: Chrome) -> None:
    opened.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": False},
    )
    row_of(opened, "i2").click()
    hidden = opened.execute_script(
        "const page = document.documentElement; return page.scrollWidth - page.clientWidth"
    )
    opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    assert hidden == 0


@pytest.fixture
def resized(opened: Chrome) -> Iterator[Chrome]:
    yield opened
    opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    prefer(opened, "light")


def tallest_row(browser: Chrome) -> float:
    heights = "[...document.querySelectorAll('.table-section tr')].map((r) => r.offsetHeight)"
    return float(browser.execute_script(f"return Math.max(...{heights})"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [420, 800, 1400])
def test_nothing_is_cut_or_too_small_at_any_width_and_theme(
    resized: Chrome, width: int, scheme: str
) -> None:
    prefer(resized, scheme)
    at_width(resized, width)
    row_of(resized, "i2").click()

    wider, smallest = resized.execute_script(
        "const page = document.documentElement;"
        "const labels = [...document.querySelectorAll('svg text')]"
        "  .filter((l) => l.getClientRects().length);"
        "const heights = labels.map((l) => l.getBoundingClientRect().height);"
        "return [page.scrollWidth - page.clientWidth, Math.min(...heights)]"
    )
    assert wider == 0
    assert smallest >= 9
    assert tallest_row(resized) < 150
    if folder := os.environ.get("SCREENSHOTS"):
        height = resized.execute_script("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, 2500), "scale": 1}
        shot = resized.execute_cdp_cmd(
            "Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True}
        )
        (Path(folder) / f"{width}-{scheme}.png").write_bytes(base64.b64decode(shot["data"]))


def test_on_a_phone_charts_fit_the_page_with_their_numbers(resized: Chrome) -> None:
    at_width(resized, 420)

    values = resized.find_elements(By.CSS_SELECTOR, "#plot-by-type svg .value-above")

    assert parts_outside(resized) == []
    assert any("(3/3)" in v.text for v in values if v.is_displayed())


@pytest.mark.parametrize("width", [601, 800, 1120, 1121])
def test_charts_fit_the_page_at_every_width(resized: Chrome, width: int) -> None:
    at_width(resized, width)

    assert parts_outside(resized) == []


def test_on_a_phone_each_check_is_a_card_without_its_seconds(resized: Chrome) -> None:
    at_width(resized, 420)
    row_of(resized, "i2").click()

    card = next(
        r for r in resized.find_elements(By.CSS_SELECTOR, ".checks tr") if "tests" in r.text
    )
    cells = [c for c in card.find_elements(By.TAG_NAME, "td") if c.is_displayed()]
    assert [c.get_attribute("data-label") for c in cells] == [
        "Check",
        "Outcome",
        "Reason",
        "Findings",
    ]
    tops = [c.location["y"] for c in cells]
    assert tops == sorted(set(tops))
    assert card.size["width"] < 420


def test_the_first_column_of_a_table_stays_where_it_is(resized: Chrome) -> None:
    at_width(resized, 420)
    left = (
        "const box = document.querySelector('#models .scroll'); box.scrollLeft = arguments[0];"
        "return document.querySelector('#models td').getBoundingClientRect().left"
    )
    assert resized.execute_script(left, 0) == resized.execute_script(left, 150)


@pytest.mark.parametrize("width", [420, 800, 1000, 1400])
def test_a_method_is_broken_between_its_words_alone(resized: Chrome, width: int) -> None:
    at_width(resized, width)
    parts = resized.execute_script(
        "const names = [...document.querySelectorAll('.row b')].flatMap((b) => [...b.childNodes]);"
        "return names.filter((n) => n.nodeType === Node.TEXT_NODE).map((n) => {"
        "  const range = document.createRange(); range.selectNode(n);"
        "  return [n.data, range.getClientRects().length]; })"
    )
    assert [part for part, lines in parts if lines != 1] == []
    shown = "".join(part for part, _ in parts)
    assert shown == "Receipt#print()DiscountsOfTheHouse#minusAnotherPercent(Money, LocalDateTime)"


def test_on_a_tablet_a_prediction_takes_two_lines(resized: Chrome) -> None:
    at_width(resized, 800)

    cells = row_of(resized, "i1").find_elements(By.XPATH, "./*")
    verdict_, model, kind, method, _ = (cell.location["y"] for cell in cells)
    assert verdict_ == model == kind < method


def test_what_nobody_asked_for_is_the_reason_of_an_open_prediction(opened: Chrome) -> None:
    row = row_of(opened, "i5")

    assert row.text.split()[0] == "inconclusive"
    assert row.text.splitlines()[-1] == "compilation: NOT_SELECTED"
    row.click()
    assert log_of(opened) == []


def test_the_predictions_come_first_each_with_its_method(opened: Chrome) -> None:
    sections = [
        s.get_attribute("id") for s in opened.find_elements(By.CSS_SELECTOR, "main > section")
    ]

    assert sections[0] == "list"
    method = opened.find_element(By.CSS_SELECTOR, ".predictions .row b")
    assert method.text == "Receipt#print()"
    assert method.get_attribute("title") == "org.example.Receipt#print()"


def test_a_reason_is_explained_where_it_stands(opened: Chrome) -> None:
    code = row_of(opened, "i2").find_element(By.TAG_NAME, "abbr")

    assert (code.text, code.get_attribute("title")) == (
        "tests: TEST_FAILED",
        MEANINGS[Reason.TEST_FAILED],
    )


def test_green_is_success_and_nothing_else(opened: Chrome) -> None:
    colours = opened.execute_script(
        "const of = (name) => getComputedStyle(document.documentElement).getPropertyValue(name);"
        "return ['--good', '--add', '--cut', '--c0', '--c1', '--c2', '--c3', '--c4', '--c5',"
        " '--c6', '--c7'].map(of)"
    )

    def is_green(colour: str) -> bool:
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        return green > red and green > blue

    assert [is_green(colour.strip()) for colour in colours] == [True, *[False] * 10]
    assert len(opened.find_elements(By.CSS_SELECTOR, "#plot-reasons .scroll svg .bar.good")) == 1


def test_the_filters_stand_in_the_address_and_come_back_with_it(opened: Chrome, page: str) -> None:
    form = opened.find_element(By.CSS_SELECTOR, ".filters")
    form.find_element(By.NAME, "success").send_keys("inconclusive")
    assert opened.current_url == f"{page}#success=inconclusive"

    opened.get("about:blank")
    opened.get(f"{page}#success=failed&text=i2")
    assert [row.text.splitlines()[0] for row in rows(opened)] == ["failed"]
    opened.get(f"{page}#models")
    assert log_of(opened) == []


def test_five_thousand_predictions_are_listed_by_and_by(browser: Chrome, tmp_path: Path) -> None:
    verdicts = [verdict(passing(0.5), instance=f"i{n:04}") for n in range(5000)]
    target = tmp_path / "report.html"
    run = write_run(tmp_path / "run", verdicts)
    write_report(ReportRequest(runs=(run,), format=Format.HTML, output=target))

    browser.get(target.as_uri())

    assert len(rows(browser)) == 25
    assert browser.find_element(By.CSS_SELECTOR, ".filters output").text == "5000 of 5000"
    browser.find_element(By.CSS_SELECTOR, ".more").click()
    assert len(rows(browser)) == 50
    rows(browser)[40].click()
    assert "similarity" in browser.find_element(By.CSS_SELECTOR, ".body").text
    assert log_of(browser) == []
