"""Start short Java programs without the options that pay only for long ones."""

from pathlib import Path

from verifier.tools import process
from verifier.tools.jdk import Jdk

OPTIONS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
JAVAC_OPTIONS = tuple(f"-J{option}" for option in OPTIONS)


def java(jdk: Jdk, *words: str | Path) -> list[str | Path]:
    """The command that runs a program with these arguments, such as `-cp` or `-jar`."""
    return [jdk.java, *OPTIONS, *words]


def javac(jdk: Jdk, *words: str | Path) -> None:
    """Compile the given files.

    Raises:
        ProcessFailed: they do not compile.
    """
    process.check([jdk.home / "bin" / "javac", *JAVAC_OPTIONS, *words])
