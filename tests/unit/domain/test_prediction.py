import pytest

from verifier.domain.prediction import Prediction, PredictionForm


def test_the_form_is_the_body_that_is_there() -> None:
    def form(**body: object) -> PredictionForm:
        prediction = Prediction(instance_id="i", model_name_or_path="m", **body)  # type: ignore[arg-type]
        return prediction.form

    assert form(model_patch="") is PredictionForm.PATCH
    assert form(model_output="") is PredictionForm.ANSWER
    assert form(files={}) is PredictionForm.FILES


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
