"""Find names in unchanged code to which changed imports give another meaning."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from verifier.domain.source import CompilationUnit, Import
from verifier.java_text.names import package_of, simple_name
from verifier.java_text.tokens import TokenKind, scan


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportedNames:
    """One side of a file: its imports and the simple names that its code uses.

    `called` are the names before a parenthesis. Names after a dot need no import and are left out.
    """

    package: str
    imports: frozenset[tuple[str, bool]]
    used: frozenset[str]
    called: frozenset[str]

    @classmethod
    def of(cls, text: str, unit: CompilationUnit) -> "ImportedNames":
        """Read one side."""
        # An import does not use its name. Cut the last one first, so that earlier spans stay valid.
        for each in sorted(unit.imports, key=lambda i: -i.span.start):
            text = text[: each.span.start] + text[each.span.end :]
        tokens = [("", TokenKind.OPERATOR), *((t.text, t.kind) for t in scan(text))]
        used, called = set(), set()
        for at, (word, kind) in enumerate(tokens):
            if kind is TokenKind.WORD and tokens[at - 1][0] != ".":
                used.add(word)
                if at + 1 < len(tokens) and tokens[at + 1][0] == "(":
                    called.add(word)
        return cls(
            package=unit.package,
            imports=frozenset(map(_key, unit.imports)),
            used=frozenset(used),
            called=frozenset(called),
        )

    def single(self, name: str) -> frozenset[tuple[str, bool]]:
        """Return the imports of exactly this name."""
        return frozenset(i for i in self.imports if simple_name(i[0]) == name)

    def on_demand(self, *, static: bool) -> frozenset[str]:
        """Return the packages, or the classes of static imports, that are imported with `*`."""
        return frozenset(
            n.removesuffix(".*") for n, s in self.imports if n[-1] == "*" and s is static
        )

    def reaches(self, imported: tuple[str, bool]) -> bool:
        """Tell whether a name is accessible without an import of just this name."""
        owner, static = package_of(imported[0]), imported[1]
        near = not static and owner in {self.package, "java.lang"}
        return near or owner in self.on_demand(static=static)


def rebound(before: ImportedNames, after: ImportedNames, moved: Collection[str]) -> Iterator[str]:
    """Yield, sorted, the names that both sides use and that their imports bind differently.

    `moved` are the classes (with dots) between which a refactoring moved a method; a static import
    may follow it. If on-demand imports were exchanged, every name may have another meaning, so `*`
    is yielded too.
    """
    for name in sorted(before.used & after.used):
        old, new = before.single(name), after.single(name)
        lost = {i for i in old - new if not after.reaches(i)}
        gained = {i for i in new - old if not before.reaches(i)}
        # A lower-case name that is not called is a field or a variable; only an exchange rebinds it.
        differing = {i for i in lost | gained if not (i[1] and package_of(i[0]) in moved)}
        called = name in before.called & after.called
        if differing and (name[0].isupper() or called or (lost and gained)):
            yield name
    for static in (False, True):
        old_all, new_all = before.on_demand(static=static), after.on_demand(static=static)
        # If one was only added or removed, the compiler reports an ambiguous or unknown name.
        if (old_all - new_all - set(moved)) and (new_all - old_all - set(moved)):
            yield "*"


def _key(imported: Import) -> tuple[str, bool]:
    return imported.name, imported.static
