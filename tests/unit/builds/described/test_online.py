"""How a preparation runs a command with network, and whose fault it is where that goes wrong."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.online import Online, OnlineCall, online
from verifier.builds.options import BuildOptions, PrepareOn
from verifier.domain.testrun import RunEnd
from verifier.errors import BaseInvalidError, SandboxError, UsageError
from verifier.sandbox.base import JobLimits, JobResult, Mount
from verifier.sandbox.local import LocalSandbox

STORE = Path("/cache/store")
CALL = OnlineCall(command=("mvn", "test"), tree=Path("/base"), results=("tree/target",))


def answer_with(text: str, status: int) -> JobResult:
    return replace(make_result({"place": b"/box/tree\n"}, status=status), output=text.encode())


def test_a_command_gets_a_network_one_writable_store_and_nothing_of_the_environment() -> None:
    sandbox = ScriptedSandbox(result=answer_with("done", 0))
    result = Online(sandbox, STORE, JobLimits()).run(CALL)
    (job,) = sandbox.jobs

    assert job.network
    assert job.writable == (Mount(name="store", source=STORE),)
    assert job.copies == {"tree": Mount(name="base", source=Path("/base"))}
    assert dict(job.env) == {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    assert (result.status, result.log, result.tree, result.files) == (0, "done", "/box/tree", {})


def test_a_full_disk_is_the_environment_s_and_not_tried_again() -> None:
    line = "[ERROR] g:b:jar:1: /mnt/store/g/b.jar: No space left on device"
    sandbox = ScriptedSandbox(result=answer_with(f"[INFO] on\n{line}\n", 1))

    with pytest.raises(SandboxError, match=r"could not write: .*b\.jar: No space left on device"):
        Online(sandbox, STORE, JobLimits()).run(CALL)
    assert len(sandbox.jobs) == 1


@pytest.mark.parametrize(
    "line",
    [
        "/mnt/jdk/bin/java: /lib/libc.so.6: version `GLIBC_2.38' not found (required by libjli.so)",
        "/mnt/jdk/bin/java: error while loading shared libraries: libz.so.1: cannot open",
        "/mnt/maven/bin/mvn: line 197: /mnt/jdk/bin/java: cannot execute: required file not found",
        "/mnt/maven/bin/mvn: line 197: /mnt/jdk/bin/java: Exec format error",
    ],
)
def test_a_jdk_that_does_not_start_there_is_no_fault_of_the_base(line: str) -> None:
    sandbox = ScriptedSandbox(result=replace(answer_with("", 1), log=line.encode()))

    with pytest.raises(
        SandboxError, match=r"a JDK does not start in the sandbox: .*java: "
    ) as error:
        Online(sandbox, STORE, JobLimits()).run(CALL)
    assert "--image" in error.value.hint
    assert len(sandbox.jobs) == 1


def test_a_tool_that_ends_before_it_prints_says_why_elsewhere() -> None:
    sandbox = ScriptedSandbox(
        result=replace(answer_with("", 1), log=b"Unrecognized VM option 'Own'\n")
    )

    found = Online(sandbox, STORE, JobLimits()).run(CALL)
    assert found.log == "Unrecognized VM option 'Own'\n"


@pytest.mark.parametrize(
    ("end", "error"),
    [
        (RunEnd.TIMEOUT, BaseInvalidError),
        (RunEnd.OUT_OF_MEMORY, SandboxError),
        (RunEnd.OUT_OF_DISK, SandboxError),
        (RunEnd.OUT_OF_PROCESSES, SandboxError),
    ],
)
def test_a_command_that_was_cut_short_is_an_error(end: RunEnd, error: type[Exception]) -> None:
    sandbox = ScriptedSandbox(result=make_result({}, end=end, status=None))

    with pytest.raises(error):
        Online(sandbox, STORE, JobLimits()).run(CALL)


def test_behind_a_proxy_a_command_has_no_network_and_starts_the_forwarder_first(
    tmp_path: Path,
) -> None:
    sandbox = ScriptedSandbox(result=answer_with("done", 0))
    options = BuildOptions(cache=tmp_path, prepare_on=PrepareOn.PROXY)
    with online(sandbox, tmp_path, options) as place:
        assert place.repository == "http://127.0.0.1:27181"
        place.run(CALL)
        (job,) = sandbox.jobs
        mounted = {mount.name: mount.source for mount in job.mounts}
        assert (mounted["outlet"] / "socket").is_socket()
        assert (mounted["outlet-program"] / "Forwarder.java").is_file()
    assert not job.network
    assert not mounted["outlet"].exists()
    assert {mount.name for mount in job.writable} == {"store"}
    assert job.command[4:7] == (
        "/mnt/outlet-jdk/bin/java",
        "/mnt/outlet-program/Forwarder.java",
        "/mnt/outlet/socket",
    )
    assert job.command[-2:] == ("mvn", "test")


def test_a_forwarder_that_does_not_start_is_not_the_base_s_fault(tmp_path: Path) -> None:
    said = "refverify: the way to the repositories does not open: Error loading java.security"
    sandbox = ScriptedSandbox(result=answer_with(f"{said}\n", 98))
    options = BuildOptions(cache=tmp_path, prepare_on=PrepareOn.PROXY)
    with (
        online(sandbox, tmp_path, options) as place,
        pytest.raises(SandboxError, match="does not open: Error loading"),
    ):
        place.run(CALL)


def test_a_proxy_needs_a_sandbox_that_isolates(tmp_path: Path) -> None:
    options = BuildOptions(cache=tmp_path, prepare_on=PrepareOn.PROXY)
    with (
        LocalSandbox() as local,
        pytest.raises(UsageError, match="needs a sandbox that can cut off the network"),
        online(local, tmp_path, options),
    ):
        pass


def test_the_host_is_used_only_where_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OF_THE_USER", "yes")
    sandbox = ScriptedSandbox(result=answer_with("done", 0))
    call = OnlineCall(command=("bash", "-c", 'echo "$OF_THE_USER"; touch "$STORE/made"'))
    call = replace(call, env={"STORE": str(tmp_path)})
    with online(sandbox, tmp_path, BuildOptions()) as place:
        place.run(call)
    assert len(sandbox.jobs) == 1
    with online(sandbox, tmp_path, BuildOptions(prepare_on=PrepareOn.HOST)) as place:
        assert place.run(call).log == "yes\n"
        assert place.as_user
    assert (len(sandbox.jobs), (tmp_path / "made").is_file()) == (1, True)
