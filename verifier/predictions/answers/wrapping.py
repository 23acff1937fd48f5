"""Unwrap an answer: from JSON, or from a listing with line numbers."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from verifier.predictions.answers.cutting import FENCE

_NUMBERED = re.compile(r"[ ]*(\d{1,7})[ ]*([:|\t])(.*)")
_LEAST_NUMBERED = 3
"""The least number of numbered lines that make a listing."""
_MOST_TEXTS = 20


class WrappingError(ValueError):
    """The answer is JSON that does not say where its code is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JsonText:
    """A text in a JSON answer; `name` is its field, empty if the answer is only a string."""

    name: str
    text: str


def json_texts(answer: str) -> tuple[JsonText, ...] | None:
    """Return the texts of an answer that is a JSON string or an object with texts; otherwise None.

    A fence around the whole answer is ignored. Only the object's own fields count.

    Raises:
        WrappingError: a field occurs twice, there are too many texts, or a text contains half a character.
    """
    body = _without_outer_fence(answer.removeprefix("\ufeff").strip())
    if body[:1] not in ('"', "{"):
        return None
    try:
        value = json.loads(body, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        return None
    pairs = value if isinstance(value, _Pairs) else _Pairs([("", value)])
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise WrappingError("a field is there twice")
    texts = tuple(JsonText(name=n, text=t) for n, t in pairs if isinstance(t, str))
    if len(texts) > _MOST_TEXTS:
        raise WrappingError(f"it has more than {_MOST_TEXTS} texts")
    if not all(_is_whole(each.text) for each in texts):
        raise WrappingError("a text holds half a character")
    return texts


class _Pairs(list[tuple[str, object]]):
    """A JSON object with all its fields, including duplicates."""


def _is_whole(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _without_outer_fence(text: str) -> str:
    first, _, rest = text.partition("\n")
    body, _, last = rest.rpartition("\n")
    return body.strip() if FENCE.match(first) and FENCE.match(last) else text


def without_line_numbers(text: str) -> str:
    """Return a listing without its numbers (`12: `, `12 | `, `12<tab>`); any other text unchanged.

    Each line that is not blank must have a number, one more than the previous one, followed by the
    same character.
    """
    lines = text.split("\n")
    first = next((line for line in lines if line.strip()), "")
    if _NUMBERED.fullmatch(first) is None:
        return text
    found = [_NUMBERED.fullmatch(line) if line.strip() else None for line in lines]
    numbered = [match for match in found if match is not None]
    if len(numbered) < max(_LEAST_NUMBERED, sum(1 for line in lines if line.strip())):
        return text
    numbers = [int(match[1]) for match in numbered]
    is_counted = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    if not is_counted or len({match[2] for match in numbered}) > 1:
        return text
    blank = 1 if _all_begin_with_blank(match[3] for match in numbered) else 0
    return "\n".join("" if match is None else match[3][blank:] for match in found)


def _all_begin_with_blank(rests: Iterable[str]) -> bool:
    return all(rest.startswith(" ") for rest in rests if rest)
