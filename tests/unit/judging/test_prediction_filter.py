"""`verify --instance` and `--model`."""

import pytest

from verifier.domain.prediction import Prediction
from verifier.errors import UsageError
from verifier.judging.prediction_filter import select_predictions

PREDICTIONS = [
    Prediction(instance_id=instance, model_name_or_path=model, model_patch="")
    for instance in ("aa11", "ab22")
    for model in ("one", "two")
]


@pytest.mark.parametrize(
    ("instances", "models", "left"),
    [
        ((), (), [0, 1, 2, 3]),
        (("aa",), (), [0, 1]),
        (("a",), ("two",), [1, 3]),
        (("aa11", "ab22"), ("one",), [0, 2]),
    ],
)
def test_what_was_asked_for_is_left_in_its_order(
    instances: tuple[str, ...], models: tuple[str, ...], left: list[int]
) -> None:
    assert select_predictions(PREDICTIONS, instances, models) == [PREDICTIONS[at] for at in left]


@pytest.mark.parametrize(
    ("instances", "models", "told"),
    [
        (("aa", "b"), (), "no prediction answers an instance b"),
        ((), ("on",), "no prediction is by on"),
    ],
)
def test_a_name_that_fits_nothing_is_an_error(
    instances: tuple[str, ...], models: tuple[str, ...], told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        select_predictions(PREDICTIONS, instances, models)
