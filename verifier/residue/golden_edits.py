"""The edits of the developers' refactoring per member, to recognise the same edits in a candidate.

An instance asks for its refactoring and everything that it needs. If a candidate leaves a member
exactly as the golden refactoring does, this was part of the task. Any other content of the member
is an edit.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence

from verifier.domain.closure import GoldenEdit
from verifier.domain.source import SourceTrees
from verifier.residue.rebinding import ImportedNames, rebound
from verifier.residue.text.members import FileSide, PartKey, Units

NOT_THERE = ""
"""The content of a removed member."""


def golden_edits(trees: SourceTrees, units: Units) -> tuple[GoldenEdit, ...]:
    """Return every member, order and import that differs between two trees, sorted by name."""
    before = FileSide.of(trees.before, {path: both.before for path, both in units.items()})
    after = FileSide.of(trees.after, {path: both.after for path, both in units.items()})
    found = {
        **_parts(before, after),
        **_orders(before, after),
        **dict(_imports(trees, units)),
    }
    return tuple(GoldenEdit(member=name, content=found[name]) for name in sorted(found))


def makes_all(trees: SourceTrees, units: Units, golden: Mapping[str, str]) -> bool:
    """Tell whether a change makes every one of these edits; it may make more."""
    made = {edit.member: edit.content for edit in golden_edits(trees, units)}
    return all(made.get(member) == content for member, content in golden.items())


def content_of(side: FileSide, key: PartKey) -> str:
    """Return the digest of a member's tokens; `NOT_THERE` if the side lacks it."""
    part = side.parts.get(key)
    return NOT_THERE if part is None else digest(part.words)


def digest(words: Iterable[str]) -> str:
    """Return the digest of a sequence of tokens."""
    return hashlib.sha256("\0".join(words).encode("utf-8", "surrogatepass")).hexdigest()


def order_name(owner: str) -> str:
    """Name the edit of the order of a class's fields or constants."""
    return f"order of the fields or constants of {owner}"


def order_content(order: Sequence[tuple[str, ...]]) -> str:
    """Return the digest of an order."""
    return digest(" ".join(names) for names in order)


def import_name(name: str, path: str) -> str:
    """Name the edit of an imported name."""
    return f"import of {name} in {path}"


def import_content(name: str, imported: ImportedNames) -> str:
    """Return the digest of what a file's imports bind a name to.

    `*` means all on-demand imports.
    """
    if name == "*":
        demanded = (sorted(imported.on_demand(static=static)) for static in (False, True))
        return digest(f"{static} {name}" for static, names in enumerate(demanded) for name in names)
    return digest(f"{static:d} {bound}" for bound, static in sorted(imported.single(name)))


def same_files(units: Units) -> list[tuple[str, str]]:
    """Pair the paths before and after that declare the same class."""
    # A file is identified by what it declares, because its path may change.
    declared = {
        t.class_name: path for path, both in units.items() if both.before for t in both.before.types
    }
    pairs = {
        (declared[t.class_name], path)
        for path, both in units.items()
        if both.after
        for t in both.after.types
        if t.class_name in declared
    }
    return sorted(pairs)


def _parts(before: FileSide, after: FileSide) -> Mapping[str, str]:
    keys = before.parts.keys() | after.parts.keys()
    changed = (key for key in keys if content_of(before, key) != content_of(after, key))
    return {str(key): content_of(after, key) for key in changed}


def _orders(before: FileSide, after: FileSide) -> Mapping[str, str]:
    both = before.orders.keys() & after.orders.keys()
    changed = (name for name in both if before.orders[name] != after.orders[name])
    return {order_name(name): order_content(after.orders[name]) for name in changed}


def _imports(trees: SourceTrees, units: Units) -> Iterator[tuple[str, str]]:
    for old_path, new_path in same_files(units):
        old, new = units[old_path].before, units[new_path].after
        if old is not None and new is not None:
            before = ImportedNames.of(trees.before[old_path], old)
            after = ImportedNames.of(trees.after[new_path], new)
            for name in rebound(before, after, ()):
                yield import_name(name, new_path), import_content(name, after)
