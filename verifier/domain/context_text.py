"""The code around an instance's methods, as lines of text for people."""

from collections.abc import Iterator, Sequence

from verifier.domain.context import (
    CallContext,
    FieldContext,
    InstanceContext,
    MethodContext,
    MethodSurroundings,
    TypeContext,
)
from verifier.printable import pluralize

LISTS = (
    ("callers", "called by"),
    ("callees", "calls"),
    ("overridden", "overrides"),
    ("overriding", "overridden by"),
    ("fields_read", "reads"),
    ("fields_written", "writes"),
    ("declared_exceptions", "declares"),
    ("thrown", "throws"),
    ("caught", "catches"),
    ("supertypes", "above its class"),
    ("subtypes", "below its class"),
)
_SHOWN = 5


def context_texts(context: InstanceContext, *, whole: bool = False) -> Iterator[str]:
    """Yield how names were resolved, then the lists of each method.

    Without `whole` each list shows its first entries; with it, all entries and their texts.
    """
    yield from _how(context)
    for each in context.methods:
        yield f"{_method(each.method)}  {_place(each.method)}"
        for name, words in LISTS:
            yield from _list(each, name, words, whole=whole)
    yield from (f"not found: {method}" for method in context.missing)
    structure = context.structure
    cut = f", {structure.left_out} not listed" if structure.left_out else ""
    yield f"project: {structure.files} Java files{cut}"
    if whole:
        for folder, files in structure.folders.items():
            yield f"  {folder or '.'}: {', '.join(files)}"


def _how(context: InstanceContext) -> Iterator[str]:
    share = context.unresolved_share
    unresolved = "no names were asked" if share is None else f"{share:.1%} of names unresolved"
    yield f"bindings: {context.bindings}; {unresolved}; {pluralize(context.files_read, 'file')} read"
    if context.files_not_read:
        yield f"{context.files_not_read} files that mention a name were not read: entries may lack"
    yield from (f"with errors of syntax: {file}" for file in context.unparsed)


def _list(around: MethodSurroundings, name: str, words: str, *, whole: bool) -> Iterator[str]:
    entries: Sequence[MethodContext | FieldContext | TypeContext] = getattr(around, name)
    shown = entries if whole else entries[:_SHOWN]
    hidden = len(entries) - len(shown) + around.left_out.get(name, 0)
    for each in shown:
        yield f"  {words} {_describe(each)}"
        if whole and isinstance(each, MethodContext) and each.source:
            cut = f" … {each.source_left_out} characters more" if each.source_left_out else ""
            yield from (f"    | {line}" for line in f"{each.source}{cut}".splitlines())
    if hidden:
        yield f"  {words} {hidden} more"


def _describe(entry: MethodContext | FieldContext | TypeContext) -> str:
    match entry:
        case CallContext(through=through):
            named = f" (as {through})" if through else ""
            return f"{_method(entry)}{named}  {_place(entry)}{_lines(entry.lines)}"
        case MethodContext():
            return f"{_method(entry)}  {_place(entry)}"
        case FieldContext():
            return f"{entry.type} {entry.class_name}#{entry.name}{_lines(entry.lines)}"
        case TypeContext():
            return f"{entry.name}" if entry.file is None else f"{entry.name}  {entry.file}"


def _method(method: MethodContext) -> str:
    return f"{method.class_name}#{method.name}{method.descriptor}"


def _place(method: MethodContext) -> str:
    if method.file is None:
        return "of a library"
    return method.file if method.start_line is None else f"{method.file}:{method.start_line}"


def _lines(lines: Sequence[int]) -> str:
    return f", line {', '.join(map(str, lines))}" if lines else ""
