"""The worker process: one JVM, one request after the other, and an end with the parent."""

import os
import queue
import shutil
import signal
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import jpype

from verifier.analysis import coverage, declarations, jvm
from verifier.analysis.closures import ClosureDesk
from verifier.analysis.commits import CommitReader
from verifier.analysis.detection import Contents, Detector
from verifier.analysis.libraries import LibraryDesk
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
    Ready,
    Request,
    Started,
    Surround,
    WorkerAnswer,
    WorkerRefusal,
)
from verifier.analysis.proofs import ProofDesk
from verifier.analysis.proved_commits import with_proofs
from verifier.analysis.references import ReferenceDesk, find_changed_methods
from verifier.analysis.surroundings import ContextDesk
from verifier.analysis.worker_process import LOG
from verifier.domain.source import SourceTrees
from verifier.errors import InputError, MissingToolError, RepositoryError

HEAP_ROOM = "org.refverify.miner.HeapRoom"


def main() -> None:
    """Serve requests until the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = _claim_streams()
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, inbox), daemon=True).start()
    configure: Configure = inbox.get()
    try:
        archive = () if configure.archive is None else (f"-XX:AOTCache={configure.archive}",)
        jvm.start(configure.java_home, configure.jars, configure.max_heap, *archive)
        engine = AnalysisEngine()
    except MissingToolError as error:
        answers.send(WorkerRefusal(message=error.message, tool=True))
        return
    answers.send(Ready())
    while True:
        request: Request = inbox.get()
        answers.send(Started())
        answers.send(engine.reply(request))
        jvm.java(HEAP_ROOM).make()


def _claim_streams() -> tuple[Connection, Connection]:
    """Take the pipes to the parent, and redirect all other output to the log."""
    requests = Connection(os.dup(0), writable=False)
    answers = Connection(os.dup(1), readable=False)
    log = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    return requests, answers


def _listen(requests: Connection, inbox: "queue.SimpleQueue[Any]") -> None:
    """Pass requests on. When the parent ends, remove the folder and end, whatever the JVM does."""
    while True:
        try:
            inbox.put(requests.recv())
        except (EOFError, OSError):
            shutil.rmtree(Path.cwd(), ignore_errors=True)
            os.kill(os.getpid(), signal.SIGKILL)


class AnalysisEngine:
    """The operations of a worker whose JVM runs."""

    def __init__(self) -> None:
        self._detector = Detector()
        self._commits = CommitReader(self._detector)
        self._proofs = ProofDesk()
        self._closures = ClosureDesk(self._proofs)
        self._references = ReferenceDesk()
        self._contexts = ContextDesk(self._proofs)
        self._libraries = LibraryDesk()

    def reply(self, request: Request) -> WorkerAnswer | WorkerRefusal:
        """The answer to a request, or the reason for a failure."""
        try:
            return self._reply(request)
        except UnicodeDecodeError:
            # JPype cannot pass such a text on, neither from an answer nor from an exception.
            return WorkerRefusal(message=f"{_tool(request)} failed: a name holds half a character")

    def _reply(self, request: Request) -> WorkerAnswer | WorkerRefusal:
        try:
            return WorkerAnswer(value=self._answer(request))
        except RepositoryError as error:
            return WorkerRefusal(message=error.message, repository=True)
        except InputError as error:
            return WorkerRefusal(message=error.message, given=True, hint=error.hint)
        except jpype.JException as error:
            return WorkerRefusal(message=f"{_tool(request)} failed: {jvm.trace(error)}")

    def _answer(self, request: Request) -> Any:
        match request:
            case Detect(trees=trees):
                return self._detector.detect(_contents(trees)).detection
            case DetectCommit():
                found = self._commits.detect(request)
                return (
                    with_proofs(found, request, self._proofs)
                    if request.prove_against is not None
                    else found
                )
            case Parse(source=source):
                return declarations.parse(source, module_info=request.module_info)
            case Close() | Surround() | FindLibraries():
                return self._of_trees(request)
            case Prove() | CompareReferences() | CompareMethods() | Cover():
                return self._of_class_files(request)
            case AskVersions():
                return _versions()

    def _of_trees(self, request: Close | Surround | FindLibraries) -> Any:
        match request:
            case Close(request=part):
                return self._closures.ask(part)
            case Surround(request=methods):
                return self._contexts.surroundings(methods)
            case FindLibraries(request=build_files):
                return self._libraries.find(build_files)

    def _of_class_files(self, request: Prove | CompareReferences | CompareMethods | Cover) -> Any:
        match request:
            case Prove(request=wanted):
                return self._proofs.prove(wanted)
            case CompareReferences(request=versions):
                return self._references.compare(versions)
            case CompareMethods(files=files):
                return find_changed_methods(files)
            case Cover(request=recorded):
                return coverage.read(recorded)


_TOOLS = {
    Prove: "the prover",
    Close: "the closure",
    CompareReferences: "the comparison of references",
    CompareMethods: "the comparison of methods",
    Cover: "JaCoCo's library",
    Surround: "Eclipse JDT",
    FindLibraries: "the search for libraries",
}


def _tool(request: Request) -> str:
    return _TOOLS.get(type(request), "RefactoringMiner")


def _contents(trees: SourceTrees) -> Contents:
    return Contents(
        before=trees.before,
        after=trees.after,
        directories_before=jvm.strings(trees.directories_before),
        directories_after=jvm.strings(trees.directories_after),
        renames=trees.renames,
    )


def _versions() -> dict[str, str]:
    from verifier.analysis import classpath

    system = jvm.java("java.lang.System")
    versions = {"analysis_java": str(system.getProperty("java.vm.version"))}
    for name in classpath.read_pins():
        stem, _, version = name.removesuffix(".jar").rpartition("-")
        if stem in {"refactoring-miner", "org.eclipse.jdt.core"}:
            versions[stem.replace("-", "_").replace("org.eclipse.", "").replace(".", "_")] = version
    return versions
