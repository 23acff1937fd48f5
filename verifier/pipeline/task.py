"""One prediction to judge, with all that says what it should have done."""

from dataclasses import dataclass, field

from verifier.domain.declared import NEUTRAL
from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.rules.rule_files import RuleSet
from verifier.tools.git import Repository


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One prediction to judge, with all that says what it should have done.

    Without `wanted` any pure refactoring will do; only a raw answer cannot be read without it.
    An `own_change` is a developer's, who may edit tests as the change itself needs it. Neutral are
    the clone that is read (the base commit says what it holds) and its name.
    """

    prediction: Prediction
    wanted: WantedRefactoring | None
    repository: Repository = field(metadata=NEUTRAL)
    base_commit: str
    instance: Instance | None = None
    own_change: bool = False
    repo: str = field(default="", metadata=NEUTRAL)
    rules: RuleSet | None = None
