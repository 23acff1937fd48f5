"""Make assignments: the methods of a commit that a model may rewrite, and whole commits."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from verifier.analysis.pool import AnalysisPool
from verifier.builds.build_tools import java_tree
from verifier.domain.assignment import CommitAssignment, Goal, MethodAssignment
from verifier.domain.instance import StableId
from verifier.domain.paths import PathKind, kind_of
from verifier.domain.refactoring import MethodId
from verifier.domain.source import CompilationUnit, JavaTree, Member, MemberKind, TypeKind
from verifier.errors import InputError, RepositoryError
from verifier.java_text.code_lines import count_code_lines
from verifier.java_text.names import classes_of
from verifier.java_text.quick_reader import JavaReader
from verifier.java_text.test_code import holds_tests
from verifier.java_text.tree_text import text_of
from verifier.tools.git.repository import CommitLine, Repository

_NEVER_CALLED = frozenset({"private", "abstract", "native"})


@dataclass(frozen=True, kw_only=True, slots=True)
class MethodRequest:
    """The methods to list: the base, its name in the records, the goals, and a smallest size.

    `repository` is a local repository, `name` its name in the records; None takes its own name.
    `min_lines` counts the lines of the whole method with code on them.
    """

    repository: Path
    base: str
    goals: tuple[Goal, ...]
    name: str | None = None
    min_lines: int = 1


def list_methods(request: MethodRequest) -> Iterator[MethodAssignment]:
    """Yield an assignment for each method of main code and each goal, in the order of the sources.

    Only methods that the fuzzer can call are listed: they have a body, are not private, and are
    static or belong to a named class that is not abstract.

    Raises:
        RepositoryError: there is no repository, or the base is unknown.
        AnalysisError: the analysis JVM cannot read a source.
    """
    with Repository.open(request.repository) as repository, AnalysisPool() as analysis:
        base = repository.resolve(request.base)
        repo = request.name or repository.name
        committed = _line_of(repository, base).committed
        found = methods_of(java_tree(repository.tree(base)), JavaReader(analysis=analysis))
        for method in found:
            if count_code_lines(method.text) >= request.min_lines:
                made = (method.assignment(repo, base, goal) for goal in request.goals)
                yield from (replace(each, committed=committed) for each in made)


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundMethod:
    """A method that the fuzzer can call: its file, its id, and its text with Javadoc."""

    file: str
    method: MethodId
    text: str

    def assignment(self, repo: str, base: str, goal: Goal) -> MethodAssignment:
        """Make the assignment to rewrite this method of a commit."""
        method = self.method
        return MethodAssignment(
            id=str(StableId.of("method", repo, base, self.file, str(method), goal)),
            repo=repo,
            parent=base,
            file=self.file,
            class_name=method.class_name,
            method=f"{method.name}({', '.join(method.parameter_types)})",
            source=self.text,
            goal=goal,
        )


def methods_of(tree: JavaTree, reader: JavaReader) -> Iterator[FoundMethod]:
    """Yield the methods of a tree's main code that the fuzzer can call, by file and position."""
    for path in sorted(tree.paths()):
        if not path.endswith(".java") or kind_of(path) is not PathKind.MAIN:
            continue
        source = text_of(tree, path)
        if source is None or holds_tests(source):
            continue
        for member in _callable(reader.read(source)):
            if member.method is not None:
                text = source[member.span.start : member.span.end]
                yield FoundMethod(file=path, method=member.method, text=text)


def _callable(unit: CompilationUnit) -> Iterator[Member]:
    for declared in unit.types:
        named = not any(part[:1].isdigit() for part in classes_of(declared.class_name))
        if not named or declared.kind is TypeKind.ANONYMOUS:
            continue
        receives = declared.kind is not TypeKind.INTERFACE and "abstract" not in declared.modifiers
        for member in declared.members:
            if member.kind is not MemberKind.METHOD or member.body is None:
                continue
            if _NEVER_CALLED.isdisjoint(member.modifiers) and (
                receives or "static" in member.modifiers
            ):
                yield member


_COMMENT = re.compile(r"(?:^|\s)#.*$")


def read_revisions(path: Path) -> list[str]:
    """Read a list of commits: one revision on each line; `#` begins a comment.

    Raises:
        InputError: the file cannot be read, is not UTF-8 text, or names no commit.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"cannot read {path}: {error}", hint="Give a text file with one commit on each line."
        ) from error
    revisions = [word for line in lines if (word := _COMMENT.sub("", line).strip())]
    if not revisions:
        raise InputError(f"{path} names no commit", hint="Write one commit on each line.")
    return list(dict.fromkeys(revisions))


@dataclass(frozen=True, kw_only=True, slots=True)
class CommitRequest:
    """The commits to list: a file of revisions, and the repository with its name in the records."""

    file: Path
    repository: Path
    name: str | None = None


def list_commits(request: CommitRequest) -> Iterator[CommitAssignment]:
    """Yield an assignment for each commit, in the given order; a commit that is named twice, once.

    Raises:
        InputError: the list cannot be read.
        RepositoryError: a commit is unknown, is a merge, or has no parent here.
    """
    revisions = read_revisions(request.file)
    with Repository.open(request.repository) as repository:
        repo = request.name or repository.name
        commits = {repository.resolve(revision): revision for revision in reversed(revisions)}
        for commit, revision in reversed(commits.items()):
            line = _line_of(repository, commit)
            parent = _only_parent(line, revision)
            yield CommitAssignment(
                id=str(StableId.of("commit", repo, commit)),
                repo=repo,
                parent=parent,
                commit=commit,
                message=repository.message(commit),
                patch=repository.patch(parent, commit),
                committed=line.committed,
            )


def _line_of(repository: Repository, commit: str) -> CommitLine:
    (line,) = repository.rev_list(commit, options=["--no-walk=unsorted"])
    return line


def _only_parent(line: CommitLine, revision: str) -> str:
    if len(line.parents) != 1:
        what = "is a merge" if line.parents else "has no parent in this repository"
        raise RepositoryError(
            f"commit {revision} {what}", hint="An assignment needs a commit with one parent."
        )
    return line.parents[0]
