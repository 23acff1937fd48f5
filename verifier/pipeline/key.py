"""The key of a verdict: everything that it depends on, as one hash of declared fields."""

from verifier.domain.declared import declaration
from verifier.domain.instance import StableId
from verifier.pipeline.options import JudgeOptions
from verifier.pipeline.task import Task
from verifier.pipeline.workshop import Workshop


def key_of(task: Task, options: JudgeOptions, workshop: Workshop) -> str:
    """A hash of the task, the options and the opened tools: whatever they do not declare neutral."""
    return str(StableId.of(declaration(task, options, workshop)))


def config_hash(options: JudgeOptions, workshop: Workshop) -> str:
    """A hash of the options alone: equal for all verdicts of one configuration."""
    return str(StableId.of(declaration(options, workshop.options)))
