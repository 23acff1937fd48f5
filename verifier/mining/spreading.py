"""Choose a sample of tasks that is spread over their properties, without a random seed."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar, assert_never

from verifier.domain.assignment import CommitAssignment, MethodAssignment, TaskRecord
from verifier.domain.instance import Instance
from verifier.errors import UsageError
from verifier.java_text.code_lines import count_code_lines

Property = Callable[[TaskRecord], Hashable]
Task = TypeVar("Task", bound=TaskRecord)

ELOC_STEP = 10
"""The lines that share a class of sizes, unless the user gives another number."""


def spread(
    tasks: Sequence[Task], most: int, properties: Sequence[Callable[[Task], Hashable]]
) -> Iterator[Task]:
    """Yield at most `most` tasks, in the order in which the sample grows.

    The next task has the first property's value that was chosen least so far, then the second
    property's, and so on. The smaller id breaks ties; ids are hashes of the content. So a smaller
    sample is part of a larger one, and the order of the tasks does not matter.
    """
    left = {
        each.id: (each, tuple((number, value(each)) for number, value in enumerate(properties)))
        for each in tasks
    }
    taken: Counter[tuple[int, Hashable]] = Counter()
    for _ in range(min(most, len(left))):
        chosen, values = min(
            left.values(), key=lambda item: (*(taken[value] for value in item[1]), item[0].id)
        )
        del left[chosen.id]
        taken.update(values)
        yield chosen


@dataclass(frozen=True, kw_only=True, slots=True)
class SampleRequest:
    """A sample of at most `most` tasks, spread over properties in this order."""

    most: int
    properties: tuple[Property, ...]

    def choose(self, tasks: Sequence[Task]) -> list[Task]:
        """Return the sample in the order of the tasks.

        Instances of one act of the developer are spread too, after all properties, and so are
        methods of one class.
        """
        sample = spread(tasks, self.most, (*self.properties, _group))
        ids = {each.id for each in sample}
        return [each for each in tasks if each.id in ids]


def read_properties(words: str) -> tuple[Property, ...]:
    """Read `type,year,eloc:10`: properties in the order of their weight.

    `eloc` is the number of lines (`eloc`), in classes of 10 lines or of the given number. A task
    without a date has a class of its own for `year`.

    Raises:
        UsageError: a word is not a property.
    """
    return tuple(_property(word.strip()) for word in words.split(","))


def _property(word: str) -> Property:
    name, colon, step = word.partition(":")
    if name == "eloc" and (not colon or (step.isdecimal() and int(step) > 0)):
        lines = int(step) if colon else ELOC_STEP
        return lambda each: eloc(each) // lines
    if word in _PROPERTIES:
        return _PROPERTIES[word]
    raise UsageError(
        f"--spread: {word!r} is not a property",
        hint="Choose from type, year and eloc, or eloc:N for classes of N lines; separate them with"
        " commas.",
    )


def eloc(task: TaskRecord) -> int:
    """Return the number of lines with code of the method on the base.

    A commit has the number of lines that it adds or removes.
    """
    match task:
        case Instance():
            return count_code_lines(task.before_sources.method)
        case MethodAssignment():
            return count_code_lines(task.source)
        case CommitAssignment():
            return sum(map(_is_changed, task.patch.splitlines()))
        case _:
            assert_never(task)


def _is_changed(line: str) -> bool:
    return line.startswith(("+", "-")) and not line.startswith(("+++ ", "--- "))


def _group(task: TaskRecord) -> str:
    match task:
        case Instance():
            return task.group
        case MethodAssignment():
            return task.class_name
        case CommitAssignment():
            return task.id
        case _:
            assert_never(task)


_PROPERTIES: Mapping[str, Property] = {
    "type": lambda each: each.type,
    "year": lambda each: each.year,
}
