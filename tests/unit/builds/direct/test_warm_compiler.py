"""The compiler that stays: which bases it serves, what it is asked, and which answers count."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.described.overlay import Overlay
from verifier.builds.described.strategy import BuildRequest
from verifier.builds.direct.warm_compiler import WarmCompiler, may_stay, read_answer
from verifier.errors import SandboxError
from verifier.sandbox.base import Job, JobLimits, Mount, Pieces

BASE = Mount(name="base", source=Path("/base"))
PLAN = ("set main", "changed A.java", "source A.java", "source B.java")
SETS = ("main", "test")
GOOD = {"status": b"0", "output": b"part\tmain\tA\n", "main/A.class": b"class"}


@dataclass(kw_only=True)
class Serving(ScriptedSandbox):
    """Has one service, which gives one answer."""

    answer: Pieces | None
    questions: list[Pieces] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    closed: int = 0

    def ask(self, question: Pieces, *, seconds: float, most: int) -> Pieces | None:
        assert most == JobLimits().result_bytes
        self.questions.append(question)
        self.seconds.append(seconds)
        return self.answer

    def close(self) -> None:
        self.closed += 1

    @contextmanager
    def service(self, job: Job) -> Iterator["Serving"]:
        self.jobs.append(job)
        yield self


def request(wall: float = 600) -> BuildRequest:
    files = {"A.java": b"class A { }", "notes.txt": b"no source", "Gone.java": None}
    return BuildRequest(overlay=Overlay(files=files), limits=JobLimits(wall_seconds=wall))


def warm(sandbox: ScriptedSandbox) -> WarmCompiler:
    return WarmCompiler(sandbox=sandbox, words=("java",), mounts=(), base=BASE)


def test_it_is_asked_with_the_plan_and_the_changed_sources_alone() -> None:
    sandbox = Serving(result=make_result({}), answer=GOOD)

    found = warm(sandbox).compile(request(), PLAN, SETS)

    assert found is not None
    assert (found.exit_code, found.artefacts) == (0, {"main/A.class": b"class"})
    assert sandbox.questions == [
        {"plan": "\n".join((*PLAN, "")).encode(), "tree/A.java": b"class A { }"}
    ]
    (job,) = sandbox.jobs
    # Nothing of a candidate is in what a service is started with, and nothing can be written.
    assert (job.files, job.copies, job.writable, job.network) == ({}, {}, (), False)
    assert job.mounts == (BASE,)
    assert sandbox.closed == 0


def test_it_has_twenty_seconds_or_what_a_job_has() -> None:
    sandbox = Serving(result=make_result({}), answer=GOOD)
    warm(sandbox).compile(request(), PLAN, SETS)
    warm(sandbox).compile(request(wall=5), PLAN, SETS)
    assert sandbox.seconds == [20, 5]


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(None, id="none"),
        pytest.param({"status": b"odd"}, id="odd"),
        pytest.param({"output": b"", "main/A.class": b""}, id="no status"),
        pytest.param({"status": b"0"}, id="no output"),
        pytest.param({**GOOD, "tree/A.java": b""}, id="neither main nor test"),
        pytest.param({**GOOD, "main/../x": b""}, id="a path that leaves"),
        pytest.param({**GOOD, "main//A.class": b""}, id="one file by two names"),
        pytest.param({**GOOD, "main/\0.class": b""}, id="a name that no file can have"),
    ],
)
def test_an_answer_of_no_use_leaves_it_to_a_job_and_ends_the_service(answer: Pieces) -> None:
    sandbox = Serving(result=make_result({}), answer=answer)
    assert warm(sandbox).compile(request(), PLAN, SETS) is None
    assert sandbox.closed == 1


def test_more_files_or_bytes_than_results_may_be_leave_it_to_a_job() -> None:
    limits = JobLimits(result_files=1, result_bytes=5)
    assert read_answer(GOOD, limits, 0.1, SETS) is not None
    assert read_answer({**GOOD, "main/B.class": b""}, limits, 0.1, SETS) is None
    assert read_answer({**GOOD, "main/A.class": b"longer"}, limits, 0.1, SETS) is None


def test_a_class_file_is_kept_by_a_path_below_its_folder() -> None:
    found = read_answer({**GOOD, "main//etc/passwd": b""}, JobLimits(), 0.1, SETS)
    assert found is not None
    assert sorted(found.artefacts) == ["main/A.class", "main/etc/passwd"]


def test_a_sandbox_without_services_or_with_trouble_leaves_it_to_a_job() -> None:
    class Failing(ScriptedSandbox):
        @contextmanager
        def service(self, job: Job) -> Iterator[None]:
            self.jobs.append(job)
            raise SandboxError("no engine")
            yield

    assert warm(ScriptedSandbox(result=make_result({}))).compile(request(), PLAN, SETS) is None
    assert warm(Failing(result=make_result({}))).compile(request(), PLAN, SETS) is None


def test_a_plugin_of_the_compiler_is_code_of_the_project() -> None:
    assert may_stay(("-parameters", "-Akey=value", "--add-exports=a/b=c", "--enable-preview"))
    assert not may_stay(("-parameters", "-Xplugin:ErrorProne"))
    assert not may_stay(("-plugin", "x"))
