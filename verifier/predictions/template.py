"""What a person needs to hand in an answer by hand: a line to fill, and the task in words."""

from typing import assert_never

from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction, PredictionForm

MODEL = "my-model"


def template(instance: Instance, form: PredictionForm, model: str = MODEL) -> Prediction:
    """A prediction of that form whose body is empty."""
    match form:
        case PredictionForm.PATCH:
            return Prediction(instance_id=instance.id, model_name_or_path=model, model_patch="")
        case PredictionForm.ANSWER:
            return Prediction(instance_id=instance.id, model_name_or_path=model, model_output="")
        case PredictionForm.FILES:
            files = {instance.before.file: ""}
            return Prediction(instance_id=instance.id, model_name_or_path=model, files=files)
        case _:
            assert_never(form)


def task_text(instance: Instance) -> str:
    """What a model would need to see: the wanted refactoring and the code as it was before.

    Nothing of the developers' own change is in it.
    """
    head = (
        f"{instance.type} on {instance.before.method}",
        f"file: {instance.before.file}",
        f"repository: {instance.repo}, commit {instance.parent}",
    )
    parts = (
        "\n".join(head),
        f"method:\n{instance.before_sources.method}",
        f"class:\n{instance.before_sources.class_}",
    )
    return "\n\n".join(part.rstrip("\n") for part in parts)
