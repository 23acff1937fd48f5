"""Collect the errors of a prompt set, so that one message names them all."""

from collections.abc import Iterator
from contextlib import contextmanager

from verifier.errors import InputError
from verifier.printable import count_more

MOST = 20
"""The most errors that a message lists."""


class Problems:
    """The errors that were found so far; an error that is found twice counts once."""

    def __init__(self) -> None:
        """Start without any."""
        self._found: dict[str, InputError] = {}

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._found)

    @contextmanager
    def collect(self, task: str = "") -> Iterator[None]:
        """Keep an InputError of the block, which it ends.

        Errors that differ only in the id of the task count once.
        """
        try:
            yield
        except InputError as error:
            key = error.message.replace(task, "") if task else error.message
            self._found.setdefault(key, error)

    def refuse(self) -> None:
        """Do nothing if there are no errors.

        Raises:
            InputError: the only error, or one that has all messages and hints.
        """
        errors = list(self._found.values())
        if len(errors) == 1:
            raise errors[0]
        if errors:
            shown = [f"- {error.message}" for error in errors[:MOST]]
            if len(errors) > MOST:
                shown.append(f"- {count_more(len(errors) - MOST)}")
            hints = dict.fromkeys(error.hint for error in errors[:MOST] if error.hint)
            message = "\n".join((f"{len(errors)} errors in the prompts:", *shown))
            raise InputError(message, hint="\n".join(hints))
