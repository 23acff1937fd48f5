"""Maven in a JVM that stays says and does what its start script does."""

import os
import re
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.maven_subject import JUPITER
from tests.support.warm_maven import PLAIN
from verifier.tools import process

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

CODE = "package p;\npublic class Code { public int one() { return 1; } }\n"
TEST = """package p;
import org.junit.jupiter.api.*;
class CodeTest {
  @Test void passes() { Assertions.assertEquals(1, new Code().one()); }
  @Test void fails() { Assertions.assertEquals(2, new Code().one()); }
  @Test void waits() throws Exception { if (Boolean.getBoolean("waits")) Thread.sleep(600_000); }
}
"""


@pytest.fixture
def subject(tmp_path: Path) -> Path:
    for path, text in {
        "pom.xml": JUPITER,
        "src/main/java/p/Code.java": CODE,
        "src/test/java/p/CodeTest.java": TEST,
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def words(libraries: Path, *more: str) -> list[str]:
    return ["-B", "-ntp", f"-Dmaven.repo.local={libraries}/warm-maven", *more, "clean", "test"]


def maven(name: str) -> Path:
    found = process.which("mvn")
    assert found
    return Path(found).with_name(name)


def read_printed(text: str) -> list[str]:
    """What is printed, without times."""
    lines = text.splitlines()
    kept = [line for line in lines if "Total time:" not in line and "Finished at:" not in line]
    return [re.sub(r"\d+(\.\d+)? s\b", "", line) for line in kept]


def test_it_prints_and_leaves_the_same(subject: Path, libraries: Path) -> None:
    seen = []
    for name in (PLAIN, "mvn", "mvn"):
        shutil.rmtree(subject / "target", ignore_errors=True)
        done = process.run([maven(name), *words(libraries)], cwd=subject)
        left = {p.relative_to(subject).as_posix() for p in subject.rglob("*")}
        seen.append((done.status, read_printed(done.text), done.stderr, left))

    assert seen[0][0] == 1
    assert seen[1] == seen[0]
    assert seen[2] == seen[0]


def test_it_reads_the_settings_and_the_home_that_the_script_is_given(
    subject: Path, tmp_path: Path
) -> None:
    named = "<settings><localRepository>{}</localRepository></settings>"
    (subject / "own.xml").write_text(named.format(tmp_path / "of-words"), encoding="utf-8")
    (tmp_path / "home" / ".m2").mkdir(parents=True)
    in_home = tmp_path / "home" / ".m2" / "settings.xml"
    in_home.write_text(named.format(tmp_path / "of-home"), encoding="utf-8")
    asked: list[str | Path] = [maven("mvn"), "-B", "-q", "validate"]
    env = {**os.environ, "MAVEN_OPTS": f"-Duser.home={tmp_path / 'home'}"}

    process.check(asked, cwd=subject, env=env)
    assert sorted(each.name for each in tmp_path.glob("of-*")) == ["of-home"]

    process.check([*asked, "-s", "own.xml"], cwd=subject)
    assert sorted(each.name for each in tmp_path.glob("of-*")) == ["of-home", "of-words"]


def test_a_script_that_is_killed_ends_its_run(subject: Path, libraries: Path) -> None:
    asked = words(libraries, "-DargLine=-Dwaits=true")
    began = subprocess.Popen([maven("mvn"), *asked], cwd=subject, start_new_session=True)
    while not jvms_of_tests(subject):
        time.sleep(0.05)
        assert began.poll() is None
    os.killpg(began.pid, signal.SIGKILL)
    began.wait()

    until = time.monotonic() + 60
    while jvms_of_tests(subject) and time.monotonic() < until:
        time.sleep(0.05)
    assert not jvms_of_tests(subject)


def jvms_of_tests(folder: Path) -> list[str]:
    """The processes that Surefire started for a project."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (place / "cmdline").read_bytes().decode("utf-8", "replace")
            if "surefire" in words and (place / "cwd").readlink() == folder:
                found.append(place.name)
    return found
