"""Read the papers' own prompts from clones of their releases, as they were released."""

from collections.abc import Callable, Mapping
from pathlib import Path

from verifier.domain.generation import Sampling
from verifier.errors import InputError
from verifier.generation.prompting.problems import Problems
from verifier.generation.prompting.prompt_set import (
    PromptManifest,
    PromptSet,
    PromptText,
    all_keys,
    describe_files,
)
from verifier.generation.prompting.set_files import read_text, read_texts, string_in
from verifier.generation.prompting.slots import TASK_DESCRIPTION, slots_in

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


def _read_swe_refactor(folder: Path, problems: Problems) -> PromptSet:
    """Read SWE-Refactor's templates from a clone, or from its folder of prompts."""
    inner = folder / "code" / "data" / "prompts"
    prompts = inner if inner.is_dir() else folder
    paths = {key: prompts / name for key, name in _OF_SWE_REFACTOR.items()}
    texts = read_texts(paths, problems)
    values = {TASK_DESCRIPTION: ""}
    with problems.collect():
        values[TASK_DESCRIPTION] = _swe_refactor_paragraph(prompts).strip()
    manifest = PromptManifest(
        set="swe-refactor",
        source="https://github.com/SPEAR-SE/PureRefactor",
        parameters=_GREEDY,
        files=describe_files(texts.values()),
    )
    return PromptSet(place=str(prompts), manifest=manifest, texts=texts, values=values)


def _swe_refactor_paragraph(prompts: Path) -> str:
    own, script = prompts / f"{TASK_DESCRIPTION}.txt", prompts / ".." / ".." / _SWE_REFACTOR_SCRIPT
    if own.is_file():
        return read_text(own).text
    if script.is_file():
        return string_in(script, TASK_DESCRIPTION)
    raise InputError(
        f"{prompts} has no value for the slot {{{TASK_DESCRIPTION}}}, and there is no"
        f" {_SWE_REFACTOR_SCRIPT} two folders above",
        hint=f"Give the whole clone, or put the paragraph into {own.name} in that folder.",
    )


def _read_codetaste(folder: Path, _problems: Problems) -> PromptSet:
    """Read CodeTaste's prompt for direct work from a clone: its prefix, then the task text."""
    script = folder / _CODETASTE_SCRIPT
    if not script.is_file():
        raise InputError(
            f"{folder} has no {_CODETASTE_SCRIPT}", hint="Give a clone of CodeTaste's release."
        )
    prefix = string_in(script, _CODETASTE_PREFIX)
    if slots := slots_in(prefix):
        raise InputError(f"{script}: unknown slot {{{slots[0]}}} in {_CODETASTE_PREFIX}")
    text = PromptText(file=script.name, text=f"{prefix}\n\n{{description}}")
    manifest = PromptManifest(
        set="codetaste",
        source="https://github.com/logic-star-ai/codetaste",
        files=describe_files([text]),
    )
    return PromptSet(place=str(folder), manifest=manifest, texts=dict.fromkeys(all_keys(), text))


RELEASES: Mapping[str, Callable[[Path, Problems], PromptSet]] = {
    "swe-refactor": _read_swe_refactor,
    "codetaste": _read_codetaste,
}
"""The readers of releases, by the word before the colon of `--prompts`."""
