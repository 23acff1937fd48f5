"""Class data archives: a JVM of ours maps them instead of loading classes; for javac, and for our
launcher with JUnit.

A separate job makes them from our own sample source and from jars; no candidate code is involved.
Jobs get them read-only. A JVM checks whether an archive fits it (its version, the jars with their
sizes and times) and ignores one that does not: only speed depends on it. No job waits for an
archive: it is made in parallel with jobs that run without it.
"""

import logging
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import ENVIRONMENT
from verifier.builds.direct.test_jvm import MAIN_CLASS, OWN_JAVA, OWN_JDK, Mounts
from verifier.config import cache_size
from verifier.domain.instance import StableId
from verifier.domain.testrun import RunEnd
from verifier.errors import SandboxError, VerifierError
from verifier.sandbox.base import Job, JobLimits, Mount, Sandbox
from verifier.tools.jdk import Jdk
from verifier.tools.storage.cache_room import fits
from verifier.tools.storage.cache_seal import cache_errors, damage, seal, set_aside
from verifier.tools.storage.cache_usage import hold
from verifier.tools.storage.files import create_whole, make_readable
from verifier.tools.storage.locking import exclusive, try_to_hold

logger = logging.getLogger(__name__)

USES_BEFORE = 7
"""How many jobs run without an archive before it is made in parallel with the next one.

Making it costs as much as four to eight jobs save by it, and the first verdicts on a project should
not compete with other work.
"""
_ARCHIVE = "classes.jsa"
_JDK_WITH_ARCHIVES = 13
_LIMITS = JobLimits(wall_seconds=60)
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
    """The archive for a job, as mounts and JVM options; both are empty if there is none."""

    mounts: tuple[Mount, ...] = ()
    words: tuple[str, ...] = ()


def javac_archive(
    prepared: PreparedBase, sandbox: Sandbox, mounts: Sequence[Mount], command: Sequence[str]
) -> Archived:
    """Return the archive for the compiler's driver: `command` is its JVM with all arguments,
    `mounts` what it reads.
    """
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
    return _find_or_create("javac.jsa", made, prepared, sandbox)


def launcher_archive(
    prepared: PreparedBase, sandbox: Sandbox, mounts: Mounts, plan: bytes
) -> Archived:
    """Return the archive for the JVM of the tests: our launcher, JUnit, and the jars before the project's classes."""
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
    return _find_or_create("launcher.jsa", made, prepared, sandbox)


def _making(words: Sequence[str]) -> tuple[str, ...]:
    return (words[0], f"-XX:ArchiveClassesAtExit={_ARCHIVE}", *_QUIET, *words[1:])


def _find_or_create(name: str, making: Job, prepared: PreparedBase, sandbox: Sandbox) -> Archived:
    place, jdk = prepared.archives, prepared.jdk
    if place is None or jdk.feature < _JDK_WITH_ARCHIVES:
        return Archived()
    folder = place / str(_key(making, jdk, sandbox))
    locks = place.parent / "locks"
    with cache_errors(), exclusive(locks / f"archive-{folder.name}.lock"):
        hold(folder, place.parent, prepared.commit)
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
    """Return a key of everything that it is made from, and of its owner.

    A JVM only compares the size and time of a jar. An archive made from one project's store of
    dependencies must not be used for the tests of another project.
    """
    facts = sandbox.facts
    sources = (m.source for m in making.mounts)
    # A jar that was fetched again has another time, so the archive would not fit.
    whose = (f"{s}@{s.stat().st_mtime_ns if s.is_file() else ''}" for s in sources)
    words = (*making.command, making.stdin.decode("latin-1"), *whose)
    where = (facts.name, facts.image or "", facts.runtime or "")
    return StableId.of(jdk.version, str(jdk.home), *where, *words)


def _uses(folder: Path) -> int:
    """Count this use; return how many jobs came before it."""
    counted = folder.with_suffix(".uses")
    counted.parent.mkdir(parents=True, exist_ok=True)
    before = counted.stat().st_size if counted.is_file() else 0
    with counted.open("ab") as stream:
        stream.write(b".")
    return before


def _is_due(before: int) -> bool:
    """Whether the job after this many others is one that starts making an archive.

    Later attempts double the distance each time: an archive whose making was interrupted by the end
    of a call would otherwise be interrupted again and again.
    """
    number = before + 1
    return before >= USES_BEFORE and number & (number - 1) == 0


def _make_alone(lock: Path, folder: Path, making: Job, sandbox: Sandbox) -> None:
    """Make the archive, unless another process is making it or has made it; on an error jobs run without it."""
    handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        if try_to_hold(handle) and not folder.is_dir():
            _make(folder, making, sandbox)
    except VerifierError as error:
        logger.debug("%s was not kept: %s", making.label, error.message)
    finally:
        os.close(handle)


def _make(folder: Path, making: Job, sandbox: Sandbox) -> None:
    """Make the archive; on failure leave an empty folder as a marker not to retry.

    If the making was interrupted, for example by the end of the call, keep nothing: a later job
    tries again.
    """
    try:
        result = sandbox.run(making)
    except SandboxError as error:
        # Only speed depends on it; usually the call has ended.
        logger.debug("%s was not made: %s", making.label, error.message)
        return
    if result.end is not RunEnd.EXITED:
        logger.info("%s was not made: it was ended by %s", making.label, result.end)
        return
    content = result.artefacts.get(_ARCHIVE)
    if content is not None and not fits(folder.parent.parent, cache_size(), len(content)):
        logger.info("%s is not kept: there is no room in the cache", making.label)
        return
    with create_whole(folder) as scratch:
        if content is None:
            logger.info("%s came to nothing", making.label)
        else:
            (scratch / _ARCHIVE).write_bytes(content)
            make_readable(scratch)
        seal(scratch)
