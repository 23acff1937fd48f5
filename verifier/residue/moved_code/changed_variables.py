"""Tell whether a method is the same code, apart from changes of its variables and parameters.

PurityChecker does not cover these refactorings. A renaming is the same code if every use has the new
name, and no name means something else now. For the other types, tokens show only that nothing else
was edited: an extracted value is computed at another time, and another type may select another
method.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from verifier.domain.proof_hints import methods_of
from verifier.domain.refactoring import MethodId, Refactoring, RefactoringSide
from verifier.java_text.annotations import behind_annotation
from verifier.java_text.brackets import ENDS_OF_STATEMENTS, depths
from verifier.java_text.tokens import Token, TokenKind
from verifier.residue.moved_code.comparison import CodeComparison
from verifier.residue.text.declaration import DeclarationTokens
from verifier.residue.text.local_names import LocalNames, inside_of_classes, is_of_a_case
from verifier.residue.text.method_text import MethodText

_BEFORE_A_DECLARATION = ENDS_OF_STATEMENTS | {"(", ":", "->"}


def group_by_method(
    refactorings: Sequence[Refactoring],
) -> dict[tuple[MethodId, MethodId], list[Refactoring]]:
    """Group the refactorings of variables by their method.

    A method is left out if another refactoring acts on it, because that one's comparison covers it.
    """
    others = set(methods_of(r for r in refactorings if not r.traits.acts_on_variable))
    found: dict[tuple[MethodId, MethodId], list[Refactoring]] = {}
    for each in refactorings:
        if each.traits.acts_on_variable and each.before is not None and each.after is not None:
            key = (each.before.method, each.after.method)
            if not others & set(key):
                found.setdefault(key, []).append(each)
    return found


def compare(old: MethodText, new: MethodText, changes: Sequence[Refactoring]) -> CodeComparison:
    """Compare both versions of one method in which these variables changed.

    `changes` are all accounted refactorings of the method. Several ones are only compared if all of
    them are renamings.
    """
    before = _declaration(old, changes[0].before)
    after = _declaration(new, changes[0].after)
    if before is None or after is None:
        return CodeComparison.UNKNOWN
    if all(each.traits.renames for each in changes):
        return _compare_renamed(before, after, changes)
    if len(changes) > 1:
        return CodeComparison.UNKNOWN
    (change,) = changes
    if change.traits.retypes:
        return _compare_retyped(before, after, change)
    holder, other = (after, before) if change.traits.extracts else (before, after)
    side = change.after if change.traits.extracts else change.before
    return _compare_value(holder, other, (side and side.variable) or "")


def _declaration(text: MethodText, side: RefactoringSide | None) -> DeclarationTokens | None:
    return None if side is None else DeclarationTokens.of(text.tokens(), side.method)


# --- renamings ---


@dataclass(frozen=True, slots=True)
class _Names:
    """Where certain names occur in a declaration as names of variables."""

    declared: DeclarationTokens
    names: frozenset[str]

    @property
    def places(self) -> Iterator[int]:
        """The positions of the names, without members of other objects and called methods."""
        words = _texts(self.declared)
        return (n for n, word in enumerate(words) if word in self.names and _is_variable(words, n))

    @property
    def local(self) -> frozenset[int]:
        """The positions at which a name certainly is a local variable or parameter."""
        tokens = self.declared.tokens
        parameters = [parameter.name for parameter in self.declared.parameters]
        names = LocalNames.of(tokens, parameters, self.declared.end)
        unclear = {*inside_of_classes(tokens), *_inside_of_annotations(tokens)}
        return frozenset(
            at
            for at in self.places
            if at not in unclear
            and names.covers(tokens[at].text, at)
            and not is_of_a_case(tokens, at)
            and not tokens[at].text[:1].isupper()
        )


def _inside_of_annotations(tokens: Sequence[Token]) -> Iterator[int]:
    for at, token in enumerate(tokens):
        if token.text == "@":
            yield from range(at, behind_annotation(tokens, at))


def _compare_renamed(
    before: DeclarationTokens, after: DeclarationTokens, changes: Sequence[Refactoring]
) -> CodeComparison:
    names = {c.before.variable: c.after.variable for c in changes if c.before and c.after}
    if len(names) < len(changes):
        return CodeComparison.UNKNOWN
    old, new = _texts(before), _texts(after)
    changed = {at for at, words in enumerate(zip(old, new, strict=False)) if len(set(words)) > 1}
    if len(old) != len(new) or any(names.get(old[at]) != new[at] for at in changed):
        return CodeComparison.OTHER
    was, now = _Names(before, frozenset(filter(None, names))), _Names(after, _values(names))
    if (now.local - changed) - _Names(before, now.names).local:
        # The new variable hides another one that has its name.
        return CodeComparison.OTHER
    whole = all(set(side.places) == changed == side.local for side in (was, now))
    return CodeComparison.SAME if whole else CodeComparison.UNKNOWN


def _values(names: Mapping[str | None, str | None]) -> frozenset[str]:
    return frozenset(name for name in names.values() if name)


# --- other types ---


def _compare_retyped(
    before: DeclarationTokens, after: DeclarationTokens, change: Refactoring
) -> CodeComparison:
    """Tell whether only the declared type, and statements that use the variable, differ."""
    names = {side.variable for side in (change.before, change.after) if side and side.variable}
    if _literals(before) != _literals(after):
        return CodeComparison.OTHER
    old, new = _texts(before), _texts(after)
    for kind, start, end, first, last in SequenceMatcher(None, old, new, False).get_opcodes():
        spans = ((old, start, end), (new, first, last))
        if kind != "equal" and not all(names & set(_statement(*span)) for span in spans):
            return CodeComparison.OTHER
    return CodeComparison.UNKNOWN


def _literals(declared: DeclarationTokens) -> Counter[str]:
    """Count the literals. The form of a number may follow its type: `0`, `0L` and `0.0`."""
    literals = (t for t in declared.tokens if t.kind not in {TokenKind.WORD, TokenKind.OPERATOR})
    return Counter(token.text.rstrip("lLfFdD").removesuffix(".0") for token in literals)


def _statement(words: Sequence[str], start: int, end: int) -> Sequence[str]:
    """Return the words of the statement around a range."""
    while start > 0 and words[start - 1] not in ENDS_OF_STATEMENTS:
        start -= 1
    while end < len(words) and words[end] not in ENDS_OF_STATEMENTS:
        end += 1
    return words[start:end]


def _compare_value(
    holder: DeclarationTokens, other: DeclarationTokens, name: str
) -> CodeComparison:
    """Put the value of a variable in place of its uses, and compare with the other side."""
    words = _texts(holder)
    at = next((n for n in range(1, len(words)) if _gets_a_value(words, n, name)), None)
    if at is None:
        return CodeComparison.UNKNOWN
    start = max(n for n in range(1, at) if words[n - 1] in _BEFORE_A_DECLARATION)
    inside = list(zip(words[at:], depths(words[at:]), strict=True))
    if (";", 0) not in inside or words[start - 1] == "(":
        return CodeComparison.UNKNOWN
    end = at + inside.index((";", 0))
    value = words[at + 2 : end]
    used = [*words[:start], *words[end + 1 :]]
    put = [
        word
        for n, each in enumerate(used)
        for word in (value if each == name and _is_variable(used, n) else [each])
    ]
    # Brackets that the value needs in its place are not known here.
    same = _without_brackets(put) == _without_brackets(_texts(other))
    # One declaration may declare several variables.
    alone = "=" not in words[start:at] and (",", 0) not in inside[: end - at]
    return CodeComparison.OTHER if alone and not same else CodeComparison.UNKNOWN


def _is_variable(words: Sequence[str], at: int) -> bool:
    """Tell whether a name is neither a member of another object nor a method."""
    is_member = at > 0 and words[at - 1] in {".", "::"}
    return not is_member and words[at + 1 : at + 2] != ["("]


def _gets_a_value(words: Sequence[str], at: int, name: str) -> bool:
    """Tell whether a word is the name in a declaration with a value."""
    is_declared = words[at - 1] not in {".", *_BEFORE_A_DECLARATION}
    return is_declared and words[at : at + 2] == [name, "="]


def _without_brackets(words: Sequence[str]) -> list[str]:
    return [word for word in words if word not in {"(", ")"}]


def _texts(declared: DeclarationTokens) -> list[str]:
    return [token.text for token in declared.tokens]
