"""Find mined commits that are only refactoring. They are judged like `check --level static`."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from verifier.checks.selection import with_needs
from verifier.console import Console
from verifier.domain.commit_purity import CommitPurity
from verifier.domain.declared import declaration
from verifier.domain.funnel import Stage, before_kept
from verifier.domain.gate import BehaviourAnswer, Extent, Level
from verifier.domain.instance import Instance, StableId
from verifier.errors import VerifierError
from verifier.gates.answer import LEVEL_CHECKS
from verifier.gates.residual import residual_of, residual_patch
from verifier.gates.unit import JudgingSession
from verifier.judging.judgement import guard
from verifier.judging.options import ToolsetOptions
from verifier.judging.schedule import some_at_a_time
from verifier.judging.toolset import Toolset, open_toolset
from verifier.mining.funnel import COMMITS, INSTANCES, Funnel
from verifier.mining.known_detections import KnownDetections
from verifier.mining.output import OutputPaths, funnel_beside
from verifier.tools.git.repository import Repository
from verifier.tools.records import load_jsonl, to_line
from verifier.tools.storage.files import replacing, write_whole
from verifier.tools.storage.keyed_lines import KeyedLines

MOST_FINDINGS = 20
STAGE = "in pure commits"
_CHECKS = with_needs(LEVEL_CHECKS[Level.STATIC])


@dataclass(frozen=True, kw_only=True, slots=True)
class PureCommitsPaths:
    """Output files that are named after the file of mined instances."""

    instances: Path

    def _path_with(self, ending: str) -> Path:
        return self.instances.with_name(self.instances.name.removesuffix(".jsonl") + ending)

    @property
    def pure(self) -> Path:
        """The instances of commits that are only refactoring."""
        return self._path_with(".pure.jsonl")

    @property
    def commits(self) -> Path:
        """The result for each commit; a later run continues from it."""
        return self._path_with(".pure.commits.jsonl")

    @property
    def residue(self) -> Path:
        """A folder with a patch for each commit that is more than refactoring."""
        return self._path_with(".residue")


@dataclass(frozen=True, kw_only=True, slots=True)
class PureCommitsRequest:
    """One call: a repository, its mined instances, and whether to write patches of the rest."""

    repository: Path
    instances: Path
    residue: bool = False
    force: bool = False
    jobs: int = 1
    timeout: float = 120.0


def judge_commits(request: PureCommitsRequest, console: Console) -> Funnel | None:
    """Judge every commit that has instances; None if there is no funnel file next to the instances.

    A repeated call does not judge a commit again.

    Raises:
        RepositoryError, InputError, StorageError, UsageError, MissingToolError: see each class.
    """
    paths = PureCommitsPaths(instances=request.instances)
    instances, _ = load_jsonl(Instance, request.instances)
    commits = {i.commit: i.parent for i in instances}
    options = ToolsetOptions(analysis_timeout=request.timeout, jobs=request.jobs)
    with ExitStack() as stack:
        repository = stack.enter_context(Repository.open(request.repository))
        tools = stack.enter_context(open_toolset(options.select_for(_CHECKS)))
        journal = stack.enter_context(
            KeyedLines(
                paths.commits,
                CommitPurity,
                what="",
                hint="--force throws this file away.",
                fresh=request.force,
            )
        )
        known = KnownDetections(OutputPaths(instances=request.instances).journal, tools.versions)
        judging = _Judging(request=request, repository=repository, tools=tools, mined=known)
        found = judging.all(commits, journal, console)
        if request.residue:
            _write_residue(paths.residue, repository, found.values())
    return _write(paths, instances, found)


@dataclass(frozen=True, kw_only=True)
class _Judging:
    request: PureCommitsRequest
    repository: Repository
    tools: Toolset
    mined: KnownDetections

    def all(
        self, commits: Mapping[str, str], journal: KeyedLines[CommitPurity], console: Console
    ) -> dict[str, CommitPurity]:
        """Return each commit's answer in the order of the commits."""
        keys = {commit: self._key(commit, parent) for commit, parent in commits.items()}
        lines = ((journal.read(keys[c]), c, p) for c, p in commits.items())
        to_do = [(keys[c], c, p) for line, c, p in lines if line is None or line.residual is None]
        with console.progress("Judging commits", len(to_do)) as progress:
            for line in some_at_a_time(self._one, to_do, self.request.jobs, Event()):
                journal.append(line)
                progress.advance(f"{line.commit[:10]} {line.behaviour}")
        known = {commit: journal.read(key) for commit, key in keys.items()}
        return {commit: line for commit, line in known.items() if line is not None}

    def _key(self, commit: str, parent: str) -> str:
        return str(StableId.of(declaration(commit, parent, dict(self.tools.versions))))

    def _one(self, place: tuple[str, str, str]) -> CommitPurity:
        """Judge one commit. A commit that cannot be judged is open, and the next one follows."""
        key, commit, parent = place
        nothing = CommitPurity(
            key=key,
            commit=commit,
            parent=parent,
            behaviour=BehaviourAnswer.OPEN,
            refactoring=Extent.OPEN,
        )
        session = JudgingSession(
            tools=self.tools,
            repository=self.repository,
            checks=_CHECKS,
            allowed=(),
            console=Console(quiet=True),
            known=self.mined.of,
        )

        def judge() -> CommitPurity:
            found = session.judge(parent, commit, Level.STATIC)
            residual, _ = residual_of(self.repository, parent, commit, found)
            findings = tuple(f.message for f in found.unit.findings[:MOST_FINDINGS])
            return replace(
                nothing, **found.unit.answer_fields, findings=findings, residual=residual
            )

        def leave_open(error: Exception) -> CommitPurity:
            message = VerifierError.of(error).message
            return replace(nothing, findings=(f"it could not be judged: {message}",))

        return guard(judge, leave_open)


def _write_residue(folder: Path, repository: Repository, commits: Iterable[CommitPurity]) -> None:
    """Write a patch for each commit with something left.

    A commit that was not judged is left whole.
    """
    for each in commits:
        changed = {e.path for e in repository.list_changed_entries(each.parent, each.commit)}
        left = changed if each.residual is None else frozenset(each.residual.files)
        patch = residual_patch(repository, each.parent, each.commit, left)
        if patch:
            write_whole(folder / f"{each.commit}.patch", patch)


def _write(
    paths: PureCommitsPaths, instances: Sequence[Instance], found: Mapping[str, CommitPurity]
) -> Funnel | None:
    """Write the instances of pure commits and their funnel."""
    kept = [i for i in instances if found[i.commit].is_pure]
    lost = Counter(found[i.commit].why_not for i in instances if not found[i.commit].is_pure)
    mined = funnel_beside(paths.instances, len(instances))
    with ExitStack() as stack:
        stack.enter_context(replacing(paths.pure)).writelines(map(to_line, kept))
        # In the order of the instances, not in the order of judgement.
        lines = stack.enter_context(replacing(paths.commits))
        lines.writelines(map(to_line, found.values()))
        if mined is None:
            return None
        stages = (
            *before_kept(mined.stages),
            Stage(name=STAGE, unit=INSTANCES, count=len(kept), losses=dict(sorted(lost.items()))),
            Stage(name="kept", unit=INSTANCES, count=len(kept)),
            Stage(name="kept", unit="acts", count=len({i.group for i in kept})),
            Stage(name="kept", unit=COMMITS, count=len({i.commit for i in kept})),
        )
        funnel = replace(mined, stages=stages)
        funnel_path = OutputPaths(instances=paths.pure).funnel
        stack.enter_context(replacing(funnel_path)).write(to_line(funnel))
        return funnel
