"""A function set becomes a project with a class and a JUnit test per problem."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from verifier.cli.main import main
from verifier.datasets import release_files
from verifier.datasets.functions import import_functions, project_files, read_problems
from verifier.errors import InputError, UsageError
from verifier.tools.git.repository import Repository

MAIN = "public class Main { public static void main(String[] args) { } }"
RUNNER = "it declares SolutionTest, the name of the JUnit test that runs it"


def problem(**more: Any) -> dict[str, Any]:
    """A problem of our own in the form of HumanEval-X."""
    return {
        "task_id": "Java/0",
        "prompt": "import java.util.*;\n\nclass Solution {\n    /** Adds up. */\n"
        "    public int sum(List<Integer> all) {\n",
        "declaration": "class Solution {\n    public int sum(List<Integer> all) {\n",
        "canonical_solution": "        int sum = 0;\n        for (int one : all) sum += one;\n"
        "        return sum;\n    }\n}",
        "test": "public class Main {\n    public static void main(String[] args) {\n"
        "        if (new Solution().sum(Arrays.asList(1, 2)) != 3) throw new AssertionError();\n"
        "    }\n}",
        **more,
    }


def write_dataset(folder: Path, *problems: dict[str, Any]) -> Path:
    path = folder / "set.jsonl"
    path.write_text("".join(f"{json.dumps(each)}\n" for each in problems))
    return path


def test_a_problem_has_its_class_its_test_class_and_a_junit_test(tmp_path: Path) -> None:
    files = project_files(
        read_problems(write_dataset(tmp_path, problem(), problem(task_id="2nd one")))
    )

    assert sorted(files) == [
        "pom.xml",
        "src/main/java/functions/java_0/Solution.java",
        "src/main/java/functions/p_2nd_one/Solution.java",
        "src/test/java/functions/java_0/Main.java",
        "src/test/java/functions/java_0/SolutionTest.java",
        "src/test/java/functions/p_2nd_one/Main.java",
        "src/test/java/functions/p_2nd_one/SolutionTest.java",
    ]
    solution = files["src/main/java/functions/java_0/Solution.java"].decode()
    assert solution.startswith("package functions.java_0;\n\nimport java.util.*;\n")
    assert "/** Adds up. */" in solution
    main = files["src/test/java/functions/java_0/Main.java"].decode()
    assert main.startswith("package functions.java_0;\n\nimport java.util.*;\npublic class Main {")
    test = files["src/test/java/functions/java_0/SolutionTest.java"].decode()
    assert "@Test" in test
    assert "Main.main(new String[0]);" in test


def test_without_a_prompt_the_declaration_is_the_head(tmp_path: Path) -> None:
    bare = problem()
    del bare["prompt"]
    (made,) = read_problems(write_dataset(tmp_path, bare))

    assert made.code.startswith("class Solution {\n    public int sum")


def test_the_same_set_gives_the_same_commit(tmp_path: Path) -> None:
    plain = write_dataset(tmp_path, problem())
    packed = tmp_path / "set.json.gz"
    packed.write_bytes(gzip.compress(json.dumps([problem()]).encode()))

    first = import_functions(plain, tmp_path / "one.git")
    second = import_functions(packed, tmp_path / "two.git")

    assert first == second
    with Repository.open(tmp_path / "one.git") as repository:
        assert repository.resolve("HEAD") == first.head
        assert "pom.xml" in repository.tree("HEAD").paths()


@pytest.mark.parametrize(
    ("problems", "said"),
    [
        ([], "has no problem"),
        ([problem(test="")], "`test` is missing"),
        ([problem(canonical_solution=3)], "`canonical_solution` is missing"),
        ([problem(), problem(task_id="java 0")], "give the same package"),
        ([problem(test="class Main { }")], "has no main method"),
        ([problem(test="// nothing")], "must each declare a class"),
        ([problem(prompt="package p; class S {")], "must each declare a class"),
        ([problem(test="class Solution { static void main() { } }")], "both declare Solution"),
        ([problem(test="class SolutionTest { static void main() { } }")], RUNNER),
        ([problem(test=f"{MAIN} class SolutionTest {{ }}")], RUNNER),
        ([problem(canonical_solution="}} class SolutionTest { }")], RUNNER),
        (
            [problem(canonical_solution="}} class Other { }", test=f"{MAIN} enum Other {{ }}")],
            "both declare Other",
        ),
    ],
)
def test_a_set_that_cannot_be_read_is_refused(
    tmp_path: Path, problems: list[dict[str, Any]], said: str
) -> None:
    path = write_dataset(tmp_path, *problems)

    with pytest.raises(InputError, match=said):
        import_functions(path, tmp_path / "out.git")

    assert not (tmp_path / "out.git").exists()


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="exists"):
        import_functions(write_dataset(tmp_path, problem()), tmp_path)


def test_the_command_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = write_dataset(tmp_path, problem()), tmp_path / "out.git"

    assert main(["import", "functions", str(path), "-o", str(out)]) == 0
    assert capsys.readouterr().out.startswith("1 problem at commit ")


def test_the_folder_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_dataset(tmp_path, problem())
    monkeypatch.chdir(tmp_path)

    assert main(["import", "functions", str(path), "-o", "out.git"]) == 0
    assert (tmp_path / "out.git" / "HEAD").is_file()


@pytest.mark.parametrize("packed", [True, False])
def test_a_file_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    monkeypatch.setattr(release_files, "MOST_BYTES", 1000)
    path, much = tmp_path / "set.json.gz", b"x" * 1001
    path.write_bytes(gzip.compress(much) if packed else much)

    said = "more than 1,000 bytes unpacked" if packed else "more than 1,000 bytes\n"
    with pytest.raises(InputError, match=said):
        read_problems(path)
    path.write_bytes(gzip.compress(much[1:]) if packed else much[1:])
    with pytest.raises(InputError, match="not JSON"):
        read_problems(path)
