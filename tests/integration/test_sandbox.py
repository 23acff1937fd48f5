"""What both sandboxes promise, on the real ones."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Unpack

import pytest

from tests.support.jobs import JobFields
from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError
from verifier.sandbox.base import Job, JobLimits, JobResult, Mount, Sandbox
from verifier.sandbox.choice import open_sandbox
from verifier.tools.jdk import find_jdks

MEBIBYTE = 1024**2


@pytest.fixture(scope="module", params=[pytest.param("docker", marks=pytest.mark.engine), "local"])
def sandbox(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    with open_sandbox(request.param) as opened:
        yield opened


def bash(sandbox: Sandbox, script: str, **job: Unpack[JobFields]) -> JobResult:
    return sandbox.run(Job(command=("bash", "-c", script), **job))


def processes_with(word: str) -> list[str]:
    """Commands of this machine's processes, those in containers included, that hold a word."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
        if word in command and path.parent.name != str(os.getpid()):
            found.append(command)
    return found


def test_a_job_starts_in_an_empty_work_folder_that_is_its_home(sandbox: Sandbox) -> None:
    result = bash(sandbox, 'ls -A | wc -l; [[ $PWD == "$HOME" && -w . ]] && echo home')
    assert result.output == b"0\nhome\n"
    assert (result.end, result.exit_code) == (RunEnd.EXITED, 0)


def test_streams_and_status_come_back_as_they_are(sandbox: Sandbox) -> None:
    result = bash(sandbox, "printf 'a\\xff\\x1b[31mb'; printf err >&2; exit 3")
    assert (result.output, result.log) == (b"a\xff\x1b[31mb", b"err")
    assert (result.end, result.exit_code, result.truncated) == (RunEnd.EXITED, 3, False)


@pytest.mark.parametrize(("script", "status"), [("kill -SEGV $$", 139), ("exec no-such-x", 127)])
def test_a_job_that_dies_has_the_shells_status(sandbox: Sandbox, script: str, status: int) -> None:
    assert bash(sandbox, script).exit_code == status


def test_a_command_that_does_not_exist_has_status_127(sandbox: Sandbox) -> None:
    assert sandbox.run(Job(command=("no-such-program",))).exit_code == 127


def test_the_job_reads_its_standard_input_to_the_end(sandbox: Sandbox) -> None:
    data = bytes(range(256)) * 8192
    result = bash(sandbox, "wc -c; cat", stdin=data)
    assert result.output == b"2097152\n"


def test_input_that_nobody_reads_holds_nothing_up(sandbox: Sandbox) -> None:
    result = bash(sandbox, "exec <&-; echo done", stdin=b"x" * 4 * MEBIBYTE)
    assert (result.output, result.exit_code) == (b"done\n", 0)


def test_without_input_the_job_sees_its_end(sandbox: Sandbox) -> None:
    assert bash(sandbox, "cat; echo end").output == b"end\n"


def test_copies_are_laid_out_then_files_over_them(sandbox: Sandbox, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "src").mkdir(parents=True)
    (tree / "src/A.java").write_text("class A {}")
    (tree / "src/B.java").write_text("class B {}")
    (tree / "src/B.java").chmod(0o444)
    (tree / "run").write_text("echo ran")
    (tree / "run").chmod(0o755)
    os.utime(tree / "src/A.java", (946_684_800, 946_684_800))
    tmp_path.chmod(0o700)
    result = bash(
        sandbox,
        "find . -type f | sort; cat src/B.java; ./run; stat -c %Y src/A.java; cat one/file",
        copies={
            ".": Mount(name="tree", source=tree),
            "one/file": Mount(name="f", source=tree / "run"),
        },
        files={"src/B.java": b"class B2 {}\n", "new/C.java": b"", "src/gone": None, "run2": None},
    )
    assert result.output.decode() == (
        "./new/C.java\n./one/file\n./run\n./src/A.java\n./src/B.java\n"
        "class B2 {}\nran\n946684800\necho ran"
    )
    assert (tree / "src/B.java").read_text() == "class B {}"


def test_a_file_without_content_deletes_what_a_copy_brought(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    (tmp_path / "tree/old").mkdir(parents=True)
    (tmp_path / "tree/old/Test.java").write_text("class Test {}")
    (tmp_path / "tree/kept").write_text("")
    tree = Mount(name="tree", source=tmp_path / "tree")
    result = bash(sandbox, "find .", copies={"": tree}, files={"old/Test.java": None})
    assert sorted(result.output.decode().split()) == [".", "./kept", "./old"]


def test_a_mount_is_read_where_path_of_says(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m/data").write_text("mounted")
    mount = Mount(name="data", source=tmp_path / "m")
    result = bash(sandbox, f"cat {sandbox.path_of(mount)}/data", mounts=(mount,))
    assert result.output == b"mounted"


def test_results_are_brought_back_by_their_relative_paths(sandbox: Sandbox) -> None:
    result = bash(
        sandbox,
        "mkdir -p out/deep; printf 1 >out/a; printf '\\0\\xff' >'out/deep/b c'; echo 2 >not-asked",
        results=("out", "missing"),
    )
    assert result.artefacts == {"out/a": b"1", "out/deep/b c": b"\0\xff"}
    assert result.rejected == ()


def test_results_come_back_after_a_timeout_too(sandbox: Sandbox) -> None:
    result = bash(
        sandbox, "echo seen >log; sleep 60", results=("log",), limits=JobLimits(wall_seconds=1)
    )
    assert (result.end, result.artefacts) == (RunEnd.TIMEOUT, {"log": b"seen\n"})


def test_only_regular_files_come_back_and_the_rest_is_named(sandbox: Sandbox) -> None:
    result = bash(
        sandbox,
        "mkdir out; cd out; echo x >file; ln -s /etc/passwd link; ln -s /etc dir; mkfifo pipe;"
        " ln -s ../out/file loop; echo secret >b; ln b c",
        results=("out", "out/dir/passwd"),
    )
    assert result.artefacts["out/file"] == b"x\n"
    assert not {"out/link", "out/dir/passwd", "out/dir", "out/pipe", "out/loop"} & set(
        result.artefacts
    )
    refused = " ".join(result.rejected)
    for name in ("out/link: link", "out/dir: link", "out/pipe: ", "out/loop: link", "hard link"):
        assert name in refused


def test_results_that_are_too_large_or_too_many_are_refused_and_named(sandbox: Sandbox) -> None:
    limits = JobLimits(result_bytes=1000, result_files=3)
    result = bash(
        sandbox,
        "mkdir out; head -c 2000 /dev/zero >big; for n in 1 2 3 4 5; do echo $n >out/$n; done",
        results=("big", "out"),
        limits=limits,
    )
    assert len(result.artefacts) == 3
    assert result.rejected[0] == "big: too large (2000 bytes)"
    assert [r.partition(": ")[2] for r in result.rejected[1:]] == ["too many files"] * 2


def test_a_million_results_end_in_bounded_time_and_are_refused(sandbox: Sandbox) -> None:
    result = bash(
        sandbox,
        "mkdir out; cd out; seq 3000 | xargs touch; echo done",
        results=("out",),
        limits=JobLimits(result_files=100),
    )
    assert (result.output, len(result.artefacts)) == (b"done\n", 100)
    assert len(result.rejected) == 101


WATCHED_FILES = {
    f"data/{name}": b"as it was" for name in ("read", "written", "kept", "moved", "gone")
}
TOUCHES = """cat data/read >/dev/null
printf x >data/written
cp -p data/kept kept; printf x >data/kept; cat kept >data/kept; touch -r kept data/kept
mv data/moved data/away; mv data/away data/moved
rm data/gone; printf y >other; printf z >$'data/new\\nname'
"""


def test_what_a_job_touched_of_watched_inputs_is_told_also_where_it_was_undone(
    sandbox: Sandbox,
) -> None:
    result = bash(sandbox, TOUCHES, files=WATCHED_FILES, watched=("data", "none"))

    assert result.changed is not None
    assert sorted(result.changed) == [
        "data", "data/kept", "data/moved", "data/new\nname", "data/written", "none",
    ]  # fmt: skip
    assert result.artefacts == {}


def test_a_job_that_only_reads_touches_nothing(sandbox: Sandbox) -> None:
    result = bash(sandbox, "cat data/* >copy", files=WATCHED_FILES, watched=("data",))

    assert result.changed == ()


def test_nothing_in_the_way_keeps_the_list_from_coming_back(sandbox: Sandbox) -> None:
    script = "mkdir -p .changed/x /tmp/.changed; chmod 0 .changed data; printf x >.other"
    result = bash(sandbox, script, files=WATCHED_FILES, watched=("data",))

    assert result.changed == ("data",)


def test_a_refused_process_is_told_also_where_the_job_went_on(sandbox: Sandbox) -> None:
    if not sandbox.facts.isolated:
        pytest.skip("processes are only watched here")
    script = "(for i in {1..60}; do sleep 1 & done) 2>/dev/null; exit 0"
    result = bash(sandbox, script, limits=JobLimits(pids=24))

    assert (result.end, result.starved) == (RunEnd.EXITED, True)


@pytest.mark.parametrize("bad", ["/etc/passwd", "../x", "a/../../x"])
def test_paths_outside_the_work_folder_are_an_error_of_the_caller(
    sandbox: Sandbox, bad: str
) -> None:
    with pytest.raises(SandboxError, match="does not lie in the work folder"):
        bash(sandbox, "true", results=(bad,))
    with pytest.raises(SandboxError, match="does not lie in the work folder"):
        bash(sandbox, "true", files={bad: b""})


def test_a_source_that_is_missing_is_an_error_of_the_environment(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    nothing = Mount(name="nothing", source=tmp_path / "nothing")
    with pytest.raises(SandboxError):
        bash(sandbox, "true", copies={".": nothing})


def test_the_environment_holds_nothing_of_this_machine(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "leaked")
    result = bash(sandbox, "env", env={"MAVEN_OPTS": "-Xmx1g"})
    names = {line.partition("=")[0] for line in result.output.decode().splitlines()}
    allowed = {"HOME", "LANG", "MAVEN_OPTS", "PATH", "PWD", "SHLVL", "_"}
    assert names - {"REFVERIFY_JOB", "TMPDIR"} == allowed
    if sandbox.facts.isolated:
        assert names == allowed


def test_the_time_zone_and_the_language_of_this_machine_s_user_decide_nothing(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "date -d @0 +%H:%M%z; echo $LANG $LC_ALL $TZ; printf '%(%H)T' 0"
    seen = set()
    for zone, language in (("Asia/Tokyo", "tr_TR.UTF-8"), ("America/New_York", "ar_EG.UTF-8")):
        monkeypatch.setenv("TZ", zone)
        monkeypatch.setenv("LC_ALL", language)
        monkeypatch.setenv("LANG", language)
        seen.add(bash(sandbox, script).output)

    assert len(seen) == 1
    assert b"C.UTF-8" in seen.pop()


@pytest.mark.parametrize(
    "script",
    [
        "while :; do :; done",
        "sleep 1000",
        "trap '' TERM INT HUP; while :; do sleep 1; done",
        "kill -STOP $$",
    ],
    ids=["infinite loop", "sleeps forever", "ignores SIGTERM", "stops itself"],
)
def test_a_job_without_end_is_ended_at_its_deadline(sandbox: Sandbox, script: str) -> None:
    word = f"wait-{time.monotonic_ns()}"
    began = time.monotonic()
    result = bash(sandbox, f": {word}; {script}", limits=JobLimits(wall_seconds=1))
    assert (result.end, result.exit_code) == (RunEnd.TIMEOUT, None)
    assert time.monotonic() - began < 1 + 20
    assert processes_with(word) == []


def test_what_a_job_leaves_running_is_killed_and_its_results_count(sandbox: Sandbox) -> None:
    word = f"left-{time.monotonic_ns()}"
    loop = f"trap '' TERM HUP INT; : {word}; while :; do sleep 0.1; done"
    script = f'(env -i bash -c "{loop}" >/dev/null 2>&1 & ) & echo verdict >out; sleep 0.3; exit 0'
    result = bash(sandbox, script, results=("out",))
    assert (result.end, result.exit_code) == (RunEnd.EXITED, 0)
    assert result.artefacts == {"out": b"verdict\n"}
    assert processes_with(word) == []


def test_more_memory_than_allowed_is_told_apart(sandbox: Sandbox) -> None:
    limits = JobLimits(memory_bytes=128 * MEBIBYTE, wall_seconds=30)
    result = bash(sandbox, "head -c 2000M /dev/zero | tail -c 2000M | wc -c; exit 1", limits=limits)
    assert (result.end, result.exit_code) == (RunEnd.OUT_OF_MEMORY, None)


def test_more_disk_than_allowed_is_told_apart(sandbox: Sandbox) -> None:
    limits = JobLimits(disk_bytes=32 * MEBIBYTE, wall_seconds=30)
    result = bash(sandbox, "while head -c 4M /dev/zero >f$n; do n=x$n; done", limits=limits)
    assert (result.end, result.exit_code) == (RunEnd.OUT_OF_DISK, None)


def test_more_processes_than_allowed_are_told_apart(sandbox: Sandbox) -> None:
    script = "exec 2>/dev/null; seq 80 | xargs -P 80 -I{} sleep 1; ((SECONDS < 2))"
    result = bash(sandbox, script, limits=JobLimits(pids=40, wall_seconds=30))
    assert result.end is RunEnd.OUT_OF_PROCESSES


def test_a_flood_of_output_is_cut_and_changes_nothing_else(sandbox: Sandbox) -> None:
    limits = JobLimits(output_bytes=100_000)
    script = "head -c 300M /dev/zero; head -c 3M /dev/zero >&2; echo verdict >out; exit 4"
    result = bash(sandbox, script, results=("out",), limits=limits)
    assert (len(result.output), len(result.log), result.truncated) == (100_000, 100_000, True)
    assert (result.end, result.exit_code) == (RunEnd.EXITED, 4)
    assert result.artefacts == {"out": b"verdict\n"}


def test_several_threads_get_their_own_results(sandbox: Sandbox) -> None:
    def one(number: int) -> bytes:
        return bash(sandbox, f"echo {number} >mine; sleep 0.2; cat mine").output

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(one, range(8))) == [f"{n}\n".encode() for n in range(8)]


def test_the_facts_say_whether_anything_is_isolated(sandbox: Sandbox) -> None:
    facts = sandbox.facts
    assert facts.isolated == (facts.name == "docker")
    assert ("network" in facts.unenforced) == (facts.name == "local")


def test_java_runs_from_a_mounted_jdk_and_knows_its_own_host(sandbox: Sandbox) -> None:
    jdk = Mount(name="jdk", source=find_jdks()[0].home)
    source = b"""
        class Host {
          public static void main(String[] a) throws Exception {
            System.out.println(java.net.InetAddress.getLocalHost() != null);
            System.out.println(javax.net.ssl.SSLContext.getDefault().getProtocol());
          }
        }
    """
    result = sandbox.run(
        Job(
            command=(f"{sandbox.path_of(jdk)}/bin/java", "Host.java"),
            mounts=(jdk,),
            files={"Host.java": source},
        )
    )
    assert (result.output, result.exit_code) == (b"true\nDefault\n", 0), result.log.decode()
