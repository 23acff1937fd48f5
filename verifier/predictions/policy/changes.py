"""Judge a candidate's changes by the closed list of policy rules."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from verifier.domain.paths import (
    below_source_folder,
    is_build_path,
    is_meta_inf_path,
    is_module_descriptor,
    is_test_path,
    is_test_platform_path,
    unsafe_reason,
)
from verifier.domain.source import (
    PLAIN_MODE,
    SUBMODULE,
    SYMBOLIC_LINK,
    Candidate,
    FileChange,
    JavaTree,
)
from verifier.domain.test_frameworks import TEST_FRAMEWORKS
from verifier.java_text.outline import head, outline, read_declared_types
from verifier.java_text.tokens import same_code, token_texts
from verifier.java_text.tree_text import text_after, text_of
from verifier.predictions.policy.constructs import new_constructs, occurrences
from verifier.predictions.policy.rules import PolicyFinding, PolicyRule

_SHADOWED = (
    *TEST_FRAMEWORKS, "java", "javax", "jakarta", "jdk", "sun", "com.sun", "kotlin", "groovy",
    "scala", "org.apiguardian", "org.apache.maven", "org.gradle", "net.bytebuddy", "org.objenesis",
    "org.jacoco",
)  # fmt: skip

_AREAS: tuple[tuple[Callable[[str], bool], PolicyRule], ...] = (
    (is_test_platform_path, PolicyRule.TEST_PLATFORM_SETTINGS),
    (is_meta_inf_path, PolicyRule.META_INF),
    (is_build_path, PolicyRule.BUILD_FILE),
    (is_module_descriptor, PolicyRule.MODULE_DESCRIPTOR),
)


@dataclass(frozen=True, kw_only=True)
class Inspection:
    """One candidate and its base.

    `editable` are the files of the wanted refactoring, the only tests that may change. `copied` is
    code of the base that the wanted refactoring may repeat, such as the body of an inlined method.
    """

    base: JavaTree
    candidate: Candidate
    editable: frozenset[str]
    copied: str = ""

    def findings(self) -> tuple[PolicyFinding, ...]:
        """Return every broken rule, paths first, then code; empty if there is none."""
        changes = self.candidate.changes
        by_path = [f for change in changes for f in self._path_findings(change)]
        by_name = (*self._package_findings(), *self._name_findings())
        return (*by_path, *by_name, *self._construct_findings())

    def _path_findings(self, change: FileChange) -> Iterator[PolicyFinding]:
        path = change.path
        unsafe = unsafe_reason(path)
        if unsafe is not None:
            yield _whole(PolicyRule.PATH_ESCAPE, path, unsafe)
            return
        if change.content is not None:
            yield from _mode_findings(change)
        rule = self._find_area(path)
        if rule is not None:
            yield _whole(rule, path, "deleted" if change.content is None else "changed")

    def _find_area(self, path: str) -> PolicyRule | None:
        for applies, rule in _AREAS:
            if applies(path):
                return rule
        if is_test_path(path):
            return None if self._is_own(path) else PolicyRule.TEST_FILE
        return None if path.endswith(".java") else PolicyRule.OUTSIDE_MAIN_SOURCES

    def _is_own(self, path: str) -> bool:
        return path in self.editable and path.endswith(".java")

    def _package_findings(self) -> Iterator[PolicyFinding]:
        for path, source in self._after.items():
            declared = head(source).package_line
            package, line = (declared.name, declared.line) if declared is not None else ("", 0)
            if path in self._before and head(self._before[path]).package == package:
                continue
            shadowed = next((s for s in _SHADOWED if _is_below(package, s)), None)
            if shadowed is not None and not self._base_has(shadowed):
                yield PolicyFinding(
                    rule=PolicyRule.SHADOWED_PACKAGE, path=path, line=line, what=package
                )
            elif not self._base_has(".".join(package.split(".")[:2])):
                yield PolicyFinding(
                    rule=PolicyRule.FOREIGN_PACKAGE, path=path, line=line, what=package
                )

    def _name_findings(self) -> Iterator[PolicyFinding]:
        """Yield new classes whose name means another class in tests of the package or in another
        module.
        """
        outlines = map(outline, self._before.values())
        known = {(before.package, name) for before in outlines for name in before.types}
        for path, source in self._after.items():
            if is_test_path(path):
                continue
            found = outline(source)
            for each in found.declared:
                new = (found.package, each.name) not in known
                if new and self._is_taken(found.package, each.name):
                    rule = PolicyRule.SHADOWED_NAME
                    yield PolicyFinding(rule=rule, path=path, line=each.line, what=each.name)

    def _is_taken(self, package: str, name: str) -> bool:
        return self._is_used_by_tests(package, name) or self._is_declared(package, name)

    def _is_declared(self, package: str, name: str) -> bool:
        """Tell whether a file in any folder declares this class, before and after the change.

        The new class may precede the other one on the class path of another module. `A$B` is the
        compiler's name for the `B` in `A`.
        """
        outermost = name.partition("$")[0] or name
        gone = {c.path for c in self.candidate.changes if c.content is None}
        return any(
            self._declares(path, package, outermost)
            for path in self.base.paths()
            if path.endswith(".java") and path not in gone
        )

    def _declares(self, path: str, package: str, name: str) -> bool:
        # A cheap test first: few files contain the word.
        if name.encode() not in (self.base.read(path) or b""):
            return False
        texts = (text_of(self.base, path), self._after.get(path))
        found = [outline(text) for text in texts if text is not None]
        return all(each.package == package and name in each.types for each in found)

    def _is_used_by_tests(self, package: str, name: str) -> bool:
        folder = package.replace(".", "/") or "."
        for path in self.base.paths():
            if not path.endswith(".java") or not is_test_path(path):
                continue
            if str(PurePosixPath(below_source_folder(path)).parent) != folder:
                continue
            text = text_of(self.base, path) or ""
            # Test classes come first on the class path, so the tests would not see the new class.
            if name in outline(text).types or _takes_from_elsewhere(text, name):
                return True
        return False

    def _base_has(self, package: str) -> bool:
        """Tell whether the base has main sources in a package or below it.

        The default package always counts.
        """
        folder = "/" + package.replace(".", "/") + "/"
        return not package or any(folder in directory for directory in self._main_folders)

    @cached_property
    def _main_folders(self) -> frozenset[str]:
        return frozenset(
            f"/{PurePosixPath(below_source_folder(path)).parent}/"
            for path in self.base.paths()
            if path.endswith(".java") and not is_test_path(path)
        )

    def _construct_findings(self) -> Iterator[PolicyFinding]:
        added = new_constructs(self._before.values(), self._after.values())
        if not added:
            return
        added -= {o.what for o in occurrences(self.copied, test=True)}
        for path, source in self._after.items():
            before = self._before.get(path, "")
            if not added & new_constructs([before], [source]):
                continue
            for found in occurrences(source, test=is_test_path(path)):
                if found.what in added:
                    yield PolicyFinding(
                        rule=found.rule, path=path, line=found.line, what=found.what
                    )

    @cached_property
    def _after(self) -> dict[str, str]:
        return {
            change.path: text
            for change in self._sources
            if (text := text_after(self.base, change)) is not None
        }

    @cached_property
    def _before(self) -> dict[str, str]:
        return {
            change.path: text
            for change in self._sources
            if (text := text_of(self.base, change.path)) is not None
        }

    @property
    def _sources(self) -> Iterator[FileChange]:
        return (c for c in self.candidate.changes if c.path.endswith(".java"))


def changes_code(base: JavaTree, change: FileChange) -> bool:
    """Tell whether a change affects more than comments and layout.

    In a file that is not Java every change counts.
    """
    if base.read(change.path) == change.content:
        return False
    before, after = text_of(base, change.path), text_after(base, change)
    if before is None or after is None or not change.path.endswith(".java"):
        return True
    return not same_code(before, after)


def _mode_findings(change: FileChange) -> Iterator[PolicyFinding]:
    if change.mode == SYMBOLIC_LINK:
        yield _whole(PolicyRule.SYMBOLIC_LINK, change.path, "mode 120000")
    elif change.mode == SUBMODULE:
        yield _whole(PolicyRule.SUBMODULE, change.path, "mode 160000")
    elif change.mode != PLAIN_MODE:
        yield _whole(PolicyRule.FILE_MODE, change.path, f"mode {change.mode}")


def _whole(rule: PolicyRule, path: str, what: str) -> PolicyFinding:
    return PolicyFinding(rule=rule, path=path, line=0, what=what)


def _takes_from_elsewhere(test: str, name: str) -> bool:
    """Tell whether a source uses a simple name that it neither declares nor imports by name."""
    texts = token_texts(test)
    places = [at for at, text in enumerate(texts) if text == name]
    around = [(texts[at - 1], "".join(texts[at + 1 : at + 2])) for at in places]
    imported = (".", ";") in around
    own = imported or name in read_declared_types(test)
    return not own and any(before != "." for before, _ in around)


def _is_below(package: str, root: str) -> bool:
    return package == root or package.startswith(root + ".")
