"""Find changed names that a library may read by reflection.

A library for JSON, for a database or for injection takes the names of fields and properties from a
class that has its annotation, whose class literal it gets, or whose objects it gets. No proof covers
this, because the library is not among the sources or its code is not analysed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath

from verifier.domain.source import JavaTree
from verifier.gates.names.changed_names import ChangedNames, property_of
from verifier.java_text.declared_names import annotations_of
from verifier.java_text.outline import head
from verifier.java_text.tree_text import text_of

_OF_THE_LANGUAGE = frozenset(
    {"Override", "Deprecated", "SuppressWarnings", "SafeVarargs", "FunctionalInterface"}
)

_FOR_CHECKERS = re.compile(
    r"(?:org\.jspecify\.annotations|org\.jetbrains\.annotations|org\.checkerframework|androidx\.annotation"
    r"|edu\.umd\.cs\.findbugs\.annotations|com\.google\.errorprone\.annotations)\."
    r"|javax\.annotation\.(?:Nullable|Nonnull|CheckForNull)$"
)
"""Annotations for compilers and static analyses, which read no names from objects."""


def find_reflected_names(names: ChangedNames, after: JavaTree) -> Iterator[str]:
    """Yield a sentence for each changed field, property or class whose name a library may read."""
    read = sorted(n for n in names.owners if n in names.fields or _is_property(n, names))
    if not read and not names.types:
        return
    paths = after.paths()
    stems = {PurePosixPath(path).stem for path in paths if path.endswith(".java")}
    for path in sorted(names.paths & paths):
        text = text_of(after, path) or ""
        for owner, annotations in annotations_of(text).items():
            name = _find_changed_name(owner, read, names)
            library = _of_libraries(annotations, text, stems) if name else []
            if library:
                yield (
                    f"{path}: a library may read {name} by its name, since {owner} has @{library[0]}"
                )
    yield from _find_given_to_libraries(read, names, after)


_READERS = re.compile(
    r"\b(?:com\.google\.gson|com\.fasterxml\.jackson|tools\.jackson|org\.codehaus\.jackson|com\.squareup\.moshi"
    r"|com\.alibaba\.fastjson2?|org\.json|org\.yaml\.snakeyaml|com\.thoughtworks\.xstream"
    r"|com\.esotericsoftware\.kryo|org\.apache\.commons\.beanutils2?|org\.modelmapper|org\.hibernate"
    r"|org\.apache\.ibatis|org\.springframework|freemarker|org\.apache\.velocity|org\.thymeleaf"
    r"|(?:javax|jakarta)\.(?:persistence|json|xml\.bind))\."
)
"""Packages of libraries that read fields and properties of whatever object they are given."""
_PLATFORM = ("java.", "javax.", "jdk.", "sun.")


def _find_given_to_libraries(
    read: Iterable[str], names: ChangedNames, after: JavaTree
) -> Iterator[str]:
    """Yield a sentence for each file and each class with changed names that it gives to a library."""
    owners = {owner: name for name in read for owner in names.owners[name]}
    for path in sorted(p for p in after.paths() if owners and p.endswith(".java")):
        text = text_of(after, path) or ""
        for owner, name in owners.items():
            if _is_given(owner.rpartition(".")[2], text):
                yield f"{path}: a library may read {name} of {owner} by its name"


def _is_given(simple: str, text: str) -> bool:
    """Tell whether a file names a class next to a known reader, or gives a library its literal."""
    word = re.escape(simple)
    if not re.search(rf"\b{word}\b", text):
        return False
    if _READERS.search(text):
        return True
    literal = rf"(?<!getLogger\()\b{word}\s*\.\s*class\b"
    return re.search(literal, text) is not None and any(
        not each.name.startswith(_PLATFORM) for each in head(text).imports
    )


def _is_property(name: str, names: ChangedNames) -> bool:
    return bool(property_of(name)) and name not in names.hidden


def _find_changed_name(owner: str, read: Iterable[str], names: ChangedNames) -> str:
    """Return the first changed name of a class; the class's own name if it replaces another class."""
    simple = owner.rpartition(".")[2]
    if simple in names.all and names.types:
        return simple
    return next((name for name in read if owner in names.owners[name]), "")


def _of_libraries(annotations: Iterable[str], text: str, stems: set[str]) -> list[str]:
    """Return the annotations that neither the platform nor a source of the tree declares."""
    imported = {e.name.rpartition(".")[2]: e.name for e in head(text).imports}
    return sorted(each for each in annotations if not _is_known(each, text, imported, stems))


def _is_known(name: str, text: str, imported: Mapping[str, str], stems: set[str]) -> bool:
    first, *rest = name.split(".")
    full = ".".join([imported.get(first, first), *rest])
    if full in _OF_THE_LANGUAGE or full.startswith("java.") or _FOR_CHECKERS.match(full):
        return True
    is_here = re.search(rf"@interface\s+{re.escape(full)}\b", text) is not None
    return is_here or not stems.isdisjoint(full.split("."))
