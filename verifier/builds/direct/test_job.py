"""The job that runs the tests of one module, the files that it reads, and the plan that its JVM receives."""

import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.builds.builder import JavaAgent
from verifier.builds.described.compilation import Compilation
from verifier.builds.described.launching import Launcher
from verifier.builds.described.module import MAIN, TEST, TREE, ResourceFolder, leaves_class_path
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import ENVIRONMENT, JOB_TREE, OUTPUT_BYTES, BuildRequest
from verifier.builds.direct.class_archive import Archived, launcher_archive
from verifier.builds.direct.evidence import Nonce
from verifier.builds.direct.junit_parameters import platform_parameters
from verifier.builds.direct.test_jvm import (
    OWN_JDK,
    PROCESSED,
    RESOURCES,
    SHORT_LIVED,
    Mounts,
    words,
)
from verifier.builds.evidence.recording import FILE, agent, launcher_option
from verifier.domain.testrun import UNKNOWN
from verifier.sandbox.base import Job, JobResult, Mount, Sandbox
from verifier.tools.storage.files import make_readable
from verifier.tools.storage.scratch import scratch_folder
from verifier.tools.worktree_layout import lay_out

JAVA_AGENT = "java_agent"
NONE = "none"
"""The empty folder among the inputs of a test run."""
TRAINING = Nonce(key=bytes(32), canary="archive.Canary", secret="0" * 32)
"""The secrets of a run that proves nothing."""
_SCRIPT = f"""{OWN_JDK}cd {{working}} && exec env "${{@//{TREE}/$tree}}"
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class TestJob:
    """Tests of `part`; `folder` contains the classes and changed resources of all `parts`."""

    __test__ = False

    part: PreparedBase
    parts: tuple[PreparedBase, ...]
    sandbox: Sandbox
    request: BuildRequest
    folder: Path

    def job(self, plan: bytes, *, java_agent: JavaAgent | None = None, recorded: str = "") -> Job:
        """Return the job for a plan; with `recorded` (packages), JaCoCo's agent is loaded."""
        part, sandbox = self.part, self.sandbox
        mounts = Mounts.of(part, self.folder, self.parts)
        agents = (
            () if java_agent is None else (Mount(name="java_agent.jar", source=java_agent.jar),)
        )
        jacoco = (agent(),) if recorded else ()
        working = f"{JOB_TREE}/{part.module.tests.working_directory}"
        script = _SCRIPT.replace("{working}", shlex.quote(working))
        loaded = (
            *mounts.preload_options(part, sandbox),
            *(_agent_word(sandbox, m, java_agent) for m in agents),
            *(launcher_option(sandbox.path_of(m), recorded) for m in jacoco),
        )
        archive = launcher_of(part, sandbox, mounts)
        brief = SHORT_LIVED if self.request.short else ()
        path = mounts.class_path(part, sandbox)
        jvm = words(part, path, loaded, (*archive.words, *brief))
        return Job(
            command=(
                *("bash", "-c", script, "test", sandbox.path_of(mounts.jdk), *jvm),
                *((f"{TREE}/../{FILE}",) if recorded else ()),
            ),
            mounts=(*mounts.all(), *agents, *jacoco, *archive.mounts),
            copies={JOB_TREE: mounts.base, **self._outputs()},
            files={**self.request.files(), **_files(java_agent)},
            env=ENVIRONMENT,
            stdin=plan,
            results=(*((JAVA_AGENT,) if java_agent else ()), *((FILE,) if recorded else ())),
            watched=list_watched(self.parts),
            limits=replace(self.request.limits, output_bytes=OUTPUT_BYTES),
            label=f"test {self.request.label}",
        )

    def _outputs(self) -> dict[str, Mount]:
        """Put the classes of each module where the project's own build would put them."""
        found: dict[str, Mount] = {}
        for part in self.parts:
            mounts = Mounts.of(part, self.folder)
            found[f"{JOB_TREE}/{part.module.main_output}"] = mounts.main
            found[f"{JOB_TREE}/{part.module.test_output}"] = mounts.test
        return found


def launcher_of(part: PreparedBase, sandbox: Sandbox, mounts: Mounts) -> Archived:
    """Return the archive of the launcher, made by a run without tests."""
    return launcher_archive(part, sandbox, mounts, plan_of(part, TRAINING, ()))


def plan_of(part: PreparedBase, nonce: Nonce, classes: Sequence[str]) -> bytes:
    """Return the launcher's plan for a run of some test classes."""
    lines = (*nonce.lines(), *lines_of(part), *(f"class {name}" for name in classes))
    return "".join(f"{line}\n" for line in lines).encode()


def lines_of(part: PreparedBase) -> list[str]:
    """Return the lines that every plan of a module contains; no secret and no class."""
    settings, launcher = part.module.tests, part.launching.launcher
    lines = [f"launcher {launcher}"]
    lines.append(f"assertions {'on' if settings.keyword_assert else 'off'}")
    if launcher is Launcher.PLATFORM:
        lines += [f"parameter {p}" for p in platform_parameters(part)]
        lines += [f"include-tag {t}" for t in _tags(settings.groups)]
        lines += [f"exclude-tag {t}" for t in _tags(settings.excluded_groups)]
    return lines


def list_watched(parts: Sequence[PreparedBase]) -> tuple[str, ...]:
    """Return the folders of the tests and test data of all modules, in a job."""
    found: dict[str, None] = {}
    for part in parts:
        module = part.module
        folders = (*module.test_sources, *(r.folder for r in module.test_resources))
        found |= dict.fromkeys(f"{JOB_TREE}/{f}" for f in folders if (part.base / f).is_dir())
    return tuple(found)


def find_changed_resources(part: PreparedBase, request: BuildRequest) -> dict[str, bytes]:
    """Return the candidate's resources of a module, by their path on the class path."""
    found: dict[str, bytes] = {}
    for resource in (*part.module.resources, *part.module.test_resources):
        for path, content in request.overlay.files.items():
            place = _place(resource, path)
            if place is not None and content is not None:
                found[place] = content
    return found


def find_deleted_resources(part: PreparedBase, request: BuildRequest) -> dict[str, tuple[str, ...]]:
    """Return the resources of a module that the candidate deletes, by side, as class path entries."""
    gone = [path for path, content in request.overlay.files.items() if content is None]
    sides = {MAIN: part.module.resources, TEST: part.module.test_resources}
    return {
        side: tuple(p for each in folders for path in gone if (p := _place(each, path)) is not None)
        for side, folders in sides.items()
    }


def keep_resources(part: PreparedBase, request: BuildRequest, folder: Path) -> None:
    """Copy the base's processed resources into `folder`, without those that the candidate deletes.

    Does nothing if it deletes none.
    """
    deleted = find_deleted_resources(part, request)
    if not part.processed or not any(deleted.values()):
        return
    left = folder / part.set_name(PROCESSED)
    shutil.copytree(part.resource_output(), left)
    for side, places in deleted.items():
        for place in places:
            if (left / side / place).is_file():
                (left / side / place).unlink()


@contextmanager
def write_test_inputs(
    parts: Sequence[PreparedBase],
    request: BuildRequest,
    compilation: Compilation,
    *,
    isolated: bool,
) -> Iterator[Path]:
    """Yield a folder with the classes and the candidate's resources, for a test run to read.

    Without an isolated sandbox a test could write into it, so files are copied and never shared.
    """
    with scratch_folder() as folder:
        standing = compilation.standing if isolated else ()
        for name, files in compilation.classes.items():
            lay_out(folder / name, files, standing)
        lay_out(folder / NONE, {})
        for part in parts:
            lay_out(folder / part.set_name(RESOURCES), find_changed_resources(part, request))
        for part in parts:
            keep_resources(part, request, folder)
        make_readable(folder)
        yield folder


def _agent_word(sandbox: Sandbox, jar: Mount, java_agent: JavaAgent | None) -> str:
    options = "" if java_agent is None else java_agent.options
    # Outside the tree: a test may list the tree's files.
    place = f"{TREE}/../{JAVA_AGENT}"
    return f"-javaagent:{sandbox.path_of(jar)}={options.replace('{place}', place)}"


def _files(java_agent: JavaAgent | None) -> dict[str, bytes | None]:
    files = {} if java_agent is None else java_agent.files
    return {f"{JAVA_AGENT}/{name}": content for name, content in files.items()}


def _tags(expression: str) -> list[str]:
    return [part.strip() for part in expression.split(",") if part.strip()]


def _place(resource: ResourceFolder, path: str) -> str | None:
    prefix = "" if resource.folder == "." else f"{resource.folder}/"
    if not path.startswith(prefix) or path.endswith(".java"):
        return None
    place = path.removeprefix(prefix)
    found = f"{resource.target}/{place}" if resource.target else place
    # A base's own pom must not make us write outside a folder of ours.
    return None if leaves_class_path(found) else found


def list_touched(base: Path, request: BuildRequest, result: JobResult) -> frozenset[str]:
    """Return the watched files and folders of the original tree that the run touched."""
    if result.changed is None:
        return frozenset({UNKNOWN})
    paths = (path.removeprefix(f"{JOB_TREE}/") for path in result.changed)
    return frozenset(p for p in paths if p in request.overlay.files or (base / p).exists())
