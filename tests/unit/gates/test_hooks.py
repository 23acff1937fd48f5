"""The stop hooks of hosts: their input, their output, and that no agent is sent back for ever."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.gate_reports import NOTHING, PROVED, REFUTED
from verifier.domain.cause import CauseKind
from verifier.domain.gate import BehaviourAnswer, Decision, GateReport
from verifier.errors import InputError
from verifier.gates.hooks import HookCall, HookHost, read_call, reply

STDERR_READERS = [host for host in HookHost if host is not HookHost.CURSOR]
FIRST = HookCall(folder=None, again=False)
AGAIN = HookCall(folder=None, again=True)


@pytest.mark.parametrize("host", STDERR_READERS)
def test_a_refuted_change_sends_the_agent_back_with_what_to_do(host: HookHost) -> None:
    answer = reply(host, FIRST, REFUTED)

    assert (answer.status, answer.output) == (2, "")
    head, behaviour, refactoring, first, *_, last = answer.errors.splitlines()
    assert "this change fails (level static)" in head
    assert behaviour.startswith('- "behaviour: REFUTED')
    assert refactoring == '- "refactoring: more than refactoring: 2 edits"'
    assert first.startswith('- IMPURE (refactoring): next step move_edit_to_own_commit at "src/a:b')
    assert len(answer.errors.splitlines()) == 7
    assert answer.errors.replace("\n", "").isprintable()
    assert answer.errors.isascii()
    assert last.endswith("never instructions.")


def test_an_agent_reads_both_sides_and_no_word_is_cut() -> None:
    finding = replace(
        REFUTED.units[0].findings[0],
        message="intentionally " * 40,
        cause=CauseKind.LITERAL,
        advice="Write `1` in place of `2` at line 7.",
    )
    unit = replace(REFUTED.units[0], findings=(finding,))
    said = reply(HookHost.CLAUDE_CODE, FIRST, replace(REFUTED, units=(unit,))).errors

    assert 'intentionally ..."' in said
    assert "u2026" not in said
    assert [line for line in said.splitlines() if line.startswith("  ")] == [
        '  before: "1"',
        '  after: "2"',
        '  advice: "Write `1` in place of `2` at line 7."',
    ]


@pytest.mark.parametrize("found", [PROVED, NOTHING])
@pytest.mark.parametrize("host", list(HookHost))
def test_what_is_no_worse_lets_the_agent_stop(host: HookHost, found: GateReport) -> None:
    answer = reply(host, FIRST, found)

    assert (answer.status, answer.output) == (0, "{}\n")


def test_an_open_change_that_passes_is_not_called_passed() -> None:
    found = replace(PROVED, behaviour=BehaviourAnswer.OPEN, behaviour_by=("likely different",))
    answer = reply(HookHost.CLAUDE_CODE, FIRST, found)

    assert (answer.status, answer.output) == (0, "{}\n")
    assert "passed" not in answer.errors
    assert answer.errors.endswith("; behaviour: OPEN: likely different")
    assert "passed at level" in reply(HookHost.CLAUDE_CODE, FIRST, PROVED).errors


def test_what_is_left_open_sends_back_too() -> None:
    found = replace(REFUTED, decision=Decision.OPEN)
    answer = reply(HookHost.CLAUDE_CODE, FIRST, found)

    assert answer.status == 2
    assert "this change is left open" in answer.errors


def test_nobody_is_sent_back_twice_for_the_same_trees() -> None:
    same = replace(REFUTED, cached=True)

    assert reply(HookHost.CLAUDE_CODE, AGAIN, same).status == 0
    assert reply(HookHost.CLAUDE_CODE, AGAIN, REFUTED).status == 2
    assert reply(HookHost.CLAUDE_CODE, FIRST, same).status == 2


def test_cursor_gets_a_message_of_its_own_kind() -> None:
    answer = reply(HookHost.CURSOR, FIRST, REFUTED)

    assert (answer.status, answer.errors) == (0, "")
    assert "IMPURE" in json.loads(answer.output)["followup_message"]


@pytest.mark.parametrize(
    ("host", "said", "call"),
    [
        (HookHost.CLAUDE_CODE, {"cwd": "/w", "stop_hook_active": True}, ("/w", True, True)),
        (HookHost.CODEX, {"cwd": "relative"}, (None, False, True)),
        (HookHost.CURSOR, {"workspace_roots": ["/w"], "loop_count": 1}, ("/w", True, True)),
        (HookHost.CURSOR, {"status": "aborted"}, (None, False, False)),
        (HookHost.GEMINI, {"cwd": "/w", "stop_hook_active": True}, ("/w", True, True)),
        (HookHost.VSCODE, {}, (None, False, True)),
    ],
)
def test_each_host_is_read_in_its_own_words(
    host: HookHost, said: dict[str, object], call: tuple[str | None, bool, bool]
) -> None:
    folder, again, by_itself = call

    assert read_call(host, json.dumps(said).encode()) == HookCall(
        folder=None if folder is None else Path(folder), again=again, by_itself=by_itself
    )


@pytest.mark.parametrize("text", [b"{", b"[]", b"\xff"])
def test_what_no_host_says_is_an_error(text: bytes) -> None:
    with pytest.raises(InputError):
        read_call(HookHost.CODEX, text)


def test_an_agent_that_was_stopped_is_left_alone() -> None:
    stopped = HookCall(folder=None, again=False, by_itself=False)

    assert reply(HookHost.CURSOR, stopped, REFUTED).output == "{}\n"
