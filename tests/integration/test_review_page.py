"""The page of a mixed commit, in a real browser: a reviewer's questions are answered without the diff."""

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.support.browser import at_width, log_of, prefer
from tests.support.samples import ROOT, samples
from verifier.cli.main import main
from verifier.domain.gate import GateReport
from verifier.domain.review import HunkState
from verifier.tools.records import from_json

DISCOUNTS = "src/main/java/example/bistro/Discounts.java"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the example of docs/check.md, and once more from the kept answer."""
    folder = tmp_path_factory.mktemp("review")
    text = (ROOT / "docs" / "check.md").read_text("utf-8")
    (sample,) = (s for s in samples(text) if "html=review.html" in s.command and s.lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFVERIFY_CACHE", str(folder / "cache"))
        patch.chdir(folder)
        assert main(["datasets", "build", "bistro", "-o", "bistro"]) == 0
        words = sample.command.split()[1:]
        assert main([*words, "--report", "markdown=seen.md"]) == 3
        first = Path("review.html").read_bytes()
        assert main([*words, "--report", "json=seen.json"]) == 3
        again = Path("review.html").read_bytes()
    assert sample.differs((folder / "seen.md").read_text("utf-8")) == ""
    assert b"these trees were judged before" not in again
    assert again == first
    return folder / "review.html"


@pytest.fixture
def opened(browser: Chrome, page: Path) -> Chrome:
    browser.get(page.as_uri())
    return browser


def test_which_hunks_need_eyes_and_why(opened: Chrome) -> None:
    (hunk,) = opened.find_elements(By.CSS_SELECTOR, "#eyes article")
    before, after = hunk.find_elements(By.CSS_SELECTOR, ".side")

    assert hunk.find_element(By.TAG_NAME, "h3").text == f"{DISCOUNTS}:39-41 finding"
    assert "IMPURE: in offForGuests, if (guests >= 12) added" in hunk.text
    assert [each.text for each in before.find_elements(By.TAG_NAME, "del")] == []
    assert [each.text for each in after.find_elements(By.TAG_NAME, "ins")] == [
        "if (guests >= 12) {",
        "off = total.cents() / 5;",
        "} else",
    ]


def test_where_the_code_went_and_whether_it_was_edited(opened: Chrome) -> None:
    (moved,) = opened.find_elements(By.CSS_SELECTOR, "#moved details")
    summary = moved.find_element(By.TAG_NAME, "summary")

    assert f"{DISCOUNTS}:33-38 → {DISCOUNTS}:38-45 also edited" in summary.text
    assert moved.find_element(By.CLASS_NAME, "sides").is_displayed() is False
    summary.send_keys(Keys.ENTER)
    marks = [each.text for each in moved.find_elements(By.CSS_SELECTOR, "ins, del")]
    assert marks == ["if (guests >= 12) {", "off = total.cents() / 5;", "} else"]


def test_it_is_one_file_that_logs_nothing_and_fits_in_every_width_and_theme(opened: Chrome) -> None:
    for width in (420, 800, 1400):
        for theme in ("light", "dark"):
            at_width(opened, width)
            prefer(opened, theme)
            widths = opened.execute_script(
                "const e = document.documentElement; return [e.scrollWidth, e.clientWidth]"
            )
            assert widths[0] <= widths[1], (width, theme)
    assert log_of(opened) == []
    assert opened.execute_script("return performance.getEntriesByType('resource').length") == 0


def test_json_has_what_the_page_shows(page: Path) -> None:
    review = from_json(GateReport, (page.parent / "seen.json").read_bytes()).review

    assert review is not None
    assert [(hunk.place, hunk.state) for hunk in review.hunks] == [
        (f"{DISCOUNTS}:39-41", HunkState.FINDING),
        (f"{DISCOUNTS}:33-46", HunkState.FOLDED),
    ]
    assert (review.proved, review.moved[0].edited) == (True, True)
