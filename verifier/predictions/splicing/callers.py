"""Find calls of a method by name and number of arguments; if in doubt, the method counts as called."""

from collections.abc import Iterator, Mapping

from verifier.domain.paths import below_source_folder
from verifier.domain.source import JavaTree, Member
from verifier.java_text.calls import calls_of
from verifier.java_text.tree_text import text_of

_HARMLESS = frozenset({"SuppressWarnings", "Deprecated", "SafeVarargs", "VisibleForTesting"})


def is_called_elsewhere(
    method: Member, path: str, edited: Mapping[str, str], base: JavaTree
) -> bool:
    """Tell whether other code may call the method, in the base with `edited` files on top.

    `edited` contains the method's own file without the method's text. A method with annotations
    that a framework or a supertype may rely on counts as called.
    """
    if method.method is None or set(method.annotations) - _HARMLESS:
        return True
    name, parameters = method.names[0], method.method.parameter_types
    return any(
        call.may_be(parameters)
        for text in _texts(method, path, edited, base)
        for call in calls_of(text, name)
    )


def _texts(method: Member, path: str, edited: Mapping[str, str], base: JavaTree) -> Iterator[str]:
    """Yield the sources that have access to the method."""
    yield from edited.values()
    if "private" in method.modifiers:
        return
    local = not {"public", "protected"} & set(method.modifiers)
    below = below_source_folder(path)
    package_folder = "" if below == path else below.rpartition("/")[0]
    for other in base.paths():
        if not other.endswith(".java") or other in edited:
            continue
        if local and package_folder and not other.rpartition("/")[0].endswith(package_folder):
            continue
        text = text_of(base, other) or ""
        if method.names[0] in text:
            yield text
