"""The image's Dockerfile is for every architecture, and docs/image.md names its arguments and tools."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "docker" / "refverify" / "Dockerfile").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "image.md").read_text(encoding="utf-8")
INSTRUCTIONS = "\n".join(line for line in DOCKERFILE.splitlines() if not line.startswith("#"))


@pytest.mark.parametrize("name", ["amd64", "arm64", "aarch64", "x86", "i386", "--platform"])
def test_no_instruction_names_an_architecture(name: str) -> None:
    assert name not in INSTRUCTIONS


def test_every_image_that_it_starts_from_is_an_argument() -> None:
    assert re.findall(r"^FROM (\S+)", INSTRUCTIONS, re.MULTILINE) == ["${GRADLE}", "${BASE}"]


def test_the_page_names_every_argument() -> None:
    arguments = re.findall(r"^ARG (\w+)=", INSTRUCTIONS, re.MULTILINE)

    assert arguments == ["BASE", "GRADLE", "PACKAGES"]
    assert [name for name in arguments if f"--build-arg {name}=" not in PAGE] == []
