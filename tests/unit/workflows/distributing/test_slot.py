"""A slot runs the command of a shard, says how it ended, and leaves nothing running."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.faulty_shards import find_leftovers, start_faulty, write_faults
from verifier.domain.shard import Shard, ShardHeader, ShardKind
from verifier.tools.records import to_line
from verifier.tools.storage.shard_file import Unit, write_shard_file
from verifier.workflows.distributing.shard_folders import read_exit_code
from verifier.workflows.distributing.slot import ShardSlot, is_about_the_node
from verifier.workflows.many_repositories import MinedRepository, RepositoryStatus


@pytest.fixture(scope="module")
def slot() -> ShardSlot:
    return ShardSlot("job")


@pytest.fixture
def faults(tmp_path: Path) -> Path:
    return tmp_path / "faults"


def run(slot: ShardSlot, faults: Path, *, seconds: float = 60) -> tuple[str, int | None, str]:
    plain = slot.run(start_faulty(faults, 0, seconds=seconds).to_plain())
    return plain["kind"], plain["exit_code"], plain["text"]


@pytest.mark.parametrize(("code", "kind"), [("0", "exited"), ("3", "exited"), ("4", "exited")])
def test_a_command_that_ends_is_noted_with_its_code(
    slot: ShardSlot, faults: Path, code: str, kind: str
) -> None:
    write_faults(faults, code)

    assert run(slot, faults) == (kind, int(code), "refverify: why\nwhat to do\n")
    assert read_exit_code(faults.parent / "0-1") == int(code)


@pytest.mark.parametrize("code", ["2", "7", "8", "10", "11", "14", "16"])
def test_a_code_about_the_machine_leaves_the_shard_open(
    slot: ShardSlot, faults: Path, code: str
) -> None:
    write_faults(faults, code)

    kind, found, text = run(slot, faults)
    assert (kind, found) == ("stopped by the node", int(code))
    assert "why" in text
    assert read_exit_code(faults.parent / "0-1") is None


def test_a_command_that_a_signal_ends_has_no_code(slot: ShardSlot, faults: Path) -> None:
    write_faults(faults, "die")

    assert run(slot, faults) == ("killed", None, "\nended by signal 9")


@pytest.mark.parametrize("code", ["130", "143"])
def test_a_command_that_somebody_stops_has_no_code(
    slot: ShardSlot, faults: Path, code: str
) -> None:
    write_faults(faults, code)

    assert run(slot, faults)[:2] == ("killed", None)


def test_a_command_that_hangs_is_killed_at_its_deadline(slot: ShardSlot, faults: Path) -> None:
    write_faults(faults, "detach hang")

    assert run(slot, faults, seconds=2) == ("late", None, "did not end within 2 s")
    assert find_leftovers(faults) == []


def test_of_200_megabytes_the_end_is_returned(slot: ShardSlot, faults: Path) -> None:
    write_faults(faults, "flood")

    kind, code, text = run(slot, faults)
    assert (kind, code) == ("exited", 0)
    assert len(text) == 2_000
    assert text.endswith("e\nthe last line\n")


def test_a_detached_child_is_killed_and_costs_no_time(slot: ShardSlot, faults: Path) -> None:
    write_faults(faults, "detach")

    began = time.monotonic()
    assert run(slot, faults)[:2] == ("exited", 0)
    assert find_leftovers(faults) == []
    assert time.monotonic() - began < 30


def test_what_a_killed_worker_left_ends_with_it_or_by_the_next_slot(faults: Path) -> None:
    write_faults(faults, "detach kill-worker")
    program = (
        "import json, sys; from verifier.workflows.distributing.slot import ShardSlot;"
        " ShardSlot('job').run(json.loads(sys.argv[1]))"
    )
    words = [sys.executable, "-c", program, json.dumps(start_faulty(faults, 0).to_plain())]
    worker = subprocess.run(words, check=False, cwd=Path(__file__).parents[4])
    assert worker.returncode == -signal.SIGKILL
    command = int((faults / "0.starts").read_text())
    for _ in range(100):
        if command not in find_leftovers(faults):
            break
        time.sleep(0.05)
    left = find_leftovers(faults)
    assert command not in left
    assert left  # detached, and no parent's death ends it

    ShardSlot("job")

    assert find_leftovers(faults) == []


def test_a_shard_that_starts_again_continues_from_a_copy(slot: ShardSlot, faults: Path) -> None:
    write_faults(faults, "first die")
    assert run(slot, faults)[0] == "killed"
    first = faults.parent / "0-1"
    (first / "o.journal.jsonl").write_text("a line\n")

    assert run(slot, faults)[:2] == ("exited", 0)

    assert (faults.parent / "0-2" / "o.journal.jsonl").read_text() == "a line\n"
    assert read_exit_code(first) is None


def test_a_command_sees_no_token_and_no_settings_of_the_node(
    slot: ShardSlot, faults: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_faults(faults, "hang")
    monkeypatch.setenv("RAY_AUTH_TOKEN", "secret")
    monkeypatch.setenv("REFVERIFY_CONTEXT_JOBS", "7")
    monkeypatch.setenv("REFVERIFY_CACHE", "/cache")
    (faults / "sitecustomize.py").write_text(
        "import os; from pathlib import Path\n"
        "Path(os.environ['FAULT_FOLDER'], 'seen').write_text('\\n'.join(sorted(os.environ)))\n"
        "os._exit(0)\n"
    )

    assert run(slot, faults)[:2] == ("exited", 0)

    seen = (faults / "seen").read_text().splitlines()
    assert [n for n in seen if n.startswith(("RAY_", "REFVERIFY_"))] == ["REFVERIFY_CACHE"]


def test_no_module_comes_from_the_current_folder(slot: ShardSlot, faults: Path) -> None:
    write_faults(faults, "0")
    (faults / "sitecustomize.py").unlink()
    (faults / "json.py").write_text("raise SystemExit(99)")
    shard = start_faulty(faults, 0).to_plain() | {"settings": {}, "words": ["--version"]}

    assert slot.run(shard)["exit_code"] == 0


def test_a_node_reports_what_it_is_and_what_it_sees(slot: ShardSlot, tmp_path: Path) -> None:
    probe = tmp_path / "probe"
    asked: dict[str, Any] = {"probe": str(probe), "content": "word", "cwd": str(tmp_path)}
    missing = f"does not see {tmp_path}: No such file or directory"
    assert slot.report(**asked)["problems"] == [missing]

    probe.write_text("another")
    assert slot.report(**asked)["problems"] == [f"sees another folder at {tmp_path}"]

    probe.write_text("word")
    report = slot.report(**asked)
    assert (report["problems"], report["has_token"]) == ([], False)
    assert (tmp_path / "probe.seen").read_text() == "word"
    assert set(report["facts"]) == {"refverify", "python", "machine", "code", "jars", "jdks"}

    gone = slot.report(**asked | {"cwd": str(tmp_path / "none")})
    assert gone["problems"] == [f"has no folder {tmp_path / 'none'}, which is the current one"]


def test_a_slot_opens_the_sandbox_that_the_job_needs(slot: ShardSlot, tmp_path: Path) -> None:
    probe = tmp_path / "probe"
    probe.write_text("word")
    asked: dict[str, Any] = {"probe": str(probe), "content": "word", "cwd": str(tmp_path)}
    local = {"kind": "local", "image": None, "runtime": None}

    assert slot.report(**asked)["sandbox"] is None

    report = slot.report(**asked, sandbox=local)
    assert report["problems"] == []
    assert report["sandbox"]["name"] == "local"
    assert report["sandbox"]["isolated"] is False

    report = slot.report(**asked, sandbox=local | {"image": "some-image"})
    assert report["problems"] == ["cannot open its sandbox: the local sandbox has no image"]
    assert report["sandbox"] is None


def write_list(folder: Path, *codes: int) -> Path:
    folder.mkdir()
    with (folder / "repositories.jsonl").open("wb") as stream:
        for number, code in enumerate(codes):
            status = RepositoryStatus.FAILED if code else RepositoryStatus.DONE
            name = str(number)
            stream.write(
                to_line(
                    MinedRepository(repository=name, folder=name, status=status, exit_code=code)
                )
            )
    return folder


@pytest.mark.parametrize(
    ("codes", "is_open"),
    [((14, 8), True), ((10, 0), False), ((14,), False), ((6, 6), False)],
)
def test_a_list_is_about_the_machine_if_all_of_several_repositories_failed_so(
    tmp_path: Path, codes: tuple[int, ...], is_open: bool
) -> None:
    folder = write_list(tmp_path / "list", *codes)

    code = next(filter(None, codes), 0)
    assert is_about_the_node(ShardKind.REPOSITORIES, code, folder) is is_open


@pytest.mark.parametrize(("count", "is_open"), [(2, True), (1, False)])
def test_3_is_about_the_machine_if_none_of_several_instances_was_validated(
    tmp_path: Path, count: int, is_open: bool
) -> None:
    units = [Unit(key=str(n), name=str(n), is_own=True) for n in range(count)]
    header = ShardHeader(
        kind=ShardKind.VALIDATION, shard=Shard(index=0, count=1), settings={}, versions={}
    )
    write_shard_file(tmp_path / "o.shard.jsonl", header, units)

    assert is_about_the_node(ShardKind.VALIDATION, 3, tmp_path / "o.jsonl") is is_open
    assert not is_about_the_node(ShardKind.JUDGEMENT, 3, tmp_path)


def test_a_code_that_no_repository_of_a_list_has_is_that_of_the_command(tmp_path: Path) -> None:
    assert is_about_the_node(ShardKind.REPOSITORIES, 10, write_list(tmp_path / "list", 0, 6))
    assert not is_about_the_node(ShardKind.REPOSITORIES, 12, tmp_path / "list")
    assert is_about_the_node(ShardKind.REPOSITORIES, 2, tmp_path)
