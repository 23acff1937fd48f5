"""The work on a question: a call of the library, and its answer in the form for an agent."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.analysis.pool import AnalysisPool
from verifier.builds.options import BuildOptions, PrepareOn
from verifier.console import Console
from verifier.domain.declared import to_plain
from verifier.domain.gate import (
    ClaimOutcome,
    Demand,
    FindingLevel,
    GateFinding,
    GateReport,
    Level,
    NextStep,
)
from verifier.domain.instance import Instance
from verifier.domain.refactoring_traits import DEFAULT_TYPES
from verifier.errors import UsageError, VerifierError
from verifier.fuzzing.request import FuzzingBudget
from verifier.gates.check import check
from verifier.gates.counterexample import Search, SearchRequest, search
from verifier.gates.request import CheckRequest
from verifier.judging.options import ToolsetOptions
from verifier.mcp_server.answers import (
    ChangeAnswer,
    CommitAnswer,
    CounterexampleAnswer,
    JobState,
    JobTrouble,
    MineAnswer,
    MinedInstance,
    Reply,
    Result,
)
from verifier.mcp_server.jobs import Asked, ToolJob, turn_to_build
from verifier.mcp_server.plans import plan
from verifier.mcp_server.requests import (
    ARGUMENTS,
    LONGEST_SEARCH,
    MOST_INSTANCES,
    AskMine,
    AskPlan,
    FindCounterexample,
    VerifyChange,
)
from verifier.mcp_server.sources import read_wanted, source_of
from verifier.mining.history import Selection
from verifier.mining.instances import Wanted
from verifier.mining.run import RunOptions
from verifier.mining.session import MiningRequest, mine
from verifier.sandbox.choice import SandboxKind
from verifier.tools.records import from_json, load_jsonl, to_json, to_line
from verifier.tools.storage.scratch import scratch_folder

MOST_LISTED = 20
EVIDENCE = "refverify://evidence/"
_MANY = 1_000_000
"""More inputs than any search has time for, so that its seconds end it."""

OpenAnalysis = Callable[[], AnalysisPool]


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """An answer, the next step, and the evidence as bytes."""

    result: Result
    next_step: NextStep | None = None
    evidence: bytes = b""


@dataclass(frozen=True, kw_only=True, slots=True)
class Workplace:
    """What the work needs: the cache, the containers' runtime, open analysis workers, and a console for
    the progress.
    """

    cache: Path
    runtime: str | None
    analysis: OpenAnalysis
    console: Console
    address: str


def work(job: ToolJob, asked: Asked, analysis: OpenAnalysis, console: Console) -> None:
    """Answer a question and write the answer, or why there is none.

    Raises:
        StorageError: the cache cannot be written.
    """
    place = Workplace(
        cache=Path(asked.cache),
        runtime=asked.runtime,
        analysis=analysis,
        console=console,
        address=EVIDENCE + job.name,
    )
    try:
        answered = _answer(asked, place)
    except VerifierError as error:
        job.end(
            Reply(
                state=JobState.FAILED, job=job.name, next_step=_step(error), trouble=trouble(error)
            )
        )
        return
    job.end(
        Reply(
            state=JobState.DONE,
            job=job.name,
            next_step=answered.next_step,
            result=to_plain(answered.result),
        ),
        answered.evidence,
    )


def trouble(error: VerifierError) -> JobTrouble:
    """Describe an error for an agent."""
    return JobTrouble(kind=type(error).__name__, message=error.message, hint=error.hint)


def _step(error: VerifierError) -> NextStep:
    wrong = isinstance(error, UsageError) or error.exit_code in _OF_THE_QUESTION
    return NextStep.ASK_HUMAN if wrong else NextStep.NOT_YOUR_FAULT_RETRY


_OF_THE_QUESTION = frozenset({4, 6, 7})
"""Exit codes of errors that the same question causes again."""


def _answer(asked: Asked, place: Workplace) -> Answered:
    question = from_json(ARGUMENTS[asked.tool], json.dumps(dict(asked.arguments)))
    match question:
        case VerifyChange():
            return _verify(question, place)
        case FindCounterexample():
            return _search(question, place)
        case AskMine():
            return _mine(question, place)
        case AskPlan():
            return _plan(question, place)
        case _:
            raise AssertionError(f"{asked.tool} is no work")


def _verify(question: VerifyChange, place: Workplace) -> Answered:
    request = CheckRequest(
        repository=Path(question.repository),
        source=source_of(question.source),
        level=question.level,
        demand=Demand(require=question.require),
        claims=question.claims,
        wanted=tuple(map(read_wanted, question.want)),
        tools=_tools(place),
    )
    with _turn(place, builds=question.level is not Level.STATIC):
        report = check(request, place.console, analysis=place.analysis()).report
    answer = change_answer(report, place.address)
    return Answered(
        result=answer, next_step=next_step_of(answer), evidence=to_json(report).encode()
    )


def _search(question: FindCounterexample, place: Workplace) -> Answered:
    seconds = min(max(question.seconds, 1), LONGEST_SEARCH)
    tools = replace(_tools(place), fuzzing=FuzzingBudget(executions=_MANY, seconds=seconds))
    request = SearchRequest(
        repository=Path(question.repository), source=source_of(question.source), tools=tools
    )
    with _turn(place, builds=True):
        found = search(request, place.console, place.analysis())
    answer = _counterexample(question, found, place.address)
    return Answered(
        result=answer,
        next_step=answer.next_step,
        evidence=b"".join(to_line(each) for each in found.checks),
    )


@contextmanager
def _turn(place: Workplace, *, builds: bool) -> Iterator[None]:
    """Wait while another question builds, and report when this one begins."""
    with turn_to_build(place.cache) if builds else nullcontext():
        place.console.say("begun")
        yield


def _tools(place: Workplace) -> ToolsetOptions:
    """Choose where code runs; an agent cannot change this."""
    build = BuildOptions(cache=place.cache, prepare_on=PrepareOn.SANDBOX)
    return ToolsetOptions(build=build, sandbox=SandboxKind.DOCKER, runtime=place.runtime)


def change_answer(report: GateReport, address: str) -> ChangeAnswer:
    """Return the parts of a report that an agent needs, with lists cut."""
    findings = sorted(report.findings, key=_gravity)
    return ChangeAnswer(
        decision=report.decision,
        **report.answer_fields,
        repository=report.repository,
        base=report.base,
        head=report.head,
        head_tree=report.head_tree,
        level=report.level,
        refactorings=tuple(r for unit in report.units for r in unit.refactorings)[:MOST_LISTED],
        findings=tuple(findings[:MOST_LISTED]),
        more_findings=max(0, len(findings) - MOST_LISTED),
        commits=tuple(
            CommitAnswer(
                commit=unit.commit,
                subject=unit.subject,
                decision=unit.decision,
                behaviour=unit.behaviour,
                refactoring=unit.refactoring,
            )
            for unit in (report.units[1:] or report.units)
            if unit.commit
        ),
        claims=report.claims,
        counterexample=report.counterexample,
        aside=report.aside[:MOST_LISTED],
        notes=report.notes,
        cached=report.cached,
        evidence=address,
    )


def _gravity(finding: GateFinding) -> int:
    return list(FindingLevel).index(finding.level)


def next_step_of(answer: ChangeAnswer) -> NextStep | None:
    """Return the step of the most severe finding.

    If the change passes, return None, or a split of the commit if a claim does not hold.
    """
    if not answer.decision.passes:
        return answer.findings[0].next_step if answer.findings else NextStep.ASK_HUMAN
    kept = all(claim.outcome is ClaimOutcome.UPHELD for claim in answer.claims)
    return None if kept else NextStep.SPLIT_COMMIT


def _counterexample(
    question: FindCounterexample, found: Search, address: str
) -> CounterexampleAnswer:
    facts = found.facts
    witness = None if facts is None else facts.witness
    answer = CounterexampleAnswer(
        found=witness is not None,
        repository=question.repository,
        base=found.base,
        head_tree=found.head_tree,
        verdict="" if facts is None else str(facts.verdict),
        summary=found.summary,
        evidence=address if found.checks else "",
    )
    if witness is None:
        return answer
    return replace(
        answer,
        method=witness.entry,
        is_the_method_asked_for=_is_of(question.method, witness.entry),
        inputs=witness.call,
        before=witness.old,
        after=witness.new,
        junit_source=witness.test,
        suggested_path=_test_path(witness.test_class),
        next_step=NextStep.FIX_BEHAVIOUR,
    )


def _is_of(method: str, entry: str) -> bool | None:
    """Tell whether an entry is the method asked for, by class and name; None if none was named."""
    return entry.partition("(")[0] == method.partition("(")[0] if method else None


def _test_path(name: str) -> str:
    return f"src/test/java/{name.replace('.', '/')}.java" if name else ""


def _plan(question: AskPlan, place: Workplace) -> Answered:
    with _turn(place, builds=False):
        return Answered(result=plan(question, place.analysis()))


def _mine(question: AskMine, place: Workplace) -> Answered:
    with _turn(place, builds=False), scratch_folder("mine") as folder:
        types = question.types or DEFAULT_TYPES
        request = MiningRequest(
            repository=question.repository,
            output=folder / "instances.jsonl",
            selection=Selection(revisions=question.range),
            options=RunOptions(wanted=Wanted(types=types)),
        )
        mine(request, place.console, place.analysis())
        found, _ = load_jsonl(Instance, request.output)
    most = min(max(question.max, 0), MOST_INSTANCES)
    answer = MineAnswer(
        repository=question.repository,
        range=question.range,
        count=len(found),
        instances=tuple(
            MinedInstance(
                id=each.id,
                type=each.type,
                commit=each.commit,
                description=each.description,
                method=str(each.before.method),
                file=each.before.file,
            )
            for each in found[:most]
        ),
        evidence=place.address,
    )
    return Answered(result=answer, evidence=b"".join(map(to_line, found)))
