"""Give broken class files to the Java readers in one process with a JVM until its seconds are spent.

    python -m tests.fuzz.jvm_worker WORK_FOLDER SECONDS

The worker uses the comparison of references, the reader of recorded coverage and the prover as the
analysis worker does. A refusal with a Java exception is a declared error, recorded by its place in
`refusals.json`. A hang, a stack overflow, a lack of memory or the death of the process is a
finding. The search is random and unguided.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import jpype

from tests.fuzz.class_mutation import mutate
from verifier.analysis import classpath, jvm
from verifier.analysis.messages import (
    CompareMethods,
    CompareReferences,
    Cover,
    Prove,
    Request,
    WorkerRefusal,
)
from verifier.analysis.worker import AnalysisEngine
from verifier.domain.coverage import CoverageRequest
from verifier.domain.proof_request import ClassVersion, ProofRequest
from verifier.domain.references import ReferenceRequest

AGAIN = 3
"""The exit status of a worker that must be restarted, because a call would never end."""
MOST_HEAP = "256m"
HANG = 10.0
"""Seconds after which a call counts as a hang."""
_WORSE = ("StackOverflowError", "OutOfMemoryError")
SOURCES = {
    "A.java": """package p;
public class A extends B implements I<String> {
  @Deprecated private int count = 3;
  public int f(int a) {
    int sum = 0;
    for (int i = 0; i < a; i++) { sum += new B().g(i) + count; }
    Runnable r = () -> System.out.println("x" + a);
    r.run();
    return sum;
  }
  public String get() { switch (count) { case 1: return "a"; case 900: return "b"; default: return I.super.get(); } }
  record Point(int x, long y) {}
  enum Kind { ONE { int h() { return 1; } }, TWO; int h() { return 2; } }
}
""",
    "B.java": """package p;
public class B {
  protected static long total = 7L;
  int g(int a) { try { return (int) total / a; } catch (ArithmeticException e) { return -1; } finally { total++; } }
  Object o(Object x) { return x instanceof String s ? s.length() : new int[][] {{1}}; }
}
""",
    "I.java": "package p;\npublic interface I<T> { default T get() { return null; } }\n",
}


class Readers:
    """The Java readers on folders in memory that contain the mutated files."""

    def __init__(self, folder: Path, classes: dict[str, bytes]) -> None:
        jvm.start(None, classpath.jars(), MOST_HEAP)
        self._engine = AnalysisEngine()
        self._folder, self._classes = folder, classes
        for side in ("before/main", "before/test", "changed/main", "changed/test"):
            (folder / side / "p").mkdir(parents=True)
        for name, content in classes.items():
            (folder / "before/main/p" / name).write_bytes(content)
        (folder / "jacoco.exec").write_bytes(bytes.fromhex("01c0c01007"))

    def requests(self, files: dict[str, bytes]) -> list[Request]:
        """The requests on the project with these class files in place of its own."""
        main = self._folder / "changed/main"
        for file in (main / "p").iterdir():
            file.unlink()
        now = {**self._classes, **files}
        for name, content in now.items():
            (main / "p" / name).write_bytes(content)
        before, changed = self._folder / "before", self._folder / "changed"
        old, new = (ClassVersion(folders=(each / "main",)) for each in (before, changed))
        recording = CoverageRequest(recording=self._folder / "jacoco.exec", folders=(main,))
        return [
            CompareReferences(request=ReferenceRequest(before=before, changed=changed)),
            CompareMethods(files={f"p/{n}": (old, now[n]) for n, old in self._classes.items()}),
            Cover(request=recording),
            Prove(request=ProofRequest(before=old, after=new)),
        ]

    def answer(self, request: Request) -> str:
        """The first line of the refusal. Empty for an answer."""
        said = self._engine.reply(request)
        return said.message.partition("\n")[0] if isinstance(said, WorkerRefusal) else ""


class Watch:
    """Ends the process if a call takes too long, and reports Java's position."""

    def __init__(self, worker: "Worker") -> None:
        self._worker, self.since = worker, time.monotonic()
        self._java_thread = jvm.java("java.lang.Thread").currentThread()
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while time.monotonic() - self.since < HANG:
            time.sleep(0.5)
        frames = [str(frame) for frame in self._java_thread.getStackTrace()]
        own = next((f for f in frames if f.startswith("org.refverify")), "unknown")
        self._worker.found(f"hang-{own.partition('(')[0]}", "\n".join(frames[:30]))
        self._worker.write()
        shutil.rmtree(self._worker.scratch, ignore_errors=True)
        os._exit(AGAIN)


class Worker:
    """Counts the executions and keeps the findings."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self._folder, self.scratch = folder, scratch
        seeds = _compile(scratch / "classes")
        self._readers = Readers(scratch / "project", seeds)
        self._seeds = seeds
        self.executions = 0
        self._refusals: Counter[str] = Counter()
        self._file = folder / "refusals.json"
        if self._file.is_file():
            self._refusals.update(json.loads(self._file.read_text("utf-8")))
        self._files: dict[str, bytes] = {}

    def run(self, seconds: float) -> None:
        """Search until the CPU seconds are spent."""
        chance, watch, told = random.Random(), Watch(self), 0.0
        while (spent := time.process_time()) < seconds:
            names = chance.sample(sorted(self._seeds), chance.choice((1, 1, 2)))
            others = list(self._seeds.values())
            self._files = {n: mutate(self._seeds[n], others, chance) for n in names}
            for request in self._readers.requests(self._files):
                watch.since = time.monotonic()
                self._take(self._readers.answer(request))
            self.executions += 1
            if spent - told > 1:
                told = spent
                self.write()
        self.write()

    def _take(self, refusal: str) -> None:
        if not refusal:
            return
        tool, _, rest = refusal.partition(" failed: ")
        kind = rest.partition(":")[0].partition(" <")[0]
        frames = rest.split(" < ")[1:]
        place = next((f for f in frames if f.startswith("org.refverify")), "elsewhere")
        key = f"{tool}: {kind} at {place.partition('(')[0]}"
        self._refusals[key] += 1
        if kind.endswith(_WORSE):
            self.found(f"{kind}-{place.partition('(')[0]}", refusal)

    def found(self, key: str, text: str) -> None:
        """Save the class files of the current attempt."""
        place = self._folder / "found" / key.replace("/", ".")
        place.mkdir(parents=True, exist_ok=True)
        if len(list(place.iterdir())) >= 3:
            return
        case = Path(tempfile.mkdtemp(dir=place))
        for name, content in self._files.items():
            (case / name).write_bytes(content)
        (case / "trace.txt").write_text(text, "utf-8")

    def write(self) -> None:
        """Write the statistics and refusals."""
        facts = {"seconds": round(time.process_time(), 1), "executions": self.executions}
        (self._folder / "stats.json").write_text(json.dumps(facts), "utf-8")
        self._file.write_text(json.dumps(dict(self._refusals), indent=1, sort_keys=True), "utf-8")


def _compile(folder: Path) -> dict[str, bytes]:
    folder.mkdir(parents=True)
    for name, text in SOURCES.items():
        (folder / name).write_text(text, "utf-8")
    words: list[Any] = ["javac", "-g", "--release", "17", "-d", folder]
    subprocess.run([*words, *(folder / name for name in SOURCES)], check=True)
    return {path.name: path.read_bytes() for path in (folder / "p").iterdir()}


def main() -> None:
    """Search, then end without waiting for the JVM."""
    folder, seconds = Path(sys.argv[1]), float(sys.argv[2])
    shared = Path("/dev/shm")
    scratch = Path(
        tempfile.mkdtemp(prefix="refverify-fuzz-", dir=shared if shared.is_dir() else None)
    )
    try:
        Worker(folder, scratch).run(seconds)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    assert jpype.isJVMStarted()
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
