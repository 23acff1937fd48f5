"""Causes in a call of an extracted method: wrong arguments, a lost result, changed evaluation."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import combinations

from verifier.domain.cause import CauseFact, CauseKind
from verifier.java_text.brackets import ENDS_OF_STATEMENTS, between_commas
from verifier.residue.causes.changed_statement import ordinal
from verifier.residue.causes.expansion import ASSIGNING, Expanded, Helper, HelperCall, expand
from verifier.residue.causes.pairing import cost, pair_statements
from verifier.residue.text.words import Statement, Word, on_one_line, statements_of, write_words

MOST_TRIED = 40
"""Limit of alternative arguments to try for the calls of one method; each try takes a comparison."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Calling:
    """A method that calls helpers on one side and contains their code on the other.

    `plain` are its words on the side with the code, `words` on the side with the calls. `variables`
    are the old version's local names.
    """

    plain: tuple[Word, ...]
    words: tuple[Word, ...]
    helpers: tuple[Helper, ...]
    variables: AbstractSet[str]

    @property
    def expanded(self) -> Expanded:
        """The side with the calls, with the bodies of the helpers in their place."""
        return expand(self.words, self.helpers)

    def cost(self) -> int:
        """Return the number of statements that differ."""
        return cost(statements_of(self.plain), statements_of(self.expanded.words))


def without_gone(calling: Calling) -> Calling:
    """Remove variables that only the plain side declares and whose values are now arguments.

    `C c = config(); use(c)` may have become `g(config())`; the body then uses `c`.
    """
    plain, words = list(calling.plain), calling.words
    for call in calling.expanded.calls:
        for n, argument in enumerate(call.arguments):
            name, places = _find_declaration(plain, argument)
            if not name or name in words or len(places) == 0:
                continue
            arguments = [*call.arguments]
            arguments[n] = (argument[0].with_text(name),)
            now = next(c for c in expand(words, calling.helpers).calls if c.number == call.number)
            arguments = [a if m == n else now.arguments[m] for m, a in enumerate(arguments)]
            words = _with_arguments(words, now, arguments)
            del plain[places.start : places.stop]
    return replace(calling, plain=tuple(plain), words=words)


def _find_declaration(words: Sequence[Word], value: Sequence[Word]) -> tuple[str, range]:
    """Return the variable that a declaration sets to this value, and the positions of the
    declaration.
    """
    text, size = [*map(str, value), ";"], len(value) + 1
    for at in range(2, len(words) - size):
        if words[at] != "=" or [*map(str, words[at + 1 : at + 1 + size])] != text:
            continue
        start = at
        while start > 0 and words[start - 1] not in ENDS_OF_STATEMENTS:
            start -= 1
        if at - start > 1:
            return str(words[at - 1]), range(start, at + 1 + size)
    return "", range(0)


def argument_causes(calling: Calling, refactoring: str) -> tuple[list[CauseFact], Calling]:
    """Find calls with wrong arguments, and return the method with the right ones."""
    found: list[CauseFact] = []
    tried = 0
    for call in calling.expanded.calls:
        before = calling.cost()
        if before == 0:
            break
        for words, said in _other_arguments(calling, call):
            tried += 1
            if tried > MOST_TRIED:
                return found, calling
            other = replace(calling, words=words)
            if other.cost() < before and _is_settled(other, call):
                found.append(_argument_cause(calling, other, call, said, refactoring))
                calling = other
                break
    return found, calling


def _is_settled(calling: Calling, call: HelperCall) -> bool:
    """Tell whether all statements that read a parameter of the call are equal now."""
    pairing = pair_statements(statements_of(calling.plain), statements_of(calling.expanded.words))
    if pairing is None:
        return False
    left = [pairing.new[j] for j in (*pairing.added, *pairing.changed.values())]
    names = set(call.helper.parameters)
    return not any(
        w.token is not None and w.call == call.number and w.token.text in names
        for statement in left
        for w in statement.words
    )


def _other_arguments(calling: Calling, call: HelperCall) -> Iterator[tuple[tuple[Word, ...], str]]:
    """Yield the method's words with other arguments in one call, and what is wrong with the current
    ones.
    """
    texts = [tuple(map(str, each)) for each in call.arguments]
    # If an argument has its parameter's name, a wrong use of the parameter is wrong in the body.
    is_named = [each == (name,) for each, name in zip(texts, call.helper.parameters, strict=False)]
    for i, j in combinations(range(len(texts)), 2):
        if texts[i] != texts[j] and not (is_named[i] and is_named[j]):
            order = list(range(len(texts)))
            order[i], order[j] = j, i
            said = f"{ordinal(i)} and {ordinal(j)} argument exchanged"
            yield _with_arguments(calling.words, call, [call.arguments[n] for n in order]), said
    for i, text in enumerate(texts):
        if is_named[i] or len(text) != 1:
            continue
        for name in sorted(calling.variables & set(calling.words) - {text[0]}):
            arguments = [*call.arguments]
            arguments[i] = (call.arguments[i][0].with_text(name),)
            said = f"{ordinal(i)} argument is `{text[0]}`, and `{name}` was used there"
            yield _with_arguments(calling.words, call, arguments), said


def _with_arguments(
    words: Sequence[Word], call: HelperCall, arguments: Sequence[Sequence[Word]]
) -> tuple[Word, ...]:
    places, _ = between_commas(words, call.at + 1)
    found = list(words)
    for place, argument in reversed(list(zip(places, arguments, strict=True))):
        found[place.start : place.stop] = argument
    return tuple(found)


def _argument_cause(
    calling: Calling, right: Calling, call: HelperCall, said: str, refactoring: str
) -> CauseFact:
    head = _find_crossed_declaration(calling, call)
    if head is not None:
        return replace(head, refactoring=refactoring)
    place = statement_of(call)
    fixed = next((c for c in right.expanded.calls if c.number == call.number), call)
    after = place.source
    mended = after.replace(_argument_source(call), write_words(_inside(fixed)), 1)
    return CauseFact(
        kind=CauseKind.ARGUMENTS,
        said=f"call at line {place.line}: {said}",
        file=file_of(place),
        line=place.line,
        before=mended,
        after=after,
        advice=write(mended, after, place.line) if mended != after else "",
        refactoring=refactoring,
    )


def _inside(call: HelperCall) -> list[str]:
    words: list[str] = []
    for n, argument in enumerate(call.arguments):
        words += [",", *map(str, argument)] if n else map(str, argument)
    return words


def _argument_source(call: HelperCall) -> str:
    inner = call.words[2:-1]
    home = inner[0].home
    if home is None or inner[0].token is None or inner[-1].token is None:
        return ""
    return on_one_line(home.code[inner[0].token.start : inner[-1].token.end])


def _find_crossed_declaration(calling: Calling, call: HelperCall) -> CauseFact | None:
    """Return a cause at the declaration if it exchanges the names of two parameters.

    The arguments then have the order in which the host uses them, so the declaration is wrong.
    """
    parameters = call.helper.parameters
    texts = [str(a[0]) if len(a) == 1 else "" for a in call.arguments]
    wrong = [n for n, (a, p) in enumerate(zip(texts, parameters, strict=False)) if a != p]
    order = {str(word): at for at, word in reversed(list(enumerate(calling.plain)))}
    crossed = {texts[n] for n in wrong} == {parameters[n] for n in wrong}
    if len(wrong) != 2 or not crossed:  # noqa: PLR2004 - an exchange has two sides
        return None
    i, j = wrong
    if order.get(texts[i], -1) > order.get(texts[j], -1):
        return None
    declared, home = call.helper.declared, call.helper.text
    tokens = declared.tokens
    opening = next(at for at in range(declared.end, len(tokens)) if tokens[at].text == "{")
    head = on_one_line(home.code[tokens[0].start : tokens[opening].end])
    source = [
        on_one_line(home.code[tokens[p[0]].start : tokens[p[-1]].end])
        for p in (parameter.place for parameter in declared.parameters)
    ]
    swapped = [*source]
    swapped[i], swapped[j] = source[j], source[i]
    whole = on_one_line(
        home.code[
            tokens[declared.parameters[0].place[0]].start : tokens[
                declared.parameters[-1].place[-1]
            ].end
        ]
    )
    mended = head.replace(whole, ", ".join(swapped), 1)
    line = tokens[0].line + home.lines_before
    name = call.helper.name
    return CauseFact(
        kind=CauseKind.PARAMETERS,
        said=f"declaration of `{name}`: {ordinal(i)} and {ordinal(j)} parameter exchanged",
        file=home.file,
        line=line,
        before=mended,
        after=head,
        advice=write(mended, head, line),
    )


def silent_causes(calling: Calling, refactoring: str, *, extracting: bool) -> Iterator[CauseFact]:
    """Yield causes that a comparison of texts misses: lost values, and changed evaluation of
    arguments.
    """
    for call in calling.expanded.calls:
        if extracting:
            yield from _find_lost_values(calling, call, refactoring)
            yield from _overloads(call, refactoring)
        yield from _evaluations(calling, call, refactoring, extracting=extracting)


def _find_lost_values(calling: Calling, call: HelperCall, refactoring: str) -> Iterator[CauseFact]:
    """Yield each variable that the helper reassigns and that its host reads after the call."""
    helper, place = call.helper, statement_of(call)
    later = set(map(str, calling.words[call.at + len(call.words) :]))
    returned = str(helper.returned[0]) if len(helper.returned) == 1 else ""
    for name in [*helper.parameters, *sorted(helper.locals)]:
        argument = [str(w) for w in call.argument(name)] if name in helper.parameters else [name]
        variable = argument[0] if len(argument) == 1 else ""
        is_read = variable in calling.variables and variable in later
        if not is_read or not helper.assigns(name) or call.target in {variable, "return"}:
            continue
        if name in helper.locals and (name != returned or call.target):
            continue
        after = place.source
        can = returned == name and call.is_alone and not call.target
        mended = f"{variable} = {after}" if can else ""
        said = f"result of `{write_words(call.words)}` is lost: `{variable}` keeps its old value"
        yield CauseFact(
            kind=CauseKind.LOST_RESULT,
            said=f"call at line {place.line}: {said}",
            file=file_of(place),
            line=place.line,
            before=mended,
            after=after,
            advice=write(mended, after, place.line) if mended else "",
            refactoring=refactoring,
        )


def _overloads(call: HelperCall, refactoring: str) -> Iterator[CauseFact]:
    """Yield a call that may mean another method of the same name."""
    if not call.helper.has_overload:
        return
    place = statement_of(call)
    said = f"another `{call.helper.name}` takes as many arguments, and may be what is called"
    yield CauseFact(
        kind=CauseKind.CALLED_METHOD,
        said=f"call at line {place.line}: {said}",
        file=file_of(place),
        line=place.line,
        after=place.source,
        refactoring=refactoring,
    )


def _evaluations(
    calling: Calling, call: HelperCall, refactoring: str, *, extracting: bool
) -> Iterator[CauseFact]:
    """Yield each argument with side effects that the body reads more than once or never."""
    body = call.helper.words
    for name in call.helper.parameters:
        argument = call.argument(name)
        acts = "(" in argument or bool(ASSIGNING & set(map(str, argument)))
        times = sum(
            word == name and (at == 0 or body[at - 1] != ".") for at, word in enumerate(body)
        )
        if not acts or times == 1:
            continue
        text = write_words(argument)
        was, now = (times, 1) if extracting else (1, times)
        place = statement_of(call) if extracting else _reading(calling.plain, argument)
        if place is None:
            continue
        said = f"`{text}` is evaluated {_times(now)}, and was evaluated {_times(was)}"
        yield CauseFact(
            kind=CauseKind.EVALUATION,
            said=f"at line {place.line}: {said}",
            file=file_of(place),
            line=place.line,
            after=place.source,
            refactoring=refactoring,
        )


def _reading(words: Sequence[Word], argument: Sequence[Word]) -> Statement | None:
    """Return the first statement with these words; if there is none, the method's head."""
    text = " ".join(argument)
    statements = statements_of(words)
    found = (s for s in statements if text in " ".join(s.key))
    return next(found, statements[0] if statements else None)


def _times(number: int) -> str:
    known: Mapping[int, str] = {0: "never", 1: "once", 2: "twice"}
    return known.get(number, f"{number} times")


def statement_of(call: HelperCall) -> Statement:
    """Return the statement that contains a call."""
    return Statement(words=call.statement, parents=(), is_head=False)


def file_of(statement: Statement) -> str:
    """Return the file of a statement; empty without a place."""
    return "" if statement.home is None else statement.home.file


def write(mended: str, after: str, line: int) -> str:
    """Write the advice to replace one statement by another."""
    return f"Write `{mended}` in place of `{after}` at line {line}."
