"""Write a commit's tree into a folder, byte for byte as git has it."""

from pathlib import Path

from verifier.domain.source import EXECUTABLE_MODE, SYMBOLIC_LINK
from verifier.errors import BaseInvalidError
from verifier.tools.git.objects import GitTree


def export_tree(tree: GitTree, folder: Path) -> None:
    """Write all files; no filter, attribute or line-end conversion is applied.

    Symbolic links inside the tree are kept; links that lead out of it are left out. Time stamps are
    those of the export.

    Raises:
        BaseInvalidError: the tree is empty, or a path leads out of the folder.
        RepositoryError: an object is missing.
    """
    paths = sorted(tree.paths())
    if not paths:
        raise BaseInvalidError(f"the tree of {tree.id} holds no file")
    for path in paths:
        target = folder / path
        # Git refuses to create such a path; a hostile repository may contain it anyway.
        if ".." in path.split("/") or path.startswith("/"):
            raise BaseInvalidError(f"the tree of {tree.id} holds the path {path!r}")
        content, mode = tree.read(path), tree.mode(path)
        if content is None:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if mode == SYMBOLIC_LINK:
            _link(folder, target, content)
            continue
        target.write_bytes(content)
        target.chmod(0o755 if mode == EXECUTABLE_MODE else 0o644)


def _link(folder: Path, target: Path, content: bytes) -> None:
    goal = content.decode("utf-8", "surrogateescape")
    # A link out of the tree would let a job read, or a build write, files of this machine.
    inside = (target.parent / goal).resolve().is_relative_to(folder.resolve())
    if not goal.startswith("/") and inside:
        target.symlink_to(goal)
