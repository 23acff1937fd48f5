"""Gradle's daemon says and does what a Gradle without one does."""

import re
import shutil
from pathlib import Path

import pytest

from tests.support.warm_gradle import PLAIN, daemons, environment, gradle_is_there
from verifier.tools import process
from verifier.tools.gradle import find_gradle, in_order, plain_words
from verifier.tools.jdk import find_jdks

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not gradle_is_there(), reason="no gradle on this machine"),
    pytest.mark.usefixtures("with_warm_gradle"),
]

BUILD = """apply plugin: 'java'
sourceCompatibility = 8
task tell { doLast {
  println System.getProperty('told')
  println file('x').absolutePath
} }
task who { doLast { println new File('/proc/self').canonicalFile.name } }
"""


@pytest.fixture
def subject(tmp_path: Path) -> Path:
    for path, text in {
        "subject/settings.gradle": "rootProject.name = 'subject'\n",
        "subject/build.gradle": BUILD,
        "subject/src/main/java/p/Code.java": "package p;\npublic class Code { int one() { return 1 } }\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path / "subject"


def run(subject: Path, name: str, value: str, *tasks: str) -> process.Finished:
    gradle = find_gradle()
    jdk = in_order(find_jdks(), gradle)[0]
    words = [*plain_words(gradle.version), "--offline", f"-Dtold={value}", *tasks]
    return process.run(
        [gradle.home / "bin" / name, *words],
        cwd=subject,
        env=environment(jdk, subject.parent),
    )


def read_printed(done: process.Finished) -> tuple[int, str, str]:
    """What is printed, without times, and without the news that an idle daemon had ended."""
    took = re.compile(r" in (\d+m )?\d+s$|^Starting a Gradle Daemon.*\n", re.MULTILINE)
    return done.status, took.sub("", done.text), took.sub("", done.stderr.decode())


def test_it_prints_and_leaves_the_same(subject: Path) -> None:
    seen = []
    for name in (PLAIN, "gradle", "gradle"):
        shutil.rmtree(subject / "build", ignore_errors=True)
        done = run(subject, name, "a\nb", "tell", "classes")
        assert "a\nb\n" in done.text
        assert str(subject / "x") in done.text
        left = {p.relative_to(subject).as_posix() for p in (subject / "build").rglob("*")}
        seen.append((read_printed(done), left))

    assert seen[0][0][0] == 1
    assert "Code.java:2: error: ';' expected" in seen[0][0][2]
    assert seen[1] == seen[0]
    assert seen[2] == seen[0]


def test_one_daemon_serves_all_but_what_wants_a_jvm_of_its_own(subject: Path) -> None:
    registry = find_gradle().home.parent / "daemons"
    before = daemons(registry)
    assert len(before) == 1

    served = [int(run(subject, "gradle", "", "-q", "who").text) for _ in range(2)]
    (subject / "gradle.properties").write_text("org.gradle.jvmargs=-Xmx300m\n", encoding="utf-8")
    alone = int(run(subject, "gradle", "", "-q", "who").text)

    assert served == before * 2
    assert alone not in before
    assert daemons(registry) == before
