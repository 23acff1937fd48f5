"""A chain of hashes tells which line is not the one that was written."""

import hashlib
from pathlib import Path

import pytest

from verifier.tools.storage.chain import Chain, breaks, describe_break

RECORDS = [b'{"a":1}', b'{"a":2}', b'{"a":3}', b'{"a":4}']


@pytest.fixture
def file(tmp_path: Path) -> Path:
    chain, path = Chain(), tmp_path / "run" / "lines.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"".join(chain.link(record) + b"\n" for record in RECORDS))
    return path


def edit_lines(path: Path, old: bytes, new: bytes) -> list[int]:
    content = path.read_bytes()
    assert content.count(old) == 1
    path.write_bytes(content.replace(old, new))
    return list(breaks(path))


def test_a_file_as_it_was_written_holds(file: Path) -> None:
    digest = hashlib.sha256(b"0" * 64 + b'\n{"a":1}').hexdigest().encode()

    assert file.read_bytes().splitlines()[0] == b'{"chain":"%s","a":1}' % digest
    assert list(breaks(file)) == []
    assert describe_break(file) == ""


def test_the_line_that_was_edited_is_named_and_no_other(file: Path) -> None:
    assert edit_lines(file, b'"a":2}', b'"a":9}') == [2]
    assert describe_break(file) == (
        "run/lines.jsonl: the chain of hashes breaks at line 2: what stands there is not what was"
        " written, or a line before it is gone"
    )


def test_a_line_that_was_taken_out_shows_in_the_next_one(file: Path) -> None:
    second = file.read_bytes().splitlines(keepends=True)[1]

    assert edit_lines(file, second, b"") == [2]


def test_a_line_that_was_put_in_shows_in_the_next_one(file: Path) -> None:
    second = file.read_bytes().splitlines(keepends=True)[1]

    assert edit_lines(file, second, b'{"a":7}\n' + second) == [2]


def test_two_lines_that_changed_places_show(file: Path) -> None:
    one, two, three, four = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(one + three + two + four)

    assert list(breaks(file)) == [2, 3, 4]


def test_a_line_that_lost_its_hash_shows(file: Path) -> None:
    second = file.read_bytes().splitlines(keepends=True)[1]

    assert edit_lines(file, second, b'{"a":9}\n') == [2, 3]


def test_a_torn_last_line_breaks_nothing(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-5])

    assert list(breaks(file)) == []
