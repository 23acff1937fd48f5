"""Start the JVM in a worker process, and convert common values."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import jpype

from verifier.analysis.runtime import OPTIONS, library
from verifier.errors import MissingToolError
from verifier.utf8 import without_surrogates

OLDEST_JAVA = 23


def start(java_home: Path | None, jars: Sequence[Path], max_heap: str, *words: str) -> None:
    """Start the only JVM of this process, with optional further options.

    Raises:
        MissingToolError: `java_home` has no JVM library, or the version is too old.
    """
    jpype.startJVM(
        str(library(java_home)),
        f"-Xmx{max_heap}",
        *OPTIONS,
        *words,
        classpath=[str(jar) for jar in jars],
        convertStrings=False,
    )
    version = str(java("java.lang.System").getProperty("java.specification.version"))
    if float(version) < OLDEST_JAVA:
        raise MissingToolError(
            f"{java_home} is Java {version}",
            hint=f"RefactoringMiner needs Java {OLDEST_JAVA} or newer.",
        )


def java(name: str) -> Any:
    """Load a Java class by name."""
    return jpype.JClass(name)


def string(text: str) -> Any:
    """Convert to a Java string of the same length. U+FFFD replaces lone surrogates, which JPype
    cannot pass.
    """
    return jpype.JString(without_surrogates(text))


def content(data: bytes | None) -> Any:
    """Convert to a Java array of bytes; None becomes null."""
    return None if data is None else jpype.JArray(jpype.JByte)(data)


def array_list(values: Iterable[Any]) -> Any:
    """A Java list of Java values, in their order."""
    found = java("java.util.ArrayList")()
    for value in values:
        found.add(value)
    return found


def tree_map(texts: Mapping[str, str]) -> Any:
    """A sorted Java map from strings to strings."""
    found = java("java.util.TreeMap")()
    for key, value in texts.items():
        found.put(string(key), string(value))
    return found


def string_list(values: Iterable[str | Path]) -> Any:
    """A Java list of strings, in their order."""
    return array_list(string(str(value)) for value in values)


def strings(values: Sequence[str] | frozenset[str], kind: str = "java.util.LinkedHashSet") -> Any:
    """A Java collection of strings, in sorted order."""
    collection = java(kind)()
    for value in sorted(values):
        collection.add(string(value))
    return collection


def trace(error: Any) -> str:
    """The exception and its top stack frames on one line."""
    frames = [str(frame) for frame in error.getStackTrace()][:5]
    return " < ".join((str(error.toString()), *frames))
