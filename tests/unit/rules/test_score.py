"""The record of a score, and the explanation of one."""

from tests.support.rule_scans import a_rule, a_scan, blind
from verifier.domain.rules import Blindness, Followed, RuleKind, Scan
from verifier.rules.changed_lines import ChangedLines
from verifier.rules.explanation import explain
from verifier.rules.fulfilment import ChangedPaths, Scanned
from verifier.rules.score import RuleScore, rule_facts, score
from verifier.rules.scoring import ScoredChange

RULES = [a_rule("new", RuleKind.ADDITIVE), a_rule("old", RuleKind.REDUCTIVE)]
CHANGE = ChangedPaths(paths=frozenset({"A.java"}))
LINES = ChangedLines(
    added=frozenset({("A.java", 1), ("A.java", 2)}), removed=frozenset({("A.java", 5)})
)
BASE = a_scan("old A.java:5", "old B.java:1")


def score_with(predicted: Scan) -> RuleScore:
    return score(Scanned(rules=RULES, base=BASE, predicted=predicted, change=CHANGE), LINES)


def test_the_record_has_every_figure_and_every_rule() -> None:
    data = rule_facts(score_with(a_scan("new A.java:1", "old B.java:1"))).as_data()

    assert {k: data[k] for k in ("ifr", "ifr_plus", "ifr_minus")} == {
        "ifr": 0.5,
        "ifr_plus": 1.0,
        "ifr_minus": 0.0,
    }
    assert (data["prec"], data["prec_plus"], data["prec_minus"]) == (0.666667, 0.5, 1.0)
    assert data["rules"] == {"additive": 1, "reductive": 1}
    assert (data["lines"], data["covered"]) == (
        {"added": 2, "removed": 1},
        {"added": 1, "removed": 1},
    )
    assert data["outcomes"]["old"] == {
        "kind": "reductive",
        "base": 2,
        "predicted": 1,
        "followed": "no",
    }
    assert (data["unknown"], data["listed"]) == ([], [])


def test_what_decides_is_unknown_and_what_does_not_is_listed() -> None:
    predicted = a_scan(
        blind=[
            blind("A.java", None, Blindness.SYNTAX, "{{{"),
            blind("C.java", "new", Blindness.TIMEOUT),
        ]
    )
    scored = score_with(predicted)
    data = rule_facts(scored).as_data()

    assert not scored.has_value
    assert (data["ifr"], data["ifr_plus"], data["ifr_minus"]) == (None, None, None)
    assert {u["path"] for u in data["unknown"]} == {"A.java"}
    assert [(u["path"], u["reason"]) for u in data["listed"]] == [("C.java", "timeout")]


def test_what_hides_lines_is_named_where_every_rule_is_told() -> None:
    hidden = blind("A.java", "new", Blindness.TIMEOUT)
    scored = score_with(a_scan("new B.java:1", blind=[hidden]))
    data = rule_facts(scored).as_data()

    assert scored.has_value
    assert (data["ifr_plus"], data["prec_plus"], data["prec_minus"]) == (1.0, None, 1.0)
    assert [u["path"] for u in data["unseen_lines"]] == ["A.java"]
    assert data["listed"] == []


def test_an_explanation_shows_the_source_and_the_contribution() -> None:
    predicted = a_scan("new A.java:1-2", "old B.java:1")
    base_files = {"A.java": b"1\n2\n3\n4\n  old();\n", "B.java": b"b.old();\n"}
    after = {"A.java": b"  fresh();\n", "B.java": b"b.old();\n"}

    found = explain(
        RULES,
        ScoredChange(
            score=score_with(predicted),
            base=BASE,
            predicted=predicted,
            lines=LINES,
        ),
        read_base=base_files.get,
        read_predicted=after.get,
    )

    assert [(e.outcome.rule, e.contributed, e.covered) for e in found] == [
        ("new", 0.5, 2),
        ("old", 0.0, 1),
    ]
    assert [str(f) for f in found[0].predicted] == ["A.java:1: fresh();"]
    assert [str(f) for f in found[1].base] == ["A.java:5: old();", "B.java:1: b.old();"]
    assert found[1].outcome.followed is Followed.NO
