"""Put the bodies of methods in place of their calls, as words that keep their places.

With this a method reads as it did before an extraction, or as it does after an inlining. It does
not prove that both are the same; it shows where to look for differences.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from verifier.domain.refactoring import MethodId
from verifier.java_text.brackets import ENDS_OF_STATEMENTS, between_commas, depths
from verifier.residue.text.declaration import DeclarationTokens, word_of
from verifier.residue.text.local_names import LocalNames
from verifier.residue.text.method_text import MethodText
from verifier.residue.text.words import Word, words_of

_BEFORE_A_CALL = frozenset({"return", "else", "throw", "do", "case", "yield", "assert"})
ASSIGNING = frozenset({"++", "--", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<="})


@dataclass(frozen=True, kw_only=True, slots=True)
class Helper:
    """A method whose body can replace its calls."""

    text: MethodText
    method: MethodId
    declared: DeclarationTokens
    words: tuple[Word, ...]

    @classmethod
    def of(cls, text: MethodText, method: MethodId) -> "Helper | None":
        """Read a method; None if it has no body."""
        declared = DeclarationTokens.of(text.tokens(), method)
        if declared is None or declared.body is None:
            return None
        tokens = [declared.tokens[at] for at in declared.body]
        words = tuple(words_of(text, tokens))
        return cls(text=text, method=method, declared=declared, words=words)

    @property
    def name(self) -> str:
        """The word by which the method is called."""
        return word_of(self.method)

    @property
    def has_overload(self) -> bool:
        """Tell whether its class has another method of its name with the same number of arguments."""
        home = self.text.home
        return home is not None and home.has_like(self.name, len(self.declared.parameters))

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""
        return [parameter.name for parameter in self.declared.parameters]

    @property
    def returned(self) -> tuple[Word, ...]:
        """The words that it returns at its end; empty if it returns nothing there."""
        at = self._last_return()
        return () if at is None else self.words[at + 1 : -1]

    @property
    def before_return(self) -> tuple[Word, ...]:
        """Its body without the last `return`."""
        at = self._last_return()
        return self.words if at is None else self.words[:at]

    def _last_return(self) -> int | None:
        if self.words[-1:] != (";",):
            return None
        at = len(self.words) - 2
        while at >= 0 and self.words[at] not in ENDS_OF_STATEMENTS:
            if self.words[at] == "return":
                return at
            at -= 1
        return None

    @property
    def locals(self) -> frozenset[str]:
        """The variables that its body declares."""
        names = LocalNames.of(self.declared.tokens, [], self.declared.end).names
        return frozenset(each.name for each in names)

    def assigns(self, name: str) -> bool:
        """Tell whether its body assigns to a variable of that name."""
        around = zip(("", *self.words), self.words, (*self.words[1:], ""), strict=False)
        return any(
            word == name and before != "." and (after in ASSIGNING or before in {"++", "--"})
            for before, word, after in around
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class HelperCall:
    """One call of a helper: its number, its words, the words of its statement, and its arguments.

    `at` is the position of its name in the words of the method. `target` is the variable that takes
    its value, or `return`. `is_alone` says that the call, with its target, is the whole statement.
    """

    helper: Helper
    number: int
    at: int
    words: tuple[Word, ...]
    statement: tuple[Word, ...]
    arguments: tuple[tuple[Word, ...], ...]
    target: str
    is_alone: bool

    def argument(self, name: str) -> tuple[Word, ...]:
        """Return the argument for a parameter; empty if there is no parameter of that name."""
        return dict(zip(self.helper.parameters, self.arguments, strict=False)).get(name, ())


@dataclass(frozen=True, kw_only=True, slots=True)
class Expanded:
    """The words of a method with bodies in place of calls, and these calls in order."""

    words: tuple[Word, ...]
    calls: tuple[HelperCall, ...] = ()


def expand(words: Sequence[Word], helpers: Iterable[Helper]) -> Expanded:
    """Put bodies in place of the calls of helpers.

    Calls with another number of arguments do not count.
    """
    by_name = {helper.name: helper for helper in helpers}
    out: list[Word] = []
    calls: list[HelperCall] = []
    at = 0
    while at < len(words):
        helper = by_name.get(words[at])
        if helper is None or not _is_call(words, at, helper):
            out.append(words[at])
            at += 1
            continue
        _drop_receiver(out)
        call, end = _read(words, at, out, helper, len(calls))
        calls.append(call)
        if call.is_alone:
            del out[len(out) - _length_of_start(out) :]
            out += _as_statements(call)
            at = end + 1
        else:
            at = _inline(call, out, words, end)
    return Expanded(words=tuple(out), calls=tuple(calls))


def _is_call(words: Sequence[Word], at: int, helper: Helper) -> bool:
    before = _word(words, at - 1)
    # After a type the name is declared, not called.
    is_declared = before[-1:] in {">", "]"} or (
        before[:1].isalpha() and before not in _BEFORE_A_CALL
    )
    if _word(words, at + 1) != "(" or before == "::" or is_declared:
        return False
    parts, _ = between_commas(words, at + 1)
    return len(parts) == len(helper.parameters)


def _drop_receiver(out: list[Word]) -> None:
    """Remove `this.`, a class or any other object before the name; receivers are not compared."""
    while out[-1:] == ["."]:
        del out[-2:]


def _read(
    words: Sequence[Word], at: int, out: Sequence[Word], helper: Helper, number: int
) -> tuple[HelperCall, int]:
    parts, end = between_commas(words, at + 1)
    start = len(out) - _length_of_start(out)
    head = tuple(out[start:])
    target = str(head[-2]) if len(head) > 1 and head[-1] == "=" else ""
    simple = not head or target or head == ("return",)
    whole = bool(simple) and _word(words, end) == ";"
    stop = end
    while stop < len(words) and words[stop] not in ENDS_OF_STATEMENTS:
        stop += 1
    own = tuple(words[at:end])
    call = HelperCall(
        helper=helper,
        number=number,
        at=at,
        words=own,
        statement=(*head, *own, *words[end : stop + 1]),
        arguments=tuple(tuple(words[n] for n in part) for part in parts),
        target=target or ("return" if head == ("return",) else ""),
        is_alone=whole,
    )
    return call, end


def _word(words: Sequence[Word], at: int) -> str:
    return words[at] if 0 <= at < len(words) else ""


def _length_of_start(out: Sequence[Word]) -> int:
    """Return how many words of the current statement exist already."""
    at = len(out)
    while at > 0 and out[at - 1] not in ENDS_OF_STATEMENTS:
        at -= 1
    return len(out) - at


def _as_statements(call: HelperCall) -> Iterator[Word]:
    """Yield the body in place of the statement `f(x);`, `y = f(x);` or `return f(x);`."""
    helper, value = call.helper, call.helper.returned
    if call.target == "return":
        yield from _put(helper.words, call)
        return
    names = {}
    kept = len(value) == 1 and str(value[0]) in helper.locals
    if kept and call.target and call.target not in helper.locals - {str(value[0])}:
        # The host's variable replaces the variable that the body returns.
        names = {str(value[0]): call.target}
    yield from _put(_remove_second_type(helper.before_return, names, call), call, names)
    if not value or names or (kept and not call.target):
        return
    result = list(_put(value, call))
    if call.target:
        head = call.statement[: len(call.statement) - len(call.words) - 1]
        if [str(w) for w in result] == [call.target]:
            return
        # A wrong value is reported where it is returned.
        returning = helper.words[len(helper.before_return)]
        yield from (w.at_place(returning, call.number) for w in head)
        yield from (*result, helper.words[-1].at_place(helper.words[-1], call.number))
    elif len(result) > 1:
        # The call loses the value, so a cause belongs to the call.
        first, last = call.statement[0], call.statement[-1]
        yield from (w.at_place(first, call.number) for w in result)
        yield last.at_place(last, call.number)


def _remove_second_type(
    words: Sequence[Word], names: Mapping[str, str], call: HelperCall
) -> Sequence[Word]:
    """Remove the type of the returned variable if the host declares it elsewhere."""
    is_declared = len(call.statement) - len(call.words) - 1 > len(["x", "="])
    if not names or is_declared:
        return words
    (name,) = names
    for at, word in enumerate(words[:-1]):
        if word == name and words[at + 1] in {"=", ";"}:
            start = at
            while start > 0 and words[start - 1] not in ENDS_OF_STATEMENTS:
                start -= 1
            rest = words[at:] if words[at + 1] == "=" else words[at + 2 :]
            return [*words[:start], *rest]
    return words


def _inline(call: HelperCall, out: list[Word], words: Sequence[Word], end: int) -> int:
    """Put the value in place of the call, and the other statements of the body before the
    statement.
    """
    start = len(out) - _length_of_start(out)
    head = out[start:]
    del out[start:]
    out += _put(call.helper.before_return, call)
    out += head
    value = list(_put(call.helper.returned, call))
    is_bare = not _needs_brackets(value, _word(out, len(out) - 1), _word(words, end))
    out += value if is_bare else [Word.at("("), *value, Word.at(")")]
    return end


def _put(
    words: Sequence[Word], call: HelperCall, names: Mapping[str, str] | None = None
) -> Iterator[Word]:
    """Yield words of the body with arguments for parameters, each at the place of its parameter."""
    around = zip(("", *words), words, (*words[1:], ""), strict=False)
    for before, each, after in around:
        word = each.at_place(each, call.number)
        value = call.argument(word) if before != "." else ()
        own = (names or {}).get(word) if before != "." else None
        if own is not None:
            yield word.with_text(own)
        elif not value:
            yield word
        elif _needs_brackets(value, before, after):
            yield from (word.with_text(text) for text in ("(", *map(str, value), ")"))
        else:
            yield from (word.with_text(str(each)) for each in value)


_STRENGTHS = (
    ("?", ":", "->"),
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", ">", "<=", ">=", "instanceof"),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
    (".", "!", "~", "++", "--"),
)
_STRENGTH = {word: at for at, words in enumerate(_STRENGTHS) for word in words}


def _needs_brackets(value: Sequence[Word], left: str, right: str) -> bool:
    """Tell whether a neighbouring operator would bind a part of a value."""
    outside = [w for w, depth in zip(value, depths(value), strict=True) if depth == 0]
    operators = [_STRENGTH[w] for w in outside if w in _STRENGTH and w != "."]
    if not operators:
        return False
    weakest = min(operators)
    return _STRENGTH.get(left, -1) >= weakest or _STRENGTH.get(right, -1) > weakest
