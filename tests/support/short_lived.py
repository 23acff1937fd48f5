"""Java programs that live for a second: started without what pays for longer lives alone."""

from pathlib import Path

from verifier.tools import process
from verifier.tools.jdk import Jdk

OPTIONS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
JAVAC_OPTIONS = tuple(f"-J{option}" for option in OPTIONS)


def java(jdk: Jdk, *words: str | Path) -> list[str | Path]:
    """The command that runs a program with these words, `-cp` or `-jar` among them."""
    return [jdk.java, *OPTIONS, *words]


def javac(jdk: Jdk, *words: str | Path) -> None:
    """Compile what the words name.

    Raises:
        ProcessFailed: it does not compile.
    """
    process.check([jdk.home / "bin" / "javac", *JAVAC_OPTIONS, *words])
