"""docs/foreign-classes.md lists every package of the miner jar whose name belongs to another project."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "java_tools" / "miner" / "src" / "main" / "java"


def test_the_page_lists_every_foreign_package() -> None:
    page = (ROOT / "docs" / "foreign-classes.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    listed = set(re.findall(r"`([\w.]+)`", " ".join(row.split("|")[1] for row in rows)))
    packages = {
        ".".join(path.parent.relative_to(SOURCES).parts) for path in SOURCES.rglob("*.java")
    }
    foreign = {package for package in packages if not package.startswith("org.refverify")}

    assert foreign
    assert {p for p in foreign if not any(f"{p}.".startswith(f"{row}.") for row in listed)} == set()
    assert {
        row for row in listed if not any(f"{p}.".startswith(f"{row}.") for p in foreign)
    } == set()
