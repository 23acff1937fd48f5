"""Find the rule sets of instances: a folder with one subfolder per instance id."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from verifier.domain.instance import Instance
from verifier.errors import InputError, MissingToolError
from verifier.judging.task import Task
from verifier.rules.rule_files import RuleSet, read_rule_set, rule_files
from verifier.tools.opengrep.program import find_program

logger = logging.getLogger(__name__)

RULES_FOLDER = "rules"


def rule_sets(folder: Path, instances: Iterable[Instance]) -> dict[str, RuleSet]:
    """Read the existing rule sets by instance id.

    Raises:
        RuleFileError: one of them cannot be read.
    """
    there = {i.id: folder / i.id for i in instances if rule_files(folder / i.id)}
    return {name: read_rule_set(path) for name, path in there.items()}


def with_rule_sets(tasks: Sequence[Task], folder: Path, *, named: bool) -> list[Task]:
    """Give each task the rule set of its instance.

    If `named` is false, the folder is used only if an engine is installed; otherwise a notice is
    logged.

    Raises:
        InputError: the named folder does not exist, or a rule set cannot be read.
        MissingToolError: the folder was named and there is no engine.
    """
    if named and not folder.is_dir():
        raise InputError(f"{folder}: no such folder", hint="--rules needs the folder of rule sets.")
    sets = rule_sets(folder, (task.instance for task in tasks if task.instance is not None))
    if sets and not named and not _engine_is_there():
        logger.info("no rule engine: the rule sets in %s are left out", folder)
        sets = {}
    return [replace(task, rules=sets.get(task.prediction.instance_id)) for task in tasks]


def _engine_is_there() -> bool:
    try:
        find_program()
    except MissingToolError:
        return False
    return True
