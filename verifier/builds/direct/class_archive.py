"""Archives of classes that a JVM of ours maps instead of reading them: javac's, and JUnit's with our launcher.

They are made by a job of our own, from a source of our own and from jars alone, in which no candidate's
code is; jobs get them read-only. A JVM checks itself whether an archive fits it (its version, the
jars with their sizes and times) and passes over one that does not: nothing depends on it but time. No job waits
for one: it is made beside those that go without.
"""

import logging
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.builds.direct.test_jvm import MAIN_CLASS, OWN_JAVA, OWN_JDK, Mounts
from verifier.builds.prepared import PreparedBase
from verifier.builds.strategy import ENVIRONMENT
from verifier.domain.instance import StableId
from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError, VerifierError
from verifier.sandbox.base import Job, Limits, Mount, Sandbox
from verifier.tools.files import made_whole, make_readable
from verifier.tools.in_use import hold
from verifier.tools.jdk import Jdk
from verifier.tools.kept import cache_errors, damage, seal, set_aside
from verifier.tools.locking import exclusive, try_to_hold

logger = logging.getLogger(__name__)

USES_BEFORE = 7
"""So many jobs go without one before it is made beside the next: making it costs as much as four to eight of them save, and
in the first verdicts on a project nothing is to stand beside what somebody waits for."""
_ARCHIVE = "classes.jsa"
_JDK_WITH_ARCHIVES = 13
_LIMITS = Limits(wall_seconds=60)
_QUIET = ("-Xlog:cds=off", "-Xlog:cds+dynamic=off")
_SAMPLE = b"""package p;
import java.util.*;
import java.util.function.*;
public class Sample<T extends Comparable<T>> implements Iterable<T> {
  private final List<T> all = new ArrayList<>();
  enum Kind { ONE, TWO }
  public Iterator<T> iterator() { return all.iterator(); }
  String name(Kind kind, Object o) {
    switch (kind) {
      case ONE: return "1" + o;
      default: try { return String.valueOf(o); } catch (RuntimeException e) { return null; }
    }
  }
  Function<T, String> text() { return t -> t.toString(); }
  Supplier<Sample<T>> made() { return Sample::new; }
  class Inner { int size = all.size(); }
  Runnable shown() {
    return new Runnable() { public void run() { for (T t : Sample.this) System.out.println(t); } };
  }
}
"""
_PLAN = b"""set main
encoding UTF-8
output main
option -g
option -proc:none
source Sample.java
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Archived:
    """The archive for a job, as mounts and words of its JVM; neither where there is none."""

    mounts: tuple[Mount, ...] = ()
    words: tuple[str, ...] = ()


def javac_archive(
    prepared: PreparedBase, sandbox: Sandbox, mounts: Sequence[Mount], command: Sequence[str]
) -> Archived:
    """For the compiler's driver: `command` is its JVM with all words, `mounts` what it reads."""
    made = Job(
        command=("bash", "-c", 'mkdir main && exec "$@"', "archive", *_making(command)),
        mounts=tuple(mounts),
        files={"Sample.java": _SAMPLE},
        env=ENVIRONMENT,
        stdin=_PLAN,
        results=(_ARCHIVE,),
        limits=_LIMITS,
        label="archive of javac",
    )
    return _archived("javac.jsa", made, prepared, sandbox)


def launcher_archive(
    prepared: PreparedBase, sandbox: Sandbox, mounts: Mounts, plan: bytes
) -> Archived:
    """For the JVM of the tests: our launcher, JUnit, and what stands before the project's own classes."""
    path = ":".join(mounts.before_the_project(prepared, sandbox))
    words = (OWN_JAVA, "-XX:-UsePerfData", "-cp", path, MAIN_CLASS)
    made = Job(
        command=(
            *("bash", "-c", f'{OWN_JDK}exec "$@"', "archive", sandbox.path_of(mounts.jdk)),
            *_making(words),
        ),
        mounts=(mounts.jdk, mounts.runner, mounts.repository),
        env=ENVIRONMENT,
        stdin=plan,
        results=(_ARCHIVE,),
        limits=_LIMITS,
        label="archive of the launcher",
    )
    return _archived("launcher.jsa", made, prepared, sandbox)


def _making(words: Sequence[str]) -> tuple[str, ...]:
    return (words[0], f"-XX:ArchiveClassesAtExit={_ARCHIVE}", *_QUIET, *words[1:])


def _archived(name: str, making: Job, prepared: PreparedBase, sandbox: Sandbox) -> Archived:
    place, jdk = prepared.archives, prepared.jdk
    if place is None or jdk.feature < _JDK_WITH_ARCHIVES:
        return Archived()
    folder = place / str(_key(making, jdk, sandbox))
    locks = place.parent / "locks"
    with cache_errors(), exclusive(locks / f"archive-{folder.name}.lock"):
        hold(folder, place.parent)
        damaged = damage(folder) if folder.is_dir() else ""
        if damaged:
            set_aside(folder, f" ({damaged})")
        if not folder.is_dir():
            if damaged or _is_due(_uses(folder)):
                begin = threading.Thread(
                    target=_make_alone,
                    args=(locks / f"making-{folder.name}.lock", folder, making, sandbox),
                    name=making.label,
                )
                begin.start()
            return Archived()
    archive = folder / _ARCHIVE
    if not archive.is_file():
        return Archived()
    mount = Mount(name=name, source=archive)
    return Archived(
        mounts=(mount,), words=(f"-XX:SharedArchiveFile={sandbox.path_of(mount)}", *_QUIET)
    )


def _key(making: Job, jdk: Jdk, sandbox: Sandbox) -> StableId:
    """Of all that it is made from, and of whose: a JVM compares no more of a jar than size and time, so
    what one project has in its store of dependencies must not start another one's tests.
    """
    facts = sandbox.facts
    sources = (m.source for m in making.mounts)
    # A jar that is there anew has another time, and would not fit.
    whose = (f"{s}@{s.stat().st_mtime_ns if s.is_file() else ''}" for s in sources)
    words = (*making.command, making.stdin.decode("latin-1"), *whose)
    return StableId.of(jdk.version, str(jdk.home), facts.name, facts.image or "", *words)


def _uses(folder: Path) -> int:
    """How many jobs could have had it so far; this one is counted."""
    counted = folder.with_suffix(".uses")
    counted.parent.mkdir(parents=True, exist_ok=True)
    before = counted.stat().st_size if counted.is_file() else 0
    with counted.open("ab") as stream:
        stream.write(b".")
    return before


def _is_due(before: int) -> bool:
    """Whether a job, after so many others, is one beside which an archive is made.

    The next after that come at twice the distance each: what was cut short by the end of a call would be again.
    """
    number = before + 1
    return before >= USES_BEFORE and number & (number - 1) == 0


def _make_alone(lock: Path, folder: Path, making: Job, sandbox: Sandbox) -> None:
    """Make it, unless somebody else is making it or has; whatever goes wrong, jobs go without."""
    handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        if try_to_hold(handle) and not folder.is_dir():
            _make(folder, making, sandbox)
    except VerifierError as error:
        logger.debug("%s was not kept: %s", making.label, error.message)
    finally:
        os.close(handle)


def _make(folder: Path, making: Job, sandbox: Sandbox) -> None:
    """Make it and keep it; an empty folder is kept where none comes of it, so that nobody tries again.

    Where the making was cut short, by the end of the call say, nothing is kept: a later job tries again.
    """
    try:
        result = sandbox.run(making)
    except SandboxError as error:
        # Nothing depends on it but time; mostly the call has ended.
        logger.debug("%s was not made: %s", making.label, error.message)
        return
    if result.end is not RunEnd.EXITED:
        logger.info("%s was not made: it was ended by %s", making.label, result.end)
        return
    content = result.artefacts.get(_ARCHIVE)
    with made_whole(folder) as scratch:
        if content is None:
            logger.info("%s came to nothing", making.label)
        else:
            (scratch / _ARCHIVE).write_bytes(content)
            make_readable(scratch)
        seal(scratch)
