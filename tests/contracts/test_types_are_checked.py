"""mypy reads the product, the benches, the website and the tests, and each exception from it has a reason."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("verifier", "bench", "website", "tests")
REASONED = re.compile(r"# type: ignore\[[\w-]+\](?:  # noqa: [A-Z0-9]+ -)?(?:  #)? \w+ \w+")


def test_mypy_reads_the_tests_too() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]

    assert settings["strict"] is True
    assert tuple(settings["files"]) == FOLDERS


def test_each_line_that_mypy_passes_over_names_the_error_and_the_reason() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if "# type: ignore" in line and REASONED.search(line) is None
    ]

    assert found == []
