"""A template for answers by hand: an empty prediction, and the task in words."""

from collections.abc import Iterator
from typing import assert_never

from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction, PredictionForm
from verifier.java_text.names import to_dotted
from verifier.predictions.task.context_parts import context_parts

MODEL = "my-model"


def template(instance: Instance, form: PredictionForm, model: str = MODEL) -> Prediction:
    """Return a prediction of that form with an empty body."""
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


def task_text(instance: Instance, *, around: bool = False) -> str:
    """Return the task for a model: the wanted refactoring and the code before it.

    With `around` it includes the code around the method on the base, if the instance has its
    context. If the code goes to another class or method, the task says so. It contains nothing else
    from the developers' own change.
    """
    head = (
        f"{instance.type} on {instance.before.method}",
        f"file: {instance.before.file}",
        *_variable(instance),
        *target_lines(instance),
        f"repository: {instance.repo}, commit {instance.parent}",
    )
    parts = (
        "\n".join(head),
        f"method:\n{instance.before_sources.method}",
        f"class:\n{instance.before_sources.class_}",
        *(context_parts(instance.context) if around and instance.context else ()),
    )
    return "\n\n".join(part.rstrip("\n") for part in parts)


def _variable(instance: Instance) -> Iterator[str]:
    """Yield the variable, with its new name or type, if the refactoring acts on one."""
    if str(instance.wanted.variable):
        yield f"variable: {instance.wanted.variable}"


def target_lines(instance: Instance) -> Iterator[str]:
    """Yield the target of the code, if it leaves its class or goes into another method."""
    before, after = instance.before, instance.after
    if instance.type.traits.inlines_method:
        if before.partner is not None:
            yield f"into: {before.partner} in {before.partner_file or before.file}"
        return
    extracted = instance.type.traits.extracts_method and after.partner is not None
    method = after.partner if extracted and after.partner is not None else after.method
    file = (after.partner_file or after.file) if extracted else after.file
    if method.class_name != before.method.class_name:
        yield f"to: class {to_dotted(method.class_name)} in {file}"
