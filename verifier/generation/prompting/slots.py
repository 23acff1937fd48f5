"""The slots of prompt texts: what each is filled with, and what that discloses.

The names of SWE-Refactor's released templates (appendix E) are among them. A text is filled in one
pass over known slots. Values are never searched for slots: Java is full of braces.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from verifier.domain.assignment import CommitAssignment, Goal, MethodAssignment
from verifier.domain.context import InstanceContext, MethodSurroundings
from verifier.domain.generation import Disclosure
from verifier.domain.instance import Instance
from verifier.domain.prediction import Track
from verifier.domain.task_text import TextSource
from verifier.errors import UsageError
from verifier.generation.prompting.material import BaseFiles, PromptMaterial
from verifier.predictions.task.context_parts import (
    callee_parts,
    caller_parts,
    hierarchy_parts,
    structure_lines,
)
from verifier.predictions.task.template import target_lines

SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")
TASK_DESCRIPTION = "task_description"
"""A paragraph that a set brings along; the same in all its prompts."""
LEFT_OUT = "(left out, because the prompt would not fit)"
_NONE = "(none)"
_SEGMENTS = 3
"""Folders of a path that SWE-Refactor's project structure is limited to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Slot:
    """One slot: its meaning, what its value discloses, and the function that makes the value.

    `fill` returns None if the task has no such value.
    """

    meaning: str
    fill: Callable[[PromptMaterial], str | None]
    discloses: tuple[Disclosure, ...] = ()
    of_base: bool = False
    """Whether the value is text of the base that the instance itself does not hold."""


def fill(text: str, values: Mapping[str, str]) -> str:
    """Replace each slot by its value, in one pass.

    Raises:
        KeyError: a slot has no value.
    """
    return SLOT.sub(lambda found: values[found[1]], text)


def slots_in(text: str) -> tuple[str, ...]:
    """Return the names of the slots of a text, each once, in order."""
    return tuple(dict.fromkeys(found[1] for found in SLOT.finditer(text)))


def list_disclosures(slot: str, material: PromptMaterial) -> tuple[Disclosure, ...]:
    """Return what the value of a slot discloses."""
    in_words = slot in {"task", "description"}
    return _task_disclosures(material) if in_words else SLOTS[slot].discloses


def _operation(material: PromptMaterial) -> str | None:
    match material.task:
        case Instance(type=type_):
            return str(type_)
        case MethodAssignment(goal=goal):
            return str(goal)
        case _:
            return None


def _method(material: PromptMaterial) -> str | None:
    match material.task:
        case Instance(before_sources=sources):
            return sources.method.strip()
        case MethodAssignment(source=source):
            return source.strip()
        case _:
            return None


def _method_name(material: PromptMaterial) -> str | None:
    match material.task:
        case Instance(before=before):
            return str(before.method)
        case MethodAssignment(class_name=class_name, method=method):
            return f"{class_name}#{method}"
        case _:
            return None


def _variable(material: PromptMaterial) -> str | None:
    task = material.task
    return str(task.wanted.variable) or None if isinstance(task, Instance) else None


def _path(material: PromptMaterial) -> str | None:
    match material.task:
        case Instance(before=before):
            return before.file
        case MethodAssignment(file=file):
            return file
        case _:
            return None


def _class(material: PromptMaterial) -> str | None:
    task = material.task
    return task.before_sources.class_.strip() if isinstance(task, Instance) else None


def _file(material: PromptMaterial) -> str | None:
    path = _path(material)
    return None if path is None else _base(material).text(path).strip()


def _project_structure(material: PromptMaterial) -> str | None:
    path = _path(material)
    if path is None:
        return None
    near = "/".join(path.split("/")[:_SEGMENTS])
    return str([each for each in _base(material).java_paths() if near in each])


def _target(material: PromptMaterial) -> str | None:
    if not isinstance(material.task, Instance):
        return None
    places = (line.partition(": ")[2] for line in target_lines(material.task))
    return "\n".join(places) or None


def _target_content(material: PromptMaterial) -> str | None:
    task = material.task
    if not isinstance(task, Instance):
        return None
    before, after = task.before, task.after
    files = (after.partner_file, after.file, before.partner_file)
    path = next((file for file in files if file not in {None, before.file}), before.file)
    base = _base(material)
    return (
        base.text(path).strip()
        if path in base.java_paths()
        else "(a file that is still to be made)"
    )


def _structure(material: PromptMaterial) -> str | None:
    context = _context(material)
    return None if context is None else "\n".join(structure_lines(context.structure)) or _NONE


def _around(
    *parts: Callable[[MethodSurroundings], Iterable[str]],
) -> Callable[[PromptMaterial], str | None]:
    """Make the function that joins parts of the context of each method."""

    def join(material: PromptMaterial) -> str | None:
        context = _context(material)
        if context is None:
            return None
        found = (text for each in context.methods for part in parts for text in part(each))
        return "\n\n".join(found) or _NONE

    return join


def _task(material: PromptMaterial) -> str | None:
    """The task in words: a task text, RefactoringMiner's sentence, or a sentence of ours."""
    task = material.task
    if material.text is not None:
        return material.text.text.strip()
    if isinstance(task, CommitAssignment):
        raise UsageError(
            f"the task {task.id} is a whole commit and has no text for the {material.track} track",
            hint="Write texts with `refverify describe`, and pass them with --tasks FILE.",
        )
    if isinstance(task, MethodAssignment):
        return f"{_GOALS[task.goal]} the method {_method_name(material)}."
    if material.track is Track.OPEN:
        return (
            f"Improve the structure of the code around the method {task.before.method}, with a"
            " refactoring of your choice."
        )
    if Disclosure.SENTENCE in material.disclose:
        return " ".join(task.description.split())
    return f"{task.type} on {task.wanted.subject}."


_GOALS = {Goal.SIMPLIFY: "Simplify", Goal.OPTIMISE: "Optimise"}


def _task_disclosures(material: PromptMaterial) -> tuple[Disclosure, ...]:
    task, text = material.task, material.text
    if text is not None:
        is_sentence = text.source is TextSource.SENTENCE
        return (Disclosure.SENTENCE if is_sentence else Disclosure.DESCRIPTION,)
    if isinstance(task, Instance) and material.track is Track.OPEN:
        return (Disclosure.METHOD,)
    sentence = isinstance(task, Instance) and Disclosure.SENTENCE in material.disclose
    named = isinstance(task, Instance) and str(task.wanted.variable) != ""
    return (
        Disclosure.METHOD,
        Disclosure.OPERATION,
        *((Disclosure.VARIABLE,) if named else ()),
        *((Disclosure.SENTENCE,) if sentence else ()),
    )


def _description(material: PromptMaterial) -> str | None:
    """A task text. No sentence of ours takes its place."""
    if material.text is None:
        raise UsageError(
            f"the task {material.task.id} has no text for the {material.track} track, and the"
            " prompt set needs one",
            hint="Write texts with `refverify describe`, and pass them with --tasks FILE.",
        )
    return _task(material)


def _context(material: PromptMaterial) -> InstanceContext | None:
    """The context; None for assignments, which have none.

    Raises:
        UsageError: the instance lacks it.
    """
    task = material.task
    if not isinstance(task, Instance):
        return None
    if task.context is None:
        raise UsageError(
            f"instance {task.id} has no context, which the prompt for {task.type} needs",
            hint="Add it with `refverify context -i INSTANCES --repo CLONE`, and give the file that it"
            " writes with -i; or name the target with --disclose target-class.",
        )
    return task.context


def _base(material: PromptMaterial) -> BaseFiles:
    if material.base is None:
        raise UsageError(
            f"the prompt for {material.task.id} shows files of the base, which needs the repository",
            hint="Pass --repo PATH, or --repo NAME=PATH for several repositories.",
        )
    return material.base


def _never(material: PromptMaterial) -> str | None:
    """Return no value: the set has no paragraph of its own."""
    del material
    return None


SLOTS: Mapping[str, Slot] = {
    TASK_DESCRIPTION: Slot(meaning="The set's own introduction.", fill=_never),
    "task": Slot(
        meaning="The task in words: the task text, or a sentence made from the task.", fill=_task
    ),
    "description": Slot(
        meaning="The task text of `--tasks`; no sentence takes its place.",
        fill=_description,
    ),
    "refactoring_operation": Slot(
        meaning="The refactoring's type, or the goal of an assignment.",
        fill=_operation,
        discloses=(Disclosure.OPERATION,),
    ),
    "method_name": Slot(
        meaning="The method's class, name and parameter types.",
        fill=_method_name,
        discloses=(Disclosure.METHOD,),
    ),
    "variable": Slot(
        meaning="The variable or parameter with its new name or type, as the task names them.",
        fill=_variable,
        discloses=(Disclosure.VARIABLE,),
    ),
    "code_to_refactor": Slot(
        meaning="The text of the method on the base, with its Javadoc.",
        fill=_method,
        discloses=(Disclosure.METHOD,),
    ),
    "file_path_before_refactoring": Slot(
        meaning="The path of the method's file.", fill=_path, discloses=(Disclosure.METHOD,)
    ),
    "class_source": Slot(
        meaning="The text of the method's class on the base.",
        fill=_class,
        discloses=(Disclosure.CLASS,),
    ),
    "class_content": Slot(
        meaning="The whole text of the method's file on the base; needs `--repo`.",
        fill=_file,
        discloses=(Disclosure.FILE,),
        of_base=True,
    ),
    "target": Slot(
        meaning="The class or method that the code goes to.",
        fill=_target,
        discloses=(Disclosure.TARGET_CLASS,),
    ),
    "target_content": Slot(
        meaning="The whole text of the target's file on the base; needs `--repo`.",
        fill=_target_content,
        discloses=(Disclosure.TARGET_CLASS,),
        of_base=True,
    ),
    "structure": Slot(
        meaning="The project's Java files, one per line, from the context.",
        fill=_structure,
        discloses=(Disclosure.STRUCTURE,),
        of_base=True,
    ),
    "project_structure": Slot(
        meaning="The Java files in the first three folders of the method's path, as a Python list;"
        " needs `--repo`.",
        fill=_project_structure,
        discloses=(Disclosure.STRUCTURE,),
        of_base=True,
    ),
    "callers": Slot(
        meaning="The method's callers, from the context.",
        fill=_around(caller_parts),
        discloses=(Disclosure.CALLERS,),
        of_base=True,
    ),
    "callees": Slot(
        meaning="The methods that it calls, from the context.",
        fill=_around(callee_parts),
        discloses=(Disclosure.CALLEES,),
        of_base=True,
    ),
    "call_relationship": Slot(
        meaning="Callers and callees, from the context.",
        fill=_around(caller_parts, callee_parts),
        discloses=(Disclosure.CALLERS, Disclosure.CALLEES),
        of_base=True,
    ),
    "hierarchy": Slot(
        meaning="Super- and subtypes, and overridden and overriding methods, from the context.",
        fill=_around(hierarchy_parts),
        discloses=(Disclosure.HIERARCHY,),
        of_base=True,
    ),
}
"""All slots by name."""

CUT_ORDER = (
    ("structure", "project_structure"),
    ("callers", "callees", "call_relationship", "hierarchy"),
    ("class_source", "class_content", "target_content"),
)
"""The order in which slots are left out if a prompt must fit into the model's context."""
