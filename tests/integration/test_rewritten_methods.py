"""From a function set to the table of behaviour, with a scripted model: Eq@DFuzz's experiment."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.scripted_model import ScriptedModel, answer
from verifier.cli.main import main
from verifier.console import Console
from verifier.domain.assignment import AssignmentType, MethodAssignment
from verifier.domain.facts.behaviour import BehaviourFacts
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.verdict import Verdict
from verifier.generation.model import ModelReply, ModelRequest
from verifier.generation.output import GenerationPaths
from verifier.generation.plan import GenerationRequest
from verifier.reports.ledger import read_ledger
from verifier.reports.material import ReportData
from verifier.reports.rendering.flat import flat_rows
from verifier.reports.tables.behaviour import BEHAVIOUR
from verifier.tools.records import facts_of, load_jsonl
from verifier.workflows.generating import generate_predictions

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]


def problem(name: str, signature: str, body: str, test: str) -> Mapping[str, str]:
    return {
        "task_id": f"Ours/{name}",
        "prompt": f"class Solution {{\n    public {signature} {{\n",
        "canonical_solution": f"{body}\n    }}\n}}",
        "test": "public class Main {\n    public static void main(String[] args) {\n"
        f"        if (!({test})) throw new AssertionError();\n    }}\n}}",
    }


PROBLEMS = (
    problem(
        "even",
        "boolean isEven(int n)",
        "        if (n % 2 == 0) {\n            return true;\n        }\n        return false;",
        "new Solution().isEven(4) && !new Solution().isEven(3)",
    ),
    problem(
        "clamp",
        "int clamp(int value, int low, int high)",
        "        if (value < low) {\n            return low;\n        }\n"
        "        return value > high ? high : value;",
        "new Solution().clamp(7, 1, 5) == 5 && new Solution().clamp(0, 1, 5) == 1",
    ),
    problem("twice", "int twice(int n)", "        return n + n;", "new Solution().twice(2) == 4"),
)
ANSWERS = {
    "isEven": "public boolean isEven(int n) {\n    return n % 2 == 0;\n}",
    # It differs where `low` is above `high`, which no test tries.
    "clamp": "public int clamp(int value, int low, int high) {\n"
    "    return Math.min(high, Math.max(low, value));\n}",
    "twice": "public int twice(int n) {\n    return n.times(2);\n}",
}


def reply(request: ModelRequest) -> ModelReply:
    prompt = request.messages[-1].text
    code = next(code for name, code in ANSWERS.items() if f"{name}(" in prompt)
    return answer(f"##########################\n{code}\n##########################\n")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, shared_cache: Path) -> Path:
    """A run folder with the verdicts on one answer to each problem."""
    place = tmp_path_factory.mktemp("functions")
    given, project = place / "set.jsonl", place / "functions.git"
    methods, predictions = place / "methods.jsonl", place / "predictions.jsonl"
    given.write_text("".join(f"{json.dumps(each)}\n" for each in PROBLEMS))
    words = ["--repo", str(project), "--goal", "simplify", "-o", str(methods)]
    assert main(["import", "functions", str(given), "-o", str(project)]) == 0
    assert main(["assignments", "methods", *words]) == 0
    model = ScriptedModel(reply=reply)
    generate_predictions(
        GenerationRequest(
            tasks=methods,
            output=GenerationPaths(predictions=predictions),
            model="scripted",
            prompts="rewrite-1",
        ),
        lambda *_: model,
        Console(quiet=True),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFVERIFY_CACHE", str(shared_cache))
        folder, budget = place / "run", ["--fuzz-executions", "2000", "--fuzz-seconds", "20"]
        files = [str(predictions), "-i", str(methods), "--repo", str(project)]
        options = ["--strategy", "direct", "--sandbox", "local", "--all-checks", *budget]
        checks = ["--checks", "+behaviour"]
        assert main(["verify", *files, "--run", str(folder), *options, *checks]) == 0
    return folder


def verdicts(run: Path) -> Mapping[str, Verdict]:
    methods = load_jsonl(MethodAssignment, run.parent / "methods.jsonl")[0]
    names = {each.id: each.method.partition("(")[0] for each in methods}
    return {names[v.instance_id]: v for v in load_jsonl(Verdict, run / "verdicts.jsonl")[0]}


def test_a_simpler_method_with_the_same_behaviour_is_a_success(run: Path) -> None:
    even = verdicts(run)["isEven"]

    facts = facts_of(even.check(CheckName.BEHAVIOUR), BehaviourFacts)
    assert facts is not None
    assert (even.success, even.strict_success) == (Status.PASSED, Status.NOT_APPLICABLE)
    assert (facts.eq_at_dfuzz, facts.corr_at_test) == (1, 1)
    assert even.task_type is AssignmentType.SIMPLIFY


def test_a_difference_that_the_tests_miss_is_found(run: Path) -> None:
    clamp = verdicts(run)["clamp"]

    facts = facts_of(clamp.check(CheckName.BEHAVIOUR), BehaviourFacts)
    assert facts is not None
    assert clamp.success is Status.PASSED
    assert (facts.eq_at_dfuzz, facts.corr_at_test) == (0, 1)


def test_an_answer_that_does_not_compile_has_no_behaviour(run: Path) -> None:
    twice = verdicts(run)["twice"]

    compiled = twice.check(CheckName.COMPILATION)
    assert compiled is not None
    assert (compiled.status, compiled.reason) == (Status.FAILED, Reason.COMPILE_ERROR)


def test_the_table_counts_each_answer_once(run: Path) -> None:
    rows = flat_rows(BEHAVIOUR.fill(ReportData(ledger=read_ledger([run]))))

    assert [(row["type"], row["project"]) for row in rows] == [("all", "all"), ("simplify", "all")]
    assert (rows[1]["fuzzed"], rows[1]["not_compiled"], rows[1]["timed_out"]) == (2, 1, 0)
    assert (rows[1]["differs_passed"], rows[1]["differs_judged"]) == (1, 2)
    assert (rows[1]["missed_by_tests_passed"], rows[1]["missed_by_tests_judged"]) == (1, 1)
