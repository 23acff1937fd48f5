"""What stays of a method around code that left it or came to it, by RefactoringMiner's ranges."""

import pytest

from verifier.analysis.roles import Role
from verifier.domain.refactoring import CodeRange, MethodId, Refactoring, RefactoringSide
from verifier.residue.moved_code.surroundings import hosts, is_kept
from verifier.residue.text.method_text import MethodText

BEFORE = """int total(int[] prices, int off) {
  int sum = 0;
  for (int price : prices) {
    sum += price;
  }
  int result = sum - off;
  if (result < 0) {
    throw new E("negative");
  }
  return result;
}
"""
LOOP = """int sum = 0;
  for (int price : prices) {
    sum += price;
  }"""
AFTER = BEFORE.replace(LOOP, "int sum = sum(prices);")
TOTAL = MethodId.parse("A#total(int[], int)")


def ranges(text: str, piece: str, role: str) -> tuple[CodeRange, ...]:
    """The range of a piece, as RefactoringMiner reports it; empty if the text lacks it."""
    start = text.find(piece)
    if start < 0:
        return ()
    head, whole = text[:start].split("\n"), text[: start + len(piece)].split("\n")
    return (
        CodeRange(
            file="A.java",
            start_line=len(head),
            start_column=len(head[-1]) + 1,
            end_line=len(whole),
            end_column=len(whole[-1]),
            role=role,
        ),
    )


def is_unchanged(
    before: str, after: str, old: tuple[CodeRange, ...], new: tuple[CodeRange, ...], kind: str
) -> bool:
    inlined = kind == "Inline Method"
    refactoring = Refactoring(
        type_name=kind,
        description="",
        before=RefactoringSide(
            file="A.java",
            method=MethodId.parse("A#sum(int[])") if inlined else TOTAL,
            partner=TOTAL if inlined else None,
            ranges=old,
        ),
        after=RefactoringSide(file="A.java", method=TOTAL, ranges=new),
    )
    (host,) = hosts([refactoring])
    texts = [
        MethodText(file="A.java", text=text, start=0, end=len(text)) for text in (before, after)
    ]
    return is_kept(host, *texts)


def is_extracted(
    after: str, before: str = BEFORE, code: str = LOOP, call: str = "sum(prices)"
) -> bool:
    old, new = ranges(before, code, Role.EXTRACTED), ranges(after, call, Role.EXTRACTED_CALL)
    return is_unchanged(before, after, old, new, "Extract Method")


def test_a_call_in_place_of_the_code_keeps_the_method() -> None:
    assert is_extracted(AFTER)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sum - off", "off - sum"),
        ("result < 0", "result <= 0"),
        ("negative", "Negative"),
        ("int result", "off = 0;\n  int result"),
        ("int result", "log(sum);\n  int result"),
        ("int total(", "synchronized int total("),
        ("int total(", "@Deprecated int total("),
        ("int total(", "long total("),
        ("off) {", "off) throws E {"),
        ("= sum(prices);", "= -sum(prices);"),
        ("= sum(prices);", "= sum(prices) / 2;"),
        ("  int sum = sum(prices);", "  int sum = 0; try { sum = sum(prices); } catch (E e) { }"),
        ('  if (result < 0) {\n    throw new E("negative");\n  }\n', ""),
    ],
)
def test_any_other_edit_does_not(old: str, new: str) -> None:
    assert old in AFTER
    assert not is_extracted(AFTER.replace(old, new))


def test_a_variable_may_become_the_argument() -> None:
    before = "void f() {\n  C c = config();\n  use(c.a());\n}\n"

    assert is_extracted("void f() {\n  g(config());\n}\n", before, "use(c.a());", "g(config())")
    assert not is_extracted("void f() {\n  g(other());\n}\n", before, "use(c.a());", "g(other())")


def test_a_part_of_a_condition_may_leave() -> None:
    before = "int f(int a) {\n  if (a > 1 && a < 9) {\n    return 1;\n  }\n  return 2;\n}\n"
    after = before.replace("a > 1 && a < 9", "g(a)")

    assert is_extracted(after, before, "a > 1 && a < 9", "g(a)")
    assert not is_extracted(after.replace("return 2", "return 3"), before, "a > 1 && a < 9", "g(a)")


def test_a_lambda_may_become_a_method_reference() -> None:
    before = "int f() {\n  return all.map(v -> v * 2);\n}\n"

    assert is_extracted(before.replace("v -> v * 2", "this::g"), before, "v * 2", "this::g")
    assert not is_extracted(
        before.replace("map(v -> v * 2", "set(this::g"), before, "v * 2", "this::g"
    )


def test_inlining_is_the_same_the_other_way_round() -> None:
    old, new = ranges(AFTER, "sum(prices)", Role.INLINED_CALL), ranges(BEFORE, LOOP, Role.INLINED)
    spoiled = BEFORE.replace("sum - off", "off - sum")

    assert is_unchanged(AFTER, BEFORE, old, new, "Inline Method")
    assert not is_unchanged(AFTER, spoiled, old, new, "Inline Method")
