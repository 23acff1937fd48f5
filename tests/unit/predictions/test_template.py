"""An empty line of each form, and a task that gives nothing away."""

from dataclasses import replace

import pytest

from tests.support.instances import mined
from verifier.domain.instance import SideSources
from verifier.domain.prediction import Prediction, PredictionForm
from verifier.predictions.template import task_text, template
from verifier.tools.records import from_json, to_json

BEFORE = SideSources(method="int f(int x) {}", partner="", class_="class A {}\n", file_sha256="")
AFTER = replace(BEFORE, method="int f(int x) { return g(); }", partner="int g() {}")
INSTANCE = mined(before_sources=BEFORE, after_sources=AFTER, patch="+int g() {}")


@pytest.mark.parametrize("form", PredictionForm)
def test_a_line_of_each_form_is_a_prediction_of_that_form(form: PredictionForm) -> None:
    made = from_json(Prediction, to_json(template(INSTANCE, form)))

    assert (made.instance_id, made.model_name_or_path, made.form) == ("i1", "my-model", form)


def test_whole_files_begin_with_the_one_that_the_method_stands_in() -> None:
    assert template(INSTANCE, PredictionForm.FILES).files == {"A.java": ""}


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
