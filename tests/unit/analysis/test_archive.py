"""Where an archive of the analysis JVM's classes may be, and when none is made."""

import logging
import os
import signal
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from verifier.analysis import archive, boot
from verifier.tools.storage.files import sha256_of


def _calling(program: str, *_: str) -> tuple[str, ...]:
    return (sys.executable, "-c", program)


def runtime(folder: Path, version: str) -> Path:
    folder.mkdir()
    (folder / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    return folder


@pytest.fixture
def jar(tmp_path: Path) -> Path:
    path = tmp_path / "some.jar"
    path.write_bytes(b"jar")
    return path


def test_each_runtime_and_each_state_of_the_jars_has_a_place_of_its_own(
    tmp_path: Path, jar: Path
) -> None:
    old, new = runtime(tmp_path / "25", "25.0.2"), runtime(tmp_path / "26", "26")
    places = {archive.place(old, [jar]), archive.place(new, [jar])}
    os.utime(jar, ns=(0, 0))
    places.add(archive.place(old, [jar]))
    assert len(places) == 3
    assert {place.parent for place in places if place} == {tmp_path}


@pytest.mark.parametrize("version", ["24.0.1", "17.0.9", "1.8.0_392", "strange"])
def test_a_runtime_that_makes_none_has_none(tmp_path: Path, jar: Path, version: str) -> None:
    assert archive.place(runtime(tmp_path / "home", version), [jar]) is None
    assert archive.begin(tmp_path / "home", [jar]) is None


def test_the_environment_can_do_without(
    tmp_path: Path, jar: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFVERIFY_ANALYSIS_ARCHIVE", "off")
    assert archive.place(runtime(tmp_path / "home", "25"), [jar]) is None


def test_none_is_made_where_one_is_or_where_nothing_can_be_written(
    tmp_path: Path, jar: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = runtime(tmp_path / "home", "25")
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)
        assert archive.begin(home, [jar]) is None
    found = archive.place(home, [jar])
    assert found is not None
    archive.attempts_of(found).write_bytes(b"...")
    assert archive.begin(home, [jar]) is None
    archive.attempts_of(found).unlink()
    found.write_bytes(b"there")
    assert archive.begin(home, [jar]) is None


@pytest.mark.parametrize("seal", [None, "", "0" * 64])
def test_one_that_is_not_as_it_was_made_is_removed_and_may_be_made_again(
    tmp_path: Path, jar: Path, seal: str | None
) -> None:
    home = runtime(tmp_path / "home", "25")
    found = archive.place(home, [jar])
    assert found is not None
    found.write_bytes(b"whole")
    archive.attempts_of(found).write_bytes(b"...")
    archive.seal_of(found).write_text(sha256_of(found))
    assert archive.find_archive(home, [jar]) == found

    if seal is None:
        archive.seal_of(found).unlink()
    else:
        archive.seal_of(found).write_text(seal)

    assert archive.find_archive(home, [jar]) is None
    assert not found.exists()
    assert not archive.attempts_of(found).exists()


def test_a_wait_for_it_is_said_since_the_answer_comes_after_it(
    tmp_path: Path, jar: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    home = runtime(tmp_path / "home", "25")
    for program, said in (("", 0), ("input()", 1)):
        monkeypatch.setattr(boot, "command", partial(_calling, program))
        making = archive.begin(home, [jar])
        assert making is not None
        making.end(1.5 if said else 60)
        assert len(caplog.records) == said


def test_an_interrupt_of_the_wait_costs_no_answer(
    tmp_path: Path, jar: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boot, "command", partial(_calling, "input()"))
    making = archive.begin(runtime(tmp_path / "home", "25"), [jar])
    assert making is not None
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    began = time.monotonic()
    timer.start()

    making.end(60)

    timer.join()
    assert time.monotonic() - began < 30


def test_what_cannot_be_looked_at_is_no_reason_to_fail(tmp_path: Path) -> None:
    home = runtime(tmp_path / "home", "25")
    assert archive.place(home, [tmp_path / "missing.jar"]) is None
    assert archive.begin(home, [tmp_path / "missing.jar"]) is None


def test_who_makes_it_imports_nothing_of_the_current_folder(
    tmp_path: Path, jar: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, seen = runtime(tmp_path / "home", "25"), tmp_path / "seen"
    folder = tmp_path / "current"
    folder.mkdir()
    (folder / "json.py").write_text(f"open({str(seen)!r}, 'w').close()\n")
    monkeypatch.chdir(folder)

    making = archive.begin(home, [jar])

    assert making is not None
    making.end()
    # It went as far as a start of the JVM, which is not there.
    found = archive.place(home, [jar])
    assert found is not None
    assert archive.attempts_of(found).read_bytes() == b"."
    assert not seen.exists()
