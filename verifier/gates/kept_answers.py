"""Answers of earlier runs, by the trees that they are about: a re-run on the same trees is quick."""

import hashlib
from pathlib import Path

from verifier import __version__
from verifier.analysis.classpath import OWN_JARS, jars
from verifier.domain.declared import declaration
from verifier.domain.gate import GateReport
from verifier.errors import InputError
from verifier.tools.kept import kept, write_sealed
from verifier.tools.own_jar import FUZZER, RUNNER
from verifier.tools.records import from_json, to_line

FOLDER = "checks"
RULES = 5
"""Raised whenever the gate's own rules give another answer on the same results."""
_PASSING = frozenset({"INFRASTRUCTURE", "INTERNAL", "FLAKY", "RESOURCE", "TIMEOUT", "BASE_INVALID"})
"""Rule ids of findings that another run might not make."""


def key_of(*parts: object, built: bool) -> str:
    """The name of an answer: a hash of what was asked and of the programs that answer.

    Raises:
        MissingToolError: one of our own jars is not there.
    """
    own = [jar for jar in jars() if jar.name in OWN_JARS]
    digests = [hashlib.sha256(jar.read_bytes()).hexdigest() for jar in own]
    digests += [jar.digest() for jar in (RUNNER, FUZZER)] if built else []
    names = sorted(jar.name for jar in jars())
    text = declaration(__version__, RULES, digests, names, *parts)
    return hashlib.sha256(text.encode()).hexdigest()


def kept_answer(cache: Path, key: str) -> GateReport | None:
    """An earlier answer; None where there is none that can be read.

    Raises:
        CacheError: a damaged one cannot be moved aside.
    """
    content = kept(_place(cache, key))
    try:
        return None if content is None else from_json(GateReport, content)
    except InputError:
        return None


def keep_answer(cache: Path, key: str, report: GateReport) -> None:
    """Keep an answer that another run would find again.

    Raises:
        StorageError: the cache cannot be written.
    """
    if not any(finding.rule_id in _PASSING for finding in report.findings):
        write_sealed(_place(cache, key), to_line(report))


def _place(cache: Path, key: str) -> Path:
    return cache / FOLDER / f"{key}.json"
