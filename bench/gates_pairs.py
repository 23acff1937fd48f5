"""Pull requests from the pairs in tests/fixtures/pull-requests; the README.md there describes the
kinds.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.gates_pull_requests import IDENTITY, IMPURE, PURE, PullRequest
from bench.proof_pairs import FOLDER as PROOF_PAIRS
from bench.proof_pairs import Expectation, ProofPair, proof_pairs
from verifier.tools import process

FOLDER = PROOF_PAIRS.with_name("pull-requests")
SOURCE = "with dependencies"


def of_pairs(scratch: Path, folder: Path = FOLDER) -> Iterator[PullRequest]:
    """Make a repository in `scratch` for each pair."""
    build = (folder / "pom.xml").read_text("utf-8")
    for pair in proof_pairs(folder):
        yield _of_pair(pair, scratch / pair.slug, build)


def _of_pair(pair: ProofPair, repository: Path, build: str) -> PullRequest:
    _git(repository.parent, "init", "-q", "-b", "main", str(repository))
    common = {} if "pom.xml" in pair.before else {"pom.xml": build}
    _write(repository, {**common, **pair.before})
    base = _commit(repository, "before")
    for path in pair.before.keys() - pair.after.keys():
        (repository / path).unlink()
    _write(repository, pair.after)
    ignored = _git(repository, "ls-files", "--others", "--ignored", "--exclude-standard")
    return PullRequest(
        source=SOURCE,
        kind=pair.group,
        truth=IMPURE if pair.expect is Expectation.NEVER else PURE,
        name=pair.name,
        repository=repository,
        base=base,
        # No commit contains what git ignores.
        head="" if ignored else _commit(repository, "after"),
    )


def _write(repository: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        target = repository / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def _commit(repository: Path, message: str) -> str:
    _git(repository, "add", "--all")
    _git(repository, "commit", "-q", "-m", message)
    return _git(repository, "rev-parse", "HEAD")


def _git(folder: Path, *words: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    command: list[str | Path] = ["git", "-C", folder, "-c", "core.autocrlf=false", *words]
    return process.check(command, env=IDENTITY).text.strip()
