"""Look up declarations in a parsed file: the type of a name, the member that corresponds to another."""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from verifier.domain.refactoring import MethodId
from verifier.domain.source import CompilationUnit, Member, MemberKind, TypeDeclaration
from verifier.java_text.names import class_chain, simple_name


def list_named_types(unit: CompilationUnit) -> Iterator[TypeDeclaration]:
    """Yield the types of a unit, including nested ones, but not anonymous and local ones.

    Anonymous and local types are inside a member's code. Names do not reveal them: a source may
    itself declare `A$1`.
    """
    members = (m for t in unit.types for m in t.members if m.kind is not MemberKind.TYPE)
    spans = sorted((m.span.start, m.span.end) for m in members)
    ends = list(accumulate((end for _, end in spans), max))
    for each in unit.types:
        before = bisect_left(spans, (each.span.start, 0))
        if before == 0 or ends[before - 1] < each.span.end:
            yield each


def find_type(unit: CompilationUnit, chain: str) -> TypeDeclaration | None:
    """Return the type with this class chain (`Outer$Inner`), otherwise the only one whose chain ends with it."""
    types = {class_chain(t.class_name): t for t in list_named_types(unit)}
    if chain in types:
        return types[chain]
    ending = [t for name, t in types.items() if name.endswith("$" + chain)]
    return ending[0] if len(ending) == 1 else None


def visible_type(unit: CompilationUnit, around: str, name: str) -> TypeDeclaration | None:
    """Resolve a simple name inside a class: to a nested type of it, or of a class around it."""
    types = {class_chain(t.class_name): t for t in list_named_types(unit)}
    while around:
        if (found := types.get(f"{around}${name}")) is not None:
            return found
        around = around.rpartition("$")[0]
    return None


def type_of(unit: CompilationUnit, method: MethodId) -> TypeDeclaration | None:
    """Return the type that declares a method; also accepts dots between classes.

    If the file does not have the class chain, tries the simple name alone: people forget outer
    classes.
    """
    name = method.class_name.removeprefix(f"{unit.package}." if unit.package else "")
    chain = name.replace(".", "$")
    return find_type(unit, chain) or find_type(unit, simple_name(name))


def find_method(declared: TypeDeclaration | None, method: MethodId) -> Member | None:
    """Return a type's method or constructor with this name and these parameter types; None without a type."""
    members = declared.members if declared is not None else ()
    return next(
        (m for m in members if m.method is not None and same_signature(m.method, method)), None
    )


def find_member(declared: TypeDeclaration, given: Member) -> Member | None:
    """Return the member of a type that corresponds to a declaration; a single initialiser matches any."""
    if given.kind is MemberKind.INITIALIZER:
        initializers = [m for m in declared.members if m.kind == given.kind]
        return initializers[0] if len(initializers) == 1 else None
    return next((m for m in declared.members if same_member(m, given)), None)


def same_signature(one: MethodId, other: MethodId) -> bool:
    """Whether name and parameter types are equal; the classes may differ."""
    return replace(one, class_name="").matches(replace(other, class_name=""))


def same_member(one: Member, other: Member) -> bool:
    """Whether two declarations are the same member of a class."""
    if one.method is not None and other.method is not None:
        return same_signature(one.method, other.method)
    if one.kind != other.kind or one.method is not None or other.method is not None:
        return False
    return bool(set(one.names) & set(other.names))
