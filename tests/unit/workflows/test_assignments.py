"""Methods that the fuzzer can call, and whole commits, become assignments with stable ids."""

from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.answers import MemoryTree, QuickAnalysis
from tests.support.repository import Repository
from verifier.cli.main import main
from verifier.domain.assignment import CommitAssignment, Goal, MethodAssignment
from verifier.errors import InputError
from verifier.java_text.code_lines import count_code_lines
from verifier.java_text.quick_reader import JavaReader
from verifier.tools.records import load_jsonl
from verifier.workflows.assignments import CommitRequest, list_commits, methods_of, read_revisions

A = "src/main/java/p/A.java"
SOURCE = """package p;
import java.util.List;
public class A {
    private final int base;
    A(int base) { this.base = base; }
    /** Adds. */
    public int add(int n) { return plus(n); }
    private int plus(int n) { return base + n; }
    static <T extends Comparable<T>> T most(List<T> all) { return all.get(0); }
    native int far();
    abstract static class Shape {
        abstract int area();
        int twice() { return 2 * area(); }
        static int sides(String... names) { return names.length; }
    }
    interface Face { default int nose() { return 1; } int eyes(); }
    Runnable run() { return new Runnable() { public void run() { } }; }
}
"""
FILES = {
    A: SOURCE,
    "src/test/java/p/ATest.java": "package p; class ATest { int helper() { return 1; } }",
    "src/main/java/p/CaseTest.java": "import org.junit.Test; class CaseTest { @Test void t() { } }",
    "src/main/java/p/package-info.java": "package p;",
}


def test_only_methods_that_can_be_called_are_listed() -> None:
    found = methods_of(MemoryTree.of(FILES), JavaReader(analysis=QuickAnalysis()))

    assert [str(each.method) for each in found] == [
        "p.A#add(int)",
        "p.A#most(List)",
        "p.A#run()",
        "p.A$Shape#sides(String[])",
    ]


def test_an_assignment_names_its_method_as_instances_do() -> None:
    tree = MemoryTree.of(FILES)
    first, *_ = methods_of(tree, JavaReader(analysis=QuickAnalysis()))

    made = first.assignment("shop", "0" * 40, Goal.OPTIMISE)

    assert (made.file, made.class_name, made.method) == (A, "p.A", "add(int)")
    assert made.source == "/** Adds. */\n    public int add(int n) { return plus(n); }"
    assert made.method_id == first.method
    assert made.id == first.assignment("shop", "0" * 40, Goal.OPTIMISE).id
    others = [("shop", "1" * 40, Goal.OPTIMISE), ("bank", "0" * 40, Goal.OPTIMISE)]
    others.append(("shop", "0" * 40, Goal.SIMPLIFY))
    assert len({made.id, *(first.assignment(*other).id for other in others)}) == 4


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("", 0),
        ("// only\n/* a\n comment */\n", 0),
        ("int f() {\n\n    return 1; // one\n}\n", 3),
        ('String f() {\n    return """\n        a\n\n        b""";\n}', 6),
    ],
)
def test_lines_with_code_are_counted(source: str, lines: int) -> None:
    assert count_code_lines(source) == lines


@pytest.fixture
def subject(make_repository: MakeRepository) -> Repository:
    made = make_repository("subject")
    made.commit({A: "class A { }"}, "first")
    made.commit({A: SOURCE}, "second\n\nwhy")
    return made


def test_a_commit_comes_with_message_and_patch(subject: Repository, tmp_path: Path) -> None:
    words = tmp_path / "commits.txt"
    words.write_text("# the good one\nHEAD  # once\nmain\n")

    (made,) = list_commits(CommitRequest(file=words, repository=subject.path, name="shop"))

    assert (made.repo, made.commit) == ("shop", subject.git("rev-parse", "HEAD"))
    assert made.parent == subject.git("rev-parse", "HEAD~1")
    assert made.message == "second\n\nwhy\n"
    assert f"+++ b/{A}" in made.patch
    assert (made.committed, made.year) == ("2024-01-01T00:00:00Z", 2024)


@pytest.mark.parametrize("text", ["", "# nothing\n", "\n"])
def test_a_list_without_commits_is_refused(tmp_path: Path, text: str) -> None:
    words = tmp_path / "commits.txt"
    words.write_text(text)

    with pytest.raises(InputError, match="names no commit"):
        read_revisions(words)


def test_the_command_writes_commits_and_refuses_one_without_a_parent(
    subject: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, output = tmp_path / "commits.txt", tmp_path / "commits.jsonl"
    command = ["assignments", "commits", str(words), "--repo", str(subject.path)]
    words.write_text("HEAD\n")
    assert main([*command, "-o", str(output)]) == 0
    assert [each.kind for each in load_jsonl(CommitAssignment, output)[0]] == ["commit"]
    assert main([*command, "-o", str(output), "--sample", "1", "--spread", "year,eloc"]) == 0

    words.write_text("HEAD\nHEAD~1\n")
    assert main([*command, "-o", str(tmp_path / "none.jsonl")]) == 6
    assert "commit HEAD~1 has no parent" in capsys.readouterr().err
    assert not (tmp_path / "none.jsonl").exists()

    assert main([*command, "-o", str(words)]) == 2
    assert words.read_text() == "HEAD\nHEAD~1\n"


def test_the_command_writes_methods_for_each_goal(
    subject: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # A source of few words, so that no JVM is started to read it.
    subject.commit({A: "class A { int f() { return 1; }\n int g() {\n return 2; } }"})
    output = tmp_path / "methods.jsonl"
    command = ["assignments", "methods", "--repo", str(subject.path), "-o", str(output), "--goal"]

    assert main([*command, "optimise,simplify"]) == 0
    made = load_jsonl(MethodAssignment, output)[0]
    assert [each.goal for each in made[:2]] == [Goal.SIMPLIFY, Goal.OPTIMISE]
    assert [each.method for each in made] == ["f()", "f()", "g()", "g()"]
    first = output.read_bytes()
    assert main([*command, "simplify,optimise"]) == 0
    assert output.read_bytes() == first

    assert main([*command, "simplify", "--min-lines", "2"]) == 0
    assert [each.method for each in load_jsonl(MethodAssignment, output)[0]] == ["g()"]

    assert main([*command, "optimise,simplify", "--sample", "2", "--spread", "type,eloc"]) == 0
    sample = load_jsonl(MethodAssignment, output)[0]
    assert {each.goal for each in sample} == set(Goal)
    assert {each.year for each in sample} == {2024}
    assert main([*command, "simplify", "--spread", "eloc"]) == 2
    assert "--spread needs --sample" in capsys.readouterr().err

    assert main([*command, "faster"]) == 2
    assert "no goal is named faster" in capsys.readouterr().err
