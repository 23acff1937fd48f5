"""The before/after pairs compiled in one process, and the output of their witnesses."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.proof_pairs import ProofPair
from tests.support.short_lived import OPTIONS, javac
from verifier.analysis.classpath import jars
from verifier.analysis.runtime import find_bundled
from verifier.tools import process
from verifier.tools.jdk import Jdk

DRIVER = Path(__file__).parents[1] / "fixtures" / "proof-driver" / "Pairs.java"
ECLIPSE = "org.eclipse.jdt.internal.compiler.tool.EclipseCompiler"
SIDES = ("before", "after")


@dataclass(frozen=True, kw_only=True, slots=True)
class CompiledPair:
    """One pair: a class folder per side, errors as text, and the output of Witness."""

    pair: ProofPair
    before: Path
    after: Path
    errors: str
    printed: tuple[str, str] | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Compiler:
    """A Java runtime and the compiler that runs in it: `javac` or the name of a class."""

    java: Path
    name: str
    feature: int

    @classmethod
    def of_jdk(cls, jdk: Jdk) -> "Compiler":
        return cls(java=jdk.java, name="javac", feature=jdk.feature)

    @classmethod
    def of_analysis(cls) -> "Compiler":
        """ECJ in the runtime that the analysis uses."""
        return cls(java=find_bundled() / "bin" / "java", name=ECLIPSE, feature=25)

    def compile(self, pairs: Sequence[ProofPair], folder: Path, driver: Path) -> list[CompiledPair]:
        """Compile the pairs whose level the compiler supports, in `folder`. `driver` is the
        program's folder.
        """
        taken = [pair for pair in pairs if pair.java <= self.feature]
        for pair in taken:
            _write(pair, folder)
        path = ":".join(map(str, (driver, *jars())))
        java: list[str | Path] = [self.java, "-Xshare:auto", *OPTIONS, "-cp", path]
        process.check([*java, "Pairs", self.name, folder])
        return [_read(pair, folder) for pair in taken]


def build_driver(jdk: Jdk, folder: Path) -> Path:
    """Build the program that compiles and runs pairs. It runs on the JDK and on the analysis'
    runtime.
    """
    javac(jdk, "--release", "17", "-d", folder, DRIVER)
    return folder


def _version(folder: Path, pair: ProofPair, side: str) -> Path:
    return folder / f"{pair.slug}-{side}"


def _write(pair: ProofPair, folder: Path) -> None:
    witness = {"Witness.java": pair.witness} if pair.witness else {}
    for side, files in zip(SIDES, (pair.before, pair.after), strict=True):
        version = _version(folder, pair, side)
        for path, text in {**files, **witness}.items():
            target = version / "sources" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        (version / "level").write_text(str(pair.java), encoding="ascii")


def _read(pair: ProofPair, folder: Path) -> CompiledPair:
    before, after = (_version(folder, pair, side) for side in SIDES)
    printed = [version / "output" for version in (before, after)]
    texts = [path.read_text(encoding="utf-8") for path in printed if path.is_file()]
    return CompiledPair(
        pair=pair,
        before=before / "classes",
        after=after / "classes",
        errors="".join((version / "errors").read_text("utf-8") for version in (before, after)),
        printed=(texts[0], texts[1]) if len(texts) == len(SIDES) else None,
    )
