"""Small before and after sources for the analysis, assembled from the parts of one class."""

from collections.abc import Mapping

from verifier.domain.refactoring import Refactoring
from verifier.domain.refactoring_traits import Subject
from verifier.domain.source import Detection, SourceTrees, source_directories

SCALED = """
    private int scaled(int value) {
        int result = value * 31;
        result ^= value >>> 3;
        return result;
    }
"""

SUM = f"""package p;

import java.util.List;

/** Adds up. */
public class Sum {{
    private int total;

    /** Adds all. */
    public int addAll(List<String> words, int start) {{
        int sum = start;
        for (String word : words) {{
            String trimmed = word.trim();
            sum += trimmed.length();
            sum *= 31;
        }}
        total += sum;
        return sum;
    }}

    public int twice(int value) {{
        int once = scaled(value);
        return once + scaled(value + 1);
    }}
{SCALED}}}
"""

TOOLS = """package p;

class Tools {
    static String name() {
        return "tools";
    }
}
"""

LOOP = """            String trimmed = word.trim();
            sum += trimmed.length();
            sum *= 31;
"""

MIXED = """
    int mixed(int sum, String word) {
        String trimmed = word.trim();
        sum += trimmed.length();
        sum *= 31;
        return sum;
    }
"""


def with_member(source: str, member: str) -> str:
    """Add a member at the end of the class."""
    return source.rstrip().removesuffix("}") + member + "}\n"


EXTRACTED = with_member(SUM.replace(LOOP, "            sum = mixed(sum, word);\n"), MIXED)


def trees(
    before: Mapping[str, str], after: Mapping[str, str], renames: Mapping[str, str] | None = None
) -> SourceTrees:
    """Both sides, with the directories of the given files."""
    return SourceTrees(
        before=before,
        after=after,
        directories_before=source_directories(before),
        directories_after=source_directories(after),
        renames=renames or {},
    )


def only(detection: Detection) -> Refactoring:
    """The single refactoring of a method; RefactoringMiner may list it twice."""
    methods = [r for r in detection.refactorings if r.traits.subject is Subject.METHOD]
    found = list(dict.fromkeys(methods))
    assert len(found) == 1, [each.description for each in detection.refactorings]
    return found[0]


def big_class(methods: int, salt: int) -> str:
    """A class of similar methods: matching two of them costs RefactoringMiner quadratic time."""
    bodies = "".join(
        f"""
    int m{salt}{n}(int a, int b) {{
        int x{n} = a * {n} + b;
        for (int k = 0; k < x{n}; k++) {{
            a += k * {n + salt};
            if (a > b) {{ b -= a + {salt}; }} else {{ call{n % 7}(a, b, {n}); }}
        }}
        return x{n} + {n * salt};
    }}
"""
        for n in range(methods)
    )
    return f"class Big {{{bodies}}}\n"
