"""Name the change within one statement as narrowly as its words allow."""

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from verifier.domain.cause import CauseKind
from verifier.java_text.brackets import CLOSING, OPENING, between_commas, depths
from verifier.java_text.keywords import RESERVED
from verifier.residue.text.edit import differing
from verifier.residue.text.words import Statement, write_words

Key = Sequence[str]
Named = tuple[CauseKind, str]

_NEGATED = {("<", ">="), (">", "<="), ("==", "!="), (">=", "<"), ("<=", ">"), ("!=", "==")}
_BOUNDARIES = {("<", "<="), ("<=", "<"), (">", ">="), (">=", ">")}
_CONNECTIVES = {("&&", "||"), ("||", "&&")}
_SHORT = {("&&", "&"), ("||", "|"), ("&", "&&"), ("|", "||")}
_OPERATORS = frozenset(
    [
        "+",
        "-",
        "*",
        "/",
        "%",
        "&",
        "|",
        "^",
        "<",
        ">",
        "<=",
        ">=",
        "==",
        "!=",
        "&&",
        "||",
        "=",
        "+=",
        "-=",
        "*=",
        "/=",
        "%=",
        "&=",
        "|=",
        "^=",
        "++",
        "--",
        "!",
        "~",
        "<<",
        ">>",
    ]
)
_OPERATOR_CHANGES: Sequence[tuple[CauseKind, AbstractSet[tuple[str, str]], str]] = (
    (CauseKind.CONDITION, _NEGATED, "condition negated: {}"),
    (CauseKind.BOUNDARY, _BOUNDARIES, "boundary moved: {}"),
    (CauseKind.CONDITION, _CONNECTIVES, "condition changed: {}"),
    (CauseKind.SHORT_CIRCUIT, _SHORT, "{}: the right side is evaluated in other cases"),
)
_MODIFIERS = frozenset(
    [
        "public",
        "protected",
        "private",
        "static",
        "abstract",
        "synchronized",
        "native",
        "strictfp",
        "transient",
        "volatile",
        "default",
    ]
)
_EXCEPTIONS = frozenset({"try", "catch", "finally", "throw"})
_BRANCHES = frozenset({"if", "else", "while", "for", "do", "switch", "case"})
ORDINALS = ("1st", "2nd", "3rd")


def ordinal(place: int) -> str:
    """Write a position, counted from 0, as an ordinal number."""
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"


def name_change(old: Statement, new: Statement) -> Named:
    """Return the kind of a change, and a sentence about it."""
    a, b = old.words, new.words
    left, right = differing(a, b)
    start = next(
        (n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )
    for found in (
        _find_lost(a, b),
        _find_exchanged(a, b),
        _of_condition(left, right),
        _of_exceptions(a, b),
        _of_one_word(left, right, b[start + len(right) : start + len(right) + 1], a),
        _of_calls(a, b),
    ):
        if found is not None:
            return found
    if a[:1] == ("return",) or b[:1] == ("return",):
        return CauseKind.RETURNED_VALUE, f"returns {_show(b[1:-1])}, and not {_show(a[1:-1])}"
    if a[:1] and a[0] in _BRANCHES:
        return CauseKind.CONDITION, "condition changed"
    left, right = _whole(left, right, a, b)
    return CauseKind.OTHER, f"{_show(left)} became {_show(right)}"


def _whole(left: Key, right: Key, old: Key, new: Key) -> tuple[Key, Key]:
    """Return what differs; the whole statements if the difference begins or ends within an operand."""
    if left and right and all(_is_whole(side) and side[-1] != "." for side in (left, right)):
        return left, right
    one, other = (words[:-1] if words[-1:] in {(";",), ("{",)} else words for words in (old, new))
    return one, other


def _is_whole(words: Key) -> bool:
    """Tell whether all brackets among the words are balanced."""
    return min(depths(words), default=0) >= 0 and not sum(
        (word in OPENING) - (word in CLOSING) for word in words
    )


def name_head_change(old: Statement, new: Statement) -> Named:
    """Name the change of a declaration up to its body."""
    a, b = old.words, new.words
    if found := _find_exchanged(a, b):
        return CauseKind.PARAMETERS, found[1].replace("argument", "parameter")
    gone, come = Counter(a) - Counter(b), Counter(b) - Counter(a)
    both = [*gone, *come]
    if "synchronized" in both:
        return CauseKind.LOCK, f"`synchronized` {'added' if 'synchronized' in come else 'removed'}"
    if "throws" in both or (
        "throws" in a and "throws" in b and a.index("throws") == b.index("throws")
    ):
        return CauseKind.EXCEPTIONS, "declared exceptions changed"
    if any(word in _MODIFIERS for word in both) or "@" in both:
        words = write_words([w for w in a if w in gone]), write_words([w for w in b if w in come])
        return CauseKind.MODIFIERS, "modifiers or annotations changed: " + _became(*words)
    left, right = differing(a, b)
    return CauseKind.OTHER, f"declaration changed: {_became(write_words(left), write_words(right))}"


def name_head(statement: Statement, *, is_added: bool) -> Named:
    """Say what an added or removed block with this head means."""
    head = statement.key[0] if statement.key else ""
    source = write_words(statement.words[:-1]) if statement.key[-1:] == ("{",) else statement.source
    if head == "synchronized":
        said = "now runs with the lock of" if is_added else "no longer runs with the lock of"
        return CauseKind.LOCK, f"{said} `{source}`"
    if head in _EXCEPTIONS:
        said = f"`{source}` added: exceptions are handled otherwise"
        return CauseKind.EXCEPTIONS, said if is_added else said.replace("added", "removed")
    if head in _BRANCHES:
        said = f"`{source}` {'added' if is_added else 'removed'}"
        return CauseKind.CONDITION if head in {"if", "else"} else CauseKind.BLOCK, said
    kind = CauseKind.ADDED if is_added else CauseKind.DROPPED
    return kind, f"`{source}` {'added' if is_added else 'removed'}"


def _find_lost(old: Key, new: Key) -> Named | None:
    """Find the same call without the variable or `return` that took its value."""
    more = len(old) - len(new)
    is_taken = more > 0 and old[more - 1] in {"=", "return"} and old[more:] == new
    if is_taken and "(" in new:
        return CauseKind.LOST_RESULT, f"result of {_show(new[:-1])} is lost"
    return None


def _find_exchanged(old: Key, new: Key) -> Named | None:
    """Find exchanged parts of one pair of brackets, or exchanged operands of an operator."""
    if Counter(old) != Counter(new):
        return None
    for at, word in enumerate(old):
        if word != "(" or list(old[: at + 1]) != list(new[: at + 1]):
            continue
        one, end = between_commas(old, at)
        other, stop = between_commas(new, at)
        before = [tuple(old[n] for n in part) for part in one]
        after = [tuple(new[n] for n in part) for part in other]
        same_rest = list(old[end:]) == list(new[stop:])
        if same_rest and len(before) > 1 and sorted(before) == sorted(after) and before != after:
            places = [n for n, (x, y) in enumerate(zip(before, after, strict=True)) if x != y]
            return CauseKind.ARGUMENTS, f"{_list_places(places)} argument exchanged"
    left, right = differing(old, new)
    if len(left) > 1 and any(word in _OPERATORS for word in left):
        left, right = _whole(left, right, old, new)
        return CauseKind.OPERATOR, f"operands exchanged: {_show(left)} became {_show(right)}"
    return None


def _list_places(places: Sequence[int]) -> str:
    words = [ordinal(place) for place in places]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _of_condition(left: Key, right: Key) -> Named | None:
    one, other = tuple(left), tuple(right)
    if _is_negation(one, other) or _is_negation(other, one):
        return CauseKind.CONDITION, "condition negated"
    if len(one) != 1 or len(other) != 1 or not _OPERATORS.issuperset(one + other):
        return None
    said = f"`{one[0]}` became `{other[0]}`"
    for kind, pairs, words in _OPERATOR_CHANGES:
        if (one[0], other[0]) in pairs:
            return kind, words.format(said)
    return CauseKind.OPERATOR, f"operator changed: {said}"


def _is_negation(plain: Key, negated: Key) -> bool:
    return negated[:1] == ("!",) and tuple(negated[1:]) in {tuple(plain), ("(", *plain, ")")}


def _of_exceptions(old: Key, new: Key) -> Named | None:
    if {*old[:1], *new[:1]} & _EXCEPTIONS:
        return (
            CauseKind.EXCEPTIONS,
            f"exceptions handled otherwise: {_became(write_words(old), write_words(new))}",
        )
    return None


def _of_one_word(left: Key, right: Key, following: Key, old: Key) -> Named | None:
    said = f"`{write_words(left)}` became `{write_words(right)}`"
    if _is_literal(left) and _is_literal(right):
        return CauseKind.LITERAL, f"literal changed: {said}"
    names = [side for side in (left, right) if side]
    if not all(_is_path(side) for side in names) or not names:
        return None
    if "." in following or any(side[-1] == "." for side in names):
        return (
            CauseKind.RECEIVER,
            f"receiver changed: {_became(write_words(left), write_words(right))}",
        )
    return _of_names(left, right, said, is_called="(" in following, returns=old[:1] == ("return",))


def _of_names(left: Key, right: Key, said: str, *, is_called: bool, returns: bool) -> Named | None:
    if left and right and is_called:
        return CauseKind.CALLED_METHOD, f"another method is called: {said}"
    if len(left) == len(right) == 1 and not returns:
        return CauseKind.VARIABLE, f"`{right[0]}` replaces `{left[0]}`"
    return None


def _is_literal(words: Key) -> bool:
    last = words[-1] if words else ""
    plain = last[:1].isdigit() or last[:1] in "\"'" or last in {"true", "false", "null"}
    return bool(last) and plain and (len(words) == 1 or list(words[:-1]) == ["-"])


def _is_path(words: Key) -> bool:
    return all(
        w == "." or ((w[:1].isalpha() or w[:1] in "_$") and w not in RESERVED) for w in words
    )


def _of_calls(old: Key, new: Key) -> Named | None:
    """Find a call that runs more or less often."""
    one, other = _calls(old), _calls(new)
    more, less = other - one, one - other
    if more and not less:
        return CauseKind.EVALUATION, f"`{next(iter(more))}` is evaluated once more"
    if less and not more:
        return CauseKind.EVALUATION, f"`{next(iter(less))}` is evaluated less often"
    return None


def _calls(words: Key) -> Counter[str]:
    found = Counter[str]()
    for at, word in enumerate(words[:-1]):
        if words[at + 1] == "(" and word not in RESERVED and _is_path([word]):
            _, end = between_commas(words, at + 1)
            found[write_words(words[at:end])] += 1
    return found


def _show(words: Key) -> str:
    return f"`{write_words(words)}`" if words else "nothing"


def _became(before: str, after: str) -> str:
    if before and after:
        return f"`{before}` became `{after}`"
    return f"{'removed' if before else 'added'} `{before or after}`"
