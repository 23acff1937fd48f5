"""A release file about a small repository: overloads told apart, losses listed with reasons."""

import json
from pathlib import Path

import jsonschema
import pytest

from tests.conftest import MakeRepository
from verifier.cli.main import main
from verifier.datasets.catalogue import datasets_folder
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.recorded import RecordedVerdict
from verifier.tools.records import load_jsonl

BEFORE = """\
package shop;

class Till {
    int total(int price) {
        int sum = price + 1;
        sum = sum * 2;
        System.out.println("int " + sum);
        return sum;
    }

    long total(long price) {
        long sum = price + 1;
        sum = sum * 2;
        System.out.println("long " + sum);
        return sum;
    }
}
"""
AFTER = BEFORE.replace(
    """\
        sum = sum * 2;
        System.out.println("long " + sum);
        return sum;
    }
""",
    """\
        return doubled(sum);
    }

    private long doubled(long sum) {
        sum = sum * 2;
        System.out.println("long " + sum);
        return sum;
    }
""",
)
SENTENCE = (
    "Extract Method\tprivate doubled(sum long) : long extracted from"
    " package total(price long) : long in class shop.Till"
)


def claim(commit: str, **more: object) -> dict[str, object]:
    return {
        "uniqueId": f"{commit}_11_16",
        "commitId": commit,
        "type": "Extract Method",
        "description": SENTENCE,
        "methodNameBefore": "shop.Till#total",
        "diffLocations": [{"filePath": "src/Till.java", "startLine": 11, "endLine": 16}],
        "refactoredCode": "##########################\nlong total(long price) {}\n",
        "refactoringMinerResult": True,
        "compileAndTestResult": False,
        **more,
    }


def file_claim(commit: str) -> dict[str, object]:
    """A record of the multi-agent runs about the same refactoring."""
    run = claim(commit, filePathBefore="src/Till.java", agentRefactoredCode=AFTER)
    del run["refactoredCode"]
    return {**run, "compileAndTestResult": True}


def test_records_are_located_or_listed_with_a_reason(
    make_repository: MakeRepository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = make_repository("till")
    root = repository.commit({"src/Till.java": BEFORE})
    head = repository.commit({"src/Till.java": AFTER})
    claims = [
        claim(head),
        claim(root),
        claim("0" * 40),
        claim(head, type="Inline Method", description="Inline Method\tsomething else"),
        {**file_claim(head), "planCode": "int a;"},
    ]
    file = tmp_path / "till_gpt.json"
    file.write_text(json.dumps(claims), encoding="utf-8")
    out = tmp_path / "data"

    status = main(
        ["import", "swe-refactor", str(file), "--repo", str(repository.path), "-o", str(out)]
    )

    assert status == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "code in fields that are not read (1 planCode)"
    assert said[:3] == [
        "5 records, 2 located (2 exact)",
        "1 instance (1 pure)",
        "2 predictions (1 raw, 1 whole file)",
    ]
    (instance,) = load_jsonl(Instance, out / "instances.jsonl")[0]
    assert str(instance.before.method) == "shop.Till#total(long)"
    assert instance.commit == head
    prediction, second = load_jsonl(Prediction, out / "predictions.jsonl")[0]
    assert prediction.instance_id == instance.id
    assert prediction.model_name_or_path == "till_gpt"
    assert (second.sample, second.files) == (1, {"src/Till.java": AFTER})
    recorded, of_second = load_jsonl(RecordedVerdict, out / "recorded.jsonl")[0]
    assert (recorded.detected, recorded.compiles_and_passes) == (True, False)
    assert (of_second.sample, of_second.success) == (1, True)
    lost = [json.loads(line) for line in (out / "unlocated.jsonl").read_text().splitlines()]
    assert [(u["loss"], u["details"]) for u in lost] == [
        ("commit has no single parent", "it has 0 parents"),
        ("commit not in the repository", lost[1]["details"]),
        ("no longer detected", ""),
    ]
    assert "unknown revision" in lost[1]["details"]
    assert lost[2]["instead"] == [SENTENCE.replace("\t", " ")]
    for kind in ("instance", "prediction", "recorded", "located", "unlocated"):
        schema = json.loads((datasets_folder() / "schema" / f"{kind}.json").read_text("utf-8"))
        name = kind if kind.endswith("located") or kind == "recorded" else f"{kind}s"
        for line in (out / f"{name}.jsonl").read_text("utf-8").splitlines():
            jsonschema.validate(json.loads(line), schema)
