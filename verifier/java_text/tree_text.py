"""The text of a Java file in a tree, or of a change to one, as the build's compiler decodes it."""

from verifier.domain.source import FileChange, JavaTree
from verifier.java_text.encoding import comparable


def text_of(tree: JavaTree, path: str) -> str | None:
    """Return a file's text, which cannot be written back; None if the tree has no such file."""
    content = tree.read(path)
    return None if content is None else comparable(content, tree.encoding(path))


def text_after(base: JavaTree, change: FileChange) -> str | None:
    """Return the text of a file after a change; None if the change deletes it."""
    return (
        None if change.content is None else comparable(change.content, base.encoding(change.path))
    )
