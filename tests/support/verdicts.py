"""Verdicts and run folders made from the real dataclasses, for tests of their readers."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from verifier.domain.behaviour import BehaviourVerdict
from verifier.domain.evidence import evidence_path
from verifier.domain.facts.base import Facts
from verifier.domain.facts.behaviour import BehaviourFacts, BothSides
from verifier.domain.facts.compilation import CompilationFacts
from verifier.domain.facts.coverage import CoverageFacts
from verifier.domain.facts.detection import DetectionFacts
from verifier.domain.facts.purity import PurityFacts
from verifier.domain.facts.references import ReferencesFacts
from verifier.domain.facts.rules import LineCounts, RulesFacts
from verifier.domain.facts.similarity import SimilarityFacts
from verifier.domain.facts.tests import BaseFacts, TestsFacts
from verifier.domain.generation import Generation, Usage
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Circumstances, PredictionForm
from verifier.domain.purity import PurityVerdict
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.verdict import (
    SUCCESS_CHECKS,
    Verdict,
    VerdictProvenance,
    judge,
    judge_proved,
    judge_strict,
)
from verifier.tools.records import to_json
from verifier.tools.storage.chain import Chain

ORDER = (
    CheckName.APPLICATION,
    CheckName.POLICY,
    CheckName.DETECTION,
    CheckName.PURITY,
    CheckName.COMPILATION,
    CheckName.REFERENCES,
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


NOTHING_FOUND: Mapping[CheckName, Facts] = {
    facts.check: facts
    for facts in (
        DetectionFacts(
            matched=(), delegate=False, detected=(), detected_count=0, skipped_files={}
        ),
        PurityFacts(
            verdict=PurityVerdict.PURE, tier=None, comment="", description="", mapping_state=None,
            tolerated=(), residue=(), edits=(), residue_count=0,
        ),
        CompilationFacts(
            compiler="javac 17", jdk="17", versions={}, base_seconds=0.0, strategy="direct",
            strategy_reason="", restored=(), built={}, not_built=(), errors=(), error_count=0,
        ),
        ReferencesFacts(
            refused=(), refused_count=0, listed=(), listed_count=0, changed_classes=0
        ),
        TestsFacts(
            evidence="event-chain", complete=False, tamper=(), strategy="direct",
            strategy_reason="", notes=(), seen={}, build_seconds=1.0,
            base=BaseFacts(stable_pass=1, stable_fail=(), skipped=0, flaky=(), runs=()),
        ),
        BehaviourFacts(
            verdict=BehaviourVerdict.UNSUPPORTED, eq_at_dfuzz=None, reason="", executions=0,
            discarded=0, changed_lines=BothSides(old=0, new=0),
            reached_lines=BothSides(old=0, new=0), sensitivity=None, tags=(), notes=(),
            witness=None, witnesses=0, entries=(), unsupported=(), seed=1, engine_seconds=1.0,
            versions={}, corr_at_test=None,
        ),
        CoverageFacts(measured=False, reason="", agent="0.8.15"),
        SimilarityFacts(codebleu=None, codebleu_raw=None, parts={}, methods=()),
        RulesFacts(
            ifr=None, ifr_plus=None, ifr_minus=None, prec=None, prec_plus=None, prec_minus=None,
            rules={}, lines=LineCounts(added=0, removed=0), covered=LineCounts(added=0, removed=0),
            outcomes={}, unknown=(), unseen_lines=(), listed=(), languages=(), compat=False,
            engine="",
        ),
    )
}  # fmt: skip


def result_of(verdict: Verdict, name: CheckName) -> CheckResult:
    """The result of a check that the verdict has."""
    found = verdict.check(name)
    assert found is not None
    return found


def check(
    name: CheckName,
    status: Status = Status.PASSED,
    reason: Reason | None = None,
    *,
    data: Mapping[str, Any] | None = None,
    **more: Any,
) -> CheckResult:
    """One result. `data` are the facts that matter to a test; the others are those of a check
    without findings.
    """
    whole = _merge(NOTHING_FOUND[name].as_data(), data) if data else {}
    return CheckResult(check=name, status=status, reason=reason, seconds=1.5, data=whole, **more)


def _merge(whole: Mapping[str, Any], part: Mapping[str, Any]) -> dict[str, Any]:
    """Merge `part` into `whole`, including inner records."""
    inner = {k: _merge(whole[k], v) for k, v in part.items() if isinstance(whole.get(k), dict)}
    return {**whole, **part, **inner}


def checks_until(
    name: CheckName, reason: Reason, status: Status = Status.FAILED, details: str = ""
) -> tuple[CheckResult, ...]:
    """All checks of a prediction that passes until `name`, which ends it."""
    at = ORDER.index(name)
    before = [check(n) for n in ORDER[:at]]
    after = [check(n, Status.NOT_APPLICABLE, Reason.NOT_REACHED) for n in ORDER[at + 1 :]]
    return (*before, check(name, status, reason, details=details), *after)


def passing(codebleu: float | None = None, *, delegate: bool = False) -> tuple[CheckResult, ...]:
    """All checks of a strictly successful prediction."""
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
        strict_success=judge_strict(checks),
        proved_success=judge_proved(checks),
        provenance=PROVENANCE,
    )


def write_run(
    folder: Path, verdicts: Sequence[Verdict], meta: Mapping[str, object] | None = None
) -> Path:
    """A run folder as `refverify verify` leaves it, without evidence."""
    folder.mkdir(parents=True, exist_ok=True)
    chain = Chain()
    lines = [chain.link(to_json(v).encode("ascii")) + b"\n" for v in verdicts]
    (folder / "verdicts.jsonl").write_bytes(b"".join(lines))
    (folder / "run.json").write_text(json.dumps(dict(meta or {})), encoding="utf-8")
    return folder


def write_evidence(run: Path, of: Verdict, name: str, text: str) -> str:
    """Write one evidence file of a verdict. Return its path as records name it."""
    relative = evidence_path(of.instance_id, of.model_name_or_path, of.sample) / name
    path = run / relative
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(relative)


def make_generated(
    of: Verdict,
    *,
    prompt_set: str = "refverify-1",
    asked: str = "m",
    answered: str = "m",
    usage: Usage | None = None,
    setting: Mapping[str, Any] | None = None,
    **circumstances: Any,
) -> Verdict:
    """The verdict of a prediction that `refverify generate` wrote. `setting` has further fields of
    its generation.
    """
    generation = Generation(
        prompt_set=prompt_set,
        prompt_set_sha256="0" * 64,
        prompt_sha256="0" * 64,
        disclosed=(),
        endpoint_host="localhost",
        model_asked=asked,
        model_answered=answered,
        usage=usage,
    )
    generation = replace(generation, **(setting or {}))
    return replace(of, circumstances=Circumstances(generation=generation, **circumstances))
