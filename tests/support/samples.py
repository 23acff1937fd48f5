"""Samples of output in the documents: the lines after `$ command` in a fenced block.

A line `...` matches any number of lines. Values that change from run to run (seconds, versions,
paths) match any other value of their kind.
"""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LEFT_OUT = "..."
CHANGING = (
    (re.compile(r"~?/?(?:[\w.+-]+/)+[\w.+-]+"), "PATH"),
    (re.compile(r"\b\d+(?:\.\d+)? s\b"), "SECONDS"),
    (re.compile(r"\d+(?:\.\d+)+[\w.+-]*"), "VERSION"),
    (re.compile(r"JDK VERSION \([^)]*\) at"), "JDK VERSION at"),
    (re.compile(r"(JDK VERSION at PATH)(?:, \1)+"), r"\1"),
    (re.compile(r"cgroup v\d|tried (?:just now|\d+ \w+ ago)"), "ENGINE"),
    (re.compile(r" {2,}"), "  "),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """A command and its documented output. `lines` is empty if the document shows none."""

    command: str
    lines: tuple[str, ...]

    def differs(self, output: str) -> str:
        """The first line that does not follow in the output. Empty if all do."""
        printed = [unchanging(line) for line in output.rstrip("\n").splitlines()]
        at, anywhere = 0, False
        for line in self.lines:
            if line.strip() == LEFT_OUT:
                anywhere = True
                continue
            found = _position(printed, unchanging(line), at, anywhere=anywhere)
            if found is None:
                return line or "(an empty line)"
            at, anywhere = found + 1, False
        whole = not self.lines or anywhere or at == len(printed)
        return "" if whole else f"(not in the sample) {output.splitlines()[at]}"

    def renew(self, output: str) -> tuple[str, ...]:
        """The lines of the current output. Omissions stay if the rest still fits."""
        real = output.rstrip("\n").splitlines()
        if not self.lines:
            return ()
        if self.differs(output):
            return tuple(real)
        lines, at, printed = list[str](), 0, [unchanging(line) for line in real]
        for line in self.lines:
            if line.strip() == LEFT_OUT:
                lines.append(line)
                continue
            at = printed.index(unchanging(line), at)
            lines.append(real[at])
            at += 1
        return tuple(lines)


@dataclass(frozen=True, kw_only=True, slots=True)
class Ran:
    """The end of a command. `said` is its output, or its messages if it has none."""

    status: int
    said: str
    messages: str


def run(command: str, folder: str | Path) -> Ran:
    """Run a documented command in a folder, as a person would, with the program of these sources."""
    program = Path(sys.executable).parent
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": f"{program}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        check=False,
    )
    out, messages = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    return Ran(status=done.returncode, said=out or messages, messages=messages)


def _position(printed: Sequence[str], line: str, at: int, *, anywhere: bool) -> int | None:
    places = range(at, len(printed)) if anywhere else range(at, min(at + 1, len(printed)))
    return next((place for place in places if printed[place] == line), None)


def unchanging(line: str) -> str:
    """Replace the parts of a line that change from run to run."""
    for pattern, word in CHANGING:
        line = pattern.sub(word, line)
    return line.rstrip()


def samples(text: str) -> list[Sample]:
    """The samples of a page, in order."""
    found = []
    for block in re.findall(r"^```\n(\$ .*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            joined = re.match(r"(?:.*\\\n)*.*\n", part)
            command = "" if joined is None else joined[0]
            lines = part[len(command) :].splitlines()
            found.append(Sample(command=command.rstrip("\n"), lines=tuple(lines)))
    return found


def with_output(text: str, sample: Sample, lines: Sequence[str]) -> str:
    """Replace the output of a sample's command in a page."""
    old, new = ("".join(f"{line}\n" for line in each) for each in (sample.lines, lines))
    command = f"$ {sample.command}\n"
    return text.replace(command + old, command + new, 1)
