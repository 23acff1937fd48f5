"""Write an in-toto statement about a run or about a report of `check`, signed if a key is given."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from verifier import __version__
from verifier.domain.attestation import AttestedLedger, AttestedVerdict, RunAttestation
from verifier.domain.evidence import EVIDENCE, RUN, VERDICTS, evidence_path
from verifier.domain.gate import GateReport
from verifier.domain.verdict import Verdict
from verifier.errors import InputError
from verifier.reports.ledger import read_ledger
from verifier.tools import dsse
from verifier.tools.records import from_json, to_json
from verifier.tools.storage.chain import JUDGE_AGAIN, last_link
from verifier.tools.storage.files import refuse_to_overwrite, write_whole
from verifier.tools.storage.ledger_end import describe_lost_lines

ATTESTATION = "attestation.json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = "urn:refverify:schema:attestation:1"
"""The predicate's type is the id of its JSON Schema."""
REPORT_TYPE = "urn:refverify:schema:check:2"
_ID = re.compile(r"[0-9a-f]{40}")
_MOST_LEVELS = 50
"""Most levels of the description of a run."""


def attest(judged: Path, *, key: Path | None = None, output: Path | None = None) -> Path:
    """Write the statement about a run or a report, in an envelope if there is a key; return its path.

    `judged` is the folder of a run, or the file of a report in the format JSON. The envelope is DSSE.

    Raises:
        InputError: the folder is no run, its ledger is damaged or empty, the file is no report, or
            openssl cannot sign with the key.
        UsageError: the output would replace the key or what it attests.
        MissingToolError: there is no openssl.
        StorageError: the file cannot be written.
    """
    is_report = judged.is_file()
    read = [judged] if is_report else [judged / VERDICTS, judged / RUN]
    path = output or (judged.with_suffix(".intoto.json") if is_report else judged / ATTESTATION)
    refuse_to_overwrite([*read, key, *(judged / EVIDENCE).rglob("*")], [path])
    content = make_report_statement(judged) if is_report else make_statement(judged)
    if key is not None:
        content = dsse.seal(content, key)
    write_whole(path, content)
    return path


def make_statement(run: Path) -> bytes:
    """Return the statement about a run as JSON; the same run gives the same bytes.

    The subjects are the file of verdicts, the candidates' trees and their bases.

    Raises:
        InputError: the folder is no run, or its ledger is damaged or empty.
    """
    ledger, verdicts = _read(run)
    predicate = RunAttestation(
        refverify=__version__,
        ledger=ledger,
        run=_read_description(run),
        verdicts=tuple(_attest_verdict(run, verdict) for verdict in verdicts),
    )
    return _write_statement(_list_subjects(ledger, verdicts), PREDICATE_TYPE, predicate)


def make_report_statement(path: Path) -> bytes:
    """Return the statement about a report of `check` as JSON; the same report gives the same bytes.

    The subjects are the file, the base and the tree of the changed side. The predicate is the report.

    Raises:
        InputError: the file is no report, or names no commit and no tree.
    """
    content = _read_bytes(path)
    try:
        report = from_json(GateReport, content)
    except InputError as error:
        raise InputError(
            f"{path} is no report of a change: {error.message}",
            hint="Write one with `refverify check --report json=check.json`, or name the folder of a run.",
        ) from error
    for name, value in (("base", report.base), ("head_tree", report.head_tree)):
        if not _ID.fullmatch(value):
            raise InputError(
                f"{path}: {name} is no id of git: {value[:80]!r}",
                hint="Write the report again with `refverify check --report json=check.json`.",
            )
    subjects = (
        {"name": path.name, "digest": {"sha256": hashlib.sha256(content).hexdigest()}},
        {"name": f"base {report.base}", "digest": {"gitCommit": report.base}},
        {"name": f"changed side {report.head}", "digest": {"gitTree": report.head_tree}},
    )
    return _write_statement(subjects, REPORT_TYPE, report)


def _write_statement(
    subjects: Iterable[dict[str, Any]], predicate_type: str, predicate: object
) -> bytes:
    statement = {
        "_type": STATEMENT_TYPE,
        "subject": list(subjects),
        "predicateType": predicate_type,
        "predicate": json.loads(to_json(predicate)),
    }
    return json.dumps(statement, sort_keys=True, indent=1).encode("ascii") + b"\n"


def _read(run: Path) -> tuple[AttestedLedger, Sequence[Verdict]]:
    """Return the facts of an intact ledger and its verdicts."""
    verdicts = read_ledger([run]).verdicts
    path = run / VERDICTS
    link, lines = last_link(path)
    if said := describe_lost_lines(run):
        raise InputError(said, hint=JUDGE_AGAIN)
    if not verdicts:
        raise InputError(
            f"{run} has no verdict", hint="Judge predictions with `refverify verify --run`."
        )
    digest = hashlib.sha256(_read_bytes(path)).hexdigest()
    return AttestedLedger(sha256=digest, lines=lines, chain=link), verdicts


def _read_description(run: Path) -> dict[str, Any]:
    path = run / RUN
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(
            f"cannot read {path}: {error}",
            hint="Run `refverify verify` with this run folder again; it writes the file.",
        ) from error
    if not isinstance(content, dict):
        raise InputError(f"{path} is not a JSON object")
    if not _is_shallow(content):
        raise InputError(
            f"{path} is nested deeper than {_MOST_LEVELS} levels: `refverify verify` did not write it",
            hint=JUDGE_AGAIN,
        )
    return content


def _is_shallow(content: object) -> bool:
    level = [content]
    for _ in range(_MOST_LEVELS):
        level = [child for each in level for child in _list_children(each)]
    return not level


def _list_children(content: object) -> list[object]:
    if isinstance(content, dict):
        return list(content.values())
    return content if isinstance(content, list) else []


def _attest_verdict(run: Path, verdict: Verdict) -> AttestedVerdict:
    return AttestedVerdict(
        instance_id=verdict.instance_id,
        model_name_or_path=verdict.model_name_or_path,
        sample=verdict.sample,
        repo=verdict.repo,
        base_commit=verdict.base_commit,
        tree=verdict.tree,
        success=verdict.success,
        strict_success=verdict.strict_success,
        proved_success=verdict.proved_success,
        checks={result.check: result.status for result in verdict.checks},
        provenance=verdict.provenance,
        evidence=dict(_hash_evidence(run, verdict)),
    )


def _hash_evidence(run: Path, verdict: Verdict) -> Iterator[tuple[str, str]]:
    own = evidence_path(verdict.instance_id, verdict.model_name_or_path, verdict.sample)
    if any((run / each).is_symlink() for each in (own, *own.parents[:-1])):
        return
    for path in sorted((run / own).glob("*")):
        if path.is_file() and not path.is_symlink():
            yield (own / path.name).as_posix(), hashlib.sha256(_read_bytes(path)).hexdigest()


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def _list_subjects(ledger: AttestedLedger, verdicts: Sequence[Verdict]) -> Iterator[dict[str, Any]]:
    """Yield each subject with a name of its own. A candidate has the key of its verdict."""
    yield {"name": VERDICTS, "digest": {"sha256": ledger.sha256}}
    bases = {verdict.base_commit: verdict.repo for verdict in verdicts}
    for commit, repo in sorted(bases.items()):
        yield {"name": f"base {repo} {commit}", "digest": {"gitCommit": commit}}
    for verdict in verdicts:
        if verdict.tree is not None:
            name = f"candidate {verdict.provenance.key}"
            yield {"name": name, "digest": {"gitTree": verdict.tree}}
