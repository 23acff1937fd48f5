import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from verifier.errors import MissingToolError
from verifier.tools.process import (
    ChildLimits,
    ProcessFailed,
    ProcessTimeout,
    check,
    end_group,
    follow,
    run,
    which,
)
from verifier.tools.storage.lease import Lease


def test_a_program_ends_with_its_status_and_both_outputs() -> None:
    done = run(["sh", "-c", "echo out; echo err >&2; exit 3"])
    assert (done.status, done.stdout, done.stderr) == (3, b"out\n", b"err\n")
    assert done.command == ("sh", "-c", "echo out; echo err >&2; exit 3")


def test_standard_input_is_given_and_closed() -> None:
    assert run(["cat"], stdin=b"given").stdout == b"given"
    assert run(["cat"]).stdout == b""


def test_the_environment_is_replaced_and_the_folder_entered(tmp_path: Path) -> None:
    done = run(["/bin/sh", "-c", "echo $ONLY-$HOME; pwd"], cwd=tmp_path, env={"ONLY": "this"})
    assert done.text == f"this-\n{tmp_path}\n"


def test_no_word_is_read_by_a_shell(tmp_path: Path) -> None:
    assert run(["echo", "$HOME; touch x"], cwd=tmp_path).text == "$HOME; touch x\n"
    assert list(tmp_path.iterdir()) == []


def test_output_that_is_not_utf_8_survives() -> None:
    done = run(["printf", r"\377"])
    assert done.text.encode("utf-8", "surrogateescape") == b"\xff"


def test_a_program_that_does_not_exist_is_a_missing_tool() -> None:
    with pytest.raises(MissingToolError, match="no-such-program"):
        run(["no-such-program"])


def test_at_the_deadline_the_whole_family_is_killed(tmp_path: Path) -> None:
    child = tmp_path / "child"
    script = f"sleep 60 & echo $! > {child}; wait"
    start = time.monotonic()
    with pytest.raises(ProcessTimeout, match=r"did not end within 0\.5 s"):
        run(["sh", "-c", script], timeout=0.5)
    assert time.monotonic() - start < 10
    pid = int(child.read_text())
    for _ in range(100):
        if not _alive(pid):
            break
        time.sleep(0.05)
    assert not _alive(pid)


def _alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_check_raises_with_the_end_of_standard_error() -> None:
    with pytest.raises(ProcessFailed, match="sh ended with status 4: the reason") as caught:
        check(["sh", "-c", "echo the reason >&2; exit 4"])
    assert caught.value.result.status == 4


def test_check_returns_what_succeeded() -> None:
    assert check(["true"]).status == 0


def test_a_program_gets_no_more_memory_than_it_is_given() -> None:
    hungry = ("python3", "-c", "import sys; sys.stdin.read(); b = bytearray(1 << 30)")
    limits = ChildLimits(memory_bytes=512 * 1024**2, cpu_seconds=60)

    assert b"MemoryError" in run(hungry, stdin=b"", limits=limits).stderr
    assert run(hungry, stdin=b"").status == 0


def test_a_program_gets_no_more_cpu_time_than_it_is_given() -> None:
    limits = ChildLimits(memory_bytes=4 * 1024**3, cpu_seconds=1)

    assert run(["sh", "-c", "while :; do :; done"], limits=limits, timeout=60).status in {
        -signal.SIGKILL,
        -signal.SIGXCPU,
    }


@pytest.mark.skipif(which("setpriv") is None, reason="nothing here asks for the signal")
def test_a_program_dies_with_us_even_where_we_are_killed(tmp_path: Path) -> None:
    child = tmp_path / "child"
    ours = f"""
from verifier.tools.process import run
run(["sh", "-c", "echo $$ >{child}.new; mv {child}.new {child}; exec sleep 60"])
"""
    with subprocess.Popen([sys.executable, "-c", ours]) as parent:
        while not child.is_file():
            time.sleep(0.01)
        parent.kill()
    pid = int(child.read_text())
    for _ in range(100):
        if not _alive(pid):
            return
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("it lived on")


def test_a_program_of_the_current_folder_is_never_taken_for_one_of_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = tmp_path / "tool-of-nobody"
    evil.write_text("#!/bin/sh\necho evil\n")
    evil.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f".:{os.environ['PATH']}")

    assert which("tool-of-nobody") is None
    with pytest.raises(MissingToolError, match="tool-of-nobody: no such program"):
        run(["tool-of-nobody"])


@pytest.mark.parametrize(("trap", "by_itself"), [("exit 0", True), ("", False)])
def test_a_group_is_asked_to_end_and_killed_where_it_does_not(trap: str, by_itself: bool) -> None:
    script = f"trap '{trap}' TERM; echo ready; while :; do sleep 0.05; done"
    leader = subprocess.Popen(["sh", "-c", script], stdout=subprocess.PIPE, start_new_session=True)
    assert leader.stdout is not None
    assert leader.stdout.readline() == b"ready\n"
    owner = Lease.of(leader.pid)

    assert end_group(owner, 1.0) is by_itself

    assert leader.wait(5) == (0 if by_itself else -signal.SIGKILL)
    assert end_group(owner, 1.0) is True


def test_limits_of_ours_that_are_lower_stay() -> None:
    program = """
import resource
from verifier.tools.process import ChildLimits, run
resource.setrlimit(resource.RLIMIT_AS, (2 * 1024**3, 2 * 1024**3))
limits = ChildLimits(memory_bytes=3 * 1024**3, cpu_seconds=60)
# The limits stand before the input, so the program waits for that.
asks = ["sh", "-c", "read go; ulimit -v; ulimit -t"]
print(run(asks, stdin=b"go\\n", limits=limits).text)
"""

    assert run([sys.executable, "-c", program]).text.split() == ["2097152", "60"]


def test_of_an_output_of_any_size_the_end_of_standard_error_is_kept(tmp_path: Path) -> None:
    script = "cat; head -c 20000000 /dev/zero; head -c 20000000 /dev/zero >&2; echo end >&2; exit 3"
    child = follow(["sh", "-c", script], cwd=tmp_path, env=dict(os.environ), most=8)

    assert child.wait(60) == 3
    assert child.read_tail() == "\0\0\0\0end\n"


def test_a_followed_program_that_does_not_end_in_time_can_be_killed(tmp_path: Path) -> None:
    child = follow(["sleep", "60"], cwd=tmp_path, env=dict(os.environ), most=8)

    with pytest.raises(ProcessTimeout, match=r"did not end within 0\.1 s"):
        child.wait(0.1)
    child.kill()
    assert child.wait(0) == -signal.SIGKILL
