"""The speedups of a verdict; none may change it, and each can be turned off to check that."""

from enum import StrEnum


class Speedup(StrEnum):
    """A way to save time; `--without NAME` turns it off."""

    NEIGHBOURS = "neighbours"
    """Reuse the prepared build of a commit that differs only in Java sources."""
    CLASS_ARCHIVES = "class-archives"
    """Start javac and the test launcher from class data archives."""
    WARM_COMPILER = "warm-compiler"
    """Keep one javac running for all candidates of a base."""
    COMPILE_IN_PART = "compile-in-part"
    """Compile only the changed sources and their dependants, with our own compiler."""
    AHEAD = "ahead"
    """Start later steps early, in parallel with the steps before them."""
    TOGETHER = "together"
    """Build changed and dependent modules in one run of the project's own build."""
    FEWER_BASE_RUNS = "fewer-base-runs"
    """Repeat the base's suite only if a candidate leaves a doubt."""
    REUSE_IDENTICAL = "reuse-identical"
    """Test identical predictions of one call once."""
