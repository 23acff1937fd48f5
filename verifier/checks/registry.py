"""All checks, the cheapest first: the only list."""

from verifier.checks.application import ApplicationCheck
from verifier.checks.behaviour import BehaviourCheck
from verifier.checks.case import Check
from verifier.checks.compilation import CompilationCheck
from verifier.checks.coverage import CoverageCheck
from verifier.checks.detection import DetectionCheck
from verifier.checks.policy import PolicyCheck
from verifier.checks.proof import ProofCheck
from verifier.checks.purity import PurityCheck
from verifier.checks.references import ReferencesCheck
from verifier.checks.rules import RulesCheck
from verifier.checks.similarity import SimilarityCheck
from verifier.checks.tests import TestsCheck

ALL_CHECKS: tuple[Check, ...] = (
    ApplicationCheck(),
    PolicyCheck(),
    DetectionCheck(),
    PurityCheck(),
    CompilationCheck(),
    ReferencesCheck(),
    ProofCheck(),
    TestsCheck(),
    CoverageCheck(),
    BehaviourCheck(),
    SimilarityCheck(),
    RulesCheck(),
)
