"""The class path that a change was read against, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator

from verifier.domain.libraries import LibraryRecord
from verifier.printable import counted

_MOST_NAMED = 5
_MODEL = "parent or list of versions"


def class_path_note(record: LibraryRecord) -> str:
    """What was taken, what is missing, and how many names resolve; one line."""
    parts = [_taken(record)]
    if record.missing:
        parts.append(f"missing: {missing_text(record)}; --fetch downloads it")
    share = None if record.names is None else record.names.resolved
    if share is not None:
        parts.append(f"{_percent(share)} of names resolve")
    return f"class path: {'; '.join(parts)}"


def missing_text(record: LibraryRecord) -> str:
    """The first missing files; a missing parent first, since it hides what else is missing."""
    missing = sorted(record.missing, key=lambda each: each.why != _MODEL)
    named = ", ".join(each.coordinates for each in missing[:_MOST_NAMED])
    more = len(missing) - _MOST_NAMED
    return f"{named} and {more} more" if more > 0 else named


def _taken(record: LibraryRecord) -> str:
    if not record.found:
        return "no jar found"
    origins = Counter(each.origin for each in record.found)
    return ", ".join(f"{counted(n, 'jar', 'jars')} ({origin})" for origin, n in origins.items())


def _percent(share: float) -> str:
    """Rounded down, for only all names to be 100 %."""
    return f"{int(share * 1000) / 10:.1f} %"


def notes_of(records: Iterable[LibraryRecord | None]) -> Iterator[str]:
    """A line for each class path, each once."""
    yield from dict.fromkeys(class_path_note(each) for each in records if each is not None)
