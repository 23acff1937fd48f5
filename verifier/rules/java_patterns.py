"""Parts of rules about Java: where to search, and what to search for."""

import itertools
import math
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

from verifier.domain.refactoring import MethodId
from verifier.java_text.names import list_named_classes, package_of
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
MOST_SPELLINGS = 64
_NEVER_GENERIC = frozenset({"String", "Object", "Integer", "Long", "Boolean", "File", "Path"})
_AS_TYPE = ("{}", "({}) $X", "$X instanceof {}", "{} $V = $I;")
CONTEXTS = (*_CONSTRUCTS.values(), "!$A", "$A ? $B : $C", "(...) -> $B", "$T $V = $I;", "$V = $I")
"""Where a use can occur, as patterns."""


class Form(StrEnum):
    """How precisely a declaration or call is described."""

    ANY = "any"
    COUNTED = "counted"
    TYPED = "typed"


def simple_class(method: MethodId) -> str:
    """Return the innermost named class around a method."""
    return next(reversed(list_named_classes(method.class_name)), "")


def inside_class(method: MethodId) -> list[Clause]:
    """Restrict to the method's class and those around it; in OpenGrep `class` means classes and enums."""
    return [
        {
            "pattern-either": [
                {"pattern-inside": f"class {name} {{ ... }}"},
                {"pattern-inside": f"interface {name} {{ ... }}"},
                {"pattern-inside": f"record {name}(...) {{ ... }}"},
            ]
        }
        for name in list_named_classes(method.class_name)
    ]


def inside_package(method: MethodId) -> list[Clause]:
    """Restrict to files of the class's package; no restriction for the unnamed package."""
    package = package_of(method.class_name)
    return [{"pattern-inside": f"package {package};\n...\n"}] if package else []


def outside_class(name: str) -> Clause:
    """Exclude a class, which may be nested in the class that the rule searches."""
    return {"pattern-not-inside": f"class {name} {{ ... }}"}


def declaration(method: MethodId, form: Form = Form.ANY) -> Clause:
    """Match the method's declaration: with any parameters, with their number, or with their types."""
    endings = (" { ... }",) if method.name == "<init>" else (" { ... }", ";")
    shapes = (head + ending for head in _heads(method, form) for ending in endings)
    return {"pattern-either": [{"pattern": shape} for shape in shapes]}


def inside(method: MethodId, form: Form = Form.ANY) -> list[Clause]:
    """Restrict to the method; includes overloads as far as the form allows."""
    bodies = [{"pattern-inside": head + " { ... }"} for head in _heads(method, form)]
    return [*inside_class(method), {"pattern-either": bodies}]


def _heads(method: MethodId, form: Form) -> Iterator[str]:
    """Yield patterns of the method up to its body.

    The pattern `List` does not match `List<String>`, so type arguments are spelled out. An array at
    the end may be a varargs parameter, which no other pattern matches. Types are not compared by
    regular expressions: engines give up on those in files that are not UTF-8.
    """
    name = simple_class(method) if method.name == "<init>" else f"$R {method.name}"
    types = method.parameter_types
    match form:
        case Form.ANY:
            yield f"{name}(...)"
        case Form.COUNTED:
            yield f"{name}({', '.join(f'$T{n} $P{n}' for n in range(1, len(types) + 1))})"
        case Form.TYPED:
            for listed in _list_spellings(types):
                yield f"{name}({', '.join(listed)})"
            if types and types[-1].endswith("[]"):
                varargs = f"{types[-1].removesuffix('[]')}... $P{len(types)}"
                for listed in _list_spellings(types[:-1]):
                    yield f"{name}({', '.join([*listed, varargs])})"


def _list_spellings(types: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the parameters with and without type arguments; only without if there are too many combinations."""
    choices = [[f"{shape} $P{n}" for shape in _generic(t, n)] for n, t in enumerate(types, start=1)]
    if math.prod(map(len, choices)) > MOST_SPELLINGS:
        choices = [options[:1] for options in choices]
    yield from itertools.product(*choices)


def _generic(name: str, number: int) -> tuple[str, ...]:
    if not name[:1].isupper() or name in _NEVER_GENERIC or name.endswith("[]"):
        return (name,)
    return name, f"{name}<?>", f"{name}<$G{number}>", f"{name}<$K{number}, $V{number}>"


def call(method: MethodId, form: Form = Form.ANY) -> Clause:
    """Match calls of a method of that name on an object, a class or nothing; types are not compared."""
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
    """Match calls without a receiver, with as many arguments as the method has parameters."""
    return {"pattern": f"{method.name}({_arguments(method)})"}


def call_on_class(method: MethodId) -> Clause:
    """Match calls on the class itself."""
    return {"pattern": f"{simple_class(method)}.{method.name}(...)"}


def use(found: Use) -> Clause:
    """Match one use of a name or a construct."""
    match found.kind:
        case UseKind.CALL:
            return _match_call(found.name)
        case UseKind.CREATION:
            return _creation(found.name, "...")
        case UseKind.ARRAY:
            shapes = (f"new {found.name}[$N]", f"new {found.name}[] {{...}}")
            return {"pattern-either": [{"pattern": shape} for shape in shapes]}
        case UseKind.FIELD:
            return {"pattern": f"$O.{found.name}"}
        case UseKind.CONSTRUCT:
            return {"pattern": _CONSTRUCTS[found.name]}
        case UseKind.NAME:
            return _match_name(found.name)


def _match_call(name: str) -> Clause:
    if name in DELEGATIONS:
        return {"pattern": f"{name}(...)"}
    return call(MethodId(class_name="_", name=name))


def _match_name(name: str) -> Clause:
    """Match a name; if it may be a type's name, also where types occur."""
    if not name[:1].isupper():
        return {"pattern": name}
    return {"pattern-either": [{"pattern": place.format(name)} for place in _AS_TYPE]}


def repeat(found: Use, count: int) -> Clause:
    """Match `count` statements with the use in one block, possibly with others between them."""
    shapes: tuple[str, ...]
    match found.kind:
        case UseKind.CALL:
            shapes = (f"{found.name}(...);", f"$O{{}}.{found.name}(...);")
        case UseKind.CREATION:
            shapes = (f"$T{{}} $V{{}} = new {found.name}(...);",)
        case UseKind.ARRAY:
            shapes = (f"$T{{}} $V{{}} = new {found.name}[$N{{}}];",)
        case UseKind.FIELD:
            shapes = (f"$O{{}}.{found.name} = $V{{}};",)
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
