"""A prediction to judge, with everything that says what it should do."""

from dataclasses import dataclass, field

from verifier.domain.declared import NEUTRAL
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.rules.rule_files import RuleSet
from verifier.tools.git.repository import Repository


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """A prediction to judge, with everything that says what it should do.

    Without `wanted`, any pure refactoring is accepted; a raw answer cannot be read without it. An
    `own_change` is a developer's own and may edit tests. The clone and its name are neutral for the
    key, because the base commit determines the content.
    """

    prediction: Prediction
    wanted: WantedRefactoring | None
    repository: Repository = field(metadata=NEUTRAL)
    base_commit: str
    instance: Instance | None = None
    own_change: bool = False
    repo: str = field(default="", metadata=NEUTRAL)
    rules: RuleSet | None = None
