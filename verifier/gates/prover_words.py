"""Write the facts of the prover's paths in the style of Java.

The prover writes `not less(field Cart.sum(Lp/Cart;#2), I#3)`; the reader sees `sum >= int#3`. A
value without a name keeps its number: equal numbers mean the same value.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from verifier.java_text.names import simple_name

_COMPARING = {"equal": "==", "not equal": "!=", "less": "<", "not less": ">="}
_SIGNS = frozenset("+-*/%&|^")
_TYPES = {
    "I": "int",
    "J": "long",
    "Z": "boolean",
    "B": "byte",
    "S": "short",
    "C": "char",
    "F": "float",
    "D": "double",
}
_VALUE = re.compile(r"(\[*)(?:L([\w/$]+);|([IJZBSCFD]))#(\d+)")
_CALL = re.compile(r"pure [\w/$]+\.([\w$<>]+)\([^()]*\)([\[\w/$;]*)")
_FIELD = re.compile(r"(?:static )?field [\w$.]+\.([\w$]+)")
_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|[^(),"]+')


@dataclass(frozen=True, kw_only=True, slots=True)
class _Term:
    """A term as Java text, whether it is a boolean, and its end index.

    `end` is 0 if there is no term.
    """

    text: str
    end: int
    is_boolean: bool = False


def readable(fact: str) -> str:
    """Write a fact as Java; a fact that is not understood stays as it is."""
    term = _read(fact, 0)
    return term.text if term.end == len(fact) else fact


def _read(text: str, start: int) -> _Term:
    call = _CALL.match(text, start)
    name = call or _NAME.match(text, start)
    if name is None:
        return _Term(text="", end=0)
    if name.end() >= len(text) or text[name.end()] != "(":
        return _Term(text=_value(name[0].strip()), end=name.end())
    parts, at = [], name.end() + 1
    while at < len(text) and text[at] != ")":
        part = _read(text, at)
        if part.end <= at:
            return _Term(text="", end=0)
        parts.append(part)
        at = part.end + (2 if text[part.end : part.end + 2] == ", " else 0)
    if call is not None:
        return _Term(text=_write_call(call[1], parts), end=at + 1, is_boolean=call[2] == "Z")
    return _Term(
        text=_write_operation(name[0], parts), end=at + 1, is_boolean=name[0].startswith("inst")
    )


def _value(name: str) -> str:
    found = _VALUE.fullmatch(name)
    if found is None:
        return name
    kind = _TYPES[found[3]] if found[3] else simple_name(found[2].replace("/", "."))
    return f"{kind}{'[]' * len(found[1])}#{found[4]}"


def _write_call(name: str, parts: Sequence[_Term]) -> str:
    receiver, *arguments = [part.text for part in parts] or [""]
    return f"{receiver}.{name}({', '.join(arguments)})"


def _write_operation(name: str, parts: Sequence[_Term]) -> str:
    texts = [part.text for part in parts]
    field = _FIELD.fullmatch(name)
    if field is not None:
        # Number 2 is `this`; its fields need no receiver.
        is_own = not texts or texts[0].endswith("#2")
        return field[1] if is_own else f"{texts[0]}.{field[1]}"
    if name in _COMPARING and len(texts) == 2:  # noqa: PLR2004 - both operands
        return _write_comparison(name, parts)
    if name in _SIGNS and len(texts) == 2:  # noqa: PLR2004 - both operands
        return f"({texts[0]} {name} {texts[1]})"
    if name.startswith(_INSTANCE):
        return f"{texts[0]} instanceof {simple_name(name[len(_INSTANCE) :].replace('/', '.'))}"
    return f"{texts[0]}.length" if name == "array length" else f"{name}({', '.join(texts)})"


_INSTANCE = "instance of "


def _write_comparison(name: str, parts: Sequence[_Term]) -> str:
    one, other = (part.text for part in parts)
    if parts[0].is_boolean and other == "0" and "equal" in name:
        return one if name == "not equal" else f"!{one}"
    sides = (other, one) if one == "null" else (one, other)
    return f" {_COMPARING[name]} ".join(sides)
