"""Say what a refactoring needs before an edit, by reading the code without trying anything."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from verifier.builds.build_tools import java_tree
from verifier.domain.paths import is_test_path
from verifier.domain.refactoring import MethodId, WantedRefactoring
from verifier.domain.refactoring_traits import Traits
from verifier.domain.source import Analysis, JavaTree
from verifier.gates.change.selection import Source, open_selected
from verifier.java_text.names import outermost, simple_name
from verifier.java_text.tree_text import text_of
from verifier.mcp_server.answers import PlanAnswer, Precondition
from verifier.mcp_server.planned_method import (
    Declaration,
    find_declaration,
    method_asked,
    only_one_of_its_name,
)
from verifier.mcp_server.requests import AskPlan
from verifier.predictions.wanted_method import resolve_wanted

MOST_FILES = 20
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def plan(question: AskPlan, analysis: Analysis) -> PlanAnswer:
    """Return what must hold, what a check will look for, and which edits may come with it.

    Raises:
        UsageError: the method cannot be read, is ambiguous or is not there.
        RepositoryError: the folder is not a repository or has no commit yet.
        AnalysisError: the analysis failed.
    """
    method = method_asked(question.method, Path(question.repository))
    with open_selected(Path(question.repository), Source()) as (repository, chosen):
        tree = java_tree(repository.tree(chosen.head))
        if "(" not in question.method:
            method = only_one_of_its_name(method, tree, analysis)
        wanted = WantedRefactoring(type=question.type, method=method)
        wanted = resolve_wanted(wanted, tree, (), analysis)
        declaration = find_declaration(wanted.method, tree, analysis)
        return _Plan(question, wanted, tree, declaration).answer()


@dataclass(frozen=True, slots=True)
class _Plan:
    question: AskPlan
    wanted: WantedRefactoring
    tree: JavaTree
    declaration: Declaration

    def answer(self) -> PlanAnswer:
        wanted, kind, found = self.wanted, self.wanted.type, self.declaration
        return PlanAnswer(
            repository=self.question.repository,
            type=kind,
            method=str(wanted.method),
            file=found.file,
            line=found.member.start_line,
            end_line=found.member.end_line,
            want=str(wanted),
            trailer=f"Refactoring: {wanted}",
            preconditions=tuple(_preconditions(kind.traits, found)),
            detection_asks=kind.traits.detection_asks,
            allowed=(*_ALLOWED, *_of_family(kind.traits, _ALLOWED_BY_FAMILY)),
            impure=(*_IMPURE, *_of_family(kind.traits, _IMPURE_BY_FAMILY)),
            callers=tuple(
                islice(self._files(_call_pattern(wanted.method), tests=False), MOST_FILES)
            ),
            tests=tuple(islice(self._files(_name_pattern(wanted.method), tests=True), MOST_FILES)),
        )

    def _files(self, pattern: re.Pattern[str], *, tests: bool) -> Iterator[str]:
        for path in sorted(p for p in self.tree.paths() if p.endswith(".java")):
            if is_test_path(path) is tests and pattern.search(text_of(self.tree, path) or ""):
                yield path


def _call_pattern(method: MethodId) -> re.Pattern[str]:
    name = method.name
    if name == "<init>":
        return re.compile(rf"\bnew\s+{re.escape(simple_name(method.class_name))}\b")
    return re.compile(rf"\b{re.escape(name)}\s*\(|::\s*{re.escape(name)}\b")


def _name_pattern(method: MethodId) -> re.Pattern[str]:
    names = [simple_name(outermost(method.class_name)), simple_name(method.class_name)]
    names += [] if method.name == "<init>" else [method.name]
    return re.compile("|".join(rf"\b{re.escape(name)}\b" for name in dict.fromkeys(names)))


def _preconditions(traits: Traits, found: Declaration) -> Iterator[Precondition]:
    member, text = found.member, found.text
    yield Precondition(what="the file has no syntax error", met=not found.unit.problems)
    body = "" if member.body is None else text[member.body.start : member.body.end]
    code = _COMMENT.sub(" ", body)
    name = member.names[0] if member.names else ""
    yield Precondition(what="the method has a body", met=member.body is not None)
    if traits.drops_method:
        is_constructor = member.method is not None and member.method.name == "<init>"
        yield Precondition(what="it is not a constructor", met=not is_constructor)
        yield Precondition(
            what="it overrides nothing, and nothing overrides it",
            met=False if "Override" in member.annotations else None,
            why="it is marked @Override" if "Override" in member.annotations else "look yourself",
        )
    if traits.inlines_method:
        calls_itself = re.search(rf"\b{re.escape(name)}\s*\(", code) is not None
        yield Precondition(what="it does not call itself", met=not calls_itself)
    if traits.relocates and traits.moves is not None:
        locks = "synchronized" in member.modifiers
        supers = re.search(r"\bsuper\s*\.", code) is not None
        yield Precondition(
            what="its code means the same elsewhere: it is not synchronized and does not use super",
            met=not locks and not supers,
        )


@dataclass(frozen=True, slots=True)
class _Families:
    extracting: tuple[str, ...]
    inlining: tuple[str, ...]
    relocating: tuple[str, ...]
    variable: tuple[str, ...]


def _of_family(traits: Traits, words: _Families) -> Iterator[str]:
    if traits.extracts_method:
        yield from words.extracting
    if traits.inlines_method:
        yield from words.inlining
    if traits.relocates or (traits.extracts_method and traits.moves is not None):
        yield from words.relocating
    if traits.acts_on_variable:
        yield from words.variable


_ALLOWED = (
    "comments and layout",
    "imports that the moved or new code needs, and those that nothing uses any more",
    "calls of the method, in any file and in tests, with their arguments as they were",
)
_ALLOWED_BY_FAMILY = _Families(
    extracting=(
        "local variables of the new method under other names",
        "a value that the new method returns and that was kept in a variable before",
        "visibility, static and final of the new method",
    ),
    inlining=("a local variable whose value became an argument",),
    relocating=(
        "visibility, static, final, @Override and qualifiers of the method",
        "one parameter that becomes `this`, or was it",
        "a private constant with a literal that only this method uses may come along",
    ),
    variable=("the declaration of the variable, and its uses in the method",),
)
_IMPURE = (
    "any other statement of any method, even if it does the same (a loop as a stream)",
    "edits of tests beyond the calls: put a new test into a separate commit",
    "build files and resources",
)
_IMPURE_BY_FAMILY = _Families(
    extracting=(
        "other edits in the method that the code left: modifiers, annotations, other statements",
        "swapped operands, changed literals or conditions in the code that was taken out",
    ),
    inlining=("a body that is improved while it is inlined",),
    relocating=(
        "other parameters, another order of them, or other statements in the method",
        "names that mean something else in the new class: fields and methods of the old one",
    ),
    variable=(
        "a new name that hides a field or that another variable has",
        "another value of the variable, or other statements of the method",
    ),
)
