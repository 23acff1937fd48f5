"""What `refverify check` judges, and what it answers."""

from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.gate import Demand, GateReport, Level, Question
from verifier.domain.refactoring import WantedRefactoring
from verifier.domain.testrun import EvidenceLevel
from verifier.errors import UsageError
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.split.splitting import SplitPatches
from verifier.judging.options import ToolsetOptions


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckRequest:
    """What to check, and how thoroughly.

    `demand` says what the change must show. `allowed` are patterns of files that may change without
    a check. With `keep_api` a change of the public API leaves behaviour open. With `claims` only
    commits that claim to be refactorings are judged. Each entry of `wanted` must be found in the
    whole change, and is reported as a claim on it. With `split` the answer has a patch that is proved
    and only refactoring, and a patch of the rest. With `page` the review has the code, and a change that is
    not explained as a whole is split for it. A range of more than `most_units` commits is judged
    only as a whole. `evidence` is the required strength of the evidence of tests. `force` ignores
    earlier answers. With `fetch` missing libraries are downloaded for the proof on the sources,
    through the user's Maven settings.

    Raises:
        UsageError: refactorings are wanted, but only the claims of commits are judged.
    """

    repository: Path
    source: Source = field(default_factory=Source)
    level: Level = Level.TESTS
    demand: Demand = field(default_factory=Demand)
    keep_api: bool = False
    allowed: tuple[str, ...] = ()
    claims: bool = False
    wanted: tuple[WantedRefactoring, ...] = ()
    residual: bool = False
    split: bool = False
    page: bool = False
    most_units: int = 50
    evidence: EvidenceLevel = EvidenceLevel.BASIC
    force: bool = False
    fetch: bool = False
    tools: ToolsetOptions = field(default_factory=ToolsetOptions)

    def __post_init__(self) -> None:
        if self.claims and self.wanted:
            raise UsageError(
                "a wanted refactoring is looked for in the whole change, and claims in its commits",
                hint="Leave out --claims or --want (`claims` or `want` over MCP).",
            )

    @property
    def answers_a_task(self) -> bool:
        """Whether the rules for predictions apply: to an answer, and to a patch that was asked for."""
        kind = self.source.kind
        return kind is SourceKind.ANSWER or (kind is SourceKind.PATCH and bool(self.wanted))

    @property
    def must_change_code(self) -> bool:
        """Whether a change without code fails: a text that is handed in must be a refactoring."""
        return self.source.kind.is_handed_in and Question.REFACTORING in self.demand.require


@dataclass(frozen=True, kw_only=True, slots=True)
class CheckAnswer:
    """The report, the patch of what is left to read, and the patches of the split change.

    `residual` is empty and `split` is None if they were not requested. `troubled` says that the
    environment disturbed a split, so the answer is not kept.
    """

    report: GateReport
    residual: bytes = b""
    split: SplitPatches | None = None
    troubled: bool = False
