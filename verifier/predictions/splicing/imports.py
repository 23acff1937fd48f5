"""Find the imports that a file needs for spliced code, by simple names."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from verifier.domain.source import CompilationUnit, Import, Tree
from verifier.java_text.jdk_names import JAVA_LANG, JDK_TYPES
from verifier.java_text.members import list_named_types
from verifier.java_text.names import is_type_like, package_of, simple_name
from verifier.java_text.tokens import Token, TokenKind, scan


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportSource:
    """A source of imports: the answer's, or those of the file that the code left.

    `package` is the package of that file; elsewhere its classes need an import.
    """

    imports: tuple[Import, ...] = ()
    package: str | None = None


def find_needed_imports(
    added: Iterable[str],
    unit: CompilationUnit,
    path: str,
    base: Tree,
    sources: Iterable[ImportSource],
) -> list[str]:
    """Return import declarations for names in the added code that the file does not know, sorted.

    A name is looked up in the answer's imports, then in the file that the code left, then among the
    JDK's best-known classes. A name that is not found is left to the compiler.
    """
    words = [token for text in added for token in _free_words(text)]
    names = {t.text for t in words}
    lines: set[str] = set()
    known = _find_known_names(unit, path, base)
    for found in (each for source in sources for each in source.imports):
        if not _is_imported(found, unit) and _brings(found, names, known):
            lines.add(_line(found.name, static=found.static))
            known.add(simple_name(found.name))
    for name in sorted(names - known):
        if name[0].isupper() and (qualified := _look_up(name, unit, base, sources)):
            lines.add(_line(qualified, static=False))
    return sorted(lines, key=lambda line: (line.startswith("import static"), line))


def _brings(found: Import, names: set[str], known: set[str]) -> bool:
    simple = simple_name(found.name)
    if simple != "*":
        return simple in names and simple not in known
    # An on-demand import can rebind names, so it is added only while a type is unknown.
    return found.static or _helps(names, known)


def _free_words(text: str) -> Iterator[Token]:
    """Yield the words that do not follow a dot."""
    before = ""
    for token in scan(text):
        if token.kind is TokenKind.WORD and before != ".":
            yield token
        before = token.text


def _find_known_names(unit: CompilationUnit, path: str, base: Tree) -> set[str]:
    """Return the simple names that need no import in a file."""
    folder = path.rpartition("/")[0] + "/"
    siblings = {
        p[len(folder) : -len(".java")]
        for p in base.paths()
        if p.startswith(folder) and p.endswith(".java")
    }
    declared = {simple_name(t.class_name) for t in list_named_types(unit)}
    members = {n for t in list_named_types(unit) for m in t.members for n in m.names}
    imported = {simple_name(i.name) for i in unit.imports}
    return siblings | declared | members | imported | JAVA_LANG


def _is_imported(found: Import, unit: CompilationUnit) -> bool:
    on_demand = package_of(found.name) + ".*"
    return any(i.static == found.static and i.name in {found.name, on_demand} for i in unit.imports)


def _helps(names: set[str], known: set[str]) -> bool:
    return any(is_type_like(name) for name in names - known)


def _look_up(
    name: str, unit: CompilationUnit, base: Tree, sources: Iterable[ImportSource]
) -> str | None:
    for source in sources:
        if source.package and source.package != unit.package:
            folder = source.package.replace(".", "/")
            if any(p.endswith(f"{folder}/{name}.java") for p in base.paths()):
                return f"{source.package}.{name}"
    package = JDK_TYPES.get(name)
    if package is None or any(i.name == package + ".*" for i in unit.imports):
        return None
    return f"{package}.{name}"


def _line(name: str, *, static: bool) -> str:
    return f"import {'static ' if static else ''}{name};"
