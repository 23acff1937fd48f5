"""Tell whether the code of an extracted or inlined method is the code that was in its place.

The method's body, with the call's arguments for its parameters, is compared token by token with the
code that was extracted or inlined. Local variables may have another name, a value may be returned
instead of kept, and brackets around a whole operand may differ. Every other token must be the same,
in the same order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from verifier.analysis.roles import Role
from verifier.java_text.brackets import CLOSING, ENDS_OF_STATEMENTS, OPENING, depths
from verifier.java_text.names import classes_of
from verifier.java_text.tokens import Token
from verifier.residue.moved_code.call_sites import MovedCall, calls_of
from verifier.residue.moved_code.exits import has_same_exits
from verifier.residue.moved_code.journey import Journey
from verifier.residue.text.brackets import remove_brackets
from verifier.residue.text.declaration import DeclarationTokens
from verifier.residue.text.edit import Edit, Text, differing, edit_between, shorten
from verifier.residue.text.meaning import HERE, SELF, DeclarationContext, Words
from verifier.residue.text.method_text import MethodText


def find_change(journey: Journey) -> Edit | None:
    """Return the edit that makes the two texts differ; None if they are the same code.

    The edit is uncertain if the words agree but their known meanings do not.
    """
    plain = _Spelled.of(journey)
    if plain is None or not plain.taken or not plain.calls:
        # RefactoringMiner does not say where the code is, so it was not compared.
        return _not_compared(journey)
    # Equal meanings prove equality, but unequal ones may only be unknown. So the plain words decide
    # whether it is an edit: apart from qualifiers, they differ only if the code does.
    meant = _Spelled.of(journey, meaning=True)
    if meant is not None and _difference(meant, set()) is None:
        return None if has_same_exits(journey) else _not_compared(journey)
    nearest = _difference(plain, _owners(journey))
    if nearest is None:
        return _not_compared(journey)
    opened, inner = shorten(nearest[0]), shorten(nearest[1])
    before, after = (inner, opened) if journey.inlining else (opened, inner)
    return replace(_edit(journey), before=before, after=after)


def _difference(
    spelled: "_Spelled", owners: set[str]
) -> tuple[Sequence[str], Sequence[str]] | None:
    """Return the smallest difference between the readings of both texts.

    The result is None if two readings match.
    """
    nearest = differing(spelled.taken, spelled.body)
    for call in spelled.calls:
        # `C c = config(); use(c)` may have become `g(config())`: the body then uses `c`.
        arguments = [spelled.gone.name_of(a) for a in call.arguments]
        body = spelled.with_arguments(arguments, call.receiver)
        for left in call.readings(spelled.taken):
            for right in _readings(body, call.target):
                found = _bare(left, owners), _bare(right, owners)
                if _same(*found):
                    return None
                nearest = min(nearest, differing(*found), key=lambda d: sum(map(len, d)))
    return nearest


def _not_compared(journey: Journey) -> Edit:
    return replace(_edit(journey), before="", after="", diff=(), certain=False)


def _edit(journey: Journey) -> Edit:
    role = Role.INLINED if journey.inlining else Role.EXTRACTED
    opened = Text(
        file=journey.open.file,
        tokens=[t for t in journey.open.tokens() if _is_in(t, journey.stretches(role))],
        offset=journey.open.lines_before,
        source=journey.open.code,
    )
    declared = DeclarationTokens.of(journey.method.tokens(), journey.method_id)
    inside = declared.body if declared is not None else None
    body = Text(
        file=journey.method.file,
        tokens=[declared.tokens[at] for at in inside] if declared and inside else [],
        offset=journey.method.lines_before,
        source=journey.method.code,
    )
    what = f"changed: code of {journey.method_id}"
    sides = (body, opened) if journey.inlining else (opened, body)
    return replace(edit_between(what, *sides), about=str(journey.method_id))


def _owners(journey: Journey) -> set[str]:
    """Return qualifiers that may be added or removed if the code changes its class."""
    if not journey.moving:
        return set()
    return {
        "this",
        *classes_of(journey.method_id.class_name),
        *classes_of(journey.host_id.class_name),
    }


def _is_in(token: Token, stretches: Sequence[range]) -> bool:
    return any(token.start in stretch for stretch in stretches)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Spelled:
    """Both texts as words: as they are written, or each name as its meaning.

    `taken` is the code in the host, `body` the code of the method. `calls` are the calls in its
    place.
    """

    taken: Words
    body: Words
    parameters: tuple[str, ...]
    calls: tuple[MovedCall, ...]
    gone: "_Gone"

    @classmethod
    def of(cls, journey: Journey, *, meaning: bool = False) -> "_Spelled | None":
        declared = DeclarationTokens.of(journey.method.tokens(), journey.method_id)
        if declared is None or declared.body is None:
            return None
        open_words = _words(journey.open, journey, meaning=meaning)
        pieces = journey.stretches(Role.INLINED if journey.inlining else Role.EXTRACTED)
        own = (
            declared.meanings(_setting(journey, journey.method))
            if meaning
            else [(t.text,) for t in declared.tokens]
        )
        calling = _words(journey.calling, journey, meaning=meaning)
        tokens = journey.open.tokens()
        taken = (words for t, words in zip(tokens, open_words, strict=True) if _is_in(t, pieces))
        return cls(
            taken=tuple(chain.from_iterable(taken)),
            body=tuple(chain.from_iterable(own[at] for at in declared.body)),
            parameters=tuple(p.name for p in declared.parameters),
            calls=tuple(calls_of(journey, calling, open_words)),
            gone=_Gone.of(open_words, calling),
        )

    def with_arguments(self, arguments: Sequence[Words], receiver: Words) -> Words:
        """Return the body's words with each parameter replaced by its argument."""
        values: Mapping[str, Words] = dict(zip(self.parameters, arguments, strict=False))
        words: list[str] = []
        for at, word in enumerate(self.body):
            value = (receiver or None) if word == HERE else values.get(word)
            # After a dot the word is a member that happens to have the parameter's name.
            if value is None or (at and self.body[at - 1] == "."):
                words.append(word)
            else:
                words += value if _is_primary(value) else ("(", *value, ")")
        return tuple(words)


def _words(text: MethodText, journey: Journey, *, meaning: bool) -> list[Words]:
    """Return the words of each token of the host."""
    tokens = text.tokens()
    if not meaning:
        return [(t.text,) for t in tokens]
    # The host may have another name or other parameters on its other side.
    ids = [journey.host_id, *journey.names_of_host]
    declared = next((d for i in ids if (d := DeclarationTokens.of(tokens, i)) is not None), None)
    if declared is None:
        # Without the declaration it is unknown which names are local, so none may equal another.
        return [(f"«{text.file}?{t.text}»",) for t in tokens]
    return declared.meanings(_setting(journey, text))


def _setting(journey: Journey, text: MethodText) -> DeclarationContext:
    """Return the context of the host or the method; unknown names of one never equal the other's."""
    in_method = text is journey.method
    homes = (text.homes.get(m.class_name) for m in (journey.host_id, journey.method_id))
    return DeclarationContext(
        home=text.home,
        side="method" if in_method and journey.moving else "host",
        roles={"this": HERE if in_method else SELF},
        settled=not journey.moving,
        relatives={home.full_name: home for home in homes if home is not None},
    )


def _readings(body: Words, target: str) -> Iterator[Words]:
    """Yield the body as it is, and without a final statement that returns a variable.

    `target` is the host's name of that variable; empty if it has none.
    """
    yield body
    if len(body) >= 3 and body[-3] == "return" and body[-1] == ";":  # noqa: PLR2004 - return v ;
        kept, name = body[:-3], body[-2]
        yield kept
        # The host passed a variable that it had declared; the method declares it again.
        named = tuple(target if target and word == name else word for word in kept)
        yield _remove_type(named, target or name)


def _is_primary(value: Words) -> bool:
    """Tell whether an expression may precede a dot unchanged: it has no operator outside brackets."""
    outside = (word for word, depth in zip(value, depths(value), strict=True) if depth == 0)
    for word in outside:
        if not (_is_name(word) or word[0] in "\"'.«" or word in OPENING | CLOSING):
            return len(value) == 1
    return value[:1] != ("(",)


def _remove_type(body: Words, name: str) -> Words:
    """Remove the type in the first declaration of a variable that the host declares."""
    for at, word in enumerate(body[:-1]):
        if word == name and body[at + 1] in {"=", ";"}:
            start = at
            while start > 0 and body[start - 1] not in ENDS_OF_STATEMENTS:
                start -= 1
            rest = body[at:] if body[at + 1] == "=" else body[at + 2 :]
            return (*body[:start], *rest)
    return body


@dataclass(frozen=True, kw_only=True, slots=True)
class _Gone:
    """Variables of the host that only one side declares, by their values."""

    names: Mapping[Words, str]

    @classmethod
    def of(cls, old: Sequence[Words], new: Sequence[Words]) -> "_Gone":
        declared = _values(new).keys()
        return cls(names={v: n for v, n in _values(old).items() if v not in declared})

    def name_of(self, argument: Words) -> Words:
        name = self.names.get(argument)
        return argument if name is None else (name,)


def _values(words: Sequence[Words]) -> dict[Words, str]:
    found: dict[Words, str] = {}
    statement: list[str] = []
    for word in chain.from_iterable(words):
        statement.append(word)
        if word in ENDS_OF_STATEMENTS:
            if "=" in statement[1:-1] and word == ";":
                at = statement.index("=")
                found[tuple(statement[at + 1 : -1])] = statement[at - 1]
            statement = []
    return found


def _bare(words: Sequence[str], owners: set[str]) -> list[str]:
    """Return the words without `final`, needless brackets and qualifiers that a move may drop."""
    kept = [w for w in words if w != "final" and w not in owners]
    if owners:
        # A qualifier's dot disappears with it, and tokens do not show which dot it was.
        kept = [w for w in kept if w != "."]
    return remove_brackets(kept)


def _same(left: Sequence[str], right: Sequence[str]) -> bool:
    """Tell whether both are the same, apart from variables that are consistently renamed."""
    if len(left) != len(right):
        return False
    names: dict[str, str] = {}
    taken: dict[str, str] = {}
    # A variable on both sides was not renamed: otherwise two variables could be exchanged.
    strangers = set(left) ^ set(right)
    for at, (a, b) in enumerate(zip(left, right, strict=True)):
        if a == b and a not in names:
            continue
        if not (_is_name(a) and _is_name(b) and a in strangers and b in strangers):
            return False
        # A name before a parenthesis is a method, and methods keep their names.
        called = at + 1 < len(left) and left[at + 1] == "("
        if called or names.setdefault(a, b) != b or taken.setdefault(b, a) != a:
            return False
    # A name that the text does not declare is a field or the host's, so it must not differ.
    return all(_is_declared(a, left) and _is_declared(b, right) for a, b in names.items())


def _is_name(word: str) -> bool:
    return word[:1].isalpha() or word[:1] in "_$"


def _is_declared(name: str, words: Sequence[str]) -> bool:
    """Tell whether a text declares a variable: after a type, or as a lambda's parameter."""
    around = zip([";", *words], words, [*words[1:], ";"], strict=False)
    return any(_is_type(before) or after == "->" for before, word, after in around if word == name)


def _is_type(word: str) -> bool:
    """Tell whether a word may end a type; a name after it is then a declared variable."""
    named = _is_name(word) and word not in {"return", "new", "throw"}
    return named or word[-1:] in {">", "]", "»"}
