"""The one door to pyarrow, which is an extra."""

import sys
from typing import Any

from verifier.errors import MissingToolError

PARQUET_EXTRA = "refactoring-verifier[parquet]"


def missing_arrow() -> MissingToolError:
    """What to say where it is not installed."""
    return MissingToolError(
        "Parquet is written with pyarrow, which is not installed",
        hint=f"{sys.executable} -m pip install '{PARQUET_EXTRA}'",
    )


def arrow() -> tuple[Any, Any]:
    """`pyarrow` and `pyarrow.parquet`.

    Raises:
        MissingToolError: it is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise missing_arrow() from error
    return pa, pq
