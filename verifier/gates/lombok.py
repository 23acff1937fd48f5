"""Where Lombok makes members that no source shows, a proof on sources does not see all the code."""

import re
from collections.abc import Iterator

from verifier.domain.source import JavaTree
from verifier.gates.changed_names import ChangedNames
from verifier.java_text.tokens import token_texts
from verifier.java_text.tree_text import text_of

_USED = re.compile(r"\blombok\s*\.")
_MADE = re.compile(
    r"(?:get|set|is|with|add)[A-Z]\w*|builder|toBuilder|build|of|log|logger|toString|equals|hashCode"
    r"|canEqual|clear\w+"
)
"""The names of what it makes: accessors, builders, loggers and what `@Data` brings."""


def lombok_doubts(names: ChangedNames, after: JavaTree) -> Iterator[str]:
    """Files of which Lombok may make other code than the prover compiled, in a sentence each.

    That is a changed file that uses it, and any file that uses it where the change brings or takes
    away a name that it may make, too.
    """
    made = sorted(name for name in names.all if _MADE.fullmatch(name))
    for path in sorted(after.paths()):
        if not path.endswith(".java") or not (path in names.paths or made):
            continue
        if b"lombok" not in (after.read(path) or b"") or not _uses_lombok(after, path):
            continue
        if path in names.paths:
            yield f"{path} uses Lombok, and sources do not show what it makes"
        else:
            yield f"{path} uses Lombok, which may make {made[0]}: sources do not show it"


def _uses_lombok(tree: JavaTree, path: str) -> bool:
    return _USED.search(" ".join(token_texts(text_of(tree, path) or ""))) is not None
