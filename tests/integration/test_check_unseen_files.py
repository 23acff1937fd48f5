"""Files that decide what a build makes and that the gate cannot judge: it never passes over them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.conftest import MakeRepository
from tests.support.repository import Repository
from verifier.analysis.pool import AnalysisPool
from verifier.domain.gate import BehaviourAnswer, Decision, GateReport, Level
from verifier.gates.change.selection import Source, SourceKind
from verifier.gates.check import check
from verifier.gates.formats.text import text
from verifier.gates.request import CheckRequest

MAIN = "src/main/java/till/"
SUM = "package till;\npublic class Sum {\n    int n;\n    void add(int m) {\n        n += m;\n        n *= 2;\n    }\n}\n"  # fmt: skip
EXTRACTED = "package till;\npublic class Sum {\n    int n;\n    void add(int m) {\n        grow(m);\n    }\n    private void grow(int m) {\n        n += m;\n        n *= 2;\n    }\n}\n"  # fmt: skip
BASE = {
    MAIN + "Sum.java": SUM,
    "pom.xml": "<project/>\n",
    ".gitignore": "*Gen.java\ntarget/\nscratch/\n",
}
GENERATED = "package till;\nclass SumGen extends Sum {\n    void grow(int m) {\n    }\n}\n"


@dataclass(frozen=True, kw_only=True)
class Unseen:
    """A commit, the other files of the worktree, and the expected report."""

    changed: Mapping[str, str | bytes | None] = field(default_factory=dict)
    on_disk: Mapping[str, str] = field(default_factory=dict)
    says: str


NOT_JUDGED = {
    "a build file of Maven": Unseen(changed={"pom.xml": "<project> </project>\n"}, says="pom.xml"),
    "a build file of Gradle": Unseen(changed={"build.gradle": "x\n"}, says="build.gradle"),
    "settings of Gradle": Unseen(changed={"settings.gradle.kts": "x\n"}, says="settings.gradle"),
    "properties of Gradle": Unseen(changed={"gradle.properties": "x=1\n"}, says="gradle.prop"),
    "a lock file": Unseen(changed={"gradle.lockfile": "x=1\n"}, says="gradle.lockfile"),
    "settings of Maven": Unseen(changed={".mvn/jvm.config": "-ea\n"}, says=".mvn/jvm.config"),
    "a module's build file that goes": Unseen(changed={"pom.xml": None}, says="pom.xml"),
    "a resource": Unseen(changed={"src/main/resources/a.yml": "a: 1\n"}, says="a.yml"),
    "a build file beside a comment": Unseen(
        changed={"pom.xml": "<project> </project>\n", MAIN + "Sum.java": "// sum\n" + SUM},
        says="pom.xml",
    ),
    "an ignored source": Unseen(on_disk={MAIN + "SumGen.java": GENERATED}, says="git ignores it"),
    "an ignored source beside a refactoring": Unseen(
        changed={MAIN + "Sum.java": EXTRACTED},
        on_disk={MAIN + "SumGen.java": GENERATED},
        says="git ignores it",
    ),
    "an ignored source in the folder of another package": Unseen(
        changed={MAIN + "Sum.java": EXTRACTED},
        on_disk={"src/main/java/deep/SumGen.java": GENERATED},
        says="git ignores it",
    ),
    "an ignored source among the tests": Unseen(
        changed={MAIN + "Sum.java": EXTRACTED},
        on_disk={"src/test/java/till/SumGen.java": GENERATED},
        says="git ignores it",
    ),
    "a file that differs in case alone": Unseen(
        changed={MAIN + "sum.java": "package till;\nclass Other {\n}\n"}, says="in case alone"
    ),
    "a folder that differs in case alone": Unseen(
        changed={"src/main/java/Till/A.java": "package Till;\nclass A {\n}\n"}, says="in case alone"
    ),
    "a nested class that differs in case alone": Unseen(
        changed={MAIN + "Sum.java": SUM.replace("int n;", "int n;\n    static class A { }\n    static class a { }")},
        says="in case alone",
    ),
    "a second class that differs from a file in case alone": Unseen(
        changed={MAIN + "Two.java": "package till;\nclass Two {\n}\nclass SUM {\n}\n"},
        says="in case alone",
    ),
}  # fmt: skip


@pytest.fixture
def subject(
    make_repository: MakeRepository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Repository:
    monkeypatch.setenv("REFVERIFY_CACHE", str(tmp_path / "cache"))
    made = make_repository("subject")
    made.commit(BASE, "before")
    return made


def write(subject: Repository, files: Mapping[str, str | bytes | None]) -> None:
    for path, content in files.items():
        place = subject.path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            place.unlink()
        else:
            place.write_bytes(content.encode() if isinstance(content, str) else content)


def answer(
    subject: Repository, analysis: AnalysisPool, source: Source, *allowed: str
) -> GateReport:
    request = CheckRequest(
        repository=subject.path, source=source, level=Level.STATIC, allowed=allowed
    )
    return check(request, analysis=analysis).report


KINDS = ("worktree", "staged", "range", "commit", "default")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        # Two kinds for each name, and each kind with every second or third name.
        pytest.param(name, kind, marks=[] if (row + column) % 5 in {0, 2} else pytest.mark.twin)
        for row, name in enumerate(NOT_JUDGED)
        for column, kind in enumerate(KINDS)
    ],
)
def test_a_file_that_was_not_judged_is_named_and_never_passed_over(
    subject: Repository, analysis: AnalysisPool, name: str, kind: str
) -> None:
    unseen = NOT_JUDGED[name]
    write(subject, {**unseen.changed, **unseen.on_disk})
    source = Source(kind=SourceKind(kind))
    if kind in {"range", "commit"}:
        subject.git("add", "--all")
        subject.git("commit", "-q", "--allow-empty", "-m", "after")
        source = Source(kind=SourceKind(kind), revision="HEAD~1.." if kind == "range" else "HEAD")
    elif kind == "staged":
        subject.git("add", "--all")
    report = answer(subject, analysis, source)

    assert report.behaviour is BehaviourAnswer.OPEN
    assert unseen.says in text(report)


@pytest.mark.parametrize(
    ("folder", "decision"),
    [
        ("src/main/java/own", Decision.OPEN),
        ("src/main/java/till/deep/own", Decision.OPEN),
        ("src/test/java/own", Decision.OPEN),
        ("other", Decision.NOTHING_TO_CHECK),
        ("target/own", Decision.NOTHING_TO_CHECK),
    ],
)
def test_sources_of_another_repository_below_a_source_root_are_named(
    subject: Repository, analysis: AnalysisPool, folder: str, decision: Decision
) -> None:
    write(subject, {f"{folder}/SumGen.java": "package own;\nclass SumGen {\n}\n"})
    subject.git("init", "-q", folder)
    report = answer(subject, analysis, Source(kind=SourceKind.WORKTREE))

    assert report.decision is decision
    assert (f"{folder}/SumGen.java" in text(report)) is (decision is Decision.OPEN)


def test_a_change_without_java_says_which_files_were_not_judged(
    subject: Repository, analysis: AnalysisPool
) -> None:
    write(subject, {"pom.xml": "<project> </project>\n", "README.md": "x\n"})
    report = answer(subject, analysis, Source())
    allowed = answer(subject, analysis, Source(), "pom.xml")

    assert text(report).splitlines()[-1] == "OPEN: NOT JUDGED: pom.xml"
    assert allowed.decision is Decision.NOTHING_TO_CHECK


@pytest.mark.parametrize(
    "path",
    [
        "target/generated-sources/till/SumGen.java",
        "scratch/other/src/main/java/till/SumGen.java",
        "src/main/resources/till/SumGen.java",
        "doc/SumGen.java",
    ],
)
def test_ignored_files_that_no_build_compiles_do_not_matter(
    subject: Repository, analysis: AnalysisPool, path: str
) -> None:
    write(subject, {MAIN + "Sum.java": EXTRACTED, path: GENERATED})

    assert answer(subject, analysis, Source()).behaviour is BehaviourAnswer.PROVED


def test_an_answer_is_not_taken_again_where_an_ignored_source_has_come(
    subject: Repository, analysis: AnalysisPool
) -> None:
    write(subject, {MAIN + "Sum.java": EXTRACTED})
    before = answer(subject, analysis, Source())
    write(subject, {MAIN + "SumGen.java": GENERATED})
    after = answer(subject, analysis, Source())
    allowed = answer(subject, analysis, Source(), "*Gen.java")

    assert [each.behaviour for each in (before, after, allowed)] == [
        BehaviourAnswer.PROVED, BehaviourAnswer.OPEN, BehaviourAnswer.PROVED,
    ]  # fmt: skip


def test_files_on_disk_say_nothing_of_another_commit(
    subject: Repository, analysis: AnalysisPool
) -> None:
    subject.commit({MAIN + "Sum.java": EXTRACTED}, "refactor: extract")
    subject.commit({"README.md": "x\n"}, "words")
    write(subject, {MAIN + "SumGen.java": GENERATED})
    past = answer(subject, analysis, Source(kind=SourceKind.COMMIT, revision="HEAD~1"))

    assert past.behaviour is BehaviourAnswer.PROVED


def test_a_class_that_changes_the_case_of_its_name_is_only_one(
    subject: Repository, analysis: AnalysisPool
) -> None:
    subject.commit({MAIN + "Tax.java": "package till;\nfinal class Tax {\n}\n"}, "tax")
    write(subject, {MAIN + "Tax.java": None, MAIN + "TAX.java": "package till;\nfinal class TAX {\n}\n"})  # fmt: skip

    assert "in case alone" not in text(answer(subject, analysis, Source()))


NAMING = {
    "properties": ("conf/app.properties", "adder=till.Sum#%s\n"),
    "YAML": ("conf/app.yml", "adder:\n  class: till.Sum\n  method: %s\n"),
    "a script": ("run.sh", "java -Dadder=till.Sum.%s App\n"),
}


@pytest.mark.parametrize("name", NAMING)
def test_a_file_that_is_allowed_counts_as_it_is_after_the_change(
    subject: Repository, analysis: AnalysisPool, name: str
) -> None:
    path, content = NAMING[name]
    subject.commit({path: content % "add"}, "name the method")
    write(subject, {MAIN + "Sum.java": SUM.replace("add(", "plus(")})
    forgotten = answer(subject, analysis, Source(), path)
    write(subject, {path: content % "plus"})
    followed = answer(subject, analysis, Source(), path)

    assert forgotten.behaviour is BehaviourAnswer.OPEN
    assert path in text(forgotten)
    assert "--allow lets pass" not in text(forgotten)  # it did not change
    assert followed.behaviour is BehaviourAnswer.PROVED


def test_a_name_that_an_allowed_file_newly_has_leaves_the_change_open(
    subject: Repository, analysis: AnalysisPool
) -> None:
    changed = {MAIN + "Sum.java": SUM.replace("add(", "plus("), "run.sh": "java till.Sum.add\n"}
    write(subject, changed)

    report = answer(subject, analysis, Source(), "run.sh")

    assert report.behaviour is BehaviourAnswer.OPEN
    assert "run.sh, which --allow lets pass unseen, still names till.Sum.add" in text(report)


@pytest.mark.parametrize("folder", ["src/main/java/own", "other"])
@pytest.mark.parametrize("kind", [SourceKind.DEFAULT, SourceKind.WORKTREE])
def test_another_commit_of_a_submodule_on_disk_is_named(
    subject: Repository, analysis: AnalysisPool, folder: str, kind: SourceKind
) -> None:
    inner = Repository(subject.path / folder)
    subject.git("init", "-q", folder)
    inner.commit({"Own.java": "package own;\nclass Own {\n}\n"}, "one")
    subject.git("add", folder)
    subject.git("commit", "-q", "-m", "take the submodule")
    same = answer(subject, analysis, Source(kind=SourceKind.WORKTREE))
    inner.commit({"Own.java": "package own;\nclass Own {\n    int n;\n}\n"}, "two")
    another = answer(subject, analysis, Source(kind=kind))

    assert same.decision is Decision.NOTHING_TO_CHECK
    assert another.behaviour is BehaviourAnswer.OPEN
    assert f"NOT JUDGED: {folder}" in text(another)


def test_a_submodule_that_is_not_checked_out_is_no_change(
    subject: Repository, analysis: AnalysisPool
) -> None:
    oid = subject.git("rev-parse", "HEAD").strip()
    subject.git("update-index", "--add", "--cacheinfo", f"160000,{oid},lib")
    subject.git("commit", "-q", "-m", "take the submodule")
    subject.commit({"README.md": "x\n"}, "words")

    report = answer(subject, analysis, Source(kind=SourceKind.WORKTREE))
    assert report.decision is Decision.NOTHING_TO_CHECK
