"""The website is built as `make docs` builds it; its pages answer questions, and fit a browser."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

import verifier
from tests.support.browser import at_width, log_of, open_browser, prefer
from tests.support.served_folder import serve_folder
from website.faults import find_faults
from website.repository_links import repository_address
from website.schemas import SCHEMAS

ROOT = Path(__file__).parents[2]
CLOSED = "http://127.0.0.1:9"
"""The discard port, where nothing answers: a build that asks the network fails."""
ONE_CLICK = {
    "did my agent change behaviour": ("coding-agents.html", "refverify check --level static"),
    "is this PR only refactoring": ("review.html", "--require refactoring --level static"),
    "which hunks need eyes": ("review.html", "--split parts"),
    "why was it refused": ("review.html", "Each finding has a place"),
    "gate a coding agent's stop": ("coding-agents.html", "refverify check --hook claude-code"),
    "judge 100 LLM answers": ("study.html", "refverify verify a.jsonl"),
    "mine my repository": ("mining.html", "refverify mine REPO -o instances.jsonl"),
    "compare two prompts": ("study.html", "--table paired"),
    "prove two versions equal": ("checks/proof.html", "refverify prove"),
    "reproduce a table of the paper": ("papers.html", "--table types --as-counts"),
}
"""Questions of strangers: the page that answers each, one click from the first, and its words."""
LOOKED_AT = (
    "index.html",
    "check.html",
    "benchmarks.html",
    "schemas.html",
    "api.html",
    "study.html",
    "agents.html",
)


def build(folder: Path, *sources: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "http_proxy": CLOSED, "https_proxy": CLOSED}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    words = [ROOT / "scripts" / "build-docs", folder, *sources]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


def read_text(page: Path) -> str:
    """The text of a page without its tags."""
    return re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")).replace("&#39;", "'")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "html"
    done = build(folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    driver = open_browser(tmp_path_factory.mktemp("profile"))
    try:
        yield driver
    finally:
        driver.quit()


@pytest.mark.slow
def test_the_site_has_no_fault_and_a_page_for_each_of_docs(site: Path) -> None:
    assert find_faults(site) == []
    for page in (ROOT / "docs").rglob("*.md"):
        assert (site / page.relative_to(ROOT / "docs")).with_suffix(".html").is_file(), page


@pytest.mark.slow
@pytest.mark.parametrize("task", ONE_CLICK)
def test_a_question_is_answered_one_click_from_the_first_page(site: Path, task: str) -> None:
    page, words = ONE_CLICK[task]
    table = (site / "index.html").read_text(encoding="utf-8").partition("<table")[2]

    assert re.search(rf'href="{page}(?:#[\w-]+)?"', table.partition("</table>")[0])
    assert words in read_text(site / page)


@pytest.mark.slow
def test_the_reference_has_exactly_the_public_names(site: Path) -> None:
    text = (site / "api.html").read_text(encoding="utf-8")

    named = set(re.findall(r'id="verifier\.(\w+)"', text))
    assert named == set(verifier.__all__) - {"__version__"}
    assert 'id="verifier.Verdict.checks"' in text


@pytest.mark.slow
def test_every_schema_has_a_section_a_file_and_its_properties(site: Path) -> None:
    text = (site / "schemas.html").read_text(encoding="utf-8")

    for path in SCHEMAS.glob("*.json"):
        assert f'id="kind-{path.stem}"' in text
        assert f'/{path.name}"' in text
    assert 'href="#record-gatefinding"' in text
    page = (site / "check.html").read_text(encoding="utf-8")
    assert 'href="schemas.html#kind-check"' in page


@pytest.mark.slow
def test_a_link_that_leaves_docs_leads_to_the_repository_and_a_folder_to_its_page(
    site: Path,
) -> None:
    agents = (site / "agents.html").read_text(encoding="utf-8")
    assert f'href="{repository_address()}/tree/HEAD/plugins/refverify"' in agents
    skill = "plugins/refverify/skills/refverify/SKILL.md"
    assert f'href="{repository_address()}/blob/HEAD/{skill}"' in agents
    assert 'href="adr/README.html"' in (site / "architecture.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_wrong_page_fails_the_build_and_each_fault_is_named(tmp_path: Path) -> None:
    sources = tmp_path / "docs"
    sources.mkdir()
    (sources / "index.md").write_text("# First\n\n## Part\n\n- [A](a.md)\n")
    (sources / "a.md").write_text(
        "# A\n\n[gone](gone.md) [anchor](#gone) [other](index.md#gone)\n\n"
        '<a href="none.html">x</a> <img src="https://example.org/x.png">\n'
    )
    (sources / "lost.md").write_text("# No list names this\n")

    done = build(tmp_path / "html", sources)

    assert done.returncode == 1
    for fault in (
        "target not found: 'gone.md'",
        "target not found: 'gone'",
        "local id not found in doc 'index': 'gone'",
        "lost.md: WARNING: document isn't included in any toctree",
        "a.html: none.html: no such file",
        "a.html: loads https://example.org/x.png from the network",
    ):
        assert fault in done.stderr, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [420, 800, 1400])
def test_no_page_is_wider_than_the_window(
    site: Path, browser: Chrome, width: int, scheme: str
) -> None:
    prefer(browser, scheme)
    at_width(browser, width)
    too_wide = []
    for page in LOOKED_AT:
        browser.get((site / page).as_uri())
        sizes = "const e = document.documentElement; return e.scrollWidth - e.clientWidth"
        if browser.execute_script(sizes) > 0:
            too_wide.append(page)
    background = browser.execute_script("return getComputedStyle(document.body).backgroundColor")

    assert too_wide == []
    assert (background == "rgb(255, 255, 255)") == (scheme == "light")
    assert log_of(browser) == []


@pytest.mark.slow
def test_the_search_finds_a_page_without_another_host(site: Path, browser: Chrome) -> None:
    with serve_folder(site) as address:
        browser.get(f"{address}/search.html?q=McNemar")
        found = WebDriverWait(browser, 20).until(
            lambda page: page.find_elements(By.CSS_SELECTOR, "#search-results li a")
        )
        assert "reports.html" in {
            str(link.get_attribute("href")).split("/")[-1].split("?")[0].split("#")[0]
            for link in found
        }
