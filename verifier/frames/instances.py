"""Instances as a frame: what they are, without their texts."""

from collections.abc import Iterable

import pandas as pd

from verifier.domain.instance import Instance
from verifier.domain.refactoring import (
    PurityTier,
    PurityVerdict,
    RefactoringClass,
    RefactoringType,
)
from verifier.frames.columns import COUNT, TEXT, Column, frame_of, one_of

COLUMNS: tuple[Column[Instance], ...] = (
    Column(name="id", description="The instance's id.", kind=TEXT, value=lambda i: i.id),
    Column(
        name="group",
        description="Shared by instances that are one act of the developer.",
        kind=TEXT,
        value=lambda i: i.group,
    ),
    Column(
        name="repo",
        description="The repository, as mining named it.",
        kind=TEXT,
        value=lambda i: i.repo,
    ),
    Column(
        name="commit", description="The refactoring's commit.", kind=TEXT, value=lambda i: i.commit
    ),
    Column(name="parent", description="The base commit.", kind=TEXT, value=lambda i: i.parent),
    Column(
        name="type",
        description="The refactoring's type.",
        kind=one_of(RefactoringType),
        value=lambda i: i.type,
    ),
    Column(
        name="refactoring_class",
        description="atomic or compound.",
        kind=one_of(RefactoringClass),
        value=lambda i: i.refactoring_class,
    ),
    Column(
        name="description",
        description="RefactoringMiner's sentence.",
        kind=TEXT,
        value=lambda i: i.description,
    ),
    Column(
        name="before_file",
        description="Where the wanted method stands.",
        kind=TEXT,
        value=lambda i: i.before.file,
    ),
    Column(
        name="before_method",
        description="The wanted method: the one that a task names.",
        kind=TEXT,
        value=lambda i: str(i.before.method),
    ),
    Column(
        name="before_partner",
        description="The method that an inlined one goes into; for the other types no value.",
        kind=TEXT,
        value=lambda i: _method(i.before.partner),
    ),
    Column(
        name="after_file",
        description="Where the method stands after the change.",
        kind=TEXT,
        value=lambda i: i.after.file,
    ),
    Column(
        name="after_method",
        description="The method after the change.",
        kind=TEXT,
        value=lambda i: str(i.after.method),
    ),
    Column(
        name="after_partner",
        description="The extracted method; for the other types no value.",
        kind=TEXT,
        value=lambda i: _method(i.after.partner),
    ),
    Column(
        name="purity",
        description="PurityChecker's answer.",
        kind=one_of(PurityVerdict),
        value=lambda i: i.purity.verdict,
    ),
    Column(
        name="purity_tier",
        description="What stands behind a pure; for the others no value.",
        kind=one_of(PurityTier),
        value=lambda i: i.purity.tier,
    ),
    Column(
        name="mapping_state",
        description="PurityChecker's mapping state: 1, 2, 3 or 5.",
        kind=COUNT,
        value=lambda i: i.purity.mapping_state,
    ),
    Column(
        name="files",
        description="How many files the refactoring itself edits.",
        kind=COUNT,
        value=lambda i: len(i.files),
    ),
    Column(
        name="others",
        description="How many other refactorings its commit holds.",
        kind=COUNT,
        value=lambda i: len(i.others),
    ),
)


def instance_frame(instances: Iterable[Instance]) -> pd.DataFrame:
    """One row an instance. Sources and patches stay in the records: `id` joins them."""
    return frame_of(instances, COLUMNS)


def _method(method: object) -> str | None:
    return None if method is None else str(method)
