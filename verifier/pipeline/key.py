"""The key of a verdict: everything that it depends on, as one hash."""

import hashlib

from verifier.domain.instance import StableId
from verifier.pipeline.options import JudgeOptions
from verifier.pipeline.task import Task
from verifier.pipeline.workshop import Workshop


def key_of(task: Task, options: JudgeOptions, workshop: Workshop) -> str:
    """What a verdict depends on: base, wanted refactoring, answer, options, rules, tools, image."""
    prediction = task.prediction
    body = hashlib.sha256(repr(prediction).encode("utf-8", "surrogatepass")).hexdigest()
    versions = [f"{name}={version}" for name, version in sorted(workshop.versions.items())]
    image = workshop.sandbox.image or ""
    return str(
        StableId.of(
            task.base_commit, str(task.wanted), body, options.hash, image, workshop.sandbox.name,
            *versions, *(() if task.rules is None else (task.rules.hash,)),
        )
    )  # fmt: skip
