"""The key of a verdict: a hash of the declared fields that the verdict depends on."""

from verifier.domain.declared import declaration
from verifier.domain.instance import StableId
from verifier.judging.options import JudgeOptions
from verifier.judging.task import Task
from verifier.judging.toolset import Toolset


def key_of(task: Task, options: JudgeOptions, toolset: Toolset) -> str:
    """Hash the task, the options and the opened tools, except fields that they declare neutral."""
    return str(StableId.of(declaration(task, options, toolset)))


def config_hash(options: JudgeOptions, toolset: Toolset) -> str:
    """Hash the options alone; all verdicts of one configuration share this hash."""
    return str(StableId.of(declaration(options, toolset.options)))
