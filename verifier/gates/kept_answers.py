"""Keep the answers of earlier runs by the trees that they judge, so that a repeated run is quick."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from verifier import __version__
from verifier.analysis.classpath import OWN_JARS, jars
from verifier.domain.declared import declaration
from verifier.domain.gate import GateFinding, GateReport
from verifier.errors import InputError
from verifier.tools.own_jar import FUZZER, RUNNER
from verifier.tools.records import from_json, to_line
from verifier.tools.storage.cache_seal import read_or_set_aside, write_sealed

FOLDER = "checks"
RULES = 9
"""Raise this number whenever the gate's own rules change the answer for the same results."""
_PASSING = frozenset({"INFRASTRUCTURE", "INTERNAL", "FLAKY", "RESOURCE", "TIMEOUT", "BASE_INVALID"})
"""Rule ids of findings that may not occur in another run."""


def key_of(*parts: object, built: bool) -> str:
    """Return the key of an answer: a hash of the request and of the programs that answer it.

    Raises:
        MissingToolError: one of our own jars is missing.
    """
    own = [jar for jar in jars() if jar.name in OWN_JARS]
    digests = [hashlib.sha256(jar.read_bytes()).hexdigest() for jar in own]
    digests += [jar.digest() for jar in (RUNNER, FUZZER)] if built else []
    names = sorted(jar.name for jar in jars())
    text = declaration(__version__, RULES, digests, names, *parts)
    return hashlib.sha256(text.encode()).hexdigest()


def read_answer(cache: Path, key: str) -> GateReport | None:
    """Return an earlier answer; None if there is no readable one.

    Raises:
        CacheError: a damaged answer cannot be moved aside.
    """
    content = read_or_set_aside(_place(cache, key))
    try:
        return None if content is None else from_json(GateReport, content)
    except InputError:
        return None


def keep_answer(cache: Path, key: str, report: GateReport) -> None:
    """Keep an answer, unless another run might answer differently.

    Raises:
        StorageError: the cache cannot be written.
    """
    if not may_pass(report.findings):
        write_sealed(_place(cache, key), to_line(report))


def may_pass(findings: Iterable[GateFinding]) -> bool:
    """Tell whether another run may not have one of these findings."""
    return any(finding.rule_id in _PASSING for finding in findings)


def read_patch(cache: Path, key: str) -> bytes | None:
    """Return the refactoring patch of an earlier answer; None if there is no readable one.

    Raises:
        CacheError: a damaged patch cannot be moved aside.
    """
    return read_or_set_aside(_place(cache, key, "patch"))


def keep_patch(cache: Path, key: str, patch: bytes) -> None:
    """Keep the refactoring patch of an answer; keep the answer itself after it.

    Raises:
        StorageError: the cache cannot be written.
    """
    write_sealed(_place(cache, key, "patch"), patch)


def _place(cache: Path, key: str, ending: str = "json") -> Path:
    return cache / FOLDER / f"{key}.{ending}"
