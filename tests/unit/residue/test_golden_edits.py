"""Every member that differs is an edit of the golden refactoring, known by its name and its tokens."""

from tests.support.answers import MemoryTree, a_case, with_changes
from verifier.domain.closure import GoldenEdit
from verifier.residue.golden_edits import NOT_THERE, golden_edits

BASE = """\
package p;
import a.Left;
class A {
  int first = 1;
  int second = 2;
  Left use() { return null; }
  int gone() { return 3; }
}
"""


def edits(after: str) -> dict[str, str]:
    case = a_case(with_changes({"p/A.java": after}), MemoryTree.of({"p/A.java": BASE}))
    found = golden_edits(case.trees, case.units)
    assert list(found) == sorted(found, key=lambda edit: edit.member)
    assert all(isinstance(edit, GoldenEdit) for edit in found)
    return {edit.member: edit.content for edit in found}


def test_nothing_differs_in_layout_and_comments() -> None:
    assert edits(BASE.replace("int first", "/* one */ int\n  first")) == {}


def test_members_are_added_changed_and_removed() -> None:
    after = BASE.replace("int gone() { return 3; }", "int come() { return 3; }")
    found = edits(after.replace("second = 2", "second = 4"))

    assert set(found) == {
        "field p.A.second",
        "method p.A#come()",
        "method p.A#gone()",
    }
    assert found["method p.A#gone()"] == NOT_THERE
    assert found["method p.A#come()"] != found["field p.A.second"]


def test_the_same_tokens_have_the_same_content_and_others_have_another() -> None:
    one, spaced, other = (
        edits(BASE.replace("return 3;", words))["method p.A#gone()"]
        for words in ("return 4;", "return  4 ;", "return 5;")
    )

    assert one == spaced != other


def test_an_import_that_binds_a_name_to_something_else_is_one_by_what_it_binds() -> None:
    right, wrong = (edits(BASE.replace("a.Left", name)) for name in ("b.Left", "c.Left"))

    assert set(right) == set(wrong) == {"import of Left in p/A.java"}
    assert right != wrong


def test_another_order_of_initialised_fields_is_one_by_the_order() -> None:
    fields = "  int first = 1;\n  int second = 2;\n"
    turned = "  int second = 2;\n  int first = 1;\n"

    assert set(edits(BASE.replace(fields, turned))) == {"order of the fields or constants of p.A"}
