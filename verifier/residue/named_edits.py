"""Assign causes to edits: choose the methods to compare, and give each cause to an edit."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from verifier.analysis.roles import Role
from verifier.domain.cause import CauseFact, CauseKind
from verifier.domain.refactoring import MethodId, Refactoring
from verifier.java_text.names import classes_of, simple_name
from verifier.residue.causes.call_causes import file_of, statement_of, write
from verifier.residue.causes.compared_methods import MethodVersions
from verifier.residue.causes.expansion import Helper, expand
from verifier.residue.causes.explanation import Causes, causes_of
from verifier.residue.causes.traded_receiver import without_traded
from verifier.residue.following_calls import FollowingCalls
from verifier.residue.moved_code.journey import Journey
from verifier.residue.moved_code.journeys import journeys_of
from verifier.residue.moved_code.surroundings import Host, hosts
from verifier.residue.text.declaration import DeclarationTokens
from verifier.residue.text.edit import Edit
from verifier.residue.text.home import Home
from verifier.residue.text.local_names import LocalNames
from verifier.residue.text.members import FileSide, PartKey, PartKind
from verifier.residue.text.method_text import MethodText
from verifier.residue.text.words import Statement, Word, on_one_line, statements_of, words_of

_FREE = frozenset({"public", "protected", "private", "static", "abstract", "default"})
_LONGEST_TAKEN_BACK = 400


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """The causes of one method, and all names by which an edit may refer to it."""

    about: frozenset[str]
    causes: Causes
    follows: bool = False
    """Whether only calls differ that follow a renamed or moved method."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Naming:
    """The data for the comparison: both sides and all detected refactorings."""

    before: FileSide
    after: FileSide
    refactorings: Sequence[Refactoring]
    names: dict[int, str] = field(default_factory=dict)

    def named(self, edits: Sequence[Edit]) -> tuple[tuple[Edit, ...], tuple[CauseFact, ...]]:
        """Return the edits with their causes, and the causes of code without an edit.

        A cause goes to the first edit of its method; other edits of the method only repeat it.
        """
        groups = self._groups()
        known = {name for group in groups for name in group.about}
        groups += self._parts({edit.about for edit in edits} - known)
        given = set[CauseFact]()
        found = []
        for edit in edits:
            own = [group for group in groups if edit.about in group.about]
            causes = [c for group in own for c in group.causes.seen if c not in given]
            given.update(causes)
            is_repeated = not causes and any(g.causes.seen or g.follows for g in own)
            found.append(replace(edit, causes=_each_once(causes), repeated=is_repeated))
        if not any(edit.causes for edit in found):
            found = [replace(edit, repeated=False) for edit in found]
        rest = [c for g in groups for c in (*g.causes.seen, *g.causes.silent) if c not in given]
        return tuple(found), _each_once(rest)

    def _groups(self) -> list[Named]:
        pairs = [*hosts(r for r in self.refactorings if r.type is not None)]
        found = [(host, self._host(host)) for host in pairs]
        named = [(host, group) for host, group in found if group is not None]
        groups = [self._of_one_place(host, group, named) for host, group in named]
        known = {name for group in groups for name in group.about}
        return [*groups, *self._name_relocated(known)]

    # --- extractions and inlinings ---

    def _host(self, host: Host) -> Named | None:
        old, new = self.before.place(host.before), self.after.place(host.after)
        if old is None or new is None:
            return None
        self.names.update({id(old): host.before.name, id(new): host.after.name})
        journeys = list(journeys_of(host, self.before, self.after))
        taken = _helpers((j.method, j.method_id) for j in journeys if not j.inlining)
        put = _helpers((j.method, j.method_id) for j in journeys if j.inlining)
        known = {helper.name for helper in taken}
        taken += [h for h in self._new_helpers(host.after.class_name) if h.name not in known]
        self.names.update({id(h.text): h.name for h in (*taken, *put)})
        before, after = self._words(old, new)
        versions = MethodVersions(
            old=expand(before, put).words if taken else tuple(before),
            new=tuple(after),
            names=self.names,
            helpers=tuple(taken or put),
            extracting=bool(taken),
            variables=_variables(old, host.before),
            refactoring=host.parts[0].description,
        )
        about = {str(host.before), str(host.after), *(str(j.method_id) for j in journeys)}
        return Named(about=frozenset(about), causes=causes_of(versions))

    def _of_one_place(self, host: Host, group: Named, all_: Sequence[tuple[Host, Named]]) -> Named:
        """Move a difference to the call, if the extracted code is right for another place."""
        journeys = list(journeys_of(host, self.before, self.after))
        helpers = {str(j.method_id): j for j in journeys if not j.inlining}
        right = {
            name
            for other, found in all_
            if other is not host and not found.causes.seen
            for name in found.about & helpers.keys()
        }
        if not right:
            return group
        seen = [_at_the_call(c, [helpers[name] for name in right]) for c in group.causes.seen]
        return replace(group, causes=replace(group.causes, seen=_each_once(seen)))

    # --- moves, renamings and other parts ---

    def _name_relocated(self, known: AbstractSet[str]) -> Iterator[Named]:
        for each in self.refactorings:
            if not each.traits.relocates or each.before is None or each.after is None:
                continue
            ids = each.before.method, each.after.method
            old, new = self.before.place(ids[0]), self.after.place(ids[1])
            if old is None or new is None or known & set(map(str, ids)):
                continue
            self.names.update({id(old): ids[0].name, id(new): ids[1].name})
            one, other = self._words(old, new)
            before, after = without_traded(_without_free(one), _without_free(other), ids)
            versions = MethodVersions(
                old=tuple(before),
                new=tuple(after),
                names=self.names,
                variables=_variables(old, ids[0]),
                refactoring=each.description,
            )
            causes = causes_of(versions)
            members = tuple(self._other_members(each, old, new))
            causes = replace(causes, seen=(*members, *causes.seen))
            yield Named(about=frozenset(map(str, ids)), causes=causes)

    def _other_members(
        self, moved: Refactoring, old: MethodText, new: MethodText
    ) -> Iterator[CauseFact]:
        """Yield fields and methods of the old class whose names mean members of the new class now."""
        one, other = old.home, new.home
        if one is None or other is None or one.class_name == other.class_name:
            return
        method = moved.after.method if moved.after else None
        variables = _variables(new, method) if method else frozenset[str]()
        reported = set[str]()
        words = words_of(new, new.tokens())
        for at, word in enumerate(words):
            is_called = at + 1 < len(words) and words[at + 1] == "("
            both = (one.methods, other.methods) if is_called else (one.fields, other.fields)
            is_bare = at > 0 and words[at - 1] not in {".", "::"} and word not in variables
            own = method is not None and is_called and word == method.name
            if not is_bare or own or word in reported or not all(word in side for side in both):
                continue
            reported.add(word)
            yield self._other_member(moved, (one, other), statement_with(words, at), word)

    def _other_member(
        self, moved: Refactoring, homes: tuple[Home, Home], place: Statement, name: str
    ) -> CauseFact:
        classes = [simple_name(home.class_name) for home in homes]
        is_field = name in homes[0].fields
        key = PartKey(owner=homes[0].class_name, kind=PartKind.FIELD, name=name)
        declared = self.before.parts.get(key)
        can = is_field and homes[0].fields[name] and declared and "private" not in declared.words
        fixed = re.sub(rf"(?<![\w.$]){re.escape(name)}\b", f"{classes[0]}.{name}", place.source)
        said = f"`{name}` is that of `{classes[1]}` now, and was that of `{classes[0]}`"
        return CauseFact(
            kind=CauseKind.VARIABLE if is_field else CauseKind.CALLED_METHOD,
            said=f"in `{moved.after.method.name if moved.after else ''}`, {said}",
            file=file_of(place),
            line=place.line,
            before=fixed if can else "",
            after=place.source,
            advice=write(fixed, place.source, place.line) if can and '"' not in fixed else "",
            refactoring=moved.description,
        )

    def _parts(self, about: AbstractSet[str]) -> Iterator[Named]:
        calls = FollowingCalls.of(self.refactorings)
        for key in sorted(self.before.parts.keys() & self.after.parts.keys()):
            if key.about not in about:
                continue
            old, new = self.before.parts[key], self.after.parts[key]
            if old.place is None or new.place is None or old.words == new.words:
                continue
            if calls.agree(old.words, new.words):
                # Faults of the refactoring are reported where its own code differs.
                yield Named(about=frozenset({key.about}), causes=Causes(), follows=True)
                continue
            name = _name(key) if old.method is None else old.method.name
            self.names.update({id(old.place): name, id(new.place): name})
            before, after = self._words(old.place, new.place)
            variables = _variables(old.place, old.method) if old.method else frozenset[str]()
            helpers = [h for h in self._new_helpers(key.owner) if h.name in after]
            self.names.update({id(h.text): h.name for h in helpers})
            versions = MethodVersions(
                old=tuple(before),
                new=tuple(after),
                names=self.names,
                helpers=tuple(helpers),
                variables=variables,
            )
            called = {key.about, *(str(h.method) for h in helpers)}
            yield Named(about=frozenset(called), causes=causes_of(versions))

    def _new_helpers(self, class_name: str) -> list[Helper]:
        """Return the new methods of a class; their callers may have contained their code before."""
        new = self.after.parts.keys() - self.before.parts.keys()
        parts = [self.after.parts[key] for key in sorted(new) if key.owner == class_name]
        pairs = [(p.place, p.method) for p in parts if p.place and p.method]
        return _helpers((place, method) for place, method in pairs if not self._was(method))

    def _was(self, method: MethodId) -> bool:
        """Tell whether a method had another name or class before."""
        moved = (r.after for r in self.refactorings if r.traits.relocates)
        return any(side is not None and side.method.matches(method) for side in moved)

    def _words(self, old: MethodText, new: MethodText) -> tuple[list[Word], list[Word]]:
        """Return both sides' words; calls that follow a moved or renamed method get the same name."""
        renamed: dict[str, str] = {}
        owners: set[str] = set()
        for each in self.refactorings:
            if each.traits.relocates and each.before and each.after:
                one, other = each.before.method, each.after.method
                renamed[one.name] = other.name
                if one.class_name != other.class_name:
                    owners |= {*classes_of(one.class_name), *classes_of(other.class_name)}
        sides = [words_of(text, text.tokens()) for text in (old, new)]
        before = [_follow(sides[0], at, renamed) for at in range(len(sides[0]))]
        called = set(renamed.values())
        return _without_owners(before, called, owners), _without_owners(sides[1], called, owners)


def statement_with(words: Sequence[Word], at: int) -> Statement:
    """Return the statement around a word."""
    found = (s for s in statements_of(words) if any(w is words[at] for w in s.words))
    return next(found, Statement(words=(words[at],), parents=(), is_head=False))


def _helpers(methods: Iterable[tuple[MethodText, MethodId]]) -> list[Helper]:
    """Return the methods with a body; a constructor is not a helper."""
    found = [Helper.of(text, method) for text, method in methods if method.name != "<init>"]
    return [helper for helper in found if helper is not None]


def _name(key: PartKey) -> str:
    """Return the name of a field, or of another part without a signature, for a sentence."""
    return key.name or simple_name(key.owner)


def _at_the_call(cause: CauseFact, helpers: Sequence[Journey]) -> CauseFact:
    """Report a difference in the body at the place that calls it; other causes stay unchanged."""
    for journey in helpers:
        lines = range(
            journey.method.lines_before + 1,
            journey.method.lines_before + journey.method.code.count("\n") + 2,
        )
        helper = Helper.of(journey.method, journey.method_id)
        if cause.file != journey.method.file or cause.line not in lines or helper is None:
            continue
        calling = words_of(journey.calling, journey.calling.tokens())
        calls = expand(calling, [helper]).calls
        if len(calls) != 1:
            return replace(cause, advice="")
        place = statement_of(calls[0])
        pieces = journey.stretches(Role.EXTRACTED)
        taken = on_one_line(" ".join(journey.open.code[p.start : p.stop] for p in pieces))
        fits = calls[0].is_alone and len(taken) <= _LONGEST_TAKEN_BACK and taken[-1:] in {";", "}"}
        stood = f"`{cause.before}` stood here" if cause.before else "other code stood here"
        is_now = f", and `{helper.name}` has `{cause.after}`" if cause.after else ""
        return replace(
            cause,
            kind=CauseKind.PLACES_DIFFER,
            said=f"call at line {place.line}: {stood}{is_now}, which is right for other places",
            file=file_of(place),
            line=place.line,
            advice=write(taken, place.source, place.line) if fits else "",
        )
    return cause


def _variables(text: MethodText, method: MethodId) -> frozenset[str]:
    declared = DeclarationTokens.of(text.tokens(), method)
    if declared is None:
        return frozenset()
    parameters = [parameter.name for parameter in declared.parameters]
    names = LocalNames.of(declared.tokens, parameters, declared.end).names
    return frozenset(each.name for each in names)


def _follow(words: Sequence[Word], at: int, renamed: Mapping[str, str]) -> Word:
    """Return a word under its new name if it calls, references or declares a renamed method."""
    word = words[at]
    is_called = at + 1 < len(words) and words[at + 1] == "("
    is_method = is_called or (at > 0 and words[at - 1] == "::")
    return word.with_text(renamed[word]) if is_method and word in renamed else word


def _without_owners(
    words: Sequence[Word], called: AbstractSet[str], owners: AbstractSet[str]
) -> list[Word]:
    """Return the words without the class before a call of a moved method."""
    gone = {
        n
        for at, word in enumerate(words)
        if word in called and at > 1 and words[at - 1] == "." and words[at - 2] in owners
        for n in (at - 2, at - 1)
    }
    return [word for at, word in enumerate(words) if at not in gone]


def _without_free(words: Sequence[Word]) -> list[Word]:
    """Return a declaration without modifiers that another class may require."""
    body = next((at for at, word in enumerate(words) if word == "{"), len(words))
    return [
        word
        for at, word in enumerate(words)
        if at >= body
        or not (
            word in _FREE
            or words[at : at + 2] == ["@", "Override"]
            or (at > 0 and words[at - 1] == "@" and word == "Override")
        )
    ]


def _each_once(causes: Iterable[CauseFact]) -> tuple[CauseFact, ...]:
    """Keep one of the causes that say the same about the same place, whatever refactoring led to
    them.
    """
    found: dict[tuple[object, ...], CauseFact] = {}
    for each in causes:
        found.setdefault((each.kind, each.said, each.file, each.line), each)
    return tuple(found.values())
