"""Find the method of a plan; the package may be missing if the class name is unique."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.builds.build_tools import java_tree
from verifier.domain.refactoring import MethodId
from verifier.domain.source import Analysis, CompilationUnit, JavaTree, Member
from verifier.errors import UsageError
from verifier.gates.change.selection import Source, open_selected
from verifier.java_text.names import outermost
from verifier.java_text.outline import outline
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.tree_text import text_of
from verifier.predictions.splicing.places import file_of_class

_EXAMPLE = "For example: pkg.Class#method(int, String)"
MOST_CANDIDATES = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class Declaration:
    """A method as a file declares it: the file's path, text and syntax, and the method in it."""

    file: str
    text: str
    unit: CompilationUnit
    member: Member


def method_asked(text: str, repository: Path) -> MethodId:
    """Return the method with its class's package, from the files on disk.

    Without brackets in the text, the method has no parameters yet.

    Raises:
        UsageError: the text cannot be read, or several packages have a class of this name.
        RepositoryError: the folder is not a repository or has no commit yet.
    """
    try:
        method = MethodId.parse(text if "(" in text else f"{text}()")
    except ValueError as error:
        raise UsageError(f"`method`: {error}", hint=_EXAMPLE) from error
    if "." in outermost(method.class_name):
        return method
    with open_selected(repository, Source()) as (opened, chosen):
        return with_package(method, java_tree(opened.tree(chosen.head)))


def with_package(method: MethodId, tree: JavaTree) -> MethodId:
    """Add the package to a class that is named without one.

    If no file has the name of the class, the name stays, and `find_declaration` refuses it.

    Raises:
        UsageError: several packages have a class of this name; the hint names them.
    """
    simple = outermost(method.class_name)
    if "." in simple:
        return method
    names = sorted({*_find_declared(simple, tree)})
    if len(names) > 1:
        raise UsageError(
            f"`method`: {len(names)} packages have a class {simple}",
            hint=f"Name one of: {', '.join(names[:MOST_CANDIDATES])}",
        )
    if not names:
        return method
    return replace(method, class_name=names[0] + method.class_name.removeprefix(simple))


def _find_declared(simple: str, tree: JavaTree) -> Iterator[str]:
    for path in tree.paths():
        if path.rpartition("/")[2] == f"{simple}.java":
            package = outline(text_of(tree, path) or "").package
            yield f"{package}.{simple}" if package else simple


def only_one_of_its_name(method: MethodId, tree: JavaTree, analysis: Analysis) -> MethodId:
    """Return the method of this class and name, with any parameters.

    Raises:
        UsageError: the class has several; the hint names them.
        AnalysisError: the analysis failed.
    """
    path = file_of_class(outermost(method.class_name), tree)
    unit = JavaReader(analysis=analysis).read((text_of(tree, path) or "") if path else "")
    members = (member.method for declared in unit.types for member in declared.members)
    found = [
        each
        for each in members
        if each is not None
        and each.name == method.name
        and each.class_name.replace("$", ".") == method.class_name.replace("$", ".")
    ]
    if len(found) > 1:
        raise UsageError(
            f"`method`: {method.class_name} has {len(found)} methods {method.name}",
            hint=f"Name one of: {', '.join(str(each) for each in found[:MOST_CANDIDATES])}",
        )
    return found[0] if found else method


def find_declaration(method: MethodId, tree: JavaTree, analysis: Analysis) -> Declaration:
    """Return the declaration of a method.

    Raises:
        UsageError: no file is named after the class, or several are, or the class has no such method; the
            hint names methods that are there.
        AnalysisError: the analysis failed.
    """
    file = file_of_class(outermost(method.class_name), tree)
    if file is None:
        raise UsageError(
            f"`method`: no single file is named after {method.class_name}",
            hint=f"Name the package and a class with a file of its name. {_EXAMPLE}",
        )
    text = text_of(tree, file) or ""
    unit = JavaReader(analysis=analysis).read(text)
    member = unit.method(method)
    if member is None:
        raise UsageError(f"`method`: no method {method} in {file}", hint=_others(unit, method))
    return Declaration(file=file, text=text, unit=unit, member=member)


def _others(unit: CompilationUnit, missing: MethodId) -> str:
    """Name methods of the file: those with the missing one's name, otherwise the first ones."""
    members = (member.method for declared in unit.types for member in declared.members)
    every = [each for each in members if each is not None]
    found = [each for each in every if each.name == missing.name] or every
    if found:
        return f"Name one of: {', '.join(str(each) for each in found[:MOST_CANDIDATES])}"
    return "The file has a syntax error." if unit.problems else "The file declares no method."
