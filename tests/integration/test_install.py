"""`pip install` of the wheel, in a new environment of each supported Python that this machine has.

It downloads the dependencies, so it runs only when asked for: `make test-install`.
"""

import os
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.contracts.test_python_versions import PYTHONS
from tests.support.repository import Repository

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.network,
    pytest.mark.skipif("REFVERIFY_TEST_INSTALL" not in os.environ, reason="make test-install"),
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = runpy.run_path(str(ROOT / "scripts/build-dist"))["build"](
        "wheel", tmp_path_factory.mktemp("dist")
    )
    return made


@pytest.mark.parametrize("minor", PYTHONS)
def test_pip_installs_the_wheel_without_a_compiler_and_a_first_verdict_follows(
    minor: int, wheel: Path, tmp_path: Path
) -> None:
    python = shutil.which(f"python3.{minor}")
    if python is None or subprocess.run([python, "--version"], check=False).returncode != 0:
        pytest.skip(f"there is no Python 3.{minor}")
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True)
    pip: list[str | Path] = [tmp_path / "venv/bin/pip", "install", "--quiet"]
    pip += ["--only-binary", ":all:"]
    subprocess.run([*pip, "--requirement", requirements(tmp_path), wheel], check=True)
    repository = Repository.create(tmp_path / "repository")
    repository.commit({"A.java": "class A { int f(int a) { return a + 1; } }\n"}, "start")
    (repository.path / "A.java").write_text("class A { int f(int b) { return b + 1; } }\n")
    done = subprocess.run(
        [
            tmp_path / "venv/bin/refverify",
            "check",
            "--repo",
            repository.path,
            "--worktree",
            "--level",
            "static",
        ],
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "behaviour: PROVED" in done.stdout


def requirements(folder: Path) -> Path:
    """The pinned versions without hashes, because pip then asks for a hash of the wheel as well."""
    text: str = runpy.run_path(str(ROOT / "scripts/build-dist"))["list_requirements"]()
    pins = [line.partition(" ")[0] for line in text.splitlines() if "==" in line]
    (folder / "pins.txt").write_text("\n".join(pins))
    return folder / "pins.txt"
