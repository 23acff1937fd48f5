"""The rules check: figures in the data, never a gate."""

from collections.abc import Sequence
from dataclasses import replace

from tests.support.answers import MemoryTree, a_case, with_changes
from tests.support.rule_scans import a_rule, a_scan, blind
from verifier.checks.case import Case
from verifier.checks.rules import RulesCheck
from verifier.domain.outcome import Reason, Status
from verifier.domain.rules import Blindness, RuleKind, Scan
from verifier.domain.source import FileChange, Rejection
from verifier.rules.changed_lines import find_changed_lines
from verifier.rules.fulfilment import Scanned
from verifier.rules.score import score
from verifier.rules.scoring import ScoredChange, change_of

RULES = [a_rule("new", RuleKind.ADDITIVE), a_rule("old", RuleKind.REDUCTIVE)]
BASE = MemoryTree.of({"A.java": "class A {\n  int a;\n}\n"})
BEFORE = a_scan("old A.java:2")
WANTED = "Extract Method:A#f(int)"


def case_with(after: Scan) -> Case:
    def score_changes(changes: Sequence[FileChange]) -> ScoredChange:
        predicted = after if changes else BEFORE
        lines = find_changed_lines(BASE, changes)
        change = change_of(changes, lines)
        scanned = Scanned(rules=RULES, base=BEFORE, predicted=predicted, change=change)
        done = score(scanned, lines)
        return ScoredChange(score=done, base=BEFORE, predicted=predicted, lines=lines)

    changed = with_changes({"A.java": "class A {\n  int b;\n}\n"})
    return replace(a_case(changed, BASE, WANTED), score_rules=score_changes)


def test_it_passes_with_the_figures_in_its_data() -> None:
    result = RulesCheck().run(case_with(a_scan("new A.java:2", "old A.java:2")))

    assert result.status is Status.PASSED
    assert (result.data["ifr"], result.data["ifr_plus"], result.data["ifr_minus"]) == (0.5, 1, 0)
    assert (result.data["prec"], result.data["applied"]) == (1.0, True)


def test_a_prediction_that_does_not_apply_is_the_base_itself() -> None:
    rejected = Rejection(reason=Reason.NO_CHANGE, details="")
    result = RulesCheck().run(replace(case_with(a_scan()), application=rejected))

    assert result.status is Status.PASSED
    assert (result.data["ifr"], result.data["prec"], result.data["applied"]) == (0.0, None, False)


def test_a_blind_spot_leaves_it_open_and_keeps_the_figures_that_are_known() -> None:
    hidden = [blind("A.java", "old", Blindness.TIMEOUT)]
    result = RulesCheck().run(case_with(a_scan("new A.java:2", blind=hidden)))

    assert (result.status, result.reason) == (Status.INCONCLUSIVE, Reason.UNSEEN)
    assert result.details == "1 rule cannot be decided, old: timeout in A.java"
    assert (result.data["ifr"], result.data["ifr_plus"]) == (None, 1.0)


def test_without_a_rule_set_it_does_not_apply() -> None:
    result = RulesCheck().run(replace(case_with(a_scan()), score_rules=None))

    assert (result.status, result.reason) == (Status.NOT_APPLICABLE, Reason.NO_RULES)
