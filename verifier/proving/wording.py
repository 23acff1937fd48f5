"""A proof in words: one line, or a text that a person reads."""

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

_SENTENCES = {
    ProofOutcome.PROVED: "proved: the two versions behave alike",
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
"""Lines of one kind that the text shows; JSON has them all."""


_VERSIONS = {
    ErrorSide.NEW: "the new version does not compile",
    ErrorSide.OLD: "the old version does not compile",
    ErrorSide.BOTH: "neither version compiles",
}


def in_one_line(proof: Proof) -> str:
    """The outcome, and why it is no better: an error of the compiler, the first difference, what is left, or a condition."""
    return "; ".join((*_answer(proof), *_why(proof)))


def _answer(proof: Proof) -> Iterator[str]:
    """The outcome, with what does not compile where that is the reason."""
    error = _decisive_error(proof)
    if error is None:
        yield _SENTENCES[proof.outcome]
    elif proof.outcome is ProofOutcome.UNRESOLVED:
        yield f"unresolved: {error_line(error)}"
    else:
        yield _SENTENCES[proof.outcome]
        yield error_line(error)


def _decisive_error(proof: Proof) -> CompileError | None:
    """The first error of the new version; where code was unresolved, else one of its file, or any."""
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
    """Which version does not compile, the compiler's words, the place, and what could explain it."""
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
        yield f"{first.kind.value}: {dotted(first.where)}: {first.why}"
    elif proof.residue:
        yield f"left over: {residue_line(proof.residue[0])}"


def difference_line(difference: Difference) -> str:
    """The reason with both places, on one line."""
    places = [
        f"{side} {place}"
        for side, place in (("before", difference.before), ("after", difference.after))
        if place is not None
    ]
    where = f" ({', '.join(places)})" if places else ""
    return f"{difference.reason.value}: {difference.message}{where}"


def residue_line(item: ResidueItem) -> str:
    """What was left, and its two values where it has any."""
    if item.kind is ResidueKind.OTHER_FILE:
        return _file_line(item)
    values = f": {item.before or 'nothing'} -> {item.after or 'nothing'}"
    shown = values if item.before or item.after else ""
    return f"{item.kind.value} {dotted(item.where)}{shown}"


def _file_line(item: ResidueItem) -> str:
    """A file that is no source; its values are hashes, or why a source counts as one."""
    if " " in item.after:
        return f"the file {item.where}: {item.after}"
    how = "changed" if item.before and item.after else "is gone" if item.before else "is new"
    return f"the file {item.where} {how}; no compiler reads it"


def in_full(proof: Proof) -> str:
    """The whole answer for a person: outcome, methods that changed, what is left, assumptions."""
    return "\n".join(
        (
            "; ".join(_answer(proof)),
            *_section("errors of the compiler", [_error(each) for each in _errors(proof)]),
            *_section("methods", [_method(each) for each in _by_weight(proof.methods)]),
            *_section("left over", [residue_line(each) for each in proof.residue]),
            *_section(
                "conditions that do not hold",
                [
                    f"{each.kind.value} {dotted(each.where)}: {each.why}"
                    for each in proof.conditions
                ],
            ),
            *_section("this rests on", list(proof.assumptions) if _claims(proof) else []),
        )
    )


def _claims(proof: Proof) -> bool:
    """Whether the answer promises something, so that its assumptions matter."""
    return proof.outcome not in {
        ProofOutcome.NOT_PROVED,
        ProofOutcome.UNRESOLVED,
        ProofOutcome.NOT_SUPPORTED,
    }


def _by_weight(methods: Sequence[MethodProof]) -> list[MethodProof]:
    """The methods that changed, those last that the prover could not follow.

    Of more than are shown, those come first that were seen to differ: none of them is cut off.
    """
    changed = [each for each in methods if each.status is not MethodStatus.IDENTICAL]
    if len(changed) > _SHOWN:
        changed.sort(key=lambda each: each.difference is None)
    return sorted(changed, key=_is_given_up)


def _is_given_up(method: MethodProof) -> bool:
    return method.difference is not None and method.difference.reason in GAVE_UP


def _errors(proof: Proof) -> tuple[CompileError, ...]:
    """All errors where one is the reason; those of methods that nothing rests on are left out."""
    return () if _decisive_error(proof) is None else proof.compile_errors


def _error(error: CompileError) -> str:
    doubt = f"; {error.doubt}" if error.doubt else ""
    return f"{error.side.value} {error}{doubt}"


def _method(method: MethodProof) -> str:
    names = [dotted(name) for name in (method.before, method.after) if name is not None]
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
        yield f"    and {len(lines) - _SHOWN} more (--format json has all)"


def dotted(name: str) -> str:
    """A class or a method as sources write it: `a/b/C.run()V` becomes `a.b.C.run()V`."""
    head, bracket, tail = name.partition("(")
    return head.replace("/", ".") + bracket + tail
