"""Read the files of prompt sets. Others may have made them, so nothing of them is run."""

import ast
from collections.abc import Mapping
from pathlib import Path

from verifier.errors import InputError
from verifier.generation.prompting.problems import Problems
from verifier.generation.prompting.prompt_set import PromptText

MOST_BYTES = 1024 * 1024
"""The most bytes of a text or a manifest."""


def read_texts(paths: Mapping[str, Path], problems: Problems) -> dict[str, PromptText]:
    """Read texts by key. One that cannot be read is a problem, and absent."""
    texts = {}
    for key, path in paths.items():
        with problems.collect():
            texts[key] = read_text(path)
    return texts


def read_text(path: Path) -> PromptText:
    """Read one text.

    Raises:
        InputError: it is missing, is not UTF-8, or is refused by `read_content`.
    """
    try:
        # Bytes keep the line ends as they are.
        return PromptText(file=path.name, text=read_content(path).decode("utf-8"))
    except OSError as error:
        raise InputError(
            f"cannot read the prompt {path}: {error.strerror}",
            hint="Each type that the set covers needs its file.",
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            f"the prompt {path} is not UTF-8: byte {error.start}", hint="Save it as UTF-8."
        ) from error


def read_content(path: Path) -> bytes:
    """Read a file of a set, which others may have made. Does not catch OSError.

    Raises:
        InputError: it is too large, it is a device or a pipe, for which reading may never end, or a
            link to another folder, whose content would be sent to the endpoint.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise InputError(f"{path} is not a plain file", hint="A prompt set has plain files only.")
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


def string_in(script: Path, name: str) -> str:
    """Return the string that a script assigns to a name. Nothing of the script is run."""
    source = read_text(script).text
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InputError(f"{script} is not Python source: {error}") from error
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            targets = {target.id for target in node.targets if isinstance(target, ast.Name)}
            if name in targets and isinstance(node.value.value, str):
                return node.value.value
    raise InputError(f"{script} assigns no text to {name}", hint="Is this the release's clone?")
