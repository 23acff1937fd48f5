from functools import partial

import pytest

from verifier.domain.generation import FinishReason
from verifier.domain.prediction import Circumstances, Prediction, PredictionForm
from verifier.errors import InputError
from verifier.tools.records import from_json, to_json


def test_the_form_is_the_body_that_is_there() -> None:
    made = partial(Prediction, instance_id="i", model_name_or_path="m")

    assert made(model_patch="").form is PredictionForm.PATCH
    assert made(model_output="").form is PredictionForm.ANSWER
    assert made(files={}).form is PredictionForm.FILES


def test_two_bodies_are_one_too_many() -> None:
    with pytest.raises(ValueError, match="'i' needs exactly one of"):
        Prediction(instance_id="i", model_name_or_path="m", model_patch="", model_output="")


def test_no_body_is_one_too_few() -> None:
    with pytest.raises(ValueError, match="'i' needs exactly one of"):
        Prediction(instance_id="i", model_name_or_path="m")


@pytest.mark.parametrize("sample", [-1, 10**300])
def test_samples_count_from_zero_to_a_billion(sample: int) -> None:
    with pytest.raises(ValueError, match="counts from 0"):
        Prediction(instance_id="i", model_name_or_path="m", sample=sample, model_patch="")


@pytest.mark.parametrize("reason", list(FinishReason))
def test_a_known_finish_reason_is_read_as_it_is(reason: FinishReason) -> None:
    read = from_json(Circumstances, f'{{"finish_reason": "{reason}"}}')

    assert read == Circumstances(finish_reason=reason)


def test_an_agents_own_word_is_read_as_unknown_and_kept() -> None:
    read = from_json(Circumstances, '{"finish_reason": "done"}')

    assert read == Circumstances(finish_reason=FinishReason.UNKNOWN, finish_raw="done")
    assert from_json(Circumstances, to_json(read)) == read


def test_a_finish_reason_that_is_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="finish_reason: Input should be 'success', 'timeout'"):
        from_json(Circumstances, '{"finish_reason": 1}')
