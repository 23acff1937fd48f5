"""The members of both sides of a change: their tokens, places and names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from verifier.domain.refactoring import MethodId, RefactoringSide
from verifier.domain.source import CompilationUnit, Member, MemberKind, Span, TypeDeclaration
from verifier.java_text.members import list_named_types
from verifier.java_text.tokens import token_texts
from verifier.residue.text.edit import Text
from verifier.residue.text.home import Home
from verifier.residue.text.method_text import MethodText


@dataclass(frozen=True, kw_only=True, slots=True)
class FileSides:
    """A changed file before and after, parsed; None if a side lacks the file."""

    before: CompilationUnit | None
    after: CompilationUnit | None

    @property
    def problems(self) -> bool:
        """Tell whether the parser could read only a part of a side."""
        return any(unit is not None and unit.problems for unit in (self.before, self.after))


Units = Mapping[str, FileSides]
"""The changed files of a candidate, by path."""


class PartKind(StrEnum):
    """What is compared as one part: members by the parser's names, class headers, and files without
    classes.
    """

    METHOD = "method"
    CONSTRUCTOR = "constructor"
    FIELD = "field"
    INITIALIZER = "initializer"
    ENUM_CONSTANT = "enum_constant"
    HEADER = "header"
    FILE = "package"
    """A file that declares no class, such as package-info.java."""


INITIALISED = frozenset({PartKind.FIELD, PartKind.INITIALIZER, PartKind.ENUM_CONSTANT})
"""Parts that are initialised in the order of the source."""


@dataclass(frozen=True, kw_only=True, slots=True, order=True)
class PartKey:
    """A part by its class (binary name; the path for a file), its kind and its name.

    The name is a method's signature, or the names that a field declares; empty for a header.
    """

    owner: str
    kind: PartKind
    name: str = ""

    @property
    def about(self) -> str:
        """The part's name without its kind: for a method its signature."""
        return self.name if "#" in self.name else str(self)

    def __str__(self) -> str:
        match self.kind:
            case PartKind.FILE:
                return self.owner
            case PartKind.HEADER:
                return f"declaration of {self.owner}"
            case _:
                return (
                    f"{self.kind} {self.name if '#' in self.name else f'{self.owner}.{self.name}'}"
                )


@dataclass(frozen=True, kw_only=True, slots=True)
class MemberPart:
    """One part: its words, its first place, and the method that it declares, if any.

    Initialisers have no name, so all initialisers of one class are one part.
    """

    words: tuple[str, ...]
    place: MethodText | None = None
    method: MethodId | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FileSide:
    """One side's parts and classes, and for each class the order of initialisation."""

    parts: Mapping[PartKey, MemberPart]
    homes: Mapping[str, Home]
    orders: Mapping[str, Sequence[tuple[str, ...]]]

    @classmethod
    def of(
        cls,
        texts: Mapping[str, str],
        units: Mapping[str, CompilationUnit | None],
        origins: Mapping[str, Mapping[str, str]] | None = None,
    ) -> Self:
        """Read the changed files of one side.

        `origins` maps a class to the constants that were moved into it, and each constant to its
        former class.
        """
        reader = _PartReader(texts, units, origins or {})
        return cls(parts=reader.parts, homes=reader.homes, orders=reader.orders)

    def place(self, method: MethodId) -> MethodText | None:
        """Return the place of a method; None if this side has no such method."""
        return next(
            (p.place for p in self.parts.values() if p.method and p.method.matches(method)), None
        )

    def text_of(self, key: PartKey) -> Text | None:
        """Return the first text of a part; None if this side lacks it or knows no place for it."""
        part = self.parts.get(key)
        return part.place.as_text() if part is not None and part.place is not None else None

    def find_parts(self, acted: Iterable[RefactoringSide | None]) -> set[PartKey]:
        """Return the methods that these sides of refactorings name."""
        ids = [m for s in acted if s is not None for m in (s.method, s.partner) if m is not None]
        return {k for k, p in self.parts.items() if p.method and any(map(p.method.matches, ids))}


class _PartReader:
    """Collects the parts of one side, file by file."""

    def __init__(
        self,
        texts: Mapping[str, str],
        units: Mapping[str, CompilationUnit | None],
        origins: Mapping[str, Mapping[str, str]],
    ) -> None:
        self.parts: dict[PartKey, MemberPart] = {}
        self.orders: dict[str, list[tuple[str, ...]]] = {}
        declared = [(p, u, t) for p, u in units.items() if u is not None for t in u.types]
        peers = frozenset(t.class_name for _, _, t in declared if "$" not in t.class_name)
        self.homes = {
            t.class_name: Home.of(t, u, texts[p], peers, origins.get(t.class_name, {}))
            for p, u, t in declared
        }
        for path, text in texts.items():
            unit = units.get(path)
            if unit is not None and not unit.types:
                key = PartKey(owner=path, kind=PartKind.FILE)
                self.parts[key] = MemberPart(words=token_texts(text))
            # The code of local and anonymous classes belongs to the member around them.
            for each in list_named_types(unit) if unit is not None else ():
                self._add_class(path, text, each)

    def _add_class(self, path: str, text: str, declared: TypeDeclaration) -> None:
        header = Span(start=declared.span.start, end=declared.body.start)
        place = self._place(path, text, header, declared.class_name)
        key = PartKey(owner=declared.class_name, kind=PartKind.HEADER)
        self.parts[key] = MemberPart(words=token_texts(place.code), place=place)
        for member in declared.members:
            # A nested class is listed as a separate class.
            if member.kind is not MemberKind.TYPE:
                self._add_member(path, text, member)

    def _add_member(self, path: str, text: str, member: Member) -> None:
        name = str(member.method or ", ".join(member.names))
        key = PartKey(owner=member.class_name, kind=PartKind(member.kind), name=name)
        place = self._place(path, text, member.span, member.class_name)
        words = token_texts(place.code)
        self._add_order(key, member, words)
        # All initialisers of one class are one part, in their order.
        known = self.parts.get(key)
        self.parts[key] = MemberPart(
            words=words if known is None else known.words + words,
            place=place if known is None else known.place,
            method=member.method,
        )

    def _place(self, path: str, text: str, span: Span, owner: str) -> MethodText:
        return MethodText(
            file=path,
            text=text,
            start=span.start,
            end=span.end,
            class_name=owner,
            homes=self.homes,
        )

    def _add_order(self, key: PartKey, member: Member, words: tuple[str, ...]) -> None:
        if key.kind not in INITIALISED or (key.kind is PartKind.FIELD and "=" not in words):
            return
        static = "static" in member.modifiers or words[:1] == ("static",)
        # Static members are initialised with the class, others with each object: two orders.
        order = f"{key.owner}{' static' * static}"
        self.orders.setdefault(order, []).append(member.names or words)
