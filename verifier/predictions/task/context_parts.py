"""The parts of a task that describe the code around the method (SWE-Refactor, appendix E)."""

from collections.abc import Iterable, Iterator

from verifier.domain.context import CallContext, InstanceContext, MethodSurroundings


def context_parts(context: InstanceContext) -> Iterator[str]:
    """Yield hierarchy, callers and callees of each method, and the project's files, all from the
    base.
    """
    for each in context.methods:
        name = f"{each.method.class_name}#{each.method.name}"
        yield from _hierarchy(name, each)
        yield from _calls(f"callers of {name}", each.callers, each.left_out.get("callers", 0))
        yield from _calls(f"callees of {name}", each.callees, each.left_out.get("callees", 0))
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


def _calls(title: str, calls: Iterable[CallContext], left_out: int) -> Iterator[str]:
    texts = [f"// {each.class_name} in {each.file}\n{_text(each)}".rstrip() for each in calls]
    rest = [f"// and {left_out} more"] if left_out else []
    if texts or rest:
        yield "\n".join((f"{title}:", *texts, *rest))


def _text(call: CallContext) -> str:
    cut = call.source_left_out
    return f"{call.source}\n// and {cut} more characters" if cut else call.source
