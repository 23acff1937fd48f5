"""Detection and purity against the labels in RefactoringMiner's own repository.

Detection: `tse-dataset`, 400 commits whose refactorings, as found by three tools, were validated by
people (Tsantalis et al., TSE 2020). Purity: `sampleResPurity.json`, 139 commits, with
`expectedPurity.txt`, the expectations of that revision's own RefactoringMiner test for each commit.
The files that a commit changed are in `commits/`; each commit becomes one of a scratch repository
and is analysed as in `refverify mine`.
"""

import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import click

from bench.tables import as_markdown
from verifier.analysis.commit_detection import CommitDetection
from verifier.analysis.pool import AnalysisPool
from verifier.console import Console
from verifier.domain.proof import PROVED_REFACTORING, ProofOutcome
from verifier.domain.proof_hints import commit_request
from verifier.domain.purity import PurityTier, PurityVerdict
from verifier.domain.refactoring import Refactoring
from verifier.domain.refactoring_traits import DEFAULT_TYPES
from verifier.errors import AnalysisError
from verifier.tools import process
from verifier.tools.git.fast_import import data, quote_path
from verifier.tools.git.repository import Repository

ORACLE = "src/test/resources/oracle"
DETECTION, PURITY = f"{ORACLE}/tse-dataset/", f"{ORACLE}/sampleResPurity.json"
EXPECTED = f"{ORACLE}/expectedPurity.txt"
COMMITS = f"{ORACLE}/commits/"
TYPES = {str(each) for each in DEFAULT_TYPES}

_PROVED = {*PROVED_REFACTORING, ProofOutcome.ASSUMING_NAMES}

Sentence = str
"""RefactoringMiner's description of one refactoring, after its type and a tab."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Labelled:
    """A commit of the oracle with the labels of its refactorings of the six types.

    `real` says for each description whether it is a refactoring, and `pure` its purity label.
    `counts` are the true and false positives and negatives that RefactoringMiner's own test expects
    of PurityChecker here, for all types; None if the commit is in another set.
    """

    sha: str
    real: Mapping[Sentence, bool] = field(default_factory=dict)
    pure: Mapping[Sentence, bool] = field(default_factory=dict)
    all_pure: Mapping[Sentence, bool] = field(default_factory=dict)
    counts: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """The labels of one refactoring by people and by us; None marks an unknown one."""

    commit: str
    type: str
    sentence: Sentence
    found: bool
    labelled_real: bool | None = None
    labelled_pure: bool | None = None
    checker_pure: bool | None = None
    strict: bool | None = None
    proof: str | None = None

    @property
    def proved(self) -> bool:
        """Whether it is proved, also under assumptions about names that only files outside the
        oracle declare.
        """
        return self.proof in _PROVED


@dataclass(frozen=True, kw_only=True, slots=True)
class DetectionRow:
    """One type: labels against what was found. Refactorings that are found without a label do not
    count.
    """

    type: str
    labelled_real: int
    found: int
    labelled_wrong: int
    found_wrong: int
    unlabelled: int
    precision: str
    recall: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PurityRow:
    """The agreement of one word for 'pure' with the labels of one type."""

    word: str
    type: str
    pure: int
    said_of_pure: int
    impure: int
    said_of_impure: int
    precision: str
    recall: str


@click.command()
@click.argument("miner", type=click.Path(path_type=Path, exists=True))
@click.option("--rev", default="3.1.4", show_default=True, help="Whose labels: a revision of it.")
@click.option("--set", "chosen", type=click.Choice(["detection", "purity", "both"]), default="both")
@click.option("--most", type=int, help="At most so many commits of each set.")
@click.option("--timeout", type=float, default=300.0, show_default=True, help="Seconds a commit.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="JSONL.")
def bench(
    miner: Path, rev: str, chosen: str, most: int | None, timeout: float, output: Path
) -> None:
    """Measure detection and purity on the labels in MINER, a clone of RefactoringMiner."""
    oracle = Oracle(miner, rev)
    sets = {"detection": oracle.detection, "purity": oracle.purity}
    listed = (
        each
        for name, commits in sets.items()
        if chosen in {name, "both"}
        for each in islice(commits(), most)
    )
    answers: list[Answer] = []
    unlike: list[str] = []
    with output.open("w", encoding="utf-8") as stream:
        for labelled, found, said in _judge(oracle, list(listed), timeout):
            answers += said
            stream.writelines(json.dumps(asdict(answer)) + "\n" for answer in said)
            counts = _counts(labelled, found)
            if labelled.counts not in {None, counts}:
                unlike.append(f"{labelled.sha}: {counts} instead of {labelled.counts}")
    click.echo(report(answers))
    click.echo(f"\ncommits unlike RefactoringMiner's own expectation of purity: {len(unlike)}")
    click.echo("\n".join(unlike))


@dataclass(frozen=True, kw_only=True, slots=True)
class Laid:
    """The scratch repository, and for each commit of an oracle its own (parent, commit) there."""

    path: Path
    commits: Mapping[str, tuple[str, str]]


class Oracle:
    """The labels of one revision of RefactoringMiner's repository."""

    def __init__(self, miner: Path, revision: str) -> None:
        self._git = ["git", "-C", str(miner)]
        listed = self._lines("ls-tree", "-r", "-z", revision, ORACLE).split("\0")
        entries = (line.partition("\t") for line in listed if line)
        self._blobs = {path: head.split()[2] for head, _, path in entries}
        self._folders = {
            name.rpartition("-")[2]: name
            for path in self._blobs
            if path.startswith(COMMITS) and path.count("/") == COMMITS.count("/")
            for name in [path.removeprefix(COMMITS).removesuffix(".json")]
        }

    def _lines(self, *words: str) -> str:
        return subprocess.run([*self._git, *words], check=True, capture_output=True).stdout.decode()

    def _json(self, path: str) -> Any:
        return json.loads(self._lines("cat-file", "blob", self._blobs[path]))

    def detection(self) -> Iterator[Labelled]:
        """The commits of `tse-dataset`. A refactoring with contradictory labels is left out."""
        for path in sorted(p for p in self._blobs if p.startswith(DETECTION)):
            for commit in self._json(path)["results"]:
                labels: dict[Sentence, set[bool]] = {}
                for one in (
                    r for value in commit.values() if isinstance(value, list) for r in value
                ):
                    if one["description"].partition("\t")[0] in TYPES:
                        labels.setdefault(one["description"], set()).add(one["validation"])
                real = {name: said.pop() for name, said in labels.items() if len(said) == 1}
                if commit["sha1"] in self._folders:
                    yield Labelled(sha=commit["sha1"], real=real)

    def purity(self) -> Iterator[Labelled]:
        """The commits of `sampleResPurity.json` whose contents are available."""
        lines = self._lines("cat-file", "blob", self._blobs[EXPECTED]).splitlines()
        words = (line.split(", ") for line in lines if line.strip())
        expected = {w[0]: (int(w[1]), int(w[2]), int(w[3]), int(w[4])) for w in words}
        for commit in self._json(PURITY):
            said = {
                one["description"]: one["purity"]["purityValue"] == "1"
                for one in commit["refactorings"]
                if one["purity"]["purityValue"] in {"0", "1"}
            }
            if commit["sha1"] in self._folders:
                yield Labelled(
                    sha=commit["sha1"],
                    pure={s: v for s, v in said.items() if s.partition("\t")[0] in TYPES},
                    all_pure=said,
                    counts=expected.get(commit["sha1"]),
                )

    def lay(self, commits: Iterable[Labelled], path: Path) -> Laid:
        """Make a bare repository of these commits that borrows objects from RefactoringMiner's."""
        process.check(["git", "init", "--quiet", "--bare", path])
        objects = self._lines(
            "rev-parse", "--path-format=absolute", "--git-path", "objects"
        ).strip()
        (path / "objects/info/alternates").write_text(f"{objects}\n")
        shas = list(dict.fromkeys(each.sha for each in commits))
        stream = b"".join(
            part for number, sha in enumerate(shas) for part in self._two(sha, number)
        )
        marks = path / "marks"
        words = ["git", "-C", str(path), "fast-import", "--quiet", f"--export-marks={marks}"]
        subprocess.run(words, input=stream, check=True)
        ids = dict(line.split() for line in marks.read_text().splitlines())
        return Laid(
            path=path,
            commits={
                sha: (ids[f":{2 * n + 1}"], ids[f":{2 * n + 2}"]) for n, sha in enumerate(shas)
            },
        )

    def _two(self, sha: str, number: int) -> Iterator[bytes]:
        """The parent and the commit. An empty file marks each folder of the whole repository."""
        about = self._json(f"{COMMITS}{self._folders[sha]}.json")
        prefix = self._folders[sha].removesuffix(sha)
        sides = (
            (about["parentCommitId"], "filesBefore", "repositoryDirectoriesBefore"),
            (about["currentCommitId"], "filesCurrent", "repositoryDirectoriesCurrent"),
        )
        for mark, (commit, files, folders) in enumerate(sides, start=2 * number + 1):
            yield f"commit refs/heads/c{number}\nmark :{mark}\n".encode()
            yield b"committer bench <bench> 0 +0000\n" + data(b"")
            if commit != about["parentCommitId"]:
                yield f"from :{mark - 1}\n".encode()
            yield b"deleteall\n"
            for folder in about[folders]:
                if folder:
                    yield b"M 100644 inline " + quote_path(f"{folder}/.keep") + b"\n" + data(b"")
            for file in about[files]:
                blob = self._blobs.get(f"{COMMITS}{prefix}{commit}/{file}")
                if blob is not None:
                    yield f"M 100644 {blob} ".encode() + quote_path(file) + b"\n"


def _judge(
    oracle: Oracle, commits: Sequence[Labelled], timeout: float
) -> Iterator[tuple[Labelled, CommitDetection, list[Answer]]]:
    """Analyse the commits. Those that fail are reported on standard error."""
    with (
        tempfile.TemporaryDirectory(prefix="refverify-truth-") as scratch,
        AnalysisPool(timeout=timeout) as pool,
        Console().progress("commits", len(commits)) as progress,
    ):
        laid = oracle.lay(commits, Path(scratch) / "commits.git")
        with Repository.open(laid.path) as git:
            for labelled in commits:
                parent, commit = laid.commits[labelled.sha]
                try:
                    found = pool.submit_commit(git.common_dir, commit, parent).result()
                    yield labelled, found, list(_answers(labelled, found, git, pool))
                except AnalysisError as error:
                    click.echo(f"{labelled.sha}: {error}", err=True)
                progress.advance(labelled.sha[:10])


def _sentence(refactoring: Refactoring) -> Sentence:
    kind = refactoring.type_name
    return f"{kind}\t{refactoring.description.removeprefix(f'{kind} ')}"


def _counts(labelled: Labelled, found: CommitDetection) -> tuple[int, int, int, int]:
    """True positives, true negatives, false positives and false negatives of PurityChecker."""
    words = {PurityVerdict.PURE: True, PurityVerdict.IMPURE: False}
    said = [
        (labelled.all_pure[_sentence(each)], words[each.purity.verdict])
        for each in found.detection.refactorings
        if each.purity is not None
        and each.purity.verdict in words
        and _sentence(each) in labelled.all_pure
    ]
    count = Counter(said)
    return count[True, True], count[False, False], count[False, True], count[True, False]


def _answers(
    labelled: Labelled, found: CommitDetection, repository: Repository, pool: AnalysisPool
) -> Iterator[Answer]:
    ours = {_sentence(r): r for r in found.detection.refactorings if r.type in DEFAULT_TYPES}
    for sentence in sorted({*labelled.real, *labelled.pure, *(ours if labelled.real else ())}):
        refactoring = ours.get(sentence)
        purity = None if refactoring is None else refactoring.purity
        pure = labelled.pure.get(sentence)
        yield Answer(
            commit=labelled.sha,
            type=sentence.partition("\t")[0],
            sentence=sentence,
            found=refactoring is not None,
            labelled_real=labelled.real.get(sentence),
            labelled_pure=pure,
            checker_pure=None if purity is None else purity.verdict is PurityVerdict.PURE,
            strict=None if purity is None else purity.tier is PurityTier.STRICT,
            proof=None
            if refactoring is None or pure is None
            else _proof(refactoring, found, repository, pool),
        )


def _proof(
    refactoring: Refactoring, found: CommitDetection, repository: Repository, pool: AnalysisPool
) -> str:
    commits, detected = (found.parent, found.commit), found.detection.refactorings
    request = commit_request(repository.common_dir, commits, detected, [refactoring])
    try:
        return str(pool.prove(request).outcome)
    except AnalysisError:
        return "error"


def report(answers: Sequence[Answer]) -> str:
    """Format both tables, and every refactoring that is proved although people call it impure."""
    odd = [f"{a.commit} {a.sentence}" for a in answers if a.proved and a.labelled_pure is False]
    parts = [as_markdown(list(detection_rows(answers))), as_markdown(list(purity_rows(answers)))]
    listed = "\n".join(odd) if odd else "none"
    return "\n\n".join([*filter(None, parts), f"labelled impure, proved:\n{listed}"])


def detection_rows(answers: Sequence[Answer]) -> Iterator[DetectionRow]:
    """Yield a row per type with labels, and their sum."""
    labelled = {a.commit for a in answers if a.labelled_real is not None}
    mine = [a for a in answers if a.commit in labelled and a.labelled_pure is None]
    for kind, group in _by_type(mine):
        real = [a for a in group if a.labelled_real]
        wrong = [a for a in group if a.labelled_real is False]
        right, false = sum(a.found for a in real), sum(a.found for a in wrong)
        yield DetectionRow(
            type=kind,
            labelled_real=len(real),
            found=right,
            labelled_wrong=len(wrong),
            found_wrong=false,
            unlabelled=sum(a.found for a in group if a.labelled_real is None),
            precision=_share(right, right + false),
            recall=_share(right, len(real)),
        )


def purity_rows(answers: Sequence[Answer]) -> Iterator[PurityRow]:
    """Yield a row per word and type, over the labelled refactorings that were found."""
    mine = [a for a in answers if a.labelled_pure is not None and a.found]
    for word in ("checker_pure", "strict", "proved"):
        for kind, group in _by_type(mine):
            pure = [a for a in group if a.labelled_pure]
            impure = [a for a in group if not a.labelled_pure]
            right = sum(getattr(a, word) is True for a in pure)
            false = sum(getattr(a, word) is True for a in impure)
            yield PurityRow(
                word=word.replace("_", " "),
                type=kind,
                pure=len(pure),
                said_of_pure=right,
                impure=len(impure),
                said_of_impure=false,
                precision=_share(right, right + false),
                recall=_share(right, len(pure)),
            )


def _by_type(answers: Sequence[Answer]) -> Iterator[tuple[str, list[Answer]]]:
    for kind in sorted({a.type for a in answers}):
        yield kind, [a for a in answers if a.type == kind]
    if answers:
        yield "all", list(answers)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "no data"


if __name__ == "__main__":
    bench()
