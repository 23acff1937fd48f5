import gzip
import json
from pathlib import Path

import pytest

from tests.support.release_claims import claim, write_claims
from verifier.datasets.swe_refactor_records import (
    RefactoredFile,
    ReleaseRecord,
    model_name,
    read_release,
)
from verifier.errors import InputError


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("as_array", [False, True])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_reads_an_array_or_lines_gzipped_or_not_with_a_mark_or_without(
    tmp_path: Path, *, mark: str, zipped: bool, as_array: bool
) -> None:
    claims = [claim(), claim(uniqueId="other", refactoredCode="x")]
    text = json.dumps(claims, indent=1) if as_array else "\n".join(map(json.dumps, claims))
    data = (mark + text).encode("utf-8")
    path = tmp_path / "release"
    path.write_bytes(gzip.compress(data) if zipped else data)

    records = read_release(path)

    assert [(r.id, r.answer) for r in records] == [("c0ffee_10_20", None), ("other", "x")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"uniqueId": "a"}\n', r"record 1: no field 'commitId'"),
        ("{}\nnot json\n", r"record 1: no field"),
        (json.dumps(claim()) + "\nnot json\n", r"release\.jsonl:2: not JSON"),
        ("[1]", r"record 1: not an object"),
        (json.dumps(claim(refactoringMinerResult="yes")), r"refactoringMinerResult is 'yes'"),
        ("", "holds no record"),
        ("[]", "holds no record"),
    ],
)
def test_what_is_no_release_is_refused_with_the_place(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "release.jsonl"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(InputError, match=message):
        read_release(path)


def test_a_damaged_gzip_file_is_an_input_error(tmp_path: Path) -> None:
    path = tmp_path / "release.gz"
    path.write_bytes(gzip.compress(json.dumps(claim()).encode())[:-9])

    with pytest.raises(InputError, match="cannot read"):
        read_release(path)


def test_the_models_name_is_the_files_unless_it_is_given() -> None:
    assert model_name(Path("data/commons-lang_gpt-3.5.jsonl.gz")) == "commons-lang_gpt-3.5"


def whole_file(**more: object) -> dict[str, object]:
    """A record of the multi-agent runs: the refactored file as a whole, no raw answer."""
    return {
        **claim(),
        "filePathBefore": "src/A.java",
        "agentRefactoredCode": "class A { void g() {} }",
        "refactoringMinerResult": True,
        "compileAndTestResult": False,
        "agentChatLog": ["void g() {}"],
        **more,
    }


def read_one(folder: Path, record: dict[str, object]) -> ReleaseRecord:
    (read,) = read_release(write_claims(folder, record))
    return read


def test_a_refactored_file_is_the_answer_where_there_is_no_raw_one(tmp_path: Path) -> None:
    record = read_one(tmp_path, whole_file())

    assert record.answer is None
    assert record.refactored == RefactoredFile(path="src/A.java", text="class A { void g() {} }")
    assert (record.detected, record.compiles_and_passes) == (True, False)
    assert record.unread == ()


def test_a_repaired_file_takes_the_place_of_the_first_one_and_so_does_its_verdict(
    tmp_path: Path,
) -> None:
    repaired = whole_file(repairRefactoredCode="class A {}", repairCompileAndTestResult=True)

    record = read_one(tmp_path, repaired)

    assert record.refactored == RefactoredFile(path="src/A.java", text="class A {}", repaired=True)
    assert (record.detected, record.compiles_and_passes) == (True, True)


def test_a_repair_that_gave_nothing_leaves_the_first_file(tmp_path: Path) -> None:
    record = read_one(
        tmp_path, whole_file(repairRefactoredCode="", repairCompileAndTestResult=False)
    )

    assert record.refactored == RefactoredFile(path="src/A.java", text="class A { void g() {} }")
    assert record.compiles_and_passes is False


def test_the_move_after_an_extraction_gives_the_last_file_and_both_must_be_detected(
    tmp_path: Path,
) -> None:
    second = whole_file(agentRefactoredCode="class A { /* moved */ }", compileAndTestResult=True)
    both = whole_file(moveMethodResult=second, moveMethodResultRefactoringMiner=False)

    record = read_one(tmp_path, both)

    assert record.refactored == RefactoredFile(path="src/A.java", text="class A { /* moved */ }")
    assert (record.detected, record.compiles_and_passes) == (False, True)


def test_a_type_that_the_run_overwrote_is_taken_from_the_sentence(tmp_path: Path) -> None:
    sentence = "Extract And Move Method\tpublic g() : void extracted from f() : void in class p.A"

    assert read_one(tmp_path, claim(description=sentence)).type_name == "Extract And Move Method"
    assert read_one(tmp_path, claim(description="no type said")).type_name == "Extract Method"


def test_a_refactored_file_without_its_path_is_refused(tmp_path: Path) -> None:
    record = whole_file()
    del record["filePathBefore"]

    with pytest.raises(InputError, match=r"record 1: no field 'filePathBefore'"):
        read_one(tmp_path, record)


def test_other_fields_with_code_are_named(tmp_path: Path) -> None:
    strange = claim(
        refactoredCode="void g() {}",
        agentRefactoredCode="class A {}",
        planRefactoredCode={"steps": ["int x = 1;"]},
        emptyCode="",
        note="three words only",
        sourceCodeBeforeRefactoring="void f() {}",
        toolAfterCode="void g() {}",
    )

    assert read_one(tmp_path, strange).unread == ("agentRefactoredCode", "planRefactoredCode")


def test_code_inside_the_second_step_is_named_too(tmp_path: Path) -> None:
    second = whole_file(targetFileCode="class B {}")

    record = read_one(tmp_path, whole_file(moveMethodResult=second))

    assert record.unread == ("moveMethodResult.targetFileCode",)


@pytest.mark.parametrize("data", [b"[" * 100_000, b"\x1f\x8b" + b"\0" * 40])
def test_nesting_and_broken_compression_are_input_errors(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "release.json"
    path.write_bytes(data)

    with pytest.raises(InputError, match=r"release\.json"):
        read_release(path)
