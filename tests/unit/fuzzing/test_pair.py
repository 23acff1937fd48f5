"""What pair mode refuses before anything runs."""

from pathlib import Path

import pytest

from tests.support.class_files import class_file
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.errors import InputError
from verifier.fuzzing.pair import PairRequest, fuzz_pair
from verifier.fuzzing.request import Versions
from verifier.tools.jdk import Jdk

JDK = Jdk(home=Path("/jdk"), version="17.0.1", feature=17)


def read_refusal(old: Path, new: Path) -> str:
    sandbox = ScriptedSandbox(result=make_result({}))
    with pytest.raises(InputError) as caught:
        fuzz_pair(PairRequest(versions=Versions(old=old, new=new)), JDK, sandbox)
    assert sandbox.jobs == []
    return caught.value.message


def folder(place: Path, content: bytes | None, name: str = "A.class") -> Path:
    file = place / name
    file.parent.mkdir(parents=True)
    if content is not None:
        file.write_bytes(content)
    return place


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"garbage", "is not a class file"),
        (b"", "is not a class file"),
        (class_file("A")[:30], "is not a whole class file"),
        (class_file("A", java=21), "is compiled for Java 21; JDK 17.0.1 cannot run it"),
        (class_file("p/A"), "holds the class p.A"),
    ],
    ids=["no class file", "empty", "cut off", "newer", "elsewhere"],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: bytes, why: str) -> None:
    old = folder(tmp_path / "old", class_file("A"))
    new = folder(tmp_path / "new", content)

    assert read_refusal(old, new) == f"{new / 'A.class'} {why}"


def test_a_module_and_what_is_for_newer_java_do_not_count_as_misplaced(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", class_file("module-info"), "module-info.class")
    folder(old / "META-INF", class_file("p/A"), "versions/9/p/A.class")
    new = folder(tmp_path / "new", b"garbage")

    assert read_refusal(old, new) == f"{new / 'A.class'} is not a class file"


def test_a_folder_without_class_files_is_refused(tmp_path: Path) -> None:
    old, new = folder(tmp_path / "old", None), folder(tmp_path / "new", None)

    assert read_refusal(old, new) == f"{old} holds no class files"


def test_a_folder_and_a_file_cannot_be_compared(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", None)
    new = tmp_path / "New.java"
    new.write_text("class New {}")

    assert read_refusal(old, new) == f"{old} and {new}: one is a folder, the other a file"


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    assert read_refusal(tmp_path / "old", tmp_path) == f"{tmp_path / 'old'} is not there"


@pytest.mark.parametrize(
    ("status", "why"),
    [(12, "new.java does not compile"), (13, "the sources cannot be compiled: the last words")],
    ids=["javac refuses", "javac fails"],
)
def test_a_compiler_that_fails_is_not_the_sources_fault(
    tmp_path: Path, status: int, why: str
) -> None:
    for name in ("old.java", "new.java"):
        (tmp_path / name).write_text("class A {}")
    versions = Versions(old=tmp_path / "old.java", new=tmp_path / "new.java")

    with pytest.raises(InputError, match=why):
        fuzz_pair(
            PairRequest(versions=versions),
            JDK,
            ScriptedSandbox(result=make_result({}, status=status)),
        )
