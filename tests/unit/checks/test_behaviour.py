"""The check reads what a campaign showed; only a confirmed difference is a failure."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.support.answers import MemoryTree
from tests.support.maven_subject import NoAnalysis, case_of, changes
from tests.support.scripted_builder import F, P, ScriptedBuilder, make_measurement, ran
from tests.support.scripted_sandbox import ScriptedSandbox, make_result
from verifier.builds.builder import ClassFiles
from verifier.checks.behaviour import BehaviourCheck
from verifier.checks.case import Case
from verifier.domain.behaviour import (
    Behaviour,
    BehaviourVerdict,
    DifferenceTag,
    EntryCount,
    Sensitivity,
    Survivor,
    Witness,
)
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.domain.proof import (
    Difference,
    DifferenceReason,
    InputKind,
    InputValue,
    MethodProof,
    MethodStatus,
    Proof,
    ProofOutcome,
)
from verifier.domain.proof_request import ProofRequest
from verifier.domain.testrun import TestOutcome
from verifier.errors import AnalysisError, FuzzingError
from verifier.fuzzing.engine import Fuzzing, FuzzingEngine
from verifier.fuzzing.request import FuzzingBudget
from verifier.tools.class_file import MAGIC
from verifier.tools.own_jar import OwnJar
from verifier.tools.records import to_json

SAME = Behaviour(
    verdict=BehaviourVerdict.EQUIVALENT_UP_TO,
    seed=3,
    executions=2_000,
    changed_old=2,
    changed_new=2,
    reached_old=2,
    reached_new=1,
    sensitivity=Sensitivity(
        mutants=10,
        killed=4,
        survivors=(Survivor(mutant="C.java:3 in f: + became -", ran=False),),
    ),
)
OTHER = Behaviour(
    verdict=BehaviourVerdict.NON_EQUIVALENT,
    seed=3,
    executions=17,
    tags=(DifferenceTag.RETURN,),
    witnesses=(
        Witness(
            entry="p.Code#one()I",
            tags=(DifferenceTag.RETURN,),
            call="new p.Code().one()",
            old="returns 1",
            new="returns 2",
            test_class="p.CodeDiffersTest",
            test="package p; public class CodeDiffersTest {}",
            replay={"entry": "p.Code#one()I"},
        ),
    ),
)
CLASSES = ClassFiles(main={"p/Code.class": b"\xca\xfe"}, test={})


PROVED = Proof(outcome=ProofOutcome.PROVED)


@dataclass(frozen=True)
class Proving(NoAnalysis):
    """Gives one answer to every question for a proof."""

    answer: Proof | AnalysisError = PROVED

    def prove(self, request: ProofRequest) -> Proof:
        del request
        if isinstance(self.answer, AnalysisError):
            raise self.answer
        return self.answer


@pytest.fixture(autouse=True)
def _a_jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jar = tmp_path / "fuzzer.jar"
    jar.write_bytes(b"")
    for user in ("verifier.fuzzing.engine", "verifier.checks.parts.captured_inputs"):
        monkeypatch.setattr(f"{user}.FUZZER", OwnJar(name=jar.name, places=(jar,)))


def case(
    found: Behaviour | bytes, evidence: Path, *, test: TestOutcome = P, compiles: bool = True
) -> Case:
    raw = found if isinstance(found, bytes) else to_json(found).encode()
    sandbox = ScriptedSandbox(result=make_result({"out/result.json": raw}))
    builder = ScriptedBuilder(base=make_measurement("p.T#a"), run=ran({"p.T#a": test}))
    builder.base_classes = builder.candidate_classes = CLASSES if compiles else None
    fuzzing = Fuzzing(engine=FuzzingEngine(sandbox), budget=FuzzingBudget(seed=3))
    return replace(
        case_of(builder, MemoryTree({}), changes({}), evidence, analysis=Proving()),
        fuzzing=fuzzing,
    )


def check(found: Behaviour, evidence: Path, *, test: TestOutcome = P) -> CheckResult:
    return BehaviourCheck().run(case(found, evidence, test=test))


def test_a_confirmed_difference_fails_and_leaves_test_and_replay_file(tmp_path: Path) -> None:
    result = check(OTHER, tmp_path)

    assert (result.status, result.reason) == (Status.FAILED, Reason.BEHAVIOUR_CHANGED)
    assert result.details == (
        "behaviour differs (return): new p.Code().one() -- old: returns 1; new: returns 2"
    )
    assert result.evidence == "behaviour/result.json"
    folder = tmp_path / "behaviour"
    assert (folder / "CodeDiffersTest.java").read_text().startswith("package p;")
    assert json.loads((folder / "replay.json").read_text())["replay"] == {"entry": "p.Code#one()I"}
    assert result.data["witness"]["new"] == "returns 2"


def test_none_in_many_inputs_passes_and_says_how_far_it_may_be_trusted(tmp_path: Path) -> None:
    result = check(SAME, tmp_path)

    assert (result.status, result.reason) == (Status.PASSED, None)
    assert result.details == (
        "no difference in 2,000 inputs; 3 of 4 changed lines ran;"
        " weak: these inputs notice 4 of 10 mutants of the change"
    )
    assert result.data["sensitivity"] == {
        "mutants": 10,
        "killed": 4,
        "share": 0.4,
        "weak": True,
        "messages_only": 0,
        "unmeasured": 0,
        "survivors": [{"mutant": "C.java:3 in f: + became -", "ran": False}],
    }
    assert result.data["witness"] is None


@pytest.mark.parametrize(
    ("verdict", "reason"),
    [
        (BehaviourVerdict.UNREACHED, Reason.UNREACHED),
        (BehaviourVerdict.NONDETERMINISTIC, Reason.NONDETERMINISTIC),
        (BehaviourVerdict.UNSUPPORTED, Reason.UNSUPPORTED),
    ],
)
def test_what_could_not_be_seen_is_inconclusive(
    tmp_path: Path, verdict: BehaviourVerdict, reason: Reason
) -> None:
    found = Behaviour(verdict=verdict, seed=3, reason="no constructor of p.Lock can be called")
    result = check(found, tmp_path)

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, reason)
    assert result.details.endswith("no constructor of p.Lock can be called")
    assert result.data["eq_at_dfuzz"] is None


@pytest.mark.parametrize(
    ("found", "test", "eq", "corr"),
    [(SAME, P, 1, 1), (SAME, F, 1, 0), (OTHER, P, 0, 1), (OTHER, F, 0, 0)],
    ids=["neither", "tests alone", "fuzzing alone", "both"],
)
def test_both_figures_of_the_paper_stand_side_by_side(
    tmp_path: Path, found: Behaviour, test: TestOutcome, eq: int, corr: int
) -> None:
    data = check(found, tmp_path, test=test).data

    assert (data["eq_at_dfuzz"], data["corr_at_test"]) == (eq, corr)


def test_without_class_files_nothing_can_be_said(tmp_path: Path) -> None:
    result = BehaviourCheck().run(case(SAME, tmp_path, compiles=False))

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.UNSUPPORTED)
    assert result.evidence is None


def test_an_engine_that_leaves_nonsense_is_an_error_and_no_pass(tmp_path: Path) -> None:
    with pytest.raises(FuzzingError):
        BehaviourCheck().run(case(b'{"verdict": "EQUIVALENT_UP_TO", "seed": 3}', tmp_path))


RECORDED = b'{"entry": "p.Code#one()I"}\n'
ENTERED = replace(
    SAME,
    entries=(EntryCount(entry="p.Code#one()I", executions=2_000, discarded=0, reached=True),),
)


def search_twice(
    first: Behaviour,
    second: Behaviour,
    evidence: Path,
    *,
    recorded: bytes = RECORDED,
    analysis: Proving = Proving(),
) -> tuple[CheckResult, ScriptedSandbox]:
    """The check's result where one search ends as `first` and any later one as `second`."""
    first_result, second_result = (
        make_result({"out/result.json": to_json(found).encode()}) for found in (first, second)
    )
    sandbox = ScriptedSandbox(result=first_result, later=second_result)
    builder = ScriptedBuilder(
        base=make_measurement("p.T#a"), run=ran({"p.T#a": P}), observed=recorded
    )
    builder.base_classes = builder.candidate_classes = CLASSES
    fuzzing = Fuzzing(engine=FuzzingEngine(sandbox), budget=FuzzingBudget(seed=3))
    plain = case_of(builder, MemoryTree({}), changes({}), evidence, analysis=analysis)
    return BehaviourCheck().run(replace(plain, fuzzing=fuzzing)), sandbox


def test_where_nothing_is_found_the_search_goes_on_from_what_the_tests_pass_in(
    tmp_path: Path,
) -> None:
    result, sandbox = search_twice(ENTERED, OTHER, tmp_path)

    assert result.status is Status.FAILED
    first, second = sandbox.jobs
    assert "--captured" not in first.command
    assert second.command[-2:] == ("--captured", "captured.bin")
    assert second.files == {"captured.bin": RECORDED}


@pytest.mark.parametrize(
    "second",
    [
        Behaviour(verdict=BehaviourVerdict.UNREACHED, seed=3, executions=9),
        Behaviour(verdict=BehaviourVerdict.UNSUPPORTED, seed=3),
    ],
    ids=["unreached", "nothing executed"],
)
def test_a_second_search_that_saw_less_does_not_decide(tmp_path: Path, second: Behaviour) -> None:
    result, sandbox = search_twice(ENTERED, second, tmp_path)

    assert len(sandbox.jobs) == 2
    assert result.data["verdict"] == "EQUIVALENT_UP_TO"


@pytest.mark.parametrize(
    ("first", "recorded"),
    [(OTHER, RECORDED), (ENTERED, b"\n"), (SAME, RECORDED)],
    ids=["a difference", "nothing recorded", "no entry"],
)
def test_without_need_or_material_there_is_one_search(
    tmp_path: Path, first: Behaviour, recorded: bytes
) -> None:
    _, sandbox = search_twice(first, OTHER, tmp_path, recorded=recorded)

    assert len(sandbox.jobs) == 1


def test_a_change_in_a_class_that_two_modules_have_is_not_fuzzed(tmp_path: Path) -> None:
    sets = {"main": CLASSES.main, "test": {}, "main-1": {"p/Code.class": b"1"}, "test-1": {}}
    new = {**sets, "main-1": {"p/Code.class": b"2"}}
    made = case(SAME, tmp_path)
    builder = made.open_builder()
    assert isinstance(builder, ScriptedBuilder)
    builder.base_classes = ClassFiles(main=CLASSES.main, test={}, sets=sets)
    builder.candidate_classes = ClassFiles(main=CLASSES.main, test={}, sets=new)

    result = BehaviourCheck().run(made)

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.UNSUPPORTED)
    assert result.details == "p.Code changes, and several modules have a class of that name"


def test_a_change_whose_calls_another_module_s_class_would_answer_is_not_fuzzed(
    tmp_path: Path,
) -> None:
    twin = "p/Twin.class"
    user = MAGIC + b"\0\0\0\x34\0\x02\x01\0\x06p/Twin"
    made = case(SAME, tmp_path)
    builder = made.open_builder()
    assert isinstance(builder, ScriptedBuilder)
    for end in (b"", b"changed"):
        own = {twin: b"2", "p/Code.class": user + end}
        sets = {"main": {twin: b"1"}, "test": {}, "main-1": own, "test-1": {}}
        builder.base_classes = builder.candidate_classes if end else builder.base_classes
        builder.candidate_classes = ClassFiles(main={**own, twin: b"1"}, test={}, sets=sets)

    result = BehaviourCheck().run(made)

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.UNSUPPORTED)
    assert result.details.startswith("p.Code changes and leads to p.Twin, and several")


LIKELY = Proof(
    outcome=ProofOutcome.NOT_PROVED,
    methods=(
        MethodProof(
            status=MethodStatus.NOT_PROVED,
            before="p/Code.one(I)I",
            after="p/Code.one(I)I",
            difference=Difference(
                reason=DifferenceReason.ARGUMENTS,
                message="value 1 differs",
                values=(InputValue(parameter=0, steps=(), kind=InputKind.NUMBER, value="4711"),),
            ),
        ),
    ),
)


def test_what_the_prover_saw_differ_is_tried_in_every_search(tmp_path: Path) -> None:
    _, sandbox = search_twice(ENTERED, SAME, tmp_path, analysis=Proving(answer=LIKELY))

    for job in sandbox.jobs:
        at = job.command.index("--proposals")
        content = job.files[job.command[at + 1]]
        assert content is not None
        assert json.loads(content) == {
            "method": "p.Code#one(I)I",
            "values": [{"parameter": 0, "steps": [], "kind": "number", "value": "4711"}],
        }


def test_a_likely_difference_that_no_run_shows_is_no_failure(tmp_path: Path) -> None:
    result, _ = search_twice(SAME, SAME, tmp_path, analysis=Proving(answer=LIKELY))

    assert result.status is Status.PASSED


def test_without_an_answer_of_the_prover_the_search_goes_on_without_it(tmp_path: Path) -> None:
    analysis = Proving(answer=AnalysisError("the prover died"))
    result, sandbox = search_twice(SAME, SAME, tmp_path, analysis=analysis)

    assert result.status is Status.PASSED
    assert "--proposals" not in sandbox.jobs[0].command
