"""Find new variables that compute a value earlier than the statement that contained it."""

from collections.abc import Sequence

from verifier.domain.cause import CauseFact, CauseKind
from verifier.residue.causes.call_causes import write
from verifier.residue.causes.compared_methods import ComparedMethods, head_of
from verifier.residue.causes.mending import undo
from verifier.residue.text.words import Statement, write_words


def early_values(compared: ComparedMethods) -> tuple[list[CauseFact], set[int]]:
    """Find such variables.

    Also return the positions of their declarations and of the statements that use them.
    """
    found: list[CauseFact] = []
    used = set[int]()
    for j in compared.pairing.added:
        new = compared.pairing.new[j]
        name, value = _read_declaration(new)
        readers = [
            (i, k)
            for i, k in compared.pairing.changed.items()
            if name
            and _with_value(compared.pairing.new[k].key, name, value) == compared.pairing.old[i].key
        ]
        if not readers or "(" not in value:
            continue
        used |= {j, *(k for _, k in readers)}
        found.append(_early(compared, new, value, readers))
    return found, used


def _early(
    compared: ComparedMethods,
    new: Statement,
    value: Sequence[str],
    readers: Sequence[tuple[int, int]],
) -> CauseFact:
    i, k = readers[0]
    old, reader = compared.pairing.old[i], compared.pairing.new[k]
    fixed = [
        (
            undo(compared.pairing.old[a], compared.pairing.new[b], compared.spelling(reader)),
            compared.pairing.new[b],
        )
        for a, b in readers
    ]
    advice = [write(text, place.source, place.line) for text, place in fixed if text]
    advice.append(f"Remove `{new.source}` at line {new.line}.")
    parents = [p for p in reader.parents if p not in new.parents]
    way = (
        f"once in front of `{head_of(compared.pairing.new[parents[0]])}`" if parents else "earlier"
    )
    return compared.fact(
        CauseKind.EVALUATION,
        f"`{write_words(value)}` is evaluated {way}, and was evaluated in `{write_words(old.words)}`",
        new,
        before=fixed[0][0] or write_words(old.words),
        after=f"{new.source} {reader.source}",
        advice=" ".join(advice) if all(text for text, _ in fixed) else "",
    )


def _read_declaration(statement: Statement) -> tuple[str, tuple[str, ...]]:
    """Return the variable that a statement declares, and its value; empty if it declares none."""
    key = statement.key
    if "=" not in key[2:-1] or statement.is_head:
        return "", ()
    at = key.index("=")
    return key[at - 1], key[at + 1 : -1]


def _with_value(key: Sequence[str], name: str, value: Sequence[str]) -> tuple[str, ...]:
    """Return the words with a value in place of a variable."""
    return tuple(word for each in key for word in (value if each == name else (each,)))
