"""The site of a report in a real browser: it needs neither scripts nor a network, and fits each width."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.support.browser import at_width, log_of, parts_outside, prefer
from tests.support.verdicts import checks_until, passing, verdict, write_evidence, write_run
from verifier.domain.outcome import CheckName, Reason
from verifier.reports.formats import Format
from verifier.reports.request import ReportRequest, write_report
from verifier.reports.site.addresses import VerdictAddress, page_of_setting

HOSTILE = "<img src=x onerror=document.title='owned'>"
LONG = "org.example.DiscountsOfTheHouse#minusAnotherPercentOfEverything(Money,LocalDateTime)"
DIFF = "--- a/A.java\n+++ b/A.java\n@@ -1 +1 @@\n-  int old;\n+  int " + "long" * 60 + ";\n"


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """The addresses of a site's pages."""

    index: str
    setting: str
    verdict: str

    @property
    def pages(self) -> tuple[str, str, str]:
        return self.index, self.setting, self.verdict


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("site")
    refused = replace(
        verdict(checks_until(CheckName.TESTS, Reason.TEST_FAILED, details=HOSTILE), instance="i2"),
        method=LONG,
    )
    others = [verdict(passing(), instance="i1"), verdict(passing(), instance="i2", model=HOSTILE)]
    run = write_run(folder / "run", [refused, *others])
    write_evidence(run, refused, "candidate.diff", DIFF)
    target = folder / "site"
    write_report(ReportRequest(runs=(run,), format=Format.SITE, output=target))
    paths = ("index.html", page_of_setting("gpt"), VerdictAddress.of(refused).page)
    index, setting, page = ((target / path).as_uri() for path in paths)
    return Site(index=index, setting=setting, verdict=page)


@pytest.fixture
def resized(browser: Chrome) -> Iterator[Chrome]:
    yield browser
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    prefer(browser, "light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [420, 800, 1400])
def test_nothing_is_outside_of_a_page_and_its_style_is_allowed(
    resized: Chrome, site: Site, width: int, scheme: str
) -> None:
    prefer(resized, scheme)
    at_width(resized, width)

    for page in site.pages:
        resized.get(page)
        wider, colour = resized.execute_script(
            "const page = document.documentElement;"
            "return [page.scrollWidth - page.clientWidth,"
            " getComputedStyle(document.body).backgroundColor]"
        )
        assert (wider, parts_outside(resized)) == (0, [])
        assert colour == {"light": "rgb(247, 247, 245)", "dark": "rgb(23, 23, 22)"}[scheme]
        assert log_of(resized) == []


def test_a_reader_without_scripts_gets_from_the_index_to_the_evidence(
    resized: Chrome, site: Site
) -> None:
    resized.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    resized.get(site.index)

    resized.find_element(By.CSS_SELECTOR, "#models").find_element(By.LINK_TEXT, "gpt").click()
    assert resized.current_url == site.setting
    resized.find_element(By.CSS_SELECTOR, "#verdicts").find_element(By.LINK_TEXT, "failed").click()
    assert resized.current_url == site.verdict
    assert HOSTILE in resized.find_element(By.ID, "checks").text
    resized.find_element(By.LINK_TEXT, "the whole patch").click()
    assert DIFF.strip() in resized.find_element(By.TAG_NAME, "pre").text


def test_hostile_names_stay_text_and_tables_sort_from_the_keyboard(
    resized: Chrome, site: Site
) -> None:
    resized.get(site.index)
    models = resized.find_element(By.ID, "models")

    assert [row.text for row in models.find_elements(By.CSS_SELECTOR, "td:first-child")] == [
        HOSTILE,
        "gpt",
    ]
    button = models.find_element(By.CSS_SELECTOR, "th:nth-child(3) button")
    button.send_keys(Keys.ENTER)
    first = models.find_element(By.CSS_SELECTOR, "td:first-child")
    assert first.text == "gpt"
    assert resized.title == "run: refactoring report"
    assert log_of(resized) == []


def test_a_page_runs_no_script_that_is_not_its_own(resized: Chrome, site: Site) -> None:
    for page in site.pages:
        resized.get(page)
        resized.execute_script(
            "const s = document.createElement('script'); s.textContent = 'document.title = 1';"
            "document.body.append(s)"
        )
        assert resized.title != "1"
        assert "Content Security Policy" in log_of(resized)[0]["message"]


def test_a_site_is_moved_with_all_that_it_links_to(site: Site, tmp_path: Path) -> None:
    root = Path(site.index.removeprefix("file://")).parent
    moved = root.rename(tmp_path / "moved")
    try:
        assert not any("run/evidence" in p.read_text("utf-8") for p in moved.rglob("*.html"))
    finally:
        moved.rename(root)
