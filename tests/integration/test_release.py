"""`make release`: everything is committed, built, checked and tagged, or nothing is changed."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "refverify"
dynamic = ["version"]
description = "A small project with the name and the files that a release changes."
readme = "README.md"
license = "Apache-2.0"
license-files = ["LICENSE"]
requires-python = ">=3.11"
[project.urls]
Repository = "https://github.com/OWNER/refactoring-verifier"
[tool.hatch.version]
path = "verifier/__init__.py"
[tool.hatch.build.targets.wheel]
packages = ["verifier"]
[tool.hatch.build.targets.sdist]
include = ["verifier", "README.md"]
"""
CHANGELOG = "# Changelog\n\n## [0.2.0] (not released yet)\n\n- New.\n\n## [0.1.0] - 2026-01-01\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    (folder / "verifier").mkdir()
    (folder / "verifier" / "__init__.py").write_text('"""Small."""\n\n__version__ = "0.1.0"\n')
    (folder / "pyproject.toml").write_text(PYPROJECT)
    (folder / "CHANGELOG.md").write_text(CHANGELOG)
    (folder / "README.md").write_text(
        "# refverify\n\n<!-- mcp-name: io.github.OWNER/refverify -->\n"
    )
    (folder / "docs").mkdir()
    (folder / "docs" / "ci.yml").write_text("uses: OWNER/refactoring-verifier@RELEASE\n")
    (folder / ".gitignore").write_text("dist/\n__pycache__/\n")
    for name in ("LICENSE", "CITATION.cff", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "config", "user.name", "A")
    git(folder, "config", "user.email", "a@example.org")
    git(folder, "remote", "add", "origin", "git@github.com:someone/verifier.git")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Start")
    return folder


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def release(folder: Path, version: str) -> "subprocess.CompletedProcess[str]":
    words = [sys.executable, str(folder / "scripts" / "release"), version]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def state(folder: Path) -> tuple[str, ...]:
    return (
        git(folder, "rev-parse", "HEAD"),
        git(folder, "tag"),
        git(folder, "status", "--porcelain"),
    )


@pytest.mark.slow
def test_a_release_is_committed_and_tagged_with_its_wheel_and_says_how_to_publish_it(
    project: Path,
) -> None:
    done = release(project, "0.2.0")

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-2:] == ["  git push origin main", "  git push origin v0.2.0"]
    assert git(project, "log", "--format=%s", "v0.2.0").splitlines() == [
        "Release 0.2.0 with its wheel",
        "Release 0.2.0",
        "Start",
    ]
    assert git(project, "rev-parse", "HEAD") == git(project, "rev-parse", "v0.2.0~1")
    assert git(project, "status", "--porcelain") == ""
    assert re.search(
        r"^## \[0\.2\.0\] - \d{4}-\d\d-\d\d$", (project / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert '__version__ = "0.2.0"' in (project / "verifier/__init__.py").read_text()
    entry = json.loads((project / "server.json").read_text())
    assert (entry["name"], entry["version"]) == ("io.github.someone/refverify", "0.2.0")
    assert (project / "docs" / "ci.yml").read_text() == "uses: someone/verifier@RELEASE\n"
    # The scripts name the word in messages of their own.
    words = ["git", "grep", "--files-with-matches", "OWNER", "v0.2.0", "--", ":!scripts"]
    assert subprocess.run(words, cwd=project, capture_output=True, check=False).stdout == b""
    added = git(project, "diff", "--name-only", "v0.2.0~1", "v0.2.0").splitlines()
    assert added == ["dist/refverify-0.2.0-py3-none-any.whl", "dist/requirements.txt"]


@pytest.mark.slow
def test_the_times_in_a_wheel_are_those_of_the_environment(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", "dist"],
        cwd=project,
        check=True,
    )

    (wheel,) = (project / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert {info.date_time for info in archive.infolist()} == {(2023, 11, 14, 22, 13, 20)}


@pytest.mark.parametrize("version", ["", "1", "v0.2.0", "0.2.0.dev1", "--help"])
def test_what_is_no_version_of_a_release_is_refused(project: Path, version: str) -> None:
    done = release(project, version)

    assert (done.returncode, "usage: release VERSION" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["git", "tag", "v0.2.0"], "the tag v0.2.0 exists"),
        (
            ["git", "remote", "set-url", "origin", "/srv/verifier.git"],
            "is not a repository on GitHub",
        ),
        (["git", "remote", "remove", "origin"], "is not a repository on GitHub"),
        (["git", "checkout", "--quiet", "--detach"], "no branch is checked out"),
        (["touch", "new"], "there are uncommitted changes"),
    ],
)
def test_a_repository_that_is_not_ready_is_refused(
    project: Path, words: list[str], said: str
) -> None:
    subprocess.run(words, cwd=project, check=True)
    before = state(project)
    done = release(project, "0.2.0")

    assert (done.returncode, said in done.stderr) == (1, True), done.stderr
    assert state(project) == before


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("CHANGELOG.md", "not released yet", "soon", "CHANGELOG.md has no heading"),
        ("README.md", "mcp-name", "name", "scripts/write-plugins failed; nothing was changed"),
        (
            "pyproject.toml",
            'packages = ["verifier"]',
            'packages = ["absent"]\nstrict = 1\nversions = 7',
            "scripts/build-dist failed",
        ),
    ],
)
def test_a_step_that_fails_changes_nothing(
    project: Path, file: str, old: str, new: str, said: str
) -> None:
    path = project / file
    path.write_text(path.read_text().replace(old, new))
    git(project, "commit", "--quiet", "--all", "--message", "Break it")
    before = state(project)
    done = release(project, "0.2.0")

    assert (done.returncode, said in done.stderr) == (1, True), done.stderr
    assert state(project) == before
