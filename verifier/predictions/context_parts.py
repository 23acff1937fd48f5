"""The parts of a task that tell what stands around the method (SWE-Refactor, appendix E)."""

from collections.abc import Iterable, Iterator

from verifier.domain.context import CallContext, InstanceContext, MethodSurroundings


def context_parts(context: InstanceContext) -> Iterator[str]:
    """Hierarchy, callers and callees of each method, and the project's files; all of the base."""
    for each in context.methods:
        name = f"{each.method.class_name}#{each.method.name}"
        yield from _hierarchy(name, each)
        yield from _calls(f"callers of {name}", each.callers)
        yield from _calls(f"callees of {name}", each.callees)
    folders = context.structure.folders.items()
    paths = [f"{folder}/{file}".removeprefix("/") for folder, files in folders for file in files]
    left = context.structure.left_out
    rest = [f"and {left} files more"] if left else []
    yield "\n".join(("project structure:", *paths, *rest))


def _hierarchy(name: str, around: MethodSurroundings) -> Iterator[str]:
    lines = [
        *(f"above its class: {each.name}" for each in around.supertypes),
        *(f"below its class: {each.name}" for each in around.subtypes),
        *(f"overrides: {each.class_name}#{each.name}" for each in around.overridden),
        *(f"overridden by: {each.class_name}#{each.name}" for each in around.overriding),
    ]
    if lines:
        yield "\n".join((f"hierarchy of {name}:", *lines))


def _calls(title: str, calls: Iterable[CallContext]) -> Iterator[str]:
    texts = [f"// {each.class_name} in {each.file}\n{each.source}".rstrip() for each in calls]
    if texts:
        yield "\n".join((f"{title}:", *texts))
