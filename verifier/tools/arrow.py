"""The only import of pyarrow, which is an optional dependency."""

import sys
from typing import Any

from verifier.errors import MissingToolError

PARQUET_EXTRA = "refverify[parquet]"


def missing_arrow() -> MissingToolError:
    """Return the error for a missing pyarrow."""
    return MissingToolError(
        "Parquet is written with pyarrow, which is not installed",
        hint=f"{sys.executable} -m pip install '{PARQUET_EXTRA}'",
    )


def arrow() -> tuple[Any, Any]:
    """Return `pyarrow` and `pyarrow.parquet`.

    Raises:
        MissingToolError: it is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise missing_arrow() from error
    return pa, pq
