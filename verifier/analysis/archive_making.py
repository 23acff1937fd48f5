"""The process that makes a class archive: a worker's JVM that answers one question of each kind."""

import os
import signal
import sys
import threading
from pathlib import Path

import jpype

from verifier.analysis import jvm
from verifier.analysis.archive import attempts_of, seal_of
from verifier.analysis.messages import DetectCommit, FindLibraries, Parse, Request, WorkerAnswer
from verifier.analysis.worker import AnalysisEngine
from verifier.domain.libraries import LibraryPlaces, LibraryRequest
from verifier.domain.refactoring_traits import DEFAULT_TYPES
from verifier.tools.git.history import CommitFacts, HistoryWriter
from verifier.tools.storage.files import sha256_of
from verifier.tools.storage.locking import try_to_hold

_HEAP = "1g"
_BEFORE = """package p;

import java.util.*;

public class A {
  private final Map<String, List<Integer>> known = new HashMap<>();

  /** The sum of what is known. */
  public int sum(String name) {
    int sum = 0;
    for (int each : known.getOrDefault(name, List.of())) {
      if (each > 0) {
        sum += each;
      }
    }
    return sum * 2;
  }
}
"""
_LOOP = _BEFORE[_BEFORE.index("    int sum") : _BEFORE.index("    return")]
_AFTER = _BEFORE.replace(_LOOP, "    int sum = positive(name);\n").rstrip("}\n") + (
    "\n  }\n\n  private int positive(String name) {\n" + _LOOP + "    return sum;\n  }\n}\n"
)
_PATH = "src/p/A.java"
_LIST = b"""<project><modelVersion>4.0.0</modelVersion><groupId>p</groupId>
<artifactId>parent</artifactId><version>1</version><packaging>pom</packaging><dependencyManagement>
<dependencies><dependency><groupId>q</groupId><artifactId>q</artifactId><version>1</version>
</dependency></dependencies></dependencyManagement></project>"""
_POM = b"""<project><modelVersion>4.0.0</modelVersion><parent><groupId>p</groupId>
<artifactId>parent</artifactId><version>1</version></parent><artifactId>a</artifactId><dependencies>
<dependency><groupId>q</groupId><artifactId>q</artifactId></dependency></dependencies></project>"""


def main() -> None:
    """Make an archive, unless another process is making it.

    The arguments are the nice value, the archive, the Java home and the jars. The current folder
    belongs to this process.
    """
    archive, home, *jars = (Path(word) for word in sys.argv[2:])
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.nice(int(sys.argv[1]))
    with attempts_of(archive).open("ab", buffering=0) as attempts:
        if not try_to_hold(attempts.fileno()):
            return
        attempts.write(b".")
        part = archive.with_suffix(".part")
        jvm.start(home, jars, _HEAP, f"-XX:AOTCacheOutput={part}")
        _ask_a_little_of_everything()
        jpype.shutdownJVM()
        seal_of(archive).write_text(sha256_of(part), "ascii")
        part.replace(archive)
        # Archives of earlier jars; other runtimes may have their own.
        since = max(jar.stat().st_ctime for jar in jars)
        for old in archive.parent.glob("analysis-*"):
            if old.stat().st_mtime < since:
                old.unlink(missing_ok=True)


def _ask_a_little_of_everything() -> None:
    engine = AnalysisEngine()
    writer = HistoryWriter(folder=Path("history").absolute())
    writer.start()
    commits = [
        writer.commit_files(
            {_PATH: text.encode()}, CommitFacts(message="", author="a <a>", seconds=1)
        )
        for text in (_BEFORE, _AFTER)
    ]
    requests: tuple[Request, ...] = (
        Parse(source=_BEFORE),
        DetectCommit(
            repository=writer.folder,
            commit=commits[1],
            parent=commits[0],
            types=frozenset(DEFAULT_TYPES),
            prove_against=(),
        ),
        FindLibraries(
            request=LibraryRequest(
                poms={"pom.xml": _LIST, "a/pom.xml": _POM},
                modules=("a/pom.xml",),
                places=LibraryPlaces(repository=writer.folder, gradle=writer.folder),
            )
        ),
    )
    for request in requests:
        reply = engine.reply(request)
        if not isinstance(reply, WorkerAnswer):
            raise SystemExit(f"no archive is made: {reply.message}")


def _end_with_parent() -> None:
    """End this process and its JVM when the parent closes our input or dies."""
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGKILL)
