"""A statement about a run: what it says, which runs are refused, and that openssl verifies it."""

import base64
import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support import gate_reports
from tests.support.json_schemas import satisfies
from tests.support.verdicts import checks_until, passing, verdict, write_evidence
from verifier.cli.main import main
from verifier.domain.gate import GateReport
from verifier.domain.outcome import CheckName, Reason
from verifier.domain.verdict import Verdict
from verifier.errors import InputError, MissingToolError
from verifier.gates.formats.registry import ReportForm, write_report
from verifier.judging.ledger import Ledger
from verifier.tools.records import from_json
from verifier.workflows.attesting import (
    REPORT_TYPE,
    attest,
    make_report_statement,
    make_statement,
)

ROOT = Path(__file__).parents[3]
TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
REFUSED = checks_until(CheckName.DETECTION, Reason.NOT_DETECTED)


def keyed(made: Verdict, key: str, tree: str | None = TREE) -> Verdict:
    return replace(made, tree=tree, provenance=replace(made.provenance, key=key, runtime="runc"))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run with two predictions; the first one was judged twice."""
    first = keyed(verdict(passing()), "k1")
    with Ledger(folder=tmp_path / "run") as ledger:
        ledger.describe({"refverify": "0.1.0", "engine": "Docker 20", "unenforced": []})
        for each in (
            keyed(verdict(REFUSED), "k0"),
            first,
            keyed(verdict(REFUSED, instance="i2"), "k2", tree=None),
        ):
            ledger.append(each)
    write_evidence(tmp_path / "run", first, "candidate.diff", "diff --git a b\n")
    return tmp_path / "run"


def read_statement(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(make_statement(run))
    return found


def test_the_subjects_are_the_ledger_the_bases_and_the_candidates(run: Path) -> None:
    statement = read_statement(run)
    ledger = (run / "verdicts.jsonl").read_bytes()
    base = statement["predicate"]["verdicts"][0]["base_commit"]

    assert statement["_type"] == "https://in-toto.io/Statement/v1"
    assert statement["predicateType"] == "urn:refverify:schema:attestation:1"
    assert statement["subject"] == [
        {"name": "verdicts.jsonl", "digest": {"sha256": hashlib.sha256(ledger).hexdigest()}},
        {"name": f"base commons-cli {base}", "digest": {"gitCommit": base}},
        {"name": "candidate k1", "digest": {"gitTree": TREE}},
    ]


def test_the_predicate_has_the_latest_verdicts_and_what_decided_them(run: Path) -> None:
    predicate = read_statement(run)["predicate"]
    first, second = predicate["verdicts"]

    satisfies("attestation", [predicate])
    assert (first["instance_id"], first["success"]) == ("i1", "passed")
    assert (second["instance_id"], second["success"], second["tree"]) == ("i2", "failed", None)
    assert first["checks"]["tests"] == "passed"
    assert first["provenance"]["tools"] == {"refactoring-miner": "3.1.4"}
    assert (first["provenance"]["sandbox"], first["provenance"]["runtime"]) == ("docker", "runc")
    assert predicate["run"]["engine"] == "Docker 20"
    (last,) = (run / "verdicts.jsonl").read_text().splitlines()[-1:]
    assert predicate["ledger"]["chain"] == json.loads(last)["chain"]
    assert predicate["ledger"]["lines"] == 3


def test_evidence_is_attested_by_its_hash(run: Path) -> None:
    (evidence,) = (v["evidence"] for v in read_statement(run)["predicate"]["verdicts"][:1])

    digest = hashlib.sha256(b"diff --git a b\n").hexdigest()
    assert evidence == {"evidence/i1/gpt/0/candidate.diff": digest}


def test_a_report_of_a_change_is_attested_with_its_trees(tmp_path: Path) -> None:
    report, key = tmp_path / "check.json", make_key(tmp_path, *KINDS["Ed25519"])
    report.write_bytes(write_report(gate_reports.PROVED, ReportForm.JSON))

    assert main(["attest", str(report)]) == 0
    statement = json.loads((tmp_path / "check.intoto.json").read_bytes())
    assert statement["predicateType"] == "urn:refverify:schema:check:2"
    assert statement["subject"] == [
        {
            "name": "check.json",
            "digest": {"sha256": hashlib.sha256(report.read_bytes()).hexdigest()},
        },
        {"name": f"base {'1' * 40}", "digest": {"gitCommit": "1" * 40}},
        {"name": "changed side worktree", "digest": {"gitTree": "4" * 40}},
    ]
    satisfies("check", [statement["predicate"]])
    assert from_json(GateReport, json.dumps(statement["predicate"])) == gate_reports.PROVED

    signed = attest(report, key=key, output=tmp_path / "signed.json")
    assert base64.b64decode(json.loads(signed.read_bytes())["payload"]) == make_report_statement(
        report
    )


def test_the_type_of_a_report_is_the_id_of_its_schema() -> None:
    schema = json.loads((ROOT / "datasets/schema/check.json").read_text("utf-8"))

    assert schema["$id"] == REPORT_TYPE


@pytest.mark.parametrize("content", [b"", b"{}", b'{"decision": "passed"}', b"[" * 20_000])
def test_a_file_that_is_no_report_is_refused(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "check.json").write_bytes(content)

    assert main(["attest", str(tmp_path / "check.json")]) == 4
    assert "check.json is no report of a change" in capsys.readouterr().err
    assert not (tmp_path / "check.intoto.json").exists()


@pytest.mark.parametrize("field", ["base", "head_tree"])
@pytest.mark.parametrize("value", ["", "main", "1" * 39, f"{'1' * 40}\n"])
def test_a_report_without_the_id_of_a_subject_is_refused(
    field: str, value: str, tmp_path: Path
) -> None:
    report = json.loads(write_report(gate_reports.PROVED, ReportForm.JSON))
    (tmp_path / "check.json").write_text(json.dumps({**report, field: value}))

    with pytest.raises(InputError, match=f"{field} is no id of git"):
        make_report_statement(tmp_path / "check.json")


def test_a_statement_does_not_replace_its_report(tmp_path: Path) -> None:
    report = tmp_path / "check.json"
    report.write_bytes(write_report(gate_reports.PROVED, ReportForm.JSON))

    assert main(["attest", str(report), "-o", str(report)]) == 2


def test_the_same_run_gives_the_same_bytes(run: Path) -> None:
    assert make_statement(run) == make_statement(run)


def alter_a_verdict(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b'"failed"', b'"passed"'), *lines[1:]]


def alter_the_last_and_drop_its_hash(lines: list[bytes]) -> list[bytes]:
    altered = re.sub(rb'"chain":"[0-9a-f]{64}",', b"", lines[-1])
    return [*lines[:-1], altered.replace(b'"failed"', b'"passed"')]


@pytest.mark.parametrize(
    "edit",
    [
        alter_a_verdict,
        alter_the_last_and_drop_its_hash,
        lambda lines: lines[1:],
        lambda lines: [*lines[:-1], lines[-1].rstrip(b"\n")],
        lambda lines: lines[:-1],
    ],
    ids=["altered", "altered without a hash", "removed", "not finished", "removed at the end"],
)
def test_a_ledger_that_is_not_what_was_written_is_refused(
    edit: Any, run: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = run / "verdicts.jsonl"
    path.write_bytes(b"".join(edit(path.read_bytes().splitlines(keepends=True))))

    assert main(["attest", str(run)]) == 4
    assert "Judge the predictions again in a new run folder" in capsys.readouterr().err
    assert not (run / "attestation.json").exists()


def test_a_run_without_verdicts_or_description_is_refused(run: Path, tmp_path: Path) -> None:
    with Ledger(folder=tmp_path / "empty"):
        pass
    with pytest.raises(InputError, match="has no verdict"):
        make_statement(tmp_path / "empty")
    (run / "run.json").unlink()
    with pytest.raises(InputError, match=r"cannot read .*run\.json"):
        make_statement(run)


@pytest.mark.parametrize("depth", [100, 400, 900, 20_000])
def test_a_deep_description_is_refused_and_no_crash(run: Path, depth: int) -> None:
    (run / "run.json").write_text('{"a":' + "[" * depth + "]" * depth + "}")

    with pytest.raises(InputError, match=r"run\.json"):
        make_statement(run)


def test_an_attestation_replaces_nothing_that_it_reads(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = make_key(tmp_path, *KINDS["Ed25519"])
    evidence = run / "evidence" / "i1" / "gpt" / "0" / "candidate.diff"
    for read in (run / "verdicts.jsonl", run / "run.json", evidence, key):
        before = read.read_bytes()

        assert main(["attest", str(run), "--key", str(key), "-o", str(read)]) == 2
        assert "would be overwritten" in capsys.readouterr().err
        assert read.read_bytes() == before


def test_evidence_behind_a_link_is_not_attested(run: Path, tmp_path: Path) -> None:
    own = run / "evidence" / "i1" / "gpt"
    own.rename(tmp_path / "other")
    own.symlink_to(tmp_path / "other")

    assert [v["evidence"] for v in read_statement(run)["predicate"]["verdicts"]] == [{}, {}]


def make_key(folder: Path, *kind: str) -> Path:
    key = folder / "key.pem"
    openssl("genpkey", "-quiet", *kind, "-out", str(key))
    openssl("pkey", "-in", str(key), "-pubout", "-out", str(folder / "key.pub"))
    return key


def openssl(*words: str) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


KINDS = {
    "P-256": ("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"),
    "Ed25519": ("-algorithm", "ED25519"),
    "RSA": ("-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"),
}


def verify_as_documented(folder: Path) -> "subprocess.CompletedProcess[str]":
    page = (ROOT / "docs/attestations.md").read_text("utf-8")
    (commands,) = re.findall(r"## Verify with openssl\n\n```bash\n(.*?)```", page, re.DOTALL)
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.skipif(shutil.which("jq") is None, reason="the commands of the page need jq")
@pytest.mark.parametrize("kind", KINDS)
def test_openssl_verifies_a_signed_statement_and_refuses_a_changed_one(
    kind: str, run: Path, tmp_path: Path
) -> None:
    signed = tmp_path / "run.intoto.json"
    key = make_key(tmp_path, *KINDS[kind])
    assert main(["attest", str(run), "--key", str(key), "-o", str(signed)]) == 0

    verified = verify_as_documented(tmp_path)
    assert verified.returncode == 0, verified.stderr
    assert "Signature Verified Successfully" in verified.stdout
    assert "run/verdicts.jsonl: OK" in verified.stdout

    envelope = json.loads(signed.read_bytes())
    statement = base64.b64decode(envelope["payload"])
    changed = statement.replace(b'"failed"', b'"passed"', 1)
    envelope["payload"] = base64.b64encode(changed).decode()
    signed.write_text(json.dumps(envelope))
    refused = verify_as_documented(tmp_path)
    assert refused.returncode != 0
    assert "Signature Verification Failure" in refused.stdout


def test_an_envelope_contains_the_statement_and_its_type(run: Path, tmp_path: Path) -> None:
    path = attest(run, key=make_key(tmp_path, *KINDS["P-256"]), output=tmp_path / "out" / "a.json")
    envelope = json.loads(path.read_bytes())

    assert envelope["payloadType"] == "application/vnd.in-toto+json"
    assert base64.b64decode(envelope["payload"]) == make_statement(run)
    assert list(envelope) == ["payload", "payloadType", "signatures"]


def test_a_key_that_openssl_cannot_use_is_refused_without_a_prompt(
    run: Path, tmp_path: Path
) -> None:
    shut = tmp_path / "shut.pem"
    openssl(
        "genpkey",
        "-quiet",
        "-algorithm",
        "ED25519",
        "-aes256",
        "-pass",
        "pass:x",
        "-out",
        str(shut),
    )
    (tmp_path / "no.pem").write_text("not a key")
    for key in (shut, tmp_path / "no.pem", tmp_path / "missing.pem"):
        with pytest.raises(InputError, match="openssl cannot sign with this key"):
            attest(run, key=key)
    assert not (run / "attestation.json").exists()


def test_without_openssl_the_error_says_how_to_get_it(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingToolError, match="openssl signs and is not on this machine"):
        attest(run, key=tmp_path / "key.pem")
