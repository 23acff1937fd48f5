"""Instances as a frame, without their texts."""

from collections.abc import Iterable

import pandas as pd

from verifier.domain.instance import Instance
from verifier.domain.instance_columns import INSTANCE_COLUMNS, ColumnKind, InstanceColumn
from verifier.frames.columns import COUNT, FLAG, TEXT, FrameColumn, column, frame_of, one_of

_TYPES = {ColumnKind.TEXT: TEXT, ColumnKind.COUNT: COUNT, ColumnKind.FLAG: FLAG}


def _of_frame(shared: InstanceColumn) -> FrameColumn[Instance]:
    kind = _TYPES[shared.kind] if isinstance(shared.kind, ColumnKind) else one_of(shared.kind)
    return column(shared.name, kind, shared.description, shared.value)


COLUMNS: tuple[FrameColumn[Instance], ...] = tuple(map(_of_frame, INSTANCE_COLUMNS))


def instance_frame(instances: Iterable[Instance]) -> pd.DataFrame:
    """Return one row per instance, with its results of validation.

    Sources and patches stay in the records; join them by `id`. Published rows have the same
    columns; see `verifier.publishing.rows`.
    """
    return frame_of(instances, COLUMNS)
