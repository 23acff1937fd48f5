"""Differences that random inputs miss are found from what the prover says of the path to them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.warm_java import fuzz, javac
from verifier.analysis.pool import AnalysisPool
from verifier.domain.proof_request import ClassVersion, ProofRequest
from verifier.fuzzing.proposals import proposals_of
from verifier.tools.jdk import Jdk

pytestmark = [pytest.mark.slow]

SETTERS = "".join(
    f"private boolean {flag}; public void {flag}(boolean v) {{ {flag} = v; }}" for flag in "abcde"
)
MANY = "".join(f"public int g{i}(int x) {{ SAME }}" for i in range(30))
DIFFER = {
    "a text and a number": 'public int f(String s, int n) { return s.equals("x-17") && n == 4711 ? OTHER : 0; }',
    "a list of three with null": "public int f(java.util.List<String> l) {"
    ' return l.size() == 3 && l.get(1) == null && "kk".equals(l.get(2)) ? OTHER : 0; }',
    "flags of the receiver": SETTERS
    + "public int f(int n) { return a && b && !c && d && e && n == 77 ? OTHER : 0; }",
    "flags of the receiver, in a private method": SETTERS
    + "private int h(int n) { return a && b && !c && d && e && n == 77 ? OTHER : 0; }"
    "public int f(int n) { return h(n); }",
    "fields that a constructor sets": "static class P { final int k; final String s;"
    " P(int k, String s) { this.k = k; this.s = s; } int k() { return k; } }"
    'public int f(P p) { return p.k() == 90210 && "zz9".equals(p.s) ? OTHER : 0; }',
    "a factor": "public int f(int n) { return n * 31 + 7 == 123456778 ? OTHER : 0; }",
    "wide numbers and null": "public int f(long a, double d, String s, Object o) {"
    " return a == 123456789012L && d == 0.125 && s == null && o instanceof Long ? OTHER : 0; }",
    "what a map holds": "public int f(java.util.Map<String, Integer> m) {"
    ' return m.size() == 2 && m.containsKey("alpha") && m.get("beta") == 77 ? OTHER : 0; }',
    "an array": "public int f(int[] a) { return a.length == 12 && a[5] == 99 && a[7] == -5 ? OTHER : 0; }",
    "one method of many": MANY
    + 'public int z(String s, int n) { return s.equals("x-17") && n == 4711 ? OTHER : 0; }',
}
SOON = 4
"""Inputs within which the difference is shown; without proposals each of these takes more."""


@pytest.mark.parametrize("members", DIFFER.values(), ids=DIFFER.keys())
def test_the_first_inputs_show_what_the_prover_saw(
    members: str, tmp_path: Path, jdk: Jdk, analysis: AnalysisPool
) -> None:
    found = search_both(members, tmp_path, jdk, analysis)

    assert found["verdict"] == "NON_EQUIVALENT"
    assert found["executions"] <= SOON


def test_a_likely_difference_that_no_run_shows_is_none(
    tmp_path: Path, jdk: Jdk, analysis: AnalysisPool
) -> None:
    members = "public int f(int n) { return n > 4711 ? n OTHER : 0; }"

    found = search_both(members, tmp_path, jdk, analysis, old="& 1", new="% 2")

    assert found["verdict"] == "EQUIVALENT_UP_TO"


def search_both(
    members: str,
    place: Path,
    jdk: Jdk,
    analysis: AnalysisPool,
    *,
    old: str = "1",
    new: str = "2",
) -> Mapping[str, Any]:
    """The result of a campaign on both versions, with the prover's proposals."""
    for version, text in (("old", old), ("new", new)):
        source = place / f"source-{version}" / "Subject.java"
        source.parent.mkdir()
        same = "int y = x; return y;" if version == "old" else "return x;"
        own = members.replace("SAME", same).replace("OTHER", text)
        source.write_text(f"public class Subject {{ {own} }}", encoding="utf-8")
        javac(jdk, "-g", "-nowarn", "-d", place / version, source)
    before, after = (ClassVersion(folders=(place / side,)) for side in ("old", "new"))
    proof = analysis.prove(ProofRequest(before=before, after=after))
    content = proposals_of(proof)
    assert content is not None, proof
    (place / "proposals").write_bytes(content)
    out = place / "out"
    words: list[str | Path] = [
        "--old",
        place / "old",
        "--new",
        place / "new",
        "--out",
        out,
        "--no-test",
    ]
    fuzz(jdk, *words, "--executions", "60", "--proposals", place / "proposals")
    found: Mapping[str, Any] = json.loads((out / "result.json").read_text(encoding="utf-8"))
    return found
