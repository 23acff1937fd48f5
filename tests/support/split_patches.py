"""Apply the patches of a split change with plain git."""

from pathlib import Path

from tests.support.repository import Repository
from verifier.gates.split.splitting import SplitPatches, write_patches


def apply_in_turn(subject: Repository, base: str, patches: SplitPatches, folder: Path) -> list[str]:
    """Apply both patches to a checkout of the base; return the tree after each of them."""
    write_patches(folder, patches)
    subject.git("checkout", "--quiet", "--force", "--detach", base)
    trees = []
    for name in ("refactoring.patch", "rest.patch"):
        if (folder / name).stat().st_size:
            subject.git("apply", "--index", "--whitespace=nowarn", str(folder / name))
        trees.append(subject.git("write-tree"))
    return trees
