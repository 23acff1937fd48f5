"""How similar is the refactored code to the developers'?

CodeBLEU with its parts; it has no threshold.
"""

from verifier.checks.case import Case
from verifier.domain.facts.similarity import SimilarityFacts
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, CheckResult, Reason, Status
from verifier.predictions.refactored_code import find_refactored_code
from verifier.tools.codebleu import codebleu, has_codebleu


class SimilarityCheck:
    """Passes if there is a reference to compare with. The figures are in the data."""

    name = CheckName.SIMILARITY
    summary = "CodeBLEU of the refactored methods against the developers'"
    needs = (CheckName.APPLICATION,)

    def run(self, case: Case) -> CheckResult:
        """Compare the methods after the refactoring, including extracted and moved ones."""
        instance = case.instance
        reference = "" if instance is None else reference_code(instance)
        if instance is None or not reference.strip():
            return CheckResult(
                check=self.name,
                status=Status.NOT_APPLICABLE,
                reason=Reason.NO_REFERENCE,
                details="there is no developers' code to compare with",
            )
        if not has_codebleu():
            return CheckResult(
                check=self.name,
                status=Status.NOT_APPLICABLE,
                reason=Reason.NO_CODEBLEU,
                details="CodeBLEU needs a package that is only for Python 3.11 and 3.12",
            )
        cut = find_refactored_code(case.base, case.candidate, instance, case.analysis)
        result = codebleu(reference, cut.text)
        return CheckResult(
            check=self.name,
            status=Status.PASSED,
            data=SimilarityFacts(
                codebleu=_round(result.score),
                codebleu_raw=_round(result.raw),
                parts={name: _round(part) for name, part in result.parts.items()},
                methods=tuple(map(str, cut.methods)),
            ).as_data(),
        )


def reference_code(instance: Instance) -> str:
    """Return the developers' method after the refactoring, and the extracted method if any."""
    sides = (instance.after_sources.method, instance.after_sources.partner)
    return "\n\n".join(text for text in sides if text.strip())


def _round(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 6)
