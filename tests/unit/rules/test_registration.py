"""Candidates in; registered set and reasons out."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.support.rule_scans import a_rule, a_scan
from verifier.domain.rules import Rule, RuleKind, Scan
from verifier.rules.fulfilment import ChangedPaths
from verifier.rules.registration import Refused, Sides, read_candidates, read_whole_set, register
from verifier.rules.rule_files import RuleFileError, RuleSet
from verifier.rules.validity import Trouble

NOTHING = RuleSet(rules=())


def new(identifier: str) -> Rule:
    return a_rule(identifier, RuleKind.ADDITIVE)


def sides(base: Scan, golden: Scan, refused: Mapping[str, str] | None = None) -> Sides:
    def scan(rules: Sequence[Rule]) -> tuple[Scan, Scan]:
        assert not {rule.id for rule in rules} & (refused or {}).keys()
        return base, golden

    return Sides(
        scan=scan, refusals=lambda _: refused or {}, change=ChangedPaths(paths=frozenset({"A"}))
    )


def test_valid_candidates_join_the_registered_ones() -> None:
    trees = sides(a_scan(), a_scan("a A:1", "b A:2"))

    found = register([new("b")], RuleSet(rules=(new("a"),)), trees)

    assert [rule.id for rule in found.registered.rules] == ["a", "b"]
    assert [(a.rule, a.registered, a.reason) for a in found.answers] == [("b", True, "")]


def test_each_refusal_has_its_reason() -> None:
    trees = sides(
        a_scan("still A:3"), a_scan("a A:1", "copy A:1", "still A:3"), {"bad": "Invalid pattern"}
    )
    candidates: list[Rule | Refused] = [
        Refused(name="x.y", reason="has a dot"),
        new("a"),
        new("bad"),
        new("none"),
        new("still"),
        new("copy"),
        new("a"),
    ]

    found = register(candidates, NOTHING, trees)

    assert [rule.id for rule in found.registered.rules] == ["a"]
    assert [(a.rule, a.troubles, a.reason) for a in found.answers if not a.registered] == [
        ("x.y", (Trouble.UNREADABLE,), "has a dot"),
        ("bad", (Trouble.ENGINE,), "Invalid pattern"),
        ("none", (Trouble.NO_MATCH,), "no match on the golden tree"),
        ("still", (Trouble.STILL_MATCHES,), "1 matches on the base tree"),
        ("copy", (Trouble.OVERLAP,), "covers 100.0% of the same lines as a"),
        ("a", (Trouble.DUPLICATE,), "a rule of this id is registered already"),
    ]


def test_a_refused_candidate_is_no_partner_of_later_ones() -> None:
    trees = sides(a_scan("first A:9"), a_scan("first A:1", "second A:1"))

    found = register([new("first"), new("second")], NOTHING, trees)

    assert [rule.id for rule in found.registered.rules] == ["second"]


def test_kinds_do_not_overlap_each_other() -> None:
    old = a_rule("old", RuleKind.REDUCTIVE)
    trees = sides(a_scan("old A:1"), a_scan("new A:1"))

    assert len(register([new("new"), old], NOTHING, trees).registered.rules) == 2


def test_an_unusable_candidate_does_not_spoil_the_others() -> None:
    text = "rules:\n- id: no\n- id: good\n- 7\n- id: a.b\n"

    found = read_candidates(text.encode(), kind=RuleKind.ADDITIVE, source="c.yml")

    assert [c.id if isinstance(c, Rule) else c.name for c in found] == [
        "c.yml: rule 1",
        "good",
        "c.yml: rule 3",
        "a.b",
    ]
    assert isinstance(found[0], Refused)
    assert "the YAML boolean false" in found[0].reason


def test_candidates_that_are_not_utf_8_are_no_rule_file() -> None:
    with pytest.raises(RuleFileError, match="not UTF-8"):
        read_candidates(b"rules: \xff", source="c.yml")


def test_a_set_is_read_as_far_as_it_can_be(tmp_path: Path) -> None:
    good = "{id: good, metadata: {kind: additive}}"
    text = f"rules:\n- {{id: a.b}}\n- {good}\n- {{id: mute}}\n- {good}\n"
    file = tmp_path / "rules.yml"
    file.write_text(text)

    rules, refused = read_whole_set(file)

    assert [rule.id for rule in rules.rules] == ["good"]
    assert [r.name for r in refused] == ["a.b", "mute", "good"]
    assert [r.reason.partition(": ")[2].partition(".")[0] for r in refused] == [
        "rule 1: the id 'a",
        "rule 3 (mute) has no kind",
        "the rule id 'good' is there twice",
    ]
