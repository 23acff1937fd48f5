"""Open prompt sets: ours, a user's folder, and the papers' texts in clones of their releases.

The papers' own texts are not part of this package; they are read from a clone as it was released.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from verifier.errors import InputError, UsageError
from verifier.generation.prompting.problems import Problems
from verifier.generation.prompting.prompt_set import (
    OWN_FOLDER,
    OWN_SETS,
    PromptFile,
    PromptManifest,
    PromptSet,
    PromptText,
    all_keys,
    describe_files,
)
from verifier.generation.prompting.releases import RELEASES
from verifier.generation.prompting.set_files import read_content, read_texts
from verifier.generation.prompting.slots import SLOTS, TASK_DESCRIPTION
from verifier.tools.records import from_json

MANIFEST = "manifest.json"


def open_prompt_set(words: str) -> PromptSet:
    """Read a set: a name of ours, a folder, `swe-refactor:FOLDER` or `codetaste:FOLDER`.

    Raises:
        UsageError: there is no such set or folder.
        InputError: texts are missing, are not UTF-8, or have unknown slots; the message names all.
    """
    problems = Problems()
    prompts = _read_set(words, problems)
    _check_slots(prompts, problems)
    problems.refuse()
    return prompts


def _read_set(words: str, problems: Problems) -> PromptSet:
    kind, colon, place = words.partition(":")
    if colon and kind in RELEASES:
        return RELEASES[kind](_require_folder(Path(place), words), problems)
    if words in OWN_SETS:
        return replace(_read_folder(OWN_FOLDER / words, problems), place=words)
    return _read_folder(_require_folder(Path(words), words), problems)


def _require_folder(folder: Path, words: str) -> Path:
    if not folder.is_dir():
        raise UsageError(
            f"--prompts {words}: no such prompt set or folder",
            hint=f"Give {' or '.join(OWN_SETS)}, a folder, swe-refactor:CLONE or codetaste:CLONE.",
        )
    return folder


def _read_folder(folder: Path, problems: Problems) -> PromptSet:
    paths = {path.name.removesuffix(".txt"): path for path in sorted(folder.glob("*.txt"))}
    texts = read_texts(paths, problems)
    values = {}
    if TASK_DESCRIPTION in texts:
        values[TASK_DESCRIPTION] = texts.pop(TASK_DESCRIPTION).text.strip()
    if not texts and not problems:
        raise InputError(
            f"{folder} has no text", hint=f"A set has files such as {all_keys()[0]}.txt."
        )
    manifest = _read_manifest(folder, texts, problems)
    return PromptSet(place=str(folder), manifest=manifest, texts=texts, values=values)


def _read_manifest(
    folder: Path, texts: Mapping[str, PromptText], problems: Problems
) -> PromptManifest:
    """Read the manifest, and compare its files with the texts. Make one if there is none."""
    path = folder / MANIFEST
    found = describe_files(texts.values())
    made = PromptManifest(set=folder.resolve().name, source=str(folder), files=found)
    if problems or not path.is_file():
        return made
    with problems.collect():
        manifest = _parse_manifest(path)
        for name in sorted({*manifest.files, *found} if manifest.files else ()):
            with problems.collect():
                _compare(path, name, manifest.files.get(name), found.get(name))
        return manifest if manifest.files else _with_files(manifest, found)
    return made


def _parse_manifest(path: Path) -> PromptManifest:
    try:
        return from_json(PromptManifest, read_content(path))
    except InputError as error:
        raise InputError(f"{path}: {error.message}", hint="See docs/prompts.md.") from error


def _compare(path: Path, name: str, described: PromptFile | None, found: PromptFile | None) -> None:
    if described != found:
        raise InputError(
            f"{path}: {name} is not the text that the manifest describes",
            hint="Restore the file, or remove `files` from the manifest of a set of your own.",
        )


def _with_files(manifest: PromptManifest, found: Mapping[str, PromptFile]) -> PromptManifest:
    return PromptManifest(
        set=manifest.set,
        version=manifest.version,
        source=manifest.source,
        licence=manifest.licence,
        parameters=manifest.parameters,
        files=found,
    )


def _check_slots(prompts: PromptSet, problems: Problems) -> None:
    for file, slot in _slots_of(prompts):
        with problems.collect():
            _check_slot(prompts, file, slot)


def _check_slot(prompts: PromptSet, file: str, slot: str) -> None:
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


def _slots_of(prompts: PromptSet) -> Iterator[tuple[str, str]]:
    for text in prompts.texts.values():
        yield from ((text.file, slot) for slot in text.slots)
