"""Describe the class path for a change."""

from collections import Counter
from collections.abc import Iterable, Iterator

from verifier.domain.libraries import LibraryRecord
from verifier.printable import list_first, pluralize

_MOST_NAMED = 5
_MODEL = "parent or list of versions"


def class_path_note(record: LibraryRecord) -> str:
    """Say in one line what was used, what is missing, and how many names resolve."""
    parts = [_describe_jars(record)]
    if record.missing:
        parts.append(f"missing: {missing_text(record)}; --fetch downloads what is missing")
    share = None if record.names is None else record.names.share
    if share is not None:
        parts.append(f"{_percent(share)} of names resolve")
    return f"class path: {'; '.join(parts)}"


def missing_text(record: LibraryRecord) -> str:
    """Name the first missing files.

    A missing parent comes first, because it hides other missing files.
    """
    missing = sorted(record.missing, key=lambda each: each.why != _MODEL)
    return list_first([each.coordinates for each in missing], _MOST_NAMED)


def _describe_jars(record: LibraryRecord) -> str:
    if not record.found:
        return "no jar found"
    origins = Counter(each.origin for each in record.found)
    return ", ".join(f"{pluralize(n, 'jar', 'jars')} ({origin})" for origin, n in origins.items())


def _percent(share: float) -> str:
    """Write a percentage, rounded down, so that 100 % means all names."""
    return f"{int(share * 1000) / 10:.1f} %"


def notes_of(records: Iterable[LibraryRecord | None]) -> Iterator[str]:
    """Yield one line per class path, without duplicates."""
    yield from dict.fromkeys(class_path_note(each) for each in records if each is not None)
