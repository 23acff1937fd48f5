"""Describe a proof in one line, or as a text for a person."""

from collections.abc import Iterator, Sequence

from verifier.domain.proof import (
    GAVE_UP,
    CompileError,
    Difference,
    DifferenceReason,
    ErrorSide,
    MethodProof,
    MethodStatus,
    Proof,
    ProofOutcome,
    ResidueItem,
    ResidueKind,
)
from verifier.printable import count_more
from verifier.proving.prover_words import describe_difference

_SENTENCES = {
    ProofOutcome.PROVED: "proved: the two versions behave the same",
    ProofOutcome.ASSUMING_NAMES: (
        "proved, if the names that could not be resolved mean the same in both versions"
    ),
    ProofOutcome.CLOSED_WORLD: (
        "proved in a closed world: no class outside the tree overrides what was removed"
    ),
    ProofOutcome.REFACTORING_PROVED: "the refactoring is proved; the change holds more",
    ProofOutcome.NOT_PROVED: "not proved, which is no evidence of a changed behaviour",
    ProofOutcome.UNRESOLVED: "unresolved: code that the proof needs does not compile here",
    ProofOutcome.NOT_SUPPORTED: "not supported: nothing of the change is byte code to compare",
}

_SHOWN = 20
"""Most lines of one kind that the text shows; JSON has all."""


_VERSIONS = {
    ErrorSide.NEW: "the new version does not compile",
    ErrorSide.OLD: "the old version does not compile",
    ErrorSide.BOTH: "neither version compiles",
}


def in_one_line(proof: Proof) -> str:
    """Say the outcome, and why it is no better.

    The reason is a compile error, the first difference, the first residue, or a condition.
    """
    return "; ".join((*_answer(proof), *_why(proof)))


def _answer(proof: Proof) -> Iterator[str]:
    """Yield the outcome, and the compile error if that is the reason."""
    error = _decisive_error(proof)
    if error is None:
        yield _SENTENCES[proof.outcome]
    elif proof.outcome is ProofOutcome.UNRESOLVED:
        yield f"unresolved: {error_line(error)}"
    else:
        yield _SENTENCES[proof.outcome]
        yield error_line(error)


def _decisive_error(proof: Proof) -> CompileError | None:
    """Return the compile error that explains the outcome; None if another reason does.

    It is the first error of the new version. If code was unresolved, it is an error of that file,
    or the first one.
    """
    if not _claims(proof) and proof.new_errors:
        return proof.new_errors[0]
    first = proof.first_difference
    if first is None:
        unresolved = proof.outcome is ProofOutcome.UNRESOLVED
    else:
        unresolved = first.reason is DifferenceReason.UNRESOLVED
    if not unresolved or not proof.compile_errors:
        return None
    places = () if first is None else (first.after, first.before)
    paths = tuple(f"/{place.path}" for place in places if place is not None and place.path)
    near = (each for each in proof.compile_errors if f"/{each.file}".endswith(paths))
    return next(near, proof.compile_errors[0]) if paths else proof.compile_errors[0]


def error_line(error: CompileError) -> str:
    """Say which version does not compile, the compiler's message, the place, and a possible
    explanation.
    """
    here = "" if error.certain else " here"
    doubt = f"; {error.doubt}" if error.doubt else ""
    return f"{_VERSIONS[error.side]}{here}: {error}{doubt}"


def _why(proof: Proof) -> Iterator[str]:
    if proof.outcome is ProofOutcome.PROVED:
        return
    if proof.first_difference is not None:
        yield difference_line(proof.first_difference)
    elif proof.conditions:
        first = proof.conditions[0]
        yield f"{first.kind.value}: {to_dotted(first.where)}: {first.why}"
    elif proof.residue:
        yield f"left over: {residue_line(proof.residue[0])}"


def difference_line(difference: Difference) -> str:
    """Write the reason with both places on one line."""
    places = [
        f"{side} {place}"
        for side, place in (("before", difference.before), ("after", difference.after))
        if place is not None
    ]
    where = f" ({', '.join(places)})" if places else ""
    message, events = difference.message, (difference.before_event, difference.after_event)
    return f"{difference.reason.value}: {describe_difference(message, *events)}{where}"


def residue_line(item: ResidueItem) -> str:
    """Write one residue item, with its two values if it has any."""
    if item.kind is ResidueKind.OTHER_FILE:
        return _file_line(item)
    values = f": {item.before or 'nothing'} -> {item.after or 'nothing'}"
    shown = values if item.before or item.after else ""
    return f"{item.kind.value} {to_dotted(item.where)}{shown}"


def _file_line(item: ResidueItem) -> str:
    """Describe a file that is not a source; its values are hashes, or the reason why a source
    counts as one.
    """
    if " " in item.after:
        return f"the file {item.where}: {item.after}"
    how = "changed" if item.before and item.after else "is gone" if item.before else "is new"
    return f"the file {item.where} {how}; no compiler reads it"


def in_full(proof: Proof) -> str:
    """Write the whole answer for a person: outcome, changed methods, residue, assumptions."""
    return "\n".join(
        (
            "; ".join(_answer(proof)),
            *_section("errors of the compiler", [_error(each) for each in _errors(proof)]),
            *_section("methods", [_method(each) for each in _by_weight(proof.methods)]),
            *_section("left over", [residue_line(each) for each in proof.residue]),
            *_section(
                "conditions that do not hold",
                [
                    f"{each.kind.value} {to_dotted(each.where)}: {each.why}"
                    for each in proof.conditions
                ],
            ),
            *_section("this rests on", list(proof.assumptions) if _claims(proof) else []),
        )
    )


def _claims(proof: Proof) -> bool:
    """Tell whether the answer promises something, so that its assumptions matter."""
    return proof.outcome not in {
        ProofOutcome.NOT_PROVED,
        ProofOutcome.UNRESOLVED,
        ProofOutcome.NOT_SUPPORTED,
    }


def _by_weight(methods: Sequence[MethodProof]) -> list[MethodProof]:
    """Return the changed methods; methods that the prover could not follow come last.

    If there are more than the text shows, methods with a difference come first, so that none of
    them is cut off.
    """
    changed = [each for each in methods if each.status is not MethodStatus.IDENTICAL]
    if len(changed) > _SHOWN:
        changed.sort(key=lambda each: each.difference is None)
    return sorted(changed, key=_is_given_up)


def _is_given_up(method: MethodProof) -> bool:
    return method.difference is not None and method.difference.reason in GAVE_UP


def _errors(proof: Proof) -> tuple[CompileError, ...]:
    """Return all errors if one explains the outcome.

    Otherwise return none, because nothing depends on them.
    """
    return () if _decisive_error(proof) is None else proof.compile_errors


def _error(error: CompileError) -> str:
    doubt = f"; {error.doubt}" if error.doubt else ""
    return f"{error.side.value} {error}{doubt}"


def _method(method: MethodProof) -> str:
    names = [to_dotted(name) for name in (method.before, method.after) if name is not None]
    if len(names) > 1 and names[0] == names[1]:
        names.pop()
    line = f"{method.status.value} {' -> '.join(names)}"
    if method.difference is None:
        return line
    events = (("before", method.difference.before_event), ("after", method.difference.after_event))
    details = [f"      {side}: {event}" for side, event in events if event]
    paths = [f"      when {fact}" for fact in method.difference.path]
    return "\n".join((f"{line}: {difference_line(method.difference)}", *details, *paths))


def _section(title: str, lines: list[str]) -> Iterator[str]:
    if not lines:
        return
    yield f"  {title}:"
    yield from (f"    {line}" for line in lines[:_SHOWN])
    if len(lines) > _SHOWN:
        yield f"    {count_more(len(lines) - _SHOWN)} (--format json has all)"


def to_dotted(name: str) -> str:
    """Write a class or a method as sources do: `a/b/C.run()V` becomes `a.b.C.run()V`."""
    head, bracket, tail = name.partition("(")
    return head.replace("/", ".") + bracket + tail
