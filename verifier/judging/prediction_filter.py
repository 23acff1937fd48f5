"""Select predictions by instance and model."""

from collections.abc import Sequence

from verifier.domain.prediction import Prediction
from verifier.errors import UsageError


def select_predictions(
    predictions: Sequence[Prediction], instances: Sequence[str], models: Sequence[str]
) -> list[Prediction]:
    """Keep predictions by instance id prefix and by model name. An empty filter keeps all.

    Raises:
        UsageError: a name fits no prediction.
    """
    ids = sorted({p.instance_id for p in predictions})
    names = sorted({p.model_name_or_path for p in predictions})
    for wanted in instances:
        if not any(known.startswith(wanted) for known in ids):
            raise UsageError(
                f"no prediction answers an instance {wanted}",
                hint="`refverify instances` lists ids; the beginning of one is enough.",
            )
    for wanted in models:
        if wanted not in names:
            raise UsageError(
                f"no prediction is by {wanted}", hint=f"The file has {', '.join(names[:10])}."
            )
    return [
        p
        for p in predictions
        if (not instances or p.instance_id.startswith(tuple(instances)))
        and (not models or p.model_name_or_path in models)
    ]
