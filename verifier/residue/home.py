"""A class as the home of code: what its own text says about the names that are used in it.

A text shows what a class declares and what its file imports. It does not show what the class
inherits, nor what else its package holds, so every question has a third answer: unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.domain.source import (
    CompilationUnit,
    Import,
    Member,
    MemberKind,
    TypeDeclaration,
    TypeKind,
)
from verifier.java_text.jdk_names import JAVA_LANG
from verifier.java_text.names import class_chain, dotted, simple_name
from verifier.java_text.tokens import token_texts

_IMPLICITLY_STATIC = frozenset({TypeKind.INTERFACE, TypeKind.ANNOTATION})


@dataclass(frozen=True, kw_only=True, slots=True)
class Overload:
    """One method of a name: how many parameters, and whether it is static."""

    parameters: int
    varargs: bool
    static: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Home:
    """What one side of one class declares.

    `fields` says of each whether it is static. `types` are nested types and type parameters.
    `alone` is a class on the top level without a supertype: what it does not declare is no member
    of it, but for Object's methods. `peers` are the changed classes on the top level, by their
    names with dots; `origins` the class from which a constant was moved here.
    """

    class_name: str
    package: str
    imports: tuple[Import, ...]
    fields: Mapping[str, bool]
    methods: Mapping[str, tuple[Overload, ...]]
    types: frozenset[str]
    alone: bool
    peers: frozenset[str]
    origins: Mapping[str, str]

    @classmethod
    def of(
        cls,
        declared: TypeDeclaration,
        unit: CompilationUnit,
        text: str,
        peers: frozenset[str],
        origins: Mapping[str, str],
    ) -> "Home":
        """Read one class of a file."""
        header = token_texts(text[declared.span.start : declared.body.start])
        return cls(
            class_name=declared.class_name,
            package=unit.package,
            imports=unit.imports,
            fields=_fields(declared),
            methods=_methods(declared.members),
            types=_types(declared, header),
            # An enum and a record have members that stand nowhere in the text.
            alone=declared.kind is TypeKind.CLASS
            and "$" not in declared.class_name
            and not {"extends", "implements"} & set(header),
            peers=peers,
            origins=origins,
        )

    @property
    def full_name(self) -> str:
        """With dots, as an import has it."""
        return dotted(self.class_name)

    def owner_of(self, name: str) -> str:
        """The class that a static member of this one belongs to, or belonged to."""
        return self.origins.get(name, self.full_name)

    def overload(self, name: str, arguments: int | None) -> Overload | None:
        """The only method that a call can mean; None where the text does not show it.

        An inherited method of the same name may fit better, so a class with a supertype has none.
        """
        found = self.methods.get(name, ())
        fitting = [o for o in found if o.varargs or arguments in {None, o.parameters}]
        certain = self.alone and len(fitting) == 1 and not fitting[0].varargs
        return fitting[0] if certain else None

    def has_like(self, name: str, parameters: int) -> bool:
        """Whether several methods of a name could take as many arguments."""
        found = self.methods.get(name, ())
        return len([o for o in found if o.varargs or o.parameters == parameters]) > 1

    def may_have(self, name: str) -> bool:
        """Whether a variable that this text does not declare can have a name here."""
        star = any(i.static and i.name.endswith("*") for i in self.imports)
        imported = any(i.static and i.name.endswith(f".{name}") for i in self.imports)
        return not self.alone or star or imported

    def type_named(self, name: str) -> str | None:
        """The full name that a simple name of a type stands for; None where that is unknown."""
        if name == class_chain(self.full_name):
            return self.full_name
        # The scopes of the language, from inside out: the first that knows the name is meant.
        if name in self.types:
            return f"{self.full_name}.{name}"
        single = [i.name for i in self.imports if simple_name(i.name) == name]
        if single:
            return single[0] if len(single) == 1 else None
        beside = f"{self.package}.{name}" if self.package else name
        if beside in self.peers:
            return beside
        if name in JAVA_LANG:
            return f"java.lang.{name}"
        # Without a supertype to inherit it from and a `*` to import it by, only its package is left.
        on_demand = any(i.name.endswith("*") for i in self.imports)
        return beside if self.alone and not on_demand else None


def _fields(declared: TypeDeclaration) -> dict[str, bool]:
    implicit = declared.kind in _IMPLICITLY_STATIC
    return {
        name: implicit or member.kind is MemberKind.ENUM_CONSTANT or "static" in member.modifiers
        for member in declared.members
        if member.kind in {MemberKind.FIELD, MemberKind.ENUM_CONSTANT}
        for name in member.names
    }


def _methods(members: tuple[Member, ...]) -> dict[str, tuple[Overload, ...]]:
    found: dict[str, tuple[Overload, ...]] = {}
    for member in members:
        if member.method is None:
            continue
        types = member.method.parameter_types
        overload = Overload(
            parameters=len(types),
            # A text's `...` is an array in a MethodId: whether one or the other is not told here.
            varargs=bool(types) and types[-1].endswith("[]"),
            static="static" in member.modifiers,
        )
        found[member.method.name] = (*found.get(member.method.name, ()), overload)
    return found


def _types(declared: TypeDeclaration, header: tuple[str, ...]) -> frozenset[str]:
    nested = {n for m in declared.members if m.kind is MemberKind.TYPE for n in m.names}
    simple = simple_name(declared.class_name)
    at = header.index(simple) if simple in header else len(header)
    parameters = set(header[at + 1 :]) if header[at + 1 : at + 2] == ("<",) else set()
    return frozenset(nested | parameters)
