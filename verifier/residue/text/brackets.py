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
    alone = end - start == len("()") and not called and not _begins_operand(right)
    whole = left in _BEFORE_OPERAND | ENDS_OF_STATEMENTS and right in _AFTER_OPERAND
    return alone or (whole and not (left == ";" and right == ";"))


def _begins_operand(word: str) -> bool:
    """Tell whether a word that follows `(a)` makes it a cast. `+` and `-` may also be operators."""
    is_word = word[:1].isalnum() or word[:1] in _OPERAND
    return is_word and word not in _AFTER_AN_OPERAND
