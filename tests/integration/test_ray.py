"""A local Ray cluster of two nodes: the same bytes as one call, whatever dies, and nothing is left.

`make test-ray` installs Ray and runs these tests.
"""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.integration.test_mine_killed import files, subject
from tests.support.faulty_shards import (
    count_starts,
    find_leftovers,
    start_faulty,
    write_faults,
)
from tests.support.repository import Repository as Subject
from verifier.cli.main import main
from verifier.domain.outcome import JsonValue
from verifier.workflows.distributing.ray_cluster import ClusterChoice, open_cluster
from verifier.workflows.distributing.scheduling import WorkProgress, do_shards
from verifier.workflows.distributing.shard_call import EndKind

__all__ = ["subject"]
ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.ray,
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: `make test-ray`"),
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The head of a cluster of two nodes with a slot each."""
    # Ray's sockets are in this folder, and their paths must be short.
    state = Path(f"/tmp/refverify-ray-{os.getpid()}")
    script = [sys.executable, str(ROOT / "scripts" / "ray-cluster")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFVERIFY_RAY_STATE", str(state))
        said = subprocess.run([*script, "start"], capture_output=True, text=True, check=True).stdout
        patch.delenv("REFVERIFY_RAY_STATE")
        for name, value in re.findall(r"(RAY_\w+)=(\S+)", said):
            patch.setenv(name, value)
        yield said.split("--address ")[1].strip()
        patch.setenv("REFVERIFY_RAY_STATE", str(state))
        subprocess.run([*script, "stop"], check=True)
    assert not state.exists()


def wait_until(holds: Callable[[], bool], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def mine(subject: Subject, output: Path, address: str) -> list[str]:
    cluster = ["--engine", "ray", "--address", address]
    return ["-q", "mine", str(subject.path), "-o", str(output), *cluster]


def test_a_history_is_mined_to_the_bytes_of_one_call_by_two_drivers_of_which_one_is_killed(
    subject: Subject, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, output = tmp_path / "one", tmp_path / "i.jsonl"
    one.mkdir()
    assert main(["-q", "mine", str(subject.path), "-o", str(one / "i.jsonl")]) == 0
    shards = tmp_path / "i.shards"
    code = "from verifier.cli.main import entry_point; entry_point()"
    words = mine(subject, output, address)
    driver = subprocess.Popen([sys.executable, "-c", code, *words], start_new_session=True)
    wait_until(lambda: any(shards.glob("*/ended.json")))
    os.kill(driver.pid, signal.SIGKILL)
    driver.wait()
    ended = {each.parent.name for each in shards.glob("*/ended.json")}
    assert ended
    assert not output.exists()

    again = subprocess.run(
        [sys.executable, "-c", code, *words[1:]], capture_output=True, text=True, check=False
    )

    assert again.returncode == 0, again.stderr
    assert f"({len(ended)} of 8 done before)" in again.stderr
    assert files(tmp_path) == files(one)
    assert not shards.exists()
    assert main(words) == 2
    assert f"{output} exists already" in capsys.readouterr().err


@pytest.fixture
def faults(tmp_path: Path) -> Path:
    return tmp_path / "faults"


def do_faulty(
    address: str, faults: Path, count: int, *, seconds: float = 60
) -> tuple[WorkProgress, list[str]]:
    """Do shards whose commands misbehave."""
    choice = ClusterChoice(address=address, shard_timeout=seconds)

    def describe(index: int) -> Mapping[str, JsonValue]:
        return start_faulty(faults, index, seconds=seconds).to_plain()

    said: list[str] = []
    with open_cluster(choice) as cluster:
        slots = cluster.open_slots("job", seconds, describe)
        progress = do_shards(range(count), slots, sorted(slots.actors), said.append)
        slots.leave()
    return progress, said


def test_each_shard_is_done_once_or_poisoned_and_nothing_is_left(
    address: str, faults: Path
) -> None:
    write_faults(
        faults,
        "",
        "first kill-worker",
        "kill-worker",
        "hang",
        "detach",
        "flood",
        "first detach kill-worker",
        "first die",
        "4",
    )

    progress, _ = do_faulty(address, faults, 9, seconds=10)

    codes = {index: end.exit_code for index, end in progress.ended.items()}
    assert codes == {0: 0, 1: 0, 4: 0, 5: 0, 6: 0, 7: 0, 8: 4}
    kinds = {index: end.kind for index, end in progress.poisoned.items()}
    assert kinds == {2: EndKind.WORKER_LOST, 3: EndKind.LATE}
    assert progress.open == ()
    assert [count_starts(faults, index) for index in range(9)] == [1, 2, 2, 2, 1, 1, 2, 2, 1]
    assert len(progress.ended[5].text) == 2_000
    assert find_leftovers(faults) == []


def test_a_node_without_disk_takes_no_shard_any_more(address: str, faults: Path) -> None:
    write_faults(faults, "10", "first 10")

    progress, said = do_faulty(address, faults, 2)

    assert progress.open
    assert len(progress.stopped) == 2
    assert all("exit code 10: refverify: why what to do" in line for line in said)


def test_a_worker_that_is_stopped_is_killed_after_the_deadline(
    address: str, faults: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from verifier.workflows.distributing import ray_cluster

    write_faults(faults, "stop-worker")
    monkeypatch.setattr(ray_cluster, "_SECONDS_TO_ANSWER", 20.0)

    progress, _ = do_faulty(address, faults, 1, seconds=1)

    assert progress.poisoned[0].kind is EndKind.WORKER_LOST
    assert find_leftovers(faults) == []


def find_raylet(address: str) -> int:
    """Return the process id of the node that is not the head."""
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        is_other = "--node_ip_address=127.0.0.3" in words and words[0].endswith("/raylet")
        if is_other and f"--gcs-address={address}" in words:
            return int(folder.name)
    raise AssertionError("no such node")


def test_a_lost_node_takes_its_slot_and_its_shard_is_done_by_another(
    address: str, faults: Path
) -> None:
    # The last test: the cluster has one node afterwards.
    write_faults(faults, *["first wait-for-end"] * 2, "", "")

    def lose_the_node() -> None:
        wait_until(lambda: count_starts(faults, 0) == count_starts(faults, 1) == 1)
        both = find_leftovers(faults)
        os.kill(find_raylet(address), signal.SIGKILL)
        wait_until(lambda: len(find_leftovers(faults)) < len(both))
        (faults / "end").touch()

    with ThreadPoolExecutor() as pool:
        lost = pool.submit(lose_the_node)
        progress, said = do_faulty(address, faults, 4)
        lost.result()

    assert sorted(progress.ended) == [0, 1, 2, 3]
    assert sorted(count_starts(faults, n) for n in range(4)) == [1, 1, 1, 2]
    assert any(" on 127.0.0.3/0: worker lost: " in line for line in said)
    assert find_leftovers(faults) == []
