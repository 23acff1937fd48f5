"""What publishes a release, and what users copy, runs only actions of a pinned commit."""

import re
import runpy
import subprocess
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
USES = re.compile(r"^\s*(?:- )?uses:\s*(.*)$", re.MULTILINE)
PINNED = re.compile(r"([\w.-]+/[\w./-]+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OUR_OWN = f"{PROJECT['urls']['Repository'].removeprefix('https://github.com/')}@RELEASE"
"""Our own action, at the commit of a release."""
RELEASE: dict[str | bool, Any] = yaml.safe_load(
    (ROOT / ".github/workflows/release.yml").read_text("utf-8")
)


def lines_with_actions() -> dict[str, list[str]]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "*.yml", "*.yaml", "*.md"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    names = [n for n in listed.stdout.decode().split("\0") if n and (ROOT / n).is_file()]
    found = {name: USES.findall((ROOT / name).read_text(encoding="utf-8")) for name in names}
    return {name: lines for name, lines in found.items() if lines}


def test_every_action_is_pinned_by_a_full_commit_and_says_its_version() -> None:
    found = lines_with_actions()

    assert {"action.yml", ".github/workflows/release.yml", "docs/ci/github-actions.yml"} <= set(
        found
    )
    loose = [
        (name, line)
        for name, lines in found.items()
        for line in lines
        if line != OUR_OWN and not PINNED.fullmatch(line)
    ]
    assert loose == []


def test_an_action_has_one_commit_everywhere() -> None:
    commits = defaultdict[str, set[str]](set)
    for lines in lines_with_actions().values():
        for line in lines:
            if found := PINNED.fullmatch(line):
                action = "/".join(found[1].split("/")[:2])
                commits[action].add(f"{found[2]} {found[3]}")

    assert {action: pins for action, pins in commits.items() if len(pins) > 1} == {}


@pytest.mark.parametrize("job", RELEASE["jobs"])
def test_the_release_has_no_token_and_only_the_rights_that_it_needs(job: str) -> None:
    rights = {
        "build": {"contents": "read", "id-token": "write", "attestations": "write"},
        "publish": {"id-token": "write"},
    }

    assert RELEASE["permissions"] == {}
    assert RELEASE["jobs"][job]["permissions"] == rights[job]
    assert "secrets." not in (ROOT / ".github/workflows/release.yml").read_text("utf-8")


def test_what_is_published_is_attested_and_was_built_twice() -> None:
    build, publish = (RELEASE["jobs"][name] for name in ("build", "publish"))
    (script,) = [step["run"] for step in build["steps"] if "run" in step]
    (attest,) = [
        step for step in build["steps"] if "attest-build-provenance" in step.get("uses", "")
    ]
    (upload,) = [step for step in build["steps"] if "upload-artifact" in step.get("uses", "")]

    assert "diff --recursive --exclude '*.tar.gz' tagged dist" in script
    assert attest["with"]["subject-path"] == upload["with"]["path"]
    assert publish["needs"] == "build"
    assert publish["environment"] == "pypi"
    # YAML 1.1 reads the key `on` as true.
    triggers = dict[Any, Any](RELEASE)[True]
    assert triggers == {"push": {"tags": ["v*"]}}


def test_the_requirements_have_what_an_extra_of_a_dependency_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    find = runpy.run_path(str(ROOT / "scripts/build-dist"))["find_dependencies"]
    known = {
        "product": ["server[crypto]>=1", 'openai; extra == "generate"'],
        "server": ['Cipher_Library; extra == "crypto"', 'other; extra == "x"', "base"],
        "base": ["server"],
    }
    monkeypatch.setitem(find.__globals__, "requires", known.get)

    assert sorted(find("product")) == ["base", "cipher-library", "server"]
