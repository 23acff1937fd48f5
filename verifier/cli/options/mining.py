"""The options of `refverify mine` as requests for mining and for the steps that follow it."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.cli.class_path import class_path_entries
from verifier.cli.options.building import BuildChoice
from verifier.cli.options.sandboxes import SandboxChoice
from verifier.cli.options.shards import PartChoice
from verifier.cli.options.validation import ValidationChoice
from verifier.cli.options.workers import WorkerChoice
from verifier.domain.refactoring_types import RefactoringType
from verifier.domain.shard import ShardHeader, ShardKind, ShardRequest
from verifier.errors import UsageError
from verifier.mining.commit import CommitStatus
from verifier.mining.session import MiningRequest, local_path
from verifier.sandbox.base import JobLimits

if TYPE_CHECKING:
    from verifier.context.run import ContextRequest
    from verifier.gates.pure_commits import PureCommitsRequest
    from verifier.libraries.histories import HistoryClassPaths
    from verifier.validation.run import ValidationRequest


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
        if self.part.shard is not None and self.listed is None and any(steps):
            raise UsageError(
                "--shard of one repository only analyses commits",
                hint="Merge the shards, then run this command without --shard, or `refverify validate"
                " --shard`.",
            )

    def describe_list(self, part: ShardRequest) -> ShardHeader:
        """Return the header of a shard of a list."""
        from verifier import __version__
        from verifier.domain.declared import to_plain
        from verifier.tools.jdk import identify_jdks

        builds = self.is_validated or self.prove or self.with_context
        return ShardHeader(
            kind=ShardKind.REPOSITORIES,
            shard=part.shard,
            settings={
                "types": list(self.types),
                "include_impure": self.include_impure,
                "main_only": self.main_only,
                "revisions": [self.rev, self.since, self.until, self.max_commits],
                "steps": [
                    self.prove,
                    self.pure_commits,
                    self.residue,
                    self.is_validated,
                    self.with_context,
                ],
                "validation": to_plain(self.steps),
            },
            versions={"refverify": __version__},
            jdks=identify_jdks(self.build.tools.jdk) if builds else (),
            command=part.command,
        )

    def mining(self, repository: str) -> MiningRequest:
        """Return the request to mine a repository.

        Raises:
            UsageError: a day or an entry of the class path cannot be read.
        """
        from verifier.builds.build_tools import encoding_of
        from verifier.mining.history import Selection, parse_day
        from verifier.mining.instances import Wanted
        from verifier.mining.run import RunOptions
        from verifier.residue.edited_around import look_around

        wanted = Wanted(
            types=self.types, include_impure=self.include_impure, main_only=self.main_only
        )
        return MiningRequest(
            repository=repository,
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
            prove_against=class_path_entries(self.class_path) if self.prove else None,
            pass_same_methods=self.pass_same_methods,
            encoding_of=encoding_of,
            look_around=look_around,
        )

    def class_paths(self) -> "HistoryClassPaths | None":
        """Return the class paths for proofs; none if nothing is proved or the user gave one."""
        from verifier.builds.options import BuildOptions
        from verifier.config import cache_folder
        from verifier.libraries.histories import HistoryClassPaths

        if not self.prove or self.class_path:
            return None
        return HistoryClassPaths(options=BuildOptions(cache=cache_folder()), fetch=self.fetch)

    def pure(self, mined: MiningRequest) -> "PureCommitsRequest":
        """Return the request to judge whole commits of a mined repository."""
        from verifier.gates.pure_commits import PureCommitsRequest

        return PureCommitsRequest(
            repository=local_path(mined.repository),
            instances=mined.output,
            residue=self.residue,
            force=self.force,
            jobs=self.workers.jobs,
            timeout=self.workers.commit_timeout,
        )

    def validation(self, mined: MiningRequest) -> "ValidationRequest":
        """Return the request that `refverify validate` would make for the mined file."""
        from verifier.gates.pure_commits import PureCommitsPaths
        from verifier.judging.options import ToolsetOptions
        from verifier.validation.output import ValidatedPaths
        from verifier.validation.run import ValidationRequest

        instances = mined.output
        if self.pure_commits:
            instances = PureCommitsPaths(instances=instances).pure
        return ValidationRequest(
            instances=instances,
            output=ValidatedPaths.next_to(instances),
            repositories=(str(local_path(mined.repository)),),
            golden=not self.steps.no_golden,
            sample=self.steps.sample,
            demand=self.steps.require,
            force=self.force,
            write_only=self.part.write_only,
            tools=ToolsetOptions(
                build=self.build.options(base_runs=self.base_runs, limits=JobLimits()),
                sandbox=self.sandbox.sandbox,
                image=self.sandbox.image,
                jobs=self.workers.jobs,
            ),
        )

    def context(self, mined: MiningRequest) -> "ContextRequest":
        """Return the request to add context to the last file that was written."""
        from verifier.context.output import ContextPaths
        from verifier.context.run import ContextRequest

        last = self.validation(mined)
        instances = last.output.instances if self.is_validated else last.instances
        return ContextRequest(
            instances=instances,
            output=ContextPaths.next_to(instances),
            repositories=last.repositories,
            class_path=class_path_entries(self.class_path) or None,
            build=self.build.tools.options(),
            jobs=self.workers.jobs,
            timeout=self.workers.commit_timeout,
            max_heap=self.workers.max_heap,
            force=self.force,
            write_only=self.part.write_only,
            fetch=self.fetch,
        )
