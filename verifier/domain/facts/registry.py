"""The facts of every check, in one table."""

from collections.abc import Mapping

from verifier.domain.facts.application import ApplicationFacts
from verifier.domain.facts.base import Facts
from verifier.domain.facts.behaviour import BehaviourFacts
from verifier.domain.facts.compilation import CompilationFacts
from verifier.domain.facts.coverage import CoverageFacts
from verifier.domain.facts.detection import DetectionFacts
from verifier.domain.facts.policy import PolicyFacts
from verifier.domain.facts.proof import ProofFacts
from verifier.domain.facts.purity import PurityFacts
from verifier.domain.facts.references import ReferencesFacts
from verifier.domain.facts.rules import RulesFacts
from verifier.domain.facts.similarity import SimilarityFacts
from verifier.domain.facts.tests import TestsFacts
from verifier.domain.outcome import CheckName

ALL_FACTS: Mapping[CheckName, type[Facts]] = {
    facts.check: facts
    for facts in (
        ApplicationFacts, PolicyFacts, DetectionFacts, PurityFacts, CompilationFacts,
        ReferencesFacts, ProofFacts, TestsFacts, CoverageFacts, BehaviourFacts, SimilarityFacts,
        RulesFacts,
    )
}  # fmt: skip
