"""The chain of events: what is believed, and what breaks it."""

import hashlib
import hmac
import json
from collections.abc import Sequence

from verifier.builds.direct.evidence import Nonce, read_events, read_recording
from verifier.domain.coverage import Recording
from verifier.domain.testrun import TamperSign, TestOutcome, TestRun

NONCE = Nonce(key=b"k" * 32, canary="r1.T1", secret="5ec4e7")
RED = ("redFail", "redEquals", "redTrue", "redThrow", "redAssert")
COUNTED = "1 started, 1 finished, 0 failed, 0 skipped, 1 succeeded, 0 lost"


def event(kind: str, test: str, outcome: str, message: str = "") -> dict[str, str]:
    return {"event": kind, "id": test, "outcome": outcome, "message": message}


def canaries() -> list[dict[str, str]]:
    red = [event("canary", f"r1.T1#{name}", "failed", "AssertionError: 5ec4e7") for name in RED]
    return [*red, event("canary", "r1.T1#green", "passed")]


def counts(of: str, told: str = COUNTED) -> dict[str, str]:
    return {"event": "counts", "of": of, "told": told, "engine": COUNTED}


def whole(*tests: dict[str, str]) -> list[dict[str, str]]:
    ends = [counts("test"), *canaries(), counts("canary"), {"event": "end"}]
    return [{"event": "begin"}, *tests, *ends]


def lines(events: Sequence[dict[str, str]], key: bytes = NONCE.key) -> list[bytes]:
    previous, found = b"", []
    for number, each in enumerate(events):
        text = json.dumps(each).encode()
        payload = f"{number} ".encode() + text
        previous = hmac.digest(key, previous + payload, hashlib.sha256)
        code = previous.hex().encode()
        found.append(b"@event %d %s %s" % (number, code, text))
    return found


def print_events(events: Sequence[dict[str, str]]) -> bytes:
    return b"\n" + b"\n\n".join(lines(events)) + b"\n"


def list_details(run: TestRun) -> list[str]:
    return list(map(str, run.tamper))


ADDS = event("test", "p.CalcTest#adds", "passed")
FAILS = event("test", "p.CalcTest#fails", "failed", "expected 1")


def test_a_whole_chain_with_red_canaries_is_complete() -> None:
    run = read_events(print_events(whole(ADDS, FAILS)), NONCE, exit_code=0)

    assert run.complete
    assert run.tamper == ()
    assert run.outcomes == {
        "p.CalcTest#adds": TestOutcome.PASSED,
        "p.CalcTest#fails": TestOutcome.FAILED,
    }
    assert run.failures == {"p.CalcTest#fails": "expected 1"}
    assert run.evidence == "event-chain"


def test_nothing_printed_is_no_evidence() -> None:
    run = read_events(b"", NONCE, exit_code=0)

    assert not run.complete
    assert list_details(run) == ["the launcher never began"]


def test_an_early_exit_with_status_0_is_not_complete() -> None:
    run = read_events(print_events([{"event": "begin"}, ADDS]), NONCE, exit_code=0)

    assert not run.complete
    assert list_details(run) == ["the JVM ended before the launcher had reported its end"]


def test_lines_under_another_key_count_for_nothing() -> None:
    forged = lines([{"event": "begin"}, ADDS, *canaries(), {"event": "end"}], key=b"guess")
    run = read_events(b"\n".join(forged), NONCE, exit_code=0)

    assert not run.complete
    assert run.outcomes == {}


def test_forged_and_plain_lines_between_events_do_not_matter() -> None:
    genuine = lines(whole(ADDS))
    forged = lines([FAILS], key=b"guess")
    noise = [b"Tests run: 9, Failures: 0", b"@event", b"@event 1 x {}", *forged]
    mixed = [line for each in genuine for line in (*noise, each)]

    run = read_events(b"\n".join(mixed), NONCE, exit_code=0)

    assert run.complete
    assert set(run.outcomes) == {"p.CalcTest#adds"}


def test_a_dropped_event_breaks_the_chain() -> None:
    kept = lines(whole(FAILS, ADDS))
    del kept[1]

    run = read_events(b"\n".join(kept), NONCE, exit_code=0)

    assert not run.complete


def test_an_event_that_is_said_again_counts_once() -> None:
    genuine = lines(whole(ADDS))

    run = read_events(b"\n".join([genuine[0], genuine[1], *genuine[1:]]), NONCE, exit_code=0)

    assert run.complete
    assert run.conflicts == ()


def test_a_red_canary_that_passed_is_tampering() -> None:
    events = whole(ADDS)
    events[3] = event("canary", "r1.T1#redFail", "passed")

    run = read_events(print_events(events), NONCE, exit_code=0)

    assert list_details(run) == ["the canary redFail, which must fail, was passed"]
    assert not run.complete


def test_a_red_canary_that_fails_without_the_secret_is_tampering() -> None:
    events = whole(ADDS)
    events[3] = event("canary", "r1.T1#redFail", "failed", "NoSuchMethodError: fail")

    run = read_events(print_events(events), NONCE, exit_code=0)

    assert list_details(run) == ["the canary redFail, which must fail, was failed"]


def test_a_missing_green_canary_is_tampering() -> None:
    events = [e for e in whole(ADDS) if e.get("id") != "r1.T1#green"]

    run = read_events(print_events(events), NONCE, exit_code=0)

    assert list_details(run) == ["the canary green, which must pass, was missing"]
    assert run.only_canaries_failed


def test_an_exit_status_that_contradicts_the_end_is_tampering() -> None:
    run = read_events(print_events(whole(ADDS)), NONCE, exit_code=134)

    assert not run.complete
    assert list_details(run) == ["the launcher reported its end, yet its JVM exited with 134"]
    assert {each.sign for each in run.tamper} == {TamperSign.EXIT_STATUS}
    assert not run.only_canaries_failed


def test_the_same_id_twice_is_a_conflict_and_a_failure_wins() -> None:
    again = event("test", "p.CalcTest#adds", "failed", "second")

    run = read_events(print_events(whole(again, ADDS)), NONCE, exit_code=0)

    assert run.conflicts == ("p.CalcTest#adds",)
    assert run.outcomes == {"p.CalcTest#adds": TestOutcome.FAILED}


def test_two_nonces_share_nothing() -> None:
    one, other = Nonce(), Nonce()

    assert len({one.key, other.key, one.canary, other.canary, one.secret, other.secret}) == 6


def test_an_engine_that_counted_more_than_we_were_told_is_tampering() -> None:
    events = whole(ADDS)
    events[2] = counts("test", "0 started, 0 finished")

    run = read_events(print_events(events), NONCE, exit_code=0)

    assert list_details(run) == [
        f"the engine counted {COUNTED}; its listener reported 0 started, 0 finished"
    ]


def test_a_run_without_counts_is_tampering() -> None:
    events = [e for e in whole(ADDS) if e.get("of") != "test"]

    run = read_events(print_events(events), NONCE, exit_code=0)

    assert list_details(run) == [
        "the engine counted nothing counted; its listener reported nothing"
    ]


def test_a_class_in_which_the_keyword_assert_was_silent_is_tampering() -> None:
    events = whole(ADDS)
    events.insert(3, {"event": "silent", "class": "p.CalcTest"})

    run = read_events(print_events(events), NONCE, exit_code=0)

    assert list_details(run) == ["the keyword assert was switched off in p.CalcTest"]


def test_the_keyword_need_not_work_where_the_project_switches_it_off() -> None:
    events = whole(ADDS)
    events[7] = event("canary", "r1.T1#redAssert", "passed")

    assert not read_events(print_events(events), NONCE, exit_code=0).complete
    assert read_events(print_events(events), NONCE, exit_code=0, assertions=False).complete


DATA = b"sessions"
SAID = {"event": "recording", "sha256": hashlib.sha256(DATA).hexdigest(), "by": "test"}


def make_recording(*events: dict[str, str], data: bytes | None = DATA) -> Recording:
    return read_recording(print_events([{"event": "begin"}, ADDS, *events]), NONCE, data)


def test_a_recording_is_the_one_that_the_chain_speaks_of() -> None:
    assert make_recording(SAID) == Recording(data=DATA, by_test=True)
    assert make_recording({**SAID, "by": "run"}) == Recording(data=DATA, by_test=False)


def test_a_recording_that_is_gone_or_another_is_forged() -> None:
    gone, changed = make_recording(SAID, data=None), make_recording(SAID, data=b"other")
    assert (gone.data, gone.forged) == (b"", True)
    assert (changed.data, changed.forged) == (b"", True)


def test_without_the_launchers_word_there_is_no_recording_and_nobody_forged_it() -> None:
    assert make_recording() == Recording(trouble="the launcher left no recording")
    forged = print_events([{"event": "begin"}]) + b"\n".join(lines([SAID], key=b"guessed"))
    assert read_recording(forged, NONCE, DATA).trouble == "the launcher left no recording"
