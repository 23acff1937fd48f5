"""What only containers promise: isolation, hard limits, and an engine that is not trusted."""

import io
import ipaddress
import os
import socket
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Unpack

import docker
import pytest
import requests

from tests.support.jobs import JobFields
from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError
from verifier.sandbox.base import Job, JobLimits, JobResult, Mount
from verifier.sandbox.channel import Channel
from verifier.sandbox.container import ContainerPlan, create, entry_command, new_name
from verifier.sandbox.docker import DockerSandbox, refuse_trouble
from verifier.sandbox.engine import ask_engine
from verifier.sandbox.image import Image
from verifier.sandbox.local import LocalSandbox
from verifier.sandbox.probe import measure, probe
from verifier.tools.jdk import find_jdks

pytestmark = pytest.mark.engine

MEBIBYTE = 1024**2


@pytest.fixture(scope="module")
def sandbox() -> Iterator[DockerSandbox]:
    with DockerSandbox() as opened:
        yield opened


@pytest.fixture(scope="module")
def engine() -> Iterator[docker.DockerClient]:
    client = docker.from_env()
    yield client
    client.close()


def bash(sandbox: DockerSandbox, script: str, **job: Unpack[JobFields]) -> JobResult:
    return sandbox.run(Job(command=("bash", "-c", script), **job))


def containers(engine: docker.DockerClient, label: str) -> list[object]:
    found: list[object] = engine.containers.list(
        all=True, filters={"label": f"refverify.job={label}"}
    )
    return found


def test_the_job_is_nobody_and_can_become_nobody_else(sandbox: DockerSandbox) -> None:
    result = bash(sandbox, "id -u; id -G; grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status")
    lines = result.output.decode().split("\n")
    assert lines[:2] == ["10001", "10001"]
    facts = dict(line.split(":\t") for line in lines[2:-1])
    assert {facts[name] for name in ("CapEff", "CapPrm", "CapBnd", "CapInh", "CapAmb")} == {
        "0" * 16
    }
    assert (facts["NoNewPrivs"], facts["Seccomp"]) == ("1", "2")


def test_only_the_work_folder_and_tmp_can_be_written(
    sandbox: DockerSandbox, tmp_path: Path
) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m").chmod(0o777)
    mount = Mount(name="m", source=tmp_path / "m")
    places = "/ /etc /usr /var/tmp /mnt /mnt/m /home /root /proc /sys /sys/fs/cgroup"
    result = bash(
        sandbox,
        f"for p in {places} /work /tmp; do (: >$p/probe) 2>/dev/null && echo $p; done",
        mounts=(mount,),
    )
    assert result.output == b"/work\n/tmp\n"
    assert list((tmp_path / "m").iterdir()) == []


def test_nothing_of_this_machine_is_mounted_but_what_was_asked_for(sandbox: DockerSandbox) -> None:
    result = bash(sandbox, "cut -d' ' -f2 /proc/mounts; ls -A /mnt /home /root /srv /opt")
    mounted = set(result.output.decode().split("\n"))
    real = {p for p in mounted if p.startswith("/") and not p.startswith(("/proc", "/sys", "/dev"))}
    assert {p.rstrip(":") for p in real} >= {"/", "/work", "/tmp"}
    assert {p for p in real if not p.endswith(":")} == {
        *(
            "/",
            "/work",
            "/tmp",
            "/etc/hosts",
            "/etc/hostname",
            "/etc/resolv.conf",
            "/sbin/docker-init",
        )
    }
    assert bash(sandbox, "[[ -e /var/run/docker.sock || -e /run/docker.sock ]]").exit_code == 1


def test_other_processes_and_their_secrets_are_out_of_sight(sandbox: DockerSandbox) -> None:
    result = bash(
        sandbox, "cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'; ls -d /proc/[0-9]*"
    )
    assert result.output.count(b"/proc/") <= 12
    assert os.environ["PATH"].encode() not in result.output


@pytest.fixture
def bridge_address() -> str:
    """This machine's own address on the engine's bridge."""
    found = docker.from_env().networks.list(names=["bridge"], filters={"driver": "bridge"})
    settings = [each for network in found for each in network.attrs["IPAM"]["Config"] or ()]
    if not settings:
        pytest.skip(
            "the engine has no bridge (docker0 is missing); scripts/engine starts an engine without"
            " one where the kernel has no NAT"
        )
    return str(next(ipaddress.ip_network(settings[0]["Subnet"]).hosts()))


def test_there_is_no_network_of_any_kind(sandbox: DockerSandbox, bridge_address: str) -> None:
    with socket.create_server(("0.0.0.0", 0)) as server:
        port = server.getsockname()[1]
        targets = (
            f"{bridge_address}/{port}",
            f"127.0.0.1/{port}",
            "169.254.169.254/80",
            "1.1.1.1/53",
        )
        tries = "".join(f"(: </dev/tcp/{t}) 2>/dev/null && echo {t};" for t in targets)
        result = bash(sandbox, f"{tries} echo /sys/class/net/*; cat /etc/hostname")
    assert result.output == b"/sys/class/net/lo\nlocalhost\n"


@pytest.mark.usefixtures("bridge_address")
def test_preparation_gets_a_network_when_it_asks(sandbox: DockerSandbox) -> None:
    result = bash(sandbox, "echo /sys/class/net/*", network=True)
    assert result.output == b"/sys/class/net/eth0 /sys/class/net/lo\n"


def test_a_second_job_finds_nothing_of_the_first(sandbox: DockerSandbox, tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    (tmp_path / "base/pom.xml").write_text("base")
    job: JobFields = {"copies": {".": Mount(name="base", source=tmp_path / "base")}}
    poison = "echo evil >pom.xml; mkdir -p ~/.m2; echo evil >~/.m2/settings.xml; echo evil >/tmp/x"
    assert bash(sandbox, poison, **job).exit_code == 0
    result = bash(sandbox, "cat pom.xml; ls -A ~ /tmp", **job)
    assert result.output == b"base/tmp:\n\n/work:\npom.xml\n"
    assert (tmp_path / "base/pom.xml").read_text() == "base"


def test_a_fork_bomb_stays_in_its_container(sandbox: DockerSandbox) -> None:
    ends: list[JobResult] = []
    bomb = "bomb() { bomb & bomb & bomb; }; bomb 2>/dev/null"
    limits = JobLimits(wall_seconds=3, pids=64, memory_bytes=256 * MEBIBYTE)
    thread = threading.Thread(
        target=lambda: ends.append(bash(sandbox, bomb, limits=limits, label="bomb"))
    )
    thread.start()
    time.sleep(1)
    neighbour = bash(sandbox, "echo fine")
    thread.join(3 + 20)
    assert neighbour.output == b"fine\n"
    assert ends[0].end in {RunEnd.TIMEOUT, RunEnd.OUT_OF_PROCESSES, RunEnd.OUT_OF_MEMORY}
    assert containers(docker.from_env(), "bomb") == []


def test_a_child_that_was_killed_for_memory_counts_although_the_job_goes_on(
    sandbox: DockerSandbox,
) -> None:
    script = "(head -c 900M /dev/zero | tail -c 900M >/dev/null) ; echo still here; exit 0"
    result = bash(sandbox, script, limits=JobLimits(memory_bytes=128 * MEBIBYTE))
    assert (result.end, result.output) == (RunEnd.OUT_OF_MEMORY, b"still here\n")


def test_files_in_tmp_and_inodes_are_limited_too(sandbox: DockerSandbox) -> None:
    limits = JobLimits(disk_bytes=16 * MEBIBYTE)
    big = bash(sandbox, "head -c 100M /dev/zero >/tmp/big; stat -c %s /tmp/big", limits=limits)
    assert (big.end, big.output) == (RunEnd.OUT_OF_DISK, b"4194304\n")
    many = bash(sandbox, "seq 20000 | xargs touch", limits=limits)
    assert many.end is RunEnd.OUT_OF_DISK


def test_nothing_that_a_job_writes_reaches_this_machines_disk(sandbox: DockerSandbox) -> None:
    state = os.statvfs("/")
    bash(sandbox, "head -c 600M /dev/zero >big; head -c 200M /dev/zero")
    assert state.f_bavail - os.statvfs("/").f_bavail < 500 * MEBIBYTE // state.f_frsize


@pytest.mark.parametrize(
    "script",
    ["kill -9 1; kill -9 $PPID; sleep 5", "kill -9 -1; sleep 5", "kill -9 $$"],
    ids=["init and supervisor", "everything", "itself"],
)
def test_killing_the_supervisor_is_the_jobs_own_doing(sandbox: DockerSandbox, script: str) -> None:
    spree = "for p in /proc/[0-9]*; do p=${p#/proc/}; ((p != 1 && p != $$)) && kill -9 $p; done"
    result = bash(sandbox, script.replace("kill -9 $PPID", spree))
    assert (result.end, result.exit_code) == (RunEnd.EXITED, 137)


def test_a_frozen_supervisor_does_not_outlive_the_deadline(sandbox: DockerSandbox) -> None:
    began = time.monotonic()
    freeze = "for p in /proc/[0-9]*; do p=${p#/proc/}; ((p != 1 && p != $$)) && kill -STOP $p; done"
    result = bash(sandbox, f"{freeze}; sleep 60", limits=JobLimits(wall_seconds=1), label="frozen")
    assert result.end is RunEnd.TIMEOUT
    assert time.monotonic() - began < 1 + 20
    assert containers(docker.from_env(), "frozen") == []


FIND_NONCE = (
    "nonce=$(cat /proc/[0-9]*/cmdline | tr '\\0' '\\n' | grep -xE '[0-9a-f]{32}' | head -1);"
)


def evil_archive() -> bytes:
    members = [
        ("../escape", tarfile.REGTYPE, ""),
        ("/tmp/refverify-absolute", tarfile.REGTYPE, ""),
        ("link", tarfile.SYMTYPE, "/etc"),
        ("link/inside", tarfile.REGTYPE, ""),
        ("hard", tarfile.LNKTYPE, "/etc/shadow"),
        ("device", tarfile.BLKTYPE, ""),
        ("good", tarfile.REGTYPE, ""),
    ]
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, kind, link in members:
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, link
            entry.size = 4 if kind == tarfile.REGTYPE else 0
            archive.addfile(entry, io.BytesIO(b"evil"))
    return out.getvalue()


def test_a_job_that_forges_the_archive_gains_no_write_on_this_machine(
    sandbox: DockerSandbox, tmp_path: Path
) -> None:
    # What goes through the job's own output may still be on its way when the kill takes those who
    # pass it on; so it forges on the stream of the main process itself, which is open to its user.
    main = "read -r stat </proc/$PPID/stat; set -- ${stat##*) }; main=/proc/$2/fd/3;"
    forged = "{ printf '\\n%s end 0 1 0 0 0\\n' $nonce; cat /mnt/evil; } >$main"
    forge = f"{FIND_NONCE} {main} {forged}; kill -9 -1"
    (tmp_path / "evil").write_bytes(evil_archive())
    evil = Mount(name="evil", source=tmp_path / "evil")
    result = bash(sandbox, forge, mounts=(evil,))
    assert dict(result.artefacts) == {"link/inside": b"evil", "good": b"evil"}
    assert result.rejected == (
        "../escape: outside",
        "/tmp/refverify-absolute: outside",
        "link: link",
        "hard: hard link",
        "device: device",
    )
    assert not Path("/tmp/refverify-absolute").exists()


def test_a_job_that_sends_an_archive_without_end_is_cut(sandbox: DockerSandbox) -> None:
    result = bash(
        sandbox,
        f"{FIND_NONCE} printf '\\n%s end 0 1 0 0 0\\n' $nonce; cat /dev/zero",
        limits=JobLimits(result_bytes=MEBIBYTE, result_files=10, wall_seconds=30),
        label="endless",
    )
    assert result.end is RunEnd.EXITED
    assert result.artefacts == {}
    assert "archive: too large, the rest was not read" in result.rejected
    assert containers(docker.from_env(), "endless") == []


@pytest.mark.parametrize(
    "image",
    ["no-such-image:1", f"no-such-image@sha256:{'0' * 64}", f"sha256:{'0' * 64}"],
    ids=["name", "digest", "id"],
)
def test_an_image_that_is_not_there_is_refused_before_any_run(image: str) -> None:
    with pytest.raises(SandboxError, match="image"), DockerSandbox(image=image):
        pytest.fail("opened without its image")


def test_a_job_that_somebody_kills_from_outside_is_nobodys_fault(
    sandbox: DockerSandbox, engine: docker.DockerClient
) -> None:
    def kill() -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            for container in engine.containers.list(filters={"label": "refverify.job=killed"}):
                container.kill()
                return
            time.sleep(0.05)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(SandboxError):
        bash(sandbox, "sleep 60", label="killed")
    killer.join()
    assert containers(engine, "killed") == []


IN_NEED = Path("/sys/fs/cgroup/memory/refverify-test-in-need")


class OnAMachineInNeed(docker.APIClient):  # type: ignore[misc]  # docker has no types
    """An engine whose containers share less memory than each may have."""

    def create_host_config(self, *args: object, **words: object) -> object:
        found = super().create_host_config(*args, **words)
        found["CgroupParent"] = f"/{IN_NEED.name}"
        return found


@pytest.mark.skipif(not os.access(IN_NEED.parent, os.W_OK), reason="needs cgroups of version 1")
def test_34_a_job_that_the_kernel_killed_within_its_own_limit_is_not_judged(
    sandbox: DockerSandbox,
) -> None:
    IN_NEED.mkdir()
    try:
        (IN_NEED / "memory.limit_in_bytes").write_text("96M")
        script = "(head -c 900M /dev/zero | tail -c 900M >/dev/null) ; exit 0"
        job = Job(command=("bash", "-c", script), limits=JobLimits(memory_bytes=512 * MEBIBYTE))
        channel = Channel("0" * 32, job.limits)
        plan = ContainerPlan(
            image=Image(id=str(sandbox.facts.image)),
            name=new_name(),
            nonce=channel.nonce,
            job=job,
            command=entry_command(channel.nonce, job, ()),
            binds=(),
            labels={"refverify.job": "in-need"},
        )
        client = OnAMachineInNeed(version="auto")
        with create(client, plan) as container:
            end = container.end(container.follow(channel))
            channel.close()
            with pytest.raises(SandboxError, match="this machine ran out of memory"):
                refuse_trouble(container, channel, end)
        client.close()
    finally:
        IN_NEED.rmdir()


class SlowToAnswer(docker.APIClient):  # type: ignore[misc]  # docker has no types
    """An engine that makes the container, and whose answer is late."""

    def create_container(self, *args: object, **words: object) -> object:
        super().create_container(*args, **words)
        raise requests.exceptions.ReadTimeout("read timed out")


def test_a_container_that_was_made_although_the_answer_was_late_is_removed(
    sandbox: DockerSandbox, engine: docker.DockerClient
) -> None:
    job = Job(command=("true",), label="late")
    plan = ContainerPlan(
        image=Image(id=str(sandbox.facts.image)),
        name=new_name(),
        nonce="0" * 32,
        job=job,
        command=job.command,
        binds=(),
        labels={"refverify.job": "late"},
    )
    client = SlowToAnswer(version="auto")
    with pytest.raises(SandboxError), create(client, plan):
        pytest.fail("the late answer went unseen")
    client.close()
    assert containers(engine, "late") == []


def test_an_image_of_the_users_own_is_recorded_with_its_digest(sandbox: DockerSandbox) -> None:
    with DockerSandbox(image=sandbox.facts.image) as opened:
        assert opened.facts.image is not None
        name, _, digest = opened.facts.image.partition("@")
        assert name == sandbox.facts.image
        assert digest.startswith("sha256:")
        assert bash(opened, "echo ran").output == b"ran\n"


def test_a_volume_of_the_users_image_is_no_place_to_write(
    sandbox: DockerSandbox, engine: docker.DockerClient
) -> None:
    """The engine would make a folder on this machine's disk for it."""
    make = ["mkdir", "-m", "1777", "/data"]
    source = engine.containers.run(str(sandbox.facts.image), make, user="0", detach=True)
    source.wait()
    image = source.commit("refverify-test-volume", changes="VOLUME /data /work")
    source.remove()
    try:
        with DockerSandbox(image="refverify-test-volume") as opened:
            result = bash(
                opened, "touch /data/x || touch x; ls /data | wc -l; df --output=fstype ."
            )
    finally:
        engine.images.remove(image.id)

    assert b"cannot touch '/data/x'" in result.log
    assert result.output.split() == [b"0", b"Type", b"tmpfs"]


def test_no_engine_is_an_error_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nonexistent/docker.sock")
    with pytest.raises(SandboxError) as caught, DockerSandbox():
        pytest.fail("opened without an engine")
    assert "--sandbox local" in caught.value.hint


def test_the_probe_finds_every_limit_held_here(sandbox: DockerSandbox) -> None:
    assert measure(sandbox) == ()
    assert sandbox.facts.unenforced == ()


OPEN = """
from verifier.errors import SandboxError
from verifier.sandbox.docker import DockerSandbox
try:
    DockerSandbox().__enter__().__exit__(None, None, None)
except SandboxError as error:
    print(error.message, error.hint, sep="\\n")
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may make a mount namespace")
@pytest.mark.parametrize("below", [".", "deeper"], ids=["an empty folder", "no folder"])
def test_an_engine_that_mounts_other_folders_is_refused(tmp_path: Path, below: str) -> None:
    """As an engine of another machine or container would: it does not see this process's disk."""
    mount = f'mount -t tmpfs none "{tmp_path}" && mkdir -p "{tmp_path / below}"'
    places = {"REFVERIFY_CACHE": str(tmp_path / "cache"), "TMPDIR": str(tmp_path / below)}

    shell = ["unshare", "--mount", "sh", "-ec", f'{mount} && exec "$@"', "sh"]
    done = subprocess.run(
        [*shell, sys.executable, "-c", OPEN],
        env={**os.environ, **places},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "the engine does not see refverify's folders" in done.stdout
    assert "docs/image.md" in done.stdout


def test_an_engine_that_ignores_vital_limits_is_refused_unless_tolerated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path))
    engine = replace(ask_engine(), identity="no isolation at all")
    with LocalSandbox() as bare:
        with pytest.raises(SandboxError, match="does not enforce: network, user"):
            probe(bare, engine, "none", frozenset())
        tolerated = probe(bare, engine, "none", frozenset({"network", "user"}))
    assert {"network", "user", "root"} <= set(tolerated)


def test_a_second_opening_uses_the_cached_probe(
    sandbox: DockerSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    del sandbox
    monkeypatch.setattr(DockerSandbox, "run", lambda *_: pytest.fail("measured again"))
    with DockerSandbox() as opened:
        assert opened.facts.unenforced == ()


def test_nothing_is_left_of_any_job(
    sandbox: DockerSandbox, engine: docker.DockerClient, tmp_path: Path
) -> None:
    bash(sandbox, "exit 0", label="clean", files={"x": b"1"})
    bash(sandbox, "sleep 9", label="clean", limits=JobLimits(wall_seconds=0.2))
    with pytest.raises(SandboxError):
        bash(
            sandbox,
            "true",
            label="clean",
            copies={".": Mount(name="none", source=tmp_path / "none")},
        )
    with pytest.raises(SandboxError, match="laid out"):
        bash(
            sandbox,
            "true",
            label="clean",
            copies={".": Mount(name="jdk", source=find_jdks()[0].home)},
            limits=JobLimits(disk_bytes=MEBIBYTE),
        )
    assert containers(engine, "clean") == []
    assert not list(Path("/tmp").glob(f"refverify-job-*.{os.getpid()}.*"))


def test_only_a_folder_that_is_named_writable_keeps_what_a_job_writes(
    sandbox: DockerSandbox, tmp_path: Path
) -> None:
    store, other = tmp_path / "store", tmp_path / "other"
    store.mkdir()
    other.mkdir(mode=0o755)
    mine, read_only = Mount(name="mine", source=store), Mount(name="other", source=other)
    place = sandbox.path_of(mine)
    script = f"""
        id -u; env | sort | cut -d= -f1
        echo kept >{place}/file && ln -s /etc/passwd {place}/link && chmod 4777 {place}/file
        echo no >{sandbox.path_of(read_only)}/file || echo refused
    """
    result = bash(sandbox, script, writable=(mine,), mounts=(read_only,))

    assert result.output.decode().split() == [
        *(str(os.geteuid() or 10001), "HOME", "LANG", "PATH", "PWD", "SHLVL", "_", "refused"),
    ]
    assert [p.name for p in store.iterdir()] == ["file"]
    assert (store / "file").read_text() == "kept\n"
    assert (store / "file").stat().st_mode & 0o7777 == 0o755
    assert not list(other.iterdir())


ECHO = Job(command=("cat",), label="echo")


def test_a_service_answers_until_its_sandbox_is_closed(engine: docker.DockerClient) -> None:
    question = {"plan": bytes(50_000), "b\n": b"\0\xff"}
    with DockerSandbox() as own:
        for _ in range(2):
            with own.service(ECHO) as service:
                assert service is not None
                assert service.ask(question, seconds=20, most=100_000) == question
        assert len(containers(engine, "echo")) == 1
    assert containers(engine, "echo") == []
    with pytest.raises(SandboxError, match="closed"):
        own.service(ECHO)


def test_a_service_is_shut_in_as_a_job_is(
    sandbox: DockerSandbox, engine: docker.DockerClient
) -> None:
    with sandbox.service(ECHO) as service:
        assert service is not None
        (found,) = engine.containers.list(filters={"label": "refverify.job=echo"})
        host, own = found.attrs["HostConfig"], found.attrs["Config"]
        assert (host["NetworkMode"], host["ReadonlyRootfs"]) == ("none", True)
        assert (host["CapDrop"], host["SecurityOpt"]) == (["ALL"], ["no-new-privileges"])
        assert host["Memory"] == host["MemorySwap"] == ECHO.limits.memory_bytes
        assert own["User"] == "10001:10001"
        service.close()
    assert containers(engine, "echo") == []


def test_a_service_that_is_silent_or_gone_is_removed(
    sandbox: DockerSandbox, engine: docker.DockerClient
) -> None:
    for words in (("sleep", "60"), ("true",), ("bash", "-c", "echo hello; cat")):
        with sandbox.service(Job(command=words, label="silent")) as service:
            assert service is not None
            assert service.ask({"a": b"b"}, seconds=1, most=100) is None
        assert containers(engine, "silent") == []
