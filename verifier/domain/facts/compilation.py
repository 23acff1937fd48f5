"""The data of the check `compilation`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


@dataclass(frozen=True, kw_only=True, slots=True)
class CompileErrorFact(Described):
    """One compiler error."""

    file: str
    """The source file; empty if the compiler named none."""
    line: int
    """The line, from 1; 0 if there is no place."""
    message: str
    """The compiler's message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompilationFacts(Facts):
    """The compiler of the candidate, and its messages."""

    check: ClassVar[CheckName] = CheckName.COMPILATION

    compiler: str
    """The compiler and its version."""
    jdk: str
    """The version of the JDK that compiles and runs the candidate."""
    jdk_reason: str = ""
    """Why this JDK was chosen, with the number of passed tests if several JDKs were measured; empty
    if the project's own build runs on none."""
    versions: Mapping[str, str]
    """The build tools' versions, by name."""
    base_seconds: float
    """Seconds that this verdict waited for its base; 0 if the base's results were kept from before."""
    strategy: str
    """How the tree was built."""
    strategy_reason: str
    """Why this strategy was chosen."""
    restored: tuple[str, ...]
    """Files of the candidate that were reset to the base's content."""
    built: Mapping[str, str | None]
    """The SHA-256 of each changed Java file as the compiler found it; null for a deleted file."""
    not_built: tuple[str, ...]
    """Java files that were not compiled with the candidate's content."""
    errors: tuple[CompileErrorFact, ...]
    """The compiler errors; at most twenty."""
    error_count: int
    """Number of errors."""
    modules: tuple[str, ...] | None = None
    """Folders of the modules that were compiled for the change, if the project has several."""
    uncompiled: Mapping[str, str] | None = None
    """Modules that depend on the changed ones but were not compiled, each with the reason."""
