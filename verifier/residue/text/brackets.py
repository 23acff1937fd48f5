"""Brackets around a whole operand, which appear or disappear when a value replaces a name."""

from collections.abc import Sequence

from verifier.java_text.brackets import ENDS_OF_STATEMENTS

_BEFORE_OPERAND = frozenset({"return", "=", ",", "(", "->"})
_AFTER_OPERAND = frozenset({";", ",", ")"})
_AFTER_A_NAME = "_$>)]»"
"""Last characters of a word before a call's parenthesis, in addition to letters and digits."""
_OPERAND = "_$«\"'(!~"
"""First characters of an operand, in addition to letters and digits."""
_AFTER_AN_OPERAND = frozenset({"instanceof", "!="})
_PRIMITIVES = frozenset({"boolean", "byte", "char", "double", "float", "int", "long", "short"})
"""Types whose name in brackets is always a cast, also in front of `+` and `-`."""
_PREFIXES = frozenset({"+", "-", "!", "~", "++", "--"})
_NO_OPERAND = frozenset({"instanceof", "new", "switch"})


def remove_brackets(words: Sequence[str]) -> list[str]:
    """Return the words without needless brackets. Brackets of calls, casts and conditions stay."""
    kept = list(words)
    while (smaller := _without_one(kept)) != kept:
        kept = smaller
    return kept


def _without_one(words: list[str]) -> list[str]:
    opened: list[int] = []
    for at, word in enumerate(words):
        if word == "(":
            opened.append(at)
        elif word == ")" and opened:
            start = opened.pop()
            if _is_needless(words, start, at):
                return [*words[:start], *words[start + 1 : at], *words[at + 1 :]]
    return words


def _is_needless(words: Sequence[str], start: int, end: int) -> bool:
    left = words[start - 1] if start else ";"
    right = words[end + 1] if end + 1 < len(words) else ";"
    # `(a)` is the same as `a`, unless it is a call's argument or the type of a cast.
    called = left[-1:].isalnum() or left[-1:] in _AFTER_A_NAME
    is_cast = words[start + 1] in _PRIMITIVES
    alone = end - start == len("()") and not called and not is_cast and not _begins_operand(right)
    if left == ")" and _is_primitive_cast(words[:start]):
        is_another_cast = is_cast or _begins_operand(right)
        return not is_another_cast and _is_operand(words[start + 1 : end], right)
    whole = left in _BEFORE_OPERAND | ENDS_OF_STATEMENTS and right in _AFTER_OPERAND
    return alone or (whole and not (left == ";" and right == ";"))


def _is_primitive_cast(words: Sequence[str]) -> bool:
    """Tell whether the last three words are a cast such as `(int)`."""
    opening, name, _ = words[-3:] if len(words) > len("()") else ("", "", "")
    return opening == "(" and name in _PRIMITIVES


def _is_operand(words: Sequence[str], right: str) -> bool:
    """Tell whether a cast binds all of these words also without brackets.

    They are a name, a literal or a call, with or without prefix operators.
    """
    at = 0
    while at < len(words) and words[at] in _PREFIXES:
        at += 1
    # `(-a).b` and `((A) a).b` would apply to `a.b` without brackets.
    if (at or words[:1] == ["("]) and right in {".", "[", "++", "--"}:
        return False
    depth = 0
    for word in words[at:]:
        depth += (word in {"(", "["}) - (word in {")", "]"})
        is_part = word[:1].isalnum() or word[:1] in "_$«\"'.([)]" or word in {"++", "--"}
        if depth == 0 and (not is_part or word in _NO_OPERAND):
            return False
    return at < len(words)


def _begins_operand(word: str) -> bool:
    """Tell whether a word that follows `(a)` makes it a cast. `+` and `-` may also be operators."""
    is_word = word[:1].isalnum() or word[:1] in _OPERAND
    return is_word and word not in _AFTER_AN_OPERAND
