"""Verify the launcher's chain of events: which results of a test run can be trusted."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field

from verifier.domain.coverage import Recording
from verifier.domain.testrun import EVENT_CHAIN, Tamper, TamperSign, TestOutcome, TestRun

MARK = b"@event "
_RED = ("redFail", "redEquals", "redTrue", "redThrow")
_RED_BY_KEYWORD = "redAssert"
_GREEN = "green"
_COUNTED = ("test", "canary")


@dataclass(frozen=True, kw_only=True, slots=True)
class Nonce:
    """Secrets of one run: the key of its events, the canary's class name and its secret."""

    key: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    canary: str = field(default_factory=lambda: f"r{secrets.token_hex(6)}.T{secrets.token_hex(8)}")
    secret: str = field(default_factory=lambda: secrets.token_hex(16))

    def lines(self) -> list[str]:
        """Return the launcher's input lines."""
        return [f"key {self.key.hex()}", f"canary {self.canary}", f"secret {self.secret}"]


def read_events(
    output: bytes, nonce: Nonce, *, exit_code: int | None, assertions: bool = True
) -> TestRun:
    """Judge what a launcher printed; `assertions` says that the keyword `assert` must have worked.

    Lines that do not continue the chain (printed by the code under test, forged, repeated) are
    ignored. A broken chain simply ends there, and the run is incomplete.
    """
    reading = _Reading()
    for event in _chain(output, nonce.key):
        reading.take(event)
    tamper = reading.contradictions(nonce, assertions=assertions)
    if reading.ended and exit_code not in {0, None}:
        text = f"the launcher reported its end, yet its JVM exited with {exit_code}"
        tamper.append(Tamper(sign=TamperSign.EXIT_STATUS, detail=text))
    return TestRun(
        outcomes=reading.outcomes,
        failures=reading.failures,
        conflicts=tuple(sorted(reading.conflicts)),
        complete=reading.ended and not tamper,
        tamper=tuple(tamper),
        evidence=EVENT_CHAIN,
    )


def read_recording(output: bytes, nonce: Nonce, data: bytes | None) -> Recording:
    """Check the agent's data against what the chain says about it, and return it.

    The launcher reports the data after the last test: without that report, its run is incomplete
    too.
    """
    said = next((e for e in _chain(output, nonce.key) if e.get("event") == "recording"), None)
    if said is None:
        return Recording(trouble="the launcher left no recording")
    if data is None:
        return Recording(trouble="the launcher's recording is gone", forged=True)
    if hashlib.sha256(data).hexdigest() != said.get("sha256"):
        return Recording(trouble="the launcher's recording was changed", forged=True)
    return Recording(data=data, by_test=said.get("by") == "test")


def _chain(output: bytes, key: bytes) -> Iterator[dict[str, str]]:
    previous, number = b"", 0
    for line in output.split(b"\n"):
        if not line.startswith(MARK):
            continue
        fields = line.rstrip(b"\r").split(b" ", 3)
        if len(fields) != 4 or fields[1] != str(number).encode():  # noqa: PLR2004 - mark, number, code, JSON
            continue
        # Each code covers the one before, so an event cannot be left out, repeated or moved.
        code = hmac.digest(key, previous + fields[1] + b" " + fields[3], hashlib.sha256)
        if hmac.compare_digest(code.hex().encode(), fields[2]):
            previous, number = code, number + 1
            yield json.loads(fields[3])


@dataclass(kw_only=True)
class _Reading:
    outcomes: dict[str, TestOutcome] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    conflicts: set[str] = field(default_factory=set)
    canaries: dict[str, tuple[str, str]] = field(default_factory=dict)
    counts: dict[str, tuple[str, str]] = field(default_factory=dict)
    silent: list[str] = field(default_factory=list)
    begun: bool = False
    ended: bool = False
    error: str = ""

    def take(self, event: dict[str, str]) -> None:
        match event.get("event"):
            case "begin":
                self.begun = True
            case "end":
                self.ended = True
            case "error":
                self.error = event.get("message", "")
            case "canary":
                self.canaries[event["id"]] = (event["outcome"], event.get("message", ""))
            case "counts":
                self.counts[event["of"]] = (event["told"], event["engine"])
            case "silent":
                self.silent.append(event["class"])
            case "test":
                self._test(event["id"], TestOutcome(event["outcome"]), event.get("message", ""))
            case _:
                pass

    def _test(self, test: str, outcome: TestOutcome, message: str) -> None:
        if test in self.outcomes:
            self.conflicts.add(test)
        # If one id has two outcomes, the worse one counts.
        if self.outcomes.get(test) is not TestOutcome.FAILED:
            self.outcomes[test] = outcome
        if outcome is TestOutcome.FAILED:
            self.failures[test] = message

    def contradictions(self, nonce: Nonce, *, assertions: bool) -> list[Tamper]:
        if self.error:
            return [_report_unfinished(f"the launcher broke off: {self.error}")]
        if not self.begun:
            return [_report_unfinished("the launcher never began")]
        if not self.ended:
            return [_report_unfinished("the JVM ended before the launcher had reported its end")]
        found = [*self._find_lost(), *self._find_silenced()]
        for name in (*_RED, _RED_BY_KEYWORD) if assertions else _RED:
            outcome, message = self.canaries.get(f"{nonce.canary}#{name}", ("missing", ""))
            if outcome != "failed" or nonce.secret not in message:
                found.append(_canary(f"{name}, which must fail, was {outcome}"))
        outcome, _ = self.canaries.get(f"{nonce.canary}#{_GREEN}", ("missing", ""))
        if outcome != "passed":
            found.append(_canary(f"{_GREEN}, which must pass, was {outcome}"))
        return found

    def _find_lost(self) -> list[Tamper]:
        """Return where our listener received fewer tests, or other outcomes, than the engine counted."""
        found: list[Tamper] = []
        for of in _COUNTED:
            reported, engine = self.counts.get(of, ("nothing", "nothing counted"))
            if reported != engine:
                text = f"the engine counted {engine}; its listener reported {reported}"
                found.append(Tamper(sign=TamperSign.REPORT, detail=text))
        return found

    def _find_silenced(self) -> list[Tamper]:
        if not self.silent:
            return []
        text = f"the keyword assert was switched off in {', '.join(self.silent[:5])}"
        return [Tamper(sign=TamperSign.ASSERTIONS, detail=text)]


def _canary(text: str) -> Tamper:
    return Tamper(sign=TamperSign.CANARY, detail=f"the canary {text}")


def _report_unfinished(text: str) -> Tamper:
    return Tamper(sign=TamperSign.UNFINISHED, detail=text)
