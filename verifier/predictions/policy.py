"""Judges a candidate's changes by the closed list of policy rules."""

from collections.abc import Callable, Iterable, Iterator
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
from verifier.domain.source import Candidate, FileChange, Tree
from verifier.java_text.encoding import decode
from verifier.java_text.tokens import Token, TokenKind, same_code, scan, token_texts
from verifier.predictions.constructs import new_constructs, occurrences
from verifier.predictions.policy_rules import PolicyFinding, PolicyRule

_PLAIN_MODE = "100644"
_SYMBOLIC_LINK, _SUBMODULE = "120000", "160000"

_SHADOWED = (
    "java", "javax", "jakarta", "jdk", "sun", "com.sun", "kotlin", "groovy", "scala", "org.junit",
    "junit", "org.hamcrest", "org.mockito", "org.easymock", "org.powermock", "org.jmock",
    "org.testng", "org.assertj", "org.opentest4j", "org.apiguardian", "org.apache.maven",
    "org.gradle", "net.bytebuddy", "org.objenesis", "org.jacoco", "com.google.common.truth",
    "org.spockframework",
)  # fmt: skip

_TYPE_WORDS = frozenset({"class", "interface", "enum", "record"})

_AREAS: tuple[tuple[Callable[[str], bool], PolicyRule], ...] = (
    (is_test_platform_path, PolicyRule.TEST_PLATFORM_SETTINGS),
    (is_meta_inf_path, PolicyRule.META_INF),
    (is_build_path, PolicyRule.BUILD_FILE),
    (is_module_descriptor, PolicyRule.MODULE_DESCRIPTOR),
)


@dataclass(frozen=True, kw_only=True)
class Inspection:
    """One candidate against its base.

    `editable` are the wanted refactoring's own files: the only tests that may change. `copied` is
    code of the base that the wanted refactoring may repeat (the body of an inlined method).
    """

    base: Tree
    candidate: Candidate
    editable: frozenset[str]
    copied: str = ""

    def findings(self) -> tuple[PolicyFinding, ...]:
        """Every broken rule, paths first, then code; empty where all is well."""
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
        rule = self._forbidden_area(path)
        if rule is not None:
            yield _whole(rule, path, "deleted" if change.content is None else "changed")

    def _forbidden_area(self, path: str) -> PolicyRule | None:
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
            package, line = _declared_package(source)
            if path in self._before and _declared_package(self._before[path])[0] == package:
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
        """New classes that a test without a single import of the name would take for its own."""
        known = {(p, name) for p, name, _ in _all_types(self._before.values())}
        for path, source in self._after.items():
            if is_test_path(path):
                continue
            for package, name, line in _all_types([source]):
                if (package, name) not in known and self._is_used_by_tests(package, name):
                    rule = PolicyRule.SHADOWED_NAME
                    yield PolicyFinding(rule=rule, path=path, line=line, what=name)

    def _is_used_by_tests(self, package: str, name: str) -> bool:
        folder = package.replace(".", "/") or "."
        for path in self.base.paths():
            if not path.endswith(".java") or not is_test_path(path):
                continue
            if str(PurePosixPath(below_source_folder(path)).parent) != folder:
                continue
            content = self.base.read(path)
            if content is not None and _takes_from_elsewhere(decode(content).text, name):
                return True
        return False

    def _base_has(self, package: str) -> bool:
        """Whether the base has main sources below a package (the default one always counts)."""
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
            change.path: decode(change.content).text
            for change in self.candidate.changes
            if change.path.endswith(".java") and change.content is not None
        }

    @cached_property
    def _before(self) -> dict[str, str]:
        texts: dict[str, str] = {}
        for change in self.candidate.changes:
            content = self.base.read(change.path) if change.path.endswith(".java") else None
            if content is not None:
                texts[change.path] = decode(content).text
        return texts


def changes_code(base: Tree, change: FileChange) -> bool:
    """Whether a change is more than comments and layout; every change of another file counts."""
    before = base.read(change.path)
    if before == change.content:
        return False
    if before is None or change.content is None or not change.path.endswith(".java"):
        return True
    return not same_code(decode(before).text, decode(change.content).text)


def _mode_findings(change: FileChange) -> Iterator[PolicyFinding]:
    if change.mode == _SYMBOLIC_LINK:
        yield _whole(PolicyRule.SYMBOLIC_LINK, change.path, "mode 120000")
    elif change.mode == _SUBMODULE:
        yield _whole(PolicyRule.SUBMODULE, change.path, "mode 160000")
    elif change.mode != _PLAIN_MODE:
        yield _whole(PolicyRule.FILE_MODE, change.path, f"mode {change.mode}")


def _whole(rule: PolicyRule, path: str, what: str) -> PolicyFinding:
    return PolicyFinding(rule=rule, path=path, line=0, what=what)


def _declared_package(source: str) -> tuple[str, int]:
    """The package's name and its line; the empty name in the default package."""
    tokens = list(_head(source))
    for at, token in enumerate(tokens):
        if token.text == "package" and (at == 0 or tokens[at - 1].text != "."):
            name = []
            for part in tokens[at + 1 :]:
                if part.text == ";":
                    break
                name.append(part.text)
            return "".join(name), token.line
    return "", 0


def _head(source: str) -> Iterator[Token]:
    """Words and operators up to the first import or type."""
    for token in scan(source):
        if token.text in {"import", "class", "interface", "enum", "{"}:
            return
        if token.kind in {TokenKind.WORD, TokenKind.OPERATOR}:
            yield token


def _all_types(sources: Iterable[str]) -> Iterator[tuple[str, str, int]]:
    """Package, name and line of every top-level type."""
    for source in sources:
        package, _ = _declared_package(source)
        depth, before = 0, ""
        for token in scan(source):
            depth += {"{": 1, "}": -1}.get(token.text, 0)
            if depth == 0 and before in _TYPE_WORDS and token.kind is TokenKind.WORD:
                yield package, token.text, token.line
            before = token.text


def _takes_from_elsewhere(test: str, name: str) -> bool:
    """Whether a source uses a simple name that it neither declares nor imports by itself."""
    texts = token_texts(test)
    places = [at for at, text in enumerate(texts) if text == name]
    around = [(texts[at - 1], "".join(texts[at + 1 : at + 2])) for at in places]
    own = any(before in _TYPE_WORDS or (before, after) == (".", ";") for before, after in around)
    return not own and any(before != "." for before, _ in around)


def _is_below(package: str, root: str) -> bool:
    return package == root or package.startswith(root + ".")
