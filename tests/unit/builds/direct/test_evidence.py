"""The chain of events: what is believed, and what breaks it."""

import hashlib
import hmac
import json
from collections.abc import Sequence

from verifier.builds.direct.evidence import Nonce, read_events
from verifier.domain.testrun import TestOutcome

NONCE = Nonce(key=b"k" * 32, canary="r1.T1", secret="5ec4e7")
RED = ("redFail", "redEquals", "redTrue", "redThrow")


def event(kind: str, test: str, outcome: str, message: str = "") -> dict[str, str]:
    return {"event": kind, "id": test, "outcome": outcome, "message": message}


def canaries() -> list[dict[str, str]]:
    red = [event("canary", f"r1.T1#{name}", "failed", "AssertionError: 5ec4e7") for name in RED]
    return [*red, event("canary", "r1.T1#green", "passed")]


def whole(*tests: dict[str, str]) -> list[dict[str, str]]:
    return [{"event": "begin"}, *tests, *canaries(), {"event": "end"}]


def lines(events: Sequence[dict[str, str]], key: bytes = NONCE.key) -> list[bytes]:
    previous, found = b"", []
    for number, each in enumerate(events):
        text = json.dumps(each).encode()
        payload = f"{number} ".encode() + text
        previous = hmac.digest(key, previous + payload, hashlib.sha256)
        code = previous.hex().encode()
        found.append(b"@refverify %d %s %s" % (number, code, text))
    return found


def printed(events: Sequence[dict[str, str]]) -> bytes:
    return b"\n" + b"\n\n".join(lines(events)) + b"\n"


ADDS = event("test", "p.CalcTest#adds", "passed")
FAILS = event("test", "p.CalcTest#fails", "failed", "expected 1")


def test_a_whole_chain_with_red_canaries_is_complete() -> None:
    run = read_events(printed(whole(ADDS, FAILS)), NONCE, exit_code=0)

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
    assert run.tamper == ("the launcher never began",)


def test_an_early_exit_with_status_0_is_not_complete() -> None:
    run = read_events(printed([{"event": "begin"}, ADDS]), NONCE, exit_code=0)

    assert not run.complete
    assert run.tamper == ("the JVM ended before the launcher had reported its end",)


def test_lines_under_another_key_count_for_nothing() -> None:
    forged = lines([{"event": "begin"}, ADDS, *canaries(), {"event": "end"}], key=b"guess")
    run = read_events(b"\n".join(forged), NONCE, exit_code=0)

    assert not run.complete
    assert run.outcomes == {}


def test_forged_and_plain_lines_between_events_do_not_matter() -> None:
    genuine = lines(whole(ADDS))
    forged = lines([FAILS], key=b"guess")
    noise = [b"Tests run: 9, Failures: 0", b"@refverify", b"@refverify 1 x {}", *forged]
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
    events[2] = event("canary", "r1.T1#redFail", "passed")

    run = read_events(printed(events), NONCE, exit_code=0)

    assert run.tamper == ("the canary redFail, which must fail, was passed",)
    assert not run.complete


def test_a_red_canary_that_fails_without_the_secret_is_tampering() -> None:
    events = whole(ADDS)
    events[2] = event("canary", "r1.T1#redFail", "failed", "NoSuchMethodError: fail")

    run = read_events(printed(events), NONCE, exit_code=0)

    assert run.tamper == ("the canary redFail, which must fail, was failed",)


def test_a_missing_green_canary_is_tampering() -> None:
    events = [e for e in whole(ADDS) if e.get("id") != "r1.T1#green"]

    run = read_events(printed(events), NONCE, exit_code=0)

    assert run.tamper == ("the canary green, which must pass, was missing",)


def test_an_exit_status_that_contradicts_the_end_is_tampering() -> None:
    run = read_events(printed(whole(ADDS)), NONCE, exit_code=134)

    assert not run.complete
    assert run.tamper == ("the launcher reported its end, yet its JVM exited with 134",)


def test_the_same_id_twice_is_a_conflict_and_a_failure_wins() -> None:
    again = event("test", "p.CalcTest#adds", "failed", "second")

    run = read_events(printed(whole(again, ADDS)), NONCE, exit_code=0)

    assert run.conflicts == ("p.CalcTest#adds",)
    assert run.outcomes == {"p.CalcTest#adds": TestOutcome.FAILED}


def test_two_nonces_share_nothing() -> None:
    one, other = Nonce(), Nonce()

    assert len({one.key, other.key, one.canary, other.canary, one.secret, other.secret}) == 6
