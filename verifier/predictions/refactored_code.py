"""Find the part of a candidate that corresponds to the developers' refactored methods."""

from collections.abc import Iterator
from dataclasses import dataclass

from verifier.domain.instance import Instance
from verifier.domain.refactoring import MethodId
from verifier.domain.source import Analysis, Candidate, JavaTree
from verifier.java_text.calls import calls_of
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.tree_text import text_after, text_of


@dataclass(frozen=True, kw_only=True, slots=True)
class RefactoredCode:
    """The texts of the methods, joined like the reference; empty if none was found."""

    text: str
    methods: tuple[MethodId, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Method:
    id: MethodId
    text: str


def find_refactored_code(
    base: JavaTree, candidate: Candidate, instance: Instance, analysis: Analysis
) -> RefactoredCode:
    """Return the refactored method, and the method that was extracted from it, as in the reference.

    The search uses the developers' name first. If a prediction chose another name, it is a method
    that the base lacks: for an extraction one that the source method calls, for a move one with the
    same name, or one that the remaining method calls.
    """
    reader = JavaReader(analysis=analysis)
    before = [
        m
        for path in _list_changed(candidate)
        for m in _methods_of(path, text_of(base, path), reader)
    ]
    after = [m for c in candidate.changes for m in _methods_of(c.path, text_after(base, c), reader)]
    known = {_key(m.id) for m in before}
    new = [m for m in after if _key(m.id) not in known]
    untouched = _read_untouched(base, candidate, instance, reader)
    chosen = _choose(instance, [*after, *untouched], new)
    return RefactoredCode(
        text="\n\n".join(m.text for m in chosen), methods=tuple(m.id for m in chosen)
    )


def _choose(instance: Instance, present: list[_Method], new: list[_Method]) -> list[_Method]:
    method = _first(present, instance.after.method)
    if instance.type.traits.inlines_method or instance.type.traits.acts_on_variable:
        return [method] if method else []
    if instance.type.traits.extracts_method:
        if method is None:
            return []
        partner = instance.after.partner
        same = _first(new, partner) if partner else None
        return [method, same] if same else [method, *_find_called(method, new)]
    if method is not None and method in new:
        return [method]
    wanted = instance.before.method
    named = [m for m in new if m.id.name in {wanted.name, instance.after.method.name}]
    if named:
        return named[:1]
    remaining = _first(present, wanted)
    return _find_called(remaining, new)[:1] if remaining else []


def _find_called(method: _Method, new: list[_Method]) -> list[_Method]:
    calls = list(calls_of(method.text))
    return [
        m
        for m in new
        if m is not method
        and any(c.name == m.id.name and c.may_be(m.id.parameter_types) for c in calls)
    ]


def _first(methods: list[_Method], wanted: MethodId) -> _Method | None:
    return next((m for m in methods if m.id.matches(wanted)), None)


def _read_untouched(
    base: JavaTree, candidate: Candidate, instance: Instance, reader: JavaReader
) -> list[_Method]:
    changed = set(_list_changed(candidate))
    files = {instance.after.file, instance.before.file} - changed
    return [m for path in sorted(files) for m in _methods_of(path, text_of(base, path), reader)]


def _list_changed(candidate: Candidate) -> list[str]:
    return [change.path for change in candidate.changes]


def _methods_of(path: str, text: str | None, reader: JavaReader) -> list[_Method]:
    return list(_methods(text, reader)) if text and path.endswith(".java") else []


def _methods(text: str, reader: JavaReader) -> Iterator[_Method]:
    for declared in reader.read(text).types:
        for member in declared.members:
            if member.method is not None:
                span = member.span
                yield _Method(id=member.method, text=text[span.start : span.end])


def _key(method: MethodId) -> tuple[str, str, tuple[str, ...]]:
    return method.class_name, method.name, method.parameter_types
