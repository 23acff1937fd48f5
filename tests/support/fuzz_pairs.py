"""The pairs of small classes in tests/fixtures/fuzz-pairs, compiled, and their expectations."""

import shutil
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.warm_java import javac
from verifier.fuzzing.request import Campaign, FuzzingBudget, JUnitFlavour, Versions
from verifier.java_text.outline import outline
from verifier.tools.jdk import Jdk

PAIRS = Path(__file__).parents[1] / "fixtures" / "fuzz-pairs"
BUDGET = FuzzingBudget(seed=1, executions=1_000, seconds=20)


@dataclass(frozen=True, kw_only=True, slots=True)
class Expected:
    """The expected result of a pair: `verdict` or one of `also`, and one of `tags` if there are
    any.
    """

    name: str
    verdicts: frozenset[str]
    tags: frozenset[str]
    note: str
    java: int
    renamed_to: str

    @property
    def differs(self) -> bool:
        return self.verdicts == {"NON_EQUIVALENT"}


def expectations() -> list[Expected]:
    return [_read(path) for path in sorted(PAIRS.glob("*/expected.toml"))]


def _read(path: Path) -> Expected:
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return Expected(
        name=path.parent.name,
        verdicts=frozenset({found["verdict"], *found.get("also", ())}),
        tags=frozenset(found.get("tags", ())) | frozenset(found.get("other_tags", ())),
        note=found.get("note", ""),
        java=found.get("java", 8),
        renamed_to=found.get("renamed_to", ""),
    )


def compile_pairs(names: Sequence[str], folder: Path, jdk: Jdk) -> None:
    """Compile both versions of all pairs in two runs of javac. Each pair gets separate class
    folders.
    """
    for version in ("Old", "New"):
        sources = folder / f"source-{version}"
        for name in names:
            text = (PAIRS / name / f"{version}.java").read_text(encoding="utf-8")
            target = sources / outline(text).path
            target.parent.mkdir(parents=True)
            target.write_text(text, encoding="utf-8")
        out = folder / f"classes-{version}"
        out.mkdir()
        files = sorted(sources.rglob("*.java"))
        javac(jdk, "-g", "-nowarn", "-encoding", "UTF-8", "-d", out, *files)
        for name in names:
            own = folder / name / version / "pairs" / name
            shutil.copytree(out / "pairs" / name, own)


def campaign_of(expected: Expected, folder: Path, jdk: Jdk) -> Campaign:
    own = f"pairs.{expected.name}"
    renames = {f"{own}.Subject": f"{own}.{expected.renamed_to}"} if expected.renamed_to else {}
    place = folder / expected.name
    return Campaign(
        versions=Versions(old=place / "Old", new=place / "New", renames=renames),
        jdk=jdk,
        budget=BUDGET,
        junit=JUnitFlavour.FOUR,
    )
