"""The lines that a change removes and adds, and the methods in which at least one of them ran."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from verifier.checks.parts.refactored_lines import Stretch
from verifier.domain.coverage import Coverage, MethodCoverage
from verifier.domain.facts.coverage import Part
from verifier.domain.refactoring import CodeRange, MethodId
from verifier.domain.source import SourceTrees
from verifier.java_text.outline import head
from verifier.java_text.tokens import scan
from verifier.residue.text.source_diff import lines_of

Hunk = tuple[Sequence[int], Sequence[int]]


def find_changed_stretches(trees: SourceTrees) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """Return the code that the change removes from the base, and the code that it adds.

    Comments and layout do not count as a change. A renamed file is compared with its old text.
    """
    new_paths = dict.fromkeys(trees.after, "") | {new: old for old, new in trees.renames.items()}
    pairs = [(old or new, new) for new, old in new_paths.items()]
    gone = trees.before.keys() - {old for old, _ in pairs}
    before, after = list[Stretch](), list[Stretch]()
    for old, new in [*pairs, *((path, path) for path in sorted(gone))]:
        old_text, new_text = trees.before.get(old, ""), trees.after.get(new, "")
        for old_lines, new_lines in _hunks(old_text, new_text):
            before += _stretch(old, old_text, old_lines)
            after += _stretch(new, new_text, new_lines)
    return tuple(before), tuple(after)


def _hunks(old: str, new: str) -> Iterator[Hunk]:
    before, after = (list(lines_of(list(scan(text))).items()) for text in (old, new))
    sides = [words for _, words in before], [words for _, words in after]
    # Frequent lines, such as a bracket, are aligned too. A coarser hunk would hide lines that never ran.
    for tag, a, b, c, d in SequenceMatcher(None, *sides, autojunk=False).get_opcodes():
        if tag != "equal":
            yield [line for line, _ in before[a:b]], [line for line, _ in after[c:d]]


def _stretch(path: str, text: str, lines: Sequence[int]) -> Iterator[Stretch]:
    """Return the lines of a hunk. Its method is unknown, and its class is that of the file."""
    if not lines:
        return
    package, name = head(text).package, path.rpartition("/")[2].removesuffix(".java")
    yield Stretch(
        part=Part.REFACTORED,
        file=path,
        method=MethodId(class_name=f"{package}.{name}".lstrip("."), name=""),
        lines=CodeRange(
            file=path,
            start_line=lines[0],
            start_column=0,
            end_line=lines[-1],
            end_column=0,
            role="",
        ),
    )


def ran_by_method(stretches: Iterable[Stretch], coverage: Coverage) -> Mapping[str, bool]:
    """Return the methods that contain these lines, and whether any of the lines in each method ran.

    Lines without byte code, such as the second line of a call, count for the innermost method
    around them: then any line of that method will do. Lines of a header or an import count for no
    method.
    """
    ran: dict[str, bool] = {}
    for stretch in stretches:
        found = [(method, stretch.lines_of(method)) for method in stretch.code(coverage)]
        around = _around(stretch, coverage)
        for method, lines in found or [(each, list(each.lines)) for each in around]:
            ran[method.key] = ran.get(method.key, False) or any(line.ran for line in lines)
    return ran


def _around(stretch: Stretch, coverage: Coverage) -> Sequence[MethodCoverage]:
    """Return the innermost method around a stretch; empty if there is none."""
    spans = [
        (min(numbers), max(numbers), method)
        for method in coverage.methods
        if method.file == stretch.source and (numbers := [line.number for line in method.lines])
    ]
    lines = stretch.lines
    inside = [
        (last - first, method)
        for first, last, method in spans
        if lines is not None and first <= lines.start_line and lines.end_line <= last
    ]
    return [method for _, method in sorted(inside, key=lambda each: each[0])[:1]]
