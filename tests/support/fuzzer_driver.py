"""Test single parts of the fuzzing engine through a small Java program that calls them."""

from dataclasses import dataclass
from pathlib import Path

from tests.support.warm_java import javac, program
from verifier.tools.jdk import Jdk

DRIVER = Path(__file__).parents[1] / "fixtures" / "fuzzer-driver" / "Driver.java"
ENGINE = Path(__file__).parents[2] / "verifier" / "resources" / "java" / "fuzzer.jar"


@dataclass(frozen=True, kw_only=True, slots=True)
class Driver:
    """The compiled program in `folder`, which also compiles the subjects."""

    jdk: Jdk
    folder: Path

    @classmethod
    def build(cls, jdk: Jdk, folder: Path) -> "Driver":
        javac(jdk, "-nowarn", "-cp", ENGINE, "-d", folder, DRIVER)
        return cls(jdk=jdk, folder=folder)

    def compile(self, place: Path, *sources: str) -> Path:
        """A folder that the first command fills with the classes of package `p`."""
        for number, source in enumerate(sources):
            file = place / f"source{number}" / "p" / f"{_type_name(source)}.java"
            file.parent.mkdir(parents=True)
            file.write_text(source, encoding="utf-8")
        return place / "classes"

    def __call__(self, command: str, *words: Path | str) -> list[str]:
        """The lines that a command prints."""
        return program(self.jdk, self.folder, "Driver", command, *words).splitlines()


def _type_name(source: str) -> str:
    """The name after the first `class`, `interface` or `enum`."""
    words = source.replace("{", " ").split()
    first = min(words.index(kind) for kind in ("class", "interface", "enum") if kind in words)
    return words[first + 1]
