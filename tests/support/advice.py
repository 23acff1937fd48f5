"""Follow the advice of a finding literally, as a user without other information would."""

import re
from collections.abc import Iterable

from verifier.domain.gate import GateFinding

_WRITE = re.compile(r"Write `(.+?)` in place of `(.+?)` at line (\d+)\.(?= |$)")
_PUT = re.compile(r"Put `(.+?)` (behind|in front of) line (\d+)\.(?= |$)")
_MOVE = re.compile(r"Move `(.+?)` at line (\d+) (behind|in front of) line (\d+)\.(?= |$)")
_REMOVE = re.compile(r"Remove `(.+?)` at line (\d+)\.(?= |$)")
_SAME = re.compile(r" The same at lines? ([\d, ]+)\.$")


def follow_advice(text: str, findings: Iterable[GateFinding]) -> str:
    """Apply the advice of all findings on a file, last line first so that line numbers stay right."""
    lines: dict[int, list[str]] = {n: [line] for n, line in enumerate(text.split("\n"), 1)}
    for finding in findings:
        _follow(lines, finding.advice)
    return "\n".join(line for n in sorted(lines) for line in lines[n])


def _follow(lines: dict[int, list[str]], advice: str) -> None:
    same = _SAME.search(advice)
    more = [int(n) for n in same[1].split(",")] if same else []
    done = 0
    for wanted, there, line in _WRITE.findall(advice):
        for at in (int(line), *more):
            _replace(lines, at, there, wanted)
        done += 1
    for text, side, line in _PUT.findall(advice):
        _put(lines, int(line), text, behind=side == "behind")
        done += 1
    for text, line, side, target in _MOVE.findall(advice):
        _replace(lines, int(line), text, "")
        _put(lines, int(target), text, behind=side == "behind")
        done += 1
    for text, line in _REMOVE.findall(advice):
        _replace(lines, int(line), text, "")
        done += 1
    assert done, advice


def _put(lines: dict[int, list[str]], line: int, text: str, *, behind: bool) -> None:
    lines[line].insert(len(lines[line]) if behind else 0, text)


def _replace(lines: dict[int, list[str]], line: int, there: str, wanted: str) -> None:
    """Replace source that begins in a line, even if it has line breaks at other places."""
    pattern = r"\s+".join(map(re.escape, there.split(" ")))
    end = line
    while end < len(lines):
        text = "\n".join(part for n in range(line, end + 1) for part in lines[n])
        if re.search(pattern, text):
            break
        end += 1
    changed = re.sub(pattern, lambda _: wanted, text, count=1)
    assert changed != text, (there, text)
    lines[line] = [changed]
    for n in range(line + 1, end + 1):
        lines[n] = []
