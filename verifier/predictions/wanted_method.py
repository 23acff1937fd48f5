"""Find the declaration in the base that the method of `--want` means."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches

from verifier.domain.parameter_type import canonical_type
from verifier.domain.refactoring import MethodId, WantedRefactoring
from verifier.domain.source import Analysis, JavaTree, Member, Tree
from verifier.java_text.names import outermost, simple_name, to_dotted
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.signature import read_parameters
from verifier.java_text.tree_text import text_of
from verifier.predictions.splicing.places import file_of_class, files_of_class


def resolve_wanted(
    wanted: WantedRefactoring, base: JavaTree, changed: Iterable[str], analysis: Analysis
) -> WantedRefactoring:
    """Return the wanted refactoring with its method in the spelling of the base's declaration.

    Detection knows methods by erased types. A person may write type variables (`A` of `<A extends
    Appendable>`) or, for a constructor, the class's name. If the base declares no such method or
    several, the spelling stays, and detection reports what it found instead.

    Raises:
        AnalysisError, AnalysisTimeout: the analysis JVM failed.
    """
    reader = JavaReader(analysis=analysis)
    for path in _files(wanted, base, changed):
        text = text_of(base, path) or ""
        unit = reader.read(text)
        if unit.method(wanted.method) is not None:
            return wanted
        members = (member for declared in unit.types for member in declared.members)
        meant = [m.method for m in members if _is_meant(m, text, wanted.method) and m.method]
        if len(meant) == 1:
            return replace(wanted, method=meant[0])
    return wanted


def unknown_method(
    wanted: WantedRefactoring, base: JavaTree, changed: Iterable[str], analysis: Analysis
) -> str:
    """Say that the base lacks the method, and suggest the nearest one to paste.

    The result is empty if the base has it.

    Raises:
        AnalysisError, AnalysisTimeout: the analysis JVM failed.
    """
    reader = JavaReader(analysis=analysis)
    known: list[str] = []
    for path in _files(wanted, base, changed):
        unit = reader.read(text_of(base, path) or "")
        if unit.method(wanted.method) is not None:
            return ""
        known += (str(m.method) for declared in unit.types for m in declared.members if m.method)
    near = get_close_matches(str(wanted.method), known, n=1)
    paste = f'\nnearest: --want "{wanted.type}:{near[0]}"' if near else ""
    return f"\nno method {wanted.method} is found in the base{paste}"


def find_namesakes(
    wanted: WantedRefactoring, base: JavaTree, known: Iterable[str], analysis: Analysis
) -> tuple[str, ...]:
    """Return the files of the base that also declare the wanted method, apart from `known` files.

    Two modules may have a class of the same full name. The result is empty if the method is clear.

    Raises:
        AnalysisError, AnalysisTimeout: the analysis JVM failed.
    """
    reader, skipped = JavaReader(analysis=analysis), set(known)
    files = files_of_class(outermost(wanted.method.class_name), base, wanted.folder)
    return tuple(
        path
        for path in files
        if path not in skipped
        and reader.read(text_of(base, path) or "").method(wanted.method) is not None
    )


def _files(wanted: WantedRefactoring, base: Tree, changed: Iterable[str]) -> Iterator[str]:
    """Yield files that may contain the class: the file of its name, then files that the candidate
    changes.
    """
    own = file_of_class(outermost(wanted.method.class_name), base, wanted.folder)
    if own is not None:
        yield own
    known = base.paths()
    yield from sorted(
        p
        for p in changed
        if p != own and p.endswith(".java") and p in known and wanted.allows_file(p)
    )


def _is_meant(member: Member, text: str, wanted: MethodId) -> bool:
    found = member.method
    if found is None or to_dotted(found.class_name) != to_dotted(wanted.class_name):
        return False
    simple = simple_name(found.class_name)
    names = {"<init>", simple} if found.name == "<init>" else {found.name}
    if wanted.name not in names:
        return False
    declared = simple if found.name == "<init>" else found.name
    written = read_parameters(text[member.span.start : member.span.end], declared)
    return read_types(wanted) in {written, read_types(found)}


def read_types(method: MethodId) -> tuple[str, ...]:
    """Return a method's parameter types in canonical form."""
    return tuple(map(canonical_type, method.parameter_types))
