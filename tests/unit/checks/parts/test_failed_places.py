"""A failed test is placed where the candidate declares its method."""

from pathlib import Path

from tests.support.answers import MemoryTree
from tests.support.maven_subject import case_of, changes
from tests.support.scripted_builder import ScriptedBuilder, make_measurement, ran
from verifier.checks.parts.failed_places import places_of

T, U = "src/test/java/p/T.java", "src/test/java/p/U.java"
BASE = MemoryTree.of(
    {
        T: "package p;\nclass T extends Base {\n  @Test\n  public void a() {\n    b();\n  }\n"
        "  void b() { return; }\n  class In { @Test void c() throws Exception {} }\n}\n",
        U: "package p;\nclass U {\n  @Test void d() {}\n}\n",
    }
)


def test_the_line_is_that_of_the_declaration_in_the_candidate(tmp_path: Path) -> None:
    candidate = changes({U: "package p;\n\n\nclass U {\n  @Test void d() {}\n}\n"})
    builder = ScriptedBuilder(base=make_measurement(), run=ran({}))
    case = case_of(builder, BASE, candidate, tmp_path)
    ids = ["p.T#a", "p.T#b(int)[2]", "p.T$In#c", "p.U#d", "p.T#inherited", "p.Gone#x"]

    assert places_of(ids, case) == {
        "p.T#a": f"{T}:4",
        "p.T#b(int)[2]": f"{T}:7",
        "p.T$In#c": f"{T}:8",
        "p.U#d": f"{U}:5",
        "p.T#inherited": T,
    }
