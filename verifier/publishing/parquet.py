"""Write rows to a Parquet file with an explicit schema, and read instances back."""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path

from verifier.domain.instance import Instance
from verifier.domain.instance_columns import ColumnKind
from verifier.errors import InputError
from verifier.publishing.rows import COLUMNS, RECORD, Row, whole_record
from verifier.tools.arrow import arrow
from verifier.tools.records import from_json

_ROWS_AT_ONCE = 500
_LEVEL = 6


def parquet_bytes(rows: Sequence[Row]) -> bytes:
    """Return the file's bytes; equal rows give equal bytes with the same pyarrow version.

    Raises:
        MissingToolError: pyarrow is not installed.
    """
    pa, pq = arrow()
    types = {
        ColumnKind.TEXT: pa.string(),
        ColumnKind.COUNT: pa.int64(),
        ColumnKind.FLAG: pa.bool_(),
    }
    schema = pa.schema(
        [pa.field(c.name, types[c.kind], metadata={"description": c.description}) for c in COLUMNS]
    )
    stream = BytesIO()
    options = {"compression": "zstd", "compression_level": _LEVEL, "version": "2.6"}
    with pq.ParquetWriter(stream, schema, **options) as writer:
        for at in range(0, len(rows), _ROWS_AT_ONCE):
            some = rows[at : at + _ROWS_AT_ONCE]
            columns = [[c.value(row) for row in some] for c in COLUMNS]
            writer.write_table(pa.table(columns, schema=schema))
    return stream.getvalue()


def read_lines(path: Path) -> Iterator[str]:
    """Yield the records of a Parquet file that this module wrote, as lines of JSON.

    Raises:
        InputError: it cannot be read, has another format, or its texts were withheld.
        MissingToolError: pyarrow is not installed.
    """
    pa, pq = arrow()
    try:
        with pq.ParquetFile(path) as file:
            missing = {c.name for c in COLUMNS} - set(file.schema_arrow.names)
            if missing:
                raise InputError(f"{path} has no column {min(missing)}", hint=_NOT_OURS)
            for batch in file.iter_batches(batch_size=_ROWS_AT_ONCE):
                yield from map(whole_record, batch.to_pylist())
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"cannot read {path}: {error}", hint=_NOT_OURS) from error
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path}: {error}", hint="Only a file with all texts (--licences any) gives instances."
        ) from error


_NOT_OURS = f"Give a file that `refverify export` wrote; its column {RECORD!r} has the instances."


def read_parquet(path: Path) -> list[Instance]:
    """Return the instances of a Parquet file.

    Raises:
        InputError, MissingToolError: as `read_lines`.
    """
    return list(_instances(read_lines(path)))


def _instances(lines: Iterable[str]) -> Iterator[Instance]:
    return (from_json(Instance, line) for line in lines)
