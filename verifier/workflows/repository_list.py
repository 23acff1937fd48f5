"""Read a list of repositories: addresses or paths, JSON lines, a plan, or a table of SEART's GitHub search."""

import csv
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verifier.domain.repository_plan import PlanHeader
from verifier.errors import InputError
from verifier.tools.git.address import is_url, without_credentials
from verifier.tools.records import from_json
from verifier.utf8 import is_utf8, without_mark

_HUB = "https://github.com"
"""Host of the repositories in a table of SEART's GitHub search."""
_REVISIONS = "rev="
_NUMBER = re.compile(r"[0-9]{1,12}")
_NAME = re.compile(r"(?!\.{1,2}/)[\w.-]+/(?!\.{1,2}$)[\w.-]+", re.ASCII)
"""An owner and a repository."""
_DOTS = re.compile(r"[/:](\.|%2e){1,2}(/|$)", re.IGNORECASE)
"""A `.` or `..` in the path of an address."""
_LINE_OF_PLAN = re.compile(rb'^\{.*"mining_seconds"\s*:', re.MULTILINE)
"""Every line of a plan has this property, and no other file has it."""
NOT_UTF8, UNREADABLE, REPEATED = "not UTF-8", "cannot be read", "named before"
CONFLICTING = "named before with other revisions"


@dataclass(frozen=True, kw_only=True, slots=True)
class RepositoryFacts:
    """What a list says about a repository. A fact that it does not say is None."""

    stars: int | None = None
    commits: int | None = None
    license: str | None = None
    language: str | None = None
    pushed: str | None = None
    """The day of the last push, `2026-05-31`."""
    is_fork: bool | None = None
    is_disabled: bool | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Listed:
    """One repository of a list.

    `revisions` is empty if the list names none. `max_commits` limits the commits to be analysed to the
    newest ones.
    """

    repository: str
    revisions: str = ""
    max_commits: int | None = None
    facts: RepositoryFacts = RepositoryFacts()


@dataclass(frozen=True, kw_only=True, slots=True)
class RepositoryList:
    """The repositories in order, each once, and how many entries were left out, by reason.

    `conflicts` are addresses without credentials that are named with several revisions.
    """

    repositories: tuple[Listed, ...]
    losses: Mapping[str, int] = field(default_factory=dict)
    conflicts: tuple[str, ...] = ()


def read_list(path: Path) -> tuple[Listed, ...]:
    """Read the repositories of a list in order, without repetitions.

    Relative paths start at the list's folder.

    Raises:
        InputError: the list or a line of it cannot be read, it is empty, or it names a repository with
            several revisions.
    """
    found = scan_list(path)
    if found.conflicts:
        raise InputError(
            f"{path} names {found.conflicts[0]} with several revisions",
            hint="Name a repository once; a range of git holds several revisions.",
        )
    if lost := [reason for reason in (NOT_UTF8, UNREADABLE) if reason in found.losses]:
        raise InputError(
            f"cannot read {path}: {lost[0]}, in {found.losses[lost[0]]:,} of its lines",
            hint="Mend the list, or let `refverify plan` count such lines and leave them out.",
        )
    if not found.repositories:
        raise InputError(
            f"{path} names no repository",
            hint="Write an address or a path a line, or a CSV table with a column `name`.",
        )
    return found.repositories


def scan_list(path: Path) -> RepositoryList:
    """Read a list, and count the entries that are left out.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        content = without_mark(path.read_bytes(), path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    content = _without_header(content, path)
    losses: Counter[str] = Counter()
    found: dict[str, Listed] = {}
    conflicts: dict[str, None] = {}
    for each in _entries(_decode(content, losses), path, losses):
        if is_url(each.repository) and _DOTS.search(each.repository):
            losses[UNREADABLE] += 1
            continue
        first = found.setdefault(each.repository, each)
        if first is each:
            continue
        is_same = first.revisions == each.revisions
        losses[REPEATED if is_same else CONFLICTING] += 1
        if not is_same:
            conflicts[without_credentials(each.repository)] = None
    return RepositoryList(
        repositories=tuple(found.values()), losses=losses, conflicts=tuple(conflicts)
    )


def _without_header(content: bytes, path: Path) -> bytes:
    """Return the lines of a plan after its header, which has their hash. Any other list is unchanged.

    Raises:
        InputError: the plan was altered.
    """
    first, _, rest = content.partition(b"\n")
    try:
        header = from_json(PlanHeader, first)
    except InputError as error:
        if not _LINE_OF_PLAN.search(content):
            return content
        raise InputError(
            f"{path} has lines of a plan, but not its first line, which has their hash",
            hint="Make the plan again, or remove `mining_seconds` from a list of your own.",
        ) from error
    if hashlib.sha256(rest).hexdigest() != header.plan:
        raise InputError(
            f"{path} was altered: its lines do not have the hash in its first line",
            hint="Make the plan again. To leave repositories out, use the filters of `refverify plan`.",
        )
    return rest


def _decode(content: bytes, losses: Counter[str]) -> list[str]:
    lines = []
    for line in content.splitlines():
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            losses[NOT_UTF8] += 1
    return lines


def _entries(lines: list[str], path: Path, losses: Counter[str]) -> Iterator[Listed]:
    try:
        if "name" in (csv.DictReader(lines).fieldnames or ()):
            # If not strict, it takes the rows after a quote without an end for one cell.
            yield from _of_table(csv.DictReader(lines, strict=True), losses)
            return
    except csv.Error as error:
        raise InputError(f"cannot read {path}: {error}", hint="Is it a CSV table?") from error
    for line in lines:
        if line.startswith("{"):
            yield from _of_json(line, losses)
        elif not _is_plain(line):
            losses[UNREADABLE] += 1
        elif word := line.partition("#")[0].strip():
            yield _parse_line(word, path.parent)


def _of_table(rows: "csv.DictReader[str]", losses: Counter[str]) -> Iterator[Listed]:
    """Read the rows of a table whose column `name` has `OWNER/REPOSITORY`."""
    for row in rows:
        name = (row["name"] or "").strip()
        revisions = row.get("lastCommitSHA") or ""
        if not _NAME.fullmatch(name) or not _is_plain(revisions):
            losses[UNREADABLE] += bool(name)
            continue
        yield Listed(
            repository=f"{_HUB}/{name}.git",
            revisions=revisions,
            facts=RepositoryFacts(
                stars=_number(row.get("stargazers")),
                commits=_number(row.get("commits")),
                license=row.get("license") or None,
                language=row.get("mainLanguage") or None,
                pushed=(row.get("pushedAt") or "")[:10] or None,
                is_fork=_flag(row.get("isFork")),
                is_disabled=_flag(row.get("isDisabled")),
            ),
        )


def _number(word: object) -> int | None:
    """Return a count of stars or commits; None for anything else, also for a number of absurd size."""
    if not isinstance(word, int | str) or isinstance(word, bool):
        return None
    return int(word) if _NUMBER.fullmatch(str(word)) else None


def _flag(word: object) -> bool | None:
    if isinstance(word, bool):
        return word
    words = {"true": True, "1": True, "false": False, "0": False}
    return words.get(word.lower()) if isinstance(word, str) else None


def _is_plain(text: str) -> bool:
    """Tell whether a text can be a path or an argument of a program."""
    return "\0" not in text and is_utf8(text)


def _of_json(line: str, losses: Counter[str]) -> Iterator[Listed]:
    """Read one object with a `repository` and, if they are known, the properties of a planned one."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    every: Mapping[str, object] = found if isinstance(found, dict) else {}
    text = {name: value for name, value in every.items() if isinstance(value, str) and value}
    if "repository" not in text or not all(map(_is_plain, text.values())):
        losses[UNREADABLE] += 1
        return
    yield Listed(
        repository=text["repository"],
        revisions=text.get("revisions", ""),
        max_commits=_number(every.get("max_commits")),
        facts=RepositoryFacts(
            stars=_number(every.get("stars")),
            commits=_number(every.get("commits")),
            license=text.get("license"),
            language=text.get("language"),
            pushed=text.get("pushed"),
            is_fork=_flag(every.get("is_fork")),
        ),
    )


def _parse_line(line: str, folder: Path) -> Listed:
    """Split a line into the repository and an optional last word `rev=REVISIONS`."""
    name, _, last = line.rpartition(" ")
    is_pinned = bool(name.strip()) and last.startswith(_REVISIONS)
    word = name.strip() if is_pinned else line
    return Listed(
        repository=word if is_url(word) else str(folder / word),
        revisions=last.removeprefix(_REVISIONS) if is_pinned else "",
    )
