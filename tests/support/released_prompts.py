"""A clone in the form of SWE-Refactor's release, with texts of our own."""

from pathlib import Path

NAMES = (
    "extract_method_baseline_prompt",
    "inline_method_baseline_prompt",
    "move_method_prompt_baseline",
    "extract_and_move_method_baseline_prompt",
    "move_and_rename_method_baseline_prompt",
    "move_and_inline_baseline_prompt",
)
SCRIPT = 'import no_such_module\ndef f():\n    task_description = """\n   Tidy it.\n   """\n'
TEXT = "{task_description}: {refactoring_operation}\n"


def write_release(clone: Path, text: str = TEXT) -> Path:
    """Write the templates and the script that has their first paragraph. Return the clone."""
    prompts = clone / "code" / "data" / "prompts"
    prompts.mkdir(parents=True)
    for name in NAMES:
        (prompts / f"{name}.txt").write_text(text)
    (clone / "code" / "llm_refactoring.py").write_text(SCRIPT)
    return clone
