"""The first reason in the prover's answer why refactored methods are not proved."""

from collections.abc import Iterable, Iterator

from verifier.domain.coverage import names
from verifier.domain.proof import SHOWN, Difference, MethodProof, Proof, ResidueKind
from verifier.domain.refactoring import MethodId
from verifier.domain.unproved import Unproved


def why_unproved(proof: Proof, refactored: Iterable[MethodId]) -> Unproved:
    """Return the obstacle to a proof.

    It is the first of these that exists: a difference in the refactored methods, a difference in
    another method, a side condition, a residue.
    """
    methods = tuple(refactored)
    shown = find_difference(proof, methods)
    found = shown or _difference(proof, tuple(map(_in_byte_code, methods)))
    if found is not None:
        return Unproved(
            outcome=proof.outcome,
            reason=found.reason,
            differs=shown is not None,
            why=found.message,
            before=None if found.before is None else str(found.before),
            after=None if found.after is None else str(found.after),
        )
    reason, why = next(_others(proof), ("", ""))
    return Unproved(outcome=proof.outcome, reason=reason, why=why)


def find_difference(proof: Proof, refactored: Iterable[MethodId]) -> Difference | None:
    """Return the first difference in behaviour that the prover shows in the refactored methods.

    None without one. If the prover gave up or only lacks a rule, it shows nothing.
    """
    methods = tuple(refactored)
    found = (each.difference for each in proof.methods if _is_any(each, methods))
    return next((each for each in found if each is not None and each.reason in SHOWN), None)


def _is_any(method: MethodProof, methods: Iterable[MethodId]) -> bool:
    sides = [_key(side) for side in (method.before, method.after) if side]
    return any(names(side, each, variables=True) for side in sides for each in methods)


def _key(method: str) -> str:
    """Convert `a/b/C.run(I)V` to `a.b.C#run(I)V`; the descriptor is unchanged."""
    head, bracket, descriptor = method.partition("(")
    owner, _, name = head.rpartition(".")
    return f"{owner.replace('/', '.')}#{name}{bracket}{descriptor}"


def _difference(proof: Proof, names: tuple[str, ...]) -> Difference | None:
    own = (each for each in proof.methods if _is_one_of(each, names))
    found = (each.difference for each in (*own, *proof.methods))
    return next((each for each in found if each is not None), None)


def _in_byte_code(method: MethodId) -> str:
    return f"{method.class_name.replace('.', '/')}.{method.name}("


def _is_one_of(method: MethodProof, names: tuple[str, ...]) -> bool:
    return any(side.startswith(names) for side in (method.before, method.after) if side)


def _others(proof: Proof) -> Iterator[tuple[str, str]]:
    for condition in proof.conditions:
        yield condition.kind, f"{_to_dotted(condition.where)}: {condition.why}"
    for item in proof.residue:
        if item.kind is ResidueKind.OTHER_FILE:
            yield item.kind, item.where  # its values are hashes
            continue
        values = f": {item.before or 'nothing'} -> {item.after or 'nothing'}"
        yield item.kind, _to_dotted(item.where) + (values if item.before or item.after else "")


def _to_dotted(name: str) -> str:
    head, bracket, tail = name.partition("(")
    return head.replace("/", ".") + bracket + tail
