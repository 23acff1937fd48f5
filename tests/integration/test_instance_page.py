"""The page of a mined data set in a real browser: nothing is fetched, hostile text stays text."""

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
from tests.support.instance_sets import HOSTILE, entries
from verifier.domain.funnel import Stage
from verifier.reports.funnel import FunnelStages
from verifier.reports.instance_set import InstanceSet
from verifier.reports.rendering.set_html import render_set

TITLE = f"{HOSTILE}.jsonl: mined refactorings"
FUNNEL = FunnelStages(
    stages=(
        Stage(name="listed", unit="commits", count=40),
        Stage(name="pure", unit="instances", count=5, losses={HOSTILE: 2}),
        Stage(name="to validate", unit="instances", count=3, losses={"not pure": 1}),
    )
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    hostile = replace(entries()[0].instance, id="i6", description=HOSTILE, repo=HOSTILE)
    found = InstanceSet(
        name=f"{HOSTILE}.jsonl",
        entries=(*entries(), replace(entries()[0], instance=hostile)),
        funnel=FUNNEL,
    )
    target = tmp_path_factory.mktemp("set") / "set.html"
    target.write_text(render_set(found), encoding="utf-8")
    return target.as_uri()


@pytest.fixture
def opened(browser: Chrome, page: str) -> Iterator[Chrome]:
    browser.get(page)
    yield browser
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    prefer(browser, "light")


def rows(browser: Chrome) -> list[WebElement]:
    return browser.find_elements(By.CSS_SELECTOR, ".instances .row")


def row_of(browser: Chrome, instance: str) -> WebElement:
    return next(row for row in rows(browser) if f" {instance}" in row.text)


def test_the_page_loads_without_an_error_or_a_request_to_anywhere(opened: Chrome) -> None:
    fetched = opened.execute_script("return performance.getEntriesByType('resource').length")

    assert opened.title == TITLE
    assert log_of(opened) == []
    assert fetched == 0


def test_hostile_texts_stay_texts_wherever_they_stand(opened: Chrome) -> None:
    row_of(opened, "i6").click()
    row_of(opened, "i4").click()

    body = opened.find_element(By.CSS_SELECTOR, ".body")
    assert HOSTILE in body.text
    assert HOSTILE in opened.find_element(By.CSS_SELECTOR, "#examples pre").text or HOSTILE in (
        opened.find_element(By.ID, "examples").text
    )
    assert opened.find_elements(By.TAG_NAME, "img") == []
    assert opened.title == TITLE
    assert log_of(opened) == []


def test_there_are_the_funnel_the_types_and_the_sizes(opened: Chrome) -> None:
    plots = opened.find_elements(By.CSS_SELECTOR, ".plots figure")
    bars = opened.find_elements(By.CSS_SELECTOR, "#plot-funnel .scroll svg .bar")

    assert [p.get_attribute("id") for p in plots] == [
        "plot-funnel",
        "plot-tiers",
        "plot-usable",
        "plot-sizes",
    ]
    assert len(bars) == 3
    assert all(bar.size["width"] > 0 for bar in bars)
    keys = opened.find_elements(By.CSS_SELECTOR, "#plot-usable .keys li")
    assert [k.text for k in keys] == ["golden", "built", "does not build", "not validated"]


def test_there_is_an_example_of_each_type_with_both_sides(opened: Chrome) -> None:
    first, second = opened.find_elements(By.CSS_SELECTOR, "details.example")

    assert first.get_attribute("open") is not None
    assert [h.text for h in first.find_elements(By.TAG_NAME, "h3")] == ["Before", "After"]
    assert [s.text.strip() for s in first.find_elements(By.CSS_SELECTOR, ".added")][:1] == [
        "return g(a);"
    ]
    second.find_element(By.TAG_NAME, "summary").click()
    assert second.find_elements(By.TAG_NAME, "pre")[0].is_displayed()


def test_an_instance_opens_from_the_keyboard_with_all_that_is_known(opened: Chrome) -> None:
    row = row_of(opened, "i2")

    row.send_keys(Keys.ENTER)

    body = opened.find_element(By.CSS_SELECTOR, ".body")
    steps = [r.text for r in body.find_elements(By.CSS_SELECTOR, ".checks tbody tr")]
    assert steps[0] == "builds before passed"
    assert steps[2].startswith("tests pass inconclusive TEST_FAILED")
    said = "not proved: not-proved: other-call: calls another method (p/A.java:3 and p/A.java:7)"
    assert said in body.text
    assert len(body.find_elements(By.CSS_SELECTOR, ".side")) == 2
    row.send_keys(Keys.ENTER)
    assert opened.find_elements(By.CSS_SELECTOR, ".body") == []


def test_code_that_a_licence_forbids_is_nowhere_on_the_page(opened: Chrome) -> None:
    row_of(opened, "i3").click()

    body = opened.find_element(By.CSS_SELECTOR, ".body")
    assert "its licence keeps its code off this page" in body.text
    assert body.find_elements(By.TAG_NAME, "pre") == []
    notices = opened.find_element(By.CSS_SELECTOR, ".notices").text
    assert notices == "1 instance is shown without code, for the licence"


def test_filters_narrow_the_list_and_stand_in_the_address(opened: Chrome) -> None:
    form = opened.find_element(By.CSS_SELECTOR, ".filters")

    form.find_element(By.NAME, "type").send_keys("Move Method")

    assert form.find_element(By.TAG_NAME, "output").text == "2 of 6"
    assert opened.current_url.endswith("#type=Move+Method")
    form.find_element(By.NAME, "text").send_keys("GPL")
    assert rows(opened) == []


def test_tables_sort_by_their_headings(opened: Chrome) -> None:
    def projects() -> list[str]:
        cells = opened.find_elements(By.CSS_SELECTOR, "#projects tbody td:nth-child(3)")
        return [cell.text for cell in cells]

    button = opened.find_element(By.CSS_SELECTOR, "#projects th:nth-child(3) button")
    button.send_keys(Keys.ENTER)
    assert projects() == ["1", "1", "4"]
    button.send_keys(Keys.ENTER)
    assert projects() == ["4", "1", "1"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [420, 800, 1400])
def test_nothing_is_wider_than_the_page_at_any_width_and_theme(
    opened: Chrome, width: int, scheme: str
) -> None:
    prefer(opened, scheme)
    at_width(opened, width)
    row_of(opened, "i1").click()

    wider, smallest, colour = opened.execute_script(
        "const page = document.documentElement;"
        "const labels = [...document.querySelectorAll('svg text')]"
        "  .filter((l) => l.getClientRects().length);"
        "const heights = labels.map((l) => l.getBoundingClientRect().height);"
        "return [page.scrollWidth - page.clientWidth, Math.min(...heights),"
        " getComputedStyle(document.body).backgroundColor]"
    )
    assert wider == 0
    assert parts_outside(opened) == []
    assert smallest >= 9
    assert colour == ("rgb(23, 23, 22)" if scheme == "dark" else "rgb(247, 247, 245)")
    if folder := os.environ.get("SCREENSHOTS"):
        height = opened.execute_script("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, 5000), "scale": 1}
        shot = opened.execute_cdp_cmd(
            "Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True}
        )
        name = f"set-{width}-{scheme}.png"
        (Path(folder) / name).write_bytes(base64.b64decode(shot["data"]))
