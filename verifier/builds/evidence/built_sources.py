"""Which of a candidate's sources the project's own build compiled, and with which bytes.

A build tool does not report this. Known are the files that were in the tree when the build began,
before any code of the candidate could run, and the source folders that the build's own model (for
example the effective pom) gives to the compiler.
"""

from collections.abc import Mapping

from verifier.builds.described.ant_patterns import matches
from verifier.builds.described.module import Module, SourcePatterns
from verifier.builds.described.prepared import PreparedBase
from verifier.builds.described.strategy import BuildRequest
from verifier.sandbox.base import JobResult

LISTED = "candidate-sources"
_VERSION_CONTROL = frozenset({"CVS", "RCS", "SCCS", "BitKeeper", "ChangeSet", "_darcs"})
_END = "== sources noted"
NOTE = f"xargs -0 -r sha256sum -- <../{LISTED} >&2 2>/dev/null; echo {_END!r} >&2"
"""Shell command for the tree's folder: print one line per source that exists, then an end marker,
before a job writes anything else to its log.
"""


def list_candidate_sources(request: BuildRequest) -> dict[str, bytes]:
    """Return the file that `NOTE` reads: the paths of the candidate's Java files."""
    paths = (path for path in request.overlay.files if path.endswith(".java"))
    return {LISTED: "".join(f"{path}\0" for path in paths).encode()}


def find_built_sources(
    prepared: PreparedBase, request: BuildRequest, result: JobResult
) -> Mapping[str, str | None]:
    """See BuildRun; a file that no compiler of the project takes is left out."""
    noted = _parse_notes(result.log)
    taken = (p for p in request.overlay.files if any(takes(each, p) for each in prepared.code))
    return {
        path: noted.get(path)
        for path in taken
        if (path in noted) is (request.overlay.files[path] is not None)
    }


def _parse_notes(log: bytes) -> dict[str, str]:
    """Parse only the leading lines of the log: the candidate may have written the rest."""
    head, ended, _ = log.decode("utf-8", "replace").partition(f"{_END}\n")
    lines = (line.partition("  ") for line in head.splitlines() if ended)
    return {path: digest for digest, _, path in lines}


def takes(module: Module, path: str) -> bool:
    """Whether a module's compilers take a file of the tree."""
    if not path.endswith(".java"):
        return False
    tests = module.test_sources if module.tests_compiled else ()
    sides = ((module.sources, module.main), (tests, module.test))
    return any(
        _is_seen(below) and any(_is_included(below, run) for run in settings.runs)
        for folders, settings in sides
        for prefix in ("" if folder == "." else f"{folder}/" for folder in folders)
        if path.startswith(prefix)
        for below in [path.removeprefix(prefix)]
    )


def _is_seen(path: str) -> bool:
    """Whether Maven's scanners look at a file at all.

    They skip hidden files and version control folders; which folders depends on the version of the
    plugin. No source that is meant to be compiled has such a name.
    """
    return not any(part.startswith(".") or part in _VERSION_CONTROL for part in path.split("/"))


def _is_included(path: str, run: SourcePatterns) -> bool:
    wanted = not run.includes or any(matches(p, path) for p in run.includes)
    return wanted and not any(matches(p, path) for p in run.excludes)
