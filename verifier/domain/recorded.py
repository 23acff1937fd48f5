"""A verdict that came with imported data: somebody else's claim about a prediction, not truth."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordedVerdict:
    """What a released data set says of one prediction; None where it says nothing.

    `source` names the data set. `detected` is its refactoring detection, `compiles_and_passes`
    its build and tests in one figure, `codebleu` its similarity (0 to 1), `pure` its purity claim
    about the developers' refactoring (not about the prediction). `reason` is free text where the
    release explains itself.
    """

    instance_id: str
    model_name_or_path: str
    sample: int = 0
    source: str
    detected: bool | None = None
    compiles_and_passes: bool | None = None
    codebleu: float | None = None
    pure: bool | None = None
    reason: str = ""

    @property
    def success(self) -> bool | None:
        """Both claims together (SWE-Refactor, section 4.1); None where one of them is missing."""
        if self.detected is None or self.compiles_and_passes is None:
            return None
        return self.detected and self.compiles_and_passes
