"""Search for an input on which a change behaves differently, without an answer on the change."""

from dataclasses import dataclass, field
from pathlib import Path

from verifier.analysis.pool import AnalysisPool
from verifier.checks.selection import with_needs
from verifier.console import Console
from verifier.domain.facts.behaviour import BehaviourFacts
from verifier.domain.outcome import CheckName, CheckResult, Status
from verifier.errors import InputError
from verifier.gates.change.division import divide
from verifier.gates.change.selection import Source, open_selected
from verifier.gates.findings import objections_as_findings
from verifier.gates.unit import JudgingSession
from verifier.judging.options import ToolsetOptions
from verifier.judging.toolset import open_toolset
from verifier.tools.records import facts_of

SEARCH = with_needs([CheckName.BEHAVIOUR])
"""The checks of a search: the change is compiled, but no test runs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchRequest:
    """The change to search; `tools.fuzzing` limits the search."""

    repository: Path
    source: Source = field(default_factory=Source)
    tools: ToolsetOptions = field(default_factory=ToolsetOptions)


@dataclass(frozen=True, kw_only=True, slots=True)
class Search:
    """The result of a search: both sides, the checks, and what was found.

    `facts` is absent if the search could not begin; `summary` then says why.
    """

    base: str
    head_tree: str
    checks: tuple[CheckResult, ...]
    facts: BehaviourFacts | None
    summary: str


def search(
    request: SearchRequest, console: Console | None = None, analysis: AnalysisPool | None = None
) -> Search:
    """Search in the sandbox for an input that distinguishes the two sides of a change.

    Raises:
        UsageError, RepositoryError, InputError: see `verifier.gates.check.check`.
        SandboxError, MissingToolError: a necessary tool is missing.
        StorageError: temporary files cannot be written.
    """
    with open_selected(request.repository, request.source) as (repository, chosen):
        if chosen.rejected is not None:
            raise InputError(
                f"the patch is none of this base: {chosen.rejected.details}",
                hint="Give a plain unified diff, as `git diff --no-color` writes it, and its base.",
            )
        division = divide(repository, chosen.base, chosen.head)
        head_tree = repository.tree_id(chosen.head)
        stopped = [each.message for each in objections_as_findings(division.objections)]
        if division.judged is None or stopped:
            why = stopped[0] if stopped else "no Java file changed"
            return Search(base=chosen.base, head_tree=head_tree, checks=(), facts=None, summary=why)
        with open_toolset(request.tools.select_for(SEARCH), analysis) as tools:
            session = JudgingSession(
                tools=tools,
                repository=repository,
                checks=SEARCH,
                allowed=(),
                console=console or Console(quiet=True),
            )
            change = session.change(chosen.base, division.judged)
            checks = session.results(change, SEARCH)
    found = next((c for c in checks if c.check is CheckName.BEHAVIOUR), None)
    facts = facts_of(found, BehaviourFacts)
    return Search(
        base=chosen.base, head_tree=head_tree, checks=checks, facts=facts, summary=_describe(checks)
    )


def _describe(checks: tuple[CheckResult, ...]) -> str:
    """Return the summary of the search, or why it did not run."""
    behaviour = next((c for c in checks if c.check is CheckName.BEHAVIOUR), None)
    if behaviour is not None and behaviour.data:
        return behaviour.details
    open_ = {Status.FAILED, Status.INCONCLUSIVE}
    stopped = next((c for c in checks if c.check in SEARCH and c.status in open_), behaviour)
    return "" if stopped is None else f"{stopped.check}: {stopped.details or stopped.reason}"
