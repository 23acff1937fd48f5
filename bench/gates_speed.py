"""Seconds until an agent or a developer has the answer on a change of ten files, at level static.

Each file gets one extracted method. `command` is a whole `refverify check`; the others ask the
server as an agent's call does: the first question starts a worker, and the next ones find it warm.
Every question is about new trees.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.command import QUIET
from verifier.console import Console
from verifier.errors import VerifierError
from verifier.mcp_server.allowed import AllowedFolders
from verifier.mcp_server.answers import ENDED
from verifier.mcp_server.handler import Begun, ToolHandler
from verifier.tools import process

FILES = 10
METHODS = 12
ROUNDS = 5
WARM_SECONDS, COLD_SECONDS = 1.0, 3.5
"""The aims on an idle machine."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GateRow:
    """One way of asking. `aim` is its maximum in seconds."""

    asked: str
    files: int
    questions: int
    seconds: float
    slowest_seconds: float
    aim: float


def compare(scratch: Path, console: Console) -> list[GateRow]:
    """Ask by the command, of a server that has just started, and of a warm one."""
    repository = scratch / "ten-files"
    _lay(repository)
    console.say("judging a change of ten files: by the command, by a new server, by a warm one")
    command = [_by_command(repository, scratch / f"cache-{n}", n) for n in range(ROUNDS)]
    handler = ToolHandler(
        allowed=AllowedFolders.of([repository], repository), cache=scratch / "cache-server"
    )
    try:
        first, *later = [_by_server(handler, repository, n) for n in range(ROUNDS, 2 * ROUNDS + 1)]
    finally:
        handler.workers.leave()
    return [
        _row("command", command, COLD_SECONDS),
        _row("server, first", [first], COLD_SECONDS),
        _row("server, warm", later, WARM_SECONDS),
    ]


def _row(asked: str, seconds: list[float], aim: float) -> GateRow:
    return GateRow(
        asked=asked,
        files=FILES,
        questions=len(seconds),
        seconds=round(median(seconds), 2),
        slowest_seconds=round(max(seconds), 2),
        aim=aim,
    )


def _lay(repository: Path) -> None:
    _write(repository, extracted=False, mark=0)
    git = ("git", "-C", repository, "-c", "user.name=bench", "-c", "user.email=bench@example.org")
    process.check(["git", "init", "--quiet", repository])
    process.check([*git, "add", "--all"])
    process.check([*git, "commit", "--quiet", "--message", "start"])


def _by_command(repository: Path, cache: Path, mark: int) -> float:
    _write(repository, extracted=True, mark=mark)
    started = time.monotonic()
    process.check(
        [*QUIET, "check", "--repo", repository, "--worktree", "--level", "static"],
        env={**os.environ, "REFVERIFY_CACHE": str(cache)},
    )
    return time.monotonic() - started


def _by_server(handler: ToolHandler, repository: Path, mark: int) -> float:
    _write(repository, extracted=True, mark=mark)
    started = time.monotonic()
    begun = handler.call("verify_change", {"repository": str(repository), "level": "static"})
    if not isinstance(begun, Begun):
        raise AssertionError("a change is judged by a job")
    while (reply := begun.job.reply()).state not in ENDED:
        time.sleep(0.01)
    if (reply.result or {}).get("behaviour") != "proved":
        raise VerifierError(f"the change of the benchmark is not proved: {reply}")
    return time.monotonic() - started


def _write(repository: Path, *, extracted: bool, mark: int) -> None:
    folder = repository / "src" / "main" / "java" / "ten"
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(FILES):
        lines = basket(f"Basket{number}", extracted=extracted, mark=mark)
        (folder / f"Basket{number}.java").write_text("\n".join(lines), encoding="utf-8")


def basket(name: str, *, extracted: bool, mark: int) -> Iterator[str]:
    """A class that moves the loop of its first method to a new one. `mark` makes the tree unique."""
    yield from ("package ten;", "", f"/** Tree {mark}. */", f"public class {name} {{", "")
    for number in range(METHODS):
        yield f"    public int total{number}(int[] prices, int discount) {{"
        if extracted and not number:
            yield "        int sum = sum(prices);"
        else:
            yield "        int sum = 0;"
            yield "        for (int price : prices) {"
            yield f"            sum += price + {number};"
            yield "        }"
        yield "        if (discount > sum) {"
        yield "            return 0;"
        yield "        }"
        yield f"        return sum - discount * {number + 1};"
        yield from ("    }", "")
    if extracted:
        yield "    private int sum(int[] prices) {"
        yield "        int sum = 0;"
        yield "        for (int price : prices) {"
        yield "            sum += price + 0;"
        yield "        }"
        yield "        return sum;"
        yield from ("    }", "")
    yield from ("}", "")
