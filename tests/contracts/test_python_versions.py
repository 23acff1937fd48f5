"""Each Python that the package claims has a wheel of each pinned dependency, on each platform."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.specifiers import SpecifierSet
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CLAIM = SpecifierSet(PROJECT["requires-python"])
PYTHONS = [minor for minor in range(30) if f"3.{minor}.0" in CLAIM]
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


def test_the_claim_has_an_end_and_is_what_the_classifiers_say() -> None:
    said = [
        c.removeprefix("Programming Language :: Python :: 3.")
        for c in PROJECT["classifiers"]
        if "Python ::" in c
    ]

    assert [str(minor) for minor in PYTHONS] == said == ["11", "12"]


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

    assert {name for name, *_ in WHEELS} - installed == set()
