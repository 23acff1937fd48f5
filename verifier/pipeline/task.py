"""One prediction to judge, with all that says what it should have done."""

from dataclasses import dataclass

from verifier.domain.instance import Instance
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import WantedRefactoring
from verifier.rules.rule_files import RuleSet
from verifier.tools.git import Repository


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """One prediction to judge, with all that says what it should have done.

    Without `wanted` any pure refactoring will do; only a raw answer cannot be read without it.
    """

    prediction: Prediction
    wanted: WantedRefactoring | None
    repository: Repository
    base_commit: str
    instance: Instance | None = None
    repo: str = ""
    rules: RuleSet | None = None
