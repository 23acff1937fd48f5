"""Prompt sets: one text for each refactoring type or role, with a manifest."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from verifier.domain.assignment import CommitAssignment, Goal, MethodAssignment
from verifier.domain.described import FORM, Described, Form
from verifier.domain.generation import Disclosure, Sampling
from verifier.domain.instance import Instance
from verifier.domain.prediction import Track
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import InputError
from verifier.generation.prompting.material import PromptMaterial
from verifier.generation.prompting.slots import slots_in
from verifier.predictions.task.template import target_lines
from verifier.tools.records import to_json

DEFAULT_SET = "refverify-1"
OWN_SETS = (DEFAULT_SET, "rewrite-1")
"""The sets of this package."""
# The package is installed as plain files, as its jars must be.
OWN_FOLDER = Path(str(files("verifier"))) / "resources" / "prompts"
OPEN, COMMIT = "open", "commit"
TARGETED = ".target-class"
"""The suffix of a key whose text names the target."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptFile(Described):
    """One text of a prompt set."""

    sha256: str
    """The SHA-256 of the file."""
    slots: tuple[str, ...]
    """The names of its slots, in order."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptManifest(Described):
    """`manifest.json` of a prompt set."""

    set: str
    """The name of the set."""
    version: str = ""
    """The version of the set; empty if it has none."""
    source: str = ""
    """The origin of the texts."""
    licence: str = ""
    """The licence of the texts."""
    parameters: Sampling = field(default_factory=Sampling)
    """The sampling parameters of the set. They are sent unless `--no-set-parameters` is given."""
    files: Mapping[str, PromptFile] = field(default_factory=dict)
    """The texts by file name. A set without this property is accepted as it is."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptText:
    """One text, and the file that it comes from."""

    file: str
    text: str

    @property
    def slots(self) -> tuple[str, ...]:
        """The names of its slots, each once, in order."""
        return slots_in(self.text)


@dataclass(frozen=True, kw_only=True, slots=True)
class PromptSet:
    """The texts of a set by key, and the values that it has for slots itself.

    A key is a refactoring type or a goal in lower case with hyphens, `open` or `commit`.
    """

    place: str
    manifest: PromptManifest
    texts: Mapping[str, PromptText]
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name and version."""
        return "-".join(filter(None, (self.manifest.set, self.manifest.version)))

    @property
    def sha256(self) -> str:
        """The SHA-256 of everything that the prompts take from the set."""
        content = f"{to_json(self.manifest)}\0{sorted(self.values.items())}"
        return hashlib.sha256(content.encode()).hexdigest()

    def text_for(self, material: PromptMaterial) -> PromptText:
        """Return the text for a task.

        Raises:
            InputError: the set lacks it; the message names the file.
        """
        key = key_of(material)
        if _names_target(material) and f"{key}{TARGETED}" in self.texts:
            return self.texts[f"{key}{TARGETED}"]
        if key not in self.texts:
            raise InputError(
                f"prompt set {self.place} has no text {key}.txt, which the task {material.task.id}"
                " needs",
                hint=self._instead_of(key),
            )
        return self.texts[key]

    def _instead_of(self, key: str) -> str:
        if self.place not in OWN_SETS:
            known = ", ".join(sorted(text.file for text in self.texts.values()))
            return f"Add the file, or leave such tasks out. The set has: {known}."
        fitting = [name for name in OWN_SETS if (OWN_FOLDER / name / f"{key}.txt").is_file()]
        choice = fitting[0] if fitting else f"FOLDER with a folder that has {key}.txt"
        return f"Ask such tasks alone, with --prompts {choice}."


def key_of(material: PromptMaterial) -> str:
    """Return the key of the text for a task."""
    match material.task:
        case MethodAssignment(goal=goal):
            return str(goal)
        case CommitAssignment():
            return COMMIT
        case Instance(type=type_):
            return OPEN if material.track is Track.OPEN else _key(type_)


def all_keys() -> tuple[str, ...]:
    """Return the keys of a whole set, without the texts that name the target."""
    return (*map(_key, RefactoringType), OPEN, COMMIT, *map(str, Goal))


def _key(name: str) -> str:
    return name.lower().replace(" ", "-")


def _names_target(material: PromptMaterial) -> bool:
    """Whether the prompt shall name the target, and the task has one."""
    task = material.task
    return (
        Disclosure.TARGET_CLASS in material.disclose
        and isinstance(task, Instance)
        and any(True for _ in target_lines(task))
    )


def describe_files(texts: Iterable[PromptText]) -> dict[str, PromptFile]:
    """Return the texts\' hashes and slots, by file name."""
    return {
        text.file: PromptFile(
            sha256=hashlib.sha256(text.text.encode()).hexdigest(), slots=text.slots
        )
        for text in texts
    }
