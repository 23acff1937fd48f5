"""Pieces of rules about Java: where to look, and what to look for."""

import re
from enum import StrEnum
from typing import Any

from verifier.domain.refactoring import MethodId
from verifier.rules.java_names import DELEGATIONS, Use, UseKind

Clause = dict[str, Any]

_CONSTRUCTS = {
    "for": "for (...) { ... }",
    "while": "while (...) { ... }",
    "do": "do { ... } while (...);",
    "try": "try { ... } catch ($T $E) { ... }",
    "throw": "throw $X;",
    "synchronized": "synchronized (...) { ... }",
    "if": "if (...) { ... }",
    "return": "return $X;",
    "||": "$A || $B",
    "&&": "$A && $B",
    "==": "$A == $B",
    "!=": "$A != $B",
    "+": "$A + $B",
}
CONTEXTS = (*_CONSTRUCTS.values(), "!$A", "$A ? $B : $C", "(...) -> $B", "$T $V = $I;", "$V = $I")
"""Where a use can stand, as patterns."""


class Form(StrEnum):
    """How closely a declaration or call is described."""

    ANY = "any"
    COUNTED = "counted"
    TYPED = "typed"


def simple_class(method: MethodId) -> str:
    """The innermost named class around a method; anonymous classes have no name."""
    parts = [re.sub(r"^\d+", "", p) for p in re.split(r"[.$]", method.class_name)]
    return next((part for part in reversed(parts) if part), "")


def inside_class(method: MethodId) -> Clause:
    """Within the method's class; in OpenGrep `class` means classes and enums."""
    name = simple_class(method)
    return {
        "pattern-either": [
            {"pattern-inside": f"class {name} {{ ... }}"},
            {"pattern-inside": f"interface {name} {{ ... }}"},
            {"pattern-inside": f"record {name}(...) {{ ... }}"},
        ]
    }


def outside_class(method: MethodId) -> Clause:
    """Not within that class, which may be nested in the one where the rule looks."""
    return {"pattern-not-inside": f"class {simple_class(method)} {{ ... }}"}


def declaration(method: MethodId, form: Form = Form.ANY) -> Clause:
    """The method's declaration: with any parameters, so many, or those of its types."""
    match form:
        case Form.ANY:
            listed = "..."
        case Form.COUNTED:
            numbers = range(1, len(method.parameter_types) + 1)
            listed = ", ".join(f"$T{n} $P{n}" for n in numbers)
        case Form.TYPED:
            typed = enumerate(method.parameter_types, start=1)
            listed = ", ".join(f"{name} $P{n}" for n, name in typed)
    if method.name == "<init>":
        return {"pattern": f"{simple_class(method)}({listed}) {{ ... }}"}
    return {"pattern": f"$R {method.name}({listed}) {{ ... }}"}


def inside(method: MethodId, form: Form = Form.ANY) -> list[Clause]:
    """Within the method; overloads are included as far as the form lets them."""
    return [inside_class(method), {"pattern-inside": declaration(method, form)["pattern"]}]


def call(method: MethodId, form: Form = Form.ANY) -> Clause:
    """Calls of a method of that name on an object, a class or none; types are not compared."""
    listed = "..." if form is Form.ANY else _arguments(method)
    if method.name == "<init>":
        return _creation(simple_class(method), listed)
    return {
        "pattern-either": [
            {"pattern": f"{method.name}({listed})"},
            {"pattern": f"$O.{method.name}({listed})"},
        ]
    }


def _arguments(method: MethodId) -> str:
    return ", ".join(f"$A{n}" for n in range(1, len(method.parameter_types) + 1))


def plain_call(method: MethodId) -> Clause:
    """Calls on no object, with as many arguments as the method has parameters."""
    return {"pattern": f"{method.name}({_arguments(method)})"}


def qualified_call(method: MethodId) -> Clause:
    """Calls on the class itself."""
    return {"pattern": f"{simple_class(method)}.{method.name}(...)"}


def use(found: Use) -> Clause:
    """One use of a name or a construct."""
    match found.kind:
        case UseKind.CALL if found.name in DELEGATIONS:
            return {"pattern": f"{found.name}(...)"}
        case UseKind.CALL:
            return call(MethodId(class_name="_", name=found.name))
        case UseKind.CREATION:
            return _creation(found.name, "...")
        case UseKind.CONSTRUCT:
            return {"pattern": _CONSTRUCTS[found.name]}
        case UseKind.NAME:
            return {"pattern": found.name}


def repeated(found: Use, count: int) -> Clause:
    """So many statements one after another in one block, others between them, that are the use."""
    shapes: tuple[str, ...]
    match found.kind:
        case UseKind.CALL:
            shapes = (f"{found.name}(...);", f"$O{{}}.{found.name}(...);")
        case UseKind.CREATION:
            shapes = (f"$T{{}} $V{{}} = new {found.name}(...);",)
        case UseKind.CONSTRUCT:
            shapes = (_CONSTRUCTS[found.name],)
        case UseKind.NAME:
            shapes = (f"$T{{}} $V{{}} = {found.name};",)
    return {"pattern-either": [{"pattern": _sequence(shape, count)} for shape in shapes]}


def _sequence(shape: str, count: int) -> str:
    numbered = (shape.replace("{}", str(n)) for n in range(1, count + 1))
    return "\n...\n".join(numbered) + "\n"


def _creation(name: str, listed: str) -> Clause:
    return {
        "pattern-either": [
            {"pattern": f"new {name}({listed})"},
            {"pattern": f"new {name}<$G>({listed})"},
        ]
    }
