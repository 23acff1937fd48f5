"""Write frames to files: CSV for spreadsheets, Parquet with every column's type."""

from io import BytesIO
from pathlib import Path

import pandas as pd

from verifier.printable import visible
from verifier.tools.arrow import missing_arrow
from verifier.tools.storage.files import replacing

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(frame: pd.DataFrame, *, missing: str = "") -> str:
    """Return a header line and one line per row; `missing` replaces a missing value.

    A text that a spreadsheet would run as a formula gets a leading apostrophe. Control and format
    characters become escapes.
    """
    texts = frame.select_dtypes(["string", "category"]).columns
    guarded = frame.assign(**{name: frame[name].astype("string").map(_guard) for name in texts})
    return str(guarded.to_csv(index=False, na_rep=missing, lineterminator="\n"))


def write_csv(frame: pd.DataFrame, path: Path) -> None:
    """Write one frame.

    Raises:
        StorageError: the file cannot be written.
    """
    with replacing(path) as stream:
        stream.write(csv_text(frame).encode())


def _guard(text: str) -> str:
    if not isinstance(text, str):
        return text
    return visible(f"'{text}" if text.startswith(_FORMULA) else text)


def write_parquet(frame: pd.DataFrame, path: Path) -> None:
    """Write one frame; the same frame gives the same bytes.

    Raises:
        MissingToolError: pyarrow is not installed. StorageError: the file cannot be written.
    """
    content = parquet_bytes(frame)
    with replacing(path) as stream:
        stream.write(content)


def parquet_bytes(frame: pd.DataFrame) -> bytes:
    """Return the frame as a Parquet file.

    Raises:
        MissingToolError: pyarrow is not installed.
    """
    stream = BytesIO()
    try:
        frame.to_parquet(stream, engine="pyarrow", index=False)
    except ImportError as error:
        raise missing_arrow() from error
    return stream.getvalue()
