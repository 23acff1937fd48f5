"""A verdict from imported data: a claim about a prediction, not the truth."""

from dataclasses import dataclass

from verifier.domain.described import FORM, Described, Form


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordedVerdict(Described):
    """What a released data set states about one prediction; null if it states nothing."""

    instance_id: str
    """The id of the instance."""
    model_name_or_path: str
    """The author of the answer."""
    sample: int = 0
    """The number of the answer among several, from 0."""
    source: str
    """The name of the data set."""
    detected: bool | None = None
    """Whether the wanted refactoring was detected."""
    compiles_and_passes: bool | None = None
    """Whether it was built and its tests passed, as one value."""
    codebleu: float | None = None
    """The CodeBLEU similarity, in [0, 1]."""
    pure: bool | None = None
    """Whether the developers' refactoring (not the prediction) is called pure."""
    reason: str = ""
    """What the release states in words; empty if it states nothing."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""

    @property
    def success(self) -> bool | None:
        """Both claims together (SWE-Refactor, section 4.1); None if one of them is missing."""
        if self.detected is None or self.compiles_and_passes is None:
            return None
        return self.detected and self.compiles_and_passes
