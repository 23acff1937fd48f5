"""Whether two candidates of one base are the same code, so that one's tests speak for the other's.

Compared are class files that our own compiler made where no code of a candidate runs, whole but for what
debuggers read. Whatever else a test might see of a candidate keeps it from being compared at all.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from verifier.builds.compilation import Compilation, side_of
from verifier.builds.direct.base_classes import BaseClasses
from verifier.builds.direct.code_digest import code_digest
from verifier.builds.module import MAIN, TEST, Module
from verifier.builds.strategy import Request
from verifier.domain.instance import StableId
from verifier.domain.testrun import BuildRun, TestRun

BASE_CODE = ""
"""The digest of a candidate whose code is the base's."""

MOST_KEPT = 64


class JudgedRuns:
    """Runs of candidates of one base that may speak for later ones of the same code.

    At most `most` are kept, the oldest goes first. Outcomes that are those of `first`, the base's own run, are
    kept once: most candidates have these, and a large suite has a megabyte of them.
    """

    def __init__(self, first: TestRun, most: int = MOST_KEPT) -> None:
        self._first, self._most = first, most
        self._runs: dict[str, BuildRun] = {}
        self._lock = threading.Lock()

    def keep(self, code: str, run: BuildRun) -> None:
        """Keep a run under the digest of its code, unless one is there."""
        if run.tests is not None and run.tests.outcomes == self._first.outcomes:
            run = replace(run, tests=replace(run.tests, outcomes=self._first.outcomes))
        with self._lock:
            self._runs.setdefault(code, run)
            if len(self._runs) > self._most:
                del self._runs[next(iter(self._runs))]

    def get(self, code: str) -> BuildRun | None:
        """The run of the same code; None where none is kept."""
        with self._lock:
            return self._runs.get(code)


def code_of(
    request: Request, compilation: Compilation, base: BaseClasses, modules: Sequence[Module]
) -> str | None:
    """A digest of what a candidate's main classes do otherwise than the base's; `BASE_CODE` where nothing.

    None where it cannot be told, or is not all: the candidate deletes or makes a source, changes a test,
    a resource or anything else than a source of main code; tests may read sources; lines are recorded.
    """
    if request.recorded or not compilation.compiled or _reads_sources(compilation, modules):
        return None
    if not _is_comparable(request.overlay.files, modules):
        return None
    old, tests = _apart(base.classes)
    new, tested = _apart(compilation.classes)
    if old.keys() != new.keys() or tests != tested:
        return None
    found: list[str] = []
    for path in sorted(new):
        if old[path] != new[path]:
            before, after = code_digest(old[path]), code_digest(new[path])
            if before is None or after is None:
                return None
            if before != after:
                found += (path, after)
    return str(StableId.of(*found)) if found else BASE_CODE


def _apart(classes: Mapping[str, Mapping[str, bytes]]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The class files of main code and of tests, each by the name of its set and its path."""
    sides: dict[str, dict[str, bytes]] = {MAIN: {}, TEST: {}}
    for name, files in classes.items():
        side = sides[side_of(name)]
        side |= {f"{name}/{path}": content for path, content in files.items()}
    return sides[MAIN], sides[TEST]


def _is_comparable(files: Mapping[str, bytes | None], modules: Sequence[Module]) -> bool:
    """Whether these are edited sources of main code alone, and no test finds their text on the class path."""
    sources = tuple(f"{folder}/" for m in modules for folder in m.sources if folder != ".")
    resources = [r.folder for m in modules for r in (*m.resources, *m.test_resources)]
    served = tuple("" if folder == "." else f"{folder}/" for folder in resources)
    return all(
        content is not None
        and path.endswith(".java")
        and path.startswith(sources)
        and not path.startswith(served)
        for path, content in files.items()
    )


def _reads_sources(compilation: Compilation, modules: Sequence[Module]) -> bool:
    """Whether a class of the tests names the folder in which main sources lie."""
    # Tests run in their module's folder, and name what is below it; or another module by its path.
    inside = [folder.removeprefix(f"{m.folder}/") for m in modules for folder in m.sources]
    heads = {PurePosixPath(folder).parts[0] for folder in inside if folder != "."}
    words = [w for h in heads for w in (h.encode() + b"/", _alone(h))]
    _, tests = _apart(compilation.classes)
    return any(word in content for content in tests.values() for word in words)


def _alone(text: str) -> bytes:
    """A text that is a constant by itself."""
    return b"\x01" + len(text.encode()).to_bytes(2, "big") + text.encode()
