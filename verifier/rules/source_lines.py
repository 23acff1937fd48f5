"""Findings with the source line on which they begin, for people and for rule-writing agents."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from verifier.domain.rules import Finding
from verifier.printable import printable

MOST_CHARACTERS = 200

Read = Callable[[str], bytes | None]
"""Returns a file's bytes by path; None if there is no such file."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceFinding:
    """A finding as `path:line` with the text of that line; the text is empty if the file is not available."""

    path: str
    start_line: int
    end_line: int
    text: str

    def __str__(self) -> str:
        return printable(f"{self.path}:{self.start_line}: {self.text}")


def with_source(findings: Iterable[Finding], read: Read) -> tuple[SourceFinding, ...]:
    """Read each finding's first line; sort by path and line."""
    ordered = sorted(findings, key=lambda f: (f.path, f.start_line, f.end_line))
    texts: dict[str, list[bytes]] = {}
    for finding in ordered:
        if finding.path not in texts:
            texts[finding.path] = (read(finding.path) or b"").split(b"\n")
    return tuple(_show(finding, texts[finding.path]) for finding in ordered)


def _show(finding: Finding, lines: list[bytes]) -> SourceFinding:
    known = 0 < finding.start_line <= len(lines)
    raw = lines[finding.start_line - 1] if known else b""
    return SourceFinding(
        path=finding.path.encode("utf-8", "backslashreplace").decode(),
        start_line=finding.start_line,
        end_line=finding.end_line,
        text=raw.decode("utf-8", "backslashreplace").strip()[:MOST_CHARACTERS],
    )
