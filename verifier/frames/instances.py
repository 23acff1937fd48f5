"""Instances as a frame, without their texts."""

from collections.abc import Iterable

import pandas as pd

from verifier.domain.instance import Instance
from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.refactoring import RefactoringClass, RefactoringType
from verifier.frames.columns import COUNT, TEXT, Column, column, frame_of, one_of

COLUMNS: tuple[Column[Instance], ...] = (
    column("id", TEXT, "The instance's id.", lambda i: i.id),
    column(
        "group", TEXT, "Shared by instances that are one act of the developer.", lambda i: i.group
    ),
    column("repo", TEXT, "The repository, as mining named it.", lambda i: i.repo),
    column("commit", TEXT, "The refactoring's commit.", lambda i: i.commit),
    column("parent", TEXT, "The base commit.", lambda i: i.parent),
    column(
        "committed",
        TEXT,
        "When the commit was made: ISO 8601, UTC; no value in older records.",
        lambda i: i.committed or None,
    ),
    column("type", one_of(RefactoringType), "The refactoring's type.", lambda i: i.type),
    column(
        "refactoring_class",
        one_of(RefactoringClass),
        "atomic or compound.",
        lambda i: i.refactoring_class,
    ),
    column("description", TEXT, "RefactoringMiner's sentence.", lambda i: i.description),
    column("before_file", TEXT, "Where the wanted method stands.", lambda i: i.before.file),
    column(
        "before_method",
        TEXT,
        "The wanted method: the one that a task names.",
        lambda i: str(i.before.method),
    ),
    column(
        "before_partner",
        TEXT,
        "The method that an inlined one goes into; for the other types no value.",
        lambda i: _method(i.before.partner),
    ),
    column("after_file", TEXT, "Where the method stands after the change.", lambda i: i.after.file),
    column("after_method", TEXT, "The method after the change.", lambda i: str(i.after.method)),
    column(
        "after_partner",
        TEXT,
        "The extracted method; for the other types no value.",
        lambda i: _method(i.after.partner),
    ),
    column("purity", one_of(PurityVerdict), "PurityChecker's answer.", lambda i: i.purity.verdict),
    column(
        "purity_tier",
        one_of(PurityTier),
        "What stands behind a pure; for the others no value.",
        lambda i: i.purity.tier,
    ),
    column(
        "mapping_state",
        COUNT,
        "PurityChecker's mapping state: 1, 2, 3 or 5.",
        lambda i: i.purity.mapping_state,
    ),
    column("files", COUNT, "How many files the refactoring itself edits.", lambda i: len(i.files)),
    column(
        "others", COUNT, "How many other refactorings its commit holds.", lambda i: len(i.others)
    ),
)


def instance_frame(instances: Iterable[Instance]) -> pd.DataFrame:
    """Return one row per instance. Sources and patches stay in the records; join them by `id`."""
    return frame_of(instances, COLUMNS)


def _method(method: object) -> str | None:
    return None if method is None else str(method)
