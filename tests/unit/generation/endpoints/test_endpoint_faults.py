"""Each fault of an endpoint ends as docs/endpoints.md says."""

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.support import fake_endpoint as fake
from tests.support.asked_models import FakeClock, model_behind, request_of
from tests.support.fake_endpoint import GOOD, Answer, FakeEndpoint, error
from verifier.domain.generation import FinishReason, Missing, Usage
from verifier.errors import EndpointError
from verifier.generation.model import ModelReply


def reply(*answers: Answer, clock: FakeClock | None = None, **words: Any) -> ModelReply:
    with FakeEndpoint(*answers) as endpoint, model_behind(endpoint, clock, **words) as model:
        return model.ask(request_of())


def outcomes(answered: ModelReply) -> list[str]:
    return [attempt.outcome for attempt in answered.attempts]


def test_a_good_answer_comes_with_its_circumstances() -> None:
    answered = reply(Answer(text="class A {}", model="fake-model-2026", usage=fake.Usage(input=7)))

    assert answered.text == "class A {}"
    assert answered.finish is FinishReason.SUCCESS
    assert answered.finish_raw == "stop"
    assert answered.missing is None
    assert answered.model_answered == "fake-model-2026"
    assert answered.system_fingerprint == "fp_fake"
    assert answered.usage == Usage(input=7, output=20)
    assert answered.cost_usd is None
    assert [(a.outcome, a.request_id) for a in answered.attempts] == [("answered", "req-1")]


@pytest.mark.parametrize(
    ("answer", "text", "finish", "raw"),
    [
        (fake.LENGTH, "half an ans", FinishReason.TRUNCATED, "length"),
        (fake.REFUSAL, "I cannot help with that.", FinishReason.REFUSED, "stop"),
        (Answer(text="", finish="content_filter"), "", FinishReason.REFUSED, "content_filter"),
        (fake.NULL_CONTENT, "", FinishReason.ERROR, "stop"),
        (fake.TOOL_CALL, "", FinishReason.ERROR, "tool_calls"),
        (Answer(finish="odd"), "answer", FinishReason.UNKNOWN, "odd"),
        (
            error(400, "too long", code="context_length_exceeded"),
            "",
            FinishReason.CONTEXT_EXCEEDED,
            "context_length_exceeded",
        ),
        (
            error(400, "This model's maximum context length is 8192 tokens."),
            "",
            FinishReason.CONTEXT_EXCEEDED,
            "",
        ),
        (error(400, "no", code="content_filter"), "", FinishReason.REFUSED, "content_filter"),
    ],
)
def test_what_a_model_does_with_one_prompt_is_its_answer(
    answer: Answer, text: str, finish: FinishReason, raw: str
) -> None:
    answered = reply(answer)

    assert (answered.text, answered.finish, answered.finish_raw) == (text, finish, raw)
    assert answered.missing is None
    assert len(answered.attempts) == 1


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (fake.RATE_LIMIT, "429"),
        (fake.SERVER_ERROR, "500"),
        (error(503, "overloaded"), "503"),
        (error(408, "late"), "408"),
        (error(409, "locked"), "409"),
        (fake.RESET, "connection"),
    ],
)
def test_what_may_pass_is_tried_again(answer: Answer, outcome: str) -> None:
    clock = FakeClock()
    answered = reply(answer, answer, GOOD, clock=clock)

    assert answered.text == "answer"
    assert outcomes(answered) == [outcome, outcome, "answered"]
    first, second = clock.waits
    assert 0.375 <= first <= 0.5
    assert 0.75 <= second <= 1


@pytest.mark.parametrize(("answer", "outcome"), [(fake.HANG, "timeout"), (fake.TRICKLE, "timeout")])
def test_a_response_that_takes_too_long_in_all_is_tried_again(answer: Answer, outcome: str) -> None:
    answered = reply(answer, GOOD, request_timeout=0.3)

    assert outcomes(answered) == [outcome, "answered"]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("7", 7), ("9999", 120), ("inf", 120), ("Fri, 27 Nov 2026 12:00:30 GMT", 30)],
)
def test_the_wait_that_an_endpoint_asks_for_is_kept_up_to_two_minutes(
    header: str, seconds: float
) -> None:
    clock = FakeClock()
    reply(error(429, "slow down", headers={"retry-after": header}), GOOD, clock=clock)

    assert clock.waits == [seconds]


@pytest.mark.parametrize(
    "header", ["0", "-1", "soon", "nan", "-99999999999 Dec 99:99 Dec -99999999999 GMT GMT"]
)
def test_a_wait_that_makes_no_sense_is_replaced_by_the_back_off(header: str) -> None:
    clock = FakeClock()
    reply(error(429, "slow down", headers={"retry-after": header}), GOOD, clock=clock)

    assert clock.waits[0] <= 0.5


def test_a_sample_is_missing_when_the_time_for_retries_is_over() -> None:
    clock = FakeClock()
    answered = reply(fake.SERVER_ERROR, clock=clock, give_up_after=30)

    assert answered.text is None
    assert answered.missing is Missing.GAVE_UP
    assert set(outcomes(answered)) == {"500"}
    assert 20 < clock.seconds <= 30
    assert max(clock.waits) <= 8


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (fake.NO_CHOICES, "no-answer"),
        (Answer(raw=b'{"choices": [{"message": '), "no-answer"),
        (Answer(raw=b'{"choices": ' + b"[" * 100_000), "no-answer"),
        (fake.ENDLESS_BLANKS, "endless"),
        (error(413, "too large"), "413"),
        (error(422, "cannot process"), "422"),
        (error(400, "invalid content", param="messages.[0].content"), "400"),
        (error(400, "messages: too odd", param="messages"), "400"),
        (Answer(status=400, raw=b"<html>", content_type="text/html"), "400"),
    ],
)
def test_an_endpoint_s_fault_with_one_sample_leaves_it_missing(
    answer: Answer, outcome: str
) -> None:
    answered = reply(answer)

    assert answered.text is None
    assert answered.missing is Missing.GAVE_UP
    assert outcomes(answered) == [outcome]


def test_an_answer_without_usage_is_estimated_from_bytes() -> None:
    answered = reply(Answer(text="x" * 70, usage=None))

    assert answered.usage == Usage(input=4, output=20, estimated=True)


@pytest.mark.parametrize(
    "usage",
    [
        fake.Usage(input=5, cached=6),
        fake.Usage(output=5, reasoning=6),
        fake.Usage(input=-1),
        fake.Usage(output=10**12),
    ],
)
def test_usage_that_contradicts_itself_is_estimated(usage: fake.Usage) -> None:
    answered = reply(Answer(usage=usage))

    assert answered.usage is not None
    assert answered.usage.estimated


def test_an_endless_answer_is_kept_up_to_the_limit_and_is_truncated() -> None:
    answered = reply(fake.ENDLESS)

    assert answered.finish is FinishReason.TRUNCATED
    assert answered.text is not None
    assert answered.text.startswith("abc\nabc\n")
    assert 6_000_000 < len(answered.text) < 8 * 1024 * 1024


def test_a_compressed_response_is_not_unpacked() -> None:
    with pytest.raises(EndpointError, match="no API at this address"):
        reply(
            Answer(raw=b"\x1f\x8b", headers={"content-encoding": "gzip"}, content_type="text/plain")
        )


@pytest.mark.parametrize(
    ("answer", "message", "hint"),
    [
        (fake.REFUSED_KEY, r"HOST refuses the key \(status 401\): Incorrect", "OPENAI_API_KEY"),
        (error(403, "not allowed"), r"HOST refuses the key \(status 403\)", "OPENAI_API_KEY"),
        (fake.NO_CREDIT, "HOST has no credit left", "Add credit"),
        (fake.QUOTA, "HOST has no credit left", "Add credit"),
        (fake.HTML, r"HOST: no API at this address \(status 200, text/html\)", "ends in /v1"),
        (fake.SSE, r"HOST: no API at this address \(status 200, text/event-stream\)", "/v1"),
        (
            Answer(status=404, raw=b"<html>", content_type="text/html"),
            "HOST: no API at this address",
            "/v1",
        ),
        (fake.UNKNOWN_MODEL, "HOST does not know the model 'fake-model'", "documentation"),
        (error(400, "Model Not Exist"), "HOST does not know the model 'fake-model'", ""),
        (error(404, "model 'x' not found, try pulling it"), "HOST does not know the model", ""),
        (
            error(400, "Unsupported value", param="temperature"),
            "HOST rejects the parameter temperature for fake-model: Unsupported value",
            "Leave out --temperature",
        ),
        (
            error(422, "temperature must be 1"),
            "HOST rejects the parameter temperature for fake-model",
            "--no-set-parameters",
        ),
    ],
)
def test_what_no_further_request_can_avoid_stops_the_run(
    answer: Answer, message: str, hint: str
) -> None:
    with FakeEndpoint(answer) as endpoint, model_behind(endpoint) as model:
        with pytest.raises(
            EndpointError, match=message.replace("HOST", re.escape(model.host))
        ) as caught:
            model.ask(request_of(temperature=0.5))
        with pytest.raises(EndpointError):
            model.ask(request_of("another"))

        assert len(endpoint.served) == 1
        assert hint in caught.value.hint
        assert caught.value.exit_code == 17


def test_the_newer_name_of_the_limit_of_tokens_is_used_where_an_endpoint_wants_it() -> None:
    unsupported = error(
        400,
        "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
        param="max_tokens",
    )
    with FakeEndpoint(unsupported, GOOD) as endpoint, model_behind(endpoint) as model:
        answers = [model.ask(request_of(max_tokens=50)) for _ in range(2)]

    assert [outcomes(each) for each in answers] == [["400", "answered"], ["answered"]]
    assert [each.body.get("max_tokens") for each in endpoint.served] == [50, None, None]
    assert [each.body.get("max_completion_tokens") for each in endpoint.served] == [None, 50, 50]


def test_a_limit_of_tokens_that_is_too_large_is_no_reason_for_the_newer_name() -> None:
    too_large = error(
        400,
        "'max_tokens' or 'max_completion_tokens' is too large: 99999. This model's maximum context"
        " length is 8192 tokens.",
    )
    with FakeEndpoint(too_large, GOOD) as endpoint, model_behind(endpoint) as model:
        replies = [model.ask(request_of(max_tokens=50)) for _ in range(2)]

    assert [each.finish for each in replies] == [
        FinishReason.CONTEXT_EXCEEDED,
        FinishReason.SUCCESS,
    ]
    assert endpoint.served[1].body["max_tokens"] == 50


def test_only_given_parameters_are_sent() -> None:
    with FakeEndpoint() as endpoint, model_behind(endpoint) as model:
        model.ask(request_of("Hi"))
        model.ask(request_of("Hi", temperature=0, seed=3, reasoning_effort="low", top_p=0.5))

    bare = {"model": "fake-model", "messages": [{"role": "user", "content": "Hi"}]}
    given = {"temperature": 0, "seed": 3, "reasoning_effort": "low", "top_p": 0.5}
    assert [each.body for each in endpoint.served] == [bare, {**bare, **given}]


def test_a_prompt_with_half_a_character_is_sent() -> None:
    with FakeEndpoint() as endpoint, model_behind(endpoint) as model:
        assert model.ask(request_of("a\ud800b")).text == "answer"


def test_half_characters_and_terminal_codes_of_an_answer_are_kept() -> None:
    assert reply(Answer(text="\ud800\x00\x1b[2J")).text == "\ud800\x00\x1b[2J"


def test_a_closed_model_ends_its_requests_at_once() -> None:
    with (
        FakeEndpoint(fake.HANG) as endpoint,
        model_behind(endpoint, request_timeout=60, jobs=2) as model,
        ThreadPoolExecutor(3) as pool,
    ):
        asked = [pool.submit(model.ask, request_of(key=str(n))) for n in range(3)]
        wait_until(lambda: len(endpoint.served) == 2)
        began = time.monotonic()
        model.close()
        replies = [each.result(timeout=10) for each in asked]

    assert time.monotonic() - began < 5
    assert [(each.text, each.missing) for each in replies] == [(None, Missing.NOT_ASKED)] * 3
    assert len(endpoint.served) == 2


def test_several_threads_ask_at_once_up_to_the_ceiling() -> None:
    with (
        FakeEndpoint(together=3) as endpoint,
        model_behind(endpoint, jobs=3, request_timeout=60) as model,
        ThreadPoolExecutor(8) as pool,
    ):
        texts = {each.text for each in pool.map(lambda n: model.ask(request_of(str(n))), range(12))}

    assert texts == {"answer"}
    assert endpoint.most_at_once == 3


def wait_until(done: Any) -> None:
    limit = threading.Event()
    for _ in range(500):
        if done():
            return
        limit.wait(0.02)
    raise AssertionError("it did not happen within ten seconds")
