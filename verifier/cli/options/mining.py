"""The options of `refverify mine` as the request of the library."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.cli.class_path import class_path_entries
from verifier.cli.options.building import BuildChoice
from verifier.cli.options.engines import EngineChoice
from verifier.cli.options.sandboxes import SandboxChoice
from verifier.cli.options.shards import PartChoice
from verifier.cli.options.validation import ValidationChoice
from verifier.cli.options.workers import WorkerChoice
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import UsageError
from verifier.mining.commit import CommitStatus
from verifier.mining.session import MiningRequest
from verifier.sandbox.base import JobLimits

if TYPE_CHECKING:
    from verifier.judging.options import ToolsetOptions
    from verifier.workflows.mining import MineRequest, Validating


@dataclass(frozen=True, kw_only=True, slots=True)
class MineOptions:
    """The options of `refverify mine`."""

    repository: str | None
    output: Path
    listed: Path | None
    rev: str
    since: str | None
    until: str | None
    types: tuple[RefactoringType, ...]
    main_only: bool
    include_impure: bool
    prove: bool
    class_path: tuple[str, ...]
    fetch: bool
    pure_commits: bool
    with_context: bool
    residue: bool
    workers: WorkerChoice
    pass_same_methods: bool
    is_validated: bool
    steps: ValidationChoice
    sandbox: SandboxChoice
    build: BuildChoice
    base_runs: int
    max_commits: int | None
    retry: frozenset[CommitStatus]
    name: str | None
    force: bool
    part: PartChoice
    engine: EngineChoice

    def refuse_contradictions(self) -> None:
        """Check the options that depend on others.

        Raises:
            UsageError: one repository and a list are given, or neither, or an option has no effect.
        """
        if (self.repository is None) == (self.listed is None):
            raise UsageError("give REPO or --list FILE", hint="One repository, or a list of them.")
        if self.listed is not None and self.name is not None:
            raise UsageError("--name is for one repository", hint="Leave it out with --list.")
        if self.steps.require and not self.is_validated:
            raise UsageError("--require needs --validate", hint="Only what was validated can pass.")
        if self.steps.sample and not self.is_validated:
            raise UsageError("--sample needs --validate", hint="It says how many are validated.")
        steps = (self.is_validated, self.with_context, self.pure_commits, self.residue)
        self.part.refuse_contradictions(force=self.force)
        is_divided = self.part.shard is not None or self.engine.is_ray
        if is_divided and self.listed is None and any(steps):
            raise UsageError(
                "a shard of one repository only analyses commits",
                hint="Merge the shards, then run this command without --shard and --engine, or `refverify validate"
                " --shard`.",
            )

    def request(self) -> "MineRequest":
        """Return the request as the library takes it; with `--list`, its repository is empty.

        Raises:
            UsageError: a day or an entry of the class path cannot be read.
        """
        from verifier.workflows.mining import MineRequest

        return MineRequest(
            mining=self._mining(),
            prove=self.prove,
            class_path=class_path_entries(self.class_path),
            fetch=self.fetch,
            pure_commits=self.pure_commits,
            residue=self.residue,
            validating=self._validating() if self.is_validated else None,
            context=self.with_context,
            build=self.build.tools.options(),
        )

    def _mining(self) -> MiningRequest:
        from verifier.mining.history import Selection, parse_day
        from verifier.mining.instances import Wanted
        from verifier.mining.run import RunOptions

        wanted = Wanted(
            types=self.types, include_impure=self.include_impure, main_only=self.main_only
        )
        return MiningRequest(
            repository=self.repository or "",
            output=self.output,
            selection=Selection(
                revisions=self.rev,
                since=None if self.since is None else parse_day(self.since, end=False),
                until=None if self.until is None else parse_day(self.until, end=True),
                max_commits=self.max_commits,
            ),
            options=RunOptions(
                wanted=wanted,
                retry=self.retry,
                force=self.force,
                write_only=self.part.write_only,
            ),
            jobs=self.workers.jobs,
            timeout=self.workers.commit_timeout,
            max_heap=self.workers.max_heap,
            name=self.name,
            pass_same_methods=self.pass_same_methods,
        )

    def builders(self) -> "ToolsetOptions | None":
        """Return the options of the tools that build; None without --validate."""
        return self._validating().tools if self.is_validated else None

    def _validating(self) -> "Validating":
        from verifier.workflows.mining import Validating

        build = self.build.options(base_runs=self.base_runs, limits=JobLimits())
        return Validating(
            golden=not self.steps.no_golden,
            sample=self.steps.sample,
            demand=self.steps.require,
            tools=replace(self.sandbox.options(build), jobs=self.workers.jobs),
        )
