"""What the check `compilation` found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from verifier.domain.described import Described
from verifier.domain.facts.base import Facts
from verifier.domain.outcome import CheckName


@dataclass(frozen=True, kw_only=True, slots=True)
class CompileErrorFact(Described):
    """One error of the compiler."""

    file: str
    """The source file; empty where the compiler named none."""
    line: int
    """The line, from 1; 0 without a place."""
    message: str
    """The compiler's message."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompilationFacts(Facts):
    """By what the candidate was compiled, and what the compiler said."""

    check: ClassVar[CheckName] = CheckName.COMPILATION

    compiler: str
    """The compiler and its version."""
    jdk: str
    """The version of the JDK that compiles and runs the subject."""
    jdk_reason: str = ""
    """Why that one, with how many tests passed where several were measured; empty where the project's own build runs on none."""
    versions: Mapping[str, str]
    """The build tools' versions, by name."""
    base_seconds: float
    """Seconds that this verdict waited for its base; 0 where that was kept from before."""
    strategy: str
    """How the tree was built."""
    strategy_reason: str
    """Why it was built so."""
    restored: tuple[str, ...]
    """Files of the candidate that were put back as the base has them."""
    built: Mapping[str, str | None]
    """SHA-256 of each changed Java file as the compiler found it; null for a deleted one."""
    not_built: tuple[str, ...]
    """Java files of the candidate that were not compiled as the candidate has them."""
    errors: tuple[CompileErrorFact, ...]
    """The first twenty errors."""
    error_count: int
    """How many there are."""
    modules: tuple[str, ...] | None = None
    """Folders of the modules that were compiled for the change; of a project of several."""
    uncompiled: Mapping[str, str] | None = None
    """Modules that need the changed ones and were not compiled, each with the reason."""
