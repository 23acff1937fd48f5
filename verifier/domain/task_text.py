"""The text of a task, in the words of a model, a user or RefactoringMiner (CodeTaste, section 3.5)."""

from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.described import FORM, Described, Form
from verifier.domain.prediction import Track


class TextSource(StrEnum):
    """The author of a task text."""

    SENTENCE = "sentence"
    """RefactoringMiner's description."""
    MODEL = "model"
    USER = "user"


@dataclass(frozen=True, kw_only=True, slots=True)
class TaskText(Described):
    """One text for one instance or assignment and one track."""

    instance_id: str
    """The id of the instance or assignment."""
    track: Track
    """`instructed` or `open`."""
    text: str
    """The text."""
    source: TextSource
    """The author."""
    model: str | None = None
    """The model that wrote the text; null for other authors."""
    prompt_sha256: str | None = None
    """The SHA-256 of the messages that asked for the text; null for other authors."""
    leaks: tuple[str, ...] = ()
    """The names in an open text that only the developers' solution has. Such a text is left out of
    the open track unless leaks are allowed."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""
