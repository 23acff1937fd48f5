"""Rendered prompts: their hash and size, what they disclose, cuts, and the guard against leaks."""

from itertools import product
from pathlib import Path

import pytest

from tests.support.generation_tasks import CANARY, Files, task
from verifier.domain.assignment import CommitAssignment, Goal, MethodAssignment
from verifier.domain.generation import Disclosure
from verifier.domain.prediction import Track
from verifier.domain.refactoring_traits import RefactoringType
from verifier.domain.task_text import TaskText, TextSource
from verifier.errors import InputError
from verifier.generation.model import Message, Role
from verifier.generation.prompting.material import PromptMaterial
from verifier.generation.prompting.prompt_set import PromptSet, all_keys
from verifier.generation.prompting.prompt_sets import open_prompt_set
from verifier.generation.prompting.prompts import Prompt, render
from verifier.generation.prompting.slots import SLOTS

ALLOWED: dict[Disclosure | None, tuple[str, ...]] = {
    None: (),
    Disclosure.TARGET_CLASS: (f"Target{CANARY}",),
    Disclosure.SENTENCE: (f"new{CANARY}",),
}


def _variable_of(kind: RefactoringType) -> tuple[str, ...]:
    """What a task on a variable names itself: the new name or type."""
    return (str(task(kind).wanted.variable),) if kind.traits.acts_on_variable else ()


@pytest.fixture(scope="module")
def every_slot(tmp_path_factory: pytest.TempPathFactory) -> PromptSet:
    """A set of a user's own, whose texts have every slot that an instance fills."""
    folder = tmp_path_factory.mktemp("sets") / "every"
    folder.mkdir()
    left_out = {"description", "target", "target_content", "variable"}
    text = "\n".join(f"{{{slot}}}" for slot in SLOTS if slot not in left_out)
    for key in all_keys():
        (folder / f"{key}.txt").write_text(text)
        if key not in {"open", "commit", *Goal}:
            (folder / f"{key}.target-class.txt").write_text(
                f"{text}\n{{target}}\n{{target_content}}"
            )
    (folder / "task_description.txt").write_text("Refactor.")
    return open_prompt_set(str(folder))


@pytest.mark.parametrize("kind", list(RefactoringType))
@pytest.mark.parametrize("of", ["ours", "every_slot"])
def test_no_canary_of_the_golden_side_is_in_a_prompt(
    kind: RefactoringType, of: str, every_slot: PromptSet
) -> None:
    prompts = every_slot if of == "every_slot" else open_prompt_set("refverify-1")
    hits = []
    for track, (told, allowed) in product(Track, ALLOWED.items()):
        disclose = frozenset(filter(None, [told]))
        material = PromptMaterial(task=task(kind), track=track, disclose=disclose, base=Files())
        text = render(prompts, material).messages[0].text
        named = () if track is Track.OPEN else (*allowed, *_variable_of(kind))
        for word in named:
            text = text.replace(word, "")
        hits += [(track, told)] if CANARY in text else []

    assert hits == []


def test_a_slot_that_shows_the_solution_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "extract-method.txt").write_text("{code_to_refactor}")
    wrong = SLOTS["code_to_refactor"]
    monkeypatch.setitem(
        SLOTS,
        "code_to_refactor",
        type(wrong)(meaning="", fill=lambda m: m.task.after_sources.method),  # type: ignore[union-attr]  # an instance has it
    )

    with pytest.raises(InputError, match=f"names new{CANARY}, which only"):
        render(open_prompt_set(str(tmp_path)), PromptMaterial(task=task()))


def test_a_prompt_is_one_user_message_and_says_what_it_discloses() -> None:
    prompt = render(open_prompt_set("refverify-1"), PromptMaterial(task=task()))

    assert [m.role for m in prompt.messages] == [Role.USER]
    assert prompt.disclosed == (Disclosure.METHOD, Disclosure.CLASS, Disclosure.OPERATION)
    assert "p.A#f(int)" in prompt.messages[0].text


def test_a_described_task_discloses_the_description(tmp_path: Path) -> None:
    (tmp_path / "commit.txt").write_text("{task}")
    commit = CommitAssignment(id="c", repo="r", parent="2" * 40, commit="1" * 40)
    text = TaskText(
        instance_id="c", track=Track.INSTRUCTED, text="Split it.", source=TextSource.USER
    )

    prompt = render(open_prompt_set(str(tmp_path)), PromptMaterial(task=commit, text=text))
    assert prompt.messages[0].text == "Split it."
    assert prompt.disclosed == (Disclosure.DESCRIPTION,)


def test_a_method_assignment_is_rendered_by_its_goal() -> None:
    method = MethodAssignment(
        id="m",
        repo="r",
        parent="2" * 40,
        file="A.java",
        class_name="p.A",
        method="f(int)",
        source="int f(int x) { return x; }",
        goal=Goal.OPTIMISE,
    )
    prompt = render(open_prompt_set("rewrite-1"), PromptMaterial(task=method))

    assert prompt.messages[0].text.startswith("Optimise the following Java method.")
    assert prompt.disclosed == (Disclosure.METHOD, Disclosure.OPERATION)


def test_a_slot_without_a_value_is_named_with_file_and_task(tmp_path: Path) -> None:
    (tmp_path / "rename-method.txt").write_text("{target}")
    same = task(RefactoringType.RENAME_METHOD)
    same = task(RefactoringType.RENAME_METHOD, after=same.before)

    with pytest.raises(
        InputError, match=r"rename-method\.txt: the slot \{target\} has no value for i1"
    ):
        render(open_prompt_set(str(tmp_path)), PromptMaterial(task=same))


def test_tokens_are_estimated_from_bytes() -> None:
    prompt = Prompt(messages=(Message(role=Role.USER, text="é" * 4),), disclosed=())

    assert prompt.bytes == 8
    assert prompt.tokens == 3


def test_the_hash_covers_text_and_role() -> None:
    def hash_of(*messages: tuple[Role, str]) -> str:
        made = tuple(Message(role=role, text=text) for role, text in messages)
        return Prompt(messages=made, disclosed=()).sha256

    every = {
        hash_of((Role.USER, "a")),
        hash_of((Role.SYSTEM, "a")),
        hash_of((Role.USER, "b")),
        hash_of((Role.USER, "a"), (Role.USER, "")),
    }
    assert len(every) == 4


def test_parts_are_cut_in_their_order(every_slot: PromptSet) -> None:
    material = PromptMaterial(task=task(), base=Files())

    def cut(most: int | None) -> set[str]:
        prompt = render(every_slot, material, most_tokens=most)
        told = set(prompt.disclosed)
        return {str(d) for d in (*Disclosure,) if d in told}

    whole = render(every_slot, material).tokens
    everything = {"method", "class", "file", "operation", "structure", "callers", "callees"}
    everything |= {"hierarchy"}
    assert cut(None) == cut(whole) == everything
    assert cut(whole - 1) == everything - {"structure"} | {"cut"}
    assert cut(1) == {"method", "operation", "cut"}
