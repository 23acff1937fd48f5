"""Why a refactoring is not proved, in short: what a mined instance keeps of the prover's answer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from verifier.domain.described import Described
from verifier.domain.proof import Difference, MethodProof, Proof, ProofOutcome

if TYPE_CHECKING:
    from verifier.domain.refactoring import MethodId


@dataclass(frozen=True, kw_only=True, slots=True)
class Unproved(Described):
    """What stands against a proof; it is no evidence of a changed behaviour."""

    outcome: ProofOutcome
    """The prover's own word on the commit."""
    reason: str = ""
    """What stands against a proof, in the prover's word: a difference, a condition or what is left over."""
    why: str = ""
    """The same in a sentence; empty where the outcome says it all."""
    before: str | None = None
    """Where the old code stands then, as `path:line` below its source root; null where it stands nowhere."""
    after: str | None = None
    """Where the new code stands then, likewise."""


def why_unproved(proof: Proof, refactored: Iterable["MethodId"]) -> Unproved:
    """The first difference of the refactored methods, else of any, else a condition, else what is left."""
    found = _difference(proof, tuple(map(_in_byte_code, refactored)))
    if found is not None:
        return Unproved(
            outcome=proof.outcome,
            reason=found.reason,
            why=found.message,
            before=None if found.before is None else str(found.before),
            after=None if found.after is None else str(found.after),
        )
    reason, why = next(_others(proof), ("", ""))
    return Unproved(outcome=proof.outcome, reason=reason, why=why)


def _difference(proof: Proof, names: tuple[str, ...]) -> Difference | None:
    own = (each for each in proof.methods if _is_one_of(each, names))
    found = (each.difference for each in (*own, *proof.methods))
    return next((each for each in found if each is not None), None)


def _in_byte_code(method: "MethodId") -> str:
    return f"{method.class_name.replace('.', '/')}.{method.name}("


def _is_one_of(method: MethodProof, names: tuple[str, ...]) -> bool:
    return any(side.startswith(names) for side in (method.before, method.after) if side)


def _others(proof: Proof) -> Iterator[tuple[str, str]]:
    for condition in proof.conditions:
        yield condition.kind, f"{_dotted(condition.where)}: {condition.why}"
    for item in proof.residue:
        values = f": {item.before or 'nothing'} -> {item.after or 'nothing'}"
        yield item.kind, _dotted(item.where) + (values if item.before or item.after else "")


def _dotted(name: str) -> str:
    head, bracket, tail = name.partition("(")
    return head.replace("/", ".") + bracket + tail
