"""An empty line of each form, and a task that gives nothing away."""

from dataclasses import replace

import pytest

from tests.support.contexts import CONTEXT
from tests.support.instances import make_mined
from verifier.domain.instance import SideSources
from verifier.domain.prediction import Prediction, PredictionForm
from verifier.domain.refactoring import MethodId, RefactoringSide
from verifier.domain.refactoring_traits import RefactoringType
from verifier.predictions.task.template import task_text, template
from verifier.tools.records import from_json, to_json

BEFORE = SideSources(method="int f(int x) {}", partner="", class_="class A {}\n", file_sha256="")
AFTER = replace(BEFORE, method="int f(int x) { return g(); }", partner="int g() {}")
INSTANCE = make_mined(before_sources=BEFORE, after_sources=AFTER, patch="+int g() {}")


@pytest.mark.parametrize("form", PredictionForm)
def test_a_line_of_each_form_is_a_prediction_of_that_form(form: PredictionForm) -> None:
    made = from_json(Prediction, to_json(template(INSTANCE, form)))

    assert (made.instance_id, made.model_name_or_path, made.form) == ("i1", "my-model", form)


def test_whole_files_begin_with_the_one_that_the_method_stands_in() -> None:
    assert template(INSTANCE, PredictionForm.FILES).files == {"A.java": ""}


def test_the_task_names_the_variable_and_its_new_name() -> None:
    before, after = (
        replace(INSTANCE.before, variable=name, variable_type="int") for name in ("x", "width")
    )
    renamed = replace(INSTANCE, type=RefactoringType.RENAME_PARAMETER, before=before, after=after)

    assert task_text(renamed).splitlines()[:3] == [
        "Rename Parameter on p.A#f(int)",
        "file: A.java",
        "variable: x -> width",
    ]


def test_the_task_says_what_to_do_where_and_shows_the_code_before_it() -> None:
    assert task_text(INSTANCE).splitlines() == [
        "Extract Method on p.A#f(int)",
        "file: A.java",
        f"repository: r, commit {'2' * 40}",
        "",
        "method:",
        "int f(int x) {}",
        "",
        "class:",
        "class A {}",
    ]
    assert "g()" not in task_text(INSTANCE)


MOVED = MethodId(class_name="q.B$Inner", name="f", parameter_types=("int",))


def test_the_task_names_the_class_that_a_moved_method_goes_to() -> None:
    moved = make_mined(
        type=RefactoringType.MOVE_METHOD, after=RefactoringSide(file="B.java", method=MOVED)
    )

    assert task_text(moved).splitlines()[2] == "to: class q.B.Inner in B.java"


def test_the_task_names_the_class_of_code_that_is_extracted_to_another_one() -> None:
    after = RefactoringSide(
        file="A.java",
        method=INSTANCE.before.method,
        partner=replace(MOVED, name="secret"),
        partner_file="B.java",
    )
    text = task_text(make_mined(type=RefactoringType.EXTRACT_AND_MOVE_METHOD, after=after))

    assert text.splitlines()[2] == "to: class q.B.Inner in B.java"
    assert "secret" not in text


def test_the_task_names_the_method_that_an_inlined_one_goes_into() -> None:
    before = replace(INSTANCE.before, partner=MOVED, partner_file="B.java")
    inlined = make_mined(type=RefactoringType.INLINE_METHOD, before=before)

    assert task_text(inlined).splitlines()[2] == "into: q.B$Inner#f(int) in B.java"


HIERARCHY = """\
hierarchy of p.A#f:
above its class: java.lang.Runnable
below its class: p.C
overrides: java.lang.Runnable#f"""


def test_the_task_has_what_stands_around_the_method_where_that_is_asked_for() -> None:
    instance = replace(INSTANCE, context=CONTEXT)
    text = task_text(instance, around=True)

    assert task_text(instance) == task_text(INSTANCE) == task_text(INSTANCE, around=True)
    assert text.removeprefix(task_text(instance)).strip().split("\n\n") == [
        HIERARCHY,
        "callers of p.A#f:\n// p.B in src/p/B.java\nvoid use() { a.f(1\n// and 4 more characters\n// and 7 more",
        "project structure:\nMain.java\nsrc/p/A.java\nsrc/p/B.java\nand 2 files more",
    ]
