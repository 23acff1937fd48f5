"""Is the code of an extracted or inlined method the code that stood in its place?

The body of the method, with the arguments of its call put for its parameters, is compared token by
token with the code that was taken out (extraction) or put in (inlining). Local variables may have
another name, a value may be returned instead of kept, and brackets around a whole operand may come
or go; every other token must be the same, in the same order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from verifier.domain.refactoring import INLINING, MethodId, Refactoring
from verifier.java_text.tokens import Token, TokenKind
from verifier.residue.edit import Edit, Text, differing, edit_between, shortened
from verifier.residue.surroundings import (
    EXTRACTED,
    EXTRACTED_CALL,
    INLINED,
    INLINED_CALL,
    MethodText,
)

Words = tuple[str, ...]

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_ENDS = frozenset(";{}")
_BEFORE_OPERAND = frozenset({"return", "=", ",", "(", "->"})
_AFTER_OPERAND = frozenset({";", ",", ")"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Journey:
    """One extraction or inlining: the method that has the code as a body, and the one that does not.

    `open` is the host on the side where the code stands in it, `calling` the host on the side
    where it calls `method` instead.
    """

    refactoring: Refactoring
    open: MethodText
    calling: MethodText
    method: MethodText
    method_id: MethodId

    @property
    def inlining(self) -> bool:
        """Whether the code came from the method into its host."""
        return self.refactoring.type in INLINING


def changed_on_the_way(journey: Journey) -> Edit | None:
    """The edit that keeps the two texts from being the same code; None where they are."""
    declared = _Declaration.of(journey.method, journey.method_id)
    open_tokens = _inside(journey, journey.open, INLINED if journey.inlining else EXTRACTED)
    calls = list(_calls(journey))
    if declared is None or not open_tokens or not calls:
        return None
    moving = journey.method_id.class_name != _host(journey).class_name
    owners = {"this", *_simple(journey.method_id), *_simple(_host(journey))} if moving else set()
    gone = _Gone.of(journey.open, journey.calling)
    taken = [t.text for t in open_tokens]
    nearest = differing(taken, [t.text for t in declared.body])
    for call in calls:
        body = declared.with_arguments([gone.name_of(a) for a in call.arguments])
        for left in call.readings(taken):
            for right in declared.readings(body, call.target):
                found = _bare(left, owners), _bare(right, owners)
                if _same(*found):
                    return None
                nearest = min(nearest, differing(*found), key=lambda d: sum(map(len, d)))
    opened, inner = shortened(nearest[0]), shortened(nearest[1])
    before, after = (inner, opened) if journey.inlining else (opened, inner)
    return replace(_edit(journey, open_tokens, declared), before=before, after=after)


def _edit(journey: Journey, taken: Sequence[Token], declared: "_Declaration") -> Edit:
    opened = Text(file=journey.open.file, tokens=taken, offset=journey.open.lines_before)
    body = Text(file=journey.method.file, tokens=declared.body, offset=journey.method.lines_before)
    what = f"changed: code of {journey.method_id}"
    return (
        edit_between(what, body, opened) if journey.inlining else edit_between(what, opened, body)
    )


def _host(journey: Journey) -> MethodId:
    sides = (journey.refactoring.before, journey.refactoring.after)
    ids = [m for s in sides if s is not None for m in (s.method, s.partner) if m is not None]
    return next((m for m in ids if not m.matches(journey.method_id)), journey.method_id)


def _simple(method: MethodId) -> list[str]:
    return method.class_name.rsplit(".", 1)[-1].split("$")


def _inside(journey: Journey, text: MethodText, role: str) -> list[Token]:
    sides = (journey.refactoring.before, journey.refactoring.after)
    ranges = [r for s in sides if s is not None for r in s.ranges if r.role == role]
    pieces = text.offsets(ranges)
    return [t for t in text.tokens() if any(t.start in piece for piece in pieces)]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Call:
    """A call of the method: its arguments, and what of its statement stands around it."""

    arguments: tuple[Words, ...]
    before: Words
    after: Words

    @property
    def target(self) -> str:
        """The variable that takes the value; empty where none does."""
        return self.before[-2] if len(self.before) > 1 and self.before[-1] == "=" else ""

    def readings(self, taken: Sequence[str]) -> Iterator[Words]:
        """The code that stood in the host, as a body that returns the value would have it."""
        plain = tuple(taken)
        yield plain
        yield ("return", *plain, *(() if plain[-1:] == (";",) else (";",)))
        if not self.before and plain[-1:] != (";",):
            yield (*plain, ";")
        size, ending = len(self.before), self.after
        for at in range(len(plain) - size + 1):
            starts = at == 0 or plain[at - 1] in _ENDS
            if size and starts and plain[at : at + size] == self.before:
                rest = plain[at + size :]
                if rest[-1:] == (";",) == ending[-1:] and rest[len(rest) - len(ending) :] == ending:
                    yield (*plain[:at], "return", *rest[: len(rest) - len(ending)], ";")
                else:
                    yield (*plain[:at], "return", *rest)


def _calls(journey: Journey) -> Iterator[_Call]:
    role = INLINED_CALL if journey.inlining else EXTRACTED_CALL
    sides = (journey.refactoring.before, journey.refactoring.after)
    ranges = [r for s in sides if s is not None for r in s.ranges if r.role == role]
    tokens = journey.calling.tokens()
    name = _word(journey.method_id)
    for piece in journey.calling.offsets(ranges):
        inner = [n for n, t in enumerate(tokens) if t.start in piece]
        at = next((n for n in inner if tokens[n].text == name), None)
        if at is None or at + 1 >= len(tokens) or tokens[at + 1].text != "(":
            continue
        texts = [t.text for t in tokens]
        arguments, _ = _bracketed(texts, at + 1)
        start = inner[0]
        while start > 0 and texts[start - 1] not in _ENDS:
            start -= 1
        end = inner[-1] + 1
        while end < len(texts) and texts[end - 1] not in _ENDS:
            end += 1
        yield _Call(
            arguments=tuple(arguments),
            before=tuple(texts[start : inner[0]]),
            after=tuple(texts[inner[-1] + 1 : end]),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Declaration:
    """A method's parameters by name, and the tokens of its body without the outer brackets."""

    parameters: tuple[str, ...]
    body: tuple[Token, ...]

    @classmethod
    def of(cls, method: MethodText, method_id: MethodId) -> "_Declaration | None":
        tokens = method.tokens()
        texts = [t.text for t in tokens]
        name = _word(method_id)
        for at, text in enumerate(texts[:-1]):
            if text == name and texts[at + 1] == "(" and (at == 0 or texts[at - 1] != "@"):
                parameters, end = _bracketed(texts, at + 1, generic=True)
                if "{" not in texts[end:]:
                    return None
                start = texts.index("{", end)
                names = tuple(p[-1] for p in parameters)
                return cls(parameters=names, body=tuple(tokens[start + 1 : -1]))
        return None

    def with_arguments(self, arguments: Sequence[Words]) -> Words:
        """The body's words with each parameter's argument in its place."""
        values: Mapping[str, Words] = dict(zip(self.parameters, arguments, strict=False))
        words: list[str] = []
        for at, token in enumerate(self.body):
            value = values.get(token.text) if token.kind is TokenKind.WORD else None
            if value is None or (at and self.body[at - 1].text == "."):
                words.append(token.text)
            else:
                words += value if _is_primary(value) else ("(", *value, ")")
        return tuple(words)

    def readings(self, body: Words, target: str) -> Iterator[Words]:
        """The body as it is, and without the statement that returns a variable at its end.

        `target` is the host's name of that variable, empty where it has none.
        """
        yield body
        if len(body) >= 3 and body[-3] == "return" and body[-1] == ";":  # noqa: PLR2004 - return v ;
            kept, name = body[:-3], body[-2]
            yield kept
            named = tuple(target if target and word == name else word for word in kept)
            yield _undeclared(named, target or name)


def _is_primary(value: Words) -> bool:
    """Whether an expression may stand before a dot as it is: no operator outside of brackets."""
    depth = 0
    for word in value:
        depth -= word in _CLOSING
        if depth == 0 and not (_is_name(word) or word[0] in "\"'." or word in _OPENING | _CLOSING):
            return len(value) == 1
        depth += word in _OPENING
    return value[:1] != ("(",)


def _undeclared(body: Words, name: str) -> Words:
    """Without the type in the first declaration of a variable: the host declared it."""
    for at, word in enumerate(body[:-1]):
        if word == name and body[at + 1] in {"=", ";"}:
            start = at
            while start > 0 and body[start - 1] not in _ENDS:
                start -= 1
            rest = body[at:] if body[at + 1] == "=" else body[at + 2 :]
            return (*body[:start], *rest)
    return body


@dataclass(frozen=True, kw_only=True, slots=True)
class _Gone:
    """Variables of the host that only one side declares, by their values."""

    names: Mapping[Words, str]

    @classmethod
    def of(cls, old: MethodText, new: MethodText) -> "_Gone":
        declared = _values(new).keys()
        return cls(names={v: n for v, n in _values(old).items() if v not in declared})

    def name_of(self, argument: Words) -> Words:
        name = self.names.get(argument)
        return argument if name is None else (name,)


def _values(method: MethodText) -> dict[Words, str]:
    found: dict[Words, str] = {}
    statement: list[str] = []
    for token in method.tokens():
        statement.append(token.text)
        if token.text in _ENDS:
            if "=" in statement[1:-1] and token.text == ";":
                at = statement.index("=")
                found[tuple(statement[at + 1 : -1])] = statement[at - 1]
            statement = []
    return found


def _bracketed(
    texts: Sequence[str], opening: int, *, generic: bool = False
) -> tuple[list[Words], int]:
    """The parts between the commas of a bracket, without `final`, and the place behind it."""
    parts: list[list[str]] = [[]]
    depth = 0
    for at in range(opening, len(texts)):
        word = texts[at]
        depth += word in _OPENING or (generic and word == "<")
        depth -= word in _CLOSING or (generic and word == ">")
        if depth == 0:
            return [tuple(p) for p in parts if p], at + 1
        if word == "," and depth == 1:
            parts.append([])
        elif at > opening and word != "final":
            parts[-1].append(word)
    return [tuple(p) for p in parts if p], len(texts)


def _word(method: MethodId) -> str:
    return _simple(method)[-1] if method.name == "<init>" else method.name


def _bare(words: Sequence[str], owners: set[str]) -> list[str]:
    """Without `final`, brackets around a whole operand, and qualifiers that a move may drop."""
    kept = [w for w in words if w != "final" and w not in owners]
    if owners:
        kept = [w for w in kept if w != "."]
    while (smaller := _unbracketed(kept)) != kept:
        kept = smaller
    return kept


def _unbracketed(words: list[str]) -> list[str]:
    opened: list[int] = []
    for at, word in enumerate(words):
        if word == "(":
            opened.append(at)
        elif word == ")" and opened:
            start = opened.pop()
            left = words[start - 1] if start else ";"
            right = words[at + 1] if at + 1 < len(words) else ";"
            whole = left in _BEFORE_OPERAND | _ENDS and right in _AFTER_OPERAND
            alone = at - start == 2 and not (left[-1:].isalnum() or left[-1:] in "_$>)]")  # noqa: PLR2004
            if (whole and not (left == ";" and right == ";")) or alone:
                return [*words[:start], *words[start + 1 : at], *words[at + 1 :]]
    return words


def _same(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether both are the same but for names of variables that differ one to one."""
    if len(left) != len(right):
        return False
    names: dict[str, str] = {}
    taken: dict[str, str] = {}
    strangers = set(left) ^ set(right)
    for at, (a, b) in enumerate(zip(left, right, strict=True)):
        if a == b and a not in names:
            continue
        if not (_is_name(a) and _is_name(b) and a in strangers and b in strangers):
            return False
        called = at + 1 < len(left) and left[at + 1] == "("
        if called or names.setdefault(a, b) != b or taken.setdefault(b, a) != a:
            return False
    return all(_is_declared(a, left) and _is_declared(b, right) for a, b in names.items())


def _is_name(word: str) -> bool:
    return word[:1].isalpha() or word[:1] in "_$"


def _is_declared(name: str, words: Sequence[str]) -> bool:
    """Whether a text declares a variable: a type stands before it, or it is a lambda's."""
    return any(
        word == name
        and (
            (
                at > 0
                and (
                    (_is_name(words[at - 1]) and words[at - 1] not in {"return", "new", "throw"})
                    or words[at - 1] in {">", "]"}
                )
            )
            or (at + 1 < len(words) and words[at + 1] == "->")
        )
        for at, word in enumerate(words)
    )
