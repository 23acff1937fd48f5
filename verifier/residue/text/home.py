"""A class as context for code: what its own text says about the names that the code uses.

A text shows what a class declares and what its file imports. It does not show what the class
inherits or what else is in its package. So every question has a third answer: unknown.
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
from verifier.java_text.names import class_chain, simple_name, to_dotted
from verifier.java_text.tokens import token_texts

_IMPLICITLY_STATIC = frozenset({TypeKind.INTERFACE, TypeKind.ANNOTATION})


@dataclass(frozen=True, kw_only=True, slots=True)
class Overload:
    """One method of a name: the number of its parameters, and whether it is static."""

    parameters: int
    varargs: bool
    static: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Home:
    """What one side of a class declares.

    `fields` says for each field whether it is static. `types` are nested types and type parameters.
    `alone` says that the class is top-level and has no supertype, so it has only the members that
    it declares and those of Object. `peers` are the changed top-level classes, with dots. `origins`
    maps a constant that was moved here to its former class.
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
            # An enum and a record have members that their text does not show.
            alone=declared.kind is TypeKind.CLASS
            and "$" not in declared.class_name
            and not {"extends", "implements"} & set(header),
            peers=peers,
            origins=origins,
        )

    @property
    def full_name(self) -> str:
        """The full name with dots, as in an import."""
        return to_dotted(self.class_name)

    def owner_of(self, name: str) -> str:
        """Return the class that a static member belongs to, or belonged to before it moved."""
        return self.origins.get(name, self.full_name)

    def overload(self, name: str, arguments: int | None) -> Overload | None:
        """Return the only method that a call can mean; None if the text does not show it.

        A class with a supertype never has one, because an inherited method may fit better.
        """
        found = self.methods.get(name, ())
        fitting = [o for o in found if o.varargs or arguments in {None, o.parameters}]
        certain = self.alone and len(fitting) == 1 and not fitting[0].varargs
        return fitting[0] if certain else None

    def has_like(self, name: str, parameters: int) -> bool:
        """Tell whether several methods of a name could take that many arguments."""
        found = self.methods.get(name, ())
        return len([o for o in found if o.varargs or o.parameters == parameters]) > 1

    def may_have(self, name: str) -> bool:
        """Tell whether a name may be a variable here that this text does not declare."""
        star = any(i.static and i.name.endswith("*") for i in self.imports)
        imported = any(i.static and i.name.endswith(f".{name}") for i in self.imports)
        return not self.alone or star or imported

    def type_named(self, name: str) -> str | None:
        """Return the full name for the simple name of a type; None if it is unknown."""
        if name == class_chain(self.full_name):
            return self.full_name
        # The scopes of the language from inside out; the first one with the name wins.
        if name in self.types:
            return f"{self.full_name}.{name}"
        single = [i.name for i in self.imports if simple_name(i.name) == name]
        if single:
            return single[0] if len(single) == 1 else None
        in_package = f"{self.package}.{name}" if self.package else name
        if in_package in self.peers:
            return in_package
        if name in JAVA_LANG:
            return f"java.lang.{name}"
        # Without a supertype and on-demand imports, only the package can contain it.
        on_demand = any(i.name.endswith("*") for i in self.imports)
        return in_package if self.alone and not on_demand else None


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
            # A MethodId writes `...` as an array, so the two cannot be distinguished here.
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
