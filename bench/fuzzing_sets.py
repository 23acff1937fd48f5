"""Public sets of Java pairs in git repositories: the pairs and their labels.

Sources go to a scratch folder and are not kept. The input is the git directories (bare or not, in a
folder `repo` or alone) of YoshikiHigo/FEMP-X, jkoppel/QuixBugs, shrBadihi/EqBench and
jsilvam/SafeRefactor, in folders named `owner+name` or `name`. Our own pairs are included as well.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.java_methods import without_method
from bench.proof_pairs import Expectation, proof_pairs
from verifier.errors import RepositoryError
from verifier.java_text.outline import head, outline
from verifier.tools import process

FEMP_X = "YoshikiHigo/FEMP-X"
QUIXBUGS = "jkoppel/QuixBugs"
EQBENCH = "shrBadihi/EqBench"
SAFE_REFACTOR = "jsilvam/SafeRefactor"
_UNVERIFIED_STEP = 5
_DIFFERS = {Expectation.NEVER: True, Expectation.PROVABLE: False, Expectation.EITHER: None}
CLOSED_WORLD = ", but in a closed world"
_OWN = Path(__file__).parents[1] / "tests" / "fixtures" / "fuzz-pairs"


@dataclass(frozen=True, kw_only=True, slots=True)
class Labelled:
    """One pair: both versions' sources by path, and the set's label.

    `differs` is None if the set does not say it.
    """

    set: str
    name: str
    label: str
    differs: bool | None
    old: Mapping[str, str]
    new: Mapping[str, str]


class Source:
    """A repository at its head: text files by path."""

    def __init__(self, folder: Path, name: str) -> None:
        self._git = _git_dir(folder, name)
        listing = self._run("ls-tree", "-r", "-z", "--name-only", "HEAD")
        self.paths = [p for p in listing.decode("utf-8", "replace").split("\0") if p]
        self.head = self._run("rev-parse", "--short=10", "HEAD").decode().strip()

    def texts(self, paths: Sequence[str]) -> dict[str, str]:
        """Read the contents with one call of git."""
        request = "".join(f"HEAD:{path}\n" for path in paths).encode()
        raw = self._run("cat-file", "--batch", stdin=request)
        found: dict[str, str] = {}
        at = 0
        for path in paths:
            end = raw.index(b"\n", at)
            header = raw[at:end].split()
            if header[-1] == b"missing":
                at = end + 1
                continue
            size = int(header[2])
            found[path] = raw[end + 1 : end + 1 + size].decode("utf-8", "replace")
            at = end + 2 + size
        return found

    def _run(self, *words: str, stdin: bytes | None = None) -> bytes:
        return process.check(["git", "--git-dir", self._git, *words], stdin=stdin).stdout


def _git_dir(folder: Path, name: str) -> Path:
    plain = name.partition("/")[2]
    for place in (folder / name.replace("/", "+"), folder / plain, folder / name):
        for git in (place / "repo", place / ".git", place, place / "repo" / ".git"):
            if (git / "HEAD").is_file():
                return git
    raise RepositoryError(f"{folder} has no clone of {name}", hint=f"git clone it to {plain}/.")


def femp_x(folder: Path) -> Iterator[Labelled]:
    """The permitted parts: equivalent, inequivalent, and every fifth of unverified.

    The label says whether a person called the pair equivalent, and whether the set contains an
    executed witness of a difference.
    """
    source = Source(folder, FEMP_X)
    main = [p for p in source.paths if re.fullmatch(r"src/main/java/\w+/ClonePair\d+\.java", p)]
    chosen = [p for p in main if _is_permitted(p)]
    witnessed = {p for p in source.paths if p.endswith("DifferenceFindingTest.java")}
    for path, text in source.texts(sorted(chosen, key=_number)).items():
        part, name = path.split("/")[3], Path(path).stem
        test = f"src/test/java/{part}/{name}DifferenceFindingTest.java"
        shown = test in witnessed
        label = f"{part}, {'witness' if shown else 'no witness'}"
        inner = f"{part}/{name}.java"
        yield Labelled(
            set="FEMP-X",
            name=name,
            label=label,
            differs=True if shown else (False if part == "equivalent" else None),
            old={inner: _method(text, keep="method1", drop="method2")},
            new={inner: _method(text, keep="method2", drop="method1")},
        )


def _is_permitted(path: str) -> bool:
    part = path.split("/")[3]
    if part == "unverified":
        return _number(path) % _UNVERIFIED_STEP == 0
    return part in {"equivalent", "inequivalent"}


def _number(path: str) -> int:
    return int(re.sub(r"\D", "", Path(path).stem))


def _method(text: str, *, keep: str, drop: str) -> str:
    return re.sub(rf"\b{keep}\b", "method", without_method(text, drop))


def quixbugs(folder: Path) -> Iterator[Labelled]:
    """40 programs, with the correct one as old and the defective one as new version."""
    source = Source(folder, QUIXBUGS)
    good = [p for p in source.paths if re.fullmatch(r"correct_java_programs/\w+\.java", p)]
    bad = [p for p in source.paths if re.fullmatch(r"java_programs/\w+\.java", p)]
    texts = source.texts([*good, *bad])
    shared = {p: t for p, t in texts.items() if Path(p).stem in {"Node", "WeightedEdge"}}
    for path in good:
        other = path.replace("correct_java_programs", "java_programs")
        if other in texts:
            correct = texts[path].replace("correct_java_programs", "java_programs")
            yield Labelled(
                set="QuixBugs",
                name=Path(path).stem,
                label="defective",
                differs=True,
                old={**shared, other: correct},
                new={**shared, other: texts[other]},
            )


def eqbench(folder: Path) -> Iterator[Labelled]:
    """272 pairs. 'Eq' means mathematical equality, not that of the JVM (overflow, NaN, callers'
    contracts).
    """
    source = Source(folder, EQBENCH)
    old = [p for p in source.paths if p.endswith("/oldV.java")]
    texts = source.texts([*old, *(p.replace("/oldV.", "/newV.") for p in old)])
    for path in old:
        *_, group, name, label, _file = path.split("/")
        before = re.sub(r"\bnewV\b", "oldV", texts[path])
        after = re.sub(r"\bnewV\b", "oldV", texts[path.replace("/oldV.", "/newV.")])
        after = _in_package(after, outline(before).package)
        yield Labelled(
            set="EqBench",
            name=f"{group}/{name}",
            label=label,
            differs=label == "Neq",
            old={_place(before): before},
            new={_place(after): after},
        )


def _in_package(text: str, package: str) -> str:
    found = head(text, decoded=False).package_line
    return (
        text
        if found is None
        else f"{text[: found.span.start]}package {package};{text[found.span.end :]}"
    )


def _place(text: str) -> str:
    return outline(text).path


def safe_refactor(folder: Path) -> Iterator[Labelled]:
    """The subjects that the project's own tests label with `isRefactoring()`."""
    source = Source(folder, SAFE_REFACTOR)
    tests = [p for p in source.paths if re.match(r"test/main/.*\.java$", p)]
    for (first, second), same in _labels(source.texts(tests).values()).items():
        sides = [_subject(source, name) for name in (first, second)]
        if all(sides):
            yield Labelled(
                set="SafeRefactor",
                name=first,
                label="refactoring" if same else "no refactoring",
                differs=not same,
                old=sides[0],
                new=sides[1],
            )


def _labels(tests: Iterable[str]) -> dict[tuple[str, str], bool]:
    found: dict[tuple[str, str], bool] = {}
    for text in tests:
        for case in re.sub(r"//[^\n]*", "", text).split("@Test")[1:]:
            named = list(dict.fromkeys(re.findall(r"test/subjects/([\w.]+)", case)))
            said = re.findall(r"assertEquals\((true|false),\s*\w+\.isRefactoring", case)
            if len(named) == 2 and len(set(said)) == 1:  # noqa: PLR2004 - source and target
                found[named[0], named[1]] = said[0] == "true"
    return found


def _subject(source: Source, name: str) -> dict[str, str]:
    prefix = f"test/subjects/{name}/src/"
    paths = [p for p in source.paths if p.startswith(prefix) and p.endswith(".java")]
    return {p.removeprefix(prefix): t for p, t in source.texts(paths).items()}


def own_pairs(folder: Path) -> Iterator[Labelled]:
    """The fuzzing pairs of this checkout, except those whose class has another name in the new
    version.
    """
    del folder
    for path in sorted(_OWN.glob("*/expected.toml")):
        expected = tomllib.loads(path.read_text(encoding="utf-8"))
        if "renamed_to" not in expected:
            old, new = (
                (path.parent / name).read_text(encoding="utf-8")
                for name in ("Old.java", "New.java")
            )
            yield Labelled(
                set="own",
                name=path.parent.name,
                label=expected["verdict"],
                differs={"NON_EQUIVALENT": True, "EQUIVALENT_UP_TO": False}.get(
                    expected["verdict"]
                ),
                old={_place(old): old},
                new={_place(new): new},
            )


def own_proof_pairs(folder: Path) -> Iterator[Labelled]:
    """The pairs of this checkout that were written against the prover."""
    del folder
    for pair in proof_pairs():
        world = CLOSED_WORLD if pair.closed_world else ""
        yield Labelled(
            set="proof-pairs",
            name=f"{pair.group}: {pair.name}",
            label=f"{pair.expect}{world}",
            differs=_DIFFERS[pair.expect],
            old=pair.before,
            new=pair.after,
        )


SETS = {
    "femp-x": femp_x,
    "quixbugs": quixbugs,
    "eqbench": eqbench,
    "saferefactor": safe_refactor,
    "own": own_pairs,
    "proof-pairs": own_proof_pairs,
}
