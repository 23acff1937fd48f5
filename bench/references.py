"""False alarms of `references` on the pure refactorings of real histories, and its seconds."""

import re
import shutil
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from verifier.analysis.pool import AnalysisPool
from verifier.builds.direct.base_classes import top_level
from verifier.builds.direct.compiling import MAIN_CLASS
from verifier.domain.references import ReferenceFinding, ReferenceRequest
from verifier.tools.git import Repository
from verifier.tools.own_jar import RUNNER
from verifier.tools.process import run

_PACKAGE = re.compile(rb"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_MOST_TESTS = 60
_ALL_SETS = 4
_OPTIONS = ("-g", "-nowarn", "-proc:none", "-source", "8", "-target", "8", "-Xmaxerrs", "5")


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """One commit: its findings, absent where a side does not compile by itself.

    `tested` says whether the base's tests compile with the new main code, so that they count.
    """

    commit: str
    refactorings: int
    findings: tuple[ReferenceFinding, ...] | None
    seconds: float
    tested: bool


@click.command()
@click.argument("repository", type=click.Path(path_type=Path, exists=True))
@click.argument("commits", type=click.Path(path_type=Path, exists=True))
@click.option("--jars", type=click.Path(path_type=Path, exists=True), help="A folder of jars.")
@click.option("--java", default="java", show_default=True, help="The java of a JDK.")
def bench(repository: Path, commits: Path, jars: Path | None, java: str) -> None:
    """Compare each commit with its parent as `references` does; COMMITS has an id a line.

    An id stands as often as the commit has pure refactorings. Main code is compiled as a whole
    where it needs to be, tests where they name a changed class; nothing is executed.
    """
    path = tuple(sorted(jars.glob("*.jar"))) if jars is not None else ()
    wanted = Counter(commits.read_text(encoding="ascii").split())
    done: list[Measured] = []
    with Repository.open(repository) as opened, AnalysisPool(timeout=300) as pool:
        for commit, refactorings in wanted.items():
            one = _measured(opened, commit, refactorings, pool, path, java)
            done.append(one)
            click.echo(_line(one))
            for finding in one.findings or ():
                if finding.is_refused:
                    place = f"{finding.source}:{finding.line}"
                    click.echo(f"  {finding.kind} {finding.group} {finding.what} {place}")
    click.echo(report(done))


def _line(one: Measured) -> str:
    if one.findings is None:
        return f"{one.commit} does not compile by itself, or changes tests alone"
    refused = sum(f.is_refused for f in one.findings)
    listed = len(one.findings) - refused
    tests = "" if one.tested else " without tests"
    return f"{one.commit} refused {refused} listed {listed} {one.seconds:.2f} s{tests}"


def report(done: Sequence[Measured]) -> str:
    """What was compared, what was refused, and the seconds of a comparison."""
    compared = [one for one in done if one.findings is not None]
    refused = [one for one in compared if any(f.is_refused for f in one.findings or ())]
    seconds = [one.seconds for one in compared]
    return "\n".join(
        [
            f"commits compared: {len(compared)} of {len(done)}",
            f"refactorings in them: {sum(one.refactorings for one in compared)}",
            f"with their tests: {sum(one.tested for one in compared)}",
            f"commits refused: {len(refused)}",
            f"seconds: median {statistics.median(seconds):.2f}, most {max(seconds):.2f}"
            if seconds
            else "seconds: none",
        ]
    )


def _measured(
    repository: Repository,
    commit: str,
    refactorings: int,
    pool: AnalysisPool,
    jars: tuple[Path, ...],
    java: str,
) -> Measured:
    after = repository.tree(commit)
    before = repository.tree(f"{commit}^")
    scratch = Path(tempfile.mkdtemp(prefix="refverify-references-"))
    try:
        sides = {"old": before, "new": after}
        texts = {
            side: {
                path: content
                for path in tree.paths()
                if path.endswith(".java") and (content := tree.read(path)) is not None
            }
            for side, tree in sides.items()
        }
        # As in a verdict, the tests are the base's.
        tests = {path: text for path, text in texts["old"].items() if _is_test(path)}
        main = {path: text for path, text in texts["new"].items() if not _is_test(path)}
        texts["new"] = {**main, **tests}
        changed = {
            path
            for path in texts["old"].keys() | texts["new"].keys()
            if texts["old"].get(path) != texts["new"].get(path)
        }
        nothing = Measured(
            commit=commit, refactorings=refactorings, findings=None, seconds=0, tested=False
        )
        if not changed or not (sets := _compiled(scratch, texts, changed, jars, java)):
            return nothing
        gone = _keep_what_differs(scratch)
        began = time.monotonic()
        found = pool.compare_references(
            ReferenceRequest(
                before=scratch / "old" / "classes",
                changed=scratch / "new" / "classes",
                gone=gone,
                class_path=jars,
            )
        )
        return Measured(
            commit=commit,
            refactorings=refactorings,
            findings=found,
            seconds=time.monotonic() - began,
            tested=sets == _ALL_SETS,
        )
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _is_test(path: str) -> bool:
    return "src/test/" in path or path.startswith("test/") or "/test/java/" in path


def _compiled(
    scratch: Path,
    texts: Mapping[str, Mapping[str, bytes]],
    changed: set[str],
    jars: tuple[Path, ...],
    java: str,
) -> int:
    """How many source sets compile; class files lie below `old/classes` and `new/classes` then.

    0 where main code of a side, or tests with the old one, do not.
    """
    plan: list[str] = []
    for side, files in texts.items():
        for path, content in files.items():
            target = scratch / side / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        plan += _plan(scratch / side, files, changed, jars)
    command = (java, "-Xss8m", "-cp", str(RUNNER.path()), MAIN_CLASS)
    stdin = "".join(f"{line}\n" for line in plan).encode()
    sets = run(command, cwd=scratch, stdin=stdin, timeout=600).text.count("whole\t")
    if sets < _ALL_SETS - 1:
        return 0
    for side, files in texts.items():
        classes = scratch / side / "classes"
        _sort_out(classes, files)
        if sets < _ALL_SETS:
            shutil.rmtree(classes / "test")
            (classes / "test").mkdir()
    return sets


def _sort_out(classes: Path, files: Mapping[str, bytes]) -> None:
    """Give main code its classes that were only needed, and so compiled, with the tests."""
    roots = _roots(files, tests=False)
    for file in sorted((classes / "test").rglob("*.class")):
        path = file.relative_to(classes / "test")
        source = f"{top_level(path.as_posix())}.java"
        if any((f"{root}/{source}" if root else source) in files for root in roots):
            target = classes / "main" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            file.rename(target)


def _plan(
    root: Path, files: Mapping[str, bytes], changed: set[str], jars: Sequence[Path]
) -> Iterator[str]:
    """The changed main sources with all that they need, then the tests that name one of them."""
    here = [path for path in sorted(files) if path in changed and not _is_module(path)]
    main = [path for path in here if not _is_test(path)]
    names = [Path(path).stem for path in changed if not _is_test(path)]
    word = re.compile(rb"\b(?:" + b"|".join(n.encode() for n in names) + rb")\b") if names else None
    near = [p for p in sorted(files) if _is_test(p) and word and word.search(files[p])]
    tests = sorted({*near[:_MOST_TESTS], *(p for p in here if _is_test(p))})
    roots = {side: _roots(files, tests=side == "test") for side in ("main", "test")}
    for side, sources in (("main", main), ("test", tests)):
        output = root / "classes" / side
        output.mkdir(parents=True)
        yield f"set {side}"
        yield "encoding UTF-8"
        yield f"output {output}"
        where = ":".join(str(root / each) for each in roots[side]) or str(root / "none")
        for option in (*_OPTIONS, "-implicit:class", "-sourcepath", where):
            yield f"option {option}"
        if side == "test":
            # Its own classes first: main code that no changed source needs is compiled with tests.
            yield f"path {root / 'classes' / 'main'}"
        for jar in jars:
            yield f"path {jar}"
        for path in sources:
            yield f"source {root / path}"


def _is_module(path: str) -> bool:
    return path.endswith(("module-info.java", "package-info.java"))


def _roots(files: Mapping[str, bytes], *, tests: bool) -> list[str]:
    """Source folders: a file's path without its package. Tests see those of main code behind theirs."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for path, content in files.items():
        match = _PACKAGE.search(content)
        folder = Path(path).parent.as_posix()
        package = match[1].decode().replace(".", "/") if match else ""
        if folder.endswith(package):
            found[_is_test(path)].add(folder[: len(folder) - len(package)].rstrip("/"))
    return [*sorted(found[True]), *sorted(found[False])] if tests else sorted(found[False])


def _keep_what_differs(scratch: Path) -> tuple[str, ...]:
    """Remove the new class files that are the old ones again; what main code lost is returned."""
    old, new = scratch / "old" / "classes", scratch / "new" / "classes"
    gone = tuple(
        file.relative_to(old / "main").as_posix()
        for file in sorted((old / "main").rglob("*.class"))
        if not (new / file.relative_to(old)).exists()
    )
    for file in sorted(new.rglob("*.class")):
        before = old / file.relative_to(new)
        if before.is_file() and before.read_bytes() == file.read_bytes():
            file.unlink()
    return gone


if __name__ == "__main__":
    bench()
