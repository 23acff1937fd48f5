"""Find files in which Lombok may add members, which a proof on the sources does not cover."""

import re
from collections.abc import Iterator

from verifier.domain.source import JavaTree
from verifier.gates.names.changed_names import ChangedNames
from verifier.java_text.tokens import token_texts
from verifier.java_text.tree_text import text_of

_USED = re.compile(r"\blombok\s*\.")
_MADE = re.compile(
    r"(?:get|set|is|with|add)[A-Z]\w*|builder|toBuilder|build|of|log|logger|toString|equals|hashCode"
    r"|canEqual|clear\w+"
)
"""The names of members that Lombok makes: accessors, builders, loggers and the methods of `@Data`."""


def lombok_doubts(names: ChangedNames, after: JavaTree) -> Iterator[str]:
    """Yield one sentence for each file for which Lombok may make code that the prover did not see.

    A changed file counts if it uses Lombok. Any other file that uses Lombok counts if the change
    adds or removes a name that Lombok may make.
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
