"""What a golden refactoring needs of the rest of its commit, found round by round.

The pieces so far are put into the base, and the compiler's front end says where their names lead
there and in the commit, what is missing and what breaks. Each answer adds pieces; nothing that no
piece needs and no broken code asks for comes along.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from verifier.domain.closure import Brought, BroughtKind, Closure, OpenEnd, OpenReason
from verifier.domain.closure_request import (
    Break,
    BreakKind,
    ClosureAnswer,
    ClosureRequest,
    Declared,
    Lack,
    Need,
)
from verifier.domain.paths import is_test_path
from verifier.domain.proof_request import CommitSources, FolderSources, SourceVersion
from verifier.domain.refactoring import MethodId
from verifier.domain.source import Analysis, Member, MemberKind, TypeDeclaration
from verifier.errors import AnalysisError
from verifier.java_text.members import find_member, find_method
from verifier.java_text.names import class_chain, package_of, simple_name
from verifier.java_text.tokens import same_code
from verifier.predictions.golden_pieces import (
    HEADER,
    Piece,
    Pieces,
    Removal,
    SplicedBase,
    Trees,
    declared_name,
    header_text,
    nested_type,
    piece_name,
)
from verifier.predictions.splice import FileSplice

MOST_PIECES = 60
MOST_ROUNDS = 15
_MOST_OPEN = 20

_KINDS = {
    MemberKind.METHOD: BroughtKind.METHOD,
    MemberKind.CONSTRUCTOR: BroughtKind.CONSTRUCTOR,
    MemberKind.FIELD: BroughtKind.FIELD,
    MemberKind.ENUM_CONSTANT: BroughtKind.ENUM_CONSTANT,
    MemberKind.TYPE: BroughtKind.TYPE,
    MemberKind.INITIALIZER: BroughtKind.FIELD,
}


@dataclass(frozen=True, kw_only=True)
class Roots:
    """Where the analysis reads both trees by itself."""

    before: CommitSources | FolderSources
    after: CommitSources | FolderSources


@dataclass(frozen=True, kw_only=True)
class Closed:
    """The pieces with all that they need, the files that they make, and what stayed open."""

    base: SplicedBase
    closure: Closure


@dataclass(kw_only=True)
class Closing:
    """Looks for what pieces need until nothing is missing. `own_files` are those that the refactoring edits."""

    trees: Trees
    roots: Roots
    analysis: Analysis
    pieces: Pieces
    own_files: frozenset[str]
    near: str
    class_names: dict[str, str] = field(default_factory=dict)
    _open: list[OpenEnd] = field(default_factory=list)
    _fresh: set[object] = field(default_factory=set)
    """What came in this round."""

    def closed(self) -> Closed:
        """The whole search; what it cannot close it says."""
        base = SplicedBase(self.trees, self.pieces)
        for _ in range(MOST_ROUNDS):
            try:
                answer = self.analysis.closure(self._request(base))
            except AnalysisError as error:
                self._end(OpenReason.NOT_ANALYSED, error.message)
                return self._result(base)
            self._fresh, self._open = set(), []
            self._add_all(answer)
            if not self._fresh:
                return self._result(base)
            base = SplicedBase(self.trees, self.pieces)
            if self.pieces.count > MOST_PIECES:
                break
        self._open = [OpenEnd(reason=OpenReason.TOO_MUCH, what=f"{self.pieces.count} pieces")]
        return self._result(base)

    def _result(self, base: SplicedBase) -> Closed:
        brought = [p.brought for p in self.pieces.spliced if p.brought and not p.watched]
        brought += [r.brought for r in self.pieces.removed if r.brought is not None]
        brought += [b for b in self.pieces.files.values() if b is not None]
        brought += [*base.imported, *self.pieces.imports.values()]
        for each in brought:
            if is_test_path(each.file) and each.file not in self.own_files:
                self._end(OpenReason.TESTS_BREAK, f"{each.name} in {each.file}")
        order = sorted(brought, key=lambda b: (b.file, b.kind, b.name))
        ends = tuple(dict.fromkeys(self._open))[:_MOST_OPEN]
        return Closed(base=base, closure=Closure(brought=tuple(order), open=ends))

    def _request(self, base: SplicedBase) -> ClosureRequest:
        return ClosureRequest(
            before=SourceVersion(root=self.roots.before),
            now=SourceVersion(root=self.roots.before, changes=dict(base.texts)),
            after=SourceVersion(root=self.roots.after),
            parts=tuple(p.part for p in self._parts()),
            changed=frozenset(base.texts),
            names=frozenset(base.names),
            renamed={a.replace(".", "/"): b.replace(".", "/") for a, b in self.class_names.items()},
            near=self.near,
        )

    def _parts(self) -> list[Piece]:
        return [*self.pieces.spliced, *self._whole_files()]

    def _whole_files(self) -> Iterator[Piece]:
        """The types of files that come whole, as pieces that are there already."""
        for path in self.pieces.files:
            new = self.trees.after_file(path)
            for declared in new.unit.types if new is not None else ():
                if "$" not in class_chain(declared.class_name):
                    yield top_level(path, declared, path)

    def _add_all(self, answer: ClosureAnswer) -> None:
        parts = self._parts()
        of_libraries = []
        for need in answer.needs:
            if need.how is Lack.HEADER:
                continue
            if need.declared is None:
                of_libraries.append(need)
            else:
                self._need(need, need.declared, parts[need.by])
        for broken in answer.breaks:
            self._break(broken, answer, parts)
        if not self._fresh:
            for need in of_libraries:
                self._import(need.key, parts[need.by])

    def _need(self, need: Need, wanted: Declared, by: Piece) -> None:
        """Bring a declaration that a piece uses; where the base has it, an import or a supertype lacks."""
        new = self.trees.after_file(wanted.file)
        if new is None:
            return
        why = f"{piece_name(by)} uses it"
        if self._bring(wanted, why, changed=need.how is Lack.CHANGED):
            return
        if wanted.kind == "type":
            self._import(wanted.class_name.replace(".", "/"), by)
        elif not self._import_static(wanted, by):
            self._stay(OpenReason.MEANS_OTHERWISE, f"{declared_name(wanted)} in {piece_name(by)}")

    def _bring(self, wanted: Declared, why: str, *, changed: bool = False) -> bool:
        """Add the piece of a declaration; False where it is there already, as the commit has it."""
        new = self.trees.after_file(wanted.file)
        if new is None or wanted.file in self.pieces.files:
            return wanted.file in self._fresh
        base = self.trees.base_file(wanted.file)
        if base is None:
            self._add_file(wanted, why)
            return True
        chain = class_chain(wanted.class_name)
        return self._bring_type(new, base, chain, why) or (
            wanted.kind != "type" and self._bring_member(wanted, new, base, why, changed=changed)
        )

    def _bring_type(self, new: FileSplice, base: FileSplice, chain: str, why: str) -> bool:
        """Add the outermost class of a chain that the base's file lacks."""
        mapped = self._mapped(new, chain)
        if _declares(base, mapped):
            return False
        for depth in range(1, chain.count("$") + 2):
            part = "$".join(chain.split("$")[:depth])
            if _declares(base, self._mapped(new, part)):
                continue
            nested = nested_type(new, part)
            if nested is not None:
                around, member = nested
                return self._add(new, around, member, BroughtKind.TYPE, why)
            declared = new.type_named(part)
            if declared is None:
                return False
            piece = top_level(new.path, declared, base.path)
            brought = Brought(
                kind=BroughtKind.TYPE, name=piece_name(piece), file=base.path, why=why
            )
            return self._append(replace(piece, brought=brought))
        return False

    def _bring_member(
        self, wanted: Declared, new: FileSplice, base: FileSplice, why: str, *, changed: bool
    ) -> bool:
        declared = new.type_named(class_chain(wanted.class_name))
        member = _member(declared, wanted)
        if declared is None or member is None:
            return False
        home = base.type_named(self._mapped(new, class_chain(wanted.class_name)))
        old = find_member(home, member) if home is not None else None
        if old is not None and same_code(base.member_text(old), new.member_text(member)):
            return False
        if old is not None and not changed and not _declared_otherwise(base, old, new, member):
            return False
        kind = BroughtKind.SIGNATURE if old is not None else _KINDS[member.kind]
        return self._add(new, declared, member, kind, why)

    def _add_file(self, wanted: Declared, why: str) -> None:
        name = declared_name(replace(wanted, kind="type"))
        brought = Brought(kind=BroughtKind.FILE, name=name, file=wanted.file, why=why)
        self.pieces = replace(self.pieces, files={**self.pieces.files, wanted.file: brought})
        self._fresh.add(wanted.file)

    def _add(
        self,
        new: FileSplice,
        declared: TypeDeclaration,
        member: Member,
        kind: BroughtKind,
        why: str,
    ) -> bool:
        chain = self._mapped(new, class_chain(declared.class_name))
        base = self.trees.base_file(new.path)
        if base is None or not _declares(base, chain):
            return False
        piece = Piece(origin=new.path, declared=declared, member=member, home=new.path, chain=chain)
        brought = Brought(kind=kind, name=piece_name(piece), file=new.path, why=why)
        if kind is BroughtKind.HEADER:
            brought = replace(brought, name=declared.class_name.replace("$", "."))
        return self._append(replace(piece, brought=brought))

    def _append(self, piece: Piece) -> bool:
        if self.pieces.has(piece):
            return piece.part.after in self._fresh
        self.pieces = replace(self.pieces, spliced=(*self.pieces.spliced, piece))
        self._fresh.add(piece.part.after)
        return True

    def _mapped(self, new: FileSplice, chain: str) -> str:
        """The base's name for a class of the commit."""
        package = f"{new.unit.package}." if new.unit.package else ""
        outer, dollar, rest = chain.partition("$")
        known = self.class_names.get(package + outer)
        return chain if known is None else class_chain(known) + dollar + rest

    def _import(self, key: str, by: Piece) -> None:
        """Import a type by its name; where that was tried, the name means something else."""
        if "." in key or key.startswith("?"):
            return  # a member: of a type that is missing too, or of one that is there
        name = key.replace("/", ".").replace("$", ".")
        known = self.trees.base_file(by.home)
        same = known is not None and package_of(name) in {known.unit.package, "java.lang"}
        taken = known is not None and any(
            simple_name(i.name) == simple_name(name) and i.name != name for i in known.unit.imports
        )
        place = (by.home, f"import {name};")
        if place in self._fresh:
            return
        if same or place in self.pieces.imports or by.home in self.pieces.files:
            self._stay(OpenReason.MEANS_OTHERWISE, f"{name} in {piece_name(by)}")
        elif taken:
            self._stay(OpenReason.NAME_TAKEN, f"{simple_name(name)} in {by.home}")
        else:
            why = f"{piece_name(by)} uses it"
            brought = Brought(kind=BroughtKind.IMPORT, name=name, file=by.home, why=why)
            self.pieces = replace(self.pieces, imports={**self.pieces.imports, place: brought})
            self._fresh.add(place)

    def _import_static(self, wanted: Declared, by: Piece) -> bool:
        """Import a static member as the commit's file does."""
        new = self.trees.after_file(by.origin)
        owner = wanted.class_name.replace("$", ".")
        names = {f"{owner}.{wanted.name}", f"{owner}.*"}
        found = (i.name for i in (new.unit.imports if new else ()) if i.static and i.name in names)
        name = next(found, None)
        if name is None:
            return False
        place = (by.home, f"import static {name};")
        if place in self.pieces.imports or by.home in self.pieces.files:
            return place in self._fresh
        why = f"{piece_name(by)} uses it"
        brought = Brought(kind=BroughtKind.IMPORT, name=name, file=by.home, why=why)
        self.pieces = replace(self.pieces, imports={**self.pieces.imports, place: brought})
        self._fresh.add(place)
        return True

    def _break(self, broken: Break, answer: ClosureAnswer, parts: list[Piece]) -> None:
        at = broken.at
        if at is None:
            self._stay(OpenReason.NOT_COMPILED, _said(broken))
            return
        own = next((i for i, p in enumerate(parts) if _holds(p, at)), None)
        if broken.kind is BreakKind.UNIMPLEMENTED and self._implemented(broken):
            return
        if broken.kind is BreakKind.UNIMPLEMENTED and own is not None and self._given_up(broken):
            return
        if broken.kind is BreakKind.UNINITIALISED and self._initialised(broken, at):
            return
        if broken.kind is BreakKind.UNIMPLEMENTED and at.kind in {"type", HEADER}:
            self._implement(broken, at)
        elif own is not None:
            self._widen(own, answer, broken, parts)
        elif at.kind in {"type", HEADER}:
            self._head(at, broken)
        else:
            self._caller(at, broken)

    def _widen(self, own: int, answer: ClosureAnswer, broken: Break, parts: list[Piece]) -> None:
        """A piece that does not compile may need what else of a declaration the commit changed."""
        why = f"{piece_name(parts[own])} does not compile without"
        grown = parts[own].part.after in self._fresh
        for need in answer.needs:
            if need.by == own and need.how is Lack.HEADER and need.declared is not None:
                grown |= self._bring_header(need.declared, why)
        if not grown:
            self._stay(OpenReason.NOT_COMPILED, _said(broken))

    def _bring_header(self, wanted: Declared, why: str) -> bool:
        if wanted.kind != "type":
            return self._bring(wanted, why, changed=True)
        new, base = self.trees.after_file(wanted.file), self.trees.base_file(wanted.file)
        if new is None or base is None:
            return False
        declared = new.type_named(class_chain(wanted.class_name))
        home = base.type_named(self._mapped(new, class_chain(wanted.class_name)))
        if declared is None or home is None:
            return False
        if same_code(header_text(base, home), header_text(new, declared)):
            return False
        member = Member(
            kind=MemberKind.TYPE,
            class_name=declared.class_name,
            names=(simple_name(declared.class_name),),
            span=declared.span,
        )
        return self._add(new, declared, member, BroughtKind.HEADER, why)

    def _head(self, at: Declared, broken: Break) -> None:
        """An error in a type's own declaration: the commit's declaration may mend it."""
        brought = self._bring_header(replace(at, kind="type"), f"{_said(broken)} otherwise")
        if not brought and not self._removed_type(at, broken):
            self._stay(OpenReason.NOT_COMPILED, _said(broken))

    def _removed_type(self, at: Declared, broken: Break) -> bool:
        """A nested type that breaks and that the commit took away goes here, too."""
        new, base = self.trees.after_file(at.file), self.trees.base_file(at.file)
        chain = class_chain(at.class_name)
        nested = nested_type(base, chain) if base is not None else None
        if nested is None or base is None or (new is not None and _declares(new, chain)):
            return False
        around, _ = nested
        inner = Declared(
            kind="type", file=at.file, class_name=around.class_name, name=simple_name(chain)
        )
        return self._removed(inner, base, broken)

    def _implement(self, broken: Break, at: Declared) -> None:
        new = self.trees.after_file(at.file)
        declared = new.type_named(class_chain(at.class_name)) if new is not None else None
        named = [m for m in declared.members if broken.member in m.names] if declared else []
        why = f"{at.class_name.replace('$', '.')} must implement it"
        grown = False
        for member in named:
            if new is not None and declared is not None:
                grown |= self._add(new, declared, member, BroughtKind.CALLER, why)
        if not grown:
            self._head(at, broken)

    def _caller(self, at: Declared, broken: Break) -> None:
        """Code of the base that breaks comes in the commit's version, if that is another one."""
        if is_test_path(at.file) and at.file not in self.own_files:
            self._stay(OpenReason.TESTS_BREAK, f"{declared_name(at)}: {_said(broken)}")
            return
        new, base = self.trees.after_file(at.file), self.trees.base_file(at.file)
        declared = new.type_named(class_chain(at.class_name)) if new is not None else None
        member = _member(declared, at)
        if new is None or base is None or declared is None or member is None:
            if not self._replaced(at, new, base, declared, broken) and not self._removed(
                at, base, broken
            ):
                self._stay(OpenReason.CODE_GONE, f"{declared_name(at)}: {_said(broken)}")
            return
        old = _member(base.type_named(class_chain(at.class_name)), at)
        if old is not None and same_code(base.member_text(old), new.member_text(member)):
            self._watch(new, declared, member, broken)
            return
        means = broken.kind is BreakKind.REBOUND
        why = f"means {broken.message} otherwise" if means else f"{_said(broken)} otherwise"
        if not self._add(new, declared, member, BroughtKind.CALLER, why):
            self._stay(OpenReason.NOT_COMPILED, _said(broken))

    def _removed(self, at: Declared, base: FileSplice | None, broken: Break) -> bool:
        """Code that breaks and that the commit took away goes here, too."""
        home = base.type_named(class_chain(at.class_name)) if base is not None else None
        old = _member(home, at)
        if home is None or old is None:
            return False
        if any(r.file == at.file and r.member.span == old.span for r in self.pieces.removed):
            return True
        why = f"{_said(broken)} otherwise"
        brought = Brought(kind=BroughtKind.REMOVED, name=declared_name(at), file=at.file, why=why)
        removal = Removal(
            file=at.file, chain=class_chain(home.class_name), member=old, brought=brought
        )
        self.pieces = replace(self.pieces, removed=(*self.pieces.removed, removal))
        self._fresh.add(at)
        return True

    def _implemented(self, broken: Break) -> bool:
        """A class that another declaration was brought of may implement the method in the commit."""
        grown = False
        for piece in self.pieces.spliced:
            new = self.trees.after_file(piece.origin)
            if new is None or not piece.is_header:
                continue
            for member in piece.declared.members:
                if broken.member in member.names and member.body is not None:
                    why = f"{piece_name(piece)} must implement it"
                    grown |= self._add(new, piece.declared, member, BroughtKind.METHOD, why)
        return grown

    def _given_up(self, broken: Break) -> bool:
        """A method that a piece does not implement may be one that the commit took away."""
        for path in sorted({p.home for p in self.pieces.spliced}):
            new, base = self.trees.after_file(path), self.trees.base_file(path)
            for home in base.unit.types if base is not None and new is not None else ():
                if home.class_name.replace("$", ".") != broken.owner or new is None:
                    continue
                declared = new.type_named(class_chain(home.class_name))
                for old in home.members:
                    gone = declared is not None and find_member(declared, old) is None
                    if gone and old.body is None and old.method and broken.member in old.names:
                        at = Declared(
                            kind=str(old.kind),
                            file=path,
                            class_name=home.class_name,
                            name=old.method.name,
                            parameter_types=old.method.parameter_types,
                        )
                        return self._removed(at, base, broken)
        return False

    def _initialised(self, broken: Break, at: Declared) -> bool:
        """A final field without a value: the commit has none, another one, or sets it in a constructor."""
        new, base = self.trees.after_file(at.file), self.trees.base_file(at.file)
        chain = class_chain(at.class_name)
        declared = new.type_named(chain) if new is not None else None
        home = base.type_named(chain) if base is not None else None
        if new is None or base is None or declared is None or home is None:
            return False
        field_name = replace(at, kind="field", name=broken.member, parameter_types=())
        member, old = _member(declared, field_name), _member(home, field_name)
        if member is None:
            return self._removed(field_name, base, broken)
        if old is not None and not same_code(base.member_text(old), new.member_text(member)):
            why = f"{_said(broken)} otherwise"
            return self._add(new, declared, member, BroughtKind.SIGNATURE, why)
        grown = False
        for each in declared.members:
            if each.kind in {MemberKind.CONSTRUCTOR, MemberKind.INITIALIZER}:
                why = f"{_said(broken)} otherwise"
                grown |= self._add(new, declared, each, BroughtKind.CALLER, why)
        return grown

    def _replaced(
        self,
        at: Declared,
        new: FileSplice | None,
        base: FileSplice | None,
        declared: TypeDeclaration | None,
        broken: Break,
    ) -> bool:
        """Code that breaks and that the commit gave other parameters: its new form takes its place."""
        home = base.type_named(class_chain(at.class_name)) if base is not None else None
        old = _member(home, at)
        if new is None or declared is None or home is None or old is None or old.method is None:
            return False
        member = _successor(old.method, home, declared)
        if member is None:
            return False
        why = f"{declared_name(at)} became it; {_said(broken)} otherwise"
        if not self._add(new, declared, member, BroughtKind.SIGNATURE, why):
            return self._turn(member, new, old.method)
        return self._turn(member, new, old.method) or True

    def _turn(self, member: Member, new: FileSplice, old: MethodId) -> bool:
        """Let a piece replace a member of the base, instead of standing beside it."""
        pieces = list(self.pieces.spliced)
        for index, piece in enumerate(pieces):
            same = piece.origin == new.path and piece.member.span == member.span
            if same and piece.replaces is None and not piece.watched and not piece.is_header:
                pieces[index] = replace(piece, replaces=old)
                self.pieces = replace(self.pieces, spliced=tuple(pieces))
                self._fresh.add(piece.part.after)
                return True
        return False

    def _watch(
        self, new: FileSplice, declared: TypeDeclaration, member: Member, broken: Break
    ) -> None:
        """Code that the commit left alone compiles there by what is around it: so that is needed."""
        reason = (
            OpenReason.MEANS_OTHERWISE
            if broken.kind is BreakKind.REBOUND
            else OpenReason.NOT_COMPILED
        )
        piece = Piece(
            origin=new.path,
            declared=declared,
            member=member,
            home=new.path,
            chain=class_chain(declared.class_name),
            watched=True,
        )
        if not self._append(piece):
            self._stay(reason, _said(broken))

    def _stay(self, reason: OpenReason, what: str) -> None:
        """Keep an open end; a later round forgets it if that closes it."""
        self._end(reason, what)

    def _end(self, reason: OpenReason, what: str) -> None:
        self._open.append(OpenEnd(reason=reason, what=what))


def top_level(origin: str, declared: TypeDeclaration, home: str) -> Piece:
    """A type at the top of a file as a piece."""
    member = Member(
        kind=MemberKind.TYPE,
        class_name=declared.class_name,
        names=(simple_name(declared.class_name),),
        span=declared.span,
        body=declared.body,
    )
    return Piece(origin=origin, declared=declared, member=member, home=home, chain="")


def _holds(piece: Piece, at: Declared) -> bool:
    """Whether a place is in a piece, or in a type that is one."""
    now = piece.part.now
    inside = now.kind == "type" and f"{at.class_name}$".startswith(f"{now.class_name}$")
    return not piece.watched and (now == at or (inside and now.file == at.file))


def _successor(old: MethodId, home: TypeDeclaration, declared: TypeDeclaration) -> Member | None:
    """What became of a method that has other parameters in the commit; None where two could be it."""
    news = [
        m
        for m in declared.members
        if m.method is not None
        and m.method.name == old.name
        and find_method(home, m.method) is None
    ]
    shared = [
        len(set(old.parameter_types) & set(m.method.parameter_types)) for m in news if m.method
    ]
    best = [m for m, count in zip(news, shared, strict=True) if count == max(shared)]
    return best[0] if len(best) == 1 else None


def _declares(file: FileSplice, chain: str) -> bool:
    return any(class_chain(t.class_name) == chain for t in file.unit.types)


def _member(declared: TypeDeclaration | None, wanted: Declared) -> Member | None:
    """The member of a type that the analysis speaks of."""
    if declared is None:
        return None
    if wanted.kind in {"method", "constructor"}:
        method = MethodId(
            class_name=declared.class_name,
            name=wanted.name,
            parameter_types=wanted.parameter_types,
        )
        return find_method(declared, method)
    found = (m for m in declared.members if m.method is None and wanted.name in m.names)
    if wanted.kind == "initializer":
        found = (m for m in declared.members if m.kind is MemberKind.INITIALIZER)
    return next(found, None)


def _declared_otherwise(base: FileSplice, old: Member, new: FileSplice, member: Member) -> bool:
    """Whether two versions of a member differ in front of their bodies; of a field anywhere."""

    def front(file: FileSplice, each: Member) -> str:
        end = each.body.start if each.body is not None else each.span.end
        return file.base_text[each.span.start : end]

    return not same_code(front(base, old), front(new, member))


def _said(broken: Break) -> str:
    place = f"{broken.file}:{broken.line}" if broken.line else broken.file
    return f"{place}: {broken.message}"
