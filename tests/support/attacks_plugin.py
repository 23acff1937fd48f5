"""Run exactly the tests of the table of attacks, and print the table row by row at the end.

`pytest -p tests.support.attacks_plugin`; `make attacks` also names the files. With
`--write-attacks`, the results are written to the table of docs/security.md. With `--all-tests`,
all other tests run, too. With `--row`, only the tests of these rows run.
"""

import datetime as dt
import platform
from importlib.metadata import version

import pytest

from tests.support.attacks import PAGE, lines, page_table, read_attacks, row_of, with_table

ATTACKS = read_attacks()
_outcomes: dict[str, str] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-attacks", action="store_true", help="Write the table of docs/security.md."
    )
    parser.addoption("--row", action="append", default=[], help="Only the row with this number.")
    parser.addoption("--all-tests", action="store_true", help="Run those of no row, too.")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mine: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    asked = config.getoption("--row")
    chosen = [attack for attack in ATTACKS if not asked or attack.id in asked]
    for item in items:
        shows = any(attack.is_shown_by(item.nodeid) for attack in chosen)
        (mine if shows else left_out).append(item)
    _expect([item.nodeid for item in mine])
    if not config.getoption("--all-tests"):
        items[:] = mine
        config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished(node: object, ids: list[str]) -> None:
    del node
    _expect(ids)


def _expect(nodes: list[str]) -> None:
    """A collected test without a report counts as not run."""
    for node in nodes:
        _outcomes.setdefault(node, "not run")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """The worst of a test's phases counts."""
    if report.when == "call" or report.outcome != "passed":
        seen = {_outcomes.get(report.nodeid), report.outcome}
        _outcomes[report.nodeid] = "failed" if "failed" in seen else report.outcome


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config
) -> None:
    rows = [row_of(attack, _outcomes) for attack in ATTACKS]
    terminalreporter.section("attacks")
    for line in lines(rows):
        terminalreporter.write_line(line)
    whole = exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
    if config.getoption("--write-attacks") and whole:
        text = PAGE.read_text(encoding="utf-8")
        table = page_table(rows, _versions(), text, config.getoption("--row"))
        PAGE.write_text(with_table(text, table), encoding="utf-8")


def _versions() -> str:
    """The date of the run, and the versions of the tools."""
    import docker

    from verifier.tools.jdk import find_jdks

    client = docker.from_env()
    try:
        engine = client.version()
    finally:
        client.close()
    jdks = ", ".join(str(jdk.version) for jdk in find_jdks())
    return (
        f"seen on {dt.datetime.now(tz=dt.UTC):%Y-%m-%d} with refverify"
        f" {version('refverify')}, engine {engine['Version']} (API"
        f" {engine['ApiVersion']}), Linux {platform.release().partition('-')[0]}, JDK {jdks}"
    )
