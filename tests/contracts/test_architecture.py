"""docs/architecture.md shows the layers of the import contract, and every package and Java module."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def contracts() -> list[dict[str, object]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: list[dict[str, object]] = settings["tool"]["importlinter"]["contracts"]
    return found


def test_the_table_has_the_layers_of_the_import_contract() -> None:
    (layers,) = [c["layers"] for c in contracts() if c["name"] == "Layers point one way"]
    assert isinstance(layers, list)
    wanted = {
        (number, package.strip().removeprefix("verifier."))
        for number, layer in enumerate(layers, start=1)
        for package in layer.split("|")
    }
    drawn = re.findall(r"^\| (\d+) \| `(\w+)` \| .+ \|$", PAGE, re.MULTILINE)

    assert {(int(number), package) for number, package in drawn} == wanted
    assert len(drawn) == len(wanted)


def test_every_package_is_in_a_layer() -> None:
    folders = {path.parent.name for path in (ROOT / "verifier").glob("*/__init__.py")}

    assert folders - set(re.findall(r"^\| \d+ \| `(\w+)`", PAGE, re.MULTILINE)) == set()


def test_the_table_of_java_modules_is_complete() -> None:
    section = PAGE.partition("## The Java parts")[2]
    modules = {path.parent.name for path in (ROOT / "java_tools").glob("*/pom.xml")}

    assert set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)) == modules


def test_every_step_of_the_diagram_is_a_command() -> None:
    drawn = PAGE.partition("```mermaid")[2].partition("```")[0]
    words = re.findall(r"(\w+)(?!\w*\[)\b", re.sub(r"\[\(.*?\)\]", "[", drawn))
    stores = set(re.findall(r"(\w+)\[\(", drawn))
    steps = set(words) - stores - {"flowchart", "LR"}
    commands = {path.stem for path in (ROOT / "verifier" / "cli").glob("*.py")}

    assert "verify" in steps
    assert steps <= commands
