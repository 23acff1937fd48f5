"""Convert frozen dataclasses to JSON records and back, with checked fields.

pydantic validates standard dataclasses, names the wrong field, and provides the JSON Schema.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckResult
from verifier.errors import InputError
from verifier.utf8 import without_mark

T = TypeVar("T")


_adapters: dict[Any, TypeAdapter[Any]] = {}


def _adapter(record_type: Any) -> TypeAdapter[Any]:
    if record_type not in _adapters:
        _adapters[record_type] = TypeAdapter(record_type)
    return _adapters[record_type]


def to_json(record: object) -> str:
    """Return one line of JSON with sorted keys; the same record gives the same bytes."""
    plain = _adapter(type(record)).dump_python(record, mode="json")
    return json.dumps(plain, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def to_line(record: object) -> bytes:
    """Return one line of a JSONL file, with its line end."""
    return f"{to_json(record)}\n".encode("ascii")


def from_json(record_type: type[T], text: str | bytes) -> T:
    """Read one record.

    Raises:
        InputError: not JSON, or a field is missing or has the wrong type; the message names it.
    """
    try:
        record: T = _adapter(record_type).validate_json(text)
    except ValidationError as error:
        raise InputError(_first_fault(error)) from error
    return record


def schema(record_type: Any) -> dict[str, Any]:
    """Return the JSON Schema of a record type, or of a union of them."""
    return _adapter(record_type).json_schema()


def _first_fault(error: ValidationError) -> str:
    """Return the first wrong field and its error; without a field if the whole is not a record."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    if first["type"] == "missing":
        return f"`{where}` is missing"
    return f"{where}: {first['msg']}" if where else str(first["msg"])


_MEND = (
    "Fix or remove the line; `verify`, `instances` and `show` leave such lines out with"
    " --skip-bad-lines."
)


_NAMED_BY = {"instance": "Name the file of instances with -i FILE."}
"""How to name a file of records that was searched for because no option named one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BadLine:
    """A JSONL line that could not be read as the `kind` of record that the file should contain."""

    path: Path
    number: int
    kind: str
    message: str

    def refusal(self, *, hint: str = "") -> InputError:
        """Return the error for a caller that requires the line."""
        what = f"{self.path}:{self.number}: not {_article(self.kind)} {self.kind}: {self.message}"
        return InputError(what, hint=hint or _MEND)

    @property
    def notice(self) -> str:
        """The notice of a caller that leaves the line out."""
        return f"left out: {self.path.name}:{self.number}: {self.message}"


def _article(word: str) -> str:
    return "an" if word[:1] in "aeiou" else "a"


def _in_words(record_type: type) -> str:
    return re.sub(r"(?<=.)(?=[A-Z])", " ", record_type.__name__).lower()


def read_jsonl(record_type: type[T], path: Path) -> Iterator[T | BadLine]:
    """Read a JSONL file of one type of record, as `read_lines` does."""
    return read_lines(partial(from_json, record_type), path, kind=_in_words(record_type))


def read_lines(read: Callable[[bytes], T], path: Path, *, kind: str) -> Iterator[T | BadLine]:
    """Read a JSONL file record by record; yield a BadLine for a line that `read` rejects.

    `kind` names the records in messages.

    Blank lines are skipped, and so is a byte-order mark at the beginning of a line, which
    concatenated files have in the middle. The caller decides whether to refuse or skip bad lines.

    Raises:
        InputError: the file cannot be opened, or it is in UTF-16.
    """
    try:
        stream = path.open("rb")
    except OSError as error:
        hint = _NAMED_BY.get(kind, "")
        raise InputError(f"cannot read {path}: {error.strerror}", hint=hint) from error
    with stream:
        for number, written in enumerate(stream, start=1):
            line = without_mark(written, path) if number == 1 else written.removeprefix(BOM_UTF8)
            if not line.strip():
                continue
            try:
                yield read(line)
            except InputError as error:
                yield BadLine(path=path, number=number, kind=kind, message=error.message)


def load_jsonl(
    record_type: type[T], path: Path, *, skip_bad: bool = False
) -> tuple[list[T], list[BadLine]]:
    """Read a whole JSONL file; return the records, and the bad lines that were skipped on request.

    Raises:
        InputError: a line cannot be read and `skip_bad` is not set; the message has its number.
    """
    return sort_lines(read_jsonl(record_type, path), skip_bad=skip_bad)


def sort_lines(
    lines: Iterator[T | BadLine], *, skip_bad: bool = False
) -> tuple[list[T], list[BadLine]]:
    """Separate records from bad lines.

    Raises:
        InputError: there is a bad line and `skip_bad` is not set.
    """
    good: list[T] = []
    bad: list[BadLine] = []
    for item in lines:
        if isinstance(item, BadLine):
            if not skip_bad:
                raise item.refusal()
            bad.append(item)
        else:
            good.append(item)
    return good, bad


F = TypeVar("F", bound=Facts)


def facts_of(result: CheckResult | None, facts: type[F]) -> F | None:
    """Return the facts of a check's result as their record; None if it left none.

    Raises:
        InputError: the data does not match the record: another version wrote it.
    """
    if result is None or not result.data:
        return None
    try:
        record: F = _adapter(facts).validate_python(dict(result.data))
    except ValidationError as error:
        fault = _first_fault(error)
        raise InputError(f"data of {result.check}: {fault}") from error
    return record
