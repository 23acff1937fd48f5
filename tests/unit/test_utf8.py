"""Every text that people hand in may begin with the byte-order mark of UTF-8, and with no other."""

import codecs
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from verifier.config import load_settings
from verifier.domain.rules import RuleKind
from verifier.errors import ConfigError, InputError
from verifier.mining.history import Selection, list_commits
from verifier.rules.counts_file import read_counts
from verifier.rules.foreign_sarif import read_logs
from verifier.rules.rule_files import read_rules
from verifier.tools.git.repository import Repository
from verifier.utf8 import is_utf8, without_mark, without_surrogates
from verifier.workflows.repository_list import read_list

MARK = codecs.BOM_UTF8
RULES = """rules:
- id: a
  languages: [java]
  severity: INFO
  message: m
  pattern: a
"""


@pytest.mark.parametrize("content", [b"", b"a", b"\xc3\xa9", b"ab\0", b"\r\n"])
def test_the_mark_goes_and_nothing_else(content: bytes) -> None:
    if b"\0" not in content:
        assert without_mark(MARK + content, "f") == content
        assert without_mark(content, "f") == content


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_another_encoding_is_named_in_one_sentence(encoding: str) -> None:
    with pytest.raises(InputError) as caught:
        without_mark('{"a": 1}'.encode(encoding), "p.jsonl")

    assert caught.value.message == "p.jsonl is in UTF-16 or UTF-32, and not in UTF-8"
    assert "Write it as UTF-8" in caught.value.hint


@pytest.mark.parametrize("half", [0xD800, 0xDBFF, 0xDC00, 0xDC80, 0xDFFF], ids=hex)
def test_half_a_character_becomes_the_replacement_character(half: int) -> None:
    text = f"a{chr(half)}é\U0001f600"

    assert not is_utf8(text)
    assert without_surrogates(text) == "a\ufffdé\U0001f600"
    assert is_utf8(without_surrogates(text))


def test_whole_characters_stay() -> None:
    assert without_surrogates("") == ""
    assert without_surrogates("aé\ud7ff\ue000\U0001f600") == "aé\ud7ff\ue000\U0001f600"


def test_settings_may_begin_with_a_mark(tmp_path: Path) -> None:
    (tmp_path / "refverify.toml").write_bytes(MARK + b"[mine]\njobs = 2\n")

    assert load_settings(tmp_path).tables == {"mine": {"jobs": 2}}


def test_settings_in_another_encoding_are_a_wrong_setting(tmp_path: Path) -> None:
    (tmp_path / "refverify.toml").write_text("[mine]\njobs = 2\n", "utf-16")

    with pytest.raises(ConfigError, match=r"refverify\.toml is in UTF-16"):
        load_settings(tmp_path)


def test_a_list_of_commits_may_begin_with_a_mark(
    make_repository: MakeRepository, tmp_path: Path
) -> None:
    subject = make_repository("subject")
    commit = subject.commit({"A.java": "class A {}"})
    path = tmp_path / "commits.txt"
    path.write_bytes(MARK + f"{commit}\r\n".encode())
    with Repository.open(subject.path) as repository:
        found = list_commits(repository, Selection(revisions=str(path)))

    assert [each.id for each in found] == [commit]


def test_a_list_of_repositories_may_begin_with_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(MARK + b"https://example.org/a.git\n")

    assert [each.repository for each in read_list(path)] == ["https://example.org/a.git"]


def test_rules_counts_and_findings_may_begin_with_a_mark(tmp_path: Path) -> None:
    rules, counts, log = (tmp_path / name for name in ("r.yml", "c.json", "l.sarif"))
    rules.write_bytes(MARK + RULES.encode())
    counts.write_bytes(MARK + b'{"base": [null], "golden": [null], "prediction": null}')
    log.write_bytes(MARK + b'{"runs": []}')

    assert len(read_rules(rules, RuleKind.ADDITIVE)) == 1
    assert read_counts(counts).prediction is None
    assert len(read_logs([log])) == 1


def test_findings_in_another_encoding_are_named_once(tmp_path: Path) -> None:
    log = tmp_path / "l.sarif"
    log.write_text('{"runs": []}', "utf-16")

    with pytest.raises(InputError, match=r"l\.sarif: it is in UTF-16 or UTF-32") as caught:
        read_logs([log])
    assert caught.value.message.count("l.sarif") == 1


def test_half_characters_become_replacement_characters() -> None:
    text = "a\ud83d b\udc00\N{GRINNING FACE}"

    assert (
        without_surrogates(text)
        == "a\N{REPLACEMENT CHARACTER} b\N{REPLACEMENT CHARACTER}\N{GRINNING FACE}"
    )
    assert (is_utf8(text), is_utf8(without_surrogates(text))) == (False, True)
