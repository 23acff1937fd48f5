"""Prompt sets: ours, a user's folder, and the releases' own files."""

import hashlib
import json
import os
import re
from pathlib import Path

import pytest

from tests.support.assignments import a_method
from tests.support.generation_tasks import task
from tests.support.released_prompts import write_release
from verifier.domain.assignment import Goal, TaskRecord
from verifier.domain.generation import Disclosure, Sampling
from verifier.domain.prediction import Track
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import InputError, UsageError
from verifier.generation.prompting.material import PromptMaterial
from verifier.generation.prompting.prompt_set import OWN_SETS, all_keys
from verifier.generation.prompting.prompt_sets import open_prompt_set
from verifier.generation.prompting.set_files import MOST_BYTES

PROMPTS = Path(__file__).parents[4] / "verifier" / "resources" / "prompts"


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name.replace('_', '-')}.txt").write_bytes(text.encode())
    return folder


def test_our_set_has_a_text_for_every_type() -> None:
    prompts = open_prompt_set("refverify-1")

    assert prompts.name == "refverify-1"
    assert {key.partition(".")[0] for key in prompts.texts} == {
        *(key for key in all_keys() if key not in {"commit", *Goal}),
    }


def test_the_set_for_rewriting_has_both_goals() -> None:
    assert set(open_prompt_set("rewrite-1").texts) == {"simplify", "optimise"}


@pytest.mark.parametrize("name", OWN_SETS)
def test_our_manifests_describe_the_files(name: str) -> None:
    manifest = json.loads((PROMPTS / name / "manifest.json").read_bytes())
    files = {p.name: p.read_bytes() for p in (PROMPTS / name).glob("*.txt")}

    assert {n: f["sha256"] for n, f in manifest["files"].items()} == {
        n: hashlib.sha256(content).hexdigest() for n, content in files.items()
    }
    assert all(content.isascii() for content in files.values())


def test_the_text_that_names_the_target_is_chosen_on_request() -> None:
    prompts = open_prompt_set("refverify-1")

    def choose_text(kind: RefactoringType, **more: object) -> str:
        material = PromptMaterial(task=task(kind), **more)  # type: ignore[arg-type]  # tests name the fields
        return prompts.text_for(material).file

    named = frozenset({Disclosure.TARGET_CLASS})
    assert choose_text(RefactoringType.MOVE_METHOD) == "move-method.txt"
    assert (
        choose_text(RefactoringType.MOVE_METHOD, disclose=named) == "move-method.target-class.txt"
    )
    assert choose_text(RefactoringType.RENAME_METHOD, disclose=named) == "rename-method.txt"
    assert choose_text(RefactoringType.MOVE_METHOD, track=Track.OPEN) == "open.txt"


def test_a_type_without_a_text_is_named_with_its_file(tmp_path: Path) -> None:
    prompts = open_prompt_set(str(write(tmp_path / "mine", extract_method="{task}")))

    with pytest.raises(InputError, match=r"mine has no text move-method\.txt") as caught:
        prompts.text_for(PromptMaterial(task=task(RefactoringType.MOVE_METHOD)))
    assert "extract-method.txt" in caught.value.hint


@pytest.mark.parametrize(
    ("words", "of", "said", "instead"),
    [
        ("refverify-1", a_method(), "simplify", "--prompts rewrite-1"),
        ("rewrite-1", task(RefactoringType.MOVE_METHOD), "move-method", "--prompts refverify-1"),
    ],
)
def test_a_task_that_our_set_lacks_is_sent_to_our_other_set(
    words: str, of: TaskRecord, said: str, instead: str
) -> None:
    with pytest.raises(InputError, match=rf"prompt set {words} has no text {said}\.txt") as caught:
        open_prompt_set(words).text_for(PromptMaterial(task=of))
    assert instead in caught.value.hint


def test_an_unknown_slot_is_named_with_its_file(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", extract_method="{task} {method} {}", open="{task}")

    with pytest.raises(InputError, match=r"mine: extract-method\.txt: unknown slot \{method\}"):
        open_prompt_set(str(folder))


def test_a_paragraph_of_the_set_needs_its_file(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", extract_method="{task_description}")

    with pytest.raises(InputError, match=r"extract-method\.txt: the slot \{task_description\} has"):
        open_prompt_set(str(folder))
    (folder / "task_description.txt").write_text("  You refactor.\n")
    assert open_prompt_set(str(folder)).values == {"task_description": "You refactor."}


def test_a_text_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine")
    (folder / "extract-method.txt").write_bytes(b"caf\xe9")

    with pytest.raises(InputError, match=r"extract-method\.txt is not UTF-8: byte 3"):
        open_prompt_set(str(folder))


def test_a_text_that_may_never_end_or_lies_elsewhere_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", extract_method="x")
    file, secret = folder / "extract-method.txt", tmp_path / "secret"
    secret.write_text("x")

    file.write_bytes(b"x" * (MOST_BYTES + 1))
    with pytest.raises(InputError, match=r"larger than 1,048,576 bytes"):
        open_prompt_set(str(folder))
    file.unlink()
    for target in (secret, Path("../secret")):
        file.symlink_to(target)
        with pytest.raises(InputError, match="is a link to another folder"):
            open_prompt_set(str(folder))
        file.unlink()
    file.symlink_to("/dev/zero")
    with pytest.raises(InputError, match="is not a plain file"):
        open_prompt_set(str(folder))
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(InputError, match="is not a plain file"):
        open_prompt_set(str(folder))


def test_a_link_within_the_folder_and_a_linked_folder_are_read(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", extract_method="x")
    (folder / "move-method.txt").symlink_to("extract-method.txt")
    (tmp_path / "linked").symlink_to("mine")

    assert set(open_prompt_set(str(tmp_path / "linked")).texts) == {"extract-method", "move-method"}


def test_an_empty_folder_is_no_set(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no text"):
        open_prompt_set(str(tmp_path))


@pytest.mark.parametrize("words", ["nothing", "swe-refactor:nothing", "codetaste:nothing"])
def test_an_unknown_set_is_a_usage_error(words: str) -> None:
    with pytest.raises(UsageError, match="no such prompt set or folder"):
        open_prompt_set(words)


def test_a_manifest_of_a_users_own_names_the_set(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", extract_method="{task}")
    manifest = {"set": "short", "version": "2", "parameters": {"temperature": 0.2}}
    (folder / "manifest.json").write_text(json.dumps(manifest))

    prompts = open_prompt_set(str(folder))
    assert prompts.name == "short-2"
    assert prompts.manifest.parameters == Sampling(temperature=0.2)
    assert list(prompts.manifest.files) == ["extract-method.txt"]


def test_a_text_that_differs_from_its_manifest_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", extract_method="{task}")
    files = {"extract-method.txt": {"sha256": "0" * 64, "slots": ["task"]}}
    (folder / "manifest.json").write_text(json.dumps({"set": "mine", "files": files}))

    with pytest.raises(InputError, match=r"manifest\.json: extract-method\.txt is not the text"):
        open_prompt_set(str(folder))


def test_a_broken_manifest_is_named(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", extract_method="{task}")
    (folder / "manifest.json").write_text("{}")

    with pytest.raises(InputError, match=r"manifest\.json: `set` is missing"):
        open_prompt_set(str(folder))


def test_the_hash_of_a_set_covers_texts_and_paragraphs(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", extract_method="{task_description}", open="{task}")

    def hash_of(paragraph: str, text: str) -> str:
        (folder / "task_description.txt").write_text(paragraph)
        (folder / "open.txt").write_text(text)
        return open_prompt_set(str(folder)).sha256

    assert len({hash_of("a", "b"), hash_of("a", "c"), hash_of("c", "b")}) == 3


def test_a_clone_of_swe_refactor_is_a_set_and_its_script_is_not_run(tmp_path: Path) -> None:
    prompts = open_prompt_set(f"swe-refactor:{write_release(tmp_path / 'clone')}")

    assert prompts.name == "swe-refactor"
    assert prompts.values == {"task_description": "Tidy it."}
    assert prompts.manifest.parameters == Sampling(temperature=0.0)
    material = PromptMaterial(task=task(RefactoringType.MOVE_AND_INLINE_METHOD))
    assert prompts.text_for(material).file == "move_and_inline_baseline_prompt.txt"


def test_its_folder_of_prompts_alone_needs_the_paragraph(tmp_path: Path) -> None:
    clone = write_release(tmp_path / "clone")
    folder = (clone / "code" / "data" / "prompts").rename(tmp_path / "prompts")

    with pytest.raises(InputError, match=r"no value for the slot \{task_description\}") as caught:
        open_prompt_set(f"swe-refactor:{folder}")
    assert "task_description.txt" in caught.value.hint


def test_a_missing_template_is_named(tmp_path: Path) -> None:
    clone = write_release(tmp_path / "clone")
    (clone / "code" / "data" / "prompts" / "move_method_prompt_baseline.txt").unlink()

    with pytest.raises(InputError, match=r"move_method_prompt_baseline\.txt: No such file"):
        open_prompt_set(f"swe-refactor:{clone}")


def test_a_clone_of_codetaste_gives_its_prefix_and_the_task_text(tmp_path: Path) -> None:
    script = tmp_path / "refactoring_benchmark" / "inference" / "utils.py"
    script.parent.mkdir(parents=True)
    script.write_text('DEFAULT_PREFIX = """Do all of it.\\n"""\nOTHER = 1\n')

    prompts = open_prompt_set(f"codetaste:{tmp_path}")
    assert prompts.text_for(PromptMaterial(task=task())).text == "Do all of it.\n\n\n{description}"
    assert set(prompts.texts) == set(all_keys())


@pytest.mark.parametrize(
    ("source", "words"),
    [("x = 1", "assigns no text"), ("def", "not Python"), ("DEFAULT_PREFIX = '{a}'", "slot {a}")],
)
def test_a_script_without_the_prefix_is_refused(tmp_path: Path, source: str, words: str) -> None:
    script = tmp_path / "refactoring_benchmark" / "inference" / "utils.py"
    script.parent.mkdir(parents=True)
    script.write_text(source)

    with pytest.raises(InputError, match=words):
        open_prompt_set(f"codetaste:{tmp_path}")


@pytest.mark.parametrize(
    "parameters",
    ['{"temperature": NaN}', '{"temperature": -1}', '{"top_p": 0}', '{"max_tokens": -5}'],
)
def test_parameters_out_of_range_are_refused(tmp_path: Path, parameters: str) -> None:
    folder = write(tmp_path / "mine", extract_method="{task}")
    (folder / "manifest.json").write_text(f'{{"set": "mine", "parameters": {parameters}}}')

    with pytest.raises(InputError, match=r"manifest\.json: "):
        open_prompt_set(str(folder))


def test_all_errors_of_a_folder_are_named_at_once(tmp_path: Path) -> None:
    folder = write(tmp_path / "mine", extract_method="{one} {two}", open="{task_description}")
    (folder / "inline-method.txt").write_bytes(b"caf\xe9")

    with pytest.raises(InputError) as caught:
        open_prompt_set(str(folder))

    said = caught.value.message.splitlines()
    assert said[0] == "4 errors in the prompts:"
    assert [line.rpartition("mine")[2] for line in said[1:]] == [
        "/inline-method.txt is not UTF-8: byte 3",
        ": extract-method.txt: unknown slot {one}",
        ": extract-method.txt: unknown slot {two}",
        ": open.txt: the slot {task_description} has no value",
    ]
    assert caught.value.hint.count("The slots are:") == 1


def test_all_templates_that_a_release_lacks_are_named_at_once(tmp_path: Path) -> None:
    clone = write_release(tmp_path / "clone")
    prompts = clone / "code" / "data" / "prompts"
    for name in ("move_method_prompt_baseline.txt", "inline_method_baseline_prompt.txt"):
        (prompts / name).unlink()

    with pytest.raises(InputError) as caught:
        open_prompt_set(f"swe-refactor:{clone}")
    assert caught.value.message.count("cannot read the prompt") == 2


def test_the_page_of_the_papers_names_the_files_that_a_set_needs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[4] / "docs" / "papers.md").read_text("utf-8")
    (row,) = (line for line in page.splitlines() if "generate --prompts swe-refactor:" in line[:50])
    clone = write_release(tmp_path / "clone")
    needed = {path.name for path in clone.rglob("*") if path.is_file()}

    open_prompt_set(f"swe-refactor:{clone}")

    assert {Path(name).name for name in re.findall(r"`([^`]+\.(?:txt|py))`", row)} == needed
