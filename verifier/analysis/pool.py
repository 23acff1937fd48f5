"""A pool of analysis workers. Every call has a deadline, and a failure is never an empty answer."""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from verifier.analysis import archive, classpath, warm
from verifier.analysis.commit_detection import CommitDetection, CommitQuestion
from verifier.analysis.messages import (
    AskVersions,
    Close,
    CompareMethods,
    CompareReferences,
    Configure,
    Cover,
    Detect,
    DetectCommit,
    FindLibraries,
    Parse,
    Prove,
    Request,
    Surround,
)
from verifier.analysis.worker_process import START_SECONDS, WorkerDied, WorkerProcess
from verifier.domain.closure_request import ClosureAnswer, ClosureRequest
from verifier.domain.context import InstanceContext, SurroundingsRequest
from verifier.domain.coverage import Coverage, CoverageRequest
from verifier.domain.libraries import LibraryAnswer, LibraryRequest
from verifier.domain.proof import Proof
from verifier.domain.proof_request import ProofRequest
from verifier.domain.reach import ChangedFiles
from verifier.domain.references import ReferenceFinding, ReferenceRequest
from verifier.domain.source import CompilationUnit, Detection, EncodingOf, SourceTrees, no_encoding
from verifier.errors import AnalysisError, AnalysisOutOfMemory, InputError, RepositoryError
from verifier.tools.storage.scratch import reap_folders

_USUAL = CommitQuestion()
_PARSED = 32
"""Number of recently parsed sources to keep. Several checks parse both sides of a change, and
predictions share a base.
"""
_SLOWER = 10
"""Factor by which a network may be slower than a disk."""
_REFUSED = frozenset({AnalysisError, RepositoryError, InputError})
"""Errors after which the worker still works. Their subclasses mean that the worker is gone."""


class AnalysisPool:
    """RefactoringMiner, PurityChecker and Eclipse JDT in at most `jobs` worker processes.

    Several threads may use a pool. `timeout` is in seconds per call, from the moment when a worker
    has read the request. `java_home` is a Java runtime (23 or newer) that replaces the one of the
    package. The first call of `versions` has the time limit of a start, so that a short timeout
    fails a commit and not the run. `encoding_of`, a function of a module, gives the encoding of a
    commit's sources. Leaving the context kills running calls; idle workers may serve the next pool
    (`verifier.analysis.warm`).
    """

    def __init__(
        self,
        jobs: int = 1,
        timeout: float = 60.0,
        java_home: Path | None = None,
        max_heap: str = "2g",
        encoding_of: EncodingOf = no_encoding,
    ) -> None:
        self._jobs = jobs
        self._timeout = timeout
        self._java_home = java_home
        self._max_heap = max_heap
        self._encoding_of = encoding_of
        self._lock = threading.Lock()
        self._idle: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._turns = _Turns()
        self._closed = False
        self._versions: Mapping[str, str] | None = None
        self._parsed: OrderedDict[str, CompilationUnit] = OrderedDict()

    def __enter__(self) -> Self:
        reap_folders()
        jars = classpath.jars()
        kept = archive.find_archive(self._java_home, jars)
        self._archiving = archive.begin(self._java_home, jars) if kept is None else None
        self._configure = Configure(
            jars=jars,
            java_home=self._java_home,
            max_heap=self._max_heap,
            archive=kept,
        )
        self._threads = ThreadPoolExecutor(self._jobs, thread_name_prefix="analysis")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._hand_on()
        for worker in self._alive():
            worker.kill()
        self._threads.shutdown(wait=True)
        for worker in self._alive():
            worker.close()
        if self._archiving is not None:
            self._archiving.end(0 if isinstance(error, KeyboardInterrupt) else archive.PATIENCE)

    def _hand_on(self) -> None:
        with self._lock:
            for worker in self._idle:
                if warm.keep(self._configure, worker):
                    self._all.discard(worker)
            self._idle.clear()

    def _alive(self) -> list[WorkerProcess]:
        with self._lock:
            return list(self._all)

    @property
    def pids(self) -> frozenset[int]:
        """Process ids of the workers that are alive."""
        return frozenset(worker.pid for worker in self._alive())

    def begin(self) -> Self:
        """Start a worker before the first question, without waiting for it."""
        worker = self._take()
        with self._lock:
            self._idle.append(worker)
        return self

    def detect(self, trees: SourceTrees) -> Detection:
        """Find all refactorings between two trees, with purity.

        Raises:
            AnalysisError, AnalysisTimeout, AnalysisOutOfMemory: there is no answer.
        """
        detection: Detection = self._call(Detect(trees=trees))
        return detection

    def parse(self, source: str) -> CompilationUnit:
        """Parse the declarations of one Java source text (Eclipse JDT). Spans are Python offsets.

        Raises:
            AnalysisError, AnalysisTimeout, AnalysisOutOfMemory: there is no answer.
        """
        with self._lock:
            known = self._parsed.pop(source, None)
        unit: CompilationUnit = known or self._call(Parse(source=source))
        with self._lock:
            self._parsed[source] = unit
            while len(self._parsed) > _PARSED:
                self._parsed.popitem(last=False)
        return unit

    def prove(self, request: ProofRequest) -> Proof:
        """Prove that two versions of a program behave the same. Their code is not executed.

        Raises:
            AnalysisError, AnalysisTimeout, AnalysisOutOfMemory: there is no answer.
            RepositoryError: the objects of a commit cannot be read.
            InputError: a class file cannot be read.
        """
        proof: Proof = self._call(Prove(request=request))
        return proof

    def closure(self, request: ClosureRequest) -> ClosureAnswer:
        """Find what members of a commit lack on its base, and what they break there.

        Raises:
            AnalysisError, AnalysisTimeout, AnalysisOutOfMemory: there is no answer.
            RepositoryError: the objects of a commit cannot be read.
        """
        answer: ClosureAnswer = self._call(Close(request=request))
        return answer

    def compare_references(self, request: ReferenceRequest) -> tuple[ReferenceFinding, ...]:
        """Find the names that class files of two versions refer to differently. Nothing is
        executed.

        Raises:
            AnalysisError, AnalysisTimeout, AnalysisOutOfMemory: there is no answer.
        """
        found: tuple[ReferenceFinding, ...] = self._call(CompareReferences(request=request))
        return found

    def changed_methods(self, files: ChangedFiles) -> frozenset[str]:
        """Find the methods that differ between two versions of class files; see `Analysis`.

        Raises:
            AnalysisError, AnalysisTimeout, AnalysisOutOfMemory: there is no answer.
        """
        found: frozenset[str] = self._call(CompareMethods(files=files))
        return found

    def coverage(self, request: CoverageRequest) -> Coverage:
        """Compute coverage from a recording of tests and the class files. Nothing is executed.

        Raises:
            AnalysisError, AnalysisTimeout, AnalysisOutOfMemory: there is no answer.
        """
        found: Coverage = self._call(Cover(request=request))
        return found

    def surroundings(self, request: SurroundingsRequest) -> InstanceContext:
        """Describe the context of methods in a tree (Eclipse JDT with bindings). Nothing is
        executed.

        Raises:
            AnalysisError, AnalysisTimeout, AnalysisOutOfMemory: there is no answer.
            RepositoryError: the objects of a commit cannot be read.
        """
        found: InstanceContext = self._call(Surround(request=request))
        return found

    def libraries(self, request: LibraryRequest) -> LibraryAnswer:
        """Find the jars that the build files of a tree ask for. No code that they name is run.

        With downloads, the time limit is ten times that of other calls.

        Raises:
            AnalysisError, AnalysisTimeout, AnalysisOutOfMemory: there is no answer.
        """
        found: LibraryAnswer = self._call(FindLibraries(request=request))
        return found

    def versions(self) -> Mapping[str, str]:
        """Versions of RefactoringMiner, JDT and the JVM, for provenance."""
        if self._versions is None:
            self._versions = self._call(AskVersions())
        return self._versions

    def submit_commit(
        self,
        repository: Path,
        commit: str,
        parent: str,
        question: CommitQuestion = _USUAL,
    ) -> Future[CommitDetection]:
        """Start the analysis of a commit against one parent. Contents come from the object
        database.

        `repository` is a work tree, a linked worktree or a git directory. The future raises
        RepositoryError if an object is missing, and the errors of `detect`.
        """
        request = DetectCommit(
            repository=repository.absolute(),
            commit=commit,
            parent=parent,
            types=frozenset(question.types),
            prove_against=question.prove_against,
            pass_same_methods=question.pass_same_methods,
            encoding_of=self._encoding_of,
        )
        return self._threads.submit(self._run, request)

    def _call(self, request: Request) -> Any:
        return self._threads.submit(self._run, request).result()

    def _run(self, request: Request) -> Any:
        """Run a request. If its worker dies, try once more while nothing else runs."""
        try:
            with self._turns.share():
                return self._once(request)
        except (WorkerDied, AnalysisOutOfMemory):
            if self._closed:
                raise
        with self._turns.alone():
            return self._once(request)

    def _once(self, request: Request) -> Any:
        worker = self._take()
        try:
            value = worker.ask(request, self._seconds(request))
        except (AnalysisError, RepositoryError, InputError) as error:
            self._give_back(worker, usable=type(error) in _REFUSED)
            raise
        except BaseException:
            self._give_back(worker, usable=False)
            raise
        self._give_back(worker, usable=True)
        return value

    def _seconds(self, request: Request) -> float:
        """Time limit of a request."""
        match request:
            case AskVersions():
                return START_SECONDS
            case FindLibraries(request=libraries) if libraries.places.fetch:
                return self._timeout * _SLOWER
            case _:
                return self._timeout

    def _take(self) -> WorkerProcess:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        worker = warm.take(self._configure) or WorkerProcess(self._configure)
        with self._lock:
            self._all.add(worker)
        if self._closed:
            worker.kill()
        return worker

    def _give_back(self, worker: WorkerProcess, *, usable: bool) -> None:
        with self._lock:
            if usable and not self._closed:
                self._idle.append(worker)
                return
            self._all.discard(worker)
        worker.close()


class _Turns:
    """A lock for many shared turns at a time or a single exclusive one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._running = 0
        self._waiting_alone = 0

    @contextmanager
    def share(self) -> Iterator[None]:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting_alone == 0)
            self._running += 1
        try:
            yield
        finally:
            self._end()

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._changed:
            self._waiting_alone += 1
            self._changed.wait_for(lambda: self._running == 0)
            self._running += 1
        try:
            yield
        finally:
            with self._changed:
                self._waiting_alone -= 1
            self._end()

    def _end(self) -> None:
        with self._changed:
            self._running -= 1
            self._changed.notify_all()
