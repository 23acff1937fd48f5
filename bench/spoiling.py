"""Predictions of known outcome: a good one, and copies with a fault that a certain check rejects."""

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.analysis.pool import AnalysisPool
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.source import JavaTree
from verifier.errors import VerifierError
from verifier.java_text.tree_text import text_of

WAYS = ("detection", "compilation", "tests")
"""The checks that are to reject a faulty prediction."""
NOT_APPLYING, ACCEPTED = "application", "accepted"
OUTCOMES = (NOT_APPLYING, *WAYS, ACCEPTED)

UNRELATED = "    private static int unrelated() { return 42; }\n"
UNCOMPILABLE = '    private int uncompilable = "a text";\n'
NOT_APPLICABLE_PATCH = """--- a/{path}
+++ b/{path}
@@ -1,1 +1,1 @@
-nothing that stands there {number}
+anything
"""
WRONG = ' if (true) { throw new IllegalStateException("wrong on purpose"); }'


@dataclass(frozen=True, kw_only=True, slots=True)
class Good:
    """The files of an accepted prediction, with its instance and its base."""

    instance: Instance
    files: Mapping[str, str | None]
    base: JavaTree


def spoil(way: str, good: Good, analysis: AnalysisPool) -> dict[str, str | None]:
    """The files of a prediction that the check named `way` rejects.

    Raises:
        VerifierError: the refactored method is not found in the good prediction.
    """
    instance = good.instance
    if way == "detection":
        path = instance.before.file
        return {path: append_member(text_of(good.base, path) or "", UNRELATED)}
    path = instance.after.file
    text = good.files.get(path)
    if text is None:
        raise VerifierError(f"the golden prediction of {instance.id} does not change {path}")
    if way == "compilation":
        return {**good.files, path: append_member(text, UNCOMPILABLE)}
    member = analysis.parse(text).method(instance.after.method)
    if member is None or member.body is None:
        raise VerifierError(f"{instance.after.method} is not in the golden prediction")
    start = member.body.start + 1
    return {**good.files, path: text[:start] + WRONG + text[start:]}


def make_numbered(outcome: str, number: int, good: Good, analysis: AnalysisPool) -> Prediction:
    """Make a prediction of one outcome. Each number has other code, so that predictions share no
    tests.
    """
    name, path = good.instance.id, good.instance.after.file
    model = f"{outcome}-{number}"
    if outcome == NOT_APPLYING:
        patch = NOT_APPLICABLE_PATCH.format(path=path, number=number)
        return Prediction(instance_id=name, model_name_or_path=model, model_patch=patch)
    files = dict(good.files) if outcome == ACCEPTED else spoil(outcome, good, analysis)
    changed = next(p for p in (path, *files) if files.get(p) is not None)
    member = f"    private static int number{number}() {{ return {number}; }}\n"
    files[changed] = append_member(files[changed] or "", member)
    return Prediction(instance_id=name, model_name_or_path=model, files=files)


def append_member(source: str, member: str) -> str:
    """Add a member to the last class of a source."""
    end = source.rindex("}")
    return source[:end] + member + source[end:]
