"""The agent's words: which classes it looks at, and that no path can say more than a class."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from defusedxml import ElementTree

from verifier.builds.described.overlay import Overlay
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.evidence.recording import (
    FILE,
    appending_word,
    below_source_folder,
    includes_of,
    launcher_option,
    read_appended,
)
from verifier.domain.coverage import Recording
from verifier.domain.testrun import RunEnd
from verifier.sandbox.base import JobLimits, JobResult
from verifier.tools.own_jar import JACOCO_VERSION

ROOT = Path(__file__).parents[4]


def result(artefacts: dict[str, bytes], rejected: tuple[str, ...] = ()) -> JobResult:
    return JobResult(
        end=RunEnd.EXITED,
        exit_code=0,
        output=b"",
        log=b"",
        truncated=False,
        artefacts=artefacts,
        rejected=rejected,
        seconds=1.0,
    )


@pytest.mark.parametrize(
    ("paths", "includes"),
    [
        pytest.param(["p/q/A.class", "p/q/A$1.class", "p/q/r/B.class"], "p.q.*", id="below"),
        pytest.param(["a/A.java", "b/B.java", "ab/C.java"], "a.*:ab.*:b.*", id="packages"),
        pytest.param(["A.class", "A$B.class"], "A:A$*", id="no package"),
        pytest.param([], "", id="nothing"),
        pytest.param(
            ["p,output=tcpserver/A.java", "p q/A.java", "p:*/A.java", "*.java"], "", id="words"
        ),
    ],
)
def test_the_filter_names_packages_of_java_alone(paths: list[str], includes: str) -> None:
    assert includes_of(paths) == includes


def test_a_source_is_known_by_the_longest_folder_above_it() -> None:
    folders = ("src", "src/main/java")
    assert below_source_folder("src/main/java/p/A.java", folders) == "p/A.java"
    assert below_source_folder("src/p/A.java", folders) == "p/A.java"
    assert below_source_folder("src/p/a.txt", folders) is None
    assert below_source_folder("other/A.java", folders) is None


def test_our_launcher_asks_for_the_data_and_other_jvms_write_them() -> None:
    assert launcher_option("/a.jar", "p.*") == "-javaagent:/a.jar=output=none,includes=p.*"
    word = appending_word("/a.jar", "p.*", "/work")
    assert f"destfile=/work/{FILE}," in word
    assert ",append=true," in word


def test_what_jvms_left_is_taken_or_its_absence_explained() -> None:
    asked = BuildRequest(overlay=Overlay(), limits=JobLimits(), recorded=True)
    assert read_appended(asked, result({FILE: b"x"})) == Recording(data=b"x")
    missing = read_appended(asked, result({}))
    large = read_appended(asked, result({}, (f"{FILE}: too large",)))
    assert missing is not None
    assert large is not None
    assert (missing.data, missing.forged) == (b"", True)
    assert (large.data, large.forged) == (b"", False)
    assert "larger than what is brought back" in large.trouble


def test_where_nothing_was_asked_for_nothing_is_missing() -> None:
    asked = BuildRequest(overlay=Overlay(), limits=JobLimits())
    assert read_appended(asked, result({})) is None
    late = replace(result({}), end=RunEnd.TIMEOUT)
    assert read_appended(replace(asked, recorded=True), late) is None


def test_the_agent_and_its_reader_have_one_version() -> None:
    pom = ElementTree.parse(ROOT / "pom.xml")
    name = "{http://maven.apache.org/POM/4.0.0}jacoco.version"
    assert [e.text for e in pom.iter(name)] == [JACOCO_VERSION]
    pins = (ROOT / "verifier/resources/analysis-classpath.sha256").read_text()
    assert re.findall(r"org\.jacoco\.core-(.*)\.jar", pins) == [JACOCO_VERSION]
