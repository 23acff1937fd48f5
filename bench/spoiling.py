"""Spoil a good prediction so that it is rejected at a certain check."""

from collections.abc import Mapping

from verifier.analysis.pool import AnalysisPool
from verifier.domain.instance import Instance
from verifier.domain.source import JavaTree
from verifier.errors import VerifierError
from verifier.java_text.tree_text import text_of

WAYS = ("detection", "compilation", "tests")
"""The checks at which a spoilt prediction is to be rejected."""

UNRELATED = "    private static int unrelated() { return 42; }\n"
UNCOMPILABLE = '    private int uncompilable = "a text";\n'
WRONG = ' if (true) { throw new IllegalStateException("wrong on purpose"); }'


def spoil(
    way: str,
    instance: Instance,
    good: Mapping[str, str | None],
    base: JavaTree,
    analysis: AnalysisPool,
) -> dict[str, str | None]:
    """The files of a prediction that the check named `way` rejects.

    Raises:
        VerifierError: the refactored method is not found in the good prediction.
    """
    if way == "detection":
        path = instance.before.file
        return {path: append_member(text_of(base, path) or "", UNRELATED)}
    path = instance.after.file
    text = good.get(path)
    if text is None:
        raise VerifierError(f"the golden prediction of {instance.id} does not change {path}")
    if way == "compilation":
        return {**good, path: append_member(text, UNCOMPILABLE)}
    member = analysis.parse(text).method(instance.after.method)
    if member is None or member.body is None:
        raise VerifierError(f"{instance.after.method} is not in the golden prediction")
    start = member.body.start + 1
    return {**good, path: text[:start] + WRONG + text[start:]}


def append_member(source: str, member: str) -> str:
    """A source with one more member in its last class."""
    end = source.rindex("}")
    return source[:end] + member + source[end:]
