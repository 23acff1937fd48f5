"""Apply a patch to a commit's tree exactly, in a temporary index."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from verifier.domain.source import SUBMODULE, FileChange
from verifier.errors import RepositoryError
from verifier.tools import process
from verifier.tools.git.objects import GitTree, ObjectReader
from verifier.tools.git.own_directory import OwnDirectory
from verifier.tools.git.program import git_message
from verifier.tools.storage.scratch import scratch_folder

PATCH_SECONDS = 120.0
"""How many seconds applying one patch may take."""


class PatchDoesNotApply(RepositoryError):
    """A patch does not apply exactly, or not in time."""


def apply_patch(
    own: OwnDirectory, tree: GitTree, patch: bytes, instead: Mapping[str, bytes]
) -> tuple[FileChange, ...]:
    """Return what a patch changes in a tree; see `Repository.apply_patch`."""
    with scratch_folder("apply") as folder:
        env = {
            **own.env,
            "GIT_INDEX_FILE": f"{folder}/index",
            "GIT_OBJECT_DIRECTORY": f"{folder}/objects",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(own.folder / "objects"),
        }
        (Path(folder) / "objects").mkdir()
        own.check("read-tree", tree.id, env=env)
        base = _tree_with(own, tree, instead, env) if instead else tree.id
        words = ["apply", "--cached", "--whitespace=nowarn", "-"]
        try:
            result = own.finish(*words, stdin=patch, env=env, seconds=PATCH_SECONDS)
        except process.ProcessTimeout as error:
            raise PatchDoesNotApply(f"the patch does not apply in time: {error}") from error
        if result.status != 0:
            raise PatchDoesNotApply(f"the patch does not apply: {git_message(result)}")
        words = ["diff-index", "--cached", "--raw", "-z", "--no-renames", "--abbrev=64", base]
        return tuple(_changes(own, own.check(*words, env=env), env))


def _tree_with(
    own: OwnDirectory, tree: GitTree, files: Mapping[str, bytes], env: Mapping[str, str]
) -> str:
    """Return the tree of an index after replacing the contents of some of its files."""
    entries = []
    for path, content in files.items():
        oid = own.check("hash-object", "-w", "--stdin", stdin=content, env=env).decode("ascii")
        entries.append(f"{tree.mode(path)} {oid.strip()}\t{path}\0")
    stdin = "".join(entries).encode("utf-8", "surrogateescape")
    own.check("update-index", "-z", "--index-info", stdin=stdin, env=env)
    return own.check("write-tree", "--missing-ok", env=env).decode("ascii").strip()


def _changes(own: OwnDirectory, raw: bytes, env: Mapping[str, str]) -> Iterator[FileChange]:
    reader = ObjectReader([*own.command, "cat-file", "--batch"], env)
    try:
        fields = raw.decode("utf-8", "surrogateescape").split("\0")
        for header, path in zip(fields[::2], fields[1::2], strict=False):
            _, mode, _, oid, status = header.split()
            kept = status != "D" and mode != SUBMODULE
            content = reader.blob(oid) if kept else None
            yield FileChange(path=path, content=content, mode=mode if kept else "000000")
    finally:
        reader.close()
