"""Refuse a change in a module that is not built, or whose tests do not run."""

from pathlib import PurePosixPath

from verifier.builds.described.module import Module
from verifier.builds.described.prepared import PreparedBase
from verifier.domain.paths import ROOT
from verifier.domain.source import Candidate
from verifier.errors import NotBuiltError


def refuse_unseen(candidate: Candidate, prepared: PreparedBase) -> None:
    """Refuse a candidate with a change that the built modules do not see or do not test.

    The first is a Java file in a module that is not built. The second is a file outside a module's
    folder that the module compiles without running its tests; for a file inside the folder its
    tests would have been requested.

    Raises:
        NotBuiltError: the candidate has such a change.
    """
    built = {module.folder for module in prepared.modules}
    needed = [module for module in prepared.code if not module.tested]
    for change in candidate.changes if prepared.selected else ():
        module = prepared.graph.module_of(change.path)
        # A file outside every module is read by no compiler, which is reported separately.
        known = prepared.root == ROOT or module in prepared.graph.needs
        if change.path.endswith(".java") and known and module not in built:
            raise NotBuiltError(
                f"{change.path} changes, in a module that is not built",
                hint=f"Add {module} to --modules, or omit the option.",
            )
        if unseen := [each.folder for each in needed if _takes(each, change.path)]:
            raise NotBuiltError(
                f"{change.path} changes, which {', '.join(unseen)} compiles without its tests",
                hint=f"Name the changed modules with --modules, {unseen[0]} among them.",
            )


def _takes(module: Module, path: str) -> bool:
    """Whether a file is one of a module's Java sources."""
    folders = (*module.sources, *module.test_sources)
    file = PurePosixPath(path)
    return path.endswith(".java") and any(file.is_relative_to(folder) for folder in folders)
