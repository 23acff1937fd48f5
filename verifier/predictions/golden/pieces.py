"""The parts of a commit that form a golden refactoring, and the base's files with these parts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from verifier.domain.closure import Brought, BroughtKind
from verifier.domain.closure_request import ClosurePart, Declared
from verifier.domain.parameter_type import canonical_type
from verifier.domain.refactoring import MethodId
from verifier.domain.source import (
    CompilationUnit,
    FileChange,
    JavaTree,
    Member,
    MemberKind,
    TypeDeclaration,
)
from verifier.java_text.layout import indentation
from verifier.java_text.members import find_member, find_method
from verifier.java_text.names import class_chain, simple_name
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.tokens import same_code
from verifier.predictions.answers.given_members import GivenMember
from verifier.predictions.splicing.imports import ImportSource, find_needed_imports
from verifier.predictions.splicing.splice import FileSplice

HEADER = "header"
"""The kind of a type's declaration without its body, in addition to the kinds of members."""


@dataclass(frozen=True, kw_only=True)
class RememberingReader(JavaReader):
    """Reads each source once, because files are rebuilt for every new piece."""

    _known: dict[str, CompilationUnit] = field(default_factory=dict)

    def read(self, source: str) -> CompilationUnit:
        """Return the declarations of a source like the plain reader."""
        if source not in self._known:
            self._known[source] = super().read(source)
        return self._known[source]


@dataclass(frozen=True, kw_only=True)
class GoldenPiece:
    """One member of the commit and its place in the base.

    `home` is the base's file. `chain` is the class in it; empty for a top-level type. `replaces` is
    the replaced member if that is not the member of the same name and parameters. `brought` is None
    for the refactoring's own pieces. `watched` pieces change nothing: the base has them unchanged,
    but they need their surroundings from the commit.
    """

    origin: str
    declared: TypeDeclaration
    member: Member
    home: str
    chain: str
    replaces: MethodId | None = None
    brought: Brought | None = None
    watched: bool = False

    @property
    def is_header(self) -> bool:
        """Tell whether it is a type's declaration without the body."""
        return self.brought is not None and self.brought.kind is BroughtKind.HEADER

    @property
    def by_name(self) -> tuple["GoldenPiece", ...]:
        """The piece; for fields that are declared together, one piece per field."""
        members = (replace(self.member, names=(name,)) for name in self.member.names)
        return tuple(replace(self, member=each) for each in members) or (self,)

    @property
    def part(self) -> ClosurePart:
        """The member as the analysis looks it up on both sides."""
        kind = HEADER if self.is_header else str(self.member.kind)
        package = self.declared.class_name.removesuffix(class_chain(self.declared.class_name))
        after, now = self.declared.class_name, package + self.chain
        if self.member.kind is MemberKind.TYPE and not self.is_header:
            simple = self.member.names[0]
            after = f"{after}${simple}" if self.chain else after
            now = f"{now}${simple}" if self.chain else self.declared.class_name
        name = self.member.names[0] if self.member.names else ""
        types: tuple[str, ...] = ()
        if self.is_header:
            name = simple_name(after)
        if (method := self.member.method) is not None:
            name, types = method.name, tuple(map(canonical_type, method.parameter_types))
        return ClosurePart(
            after=Declared(
                kind=kind, file=self.origin, class_name=after, name=name, parameter_types=types
            ),
            now=Declared(
                kind=kind, file=self.home, class_name=now, name=name, parameter_types=types
            ),
        )


@dataclass(frozen=True, kw_only=True)
class Removal:
    """A member of the base to remove; `brought` is None if the refactoring itself removes it."""

    file: str
    chain: str
    member: Member
    brought: Brought | None = None


@dataclass(frozen=True, kw_only=True)
class FollowedText:
    """Characters of a test that follow the moved method, and their new text."""

    file: str
    start: int
    end: int
    text: str
    brought: Brought


@dataclass(frozen=True, kw_only=True)
class Pieces:
    """All pieces so far. The object is immutable; more pieces make a new one."""

    spliced: tuple[GoldenPiece, ...] = ()
    files: Mapping[str, Brought | None] = field(default_factory=dict)
    removed: tuple[Removal, ...] = ()
    followed: tuple[FollowedText, ...] = ()
    imports: Mapping[tuple[str, str], Brought] = field(default_factory=dict)

    def has(self, piece: GoldenPiece) -> bool:
        """Tell whether the piece, or an equal one, is already included."""
        return any(_key(each) == _key(piece) for each in self.spliced)

    @property
    def homes(self) -> frozenset[str]:
        """The base's files that contain pieces."""
        return frozenset(piece.home for piece in self.spliced)

    @property
    def count(self) -> int:
        """The number of pieces and files, without imports."""
        return len(self.spliced) + len(self.files) + len(self.removed)


def _key(piece: GoldenPiece) -> tuple[object, ...]:
    part = piece.part.after
    return part, piece.watched


@dataclass(frozen=True, kw_only=True)
class Trees:
    """The base, the commit, and the reader of both."""

    before: JavaTree
    after: JavaTree
    reader: JavaReader
    _new: dict[str, FileSplice] = field(default_factory=dict)

    def after_file(self, path: str) -> FileSplice | None:
        """Return a file of the commit; None if it does not exist."""
        if path not in self._new:
            if self.after.read(path) is None:
                return None
            self._new[path] = FileSplice(self.after, path, self.reader)
        return self._new[path]

    def base_file(self, path: str) -> FileSplice | None:
        """Return a file of the base without edits; None if it does not exist."""
        if self.before.read(path) is None:
            return None
        return FileSplice(self.before, path, self.reader)


class SplicedBase:
    """The base's files with all pieces in them, in the commit's order of members."""

    def __init__(self, trees: Trees, pieces: Pieces) -> None:
        self._trees = trees
        self._pieces = pieces
        self._files: dict[str, FileSplice] = {}
        self.names: set[str] = set()
        """Names whose users may mean something else now."""
        self.imported: list[Brought] = []
        """The imports that the new code was found to need."""
        for removal in pieces.removed:
            self._remove(removal)
        for each in pieces.followed:
            self._file(each.file).write(each.start, each.end, each.text)
        for piece in sorted(pieces.spliced, key=lambda p: (p.origin, p.member.span.start)):
            if not piece.watched:
                self._put(piece)
        for path, file in self._files.items():
            self._import(path, file)
        for path in pieces.files:
            self._note_gone(path)

    @cached_property
    def texts(self) -> dict[str, str]:
        """The text of every file that differs from the base, including new files."""
        changed = {p: f.text() for p, f in self._files.items() if f.text() != f.base_text}
        return {**changed, **{path: self._whole(path) for path in self._pieces.files}}

    @property
    def changes(self) -> tuple[FileChange, ...]:
        """The base's files that differ, as changes of a candidate.

        New whole files are not included.
        """
        return tuple(f.change() for f in self._files.values() if f.text() != f.base_text)

    @cached_property
    def portable(self) -> dict[str, str | None]:
        """The changed files in the form of a prediction."""
        declared = self._trees.before.encoding
        changed: dict[str, str | None] = {
            p: f.portable_text(declared(p))
            for p, f in self._files.items()
            if f.text() != f.base_text
        }
        for path in self._pieces.files:
            new = self._trees.after_file(path)
            changed[path] = None if new is None else new.portable_text(declared(path))
        return dict(sorted(changed.items()))

    def _whole(self, path: str) -> str:
        new = self._trees.after_file(path)
        return "" if new is None else new.base_text

    def _file(self, path: str) -> FileSplice:
        if path not in self._files:
            self._files[path] = FileSplice(self._trees.before, path, self._trees.reader)
        return self._files[path]

    def _remove(self, removal: Removal) -> None:
        file, member = self._file(removal.file), removal.member
        file.remove(member)
        self.names.update(member.names)
        if member.kind is MemberKind.CONSTRUCTOR:
            self.names.add(simple_name(removal.chain))

    def _put(self, piece: GoldenPiece) -> None:
        new = self._trees.after_file(piece.origin)
        if new is None:
            return
        file = self._file(piece.home)
        if not piece.chain:
            file.append_type(new.member_text(piece.member).replace("\r\n", "\n"))
            return
        home = file.type_named(piece.chain)
        if home is None:
            return
        if piece.is_header:
            file.replace_header(home, header_text(new, piece.declared))
            self.names.add(simple_name(piece.chain))
            return
        given = convert_member(new, piece.member)
        old = (find_method(home, piece.replaces) if piece.replaces else None) or find_member(
            home, piece.member
        )
        if old is not None:
            self._note(home, old, file, given)
            file.replace(old, given)
            return
        self._note_new(home, piece.member)
        file.insert(home, given, neighbour(piece, home))

    def _note(
        self, home: TypeDeclaration, old: Member, file: FileSplice, given: GivenMember
    ) -> None:
        """Note the names whose users may be affected: the member was declared differently or lost
        its body.
        """
        before, after = front(file.base_text, old), _front_of(given)
        if not same_code(before, after):
            self.names.update(old.names)
            bare = old.body is not None and given.member.body is None
            if bare or old.kind is MemberKind.CONSTRUCTOR:
                self.names.add(simple_name(home.class_name))

    def _note_new(self, home: TypeDeclaration, member: Member) -> None:
        """Note the names whose users a new overload or a new abstract method may affect."""
        if member.method is None:
            return
        if any(set(other.names) & set(member.names) for other in home.members):
            self.names.update(member.names)
        if member.kind is MemberKind.CONSTRUCTOR or member.body is None:
            self.names.add(simple_name(home.class_name))

    def _note_gone(self, path: str) -> None:
        """Note the types of a removed file, because their users are affected."""
        base = self._trees.base_file(path)
        for declared in base.unit.types if base is not None else ():
            self.names.add(simple_name(declared.class_name))

    def _import(self, path: str, file: FileSplice) -> None:
        origins = {p.origin for p in self._pieces.spliced if p.home == path and not p.watched}
        news = [n for o in sorted(origins) if (n := self._trees.after_file(o)) is not None]
        sources = [ImportSource(imports=n.unit.imports, package=n.unit.package) for n in news]
        own = self._trees.after_file(path)
        if own is not None:
            sources.insert(0, ImportSource(imports=own.unit.imports))
        lines = find_needed_imports(file.added, file.unit, path, self._trees.before, sources)
        wanted = [line for p, line in self._pieces.imports if p == path and line not in lines]
        for line in lines:
            self.imported.append(
                Brought(
                    kind=BroughtKind.IMPORT,
                    name=read_import(line),
                    file=path,
                    why=self._user(path, simple_name(read_import(line))),
                )
            )
        file.add_imports([*lines, *wanted])

    def _user(self, path: str, word: str) -> str:
        """Return the first piece of a file whose code has the word; the path if there is none."""
        for piece in self._pieces.spliced:
            new = self._trees.after_file(piece.origin)
            if piece.home == path and new is not None and word in new.member_text(piece.member):
                return piece_name(piece)
        return path


def front(text: str, member: Member) -> str:
    """Return a member without its body; a field whole."""
    end = member.body.start if member.body is not None else member.span.end
    return text[member.span.start : end]


def _front_of(given: GivenMember) -> str:
    member = given.member
    if member.body is None:
        return given.text
    # The text has no carriage returns any more, so the body's offset does not fit.
    return given.text[: given.text.find("{")] if "{" in given.text else given.text


def convert_member(file: FileSplice, member: Member) -> GivenMember:
    """Return a member of the commit in the form that is put into the base."""
    text = file.member_text(member).replace("\r\n", "\n")
    indent = indentation(file.base_text, member.span.start)
    return GivenMember(member=member, text=text, indent=indent, owner="", abridged=False)


def header_text(file: FileSplice, declared: TypeDeclaration) -> str:
    """Return a type's declaration up to its body, with Javadoc."""
    text = file.base_text[declared.span.start : declared.body.start]
    return text.replace("\r\n", "\n")


def neighbour(piece: GoldenPiece, home: TypeDeclaration) -> Member | None:
    """Return the last member before it in the commit's class that the base's class has too."""
    before: Iterable[Member] = reversed(
        [m for m in piece.declared.members if m.span.end <= piece.member.span.start]
    )
    kinds = (
        {MemberKind.ENUM_CONSTANT}
        if piece.member.kind is MemberKind.ENUM_CONSTANT
        else set(MemberKind)
    )
    found = (find_member(home, m) for m in before if m.kind in kinds)
    return next((m for m in found if m is not None), None)


def piece_name(piece: GoldenPiece) -> str:
    """Write a piece's name for a person: `p.A#f(int)`, `p.A.LIMIT`, `p.A.Inner`."""
    part = piece.part.after
    return write_name(part)


def write_name(declared: Declared) -> str:
    """Write a declaration's name for a person."""
    owner = declared.class_name.replace("$", ".")
    if declared.kind in {"type", HEADER}:
        return owner
    if declared.kind in {"method", "constructor"}:
        return f"{owner}#{declared.name}({', '.join(declared.parameter_types)})"
    return f"{owner}.{declared.name}" if declared.name else f"{owner} (initializer)"


def read_import(line: str) -> str:
    """Return the name in an import declaration."""
    return line.removeprefix("import ").removeprefix("static ").removesuffix(";")


def find_nested_type(file: FileSplice, chain: str) -> tuple[TypeDeclaration, Member] | None:
    """Return a nested type as a member of its enclosing type; None for others."""
    outer, _, name = chain.rpartition("$")
    around = file.type_named(outer) if outer else None
    members: Iterator[Member] = iter(around.members if around is not None else ())
    inner = next((m for m in members if m.kind is MemberKind.TYPE and m.names == (name,)), None)
    return None if around is None or inner is None else (around, inner)
