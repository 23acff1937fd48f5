import json

import pytest

from tests.support.asked_models import model_behind, request_of
from tests.support.fake_endpoint import (
    GOOD,
    HANG,
    HTML,
    MODEL,
    SERVER_ERROR,
    UNKNOWN_MODEL,
    Answer,
    FakeEndpoint,
    model_list,
)
from verifier.errors import EndpointError
from verifier.generation.endpoints.model_list import ModelList, model_list_of
from verifier.generation.endpoints.response import Response


@pytest.mark.parametrize(
    ("entry", "day"),
    [
        ({"shutdown_date": "2026-12-11"}, "2026-12-11"),
        ({"deprecation": "2026-12-11T00:00:00Z"}, "2026-12-11"),
        ({"deprecation": {"inference": 1796947200}}, "2026-12-11"),
        ({"deprecation_date": None, "expiration_date": 1796947200}, "2026-12-11"),
    ],
)
def test_the_day_on_which_a_model_ends_is_read(entry: dict[str, object], day: str) -> None:
    body = json.dumps({"data": [{"id": "m", **entry}, {"id": "n"}]}).encode()

    found = model_list_of(Response(status=200, headers={}, body=body))
    assert found == ModelList(names=("m", "n"), ends={"m": day})


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"data": 3}',
        b'{"data": [3, {"id": 4}, {}]}',
    ],
)
def test_what_is_no_list_has_no_models(body: bytes) -> None:
    assert model_list_of(Response(status=200, headers={}, body=body)) == ModelList()


@pytest.mark.parametrize("value", ["soon", -1, 10**30, True, [], {"inference": {}}])
def test_what_is_no_day_is_left_out(value: object) -> None:
    body = json.dumps({"data": [{"id": "m", "shutdown_date": value}]}).encode()

    assert model_list_of(Response(status=200, headers={}, body=body)).ends == {}


def test_the_day_is_recorded_and_the_list_is_asked_for_once() -> None:
    models = model_list({"id": MODEL, "shutdown_date": "2027-01-14"})
    with FakeEndpoint(models=models) as endpoint, model_behind(endpoint) as model:
        days = [model.ask(request_of()).model_ends for _ in range(3)]

        assert days == ["2027-01-14"] * 3
        assert endpoint.listed == 1


def test_an_unknown_model_is_one_error_with_host_model_day_and_other_names() -> None:
    models = model_list(
        {"id": MODEL, "shutdown_date": "2026-10-23"}, {"id": "fake-model-2"}, {"id": "zebra"}
    )
    with (
        FakeEndpoint(UNKNOWN_MODEL, models=models) as endpoint,
        model_behind(endpoint) as model,
        pytest.raises(EndpointError) as caught,
    ):
        model.ask(request_of())

    assert caught.value.message == (
        f"{model.host} does not know the model 'fake-model'; its model list says that it ended on"
        " 2026-10-23"
    )
    assert caught.value.hint == "It has for example: fake-model-2, zebra."


@pytest.mark.parametrize("models", [HTML, SERVER_ERROR, HANG, Answer(raw=b"{")])
def test_an_endpoint_without_a_model_list_can_be_asked(models: Answer) -> None:
    with (
        FakeEndpoint(GOOD, models=models) as endpoint,
        model_behind(endpoint, request_timeout=0.5) as model,
    ):
        assert model.ask(request_of()).text == "answer"
