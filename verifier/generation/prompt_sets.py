"""Read prompt sets: ours, a user's folder, and the papers' texts in clones of their releases.

A set is a folder of texts, one per refactoring type or role, with a manifest. The papers' own texts
are not part of this package; they are read from a clone as it was released.
"""

import ast
import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path

from verifier.domain.assignment import CommitAssignment, Goal, MethodAssignment
from verifier.domain.described import FORM, Described, Form
from verifier.domain.generation import Disclosure, Sampling
from verifier.domain.instance import Instance
from verifier.domain.prediction import Track
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import InputError, UsageError
from verifier.generation.material import PromptMaterial
from verifier.generation.slots import SLOTS, TASK_DESCRIPTION, slots_in
from verifier.predictions.task.template import target_lines
from verifier.tools.records import from_json, to_json

DEFAULT_SET = "refverify-1"
OWN_SETS = (DEFAULT_SET, "rewrite-1")
"""The sets of this package."""
# The package is installed as plain files, as its jars must be.
_OWN = Path(str(files("verifier"))) / "resources" / "prompts"
MANIFEST = "manifest.json"
MOST_BYTES = 1024 * 1024
"""The most bytes of a text or a manifest."""
OPEN, COMMIT = "open", "commit"
TARGETED = ".target-class"
"""The suffix of a key whose text names the target."""
_OF_SWE_REFACTOR: Mapping[str, str] = {
    "extract-method": "extract_method_baseline_prompt.txt",
    "inline-method": "inline_method_baseline_prompt.txt",
    "move-method": "move_method_prompt_baseline.txt",
    "extract-and-move-method": "extract_and_move_method_baseline_prompt.txt",
    "move-and-rename-method": "move_and_rename_method_baseline_prompt.txt",
    "move-and-inline-method": "move_and_inline_baseline_prompt.txt",
}
"""The names of SWE-Refactor's released templates (`code/data/prompts`)."""
_SWE_REFACTOR_SCRIPT = "llm_refactoring.py"
_CODETASTE_SCRIPT = Path("refactoring_benchmark", "inference", "utils.py")
_CODETASTE_PREFIX = "DEFAULT_PREFIX"
_GREEDY = Sampling(temperature=0.0)


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
        fitting = [name for name in OWN_SETS if (_OWN / name / f"{key}.txt").is_file()]
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


def open_prompt_set(words: str) -> PromptSet:
    """Read a set: a name of ours, a folder, `swe-refactor:FOLDER` or `codetaste:FOLDER`.

    Raises:
        UsageError: there is no such set or folder.
        InputError: a text is missing, is not UTF-8, or has an unknown slot.
    """
    kind, colon, place = words.partition(":")
    if colon and kind in _RELEASES:
        return _check_slots(_RELEASES[kind](_require_folder(Path(place), words)))
    if words in OWN_SETS:
        return _check_slots(replace(_read_folder(_OWN / words), place=words))
    return _check_slots(_read_folder(_require_folder(Path(words), words)))


def _require_folder(folder: Path, words: str) -> Path:
    if not folder.is_dir():
        raise UsageError(
            f"--prompts {words}: no such prompt set or folder",
            hint=f"Give {' or '.join(OWN_SETS)}, a folder, swe-refactor:CLONE or codetaste:CLONE.",
        )
    return folder


def _read_folder(folder: Path) -> PromptSet:
    texts = {p.name.removesuffix(".txt"): _text(p) for p in sorted(folder.glob("*.txt"))}
    values = {}
    if TASK_DESCRIPTION in texts:
        values[TASK_DESCRIPTION] = texts.pop(TASK_DESCRIPTION).text.strip()
    if not texts:
        raise InputError(
            f"{folder} has no text", hint=f"A set has files such as {all_keys()[0]}.txt."
        )
    manifest = _manifest(folder, texts)
    return PromptSet(place=str(folder), manifest=manifest, texts=texts, values=values)


def _manifest(folder: Path, texts: Mapping[str, PromptText]) -> PromptManifest:
    """Read the manifest, and compare its files with the texts. Make one if there is none."""
    path = folder / MANIFEST
    found = _files_of(texts)
    if not path.is_file():
        return PromptManifest(set=folder.resolve().name, source=str(folder), files=found)
    try:
        manifest = from_json(PromptManifest, _content(path))
    except InputError as error:
        raise InputError(f"{path}: {error.message}", hint="See docs/prompts.md.") from error
    for name in sorted({*manifest.files, *found} if manifest.files else ()):
        if manifest.files.get(name) != found.get(name):
            raise InputError(
                f"{path}: {name} is not the text that the manifest describes",
                hint="Restore the file, or remove `files` from the manifest of a set of your own.",
            )
    return manifest if manifest.files else _with_files(manifest, found)


def _with_files(manifest: PromptManifest, found: Mapping[str, PromptFile]) -> PromptManifest:
    return PromptManifest(
        set=manifest.set,
        version=manifest.version,
        source=manifest.source,
        licence=manifest.licence,
        parameters=manifest.parameters,
        files=found,
    )


def _files_of(texts: Mapping[str, PromptText]) -> dict[str, PromptFile]:
    return {
        text.file: PromptFile(
            sha256=hashlib.sha256(text.text.encode()).hexdigest(), slots=text.slots
        )
        for text in texts.values()
    }


def _read_swe_refactor(folder: Path) -> PromptSet:
    """Read SWE-Refactor's templates from a clone, or from its folder of prompts."""
    inner = folder / "code" / "data" / "prompts"
    prompts = inner if inner.is_dir() else folder
    texts = {key: _text(prompts / name) for key, name in _OF_SWE_REFACTOR.items()}
    own, script = prompts / f"{TASK_DESCRIPTION}.txt", prompts / ".." / ".." / _SWE_REFACTOR_SCRIPT
    if own.is_file():
        paragraph = _text(own).text
    elif script.is_file():
        paragraph = _string_in(script, TASK_DESCRIPTION)
    else:
        raise InputError(
            f"{prompts} has no value for the slot {TASK_DESCRIPTION}, and there is no"
            f" {_SWE_REFACTOR_SCRIPT} two folders above",
            hint=f"Give the whole clone, or put the paragraph into {own.name} in that folder.",
        )
    manifest = PromptManifest(
        set="swe-refactor",
        source="https://github.com/SPEAR-SE/PureRefactor",
        parameters=_GREEDY,
        files=_files_of(texts),
    )
    values = {TASK_DESCRIPTION: paragraph.strip()}
    return PromptSet(place=str(prompts), manifest=manifest, texts=texts, values=values)


def _read_codetaste(folder: Path) -> PromptSet:
    """Read CodeTaste's prompt for direct work from a clone: its prefix, then the task text."""
    script = folder / _CODETASTE_SCRIPT
    if not script.is_file():
        raise InputError(
            f"{folder} has no {_CODETASTE_SCRIPT}", hint="Give a clone of CodeTaste's release."
        )
    prefix = _string_in(script, _CODETASTE_PREFIX)
    if slots := slots_in(prefix):
        raise InputError(f"{script}: unknown slot {{{slots[0]}}} in {_CODETASTE_PREFIX}")
    text = PromptText(file=script.name, text=f"{prefix}\n\n{{description}}")
    manifest = PromptManifest(
        set="codetaste",
        source="https://github.com/logic-star-ai/codetaste",
        files=_files_of({COMMIT: text}),
    )
    return PromptSet(place=str(folder), manifest=manifest, texts=dict.fromkeys(all_keys(), text))


_RELEASES: Mapping[str, Callable[[Path], PromptSet]] = {
    "swe-refactor": _read_swe_refactor,
    "codetaste": _read_codetaste,
}


def _text(path: Path) -> PromptText:
    try:
        # Bytes keep the line ends as they are.
        return PromptText(file=path.name, text=_content(path).decode("utf-8"))
    except OSError as error:
        raise InputError(
            f"cannot read the prompt {path}: {error.strerror}",
            hint="Each type that the set covers needs its file.",
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            f"the prompt {path} is not UTF-8: byte {error.start}", hint="Save it as UTF-8."
        ) from error


def _content(path: Path) -> bytes:
    """Read a file of a set, which somebody else may have made. Does not catch OSError.

    Raises:
        InputError: it is too large, it is a device or a pipe, for which reading may never end, or a
            link to another folder, whose content would be sent to the endpoint.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise InputError(f"{path} is no plain file", hint="A prompt set has plain files only.")
    if path.resolve().parent != path.parent.resolve():
        raise InputError(
            f"{path} is a link to another folder", hint="Copy the file into the folder of the set."
        )
    with path.open("rb") as stream:
        content = stream.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise InputError(
            f"{path} is larger than {MOST_BYTES:,} bytes", hint="Is it a prompt of the set?"
        )
    return content


def _string_in(script: Path, name: str) -> str:
    """Return the string that a script assigns to a name. Nothing of the script is run."""
    source = _text(script).text
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"{script} is no Python source: {error}") from error
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            targets = {target.id for target in node.targets if isinstance(target, ast.Name)}
            if name in targets and isinstance(node.value.value, str):
                return node.value.value
    raise InputError(f"{script} assigns no text to {name}", hint="Is this the release's clone?")


def _check_slots(prompts: PromptSet) -> PromptSet:
    for file, slot in _slots_of(prompts):
        if slot not in SLOTS:
            raise InputError(
                f"{prompts.place}: {file}: unknown slot {{{slot}}}",
                hint=f"The slots are: {', '.join(SLOTS)}.",
            )
        if slot == TASK_DESCRIPTION and slot not in prompts.values:
            raise InputError(
                f"{prompts.place}: {file}: the slot {{{slot}}} has no value",
                hint=f"Put the paragraph into {TASK_DESCRIPTION}.txt in the same folder.",
            )
    return prompts


def _slots_of(prompts: PromptSet) -> Iterator[tuple[str, str]]:
    for text in prompts.texts.values():
        yield from ((text.file, slot) for slot in text.slots)
