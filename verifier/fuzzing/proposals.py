"""Differences from the prover, as proposals to the fuzzing engine: methods to call first, values to
try.
"""

import json
from dataclasses import asdict

from verifier.domain.proof import GAVE_UP, MethodProof, Proof

MOST = 200


def proposals_of(proof: Proof) -> bytes | None:
    """One line per method that likely differs, in the proof's order. None if there is none.

    Methods that the prover gave up on are left out, because nothing is known about them.
    """
    lines = [line for method in proof.methods if (line := _line(method))]
    return "".join(lines[:MOST]).encode() or None


def _line(method: MethodProof) -> str:
    difference = method.difference
    if method.before is None or difference is None or difference.reason in GAVE_UP:
        return ""
    values = [asdict(value) for value in difference.values]
    return json.dumps({"method": _as_entry(method.before), "values": values}) + "\n"


def _as_entry(method: str) -> str:
    """Convert `a/b/C.name(I)V` to the engine's notation `a.b.C#name(I)V`."""
    head, bracket, descriptor = method.partition("(")
    owner, _, name = head.rpartition(".")
    return f"{owner.replace('/', '.')}#{name}{bracket}{descriptor}"
