"""Compare places at which an inlined method's body replaced its call, but which were not reported.

RefactoringMiner reports only some places of an inlining, and PurityChecker calls some places impure
that merely overlap. Here each place is compared on its own: the body must be where the call was.
Arguments are variables and literals, so it does not matter how often they are read.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from verifier.domain.refactoring import MethodId, Refactoring
from verifier.java_text.brackets import ENDS_OF_STATEMENTS, between_commas
from verifier.java_text.keywords import PRIMITIVES
from verifier.java_text.names import classes_of
from verifier.java_text.tokens import Texts, Token, TokenKind
from verifier.residue.moved_code.comparison import CodeComparison
from verifier.residue.text.brackets import remove_brackets
from verifier.residue.text.declaration import DeclarationTokens
from verifier.residue.text.local_names import LocalNames
from verifier.residue.text.meaning import SELF, DeclarationContext, Words
from verifier.residue.text.members import FileSide, MemberPart
from verifier.residue.text.method_text import MethodText

_ASSIGNING = frozenset({"++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="})
_NOISE = frozenset({"(", ")", ".", "this"})


@dataclass(frozen=True, kw_only=True, slots=True)
class InlinedMethod:
    """A static method that was removed, and its body: statements, or the words of one value."""

    method: MethodId
    text: MethodText
    declared: DeclarationTokens
    places: range

    @property
    def is_value(self) -> bool:
        """Tell whether the body was `return value;`; `places` are then the positions of the value."""
        return self.declared.tokens[self.places[0] - 1].text == "return"

    @property
    def keeps_its_type(self) -> bool:
        """Tell whether a value keeps the method's type without the method, which only a String
        certainly does.

        `long f(int a) { return a * 2; }` turns an int into a long.
        """
        return not self.is_value or self.declared.tokens[self.declared.name - 1].text == "String"


def find_inlined_methods(
    refactorings: Iterable[Refactoring], before: FileSide, after: FileSide
) -> tuple[InlinedMethod, ...]:
    """Return the methods that these inlinings removed, if their body can replace a call."""
    ids = dict.fromkeys(
        r.before.method for r in refactorings if r.traits.inlines_method and r.before
    )
    found = (_read(method, before) for method in ids if after.place(method) is None)
    return tuple(method for method in found if method is not None)


def compare_places(
    old: MemberPart, new: MemberPart, methods: Sequence[InlinedMethod]
) -> CodeComparison:
    """Compare a method whose calls of these methods may have become bodies."""
    used = [m for m in methods if m.method.name in old.words]
    if not used:
        return CodeComparison.OTHER
    before, after = _Host.of(old, used), _Host.of(new, used)
    if before is None or after is None:
        return CodeComparison.OTHER
    expanded = before.expand(used)
    if expanded is not None and remove_brackets(expanded) == remove_brackets(after.all_words()):
        return CodeComparison.SAME
    loosely = before.loosely_expanded(used)
    may_be_equal = _without_noise(loosely, used) == _without_noise(after.texts(), used)
    return CodeComparison.UNKNOWN if may_be_equal else CodeComparison.OTHER


def _read(method: MethodId, before: FileSide) -> InlinedMethod | None:
    text = before.place(method)
    declared = DeclarationTokens.of(text.tokens(), method) if text is not None else None
    if text is None or declared is None or not declared.body:
        return None
    body = declared.body
    texts = [declared.tokens[at].text for at in body]
    returns, names = texts.count("return"), {p.name for p in declared.parameters}
    value = texts[0] == "return" and texts.count(";") == 1 and texts[-1] == ";"
    own = LocalNames.of(declared.tokens, [], declared.end).names
    # A variable of the body or of a lambda could have the name of one in the host.
    # A `return` among statements would end the host instead of the method.
    fits = value or (returns == 0 and texts[-1] in {";", "}"})
    locks = any(token.text == "synchronized" for token in declared.tokens[: declared.name])
    if not fits or own or locks or _is_assigned(texts, names):
        return None
    places = body[1:-1] if value else body
    return InlinedMethod(method=method, text=text, declared=declared, places=places)


def _is_assigned(texts: Sequence[str], names: set[str]) -> bool:
    return any(
        word in names and _ASSIGNING & {*texts[max(at - 1, 0) : at], *texts[at + 1 : at + 2]}
        for at, word in enumerate(texts)
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Host:
    """One side of a method: its tokens, and the meaning of each in its class."""

    text: MethodText
    declared: DeclarationTokens
    meant: Sequence[Words]

    @classmethod
    def of(cls, part: MemberPart, used: Sequence[InlinedMethod]) -> "_Host | None":
        if part.place is None or part.method is None:
            return None
        declared = DeclarationTokens.of(part.place.tokens(), part.method)
        if declared is None:
            return None
        setting = _setting(part.place, "host", used)
        return cls(text=part.place, declared=declared, meant=declared.meanings(setting))

    def all_words(self) -> list[str]:
        return list(chain.from_iterable(self.meant))

    def texts(self) -> list[str]:
        return [token.text for token in self.declared.tokens]

    def expand(self, used: Sequence[InlinedMethod]) -> list[str] | None:
        """Return its words with bodies in place of calls; None if a body does not fit unchanged."""
        words: list[str] = []
        at = 0
        while at < len(self.meant):
            method = next((m for m in used if self._calls(at, m)), None)
            if method is None:
                words += self.meant[at]
                at += 1
                continue
            body, end = self._body(at, method)
            if body is None:
                return None
            del words[len(words) - self._length_of_qualifier(at) :]
            words += body
            at = end
        return words

    def loosely_expanded(self, used: Sequence[InlinedMethod]) -> list[str]:
        """Return its texts with bodies in place of everything that looks like a call, with any
        arguments.
        """
        texts: list[str] = []
        tokens, at = self.declared.tokens, 0
        while at < len(tokens):
            method = next((m for m in used if self._looks_called(at, m)), None)
            if method is None:
                texts.append(tokens[at].text)
                at += 1
                continue
            parts, end = between_commas(Texts(tokens), at + 1)
            arguments = [tuple(tokens[n].text for n in part) for part in parts]
            own = [(token.text,) for token in method.declared.tokens]
            texts += _put(method, own, arguments)
            at = end if method.is_value else end + 1
        return texts

    def _looks_called(self, at: int, method: InlinedMethod) -> bool:
        tokens = self.declared.tokens
        named = tokens[at].text == method.method.name and at != self.declared.name
        return named and at + 1 < len(tokens) and tokens[at + 1].text == "("

    def _calls(self, at: int, method: InlinedMethod) -> bool:
        """Tell whether the name at a position is certainly a call of this method."""
        if not self._looks_called(at, method) or method.text.home is None:
            return False
        owner = f"«{method.text.home.full_name}»"
        name = method.method.name
        qualified = at > 1 and self.meant[at - 2] == (owner,) and self.meant[at] == (name,)
        return qualified or self.meant[at] == (owner, ".", name)

    def _length_of_qualifier(self, at: int) -> int:
        return 0 if len(self.meant[at]) > 1 else 2

    def _body(self, at: int, method: InlinedMethod) -> tuple[list[str] | None, int]:
        """Return the words that replace the call at a position, and where the code continues."""
        tokens = self.declared.tokens
        parts, end = between_commas(Texts(tokens), at + 1)
        arguments = [self._argument(part, p, method) for part, p in _pairs(parts, method)]
        fitting = [words for words in arguments if words is not None]
        start = at - self._length_of_qualifier(at)
        whole = (
            tokens[start - 1].text in ENDS_OF_STATEMENTS
            and end < len(tokens)
            and tokens[end].text == ";"
        )
        # Statements fit if the call was a whole statement; a value fits in all other places.
        complete = len(fitting) == len(method.declared.parameters) == len(parts)
        if not complete or not method.keeps_its_type or (whole is method.is_value):
            return None, end
        own = method.declared.meanings(_setting(method.text, "method", [method], self.text))
        body = _put(method, own, fitting)
        # The brackets keep `f(a) * 2` apart from `a + 1 * 2`; needless ones go on both sides.
        return (["(", *body, ")"], end) if method.is_value else (body, end + 1)

    def _argument(self, part: range, type_: Words, method: InlinedMethod) -> Words | None:
        """Return the words of an argument that is a variable or literal of the parameter's type;
        else None.

        An argument of another type would be converted by the call but not in its place.
        """
        if len(part) != 1 or len(type_) != 1:
            return None
        token, wanted = self.declared.tokens[part[0]], type_[0]
        if _type_of_literal(token) == wanted:
            return (token.text,)
        if token.kind is not TokenKind.WORD or self.meant[part[0]] != (token.text,):
            return None
        kind = self._type_of(token.text)
        return (token.text,) if kind is not None and self._is_type(kind, wanted, method) else None

    def _is_type(self, kind: str, wanted: str, method: InlinedMethod) -> bool:
        here, there = self.text.home, method.text.home
        if kind in PRIMITIVES or wanted in PRIMITIVES or here is None or there is None:
            return kind == wanted
        known = here.type_named(kind)
        same = here.class_name == there.class_name and kind == wanted
        return same or (known is not None and known == there.type_named(wanted))

    def _type_of(self, name: str) -> str | None:
        """Return the type of a variable that is declared once, with a one-word type."""
        tokens = self.declared.tokens
        found = [
            tokens[at - 1].text
            for at, token in enumerate(tokens)
            if at > 1
            and token.text == name
            and tokens[at - 1].kind is TokenKind.WORD
            and tokens[at - 2].text in {*ENDS_OF_STATEMENTS, "(", ",", "final"}
            and tokens[at - 1].text not in {"return", "throw", "else", "new", "var"}
        ]
        return found[0] if len(found) == 1 else None


def _pairs(parts: Sequence[range], method: InlinedMethod) -> list[tuple[range, Words]]:
    types = [p.words[:-1] for p in method.declared.parameters]
    return list(zip(parts, types, strict=False))


def _put(method: InlinedMethod, words: Sequence[Words], arguments: Sequence[Words]) -> list[str]:
    """Return the body's words with arguments in place of parameters."""
    names = [p.name for p in method.declared.parameters]
    values: Mapping[str, Words] = dict(zip(names, arguments, strict=False))
    found: list[str] = []
    for at in method.places:
        # `x.a` is a member, and a field is written as its meaning: neither is parameter `a`.
        member = method.declared.tokens[at - 1].text == "."
        plain = words[at] == (method.declared.tokens[at].text,)
        value = values.get(words[at][0]) if plain and not member else None
        found += words[at] if value is None else value
    return found


def _type_of_literal(token: Token) -> str:
    match token.kind:
        case TokenKind.STRING:
            return "String"
        case TokenKind.CHARACTER:
            return "char"
        case TokenKind.NUMBER if token.text.isdecimal():
            return "int"
        case TokenKind.WORD if token.text in {"true", "false"}:
            return "boolean"
        case _:
            return ""


def _setting(
    text: MethodText,
    side: str,
    used: Sequence[InlinedMethod],
    other: MethodText | None = None,
) -> DeclarationContext:
    """Names keep their meaning if the method and its host belong to one class."""
    owners = {m.text.class_name for m in used} | ({other.class_name} if other else set())
    homes = [text.homes[name] for name in owners if name in text.homes]
    return DeclarationContext(
        home=text.home,
        side=side,
        roles={"this": SELF},
        settled=owners == {text.class_name},
        relatives={home.full_name: home for home in homes},
    )


def _without_noise(words: Sequence[str], used: Sequence[InlinedMethod]) -> list[str]:
    classes = {part for m in used for part in classes_of(m.method.class_name)}
    return [word for word in words if word not in _NOISE | classes]
