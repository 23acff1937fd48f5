"""Two versions in, a proof out: folders of sources and classes, revisions, and mined instances."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from verifier.analysis.commit_detection import CommitQuestion
from verifier.analysis.pool import AnalysisPool
from verifier.cli.main import main
from verifier.domain.proof import ConditionKind, DifferenceReason, ProofOutcome
from verifier.domain.purity import Purity, PurityTier
from verifier.domain.refactoring_traits import RefactoringType
from verifier.errors import InputError
from verifier.proving.versions import CompileEnvironment, between_folders, between_revisions
from verifier.tools.jdk import Jdk

OLD = """package p;
public final class A {
  public int total(int[] numbers) {
    int sum = 0;
    for (int each : numbers) {
      if (each > Limit.LOW) { sum += each * 2; System.out.println(sum); }
    }
    return sum;
  }
}
"""
NEW = """package p;
public final class A {
  public int total(int[] numbers) {
    int sum = 0;
    for (int each : numbers) {
      if (each > Limit.LOW) { sum = added(sum, each); }
    }
    return sum;
  }

  private static int added(int sum, int each) {
    sum += each * 2;
    System.out.println(sum);
    return sum;
  }
}
"""
WRONG = NEW.replace("each * 2", "each * 3")
LIMIT = "package p;\nfinal class Limit { static final int LOW = 3; }\n"


def tree(root: Path, text: str) -> Path:
    folder = root / "src/main/java/p"
    folder.mkdir(parents=True)
    (folder / "A.java").write_text(text, encoding="utf-8")
    (folder / "Limit.java").write_text(LIMIT, encoding="utf-8")
    return root


def commit_all(root: Path, *texts: str) -> Path:
    repository = root / "repo"
    git = ["git", "-C", str(repository), "-c", "user.name=n", "-c", "user.email=e@example.org"]
    for text in texts:
        shutil.rmtree(repository / "src", ignore_errors=True)
        tree(repository, text)
        subprocess.run(["git", "init", "-q", str(repository)], check=True)
        subprocess.run([*git, "add", "-A"], check=True)
        subprocess.run([*git, "commit", "-q", "-m", "step"], check=True)
    return repository


def test_an_extraction_is_proved_and_a_wrong_one_is_not(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    old, new, wrong = (
        tree(tmp_path / name, text) for name, text in (("a", OLD), ("b", NEW), ("c", WRONG))
    )
    proved = analysis.prove(between_folders(old, new, CompileEnvironment()))
    refuted = analysis.prove(between_folders(old, wrong, CompileEnvironment()))

    assert proved.outcome is ProofOutcome.PROVED
    assert proved.assumptions
    assert refuted.outcome is ProofOutcome.NOT_PROVED
    first = refuted.first_difference
    assert first is not None
    assert first.reason is DifferenceReason.ARGUMENTS
    assert (str(first.before), str(first.after)) == ("p/A.java:6", "p/A.java:13")


def test_a_renamed_parameter_is_proved_where_nothing_reads_its_name(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    old, new = tree(tmp_path / "a", OLD), tree(tmp_path / "b", OLD.replace("numbers", "all"))
    request = between_folders(old, new, CompileEnvironment())
    assert analysis.prove(request).outcome is ProofOutcome.PROVED

    for root in (old, new):
        (root / "pom.xml").write_text("<compilerArgs><arg>-parameters</arg></compilerArgs>")
    kept = analysis.prove(request)

    assert kept.outcome is ProofOutcome.NOT_PROVED
    (condition,) = kept.conditions
    assert (condition.kind, condition.where) == (ConditionKind.PARAMETER_NAME, "p/A.total([I)I")
    assert condition.why == (
        "parameters were (numbers), now (all); class files keep the names of parameters (-parameters)"
    )


def test_a_renamed_parameter_is_not_proved_where_a_commit_keeps_names(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    (tmp_path / "repo" / "app").mkdir(parents=True)
    (tmp_path / "repo" / "app" / "build.gradle").write_text("options.compilerArgs << '-parameters'")
    repository = commit_all(tmp_path, OLD, OLD.replace("numbers", "all"))

    with between_revisions(repository, "HEAD~1", "HEAD", CompileEnvironment()) as request:
        (condition,) = analysis.prove(request).conditions
    assert condition.kind is ConditionKind.PARAMETER_NAME


def compile_text(root: Path, text: str, jdk: Jdk) -> Path:
    sources = tree(root, text) / "src/main/java/p"
    out = root / "classes"
    javac = [str(jdk.home / "bin/javac"), "-g", "-d", str(out)]
    subprocess.run([*javac, *map(str, sources.iterdir())], check=True)
    return out


def test_class_files_are_compared_as_they_are(
    analysis: AnalysisPool, tmp_path: Path, jdk: Jdk
) -> None:
    texts = (("a", OLD), ("b", NEW), ("c", WRONG))
    old, new, wrong = (compile_text(tmp_path / name, text, jdk) for name, text in texts)

    assert (
        analysis.prove(between_folders(old, new, CompileEnvironment())).outcome
        is ProofOutcome.PROVED
    )
    refuted = analysis.prove(between_folders(old, wrong, CompileEnvironment()))
    assert refuted.outcome is ProofOutcome.NOT_PROVED


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda _: b"no class at all", "is no class file"),
        (lambda _: b"", "is no class file"),
        (lambda good: good[: len(good) // 2], "is cut off or damaged"),
        (lambda good: good[:10] + b"\xff" + good[11:], "is cut off or damaged"),
        (
            lambda good: good[:6] + b"\x00\x77" + good[8:],
            "is a class file of Java 75, which is too new to be read",
        ),
    ],
)
def test_a_file_that_is_no_class_file_is_named(
    damage: Callable[[bytes], bytes], why: str, analysis: AnalysisPool, tmp_path: Path, jdk: Jdk
) -> None:
    old, new = (compile_text(tmp_path / name, text, jdk) for name, text in (("a", OLD), ("b", NEW)))
    file = new / "p/A.class"
    file.write_bytes(damage(file.read_bytes()))

    with pytest.raises(InputError) as refused:
        analysis.prove(between_folders(old, new, CompileEnvironment()))

    assert refused.value.message == f"{file} {why}"
    assert (
        analysis.prove(between_folders(old, old, CompileEnvironment())).outcome
        is ProofOutcome.PROVED
    )


def test_an_unchanged_file_that_is_no_class_file_is_named_where_it_has_to_be_read(
    analysis: AnalysisPool, tmp_path: Path, jdk: Jdk
) -> None:
    renamed = OLD.replace("total", "sum")
    old, new = (compile_text(tmp_path / n, t, jdk) for n, t in (("a", OLD), ("b", renamed)))
    for folder in (old, new):
        (folder / "p/Limit.class").write_bytes(b"\xca\xfe\xba\xbe")

    with pytest.raises(InputError, match=r"a/classes/p/Limit.class is no class file"):
        analysis.prove(between_folders(old, new, CompileEnvironment()))


def test_a_library_that_is_no_class_file_is_named(
    analysis: AnalysisPool, tmp_path: Path, jdk: Jdk
) -> None:
    made = "new Limit().hashCode()"
    texts = (("a", OLD.replace("Limit.LOW", made)), ("b", NEW.replace("Limit.LOW", made)))
    old, new = (compile_text(tmp_path / name, text, jdk) for name, text in texts)
    for folder in (old, new):
        (folder / "p/Limit.class").unlink()
    library = tmp_path / "library/p"
    library.mkdir(parents=True)
    (library / "Limit.class").write_bytes(b"\xca\xfe\xba\xbe\x00")

    around = CompileEnvironment(class_path=(library.parent,))
    with pytest.raises(InputError, match=r"library/p/Limit.class is no class file"):
        analysis.prove(between_folders(old, new, around))


def test_two_versions_that_are_the_same_are_proved(analysis: AnalysisPool, tmp_path: Path) -> None:
    folder = tree(tmp_path / "old", OLD)
    proof = analysis.prove(between_folders(folder, folder, CompileEnvironment()))

    assert proof.outcome is ProofOutcome.PROVED
    assert proof.assumptions


def test_a_changed_file_that_is_not_compiled_is_left_over(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    old, new = tree(tmp_path / "a", OLD), tree(tmp_path / "b", NEW)
    (new / "settings.xml").write_text("<x/>")

    proof = analysis.prove(between_folders(old, new, CompileEnvironment()))

    assert proof.outcome is not ProofOutcome.PROVED
    assert [item.where for item in proof.residue] == ["settings.xml"]


def extending_a_class_of_elsewhere(root: Path, text: str) -> Path:
    text = text.replace("package p;\n", "package p;\nimport gone.Base;\n")
    return tree(root, text.replace("class A", "class A extends Base"))


def test_a_missing_type_is_never_a_plain_proof(analysis: AnalysisPool, tmp_path: Path) -> None:
    old = extending_a_class_of_elsewhere(tmp_path / "a", OLD)
    new = extending_a_class_of_elsewhere(tmp_path / "b", NEW)

    proof = analysis.prove(between_folders(old, new, CompileEnvironment()))

    assert proof.outcome not in {ProofOutcome.PROVED, ProofOutcome.REFACTORING_PROVED}


def test_a_class_path_counts_from_where_one_stands(
    analysis: AnalysisPool, jdk: Jdk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = extending_a_class_of_elsewhere(tmp_path / "a", OLD)
    new = extending_a_class_of_elsewhere(tmp_path / "b", NEW)
    base = tmp_path / "Base.java"
    base.write_text("package gone;\npublic class Base {}\n", encoding="utf-8")
    subprocess.run([jdk.home / "bin/javac", "-d", tmp_path / "library", base], check=True)
    monkeypatch.chdir(tmp_path)

    proof = analysis.prove(
        between_folders(old, new, CompileEnvironment(class_path=(Path("library"),)))
    )

    assert proof.outcome is ProofOutcome.PROVED


def test_an_annotation_of_a_missing_jar_is_in_nobody_s_way(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    head = "package p;\nimport gone.Fragile;\n"
    old, new = (
        tree(
            tmp_path / name,
            text.replace("package p;\n", head).replace("public int", "@Fragile(1) public int"),
        )
        for name, text in (("a", OLD), ("b", NEW))
    )

    assert (
        analysis.prove(between_folders(old, new, CompileEnvironment())).outcome
        is ProofOutcome.PROVED
    )


def test_two_revisions_are_read_from_the_repository(analysis: AnalysisPool, tmp_path: Path) -> None:
    repository = commit_all(tmp_path, OLD, NEW)

    with between_revisions(repository, "HEAD~1", "HEAD", CompileEnvironment()) as request:
        assert analysis.prove(request).outcome is ProofOutcome.PROVED


def test_a_mined_refactoring_that_is_proved_has_that_tier(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    repository = commit_all(tmp_path, OLD, NEW)
    revisions = ["git", "-C", str(repository), "rev-list", "HEAD"]
    commit, parent = subprocess.run(
        revisions, check=True, capture_output=True, text=True
    ).stdout.split()
    types = [RefactoringType.EXTRACT_METHOD]

    def purities(against: tuple[Path, ...] | None) -> list[Purity]:
        question = CommitQuestion(types=types, prove_against=against)
        future = analysis.submit_commit(repository, commit, parent, question)
        found = future.result().detection.refactorings
        return [r.purity for r in found if r.type in types and r.purity is not None]

    assert [(p.tier, p.unproved) for p in purities(())] == [(PurityTier.PROVED, None)]
    assert [p.tier for p in purities(None)] != [PurityTier.PROVED]


def test_a_mined_refactoring_that_is_not_proved_says_why(
    analysis: AnalysisPool, tmp_path: Path
) -> None:
    texts = (t.replace("class A", "class A extends gone.Base") for t in (OLD, NEW))
    repository = commit_all(tmp_path, *texts)
    revisions = ["git", "-C", str(repository), "rev-list", "HEAD"]
    listed = subprocess.run(revisions, check=True, capture_output=True, text=True)
    types = [RefactoringType.EXTRACT_METHOD]
    commit, parent = listed.stdout.split()

    question = CommitQuestion(types=types, prove_against=())
    future = analysis.submit_commit(repository, commit, parent, question)

    (found,) = (r for r in future.result().detection.refactorings if r.type in types)
    assert found.purity is not None
    assert found.purity.tier is PurityTier.STRICT
    assert found.purity.unproved is not None
    assert found.purity.unproved.outcome is ProofOutcome.UNRESOLVED
    assert (found.purity.unproved.before, found.purity.unproved.after) == ("p/A.java", "p/A.java")


@pytest.mark.parametrize(("text", "status"), [(NEW, 0), (WRONG, 1)])
def test_the_command_prints_the_proof_and_ends_with_its_status(
    text: str, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tree(tmp_path / "a", OLD), tree(tmp_path / "b", text)

    assert main(["prove", str(old), str(new), "--format", "json"]) == status
    printed = json.loads(capsys.readouterr().out)
    assert printed["outcome"] == ("proved" if status == 0 else "not-proved")


def test_the_command_says_which_file_is_no_class_file(
    tmp_path: Path, jdk: Jdk, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = (compile_text(tmp_path / name, text, jdk) for name, text in (("a", OLD), ("b", NEW)))
    (new / "p/A.class").write_bytes(b"garbage")

    assert main(["prove", str(old), str(new)]) == 4
    assert f"{new}/p/A.class is no class file\n" in capsys.readouterr().err
