"""The lines of a version that are the refactored code, and their coverage."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from verifier.analysis.roles import Role
from verifier.domain.coverage import Counter, Coverage, LineCoverage, MethodCoverage
from verifier.domain.facts.coverage import CountFact, Part, SideFact, StretchFact
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide

MOST_LISTED = 50


@dataclass(frozen=True, kw_only=True, slots=True)
class Stretch:
    """A part of one file: a whole method with all code inside it, or some of its lines."""

    part: Part
    file: str
    method: MethodId
    lines: CodeRange | None = None

    @property
    def source(self) -> str:
        """The file as class files name it: package and file name."""
        package = self.method.class_name.rpartition(".")[0].replace(".", "/")
        name = self.file.rpartition("/")[2]
        return f"{package}/{name}" if package else name

    def code(self, coverage: Coverage) -> list[MethodCoverage]:
        """Return the class files' methods that contain it: its own, or else those with its lines.

        RefactoringMiner may name a constructor or method that only calls the one with the extracted
        code.
        """
        here = [m for m in coverage.methods if m.file == self.source]
        # A type variable without a bound has a name in the source but is Object in a descriptor.
        own = [m for m in here if m.is_part_of(self.method)] or [
            m for m in here if m.is_part_of(self.method, variables=True)
        ]
        if any(map(self.lines_of, own)):
            return own
        return [m for m in here if self.lines is not None and self.lines_of(m)] or own

    def measure(self, coverage: Coverage) -> list[LineCoverage]:
        """Return its lines that have byte code."""
        return _by_number(line for each in self.code(coverage) for line in self.lines_of(each))

    def lines_of(self, method: MethodCoverage) -> list[LineCoverage]:
        """Return the lines of a method that are inside it."""
        lines = self.lines
        if lines is None:
            return list(method.lines)
        return [line for line in method.lines if lines.start_line <= line.number <= lines.end_line]


def _by_number(lines: Iterable[LineCoverage]) -> list[LineCoverage]:
    """Return one entry per line. A lambda and the method around it may share a line."""
    found: dict[int, LineCoverage] = {}
    for line in lines:
        before = found.get(line.number)
        found[line.number] = line if before is None else _join(before, line)
    return [found[number] for number in sorted(found)]


def _join(one: LineCoverage, other: LineCoverage) -> LineCoverage:
    return LineCoverage(
        number=one.number,
        instructions=one.instructions + other.instructions,
        branches=one.branches + other.branches,
    )


def stretches_before(found: Sequence[Refactoring]) -> tuple[Stretch, ...]:
    """Return the refactored code and its calls in the base, each stretch once."""
    return _distinct(_before(each) for each in found)


def stretches_after(found: Sequence[Refactoring]) -> tuple[Stretch, ...]:
    """Return the refactored code and its calls in the candidate, each stretch once."""
    return _distinct(_after(each) for each in found)


def _before(each: Refactoring) -> Iterator[Stretch]:
    side = each.before
    if side is None:
        return
    if each.traits.extracts_method:
        yield from _fragments(side, Part.REFACTORED, Role.EXTRACTED, side.method)
        return
    yield from _whole_or_variable(each, side)
    if each.traits.inlines_method and side.partner is not None:
        yield from _fragments(side, Part.CALL, Role.INLINED_CALL, side.partner)


def _after(each: Refactoring) -> Iterator[Stretch]:
    side = each.after
    if side is None:
        return
    if each.traits.extracts_method and side.partner is not None:
        file = side.partner_file or side.file
        yield Stretch(part=Part.REFACTORED, file=file, method=side.partner)
        yield from _fragments(side, Part.CALL, Role.EXTRACTED_CALL, side.method)
    elif each.traits.inlines_method:
        yield from _fragments(side, Part.REFACTORED, Role.INLINED, side.method)
    else:
        yield from _whole_or_variable(each, side)


def _whole_or_variable(each: Refactoring, side: RefactoringSide) -> Iterator[Stretch]:
    """Yield the whole method; for a variable, the statements that contain it."""
    if each.traits.acts_on_variable:
        for lines in side.ranges:
            if "method declaration" not in lines.role:
                yield Stretch(
                    part=Part.REFACTORED, file=lines.file, method=side.method, lines=lines
                )
    else:
        yield Stretch(part=Part.REFACTORED, file=side.file, method=side.method)


def _fragments(
    side: RefactoringSide, part: Part, role: Role, method: MethodId
) -> Iterator[Stretch]:
    for lines in side.ranges:
        if lines.role == role:
            yield Stretch(part=part, file=lines.file, method=method, lines=lines)


def _distinct(groups: Iterable[Iterable[Stretch]]) -> tuple[Stretch, ...]:
    return tuple(dict.fromkeys(stretch for group in groups for stretch in group))


def side_fact(stretches: Sequence[Stretch], coverage: Coverage) -> SideFact:
    """Return the coverage of one side.

    A line of the refactored code counts once, even if several stretches contain it.
    """
    refactored: dict[tuple[str, int], LineCoverage] = {}
    for stretch in stretches:
        if stretch.part is Part.REFACTORED:
            lines = stretch.measure(coverage)
            refactored |= {(stretch.source, line.number): line for line in lines}
    return SideFact(
        lines=_lines(refactored.values()),
        branches=_branches(refactored.values()),
        stretches=tuple(_fact(each, coverage) for each in stretches[:MOST_LISTED]),
    )


def _fact(stretch: Stretch, coverage: Coverage) -> StretchFact:
    measured = stretch.measure(coverage)
    numbers = [line.number for line in measured]
    lines = stretch.lines
    return StretchFact(
        part=stretch.part,
        file=stretch.file,
        method=str(stretch.method),
        first_line=lines.start_line if lines else min(numbers, default=0),
        last_line=lines.end_line if lines else max(numbers, default=0),
        lines=_lines(measured),
        branches=_branches(measured),
        missed=tuple(line.number for line in measured if not line.ran)[:MOST_LISTED],
    )


def _lines(lines: Iterable[LineCoverage]) -> CountFact:
    ran = [line.ran for line in lines]
    return CountFact(covered=sum(ran), total=len(ran))


def _branches(lines: Iterable[LineCoverage]) -> CountFact:
    total = Counter()
    for line in lines:
        total += line.branches
    return CountFact(covered=total.covered, total=total.total)


def mark_source(
    stretches: Sequence[Stretch], coverage: Coverage, texts: Mapping[str, str]
) -> Iterator[str]:
    """Yield the methods' source for people, each method once.

    A mark precedes each line: `+` it ran, `~` in part, `-` not at all. If stretches are parts of
    their method, their lines have a `>` after that mark.
    """
    together: dict[Stretch, list[CodeRange]] = {}
    for stretch in stretches:
        parts = together.setdefault(replace(stretch, lines=None), [])
        parts += [] if stretch.lines is None else [stretch.lines]
    for method, parts in together.items():
        measured = {line.number: line for line in method.measure(coverage)}
        inside = {n for part in parts for n in range(part.start_line, part.end_line + 1)}
        yield f"{method.part} {method.method} in {method.file}:"
        source = texts.get(method.file, "").split("\n")
        numbers = measured.keys() | inside
        for number in range(min(numbers, default=1), max(numbers, default=0) + 1):
            text = source[number - 1] if number <= len(source) else ""
            part = ">" if number in inside else " "
            yield f"{_mark(measured.get(number))}{part}{number:5} {text.rstrip()}"
        yield ""


def _mark(line: LineCoverage | None) -> str:
    if line is None:
        return " "
    if not line.ran:
        return "-"
    whole = line.instructions.covered == line.instructions.total
    return "+" if whole and line.branches.covered == line.branches.total else "~"
