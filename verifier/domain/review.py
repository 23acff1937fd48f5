"""A change as a reviewer reads it: the folded hunks, the hunks that need eyes, and where code went."""

from dataclasses import dataclass
from enum import StrEnum

from verifier.domain.described import Described


class HunkState(StrEnum):
    """Whether a reviewer must read a hunk.

    Finding: something speaks against it. Unproven: nothing shows that it is only refactoring. Not
    judged: the gate does not read the file. Folded: refactorings explain all of its edits, and
    they are proved, or the tests pass and ran them.
    """

    FINDING = "finding"
    UNPROVEN = "unproven"
    NOT_JUDGED = "not_judged"
    FOLDED = "folded"


@dataclass(frozen=True, kw_only=True, slots=True)
class CodeLines(Described):
    """Lines of a file, and their text if a page was requested."""

    file: str
    """The file, relative to the repository; empty if it does not exist on this side."""
    line: int
    """The first line, from 1; 0 for the whole file. Without lines, the line in front of them."""
    end_line: int
    """The last line, inclusive; smaller than `line` if there are no lines."""
    text: tuple[str, ...] = ()
    """The lines without their ends, with up to three lines around them; empty if no page was
    requested."""
    numbers: tuple[int, ...] = ()
    """The number of each line of `text`, from 1; 0 for a line that only the other step has."""
    left_out: int = 0
    """Number of further lines that `text` leaves out."""

    def has(self, file: str, line: int) -> bool:
        """Tell whether a line is among these; line 0 is the whole file."""
        return self.file == file and (
            not line or not self.line or self.line <= line <= self.end_line
        )

    @property
    def place(self) -> str:
        """The place as `file:3-5`, `file:3` or `file`."""
        if not self.line:
            return self.file
        last = f"-{self.end_line}" if self.end_line > self.line else ""
        return f"{self.file}:{self.line}{last}"


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewHunk(Described):
    """A hunk of the change. Changes with at most six unchanged lines between them are one hunk.

    A folded hunk shows the base, and the base with the folded refactorings. Any other hunk shows
    the base with the folded refactorings, and the changed side. An edit inside of moved code is
    therefore a hunk of its own. Line numbers are always those of the base and of the changed side.
    """

    state: HunkState
    """Whether a reviewer must read it."""
    why: tuple[str, ...]
    """The findings, or why it is not folded; for a folded hunk, the refactorings that explain it."""
    before: CodeLines
    """The lines before."""
    after: CodeLines
    """The lines after."""

    @property
    def place(self) -> str:
        """Its place in the changed side; for a file that is gone, its place in the base."""
        return self.after.place if self.after.file else f"{self.before.place}, in the base"


@dataclass(frozen=True, kw_only=True, slots=True)
class MovedCode(Described):
    """Code that a folded refactoring extracts, inlines, moves or renames."""

    description: str
    """RefactoringMiner's description of the refactoring."""
    before: CodeLines
    """The code in the base."""
    after: CodeLines
    """The same code in the changed side, with every later edit."""
    edited: bool
    """Whether the change edits this code beyond the refactorings."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Review(Described):
    """What a reviewer must read, and what is folded.

    If `--split` made two patches, the folded hunks are in `refactoring.patch`, and all of
    `rest.patch` needs eyes.
    """

    files: int
    """Number of changed files."""
    folded: int
    """Number of folded hunks."""
    unfolded: int
    """Number of hunks that need eyes."""
    hunks: tuple[ReviewHunk, ...]
    """The hunks that need eyes, then the folded ones, each in the order of files and lines."""
    moved: tuple[MovedCode, ...] = ()
    """The places of the code of the folded refactorings, before and after."""
    proved: bool = False
    """Whether the folded hunks are proved; otherwise the tests passed and ran them, or none is folded."""
    evidence: str = ""
    """What shows that the folded hunks behave as before; empty if nothing is folded."""
    elsewhere: tuple[str, ...] = ()
    """Findings that are in no hunk, each with its place if it has one."""
    left_out: int = 0
    """Number of hunks that are counted but not listed, because the change is too large."""

    def folds(self, file: str, line: int) -> bool:
        """Tell whether a line of the changed side is in a folded hunk, and in no hunk that needs eyes."""
        here = {h.state is HunkState.FOLDED for h in self.hunks if h.after.has(file, line)}
        return here == {True}

    def find_nearest(self, file: str, line: int) -> ReviewHunk | None:
        """Return the hunk that needs eyes and is nearest to a line of the changed side; None if the
        file has none.
        """
        here = [h for h in self.rest if h.after.file == file]
        return min(here, key=lambda h: abs(h.after.line - line), default=None)

    @property
    def rest(self) -> tuple[ReviewHunk, ...]:
        """The listed hunks that need eyes."""
        return tuple(h for h in self.hunks if h.state is not HunkState.FOLDED)

    @property
    def folded_hunks(self) -> tuple[ReviewHunk, ...]:
        """The listed hunks that are folded."""
        return tuple(h for h in self.hunks if h.state is HunkState.FOLDED)
