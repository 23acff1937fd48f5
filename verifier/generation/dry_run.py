"""Show what would be asked: the messages of each prompt, and their size. Nothing is sent."""

from collections.abc import Iterator
from pathlib import Path

from verifier.generation.plan import Asked, GenerationPlan
from verifier.printable import pluralize, printable, visible
from verifier.tools.storage.files import write_whole


def prompt_lines(plan: GenerationPlan) -> Iterator[str]:
    """Yield each task's messages, with control characters escaped, and a line with their size."""
    for asked in _first_samples(plan):
        for message in asked.prompt.messages:
            yield f"== {printable(asked.task_id)} ({message.role})"
            yield visible(message.text)
        yield _size(asked)


def write_prompts(plan: GenerationPlan, folder: Path) -> Iterator[str]:
    """Write each task's messages to a text file, unchanged. Yield a line with name and size of each.

    Raises:
        StorageError: the folder cannot be written.
    """
    for number, asked in enumerate(_first_samples(plan), start=1):
        path = folder / f"{number:05}.txt"
        text = "\n".join(message.text for message in asked.prompt.messages)
        write_whole(path, text.encode("utf-8", "surrogatepass"))
        yield f"{path.name} {_size(asked)}"


def total_line(plan: GenerationPlan) -> str:
    """Return the number of tasks, requests and estimated tokens of all prompts."""
    tokens = sum(asked.prompt.tokens for asked in plan.asked)
    tasks = sum(1 for _ in _first_samples(plan))
    requests = pluralize(len(plan.asked), "request")
    return f"{pluralize(tasks, 'task')}, {requests}, about {tokens:,} tokens of prompts"


def _first_samples(plan: GenerationPlan) -> Iterator[Asked]:
    """All samples of a task have the same prompt."""
    return (asked for asked in plan.asked if asked.sample == 0)


def _size(asked: Asked) -> str:
    disclosed = ", ".join(asked.prompt.disclosed) or "nothing"
    size = f"{asked.prompt.bytes:,} bytes, about {asked.prompt.tokens:,} tokens"
    fits = "" if asked.fits else "; over the context, so it would not be sent"
    return f"{printable(asked.task_id)}: {size}; discloses {disclosed}{fits}"
