"""Handle a tool call: read the arguments, check permission, begin or join a job.

All functions here block, and none depends on the protocol.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verifier import __version__
from verifier.domain.declared import declaration
from verifier.errors import InputError, SandboxError, UsageError
from verifier.gates.change.selection import Source, SourceKind, open_selected
from verifier.mcp_server.advice import explain
from verifier.mcp_server.allowed import AllowedFolders
from verifier.mcp_server.answers import Explanation
from verifier.mcp_server.jobs import Asked, ToolJob, starting
from verifier.mcp_server.planned_method import method_asked
from verifier.mcp_server.requests import (
    ARGUMENTS,
    LONGEST_WAIT,
    AskExplain,
    AskJob,
    AskMine,
    AskPlan,
    FindCounterexample,
    ToolName,
    VerifyChange,
)
from verifier.mcp_server.sources import read_wanted, source_of, with_source
from verifier.mcp_server.workers import Workers
from verifier.tools.git.repository import Repository
from verifier.tools.records import from_json

OWN_WAIT = 40.0
"""Seconds that a call waits for an answer before it returns a job instead."""
_SCHEMA = "See the tool's input schema."
_SOURCE = 'A change is named by `source`: {"type": "commit", "revision": "HEAD"}. ' + _SCHEMA
_HINTS = {ToolName.VERIFY_CHANGE: _SOURCE, ToolName.FIND_COUNTEREXAMPLE: _SOURCE}
_EVIDENCE = re.compile(r"[0-9a-f]{32}")
_ON_DISK = frozenset({SourceKind.WORKTREE, SourceKind.STAGED})


@dataclass(frozen=True, kw_only=True, slots=True)
class Begun:
    """A job that was begun or joined, and how long to wait for its end.

    `is_own` says that the caller asked for the work itself, so cancelling the call ends the work.
    """

    job: ToolJob
    wait_seconds: float
    is_own: bool


@dataclass(kw_only=True)
class ToolHandler:
    """Handles the tool calls of one server, with its allowed folders, cache and workers.

    `runtime` is the one that the user chose for containers; None for the engine's default.
    """

    allowed: AllowedFolders
    cache: Path
    runtime: str | None = None
    workers: Workers = field(init=False)

    def __post_init__(self) -> None:
        self.workers = Workers(self.cache)

    def call(self, name: str, arguments: Mapping[str, Any]) -> Begun | Explanation:
        """Begin or join the job for a call, or answer it at once.

        Raises:
            UsageError: there is no such tool, an argument is wrong, or the folder is not allowed.
            VerifierError: see the classes: the repository cannot be read, the cache cannot be written.
        """
        if name not in set(ToolName):
            raise UsageError("no such tool", hint=f"One of: {', '.join(ToolName)}.")
        tool = ToolName(name)
        if tool in {ToolName.VERIFY_CHANGE, ToolName.FIND_COUNTEREXAMPLE}:
            arguments = with_source(arguments)
        question = self._read(tool, arguments)
        match question:
            case AskExplain():
                return self._explain(question.key)
            case AskJob():
                return self._resume(question)
            case _:
                return self._begin(tool, question, arguments)

    def cancel(self, job: ToolJob) -> None:
        """End a job with everything that it started, including containers."""
        if job.cancel():
            from verifier.sandbox.janitor import Janitor

            with suppress(SandboxError):
                Janitor(run="mcp").reap()

    def evidence(self, key: str) -> bytes:
        """Return the evidence for an answer.

        Raises:
            UsageError: there is none of that name, or its folder is not allowed.
        """
        content = self._find(key).evidence()
        if content is None:
            raise UsageError("nothing is kept under this key", hint="Ask the question again.")
        return content

    def _read(self, tool: ToolName, arguments: Mapping[str, Any]) -> Any:
        try:
            return from_json(ARGUMENTS[tool], json.dumps(dict(arguments)))
        except InputError as error:
            raise UsageError(
                f"arguments of {tool}: {error.message}", hint=_HINTS.get(tool, _SCHEMA)
            ) from error

    def _explain(self, key: str) -> Explanation:
        if _EVIDENCE.fullmatch(key) is None:
            return explain(key)
        found = (self._find(key).reply().result or {}).get("findings") or ()
        if not found:
            raise UsageError("this evidence has no finding", hint="Give a `rule_id` or a reason.")
        return explain(str(found[0]["rule_id"]))

    def _resume(self, question: AskJob) -> Begun:
        job = self._find(question.job)
        if question.cancel:
            self.cancel(job)
        wait = min(max(question.wait_s, 0.0), LONGEST_WAIT)
        return Begun(job=job, wait_seconds=wait, is_own=False)

    def _find(self, name: str) -> ToolJob:
        """Return a job about a folder that is allowed here."""
        job = ToolJob.named(self.cache, name)
        self.allowed.admit(str(job.asked().arguments.get("repository")))
        return job

    def _begin(
        self,
        tool: ToolName,
        question: VerifyChange | FindCounterexample | AskMine | AskPlan,
        arguments: Mapping[str, Any],
    ) -> Begun:
        folder = self.allowed.admit(question.repository)
        name = self._name(tool, question, folder)
        exact = {**arguments, "repository": str(folder)}
        with starting(self.cache, name) as job:
            if job.is_cancelled or not job.is_worked_on:
                asked = Asked(
                    tool=tool, arguments=exact, cache=str(self.cache), runtime=self.runtime
                )
                job.lay(asked)
                self.workers.give(job)
        return Begun(job=job, wait_seconds=OWN_WAIT, is_own=True)

    def _name(
        self,
        tool: ToolName,
        question: VerifyChange | FindCounterexample | AskMine | AskPlan,
        folder: Path,
    ) -> str:
        """Name the job by the question, the trees that it is about, and the runtime.

        Raises:
            UsageError: the question is invalid.
        """
        match question:
            case VerifyChange():
                for each in question.want:
                    read_wanted(each)
                about = self._trees(folder, source_of(question.source))
            case FindCounterexample():
                about = self._trees(folder, source_of(question.source))
            case AskPlan():
                method_asked(question.method, folder)
                about = self._trees(folder, Source())
            case AskMine():
                with Repository.open(folder) as repository:
                    about = repository.resolve_range(question.range)
        text = declaration(__version__, str(tool), question, str(folder), self.runtime, *about)
        return hashlib.sha256(text.encode()).hexdigest()[:32]

    def _trees(self, folder: Path, source: Source) -> tuple[str, ...]:
        if source.kind in _ON_DISK:
            with Repository.open(folder) as repository:
                self.allowed.refuse_foreign_work_tree(repository, folder)
        with open_selected(folder, source) as (repository, chosen):
            commits = (line.id for line in chosen.commits)
            trees = map(repository.tree_id, (chosen.base, chosen.head))
            return (chosen.base, *trees, *commits)
