"""JaCoCo's agent on a test JVM, for every strategy: its words, its file, and what came back.

A project's own build runs `recorded_job` of its job and puts what `appended` says into
`BuildRun.recording`: the agent writes at each JVM's end. Our own launcher mounts `agent()`, gives
its JVM `launched_word` and writes `FILE` itself, test by test.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from verifier.builds.prepared import PreparedBase
from verifier.builds.strategy import Request
from verifier.domain.coverage import Recording
from verifier.domain.testrun import RunEnd
from verifier.sandbox.base import Job, JobResult, Mount, Sandbox
from verifier.tools.own_jar import JACOCO_AGENT

FOLDER = "coverage"
"""Beside the tree: tests may list the tree's files."""
FILE = f"{FOLDER}/jacoco.exec"
_PLACE = "@PLACE@"
_IN_EVERY_JVM = f'export JAVA_TOOL_OPTIONS="${{1//{_PLACE}/$PWD}}"; shift; exec "$@"'
_NAME = re.compile(r"[\w$]+(\.[\w$]+)*")


def agent() -> Mount:
    """The agent's jar, for every JVM that runs tests."""
    return Mount(name="jacoco.jar", source=JACOCO_AGENT.path())


def launched_word(jar: str, includes: str) -> str:
    """The agent for our own launcher, which asks it for its data."""
    return f"-javaagent:{jar}=output=none,includes={includes}"


def appending_word(jar: str, includes: str, place: str) -> str:
    """The agent for any other JVM; `place` is the job's work folder, absolute."""
    return f"-javaagent:{jar}=output=file,append=true,destfile={place}/{FILE},includes={includes}"


def recorded_job(job: Job, request: Request, prepared: PreparedBase, sandbox: Sandbox) -> Job:
    """The job of a project's own build with the agent in every JVM that it starts, the build's too.

    No build file can keep it away: neither an argument line of its own, nor tests in the build's
    own JVM. It looks at the project's packages alone. The same job where nothing is recorded.
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


def _classes_of(request: Request, prepared: PreparedBase) -> Iterator[str]:
    base, known = prepared.base, prepared.source_folders
    folders = (*known.main, *known.test)
    found = (p.relative_to(base).as_posix() for f in folders for p in (base / f).rglob("*.java"))
    below = (below_source_folder(path, folders) for path in (*found, *request.overlay.files))
    return (path for path in below if path is not None)


def appended(request: Request, result: JobResult) -> Recording | None:
    """What JVMs wrote at their ends; nothing says whether anybody changed it since.

    None where nothing was to be recorded, or the job did not come to its end.
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
    """The agent's filter for classes, by their paths without source folder: their packages, as few
    as can be; classes in no package by name, with what is nested in them.

    A path that names no class of Java is passed over: the words go to a command line.
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
    """A Java file's path without the longest of these folders above it; None below none."""
    above = [f for f in folders if path.startswith(f"{f}/")]
    if not above or not path.endswith(".java"):
        return None
    return path.removeprefix(max(above, key=len) + "/")


def _is_below(pattern: str, other: str) -> bool:
    return pattern != other and other.endswith(".*") and pattern.startswith(other[:-1])
