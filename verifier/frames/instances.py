"""Instances as a frame, without their texts."""

from collections.abc import Iterable

import pandas as pd

from verifier.domain.instance import Instance
from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.refactoring_traits import RefactoringClass, RefactoringType
from verifier.frames.columns import COUNT, TEXT, FrameColumn, column, frame_of, one_of

COLUMNS: tuple[FrameColumn[Instance], ...] = (
    column("id", TEXT, "The instance's id.", lambda i: i.id),
    column("group", TEXT, "Shared by all instances of one developer action.", lambda i: i.group),
    column("repo", TEXT, "The repository's name from mining.", lambda i: i.repo),
    column("commit", TEXT, "The refactoring's commit.", lambda i: i.commit),
    column("parent", TEXT, "The base commit.", lambda i: i.parent),
    column(
        "committed",
        TEXT,
        "The commit's committer date: ISO 8601, UTC; no value in older records.",
        lambda i: i.committed or None,
    ),
    column("type", one_of(RefactoringType), "The refactoring's type.", lambda i: i.type),
    column(
        "refactoring_class",
        one_of(RefactoringClass),
        "atomic or compound.",
        lambda i: i.refactoring_class,
    ),
    column("description", TEXT, "RefactoringMiner's description.", lambda i: i.description),
    column("before_file", TEXT, "The file of the wanted method.", lambda i: i.before.file),
    column(
        "before_method",
        TEXT,
        "The wanted method: the one that a task names.",
        lambda i: str(i.before.method),
    ),
    column(
        "before_partner",
        TEXT,
        "The target method of an inlining; no value for other types.",
        lambda i: _method(i.before.partner),
    ),
    column("after_file", TEXT, "The method's file after the change.", lambda i: i.after.file),
    column("after_method", TEXT, "The method after the change.", lambda i: str(i.after.method)),
    column(
        "after_partner",
        TEXT,
        "The extracted method; no value for other types.",
        lambda i: _method(i.after.partner),
    ),
    column("purity", one_of(PurityVerdict), "PurityChecker's verdict.", lambda i: i.purity.verdict),
    column(
        "purity_tier",
        one_of(PurityTier),
        "The evidence for a pure refactoring; no value if it is not pure.",
        lambda i: i.purity.tier,
    ),
    column(
        "mapping_state",
        COUNT,
        "PurityChecker's mapping state: 1, 2, 3 or 5.",
        lambda i: i.purity.mapping_state,
    ),
    column("files", COUNT, "Number of files that the refactoring edits.", lambda i: len(i.files)),
    column("others", COUNT, "Number of other refactorings in its commit.", lambda i: len(i.others)),
)


def instance_frame(instances: Iterable[Instance]) -> pd.DataFrame:
    """Return one row per instance. Sources and patches stay in the records; join them by `id`."""
    return frame_of(instances, COLUMNS)


def _method(method: object) -> str | None:
    return None if method is None else str(method)
