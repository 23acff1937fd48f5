"""Task texts from a scripted model: what it is shown, which names are refused, and how a run goes on."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import MakeRepository
from tests.support.assignments import a_commit, a_method
from tests.support.generation_tasks import several, task, write_tasks
from tests.support.scripted_model import ScriptedModel, answer
from verifier.console import Console
from verifier.domain.generation import Missing
from verifier.domain.prediction import Track
from verifier.domain.task_text import TaskText, TextSource
from verifier.errors import EndpointError, UsageError
from verifier.generation.describing import MOST_PATCH, DescribeRequest, describe
from verifier.generation.journal import sum_spending
from verifier.generation.model import ModelReply, ModelRequest
from verifier.generation.output import TextPaths
from verifier.generation.spending import Spent
from verifier.generation.text_files import (
    PullRequest,
    TextLine,
    TextSummary,
    review_page,
)
from verifier.tools.records import load_jsonl

QUIET = Console(quiet=True)
TITLE = "# Title\nUse newCanary\n\n# Summary\nTell the secret design.\n\n# Why\n- Shorter"
Make = Callable[..., DescribeRequest]


@pytest.fixture
def request_of(tmp_path: Path) -> Make:
    def make(*tasks: object, **more: Any) -> DescribeRequest:
        fields: dict[str, Any] = {
            "tasks": write_tasks(tmp_path / "i.jsonl", tasks or several(2)),
            "output": TextPaths(texts=tmp_path / "i.tasks.jsonl"),
            "model": "m",
            "jobs": 1,
        }
        return DescribeRequest(**{**fields, **more})

    return make


def make_model(*sentences: str) -> ScriptedModel:
    """A model with one instructed text, and these sentences as its open ones, the last repeated."""
    left = list(sentences)

    def reply(request: ModelRequest) -> ModelReply:
        if "<patch>" in request.messages[0].text:
            return answer(TITLE)
        return answer(left.pop(0) if len(left) > 1 else left[0])

    return ScriptedModel(reply=reply)


def run(request: DescribeRequest, model: ScriptedModel) -> TextSummary:
    return describe(request, model.open, QUIET, Spent())


def texts(request: DescribeRequest) -> list[TaskText]:
    return load_jsonl(TaskText, request.output.texts)[0]


def test_each_task_gets_an_instructed_and_an_open_text(request_of: Make) -> None:
    request, model = request_of(), make_model("Tidy up class A\n")

    summary = run(request, model)

    found = texts(request)
    assert [(t.instance_id, t.track, t.text) for t in found[:2]] == [
        ("i0", Track.INSTRUCTED, TITLE),
        ("i0", Track.OPEN, "Tidy up class A"),
    ]
    assert {(t.source, t.model) for t in found} == {(TextSource.MODEL, "m")}
    assert all(t.prompt_sha256 and not t.leaks for t in found)
    assert (summary.tasks, len(summary.texts), dict(summary.missing)) == (2, 4, {})


def test_the_open_text_comes_from_the_instructed_one_alone(request_of: Make) -> None:
    model = make_model("Tidy up class A")

    run(request_of(task()), model)

    first, second = (request.messages[0].text for request in model.asked)
    assert "addedCanary" in first
    assert "addedCanary" not in second
    assert "Tell the secret design." in second


def test_the_prompt_shows_message_pull_request_and_patch(
    request_of: Make, make_repository: MakeRepository, tmp_path: Path
) -> None:
    made = make_repository("r")
    commit = made.commit({"A.java": "class A { }"}, "Split A\n\nIt was long")
    pulls = write_tasks(
        tmp_path / "pulls.jsonl", [PullRequest(commit=commit, title="Smaller A", body="As agreed")]
    )
    model = make_model("Tidy up")
    request = request_of(task(commit=commit), repositories=(str(made.path),), pull_requests=pulls)

    run(request, model)

    shown = model.asked[0].messages[0].text
    assert "<message>\nSplit A\n\nIt was long\n</message>" in shown
    assert "<pull-request>\nSmaller A\n\nAs agreed\n</pull-request>" in shown
    assert "+ private int addedCanary;" in shown


def test_braces_in_a_patch_are_no_slots_and_a_long_patch_is_cut(request_of: Make) -> None:
    patch = "+ {message} {pull_request}\n" + "+ int x;\n" * MOST_PATCH
    model = make_model("Tidy up")

    run(request_of(a_commit(message="Said {patch}", patch=patch)), model)

    shown = model.asked[0].messages[0].text
    assert "Said {patch}" in shown
    assert "+ {message} {pull_request}" in shown
    assert "more characters)" in shown
    assert len(shown) < MOST_PATCH + 3000


def test_a_name_of_the_solution_is_asked_about_once_more(request_of: Make) -> None:
    request, model = request_of(task()), make_model("Make newCanary", "Tidy up class A")

    run(request, model)

    assert [t.text for t in texts(request)] == [TITLE, "Tidy up class A"]
    last = model.asked[-1].messages
    assert [m.text for m in last[1:2]] == ["Make newCanary"]
    assert "names newCanary" in last[2].text


def test_a_text_that_leaks_again_is_kept_and_says_so(request_of: Make) -> None:
    request, model = request_of(task()), make_model("Make newCanary")

    summary = run(request, model)

    assert texts(request)[-1].leaks == ("newCanary",)
    assert summary.leaking == 1
    assert len(model.asked) == 3


def test_an_answered_request_is_never_sent_again(request_of: Make) -> None:
    request = request_of(several(2)[0], task(id="leaks"))
    run(request, make_model("Tidy up", "Make newCanary", "Tidy up"))
    before = request.output.texts.read_bytes()
    request.output.texts.unlink()
    again = make_model("Another")

    run(request, again)

    assert again.asked == []
    assert request.output.texts.read_bytes() == before
    assert sum_spending(request.output.journal, TextLine) == pytest.approx((0.05, 75))


def test_a_missing_answer_is_counted_and_asked_for_by_the_next_call(request_of: Make) -> None:
    request = request_of(task())
    busy = ScriptedModel(reply=lambda _: ModelReply(text=None, missing=Missing.BUDGET))

    assert dict(run(request, busy).missing) == {Missing.BUDGET: 2}
    assert texts(request) == []
    assert run(request, make_model("Tidy up")).missing == {}


def test_an_empty_answer_is_no_text(request_of: Make) -> None:
    request = request_of(task())

    summary = run(request, ScriptedModel(reply=lambda _: answer("")))

    assert dict(summary.missing) == {Missing.GAVE_UP: 2}


def test_an_endpoint_that_refuses_stops_the_run_and_keeps_what_it_has(request_of: Make) -> None:
    request, first = request_of(), make_model("Tidy up")

    def refuse(asked: ModelRequest) -> ModelReply:
        if len(first.asked) >= 2:
            raise EndpointError("the key is refused")
        return first.ask(asked)

    with pytest.raises(EndpointError):
        run(request, ScriptedModel(reply=refuse))

    assert [t.instance_id for t in texts(request)] == ["i0", "i0"]


def test_a_call_that_was_not_confirmed_discards_nothing(request_of: Make) -> None:
    def decline(_: object) -> ScriptedModel:
        raise UsageError("not confirmed; nothing was sent")

    run(request_of(), make_model("Tidy up class A"))
    forced = request_of(force=True)
    before = forced.output.texts.read_bytes(), forced.output.journal.read_bytes()

    with pytest.raises(UsageError, match="not confirmed"):
        describe(forced, decline, QUIET, Spent())
    assert (forced.output.texts.read_bytes(), forced.output.journal.read_bytes()) == before


def test_an_endpoint_that_refuses_the_first_request_discards_nothing(request_of: Make) -> None:
    def refuse(_: ModelRequest) -> ModelReply:
        raise EndpointError("the key is refused")

    run(request_of(), make_model("Tidy up class A"))
    forced = request_of(force=True)
    before = forced.output.texts.read_bytes(), forced.output.journal.read_bytes()

    with pytest.raises(EndpointError):
        run(forced, ScriptedModel(reply=refuse))
    assert (forced.output.texts.read_bytes(), forced.output.journal.read_bytes()) == before


def test_a_method_has_no_commit_to_describe(request_of: Make) -> None:
    with pytest.raises(UsageError, match="is a method to rewrite"):
        run(request_of(a_method()), make_model("Tidy up"))


def test_a_lone_surrogate_does_not_damage_the_journal(request_of: Make) -> None:
    request = request_of(task())

    run(request, ScriptedModel(reply=lambda _: answer("a\ud800b")))

    assert [t.text for t in texts(request)] == ["a\N{REPLACEMENT CHARACTER}b"] * 2
    assert run(request, make_model("x")).missing == {}


def test_the_page_for_a_review_shows_both_texts_and_interprets_neither() -> None:
    made = [
        TaskText(
            instance_id="i1",
            track=Track.INSTRUCTED,
            text="# T\n<b>|x|</b>",
            source=TextSource.MODEL,
        ),
        TaskText(
            instance_id="i1", track=Track.OPEN, text="Do", source=TextSource.MODEL, leaks=("g",)
        ),
        TaskText(instance_id="i2", track=Track.INSTRUCTED, text="Only", source=TextSource.MODEL),
    ]

    page = review_page(made)

    assert "| instructed | open |\n|---|---|\n| &" in page
    assert "T<br>&lt;b&gt;&#124;x&#124;&lt;/b&gt; | Do |" in page
    assert "**Leaks:** g" in page
    assert "| Only | (missing) |" in page
