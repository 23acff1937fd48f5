"""What pair mode refuses before anything runs."""

from pathlib import Path

import pytest

from tests.support.scripted_sandbox import ScriptedSandbox, left_behind
from verifier.errors import InputError
from verifier.fuzzing.pair import PairRequest, fuzz_pair
from verifier.fuzzing.request import Versions
from verifier.tools.jdk import Jdk

JDK = Jdk(home=Path("/jdk"), version="17.0.1", feature=17)


def refused(old: Path, new: Path) -> str:
    sandbox = ScriptedSandbox(result=left_behind({}))
    with pytest.raises(InputError) as caught:
        fuzz_pair(PairRequest(versions=Versions(old=old, new=new)), JDK, sandbox)
    assert sandbox.jobs == []
    return caught.value.message


def folder(place: Path, content: bytes | None) -> Path:
    place.mkdir()
    if content is not None:
        (place / "A.class").write_bytes(content)
    return place


def test_what_is_no_class_file_is_named(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", b"\xca\xfe\xba\xbe\0\0")
    new = folder(tmp_path / "new", b"garbage")

    assert refused(old, new) == f"{new / 'A.class'} is no class file"


def test_a_folder_without_class_files_is_refused(tmp_path: Path) -> None:
    old, new = folder(tmp_path / "old", None), folder(tmp_path / "new", None)

    assert refused(old, new) == f"{old} holds no class files"


def test_a_folder_and_a_file_cannot_be_compared(tmp_path: Path) -> None:
    old = folder(tmp_path / "old", None)
    new = tmp_path / "New.java"
    new.write_text("class New {}")

    assert refused(old, new) == f"{old} and {new}: one is a folder, the other a file"


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    assert refused(tmp_path / "old", tmp_path) == f"{tmp_path / 'old'} is not there"
