"""Turn a unified diff into a candidate; it is applied to the files' bytes or to their texts.

A diff that came as text contains characters and no byte-order mark, because its author read the
file as text. It fits a source in another encoding than UTF-8, or with a mark, only if the source is
treated as text too.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from verifier.domain.outcome import Reason
from verifier.domain.source import (
    EXECUTABLE_MODE,
    PLAIN_MODE,
    Candidate,
    FileChange,
    JavaTree,
    Rejection,
    Tree,
)
from verifier.java_text.encoding import SourceText, decode, encode, is_utf_8
from verifier.predictions.patches.patch import PatchError, PatchOutline, read_patch
from verifier.predictions.policy.refusal import refuse_modes, refuse_paths
from verifier.tools.git.patch_application import PatchDoesNotApply
from verifier.tools.git.repository import Repository

_MARKED_LINES = (
    re.compile(rb"^(@@ [^\n]*\n[ +-])\xef\xbb\xbf", re.MULTILINE),
    re.compile(rb"^(@@ [^\n]*\n-[^\n]*\n\+)\xef\xbb\xbf", re.MULTILINE),
)
"""The first line of a hunk, and the line that replaces it, with a byte-order mark."""
_LOST_LETTER = "\ufffd".encode()


def from_patch(
    text: str, base: JavaTree, repository: Repository, *, keeps_modes: bool = False
) -> Candidate | Rejection:
    """Apply a unified diff exactly: lines may have moved, but the context must be equal.

    A changed file that was executable and still is counts as a plain one, unless the candidate
    `keeps_modes`.
    """
    try:
        outline = read_patch(text)
    except PatchError as error:
        return Rejection(reason=Reason.APPLY_FAILED, details=str(error))
    if not outline.paths:
        return Rejection(reason=Reason.NO_CHANGE, details="the patch is empty")
    refused = refuse_paths(outline.paths) or refuse_modes(outline.modes, outline.paths[0])
    if refused is not None:
        return refused
    # git's error for a file that the clone lacks would look like an error of the patch.
    for path in outline.paths:
        base.read(path)
    try:
        changes = apply_outline(outline, base, repository)
    except PatchDoesNotApply as error:
        details = error.message + _likely_cause(outline, base)
        return Rejection(reason=Reason.APPLY_FAILED, details=details)
    if not keeps_modes:
        tree = repository.tree(base.id)
        changes = tuple(_own_mode(change, tree.mode(change.path)) for change in changes)
    return Candidate(changes=changes, patch="", renames=_real_renames(outline, changes))


def apply_outline(
    outline: PatchOutline, base: JavaTree, repository: Repository
) -> tuple[FileChange, ...]:
    """Return what a diff changes in the base.

    Java sources in another encoding than UTF-8, or with a byte-order mark, are tried byte for byte
    and as text. Text comes first if the diff contains non-ASCII characters: added byte for byte,
    they would be UTF-8 in a file that is not.

    Raises:
        PatchDoesNotApply: the diff fits neither the bytes nor the texts; the message is git's.
        RepositoryError: the tree cannot be read.
    """
    sources = _foreign_sources(outline, base)

    def on_bytes() -> tuple[FileChange, ...]:
        return repository.apply_patch(base.id, outline.text)

    def on_texts() -> tuple[FileChange, ...]:
        return _apply_to_texts(_Texts(outline=outline, base=base, sources=sources), repository)

    if not sources or not _is_text(outline.text):
        return on_bytes()
    ways = [on_bytes, on_texts] if outline.text.isascii() else [on_texts, on_bytes]
    return _first_that_applies(ways)


def _first_that_applies(
    ways: list[Callable[[], tuple[FileChange, ...]]],
) -> tuple[FileChange, ...]:
    first, second = ways
    try:
        return first()
    except PatchDoesNotApply:
        return second()


def _foreign_sources(outline: PatchOutline, base: JavaTree) -> dict[str, SourceText | None]:
    """Return the diff's Java sources that are not plain UTF-8; None for a new file."""
    found: dict[str, SourceText | None] = {}
    for path in outline.paths:
        content, declared = base.read(path), base.encoding(path)
        if not path.endswith(".java"):
            continue
        if content is None:
            if not is_utf_8(declared):
                found[path] = None
            continue
        source = decode(content, declared)
        if source.marked or source.encoding != "utf-8":
            found[path] = source
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class _Texts:
    """A diff with the sources that it is compared with as text."""

    outline: PatchOutline
    base: JavaTree
    sources: Mapping[str, SourceText | None]

    def source_of(self, path: str) -> SourceText | None:
        """Return the file before the diff, under this name or its name before a rename."""
        old = next((old for old, new in self.outline.renames.items() if new == path), path)
        return self.sources.get(old)


def _apply_to_texts(texts: _Texts, repository: Repository) -> tuple[FileChange, ...]:
    plain = {
        path: source.text.encode("utf-8", "surrogatepass")
        for path, source in texts.sources.items()
        if source is not None
    }
    patch = texts.outline.text
    for marked in _MARKED_LINES:
        patch = marked.sub(rb"\1", patch)
    changes = repository.apply_patch(texts.base.id, patch, instead=plain)
    return tuple(_in_own_encoding(change, texts) for change in changes)


def _in_own_encoding(change: FileChange, texts: _Texts) -> FileChange:
    """Return a changed text in the encoding of its file."""
    is_new = texts.base.read(change.path) is None
    source = texts.source_of(change.path)
    if change.content is None or not change.path.endswith(".java") or not (source or is_new):
        return change
    text = change.content.decode("utf-8", "surrogatepass")
    if source is not None:
        return replace(change, content=source.encode(text))
    return replace(change, content=encode(text, texts.base.encoding(change.path)))


def _is_text(patch: bytes) -> bool:
    """Tell whether the diff is UTF-8; a diff that was read byte for byte may contain other bytes."""
    try:
        patch.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _likely_cause(outline: PatchOutline, base: JavaTree) -> str:
    """Suggest why a diff does not apply; empty if nothing is known."""
    if outline.miscounted:
        return f"; hunk {outline.miscounted} has other lines than its header counts"
    return _other_line_ends(outline, base) or _other_letters(outline, base)


def _other_line_ends(outline: PatchOutline, base: Tree) -> str:
    """Say that the files have other line ends than the patch; empty if they agree."""
    in_patch = b"\r\n" in outline.text
    for path in outline.paths:
        lines = (base.read(path) or b"").splitlines(keepends=True)
        windows = sum(line.endswith(b"\r\n") for line in lines) * 2 > len(lines)
        if lines and windows is not in_patch:
            ends = ("LF", "CRLF")
            return (
                f"; lines of {path} end with {ends[windows]}, those of the patch with"
                f" {ends[in_patch]}: was it made or kept with other line ends?"
            )
    return ""


def _other_letters(outline: PatchOutline, base: JavaTree) -> str:
    """Say that characters of the patch were lost or do not fit the file's encoding; empty if not."""
    contents = [base.read(path) or b"" for path in outline.paths]
    if _LOST_LETTER in outline.text and not any(_LOST_LETTER in each for each in contents):
        return "; the patch holds U+FFFD, which replaces a lost letter"
    if _is_text(outline.text):
        return ""
    for path, source in _foreign_sources(outline, base).items():
        if source is not None and source.encoding != "utf-8":
            return (
                f"; {path} is in {base.encoding(path) or source.encoding}, and the patch holds bytes"
                " that are not UTF-8: give it as UTF-8 text, or with the file's bytes throughout"
            )
    return ""


def _own_mode(change: FileChange, base_mode: str | None) -> FileChange:
    """Ignore the mode of a file that was executable in the base and still is."""
    if change.mode == base_mode == EXECUTABLE_MODE:
        return replace(change, mode=PLAIN_MODE)
    return change


def _real_renames(outline: PatchOutline, changes: tuple[FileChange, ...]) -> dict[str, str]:
    gone = {change.path for change in changes if change.content is None}
    return {old: new for old, new in outline.renames.items() if old in gone}
