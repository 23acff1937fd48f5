"""The HTML report in a real browser: nothing is logged, everything answers to the keyboard."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.support.verdicts import check, passing, stopped_at, verdict, write_evidence, write_run
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.refactoring import RefactoringType
from verifier.reports.formats import Format
from verifier.reports.request import Request, write_report

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,1400",
)
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
DIFFERS = check(
    CheckName.BEHAVIOUR,
    Status.FAILED,
    Reason.BEHAVIOUR_CHANGED,
    data={"eq_at_dfuzz": 0, "corr_at_test": 1, "witness": WITNESS},
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    missing = [name for name, path in programs.items() if path is None]
    if missing:
        reason = f"{', '.join(missing)} not installed: apt install chromium chromium-driver"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    options = ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.binary_location = str(programs["chromium"])
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(programs["chromedriver"]))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    refused = verdict(
        stopped_at(CheckName.TESTS, Reason.TEST_FAILED, details=HOSTILE), instance="i2"
    )
    verdicts = [
        verdict(passing(0.75), instance="i1"),
        refused,
        verdict((*passing(), DIFFERS), instance="i3", kind=RefactoringType.EXTRACT_AND_MOVE_METHOD),
        verdict(
            stopped_at(CheckName.TESTS, Reason.INFRASTRUCTURE, Status.INCONCLUSIVE), instance="i4"
        ),
        verdict(stopped_at(CheckName.DETECTION, Reason.NOT_DETECTED), model=HOSTILE),
    ]
    run = write_run(folder / "run", verdicts)
    write_evidence(run, refused, "candidate.diff", DIFF)
    target = folder / "report.html"
    write_report(Request(runs=(run,), format=Format.HTML, output=target))
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

    assert opened.title == "Refactoring report"
    assert opened.get_log("browser") == []
    assert fetched == 0


def test_hostile_texts_stay_texts(opened: Chrome) -> None:
    row_of(opened, "i2").click()

    assert opened.title == "Refactoring report"
    assert opened.find_elements(By.TAG_NAME, "img") == []
    assert HOSTILE in column(opened, "models", 1)
    assert opened.get_log("browser") == []


def test_an_inline_script_that_is_not_the_pages_own_does_not_run(opened: Chrome) -> None:
    opened.execute_script(
        "const s = document.createElement('script'); s.textContent = 'document.title = 1';"
        "document.body.append(s)"
    )

    assert opened.title == "Refactoring report"
    assert "Content Security Policy" in opened.get_log("browser")[0]["message"]


def test_every_plot_draws_a_mark_for_each_group(opened: Chrome) -> None:
    dots = opened.find_elements(By.CSS_SELECTOR, "#plot-by-type svg .dot")
    bars = opened.find_elements(By.CSS_SELECTOR, "#plot-reasons svg .bar")

    assert len(dots) == 3  # gpt at two types, the hostile model at one
    assert len(bars) == 4  # gpt: success, TEST_FAILED, inconclusive; the other: NOT_DETECTED
    assert all(bar.size["width"] > 0 for bar in bars)


def test_a_table_sorts_by_number_and_back_from_the_keyboard(opened: Chrome) -> None:
    button = opened.find_element(By.CSS_SELECTOR, "#models th:nth-child(3) button")

    button.send_keys(Keys.ENTER)
    assert column(opened, "models", 3) == ["0.0%", "66.7%"]
    button.send_keys(Keys.ENTER)
    assert column(opened, "models", 3) == ["66.7%", "0.0%"]
    header = opened.find_element(By.CSS_SELECTOR, "#models th:nth-child(3)")
    assert header.get_attribute("aria-sort") == "descending"


def test_a_prediction_opens_from_the_keyboard_with_checks_and_coloured_diff(
    opened: Chrome,
) -> None:
    row = row_of(opened, "i2")

    row.send_keys(Keys.ENTER)

    body = opened.find_element(By.CSS_SELECTOR, ".body")
    checks = [r.text for r in body.find_elements(By.CSS_SELECTOR, "tbody tr")]
    assert checks[5].startswith(f"tests failed 1.50 TEST_FAILED\n{HOSTILE}")
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
    assert opened.title == "Refactoring report"


def test_filters_narrow_the_list_and_count(opened: Chrome) -> None:
    form = opened.find_element(By.CSS_SELECTOR, ".filters")

    form.find_element(By.NAME, "success").send_keys("inconclusive")
    assert [row.text.split()[0] for row in rows(opened)] == ["inconclusive"]
    assert form.find_element(By.TAG_NAME, "output").text == "1 of 5"
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


def test_five_thousand_predictions_are_listed_by_the_hundred(
    browser: Chrome, tmp_path: Path
) -> None:
    verdicts = [verdict(passing(0.5), instance=f"i{n:04}") for n in range(5000)]
    target = tmp_path / "report.html"
    run = write_run(tmp_path / "run", verdicts)
    write_report(Request(runs=(run,), format=Format.HTML, output=target))

    browser.get(target.as_uri())

    assert len(rows(browser)) == 100
    assert browser.find_element(By.CSS_SELECTOR, ".filters output").text == "5000 of 5000"
    browser.find_element(By.CSS_SELECTOR, ".more").click()
    assert len(rows(browser)) == 200
    rows(browser)[150].click()
    assert "similarity" in browser.find_element(By.CSS_SELECTOR, ".body").text
    assert browser.get_log("browser") == []
