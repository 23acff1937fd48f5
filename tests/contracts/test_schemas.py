"""The committed JSON Schemas are what the types say, and records of the types satisfy them."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from tests.support.gate_reports import PROVED
from tests.support.verdicts import NOTHING_FOUND
from verifier.datasets.catalogue import datasets_folder
from verifier.domain.facts.application import ApplicationFacts
from verifier.domain.facts.detection import DetectionFacts
from verifier.domain.facts.registry import ALL_FACTS
from verifier.domain.facts.tests import TestsFacts
from verifier.domain.instance import Instance, Provenance, SideSources, StableId
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.prediction import Prediction, PredictionForm
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType
from verifier.domain.verdict import Verdict, VerdictProvenance
from verifier.errors import InputError
from verifier.tools.record_schemas import (
    TABLE_BEGINS,
    kind_section,
    schema_text,
    with_facts_table,
    with_kinds,
)
from verifier.tools.records import facts_of, from_json, schema, to_json
from verifier.workflows.json_kinds import KINDS

FOLDER = datasets_folder() / "schema"
METHOD = MethodId(class_name="p.A", name="m", parameter_types=("int", "String[]"))
RANGE = CodeRange(
    file="src/A.java",
    start_line=3,
    start_column=1,
    end_line=9,
    end_column=4,
    role="original method declaration",
)
SIDE = RefactoringSide(file="src/A.java", method=METHOD, ranges=(RANGE,))
SOURCES = SideSources(method="void m() {}", partner="", class_="class A {}", file_sha256="0" * 64)

INSTANCE = Instance(
    id=str(StableId.of("x")),
    group=str(StableId.of("y")),
    repo="a",
    commit="1" * 40,
    parent="2" * 40,
    type=RefactoringType.EXTRACT_METHOD,
    description="Extract Method … 🍷",
    before=SIDE,
    after=SIDE,
    before_sources=SOURCES,
    after_sources=SOURCES,
    purity=Purity(verdict=PurityVerdict.PURE, mapping_state=1, tier=PurityTier.STRICT),
    patch="diff --git a/x b/x\n",
    others=(Refactoring(type_name="Rename Class", description="…"),),
    provenance=Provenance(refverify="0", refactoring_miner="3.1.4", java="25"),
)
PREDICTIONS = (
    Prediction(instance_id="x", model_name_or_path="m", model_patch="diff"),
    Prediction(instance_id="x", model_name_or_path="m", sample=3, model_output="No. 🤖"),
    Prediction(instance_id="x", model_name_or_path="m", files={"A.java": "class A {}", "B": None}),
)
APPLIED = ApplicationFacts(
    form=PredictionForm.PATCH, files=("A",), renames={}, reading="", alternatives=()
)
VERDICT = Verdict(
    instance_id="x",
    model_name_or_path="m",
    sample=0,
    form=PredictionForm.PATCH,
    repo="a",
    base_commit="2" * 40,
    type=RefactoringType.MOVE_METHOD,
    refactoring_class=RefactoringClass.ATOMIC,
    checks=(
        CheckResult(check=CheckName.APPLICATION, status=Status.PASSED, data=APPLIED.as_data()),
        CheckResult(check=CheckName.TESTS, status=Status.FAILED, reason=Reason.TEST_FAILED),
    ),
    success=Status.FAILED,
    strict_success=Status.FAILED,
    provenance=VerdictProvenance(
        key="k",
        refverify="0",
        config_hash="c",
        tools={"git": "2"},
        sandbox="local",
        isolated=False,
        image=None,
        jdk=None,
        strategy=None,
    ),
)
SAMPLES = [
    ("check", PROVED),
    ("instance", INSTANCE),
    *(("prediction", p) for p in PREDICTIONS),
    ("verdict", VERDICT),
]


def read_committed(name: str) -> dict[str, object]:
    content: dict[str, object] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return content


def list_undescribed(node: object, where: str, found: list[str]) -> list[str]:
    """The properties without a description, below a schema."""
    if isinstance(node, dict):
        for name, field in (node.get("properties") or {}).items():
            if not where.endswith(("/if", "/then")) and "description" not in field:
                found.append(f"{where}.{name}")
        for key, value in node.items():
            list_undescribed(value, f"{where}/{key}", found)
    elif isinstance(node, list):
        for value in node:
            list_undescribed(value, where, found)
    return found


def test_there_is_one_schema_a_kind_of_output() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_every_property_is_described_and_the_form_has_its_number(name: str) -> None:
    content = read_committed(name)

    assert list_undescribed(content, name, []) == []
    number = {"check": 2, "pure-commits": 2}.get(name, 1)
    assert content["$id"] == f"urn:refverify:schema:{name}:{number}"
    assert f'"const": {number}' in json.dumps(content)


def test_the_page_has_every_kind_as_its_record_says() -> None:
    page = (FOLDER.parents[1] / "docs" / "json.md").read_text(encoding="utf-8")
    sections = [kind_section(name, kind.where, kind.record) for name, kind in KINDS.items()]

    assert page == with_kinds(page, sections), "run scripts/write-schemas"


def test_a_line_of_another_form_is_refused() -> None:
    line = json.dumps({"instance_id": "x", "model_name_or_path": "m", "model_patch": ""})
    assert from_json(Prediction, line).schema == 1
    with pytest.raises(InputError, match="schema: Input should be 1"):
        from_json(Prediction, line.replace("{", '{"schema": 2, '))


@pytest.mark.parametrize("name", KINDS)
def test_the_committed_schema_is_the_generated_one(name: str) -> None:
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert text == schema_text(name, KINDS[name].record), "run scripts/write-schemas"


@pytest.mark.parametrize("name", KINDS)
def test_a_schema_is_a_valid_schema(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(read_committed(name))


@pytest.mark.parametrize(("name", "record"), SAMPLES)
def test_a_written_record_satisfies_its_schema_and_reads_back(name: str, record: object) -> None:
    line = to_json(record)
    jsonschema.validate(json.loads(line), read_committed(name))
    assert from_json(KINDS[name].record, line) == record


@pytest.mark.parametrize(
    ("name", "record", "field"),
    [
        ("instance", INSTANCE, "parent"),
        ("prediction", PREDICTIONS[0], "instance_id"),
        ("verdict", VERDICT, "checks"),
    ],
)
def test_a_record_without_a_field_does_not(name: str, record: object, field: str) -> None:
    content = json.loads(to_json(record))
    del content[field]
    with pytest.raises(jsonschema.ValidationError, match=field):
        jsonschema.validate(content, read_committed(name))


def test_an_unknown_reason_does_not_satisfy_the_schema() -> None:
    content = json.loads(to_json(VERDICT))
    content["checks"][1]["reason"] = "BECAUSE"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(content, read_committed("verdict"))


def test_the_committed_predictions_satisfy_the_schema() -> None:
    lines = [
        line
        for path in sorted(Path(datasets_folder()).glob("*/predictions.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert lines
    for line in lines:
        jsonschema.validate(json.loads(line), read_committed("prediction"))


@pytest.mark.parametrize("name", list(CheckName))
def test_a_check_s_page_has_the_table_of_its_facts(name: CheckName) -> None:
    page = (FOLDER.parents[1] / "docs" / "checks" / f"{name}.md").read_text(encoding="utf-8")

    assert page == with_facts_table(page, ALL_FACTS[name]), "run scripts/write-schemas"
    assert TABLE_BEGINS in page.splitlines()


def test_every_check_has_facts_whose_fields_are_described() -> None:
    assert set(ALL_FACTS) == set(CheckName)
    for facts in ALL_FACTS.values():
        for name, field in schema(facts)["properties"].items():
            assert field.get("description"), f"{facts.__name__}.{name}"


def test_data_that_is_not_its_check_s_is_refused_by_the_schema_and_by_the_reader() -> None:
    wrong = CheckResult(check=CheckName.DETECTION, status=Status.PASSED, data={"matched": 1})
    line = json.loads(to_json(replace(VERDICT, checks=(wrong,))))

    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(line, read_committed("verdict"))
    with pytest.raises(InputError, match="data of detection: matched"):
        facts_of(wrong, DetectionFacts)
    assert facts_of(replace(wrong, data={}), DetectionFacts) is None
    assert facts_of(None, DetectionFacts) is None


def test_facts_are_read_back_as_they_were_written() -> None:
    facts = NOTHING_FOUND[CheckName.TESTS]
    result = CheckResult(check=CheckName.TESTS, status=Status.PASSED, data=facts.as_data())

    assert facts_of(result, TestsFacts) == facts
    assert "failed" not in result.data
    assert result.data["evidence"] == "event-chain"
