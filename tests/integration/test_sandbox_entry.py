"""What a container's main process does at the end of a job, in namespaces of its own."""

import os
import shlex
import shutil
from pathlib import Path

import pytest

from verifier.sandbox.base import SYSTEM_PATH, Job
from verifier.sandbox.container import entry_command
from verifier.tools import process

LATE = """#!/bin/bash
# As a child of a fork that was under way when all were stopped: stopped after the first look.
kill -STOP $$
kill -STOP $$
exec /usr/bin/head "$@"
"""


def test_what_shows_stopped_only_after_the_end_of_a_job_does_not_hold_it_up(tmp_path: Path) -> None:
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        if os.environ.get("CI"):
            pytest.fail("needs root and unshare, and is never skipped in CI")
        pytest.skip("needs root and unshare")
    work, programs = tmp_path / "work", tmp_path / "programs"
    work.mkdir()
    programs.mkdir()
    (programs / "head").write_text(LATE, encoding="utf-8")
    (programs / "head").chmod(0o755)
    entry = shlex.join(entry_command("once", Job(command=("/bin/echo", "said")), ()))
    # A folder of the test stands for /work; what the script stops and kills is all that it sees.
    inside = (
        f"mount --bind {shlex.quote(str(work))} /mnt && {entry.replace('/work', '/mnt')}; exit $?"
    )

    done = process.run(
        ["unshare", "--pid", "--fork", "--mount", "--mount-proc", "/bin/bash", "-c", inside],
        env={"PATH": f"{programs}:{SYSTEM_PATH}"},
        timeout=20,
    )

    assert done.status == 0, done.stderr
    assert b"\nonce start\nsaid\n" in done.stdout
