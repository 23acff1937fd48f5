"""A small mined data set that covers every feature, for tests of its tables and its page."""

from typing import Any

from tests.support.instances import make_mined
from tests.support.validated import validation
from verifier.domain.facts.coverage import CountFact, CoverageFacts, SideFact
from verifier.domain.instance import Instance, SideSources
from verifier.domain.outcome import Reason, Status
from verifier.domain.proof import ProofOutcome
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.unproved import Unproved
from verifier.domain.validation import InstanceCoverage, Step
from verifier.reports.instance_set import SetEntry

MOVE = RefactoringType.MOVE_METHOD
HOSTILE = "</script><img src=x onerror=document.title='owned'>"
BEFORE = "int f(int a) {\n  int b = a + 1;\n\n  return b;\n}\n"
AFTER = "int f(int a) {\n  return g(a);\n}\n"
EXTRACTED = f"int g(int a) {{ // {HOSTILE}\n  int b = a + 1;\n  return b;\n}}\n"


def sources(method: str, partner: str = "") -> SideSources:
    return SideSources(method=method, partner=partner, class_="class A {}", file_sha256="0")


def validation_fields(
    lost: Step | None = None, reason: Reason = Reason.BASE_INVALID
) -> dict[str, Any]:
    """The fields that validation adds to an instance. Covered ones have figures: 3 of 4 lines, then
    5 of 5.
    """
    found = validation(lost, reason)
    coverage = found.coverage
    if lost is None:
        facts = CoverageFacts(
            measured=True, reason="", agent="0.8.14", before=side(3, 4), after=side(5, 5)
        )
        coverage = InstanceCoverage(status=Status.PASSED, facts=facts)
    return {"build": found.build, "coverage": coverage, "golden": found.golden}


def side(covered: int, total: int) -> SideFact:
    return SideFact(
        lines=CountFact(covered=covered, total=total),
        branches=CountFact(covered=0, total=0),
        stretches=(),
    )


WHY = Unproved(
    outcome=ProofOutcome.NOT_PROVED,
    reason="other-call",
    why="calls another method",
    before="p/A.java:3",
    after="p/A.java:7",
)


def extraction(**more: Any) -> Instance:
    texts = {
        "before_sources": sources(BEFORE),
        "after_sources": sources(AFTER, EXTRACTED),
        "purity": Purity(verdict=PurityVerdict.PURE, tier=PurityTier.STRICT, unproved=WHY),
    }
    return make_mined(**{**texts, **more})


def entries() -> tuple[SetEntry, ...]:
    """Two extractions of one act, a near copy of the first in another project, and two moves."""
    impure = Purity(verdict=PurityVerdict.IMPURE, comment=HOSTILE)
    tolerated = Purity(
        verdict=PurityVerdict.PURE, tier=PurityTier.CHECKER, tolerated=("type replacement",)
    )
    return (
        SetEntry(instance=extraction(**validation_fields()), licence="MIT"),
        SetEntry(instance=extraction(id="i2", **validation_fields(Step.TESTS_PASS, Reason.TEST_FAILED)), licence="MIT"),
        SetEntry(
            instance=extraction(id="i3", group="g3", repo="s", purity=tolerated, **validation_fields(Step.BUILDS_BEFORE)),
            licence="GPL-2.0-only",
            near_duplicate_of="i1",
            has_texts=False,
        ),
        SetEntry(instance=make_mined(id="i4", group="g4", type=MOVE, purity=impure), licence="MIT"),
        SetEntry(
            instance=extraction(id="i5", group="g5", type=MOVE, commit="3" * 40), licence="MIT",
            duplicate_of="i1",
        ),
    )  # fmt: skip
