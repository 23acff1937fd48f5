"""Let tests follow a renamed or moved method of a golden refactoring, in their calls or imports."""

from dataclasses import dataclass, replace

from verifier.domain.closure import Brought, BroughtKind
from verifier.domain.closure_request import Break, BreakKind, Declared
from verifier.domain.paths import is_test_path
from verifier.domain.refactoring import MethodId, WantedRefactoring
from verifier.domain.source import Candidate, TypeDeclaration
from verifier.java_text.names import class_chain, outermost, package_of, to_dotted
from verifier.predictions.golden.growth import Growth, member_like, otherwise
from verifier.predictions.golden.pieces import convert_member, read_import, write_name
from verifier.predictions.policy.following_tests import calls_of_moved, following_tests
from verifier.predictions.splicing.splice import FileSplice


@dataclass(frozen=True, kw_only=True)
class MovedMethod:
    """A static method before and after its move.

    `alone` says that its old class has no other of its name.
    """

    old: MethodId
    new: MethodId
    alone: bool


@dataclass(frozen=True, kw_only=True)
class FollowingCode:
    """Repairs tests that use a method under its old name or in its old class.

    `own_files` are the files that the refactoring edits. Other tests may follow a `wanted` renaming
    or move; if a static method `moved`, they follow in their calls.
    """

    growth: Growth
    own_files: frozenset[str]
    wanted: WantedRefactoring
    moved: MovedMethod | None

    def follow(self, at: Declared, broken: Break) -> bool:
        """Let a test follow the renamed or moved method: in the commit's version if that does
        nothing else, otherwise in its calls.
        """
        return (
            self._means_the_moved(broken)
            or self._follows_as_committed(at, broken)
            or self._follows_in_calls(at, broken)
        )

    def _means_the_moved(self, broken: Break) -> bool:
        """Tell whether code only means the moved method in its new class, by an import that follows
        it.
        """
        if broken.kind is not BreakKind.REBOUND or self.moved is None:
            return False
        key = f"{self.moved.new.class_name.replace('.', '/')}.{self.moved.new.name}("
        return all(each.startswith(key) for each in broken.message.split(", "))

    def _follows_as_committed(self, at: Declared, broken: Break) -> bool:
        trees = self.growth.trees
        new, file = trees.after_file(at.file), trees.base_file(at.file)
        declared = class_of(at, new)
        home = class_of(at, file)
        member, old = member_like(declared, at), member_like(home, at)
        if new is None or file is None or declared is None or member is None or old is None:
            return False
        if not file.replace(old, convert_member(new, member)):
            return False
        alone = Candidate(changes=(file.change(),), patch="")
        if not following_tests(trees.before, alone, self.wanted).tests:
            return False
        why = otherwise(broken)
        return self.growth.add(new, declared, member, BroughtKind.CALLER, why)

    def _follows_in_calls(self, at: Declared, broken: Break) -> bool:
        """Change the calls of a static method to its new class, or import it from there."""
        file, moved = self.growth.trees.base_file(at.file), self.moved
        home = class_of(at, file)
        old = member_like(home, at)
        if file is None or old is None or moved is None:
            return False
        why = otherwise(broken)
        brought = Brought(kind=BroughtKind.CALLER, name=write_name(at), file=at.file, why=why)
        grown = False
        for start, end, text in calls_of_moved(file.member_text(old), moved.old, moved.new):
            span = (old.span.start + start, old.span.start + end)
            grown |= self.growth.follow(at.file, *span, text, brought)
        package = package_of(moved.new.class_name)
        if grown and package and package != file.unit.package:
            self.growth.import_as(
                at.file, f"import {to_dotted(outermost(moved.new.class_name))};", why
            )
        return grown or self._follows_by_import(file, brought, moved)

    def follow_import(self, broken: Break) -> bool:
        """Change a test's import of the moved method, which its old class no longer has."""
        file = self.growth.trees.base_file(broken.file) if is_test_path(broken.file) else None
        if file is None or self.moved is None or broken.file in self.own_files:
            return False
        brought = Brought(kind=BroughtKind.IMPORT, name="", file=broken.file, why=otherwise(broken))
        return self._follows_by_import(file, brought, self.moved)

    def _follows_by_import(self, file: FileSplice, brought: Brought, moved: MovedMethod) -> bool:
        name = f"{to_dotted(moved.old.class_name)}.{moved.old.name}"
        found = next((i for i in file.unit.imports if i.static and i.name == name), None)
        if found is None:
            return False
        line = f"import static {to_dotted(moved.new.class_name)}.{moved.new.name};"
        text = (
            line if moved.alone else f"{file.base_text[found.span.start : found.span.end]}\n{line}"
        )
        imported = replace(brought, kind=BroughtKind.IMPORT, name=read_import(line))
        return self.growth.follow(file.path, found.span.start, found.span.end, text, imported)


def class_of(at: Declared, file: FileSplice | None) -> TypeDeclaration | None:
    """Return the class that contains a declaration; None if the file or the class does not exist."""
    return file.type_named(class_chain(at.class_name)) if file is not None else None
