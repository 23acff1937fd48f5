"""An agent that records the arguments that the base's own tests pass to the fuzzed methods."""

from collections.abc import Iterable

from verifier.builds.builder import JavaAgent
from verifier.tools.own_jar import FUZZER

ENTRIES = "entries.txt"
CAPTURED = "captured.jsonl"


def capture_of(entries: Iterable[str]) -> JavaAgent:
    """Return the agent that records the arguments of calls of these methods (`pkg.Class#name(I)V`)."""
    distinct = dict.fromkeys(entries)
    lines = "".join(f"{entry}\n" for entry in distinct)
    return JavaAgent(
        jar=FUZZER.path(),
        options=f"{{place}}/{ENTRIES},{{place}}/{CAPTURED}",
        files={ENTRIES: lines.encode()},
        result=CAPTURED,
        methods=frozenset(distinct),
    )
