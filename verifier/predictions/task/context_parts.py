"""The parts of a task that describe the code around the method (SWE-Refactor, appendix E)."""

from collections.abc import Iterable, Iterator

from verifier.domain.context import (
    CallContext,
    InstanceContext,
    MethodSurroundings,
    ProjectStructure,
)
from verifier.printable import count_more


def context_parts(context: InstanceContext) -> Iterator[str]:
    """Yield hierarchy, callers and callees of each method, and the project's files, all from the
    base.
    """
    for each in context.methods:
        yield from hierarchy_parts(each)
        yield from caller_parts(each)
        yield from callee_parts(each)
    yield "\n".join(("project structure:", *structure_lines(context.structure)))


def hierarchy_parts(around: MethodSurroundings) -> Iterator[str]:
    """Yield the hierarchy of a method and its class; nothing if there is none."""
    yield from _hierarchy(_name(around), around)


def caller_parts(around: MethodSurroundings) -> Iterator[str]:
    """Yield the callers of a method; nothing if there are none."""
    left_out = around.left_out.get("callers", 0)
    yield from _calls(f"callers of {_name(around)}", around.callers, left_out)


def callee_parts(around: MethodSurroundings) -> Iterator[str]:
    """Yield the methods that a method calls; nothing if there are none."""
    left_out = around.left_out.get("callees", 0)
    yield from _calls(f"callees of {_name(around)}", around.callees, left_out)


def structure_lines(structure: ProjectStructure) -> list[str]:
    """Return the paths of the project's Java files, and the number of files that are left out."""
    folders = structure.folders.items()
    paths = [f"{folder}/{file}".removeprefix("/") for folder, files in folders for file in files]
    return [*paths, *([f"and {structure.left_out} files more"] if structure.left_out else [])]


def _name(around: MethodSurroundings) -> str:
    return f"{around.method.class_name}#{around.method.name}"


def _hierarchy(name: str, around: MethodSurroundings) -> Iterator[str]:
    lines = [
        *(f"above its class: {each.name}" for each in around.supertypes),
        *(f"below its class: {each.name}" for each in around.subtypes),
        *(f"overrides: {each.class_name}#{each.name}" for each in around.overridden),
        *(f"overridden by: {each.class_name}#{each.name}" for each in around.overriding),
    ]
    if lines:
        yield "\n".join((f"hierarchy of {name}:", *lines))


def _calls(title: str, calls: Iterable[CallContext], left_out: int) -> Iterator[str]:
    texts = [f"// {each.class_name} in {each.file}\n{_text(each)}".rstrip() for each in calls]
    rest = [f"// {count_more(left_out)}"] if left_out else []
    if texts or rest:
        yield "\n".join((f"{title}:", *texts, *rest))


def _text(call: CallContext) -> str:
    cut = call.source_left_out
    return f"{call.source}\n// and {cut} more characters" if cut else call.source
