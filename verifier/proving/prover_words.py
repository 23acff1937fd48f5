"""Write the facts of the prover's paths, and the values that differ, in the style of Java.

The prover writes `not less(field Cart.sum(this), limit)`; the reader sees `sum >= limit`. A
value that is no parameter keeps its number: equal numbers mean the same value.
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


def describe_difference(message: str, before_event: str, after_event: str) -> str:
    """Say which value differs, and both values if they can be written as Java.

    `message` is the prover's, which counts the values of both events: `value 2 differs`. Any other
    message stays, and so does one whose events are not understood.
    """
    found = _DIFFERS.fullmatch(message)
    old, new = (_EVENT.fullmatch(event) for event in (before_event, after_event))
    if found is None or old is None or new is None:
        return message
    number = int(found[1]) - 1
    sides = [_split(each["values"]) for each in (old, new)]
    if any(number >= len(values) for values in sides):
        return message
    said = f"{_name_value(new, number, len(sides[1]))} differs"
    one, other = (format_fact(values[number]) for values in sides)
    known = one != other and not any(_RAW.search(value) for value in (one, other))
    return f"{said}: `{_bare(one)}` became `{_bare(other)}`" if known else said


_DIFFERS = re.compile(r"value (\d+) differs")
_EVENT = re.compile(
    r"(?P<kind>return|put field|put static|call|[a-z ]+?)(?: (?P<label>\S+))? \((?P<values>.*)\)"
)
_DESCRIPTOR = re.compile(r"\[*(?:L[^;]+;|[IJZBSCFD])")
_RAW = re.compile(r"#\d|\.\.|\b(?:pure|field|element|value) ")
"""What Java does not have: numbers of values, cut terms and the prover's own operators."""


def _name_value(event: re.Match[str], number: int, count: int) -> str:
    label = event["label"] or ""
    name, _, types = label.partition("(")
    simple = name.rpartition(".")[2]
    if event["kind"] == "return":
        return "the returned value"
    if event["kind"].startswith("put") and label:
        return f"the value of the field `{simple}`"
    if event["kind"] != "call" or not types:
        return f"value {number + 1} of `{event['kind']}`"
    receivers = count - len(_DESCRIPTOR.findall(types.partition(")")[0]))
    called = name.rpartition("/")[2].removesuffix(".<init>") if simple == "<init>" else simple
    if number < receivers:
        return f"the object of the call of `{called}`"
    return f"argument {number + 1 - receivers} of `{called}`"


def _split(values: str) -> list[str]:
    """Return the terms of a list; the list may end in a term that is not understood."""
    found, at = list[str](), 0
    while at < len(values):
        end = _read(values, at).end
        if end <= at:
            return found
        found.append(values[at:end])
        at = end + len(", ")
    return found


def _bare(text: str) -> str:
    """Return an operation without the brackets around the whole of it."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[1:-1] if at == len(text) - 1 and text.startswith("(") else text
    return text


def format_fact(fact: str) -> str:
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
        is_own = not texts or texts[0] == "this"
        return field[1] if is_own else f"{texts[0]}.{field[1]}"
    if name in _COMPARING and len(texts) == 2:  # noqa: PLR2004 - both operands
        return _write_comparison(name, parts)
    if name in _SIGNS and texts:
        return f"({f' {name} '.join(texts)})" if len(texts) > 1 else f"{name}{texts[0]}"
    if name.startswith("element ") and len(texts) == 2:  # noqa: PLR2004 - array and index
        return f"{texts[0]}[{texts[1]}]"
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
