"""The text of a Java file in a tree, and of a change to one, as the build's compiler reads it."""

from verifier.domain.source import FileChange, JavaTree
from verifier.java_text.encoding import comparable


def text_of(tree: JavaTree, path: str) -> str | None:
    """A file's text; None where the tree has no such file. It cannot be written back."""
    content = tree.read(path)
    return None if content is None else comparable(content, tree.encoding(path))


def changed_text(base: JavaTree, change: FileChange) -> str | None:
    """What a change makes of a file, as text; None where it deletes the file."""
    return (
        None if change.content is None else comparable(change.content, base.encoding(change.path))
    )
