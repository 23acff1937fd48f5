"""A test that was edited beyond the refactoring is tampering; a refactored one is not."""

from dataclasses import replace

import pytest

from tests.support.answers import Detecting, MemoryTree, a_case, an_instance, side, with_changes
from verifier.checks.parts.weakened_tests import find_weakened_tests
from verifier.domain.purity import Purity, PurityVerdict
from verifier.domain.refactoring import Refactoring
from verifier.domain.source import Detection

PATH = "src/test/java/p/T.java"
BASE = """package p;
class T {
  @Test void a() { assertEquals(3, sum()); }
  @Test void b() { assertEquals(4, sum()); }
  int sum() { return 3; }
}
"""
REWRITTEN = "- assertEquals(4, sum());\n+ assertTrue(true);"
SAME = "- assertEquals(3, sum());\n+ assertEquals(sum(), sum());"
RENAMED = BASE.replace("void b()", "void c()")
NOTHING = Detecting(Detection(refactorings=()))


def list_found(after: str) -> list[str]:
    before_side, after_side = side(PATH, "p.T#b()"), side(PATH, "p.T#c()")
    renaming = Refactoring(
        type_name="Rename Method",
        description="",
        before=before_side,
        after=after_side,
        purity=Purity(verdict=PurityVerdict.NOT_APPLICABLE),
    )
    wanted = "Rename Method:p.T#b()"
    case = a_case(
        with_changes({PATH: after}),
        MemoryTree.of({PATH: BASE}),
        wanted,
        an_instance(wanted, before=before_side, after=after_side),
        Detecting(Detection(refactorings=(renaming,))),
    )
    return [edit.sentence for edit in find_weakened_tests(case)]


def test_the_refactoring_alone_weakens_nothing() -> None:
    assert list_found(RENAMED) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "assertEquals(3, sum())",
            "assertEquals(sum(), sum())",
            f"in `a`, `3` became `sum()` ({PATH}:3)\n{SAME}",
        ),
        (
            "assertEquals(4, sum())",
            "assertTrue(true)",
            f"in `c`, `assertEquals(4, sum())` became `assertTrue(true)` ({PATH}:4)\n{REWRITTEN}",
        ),
    ],
)
def test_another_assertion_is_named(old: str, new: str, said: str) -> None:
    (sentence,) = list_found(RENAMED.replace(old, new))

    assert sentence.partition("\nadvice: ")[0] == said


def test_a_helper_without_an_assertion_is_left_to_purity() -> None:
    assert list_found(RENAMED.replace("return 3", "return 4")) == []


def test_a_developer_s_own_change_may_weaken_no_test_either() -> None:
    weaker = BASE.replace("assertEquals(3, sum())", "assertTrue(true)")
    nothing = Detecting(Detection(refactorings=()))
    case = a_case(with_changes({PATH: weaker}), MemoryTree.of({PATH: BASE}), None, analysis=nothing)

    assert find_weakened_tests(case) == ()
    (edit,) = find_weakened_tests(replace(case, own_change=True))
    assert (edit.file, edit.line) == (PATH, 3)


KIT = "src/main/java/p/kit/SumContract.java"
CONTRACT = """package p.kit;
import org.junit.Test;
public abstract class SumContract {
  @Test public void sums() { assertEquals(6, sum()); }
  protected abstract int sum();
}
"""


FULL = CONTRACT.replace("import org.junit.Test;", "").replace("@Test", "@org . junit.Test")


@pytest.mark.parametrize(
    ("base", "counts"),
    [
        (CONTRACT, True),
        (CONTRACT.replace("@Test", ""), True),
        (FULL, True),
        (FULL.replace("@org . junit.Test", "/* org.junit.Test */"), False),
        (CONTRACT.replace("p.kit", "org.junit.kit"), False),
    ],
)
def test_a_test_in_main_code_is_a_test(base: str, *, counts: bool) -> None:
    weaker = with_changes({KIT: base.replace("assertEquals(6,", "assertEquals(9,")})
    case = a_case(weaker, MemoryTree.of({KIT: base}), "Extract Method:p.A#f()", analysis=NOTHING)

    assert [edit.file for edit in find_weakened_tests(case)] == [KIT] * counts


def test_what_tests_are_built_on_may_not_be_edited_beside_a_refactoring_of_other_code() -> None:
    rule = CONTRACT.replace(
        "@Test public void sums() { assertEquals(6, sum()); }", "void run() { }"
    )
    silent = with_changes({KIT: rule.replace("{ }", "{ return; }")})
    tree, wanted = MemoryTree.of({KIT: rule}), "Extract Method:p.A#f()"
    own = an_instance(wanted, before=side(KIT, "p.A#f()"))

    beside = a_case(silent, tree, wanted, analysis=NOTHING)
    inside = a_case(silent, tree, wanted, own, NOTHING)

    assert [edit.file for edit in find_weakened_tests(beside)] == [KIT]
    assert find_weakened_tests(inside) == ()
