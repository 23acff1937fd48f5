from pathlib import Path

import pytest

from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.recorded import RecordedVerdict
from verifier.errors import InputError
from verifier.tools.records import BadLine, from_json, load_jsonl, read_jsonl, schema, to_json

GOOD = '{"instance_id": "a", "model_name_or_path": "m", "model_patch": "diff"}'
EXPECTED = Prediction(instance_id="a", model_name_or_path="m", model_patch="diff")


def test_a_record_becomes_one_line_with_sorted_keys() -> None:
    assert to_json(EXPECTED) == (
        '{"circumstances":{"cost_usd":null,"finish_raw":"","finish_reason":null,"generation":null,'
        '"mode":null,"track":null},'
        '"closure":null,"files":null,"instance_id":"a","model_name_or_path":"m",'
        '"model_output":null,"model_patch":"diff","sample":0,"schema":1}'
    )


def test_a_record_comes_back_as_it_went() -> None:
    for text in ("plain", "é 😀", "a\nb\tc", "\x00"):
        record = Prediction(instance_id=text, model_name_or_path="m", files={text: None})
        assert from_json(Prediction, to_json(record)) == record


def test_what_is_wrong_is_named_by_its_field() -> None:
    with pytest.raises(InputError, match="`model_name_or_path` is missing"):
        from_json(Prediction, '{"instance_id": "a", "model_patch": ""}')
    with pytest.raises(InputError, match="sample: Input should be a valid integer"):
        from_json(Prediction, GOOD.replace("}", ', "sample": "x"}'))


def test_a_rule_of_the_record_itself_is_an_input_error_too() -> None:
    with pytest.raises(InputError, match="exactly one of"):
        from_json(Prediction, '{"instance_id": "a", "model_name_or_path": "m"}')


def test_lines_are_numbered_from_one_and_blank_ones_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(f"{GOOD}\n\n{{broken\n{GOOD}\n")
    first, bad, last = read_jsonl(Prediction, path)
    assert (first, last) == (EXPECTED, EXPECTED)
    assert isinstance(bad, BadLine)
    assert bad.number == 3


def test_a_bad_line_is_refused_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(f"{GOOD}\nnot json\n")
    with pytest.raises(InputError, match=r"p\.jsonl:2: ") as caught:
        load_jsonl(Prediction, path)
    assert "--skip-bad-lines" in caught.value.hint


def test_a_file_of_other_records_is_told_by_their_kind(tmp_path: Path) -> None:
    path = tmp_path / "predictions.jsonl"
    path.write_text(f"{GOOD}\n")
    with pytest.raises(InputError, match=r"predictions\.jsonl:1: not an instance: `id` is missing"):
        load_jsonl(Instance, path)
    with pytest.raises(InputError, match=r":1: not a recorded verdict: "):
        load_jsonl(RecordedVerdict, path)


def test_a_bad_line_is_skipped_and_told_on_request(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(b"\xff\n" + GOOD.encode() + b"\n")
    good, bad = load_jsonl(Prediction, path, skip_bad=True)
    assert good == [EXPECTED]
    assert [line.number for line in bad] == [1]


def test_a_file_that_is_not_there_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*: No such file"):
        load_jsonl(Prediction, tmp_path / "none.jsonl")


def test_an_empty_file_holds_no_records(tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").touch()
    assert load_jsonl(Prediction, tmp_path / "p.jsonl") == ([], [])


def test_the_schema_names_the_required_fields() -> None:
    assert schema(Prediction)["required"] == ["instance_id", "model_name_or_path"]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "text",
    [f"\ufeff{GOOD}\n{GOOD}", f"\ufeff\n{GOOD}\n{GOOD}\n", f"{GOOD}\n\ufeff{GOOD}\n"],
    ids=["in front", "on a line of its own", "in the middle of files that were put together"],
)
def test_a_byte_order_mark_is_no_part_of_a_record(tmp_path: Path, text: str, ends: str) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(text.replace("\n", ends).encode())

    assert load_jsonl(Prediction, path) == ([EXPECTED, EXPECTED], [])


def test_a_mark_within_a_record_stays(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(GOOD.replace("diff", "\ufeffdiff"), "utf-8")

    ((found,), _) = load_jsonl(Prediction, path)
    assert found.model_patch == "\ufeffdiff"


@pytest.mark.parametrize("skip_bad", [True, False])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_a_file_in_utf_16_is_refused_as_a_whole(
    tmp_path: Path, encoding: str, *, skip_bad: bool
) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text(f"{GOOD}\n{GOOD}\n", encoding)

    with pytest.raises(InputError, match=r"p\.jsonl is in UTF-16 or UTF-32, and not in UTF-8"):
        load_jsonl(Prediction, path, skip_bad=skip_bad)
