"""Load JaCoCo's agent into test JVMs, for every strategy: its options, its file, and its result.

A project's own build runs `record_job` of its job and stores the result of `read_appended` in
`BuildRun.recording`: the agent writes when each JVM ends. Our own launcher mounts `agent()`, passes
`launcher_option` to its JVM and writes `FILE` itself, test by test.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest
from verifier.domain.coverage import Recording
from verifier.domain.testrun import RunEnd
from verifier.sandbox.base import Job, JobResult, Mount, Sandbox
from verifier.tools.own_jar import JACOCO_AGENT

FOLDER = "coverage"
"""Outside the tree, because tests may list the tree's files."""
FILE = f"{FOLDER}/jacoco.exec"
_PLACE = "@PLACE@"
_IN_EVERY_JVM = f'export JAVA_TOOL_OPTIONS="${{1//{_PLACE}/$PWD}}"; shift; exec "$@"'
_NAME = re.compile(r"[\w$]+(\.[\w$]+)*")


def agent() -> Mount:
    """Return a mount of the agent's jar, for every JVM that runs tests."""
    return Mount(name="jacoco.jar", source=JACOCO_AGENT.path())


def launcher_option(jar: str, includes: str) -> str:
    """Return the agent's option for our own launcher, which asks the agent for its data."""
    return f"-javaagent:{jar}=output=none,includes={includes}"


def appending_word(jar: str, includes: str, place: str) -> str:
    """Return the agent's option for any other JVM; `place` is the absolute work folder of the job."""
    return f"-javaagent:{jar}=output=file,append=true,destfile={place}/{FILE},includes={includes}"


def record_job(job: Job, request: BuildRequest, prepared: PreparedBase, sandbox: Sandbox) -> Job:
    """Return the job of a project's own build with the agent in every JVM that it starts, including
    the build's.

    No build file can prevent this: neither with its own argument line, nor by running tests in the
    build's JVM. The agent only records the project's packages. Returns the job unchanged if nothing
    is recorded.
    """
    if not request.recorded:
        return job
    jar = agent()
    watched = includes_of(_classes_of(request, prepared))
    word = appending_word(sandbox.path_of(jar), watched, _PLACE)
    return replace(
        job,
        command=("bash", "-c", _IN_EVERY_JVM, "recorded", word, *job.command),
        mounts=(*job.mounts, jar),
        results=(*job.results, FILE),
    )


def _classes_of(request: BuildRequest, prepared: PreparedBase) -> Iterator[str]:
    base, known = prepared.base, prepared.source_folders
    folders = (*known.main, *known.test)
    found = (p.relative_to(base).as_posix() for f in folders for p in (base / f).rglob("*.java"))
    below = (below_source_folder(path, folders) for path in (*found, *request.overlay.files))
    return (path for path in below if path is not None)


def read_appended(request: BuildRequest, result: JobResult) -> Recording | None:
    """Return what the JVMs wrote at their end; it may have been changed since.

    Returns None if nothing was to be recorded, or the job did not finish.
    """
    if not request.recorded or result.end is not RunEnd.EXITED:
        return None
    data = result.artefacts.get(FILE)
    if data:
        return Recording(data=data)
    if any(FILE in name for name in result.rejected):
        return Recording(trouble="the agent's file is larger than what is brought back")
    return Recording(trouble="the agent's file was not written", forged=True)


def includes_of(classes: Iterable[str]) -> str:
    """Return the agent's filter for classes, given by paths below their source folder.

    It names as few packages as possible; classes in the default package by name, with their nested
    classes. A path that is no Java class name is skipped, because the filter goes into a command
    line.
    """
    found: set[str] = set()
    for path in classes:
        folder, _, file = path.rpartition("/")
        package, name = folder.replace("/", "."), file.partition(".")[0].partition("$")[0]
        if _NAME.fullmatch(f"{package}.{name}" if package else name):
            found.add(f"{package}.*" if package else name)
    kept = sorted(p for p in found if not any(_is_below(p, other) for other in found))
    return ":".join(n if n.endswith(".*") else f"{n}:{n}$*" for n in kept)


def below_source_folder(path: str, folders: Iterable[str]) -> str | None:
    """Return a Java file's path relative to the longest of these folders above it; None if none is above it."""
    above = [f for f in folders if path.startswith(f"{f}/")]
    if not above or not path.endswith(".java"):
        return None
    return path.removeprefix(max(above, key=len) + "/")


def _is_below(pattern: str, other: str) -> bool:
    return pattern != other and other.endswith(".*") and pattern.startswith(other[:-1])
