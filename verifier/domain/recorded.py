"""A verdict that came with imported data: somebody else's claim about a prediction, not truth."""

from dataclasses import dataclass

from verifier.domain.described import FORM, Described, Form


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordedVerdict(Described):
    """What a released data set says of one prediction; None where it says nothing."""

    instance_id: str
    """The id of the instance."""
    model_name_or_path: str
    """Whose answer it is."""
    sample: int = 0
    """Which of several answers, from 0."""
    source: str
    """The name of the data set."""
    detected: bool | None = None
    """Whether the wanted refactoring was detected."""
    compiles_and_passes: bool | None = None
    """Whether it was built and its tests passed, in one figure."""
    codebleu: float | None = None
    """The similarity, in [0, 1]."""
    pure: bool | None = None
    """Whether the developers' refactoring (not the prediction) is called pure."""
    reason: str = ""
    """What the release says of it in words; empty where it says nothing."""
    schema: Form = FORM
    """The number of this record's form; see docs/json.md."""

    @property
    def success(self) -> bool | None:
        """Both claims together (SWE-Refactor, section 4.1); None where one of them is missing."""
        if self.detected is None or self.compiles_and_passes is None:
            return None
        return self.detected and self.compiles_and_passes
