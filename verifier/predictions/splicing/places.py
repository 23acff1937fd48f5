"""Find the places of a wanted refactoring's methods in the base."""

from dataclasses import dataclass

from verifier.domain.assignment import MethodAssignment
from verifier.domain.instance import Instance
from verifier.domain.paths import is_test_path
from verifier.domain.refactoring import MethodId, WantedRefactoring
from verifier.domain.source import Tree, TypeDeclaration, TypeKind
from verifier.java_text.names import outermost, simple_name
from verifier.java_text.outline import outline
from verifier.predictions.splicing.splice import FileSplice


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodPlace:
    """A method's file and class; in a damaged instance the method itself may be missing."""

    path: str
    method: MethodId


def source_place(
    wanted: WantedRefactoring, base: Tree, instance: Instance | None
) -> MethodPlace | None:
    """Return the file of the wanted method: the instance's, or the one found by class name."""
    if instance is not None and base.read(instance.before.file) is not None:
        return MethodPlace(path=instance.before.file, method=wanted.method)
    path = file_of_class(outermost(wanted.method.class_name), base, wanted.folder)
    return None if path is None else MethodPlace(path=path, method=wanted.method)


def find_assigned_place(assignment: MethodAssignment, base: Tree) -> MethodPlace | None:
    """Return the file of the method to rewrite; None if the base has no such file."""
    if base.read(assignment.file) is None:
        return None
    return MethodPlace(path=assignment.file, method=assignment.method_id)


def inline_target(base: Tree, instance: Instance | None) -> MethodPlace | None:
    """Return the method that the wanted one is inlined into, if the instance names it."""
    if instance is None or instance.before.partner is None:
        return None
    path = instance.before.partner_file or instance.before.file
    return (
        MethodPlace(path=path, method=instance.before.partner)
        if base.read(path) is not None
        else None
    )


def file_of_class(name: str, base: Tree, folder: str = "") -> str | None:
    """Return the only .java file for a qualified class name; nested classes may have dots.

    The file is in `folder`, unless that is empty.
    """
    found = files_of_class(name, base, folder)
    return found[0] if len(found) == 1 else None


def files_of_class(name: str, base: Tree, folder: str = "") -> list[str]:
    """Return the .java files that may declare a qualified class name; main code comes before tests.

    Tests are left out if there is main code.
    """
    parts = name.split(".")
    inside = [path for path in base.paths() if not folder or path.startswith(f"{folder}/")]
    while parts:
        ending = "/".join(parts) + ".java"
        found = sorted(path for path in inside if f"/{path}".endswith(f"/{ending}"))
        if found:
            main = [path for path in found if not is_test_path(path)]
            return main or found
        parts.pop()
    return []


def find_file(path: str, base: Tree) -> str | None:
    """Return the file of the base that an answer's path means.

    Absolute paths of another machine, a leading project folder, class names and bare file names are
    accepted if they match exactly one file.
    """
    plain = path.strip("`\"' ").replace("\\", "/").removeprefix("./").lstrip("/")
    paths = base.paths()
    if plain in paths:
        return plain
    found = [p for p in paths if p.endswith("/" + plain) or plain.endswith("/" + p)]
    if len(found) > 1:
        found = [max(found, key=len)] if all(plain.endswith(p) for p in found) else []
    if found:
        return found[0]
    stem = plain.removesuffix(".java")
    return file_of_class(stem, base) if "/" not in stem and "." in stem else None


def outermost_classes(splice: FileSplice, base: Tree) -> frozenset[str]:
    """Return the simple names of classes that files of the base are named after, and of a file's
    own.
    """
    names = {path.rpartition("/")[2].removesuffix(".java") for path in base.paths()}
    return frozenset(names | {simple_name(outermost(t.class_name)) for t in splice.unit.types})


def header_for(splice: FileSplice, declared: TypeDeclaration) -> str:
    """Return a class header for reading members of a type: its name and type variables.

    It comes from the declaration's tokens. The span may begin with a comment, and a comment may
    contain `<code>Name</code>` or quote another header.
    """
    keyword = "interface" if declared.kind is TypeKind.INTERFACE else "class"
    upto_brace = splice.base_text[declared.span.start : declared.body.start + 1]
    found = next(iter(outline(upto_brace, decoded=False).declared), None)
    parameters = found.parameters if found is not None else ""
    return f"{keyword} {simple_name(declared.class_name)}{parameters}"
