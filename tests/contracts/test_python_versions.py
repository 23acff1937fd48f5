"""Each Python that the package claims has a wheel of each pinned dependency, on each platform."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PYTHONS = [11, 12, 13, 14]
PLATFORMS = {
    "Linux x86_64": [f"manylinux_2_{n}_x86_64" for n in range(28, 4, -1)],
    "Linux aarch64": [f"manylinux_2_{n}_aarch64" for n in range(28, 16, -1)],
    "macOS arm64": list(mac_platforms((14, 0), "arm64")),
    "macOS x86_64": list(mac_platforms((14, 0), "x86_64")),
}
LINES = (Path(__file__).parent / "wheels.txt").read_text(encoding="utf-8").splitlines()
WHEELS = [
    (name, version, tags, line)
    for line in LINES
    for name, version, _, tags in [parse_wheel_filename(line[66:])]
]
PIN = re.compile(r"^([a-z0-9][\w.-]*)==(\S+).*\n((?:    --hash=.*\n)+)", re.MULTILINE)


def tags_of(minor: int, platforms: list[str]) -> Iterator[Tag]:
    yield from cpython_tags((3, minor), platforms=platforms)
    yield from compatible_tags((3, minor), f"cp3{minor}", platforms)


def test_the_claim_is_what_the_classifiers_say() -> None:
    start = "Programming Language :: Python :: 3."
    said = [c.removeprefix(start) for c in PROJECT["classifiers"] if c.startswith(start)]

    assert PROJECT["requires-python"] == ">=3.11"
    assert said == [str(minor) for minor in PYTHONS]


def left_out(minor: int) -> set[str]:
    """The dependencies that this Python does without."""
    asked = [Requirement(line) for line in PROJECT["dependencies"]]
    return {
        r.name
        for r in asked
        if r.marker is not None and not r.marker.evaluate({"python_version": f"3.{minor}"})
    }


def test_only_codebleu_and_its_parser_are_left_out_and_only_from_3_13() -> None:
    codebleu = {"codebleu", "tree-sitter", "tree-sitter-java"}

    assert [left_out(minor) for minor in PYTHONS] == [set(), set(), codebleu, codebleu]


def test_the_list_has_the_pinned_wheels_of_each_runtime_dependency() -> None:
    pins = {
        name: (version, hashes)
        for name, version, hashes in PIN.findall((ROOT / "constraints.txt").read_text("utf-8"))
    }
    foreign = [
        line
        for name, version, _, line in WHEELS
        if pins[name][0] != str(version) or line[:64] not in pins[name][1]
    ]

    assert foreign == []
    declared = {re.split(r"[^\w.-]", r, maxsplit=1)[0].lower() for r in PROJECT["dependencies"]}
    assert declared <= {name for name, *_ in WHEELS}


@pytest.mark.parametrize("minor", PYTHONS)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_no_installation_needs_a_compiler(minor: int, platform: str) -> None:
    fitting = frozenset(tags_of(minor, PLATFORMS[platform]))
    installed = {name for name, _, tags, _ in WHEELS if tags & fitting}

    assert {name for name, *_ in WHEELS} - installed <= left_out(minor)
