import os
import subprocess
import sys
from dataclasses import replace

from verifier.tools.storage.lease import Lease


def test_the_own_lease_is_alive_and_reads_back() -> None:
    own = Lease.own()
    assert own.pid == os.getpid()
    assert not own.dead
    assert Lease.parse(str(own)) == own


def test_a_process_that_ended_is_dead_and_so_is_a_zombie() -> None:
    code = "from verifier.tools.storage.lease import Lease; print(Lease.own())"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    lease = Lease.parse(child.stdout.read().strip())
    assert lease is not None
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert lease.dead
    child.wait()
    assert lease.dead


def test_another_process_with_the_same_id_is_not_the_same() -> None:
    assert replace(Lease.own(), started="1").dead


def test_before_the_last_boot_everybody_is_dead() -> None:
    assert replace(Lease.own(), boot="an-earlier-one").dead


def test_who_lives_in_another_namespace_cannot_be_judged() -> None:
    stranger = replace(Lease.own(), namespace="1", started="gone")
    assert not stranger.dead
    assert not stranger.visible


def test_what_is_no_lease_is_none() -> None:
    assert [Lease.parse(text) for text in ("", "a.b", "a.b.c.d", "a.b.1.2.3")] == [None] * 4
