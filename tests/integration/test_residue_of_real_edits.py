"""The real analysis finds each edit that is hidden in a clean extraction."""

import pytest

from tests.support.answers import MemoryTree, a_case, with_changes
from verifier.analysis.pool import AnalysisPool
from verifier.checks.purity import PurityCheck
from verifier.domain.outcome import CheckResult, Status

PATH = "src/main/java/p/A.java"
WANTED = "Extract Method:p.A$Inner#total(int[], int)"
LOOP = """            int sum = 0;
            for (int price : prices) {
                sum += price;
            }
"""
BASE = f"""package p;

import a.Unit;

class A {{
    enum Size {{ S, M, L }}

    static int one = next();
    static int two = next();

    static int next() {{
        return one + new Unit().size();
    }}

    class Inner {{
        int total(int[] prices, int off) {{
{LOOP}            int result = sum - off;
            if (result < 0) {{
                throw new IllegalArgumentException("negative");
            }}
            return result;
        }}
    }}
}}
"""
HELPER = """
        private int sum(int[] prices) {
            int sum = 0;
            for (int price : prices) {
                sum += price;
            }
            return sum;
        }
    }
}
"""
AFTER = (
    BASE.replace(LOOP, "            int sum = sum(prices);\n").removesuffix("    }\n}\n") + HELPER
)


def judge_text(analysis: AnalysisPool, after: str) -> CheckResult:
    base = MemoryTree.of({PATH: BASE})
    case = a_case(with_changes({PATH: after}), base, WANTED, analysis=analysis)
    return PurityCheck().run(case)


def test_a_clean_extraction_in_a_nested_class_leaves_no_residue(analysis: AnalysisPool) -> None:
    result = judge_text(analysis, AFTER)

    assert (result.status, result.data["residue"]) == (Status.PASSED, [])


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("sum - off", "off - sum", "method p.A$Inner#total(int[], int)"),
        ("result < 0", "result <= 0", "method p.A$Inner#total(int[], int)"),
        ("= sum(prices);", "= -sum(prices);", "method p.A$Inner#total(int[], int)"),
        ("int total(", "synchronized int total(", "method p.A$Inner#total(int[], int)"),
        ("a.Unit", "b.Unit", f"import of Unit in {PATH}"),
        ("S, M,", "M, S,", "order of the fields or constants of p.A$Size"),
    ],
)
def test_an_edit_beside_it_is_residue(
    analysis: AnalysisPool, old: str, new: str, named: str
) -> None:
    result = judge_text(analysis, AFTER.replace(old, new))

    assert result.status is Status.FAILED
    assert result.data["residue"] == [f"changed: {named}"]
