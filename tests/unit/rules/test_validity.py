"""Is a rule what its kind says?"""

import pytest

from tests.support.rule_scans import a_rule, a_scan, blind
from verifier.domain.rules import Blindness, RuleKind, Scan
from verifier.rules.fulfilment import ChangedPaths
from verifier.rules.validity import Trouble, Validity, validities

CHANGE = ChangedPaths(paths=frozenset({"A.java"}))
KINDS = [RuleKind.ADDITIVE, RuleKind.REDUCTIVE]


def judge_rule(kind: RuleKind, wanted: Scan, other: Scan, **metadata: object) -> Validity:
    base, golden = (other, wanted) if kind is RuleKind.ADDITIVE else (wanted, other)
    return validities([a_rule("r", kind, **metadata)], base, golden, CHANGE)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_a_rule_that_tells_the_trees_apart_is_valid(kind: RuleKind) -> None:
    found = judge_rule(kind, a_scan("r A.java:1", "r A.java:2"), a_scan())

    assert (found.valid, found.details, found.warnings) == (True, "", ())
    assert {found.base, found.golden} == {0, 2}


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (RuleKind.ADDITIVE, "no match on the golden tree; 3 matches on the base tree"),
        (RuleKind.REDUCTIVE, "no match on the base tree; 3 matches on the golden tree"),
    ],
)
def test_the_wrong_way_round_has_both_troubles(kind: RuleKind, words: str) -> None:
    found = judge_rule(kind, a_scan(), a_scan("r A.java:1", "r A.java:2", "r A.java:3"))

    assert found.troubles == (Trouble.NO_MATCH, Trouble.STILL_MATCHES)
    assert found.details == words


@pytest.mark.parametrize("kind", KINDS)
def test_a_witness_is_given_for_more_than_ten_times_as_many_matches(kind: RuleKind) -> None:
    many = [f"r A.java:{n}" for n in range(1, 12)]
    other = a_scan("r B.java:5")

    eleven, ten = (
        judge_rule(kind, a_scan(*many), other),
        judge_rule(kind, a_scan(*many[:10]), other),
    )

    assert eleven.troubles == (Trouble.STILL_MATCHES,)
    assert eleven.witness is not None
    assert (eleven.witness.path, eleven.witness.start_line) == ("B.java", 5)
    assert ten.witness is None


@pytest.mark.parametrize("kind", KINDS)
def test_no_match_in_a_changed_file_that_was_not_seen_is_unknown(kind: RuleKind) -> None:
    hidden = a_scan(blind=[blind("A.java", None, Blindness.SYNTAX)])

    assert judge_rule(kind, a_scan("r A.java:1"), hidden).troubles == (Trouble.UNKNOWN,)
    assert judge_rule(kind, hidden, a_scan()).troubles == (Trouble.UNKNOWN,)


def test_a_match_is_a_match_beside_a_blind_spot() -> None:
    seen = a_scan("r A.java:1", blind=[blind("A.java", None, Blindness.SYNTAX)])

    assert judge_rule(RuleKind.ADDITIVE, seen, a_scan()).valid


def test_metadata_is_compared_where_it_is_there() -> None:
    scans = a_scan("r A.java:1"), a_scan()
    right = judge_rule(RuleKind.ADDITIVE, *scans, nr_refactored_patterns=1, nr_legacy_patterns=0)
    wrong = judge_rule(RuleKind.ADDITIVE, *scans, nr_refactored_patterns=7, category="api")

    assert right.warnings == ()
    assert wrong.valid
    assert wrong.warnings == (
        "metadata.nr_refactored_patterns is 7, and 1 match on the golden tree",
    )


def test_check_warns_of_an_overlap_and_does_not_refuse() -> None:
    rules = [a_rule("a", RuleKind.ADDITIVE), a_rule("b", RuleKind.ADDITIVE)]
    found = validities(rules, a_scan(), a_scan("a A.java:1", "b A.java:1"), CHANGE)

    assert [v.valid for v in found] == [True, True]
    assert found[1].warnings == ("covers 100.0% of the same lines as a",)
