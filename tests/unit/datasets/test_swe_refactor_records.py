import gzip
import json
from pathlib import Path

import pytest

from tests.support.release_claims import claim
from verifier.datasets.swe_refactor_records import model_name, read_release
from verifier.errors import InputError


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("as_array", [False, True])
def test_reads_an_array_or_lines_gzipped_or_not(
    tmp_path: Path, *, zipped: bool, as_array: bool
) -> None:
    claims = [claim(), claim(uniqueId="other", refactoredCode="x")]
    text = json.dumps(claims, indent=1) if as_array else "\n".join(map(json.dumps, claims))
    data = text.encode("utf-8")
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
