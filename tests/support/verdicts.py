"""Verdicts and run folders made from the real dataclasses, for tests of what reads them."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from verifier.domain.evidence import evidence_path
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import PredictionForm
from verifier.domain.refactoring import RefactoringType
from verifier.domain.verdict import (
    SUCCESS_CHECKS,
    Verdict,
    VerdictProvenance,
    judge,
    judge_proved,
    strict_checks,
)
from verifier.tools.records import to_json

ORDER = (
    CheckName.APPLICATION,
    CheckName.POLICY,
    CheckName.DETECTION,
    CheckName.PURITY,
    CheckName.COMPILATION,
    CheckName.TESTS,
)

PROVENANCE = VerdictProvenance(
    key="k",
    refverify="0.1.0",
    config_hash="c",
    tools={"refactoring-miner": "3.1.4"},
    sandbox="docker",
    isolated=True,
    image="sha256:0",
    jdk="17",
    strategy="direct",
)


def check(
    name: CheckName,
    status: Status = Status.PASSED,
    reason: Reason | None = None,
    **more: object,
) -> CheckResult:
    """One result; `more` are further fields."""
    return CheckResult(check=name, status=status, reason=reason, seconds=1.5, **more)  # type: ignore[arg-type]


def stopped_at(
    name: CheckName, reason: Reason, status: Status = Status.FAILED, details: str = ""
) -> tuple[CheckResult, ...]:
    """All checks of a prediction that passes up to `name`, which ends it."""
    at = ORDER.index(name)
    before = [check(n) for n in ORDER[:at]]
    after = [check(n, Status.NOT_APPLICABLE, Reason.NOT_REACHED) for n in ORDER[at + 1 :]]
    return (*before, check(name, status, reason, details=details), *after)


def passing(codebleu: float | None = None, *, delegate: bool = False) -> tuple[CheckResult, ...]:
    """All checks of a prediction that succeeds strictly."""
    results = [
        check(n, data={"delegate": delegate} if n is CheckName.DETECTION else {}) for n in ORDER
    ]
    results.append(
        check(CheckName.SIMILARITY, data={"codebleu": codebleu, "codebleu_raw": codebleu})
    )
    return tuple(results)


def verdict(
    checks: Sequence[CheckResult],
    *,
    instance: str = "i1",
    model: str = "gpt",
    sample: int = 0,
    kind: RefactoringType = RefactoringType.EXTRACT_METHOD,
    repo: str = "commons-cli",
) -> Verdict:
    """A verdict whose three figures follow from its checks by the project's own rule."""
    return Verdict(
        instance_id=instance,
        model_name_or_path=model,
        sample=sample,
        form=PredictionForm.PATCH,
        repo=repo,
        base_commit="0" * 40,
        type=kind,
        refactoring_class=kind.refactoring_class,
        checks=tuple(checks),
        success=judge(checks, SUCCESS_CHECKS),
        strict_success=judge(checks, strict_checks(checks)),
        proved_success=judge_proved(checks),
        provenance=PROVENANCE,
    )


def write_run(
    folder: Path, verdicts: Sequence[Verdict], meta: Mapping[str, object] | None = None
) -> Path:
    """A run folder as `refverify verify` leaves it, without evidence."""
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{to_json(v)}\n" for v in verdicts)
    (folder / "verdicts.jsonl").write_text(text, encoding="utf-8")
    (folder / "run.json").write_text(json.dumps(dict(meta or {})), encoding="utf-8")
    return folder


def write_evidence(run: Path, of: Verdict, name: str, text: str) -> str:
    """One evidence file of a verdict; its path as records name it."""
    relative = evidence_path(of.instance_id, of.model_name_or_path, of.sample) / name
    path = run / relative
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(relative)
