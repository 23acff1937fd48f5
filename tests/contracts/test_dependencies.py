"""Every declared dependency is used, and every version is pinned in one place."""

import ast
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from defusedxml import ElementTree

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
MODULES = {"jpype1": "jpype", "pyyaml": "yaml"}
"""Where the module has another name than the distribution."""
OF_ANOTHER = {"tree-sitter": "codebleu", "tree-sitter-java": "codebleu"}
"""What a dependency loads in our place, and needs in just this version."""
PIN = re.compile(r"([A-Za-z0-9][\w.-]*)==([\w.]+)")
MAVEN = "{http://maven.apache.org/POM/4.0.0}"


def name_of(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower()


def module_of(name: str) -> str:
    return MODULES.get(name, name.replace("-", "_"))


REQUIRED = [name_of(r) for r in PROJECT["dependencies"]]
OPTIONAL = [name_of(r) for extra in ("generate", "parquet", "ray", "rules") for r in EXTRAS[extra]]
DECLARED = [*PROJECT["dependencies"], *(r for extra in EXTRAS.values() for r in extra)]


def trees(folder: Path) -> Iterator[ast.AST]:
    for path in folder.rglob("*.py"):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


@cache
def list_imports(folder: Path) -> frozenset[str]:
    found: set[str] = set()
    for node in trees(folder):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.partition(".")[0])
    return frozenset(found)


def list_tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    return [name for name in listed.stdout.decode().split("\0") if name]


def test_every_dependency_is_imported() -> None:
    ours = list_imports(ROOT / "verifier")

    unused = [n for n in REQUIRED if n not in OF_ANOTHER and module_of(n) not in ours]
    assert unused == []


@pytest.mark.parametrize(("name", "other"), OF_ANOTHER.items())
def test_what_is_declared_for_another_is_imported_there(name: str, other: str) -> None:
    spec = find_spec(module_of(other))
    assert spec is not None
    assert spec.origin is not None
    assert other in REQUIRED
    assert module_of(name) in list_imports(Path(spec.origin).parent)


@pytest.mark.parametrize("name", OPTIONAL)
def test_what_an_extra_brings_is_named_where_it_is_looked_for(name: str) -> None:
    words = {n.value for n in trees(ROOT / "verifier") if isinstance(n, ast.Constant)}

    assert module_of(name) in words


def test_nothing_is_declared_twice() -> None:
    counts = Counter(name_of(r) for r in DECLARED)

    assert [name for name, count in counts.items() if count > 1] == []


def test_no_other_file_pins_what_is_declared_here() -> None:
    names = {name_of(r) for r in DECLARED}
    again = [
        (file, name)
        for file in list_tracked()
        if file not in {"pyproject.toml", "constraints.txt"} and (ROOT / file).is_file()
        for name, _ in PIN.findall((ROOT / file).read_bytes().decode("utf-8", "replace"))
        if name.lower() in names
    ]
    assert again == []


def test_the_lock_has_one_version_of_each_and_it_is_the_pinned_one() -> None:
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    locked = re.findall(r"^([a-z0-9][\w.-]*)==(\S+)", text, re.MULTILINE)
    pins = {n.lower(): version for r in DECLARED for n, version in PIN.findall(r)}

    assert len(dict(locked)) == len(locked)
    assert {name: version for name, version in locked if name in pins} == pins


def test_an_artefact_of_maven_has_its_version_in_one_place() -> None:
    written = Counter(
        (element.findtext(f"{MAVEN}artifactId"), version)
        for file in list_tracked()
        if Path(file).name == "pom.xml" and not file.startswith("datasets/")
        for element in ElementTree.parse(ROOT / file).iter()
        if element.tag in {f"{MAVEN}dependency", f"{MAVEN}plugin"}
        and (version := element.findtext(f"{MAVEN}version"))
        and not version.startswith("${")
    )

    assert written
    assert [pin for pin, count in written.items() if count > 1] == []
