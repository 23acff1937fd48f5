"""The values of slots, and the one pass that fills them."""

import pytest

from tests.support.generation_tasks import Files, task
from verifier.domain.assignment import CommitAssignment, Goal, MethodAssignment
from verifier.domain.generation import Disclosure
from verifier.domain.prediction import Track
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.task_text import TaskText, TextSource
from verifier.errors import UsageError
from verifier.generation.prompting.material import PromptMaterial
from verifier.generation.prompting.slots import SLOTS, fill, list_disclosures, slots_in

METHOD = MethodAssignment(
    id="m",
    repo="r",
    parent="2" * 40,
    file="src/main/java/p/A.java",
    class_name="p.A",
    method="f(int)",
    source="\nint f(int x) { return x; }\n",
    goal=Goal.SIMPLIFY,
)
OPEN = (
    "Improve the structure of the code around the method p.A#f(int), with a refactoring of your"
    " choice."
)
COMMIT = CommitAssignment(id="c", repo="r", parent="2" * 40, commit="1" * 40)


def value(slot: str, **material: object) -> str | None:
    return SLOTS[slot].fill(PromptMaterial(**{"task": task(), "base": Files(), **material}))  # type: ignore[arg-type]  # tests name the fields


def test_values_are_never_searched_for_slots() -> None:
    text = fill("{a}|{b}|{}|{ c }|{Not}", {"a": "{b}", "b": "{a}{{x}}"})

    assert text == "{b}|{a}{{x}}|{}|{ c }|{Not}"


def test_slots_are_listed_once_and_in_order() -> None:
    assert slots_in("{b} {a} {b} {} {A} { a} {a1_b}") == ("b", "a", "a1_b")


def test_a_method_and_its_file_are_stripped_and_not_changed_otherwise() -> None:
    assert value("code_to_refactor") == "/** Says f. */\nvoid f(int x) {\n  use(x);\n}"
    assert value("class_content", base=Files({"src/main/java/p/A.java": "\n\n  a\r\nb \n"})) == (
        "a\r\nb"
    )


def test_the_project_structure_is_a_python_list_near_the_method() -> None:
    found = value("project_structure")

    assert found == "['src/main/java/p/A.java', 'src/main/java/p/B.java']"


def test_a_path_with_few_segments_is_no_error() -> None:
    one = Files({"A.java": "", "x/A.java": "", "B.java": ""})
    before = task().before
    short = task(before=type(before)(file="A.java", method=before.method))

    assert value("project_structure", task=short, base=one) == "['A.java', 'x/A.java']"


def test_the_target_has_no_new_method_name() -> None:
    move = task(RefactoringType.MOVE_AND_RENAME_METHOD)

    assert value("target", task=move) == (
        "class p.TargetCanary in src/main/java/p/TargetCanary.java"
    )
    assert value("target", task=task(RefactoringType.INLINE_METHOD)) == (
        "p.B#into() in src/main/java/p/B.java"
    )


@pytest.mark.parametrize(
    ("track", "disclose", "words", "told"),
    [
        ("instructed", [], "Extract Method on p.A#f(int).", {"method", "operation"}),
        (
            "instructed",
            ["sentence"],
            "Extract Method newCanary() from f(int)",
            {"method", "operation", "sentence"},
        ),
        (
            "open",
            [],
            OPEN,
            {"method"},
        ),
        (
            "open",
            ["sentence"],
            OPEN,
            {"method"},
        ),
    ],
)
def test_a_task_without_a_text_has_a_sentence(
    track: str, disclose: list[str], words: str, told: set[str]
) -> None:
    material = PromptMaterial(
        task=task(), track=Track(track), disclose=frozenset(map(Disclosure, disclose))
    )

    assert SLOTS["task"].fill(material) == words
    assert set(list_disclosures("task", material)) == told


def test_a_task_text_takes_the_place_of_the_sentence() -> None:
    text = TaskText(
        instance_id="i1", track=Track.OPEN, text=" Tidy up. \n", source=TextSource.MODEL
    )
    material = PromptMaterial(task=task(), track=Track.OPEN, text=text)

    assert SLOTS["task"].fill(material) == "Tidy up."
    assert list_disclosures("task", material) == (Disclosure.DESCRIPTION,)
    assert list_disclosures("description", material) == (Disclosure.DESCRIPTION,)


def test_an_assignment_has_its_goal_and_no_class_text() -> None:
    assert value("task", task=METHOD) == "Simplify the method p.A#f(int)."
    assert value("code_to_refactor", task=METHOD) == "int f(int x) { return x; }"
    assert value("class_source", task=METHOD) is None
    assert value("refactoring_operation", task=COMMIT) is None


def test_a_commit_needs_a_task_text() -> None:
    with pytest.raises(UsageError, match="whole commit") as caught:
        value("task", task=COMMIT)
    assert "--tasks" in caught.value.hint


@pytest.mark.parametrize("slot", ["structure", "callers", "callees", "hierarchy"])
def test_a_missing_context_names_its_command(slot: str) -> None:
    with pytest.raises(UsageError, match="has no context") as caught:
        value(slot, task=task(context=None))
    assert "refverify context" in caught.value.hint


@pytest.mark.parametrize("slot", ["class_content", "project_structure", "target_content"])
def test_a_missing_repository_names_its_option(slot: str) -> None:
    with pytest.raises(UsageError, match="needs the repository") as caught:
        value(slot, base=None)
    assert "--repo" in caught.value.hint


def test_the_context_is_text_by_part() -> None:
    callers = value("callers")

    assert callers is not None
    assert callers.startswith("callers of p.A#f:\n// p.B in src/p/B.java\nvoid use() { a.f(1")
    assert value("callees") == "(none)"
    assert value("call_relationship") == callers
    assert "above its class: java.lang.Runnable" in str(value("hierarchy"))
