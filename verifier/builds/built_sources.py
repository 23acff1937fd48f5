"""Which of a candidate's sources the project's own build compiled, and with which bytes.

A build tool does not say. What is known is what lay in the tree when it began, before any code of the
candidate could run, and by its own model (the effective pom, say) which files of the tree its compiler takes.
"""

from collections.abc import Mapping

from verifier.builds.ant_patterns import matches
from verifier.builds.module import Module, SourcePatterns
from verifier.builds.prepared import PreparedBase
from verifier.builds.strategy import Request
from verifier.sandbox.base import JobResult

LISTED = "candidate-sources"
_VERSION_CONTROL = frozenset({"CVS", "RCS", "SCCS", "BitKeeper", "ChangeSet", "_darcs"})
_END = "== sources noted"
NOTE = f"xargs -0 -r sha256sum -- <../{LISTED} >&2 2>/dev/null; echo {_END!r} >&2"
"""Shell words for the tree's folder: a line for each source that is there, and one that ends them,
before anything else that a job writes to its log."""


def listed(request: Request) -> dict[str, bytes]:
    """The file that `NOTE` reads: the candidate's Java files."""
    paths = (path for path in request.overlay.files if path.endswith(".java"))
    return {LISTED: "".join(f"{path}\0" for path in paths).encode()}


def built_sources(
    prepared: PreparedBase, request: Request, result: JobResult
) -> Mapping[str, str | None]:
    """See BuildRun; a file that no project's compiler takes is not in it."""
    noted = _noted(result.log)
    taken = (p for p in request.overlay.files if any(takes(each, p) for each in prepared.code))
    return {
        path: noted.get(path)
        for path in taken
        if (path in noted) is (request.overlay.files[path] is not None)
    }


def _noted(log: bytes) -> dict[str, str]:
    """The leading lines of the log only: what follows may be the candidate's own words."""
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

    They pass over hidden files and over folders of version control, which ones depends on the
    version of the plugin. No source that is meant to be compiled has such a name.
    """
    return not any(part.startswith(".") or part in _VERSION_CONTROL for part in path.split("/"))


def _is_included(path: str, run: SourcePatterns) -> bool:
    wanted = not run.includes or any(matches(p, path) for p in run.includes)
    return wanted and not any(matches(p, path) for p in run.excludes)
