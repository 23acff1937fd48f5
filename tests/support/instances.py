"""A mined instance made from the real dataclasses, for tests of its readers."""

from typing import Any

from verifier.domain.instance import Instance, Provenance, SideSources
from verifier.domain.purity import Purity, PurityTier, PurityVerdict
from verifier.domain.refactoring import MethodId, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType

METHOD = MethodId(class_name="p.A", name="f", parameter_types=("int",))
EXTRACTED = MethodId(class_name="p.A", name="g")
NO_TEXT = SideSources(method="", partner="", class_="", file_sha256="")


def make_mined(**more: Any) -> Instance:
    """An extraction from `p.A#f(int)`. `more` overrides fields."""
    fields: dict[str, Any] = {
        "id": "i1",
        "group": "g1",
        "repo": "r",
        "commit": "1" * 40,
        "parent": "2" * 40,
        "type": RefactoringType.EXTRACT_METHOD,
        "description": "Extract Method g() from f(int)",
        "before": RefactoringSide(file="A.java", method=METHOD),
        "after": RefactoringSide(file="A.java", method=METHOD, partner=EXTRACTED),
        "before_sources": NO_TEXT,
        "after_sources": NO_TEXT,
        "purity": Purity(verdict=PurityVerdict.PURE, mapping_state=1, tier=PurityTier.STRICT),
        "patch": "",
        "others": (),
        "provenance": Provenance(refverify="0", refactoring_miner="0", java="0"),
    }
    return Instance(**{**fields, **more})
