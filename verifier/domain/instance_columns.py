"""The columns of an instance without its texts: the same in frames, CSV and published rows."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeAlias

from verifier.domain.column import TypedColumn
from verifier.domain.instance import Instance
from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType
from verifier.domain.validation import StepResult


class ColumnKind(StrEnum):
    """The type of a column, by its name in Arrow."""

    TEXT = "string"
    COUNT = "int64"
    FLAG = "bool"


InstanceColumn: TypeAlias = TypedColumn[Instance, ColumnKind | type[StrEnum], Any]
"""One column of an instance. Its kind is a type, or the closed set that its texts belong to."""


def _column(
    name: str,
    description: str,
    value: Callable[[Instance], Any],
    kind: ColumnKind | type[StrEnum] = ColumnKind.TEXT,
) -> InstanceColumn:
    return InstanceColumn(name=name, kind=kind, description=description, value=value)


def _step(
    name: str, description: str, of: Callable[[Instance], StepResult | None]
) -> InstanceColumn:
    def value(instance: Instance) -> str | None:
        found = of(instance)
        if found is None:
            return None
        return str(found.status) if found.reason is None else f"{found.status}: {found.reason}"

    return _column(name, description, value)


def _lines(name: str, description: str, which: str, figure: str) -> InstanceColumn:
    def value(instance: Instance) -> int | None:
        coverage = instance.coverage
        facts = None if coverage is None else coverage.facts
        side = None if facts is None else getattr(facts, which)
        return None if side is None else int(getattr(side.lines, figure))

    return _column(name, description, value, ColumnKind.COUNT)


def _text(value: object) -> str | None:
    return None if value is None else str(value)


INSTANCE_COLUMNS: tuple[InstanceColumn, ...] = (
    _column("id", "The instance's id.", lambda i: i.id),
    _column("group", "Shared by all instances of one action of the developer.", lambda i: i.group),
    _column("repo", "The repository's name from mining.", lambda i: i.repo),
    _column("commit", "The developers' commit.", lambda i: i.commit),
    _column("parent", "The base commit.", lambda i: i.parent),
    _column("committed", "The committer date of the developers' commit: ISO 8601, UTC; no value in older records.", lambda i: i.committed or None),
    _column("type", "The refactoring's type.", lambda i: str(i.type), RefactoringType),
    _column("refactoring_class", "`atomic` or `compound`.", lambda i: str(i.refactoring_class), RefactoringClass),
    _column("description", "RefactoringMiner's description.", lambda i: i.description),
    _column("before_file", "The file of the wanted method.", lambda i: i.before.file),
    _column("before_method", "The wanted method: the one that a task names.", lambda i: str(i.before.method)),
    _column("before_partner", "The target method of an inlining; no value for other types.", lambda i: _text(i.before.partner)),
    _column("after_file", "The file of the method after the change.", lambda i: i.after.file),
    _column("after_method", "The method after the change.", lambda i: str(i.after.method)),
    _column("after_partner", "The extracted method; no value for other types.", lambda i: _text(i.after.partner)),
    _column("purity", "PurityChecker's verdict.", lambda i: str(i.purity.verdict), PurityVerdict),
    _column("purity_tier", "The evidence for a pure refactoring: `checker`, `strict` or `proved`; no value if it is not pure.", lambda i: _text(i.purity.tier), PurityTier),
    _column("mapping_state", "PurityChecker's mapping state: 1, 2, 3 or 5.", lambda i: i.purity.mapping_state, ColumnKind.COUNT),
    _column("files", "Number of files that the refactoring edits.", lambda i: len(i.files), ColumnKind.COUNT),
    _column("edits_tests", "Whether it edits a file that is test code, by its path.", lambda i: i.edits_tests, ColumnKind.FLAG),
    _column("others", "Number of other refactorings in its commit.", lambda i: len(i.others), ColumnKind.COUNT),
    _step("builds_before", "Whether the base builds: the status, and the reason if it is not a pass. No value if not validated.", lambda i: None if i.build is None else i.build.before),
    _step("builds_after", "Whether the developers' commit builds.", lambda i: None if i.build is None else i.build.after),
    _step("tests_pass", "Whether the tests pass on both sides.", lambda i: None if i.build is None else i.build.tests),
    _step("covered", "Whether these tests run the refactored code.", lambda i: i.coverage),
    _step("golden", "Whether the refactoring alone is a success on the base.", lambda i: i.golden),
    _lines("lines_before", "Number of lines of the refactored code with byte code, on the base.", "before", "total"),
    _lines("covered_before", "Number of these lines that ran.", "before", "covered"),
    _lines("lines_after", "Number of lines of the refactored code with byte code, after the change.", "after", "total"),
    _lines("covered_after", "Number of these lines that ran.", "after", "covered"),
)  # fmt: skip
"""Every column, in the order of a table. Members of closed sets are strings."""
