"""A plan: the repositories of a list that will be mined, pinned and with an estimate for each."""

from collections.abc import Mapping
from dataclasses import dataclass

from verifier.domain.described import FORM, Described, Form
from verifier.domain.funnel import Stage
from verifier.domain.outcome import JsonValue


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedRepository(Described):
    """A line of a plan after its header: one repository to mine."""

    repository: str
    """The address or the path."""
    revisions: str
    """The commit to which the history is mined."""
    stars: int | None = None
    """Its stars; this and the properties below are null if the list does not say them."""
    commits: int | None = None
    """Its commits."""
    max_commits: int | None = None
    """Only this many of the newest commits are analysed; null for all."""
    to_analyse: int | None = None
    """The commits to analyse: counted in a repository on this machine, otherwise estimated."""
    license: str | None = None
    """Its licence, as the list names it."""
    pushed: str | None = None
    """The day of its last push, in UTC."""
    mining_seconds: float | None = None
    """Estimated seconds of mining with two processors; null if the commits are unknown."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlanHeader(Described):
    """The first line of a plan: where it comes from, and what was left out."""

    plan: str
    """The SHA-256 of the lines that follow."""
    list_sha256: str
    """The SHA-256 of the list that was read."""
    filters: Mapping[str, JsonValue]
    """The filters that were given."""
    stages: tuple[Stage, ...]
    """How many repositories each step kept, and how many it lost for each reason."""
    all_commits: int | None
    """The sum of all commits; null if the list has no repository whose commits are known."""
    all_to_analyse: int | None
    """The sum of the commits to analyse; null likewise."""
    seconds_per_commit: float
    """The rate of the estimates: seconds of mining per commit to analyse."""
    all_seconds: float | None
    """The sum of the estimates; null if there is none."""
    without_estimate: int
    """The number of repositories without an estimate, which the sum leaves out."""
    schema: Form = FORM
    """The version of this record's format; see docs/json.md."""
