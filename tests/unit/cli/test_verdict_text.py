"""What a person reads of verdicts, and the figure that decides the exit status."""

from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import pytest

from tests.support.verdicts import ORDER, check, checks_until, passing, verdict
from verifier.builds.measuring.strategy_choice import ASKED_FOR, EQUAL
from verifier.checks.proof import proof_facts
from verifier.cli.verdict_text import progress_text, summary_text, verdict_text
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.domain.proof import Proof, ProofOutcome
from verifier.domain.verdict import Bar
from verifier.judging.bar import decide


def figures(text: str) -> list[str]:
    return [line for line in text.splitlines() if "success:" in line]


def test_a_success_and_a_failure_are_said_in_a_word() -> None:
    assert figures(verdict_text(verdict(passing()))) == [
        "success:        yes",
        "strict success: yes",
        "proved success: inconclusive",
    ]
    failed = checks_until(CheckName.PURITY, Reason.IMPURE)
    assert figures(verdict_text(verdict(failed)))[1] == "strict success: no"


def test_checks_that_were_not_asked_for_are_named_where_they_leave_it_open() -> None:
    results = [
        check(n, Status.NOT_APPLICABLE, Reason.NOT_SELECTED)
        if n in {CheckName.PURITY, CheckName.COMPILATION, CheckName.TESTS}
        else check(n)
        for n in ORDER
    ]
    assert figures(verdict_text(verdict(results))) == [
        "success:        inconclusive: --checks left out compilation, tests",
        "strict success: inconclusive: --checks left out purity, compilation, tests",
        "proved success: inconclusive: --checks left out compilation",
    ]


def test_checks_that_were_not_asked_for_share_one_line() -> None:
    asked = (CheckName.APPLICATION, CheckName.POLICY, CheckName.DETECTION)

    lines = verdict_text(verdict(only(*asked))).split("\n\n")[0].splitlines()

    assert [line.split()[1] for line in lines[:-1]] == list(asked)
    assert lines[-1] == f"not asked: {', '.join(n for n in ORDER if n not in asked)}"
    assert "not asked" not in verdict_text(verdict(passing()))


def test_an_assignment_has_no_strict_success() -> None:
    absent = check(CheckName.PURITY, Status.NOT_APPLICABLE, Reason.NO_REFACTORING)
    assigned = verdict([absent if c.check is CheckName.PURITY else c for c in passing()])

    assert figures(verdict_text(assigned))[:2] == [
        "success:        yes",
        "strict success: not applicable: the task names no refactoring",
    ]
    assert summary_text([assigned], Path("run"), bar=Bar.STRICT).endswith("1 not applicable")
    last = summary_text([assigned], Path("run")).splitlines()[-1]
    assert last == "1 prediction: 1 success, 0 not, 0 inconclusive"
    both = summary_text([assigned, verdict(passing())], Path("run")).splitlines()[-1]
    assert both == "2 predictions: 2 success (1 strict), 0 not, 0 inconclusive"


def test_an_environment_that_failed_is_inconclusive_without_more() -> None:
    results = checks_until(CheckName.TESTS, Reason.BASE_INVALID, Status.INCONCLUSIVE)
    assert figures(verdict_text(verdict(results)))[0] == "success:        inconclusive"


def only(*names: CheckName, **failed: Reason) -> list[CheckResult]:
    """Results where just these checks were asked for, passed unless a reason says otherwise."""
    return [
        check(n, Status.FAILED, failed[str(n)])
        if str(n) in failed
        else check(n)
        if n in names
        else check(n, Status.NOT_APPLICABLE, Reason.NOT_SELECTED)
        for n in ORDER
    ]


def test_selected_checks_alone_decide_the_gate() -> None:
    asked = (CheckName.APPLICATION, CheckName.POLICY, CheckName.DETECTION, CheckName.PURITY)
    passed, failed = verdict(only(*asked)), verdict(only(*asked, purity=Reason.IMPURE))

    assert passed.success is Status.INCONCLUSIVE
    assert decide(passed, Bar.SELECTED) is Status.PASSED
    assert decide(failed, Bar.SELECTED) is Status.FAILED
    assert decide(passed, Bar.SUCCESS) is Status.INCONCLUSIVE


def test_progress_says_what_decides_and_of_fuzzing_its_own_verdict() -> None:
    asked = only(CheckName.APPLICATION, CheckName.POLICY)
    seen = check(CheckName.BEHAVIOUR, data={"verdict": "EQUIVALENT_UP_TO"})
    fuzzed = verdict([*asked, seen])

    assert progress_text(verdict(asked), bar=Bar.SELECTED) == "passed"
    assert progress_text(verdict(asked)) == "inconclusive"
    assert progress_text(fuzzed, bar=Bar.SELECTED) == "EQUIVALENT_UP_TO"


def test_rules_that_were_asked_for_and_cannot_be_told_leave_the_gate_open() -> None:
    open_, unscored = Status.INCONCLUSIVE, Status.NOT_APPLICABLE
    asked = only(CheckName.APPLICATION, CheckName.POLICY)
    unseen = verdict([*asked, check(CheckName.RULES, open_, Reason.UNSEEN, details="old: syntax")])
    told = verdict([*asked, check(CheckName.RULES)])
    without = verdict([*asked, check(CheckName.RULES, unscored, Reason.NO_RULES)])

    assert decide(unseen, Bar.SELECTED) is Status.INCONCLUSIVE
    assert decide(told, Bar.SELECTED) is Status.PASSED
    assert decide(without, Bar.SELECTED) is Status.PASSED
    assert summary_text([unseen, told], Path("run"), bar=Bar.SELECTED).splitlines()[2:] == [
        "rules: 1 scored, 1 inconclusive",
        "inconclusive: 1 of 1 UNSEEN (old: syntax); --retry judges them again",
        "2 predictions: 1 pass the checks asked for, 0 not, 1 inconclusive",
    ]


def test_what_stays_open_beside_a_success_is_not_called_an_inconclusive_prediction() -> None:
    unseen = check(CheckName.RULES, Status.INCONCLUSIVE, Reason.UNSEEN, details="old: syntax")
    lines = summary_text([verdict([*passing(), unseen])], Path("run")).splitlines()

    assert lines[-2:] == [
        "also open: 1 of 1 UNSEEN (old: syntax); --retry judges them again",
        "1 prediction: 1 success (1 strict), 0 not, 0 inconclusive",
    ]


def test_a_gate_is_strict_where_it_was_asked_for() -> None:
    impure = verdict(
        [check(n) for n in ORDER if n is not CheckName.PURITY]
        + [check(CheckName.PURITY, Status.FAILED, Reason.IMPURE)]
    )

    assert decide(impure, Bar.SUCCESS) is Status.PASSED
    assert decide(impure, Bar.STRICT) is Status.FAILED


def proof(outcome: str, reason: Reason | None) -> CheckResult:
    status = Status.PASSED if reason is None else Status.NOT_APPLICABLE
    result = check(CheckName.PROOF, status, reason, details=outcome)
    found = Proof(outcome=ProofOutcome(outcome), assumptions=("there is no data race",))
    return replace(result, data=proof_facts(found, "sources").as_data())


def test_a_proof_is_printed_with_what_it_rests_on() -> None:
    lines = verdict_text(verdict([*passing(), proof("proved", None)])).splitlines()

    at = lines.index("proved success: yes")
    assert lines[at + 1 : at + 3] == ["the proof assumes:", "  there is no data race"]


def test_no_proof_is_no_evidence() -> None:
    text = verdict_text(verdict([*passing(), proof("not-proved", Reason.NOT_PROVED)]))

    assert "proved success: not proved, which says nothing against it" in text
    assert "the proof assumes" not in text


def test_a_summary_counts_by_the_bar() -> None:
    proved = verdict([*passing(), proof("proved", None)])
    open_ = verdict([*passing(), proof("not-proved", Reason.NOT_PROVED)])

    assert summary_text([proved, open_], Path("run")).endswith(
        "2 predictions: 2 success (2 strict, 1 proved), 0 not, 0 inconclusive"
    )
    assert summary_text([proved, open_], Path("run"), bar=Bar.PROVED).endswith(
        "2 predictions: 1 proved success, 0 failed, 0 inconclusive, 1 not proved"
    )


def test_what_is_not_proved_is_called_so_wherever_it_is_told() -> None:
    open_ = verdict([*passing(), proof("not-proved", Reason.NOT_PROVED)])

    assert progress_text(open_, bar=Bar.PROVED) == "not proved"


def test_a_summary_names_the_most_frequent_reason_for_what_is_open() -> None:
    open_ = Status.INCONCLUSIVE
    invalid = checks_until(CheckName.COMPILATION, Reason.BASE_INVALID, open_, "no pom.xml\nhint")
    engine = checks_until(CheckName.TESTS, Reason.INFRASTRUCTURE, open_, "engine down")
    lines = summary_text(
        [verdict(passing()), verdict(invalid), verdict(invalid), verdict(engine)], Path("run")
    ).splitlines()

    assert lines[-1] == "4 predictions: 1 success (1 strict), 0 not, 3 inconclusive"
    assert lines[-2] == (
        "inconclusive: 2 of 3 BASE_INVALID (no pom.xml); --retry judges them again"
    )
    assert len(summary_text([verdict(passing())], Path("run")).splitlines()) == 3


def test_what_a_check_quotes_cannot_drive_the_terminal() -> None:
    broken = replace(
        check(CheckName.TESTS, Status.FAILED, Reason.TEST_FAILED), details="\x1b[2J\na"
    )

    lines = verdict_text(verdict([broken])).splitlines()

    assert lines[0].endswith(r"TEST_FAILED: \x1b[2J")
    assert lines[1].strip() == "a"


def test_a_summary_says_what_fuzzing_came_to() -> None:
    def make_fuzzed(word: str) -> CheckResult:
        return check(CheckName.BEHAVIOUR, data={"verdict": word})

    not_reached = check(CheckName.BEHAVIOUR, Status.NOT_APPLICABLE, Reason.NOT_REACHED)
    not_asked = check(CheckName.BEHAVIOUR, Status.NOT_APPLICABLE, Reason.NOT_SELECTED)
    seen = [
        verdict([*passing(), result])
        for result in (
            make_fuzzed("EQUIVALENT_UP_TO"),
            make_fuzzed("EQUIVALENT_UP_TO"),
            make_fuzzed("NON_EQUIVALENT"),
            make_fuzzed("UNREACHED"),
            make_fuzzed("UNSUPPORTED"),
            not_reached,
        )
    ]

    assert summary_text(seen, Path("run")).splitlines()[2] == (
        "behaviour: 2 no difference found, 1 differ, 1 unreached, 2 without an answer"
    )
    assert "behaviour" not in summary_text([verdict([*passing(), not_asked])], Path("run"))


def test_what_was_compiled_and_not_tested_is_never_passed_over() -> None:
    untested = {"untested": {"app": "--modules changed"}}
    checks = [
        check(CheckName.TESTS, data=untested) if c.check is CheckName.TESTS else c
        for c in passing()
    ]

    lines = verdict_text(verdict(checks)).splitlines()

    assert "compiled, not tested: app (--modules changed)" in lines


def lines_of_tests(found: CheckResult) -> list[str]:
    """What the verdict says of the tests: their line, and those below it that are set off."""
    others = [c for c in passing() if c.check is not CheckName.TESTS]
    lines = verdict_text(verdict([found, *others])).splitlines()
    below = takewhile(lambda line: line.startswith(" "), lines[1:])
    return [lines[0].partition(" s  ")[2], *(line.strip() for line in below)]


def test_passed_tests_are_counted_with_what_their_evidence_is_worth() -> None:
    base = {"base": {"stable_pass": 55}}

    for strength in ("strong", "weak"):
        passed = check(CheckName.TESTS, data={**base, "strength": strength})
        assert lines_of_tests(passed) == [f"55 tests pass as before; {strength} evidence"]
    assert lines_of_tests(check(CheckName.TESTS)) == [""]


def test_a_failed_test_says_its_message_as_one_line_that_drives_no_terminal() -> None:
    failed = check(
        CheckName.TESTS,
        Status.FAILED,
        Reason.TEST_FAILED,
        details="1 failed: p.T#bad",
        data={
            "failed": ("p.T#flaky", "p.T#bad"),
            "failures": {"p.T#flaky": "at times", "p.T#bad": "expected \x1b[2J6\r\nsuccess: yes"},
            "reruns": {
                "p.T#flaky": {"base_passed": 3, "candidate_passed": 1, "rounds": 3},
                "p.T#bad": {"base_passed": 3, "candidate_passed": 0, "rounds": 3},
            },
        },
    )

    assert lines_of_tests(failed) == [
        "TEST_FAILED: 1 failed: p.T#bad",
        r"p.T#bad: expected \x1b[2J6\r",
    ]


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (EQUAL, ""),
        (ASKED_FOR, " alone, as asked for: not compared with the project's own build"),
        (
            "the project's own build does not run here: no pom\x1b\nmore",
            r" alone: the project's own build does not run here: no pom\x1b",
        ),
    ],
)
def test_a_build_that_was_compared_with_no_other_says_so(reason: str, said: str) -> None:
    found = verdict(passing())
    found = replace(found, provenance=replace(found.provenance, strategy_reason=reason))

    assert verdict_text(found).splitlines()[-1] == f"sandbox: docker; build: direct{said}"
