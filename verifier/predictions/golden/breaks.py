"""Find code that the pieces of a golden refactoring break, and the parts of the commit that repair
it.
"""

from dataclasses import dataclass, replace

from verifier.domain.closure import BroughtKind, OpenReason
from verifier.domain.closure_request import (
    Break,
    BreakKind,
    ClosureAnswer,
    Declared,
    Lack,
)
from verifier.domain.paths import is_test_path
from verifier.domain.refactoring import MethodId
from verifier.domain.source import Member, MemberKind, TypeDeclaration
from verifier.java_text.members import find_member, find_method
from verifier.java_text.names import class_chain, simple_name
from verifier.java_text.tokens import same_code
from verifier.predictions.golden.following import FollowingCode, class_of
from verifier.predictions.golden.growth import (
    Growth,
    declares,
    describe_break,
    member_like,
    otherwise,
)
from verifier.predictions.golden.pieces import (
    HEADER,
    GoldenPiece,
    find_nested_type,
    piece_name,
    write_name,
)
from verifier.predictions.splicing.places import file_of_class
from verifier.predictions.splicing.splice import FileSplice


@dataclass(frozen=True, kw_only=True)
class Breaks:
    """Finds the piece that repairs a break; a break without one stays open."""

    growth: Growth
    following: FollowingCode

    def mend(self, broken: Break, answer: ClosureAnswer, parts: list[GoldenPiece]) -> None:
        """Add what repairs one break, or leave it open.

        `parts` are the pieces that the answer's indices mean.
        """
        at = broken.at
        if at is None and self.following.follow_import(broken):
            return
        if at is None:
            self.growth.end(OpenReason.NOT_COMPILED, describe_break(broken))
            return
        if self._remove_left_over(at, broken):
            return
        own = next((i for i, p in enumerate(parts) if _holds(p, at)), None)
        if broken.kind is BreakKind.UNIMPLEMENTED and self._add_implementation(broken):
            return
        if broken.kind is BreakKind.UNIMPLEMENTED and own is not None and self._give_up(broken):
            return
        if broken.kind is BreakKind.UNINITIALISED and self._initialise(broken, at):
            return
        if broken.kind is BreakKind.UNIMPLEMENTED and at.kind in {"type", HEADER}:
            self._implement(broken, at)
        elif own is not None:
            self._widen(own, answer, broken, parts)
        elif at.kind in {"type", HEADER}:
            self._head(at, broken)
        else:
            self._caller(at, broken)

    def _remove_left_over(self, at: Declared, broken: Break) -> bool:
        """Handle code that compiles but that the commit removed.

        It is removed if nothing uses it or if it hides other code. Otherwise it stays and is
        reported.
        """
        went = broken.kind in {BreakKind.HIDING, BreakKind.UNSET} and not self._is_in_commit(at)
        if not went and broken.kind is not BreakKind.UNUSED:
            return False
        if broken.kind is BreakKind.UNSET:
            self.growth.end(OpenReason.CODE_GONE, f"{write_name(at)}: {describe_break(broken)}")
        else:
            self.growth.take_away(at, self.growth.trees.base_file(at.file), broken.message)
        return True

    def _is_in_commit(self, at: Declared) -> bool:
        new = self.growth.trees.after_file(at.file)
        declared = class_of(at, new)
        return member_like(declared, at) is not None

    def _widen(
        self, own: int, answer: ClosureAnswer, broken: Break, parts: list[GoldenPiece]
    ) -> None:
        """Add other changed parts of a declaration that a piece needs in order to compile."""
        why = f"{piece_name(parts[own])} does not compile without it"
        grown = parts[own].part.after in self.growth.fresh
        for need in answer.needs:
            if need.by == own and need.how is Lack.HEADER and need.declared is not None:
                grown |= self.growth.bring_header(need.declared, why)
        if not grown:
            self.growth.end(OpenReason.NOT_COMPILED, describe_break(broken))

    def _head(self, at: Declared, broken: Break) -> None:
        """Handle an error in a type's own declaration: the commit's declaration may repair it."""
        brought = self.growth.bring_header(replace(at, kind="type"), otherwise(broken))
        if brought or self._remove_type(at, broken) or self._add_constructors(at, broken):
            return
        if not self.growth.take_file_away(at.file, otherwise(broken)):
            self.growth.end(OpenReason.NOT_COMPILED, describe_break(broken))

    def _add_constructors(self, at: Declared, broken: Break) -> bool:
        """Add the commit's constructors if the implicit constructor no longer finds one in its
        superclass.
        """
        new, base = self.growth.trees.after_file(at.file), self.growth.trees.base_file(at.file)
        declared = class_of(at, new)
        home = class_of(at, base)
        if new is None or declared is None or home is None or _constructors(home):
            return False
        grown = False
        for each in _constructors(declared):
            kind = BroughtKind.CONSTRUCTOR
            grown |= self.growth.add(new, declared, each, kind, otherwise(broken))
        return grown

    def _remove_type(self, at: Declared, broken: Break) -> bool:
        """Remove a nested type that breaks, if the commit removed it.

        Its enclosing type goes too, if the commit removed that.
        """
        new, base = self.growth.trees.after_file(at.file), self.growth.trees.base_file(at.file)
        names = class_chain(at.class_name).split("$")
        for depth in range(2, len(names) + 1):
            chain = "$".join(names[:depth])
            nested = find_nested_type(base, chain) if base is not None else None
            if nested is None or base is None or (new is not None and declares(new, chain)):
                continue
            around, _ = nested
            inner = Declared(
                kind="type", file=at.file, class_name=around.class_name, name=simple_name(chain)
            )
            return self.growth.take_away(inner, base, otherwise(broken))
        return False

    def _implement(self, broken: Break, at: Declared) -> None:
        new = self.growth.trees.after_file(at.file)
        declared = class_of(at, new)
        named = [m for m in declared.members if broken.member in m.names] if declared else []
        why = f"{at.class_name.replace('$', '.')} must implement it"
        grown = False
        for member in named:
            if new is not None and declared is not None:
                grown |= self.growth.add(new, declared, member, BroughtKind.CALLER, why)
        if not grown and not self._give_up(broken):
            self._head(at, broken)

    def _add_implementation(self, broken: Break) -> bool:
        """Add the method from the commit's version of a class whose header was brought."""
        grown = False
        for piece in self.growth.pieces.spliced:
            new = self.growth.trees.after_file(piece.origin)
            if new is None or not piece.is_header:
                continue
            for member in piece.declared.members:
                if broken.member in member.names and member.body is not None:
                    why = f"{piece_name(piece)} must implement it"
                    grown |= self.growth.add(new, piece.declared, member, BroughtKind.METHOD, why)
        return grown

    def _give_up(self, broken: Break) -> bool:
        """Remove a method that no class implements any more, if the commit removed it."""
        owner = file_of_class(broken.owner, self.growth.trees.before)
        homes = self.growth.pieces.homes
        for path in sorted(homes if owner is None else {*homes, owner}):
            new, base = self.growth.trees.after_file(path), self.growth.trees.base_file(path)
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
                        return self.growth.take_away(at, base, otherwise(broken))
        return False

    def _initialise(self, broken: Break, at: Declared) -> bool:
        """Handle a final field without a value: the commit removed it, changed it, or sets it in a
        constructor.
        """
        new, base = self.growth.trees.after_file(at.file), self.growth.trees.base_file(at.file)
        declared, home = class_of(at, new), class_of(at, base)
        if new is None or base is None or declared is None or home is None:
            return False
        field_name = replace(at, kind="field", name=broken.member, parameter_types=())
        member, old = member_like(declared, field_name), member_like(home, field_name)
        if member is None:
            return self.growth.take_away(field_name, base, otherwise(broken))
        if old is not None and not same_code(base.member_text(old), new.member_text(member)):
            why = otherwise(broken)
            return self.growth.add(new, declared, member, BroughtKind.SIGNATURE, why)
        grown = False
        for each in declared.members:
            if each.kind in {MemberKind.CONSTRUCTOR, MemberKind.INITIALIZER}:
                why = otherwise(broken)
                grown |= self.growth.add(new, declared, each, BroughtKind.CALLER, why)
        return grown

    def _caller(self, at: Declared, broken: Break) -> None:
        """Bring broken code of the base in the commit's version, if that differs."""
        if is_test_path(at.file) and at.file not in self.following.own_files:
            if not self.following.follow(at, broken):
                self.growth.end(
                    OpenReason.TESTS_BREAK, f"{write_name(at)}: {describe_break(broken)}"
                )
            return
        new, base = self.growth.trees.after_file(at.file), self.growth.trees.base_file(at.file)
        declared = class_of(at, new)
        member = member_like(declared, at)
        gone = new is not None and declared is None and self._remove_type(at, broken)
        if gone or self.growth.take_file_away(at.file, otherwise(broken)):
            # If only one member went, the type would still be used and might do something else.
            return
        if new is None or base is None or declared is None or member is None:
            if not self._replace(at, new, base, declared, broken) and not self.growth.take_away(
                at, base, otherwise(broken)
            ):
                self.growth.end(OpenReason.CODE_GONE, f"{write_name(at)}: {describe_break(broken)}")
            return
        old = member_like(base.type_named(class_chain(at.class_name)), at)
        if old is not None and same_code(base.member_text(old), new.member_text(member)):
            self._watch(new, declared, member, broken)
            return
        means = broken.kind is BreakKind.REBOUND
        why = f"means {broken.message} otherwise" if means else otherwise(broken)
        if not self.growth.add(new, declared, member, BroughtKind.CALLER, why):
            self.growth.end(OpenReason.NOT_COMPILED, describe_break(broken))

    def _replace(
        self,
        at: Declared,
        new: FileSplice | None,
        base: FileSplice | None,
        declared: TypeDeclaration | None,
        broken: Break,
    ) -> bool:
        """Replace broken code by its new form, if the commit gave it other parameters."""
        home = class_of(at, base)
        old = member_like(home, at)
        if new is None or declared is None or home is None or old is None or old.method is None:
            return False
        member = _successor(old.method, home, declared)
        if member is None:
            return False
        why = f"{write_name(at)} became it; {otherwise(broken)}"
        if not self.growth.add(new, declared, member, BroughtKind.SIGNATURE, why):
            return self.growth.turn(member, new, old.method)
        return self.growth.turn(member, new, old.method) or True

    def _watch(
        self, new: FileSplice, declared: TypeDeclaration, member: Member, broken: Break
    ) -> None:
        """Add code that the commit left unchanged as watched: what it uses there is needed."""
        reason = (
            OpenReason.MEANS_OTHERWISE
            if broken.kind is BreakKind.REBOUND
            else OpenReason.NOT_COMPILED
        )
        piece = GoldenPiece(
            origin=new.path,
            declared=declared,
            member=member,
            home=new.path,
            chain=class_chain(declared.class_name),
            watched=True,
        )
        if not self.growth.append(piece):
            self.growth.end(reason, describe_break(broken))


def _holds(piece: GoldenPiece, at: Declared) -> bool:
    """Tell whether a place is in a piece, or in a type that is one."""
    now = piece.part.now
    inside = now.kind == "type" and f"{at.class_name}$".startswith(f"{now.class_name}$")
    return not piece.watched and (now == at or (inside and now.file == at.file))


def _successor(old: MethodId, home: TypeDeclaration, declared: TypeDeclaration) -> Member | None:
    """Return the new form of a method with other parameters in the commit; None if it is ambiguous."""
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


def _constructors(declared: TypeDeclaration) -> list[Member]:
    return [m for m in declared.members if m.kind is MemberKind.CONSTRUCTOR]
