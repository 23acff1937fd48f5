"""Main code and tests of two versions, compiled by javac against jars alone. Nothing is executed."""

import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from verifier.builds.direct.base_classes import top_level
from verifier.builds.direct.compiling import MAIN_CLASS
from verifier.domain.source import Candidate, FileChange, Tree
from verifier.tools.own_jar import RUNNER
from verifier.tools.process import run

_PACKAGE = re.compile(rb"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
_MOST_TESTS = 30
_ALL_SETS = 4
_JVM = ("-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
_OPTIONS = ("-g", "-nowarn", "-proc:none", "-Xmaxerrs", "5")


@dataclass(frozen=True, kw_only=True, slots=True)
class Compiling:
    """The compiler's input for both sides: jars, a JDK's java, and the language level.

    Only files `below` a folder count, for example those of one module.
    """

    jars: tuple[Path, ...] = ()
    java: str = "java"
    level: str = "8"
    below: str = ""

    def takes(self, path: str) -> bool:
        """Whether a file counts. Module descriptors do not: javac would ask for modules instead of
        jars.
        """
        return (
            path.startswith(self.below)
            and path.endswith(".java")
            and not path.endswith("module-info.java")
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class CompiledSides:
    """Class files of both versions in the subfolders `main` and `test`; the new side has only files
    that differ.

    `gone` are the class files that the new main code lacks. `tested` says whether the base's tests
    compile with the new main code, so that they count.
    """

    before: Path
    changed: Path
    gone: tuple[str, ...]
    tested: bool


@contextmanager
def compile_sides(
    base: Tree, candidate: Candidate, compiling: Compiling
) -> Iterator[CompiledSides | None]:
    """Compile both versions for the duration of the block. None if a side does not compile alone.

    Main code is compiled as far as the change needs it, tests only if they name a changed class. As
    in a verdict, the tests are the base's.
    """
    scratch = Path(tempfile.mkdtemp(prefix="refverify-references-"))
    try:
        old = {p: text for p in base.paths() if compiling.takes(p) and (text := base.read(p))}
        new = dict(old)
        for change in candidate.changes:
            if not compiling.takes(change.path):
                continue
            if change.content is None:
                new.pop(change.path, None)
            else:
                new[change.path] = change.content
        changed = {c.path for c in candidate.changes if old.get(c.path) != new.get(c.path)}
        sets = _compile(scratch, {"old": old, "new": new}, changed, compiling)
        yield _sides(scratch, tested=sets == _ALL_SETS) if sets else None
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def main_changes(base: Tree, after: Tree) -> tuple[FileChange, ...]:
    """The Java files of main code that differ."""
    paths = {p for p in base.paths() | after.paths() if p.endswith(".java") and not _is_test(p)}
    both = ((path, base.read(path), after.read(path)) for path in sorted(paths))
    return tuple(FileChange(path=path, content=new) for path, old, new in both if old != new)


def _sides(scratch: Path, *, tested: bool) -> CompiledSides:
    gone = _keep_what_differs(scratch)
    return CompiledSides(
        before=scratch / "old" / "classes",
        changed=scratch / "new" / "classes",
        gone=gone,
        tested=tested,
    )


def _is_test(path: str) -> bool:
    return "src/test/" in path or path.startswith("test/") or "/test/java/" in path


def _compile(
    scratch: Path,
    texts: Mapping[str, Mapping[str, bytes]],
    changed: set[str],
    compiling: Compiling,
) -> int:
    """Compile the source sets. Return how many compiled, with class files in `old/classes` and
    `new/classes`.

    0 means that main code of a side, or tests with the old one, do not compile.
    """
    plan: list[str] = []
    for side, files in texts.items():
        for path, content in files.items():
            target = scratch / side / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        plan += _plan(scratch / side, files, changed, compiling)
    command = (compiling.java, *_JVM, "-cp", str(RUNNER.path()), MAIN_CLASS)
    stdin = "".join(f"{line}\n" for line in plan).encode()
    sets = run(command, cwd=scratch, stdin=stdin, timeout=1800).text.count("whole\t")
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
    """Move main classes to main code if they were compiled only because tests need them."""
    roots = _roots(files, tests=False)
    for file in sorted((classes / "test").rglob("*.class")):
        path = file.relative_to(classes / "test")
        source = f"{top_level(path.as_posix())}.java"
        if any((f"{root}/{source}" if root else source) in files for root in roots):
            target = classes / "main" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            file.rename(target)


def _plan(
    root: Path, files: Mapping[str, bytes], changed: set[str], compiling: Compiling
) -> Iterator[str]:
    """The changed main sources with everything that they need, then the tests that name one of
    them.
    """
    here = [
        path for path in sorted(files) if path in changed and not path.endswith("package-info.java")
    ]
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
        level = ("-source", compiling.level, "-target", compiling.level)
        for option in (*_OPTIONS, *level, "-implicit:class", "-sourcepath", where):
            yield f"option {option}"
        if side == "test":
            # A source set's own classes come first: main code that no changed source needs is
            # compiled with tests.
            yield f"path {root / 'classes' / 'main'}"
        for jar in compiling.jars:
            yield f"path {jar}"
        for path in sources:
            yield f"source {root / path}"


def _roots(files: Mapping[str, bytes], *, tests: bool) -> list[str]:
    """Source folders: a file's path without its package. For tests, those of main code come last."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for path, content in files.items():
        match = _PACKAGE.search(content)
        folder = Path(path).parent.as_posix()
        package = match[1].decode().replace(".", "/") if match else ""
        if folder.endswith(package):
            found[_is_test(path)].add(folder[: len(folder) - len(package)].rstrip("/"))
    return [*sorted(found[True]), *sorted(found[False])] if tests else sorted(found[False])


def _keep_what_differs(scratch: Path) -> tuple[str, ...]:
    """Remove new class files that equal the old ones. Return those that main code lost."""
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
