"""`refverify context` and `mine --context`: a small history, its instances with what stands around them."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.integration.test_mine import AFTER, BEFORE
from tests.support import maven_subject
from tests.support.json_schemas import lines, satisfies
from tests.support.repository import Repository as Subject
from verifier.analysis.pool import AnalysisPool
from verifier.builds.options import BuildOptions
from verifier.builds.preparing.preparation import prepare
from verifier.cli.main import main
from verifier.context.class_paths import ClassPaths
from verifier.domain.context import Bindings, LookedFor, MethodSurroundings, SurroundingsRequest
from verifier.domain.declared import declaration
from verifier.domain.instance import Instance
from verifier.domain.proof_request import CommitSources, FolderSources
from verifier.domain.refactoring import MethodId
from verifier.errors import RepositoryError
from verifier.sandbox.base import JobLimits
from verifier.sandbox.local import LocalSandbox
from verifier.tools import process
from verifier.tools.git.repository import Repository
from verifier.tools.jdk import Jdk
from verifier.tools.records import load_jsonl

TILL = "package p;\npublic class Till extends lib.Base implements Summing {\n%s}\n"
OLD, NEW = (text.replace("  int total", "  public int total") for text in (BEFORE, AFTER))
OTHERS: dict[str, str | bytes] = {
    "src/p/Summing.java": "package p;\ninterface Summing { int total(int first, int second); }\n",
    "src/p/Shop.java": (
        "package p;\r\nclass Shop {\r\n  // caf\xe9\r\n  int sell(Till till) {\r\n"
        "    return till.total(1, 2) + till.more();\r\n  }\r\n}\r\n"
    ).encode("latin-1"),
}
BASE = "package lib;\npublic class Base { public int more() { return 1; } }\n"


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    """Two extractions, one commit after the other; a class above comes from a library."""
    subject = Subject.create(tmp_path_factory.mktemp("context") / "subject")
    tills = {f"src/p/{name}.java": TILL.replace("Till", name) % OLD for name in ("Till", "Desk")}
    subject.commit({**OTHERS, **tills})
    subject.commit({"src/p/Till.java": TILL % NEW})
    subject.commit({"src/p/Desk.java": TILL.replace("Till", "Desk") % NEW})
    return subject


@pytest.fixture(scope="module")
def folder(subject: Subject, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mined")
    words = ["mine", str(subject.path), "--context", "-o", str(folder / "i.jsonl")]
    assert main(["-q", *words]) == 0
    return folder


def of_till(path: Path) -> Instance:
    instances, _ = load_jsonl(Instance, path)
    assert len(instances) == 2
    return next(i for i in instances if i.before.file == "src/p/Till.java")


def around(instance: Instance) -> MethodSurroundings:
    assert instance.context is not None
    return instance.context.methods[0]


def test_mine_goes_on_with_what_stands_around_the_methods(folder: Path) -> None:
    till = around(of_till(folder / "i.context.jsonl"))

    assert till.method.descriptor == "(II)I"
    assert till.method.start_line == 3
    assert [(c.class_name, c.name, c.descriptor, c.lines) for c in till.callers] == [
        ("p.Shop", "sell", "(Lp/Till;)I", (5,))
    ]
    assert till.callers[0].source.startswith("int sell(Till till) {\r\n")
    assert [(m.class_name, m.file) for m in till.overridden] == [
        ("p.Summing", "src/p/Summing.java")
    ]
    assert [(t.name, t.file) for t in till.supertypes] == [
        ("lib.Base", None),
        ("p.Summing", "src/p/Summing.java"),
    ]


def test_by_sources_alone_what_a_library_has_leads_nowhere(folder: Path) -> None:
    context = of_till(folder / "i.context.jsonl").context

    assert context is not None
    assert context.bindings is Bindings.SOURCES
    assert context.names_unresolved > 0
    assert context.unresolved_share == round(context.names_unresolved / context.names_asked, 4)
    assert context.structure.folders == {
        "src/p": ("Desk.java", "Shop.java", "Summing.java", "Till.java")
    }


def test_records_satisfy_their_schemas_and_old_ones_load(folder: Path) -> None:
    satisfies("instance", lines(folder / "i.context.jsonl"))
    satisfies("context", lines(folder / "i.context.journal.jsonl"))
    line = json.loads((folder / "i.jsonl").read_text().splitlines()[0])
    del line["context"]
    (folder / "old.jsonl").write_text(json.dumps(line) + "\n")

    assert load_jsonl(Instance, folder / "old.jsonl")[0][0].context is None


def test_the_context_changes_nothing_of_what_is_asked_of_a_prediction(folder: Path) -> None:
    plain, with_context = (of_till(folder / name) for name in ("i.jsonl", "i.context.jsonl"))

    assert declaration(plain) == declaration(with_context)


def test_nothing_is_read_twice_and_the_file_stays_the_same(
    folder: Path, subject: Subject, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "i.context.jsonl").read_bytes()
    journal = (folder / "i.context.journal.jsonl").read_bytes()

    words = ["context", "-i", str(folder / "i.jsonl"), "--repo", str(subject.path)]
    assert main(words) == 0

    assert "2 instances are in the journal already" in capsys.readouterr().err
    assert (folder / "i.context.jsonl").read_bytes() == before
    assert (folder / "i.context.journal.jsonl").read_bytes() == journal


def test_a_run_that_was_killed_goes_on_and_ends_alike(
    folder: Path, subject: Subject, tmp_path: Path
) -> None:
    journal = (folder / "i.context.journal.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "again.journal.jsonl").write_bytes(journal[0] + journal[1][:100])

    words = ["-i", str(folder / "i.jsonl"), "--repo", str(subject.path)]
    assert main(["-q", "context", *words, "-o", str(tmp_path / "again.jsonl")]) == 0

    again, first = tmp_path / "again.jsonl", folder / "i.context.jsonl"
    assert again.read_bytes() == first.read_bytes()


def test_a_class_path_that_is_given_resolves_the_rest(
    folder: Path, subject: Subject, jdk: Jdk, tmp_path: Path
) -> None:
    (tmp_path / "Base.java").write_text(BASE)
    process.check([jdk.home / "bin" / "javac", "-d", tmp_path / "lib", tmp_path / "Base.java"])
    words = ["-i", str(folder / "i.jsonl"), "--repo", str(subject.path)]
    made = ["--class-path", str(tmp_path / "lib"), "-o", str(tmp_path / "full.jsonl")]
    assert main(["-q", "context", *words, *made]) == 0

    context = of_till(tmp_path / "full.jsonl").context

    assert context is not None
    assert (context.bindings, context.names_unresolved) == (Bindings.FULL, 0)


def test_cuts_are_counted(folder: Path, subject: Subject, tmp_path: Path) -> None:
    words = ["-i", str(folder / "i.jsonl"), "--repo", str(subject.path)]
    bounds = ["--entries", "0", "--characters", "10", "--paths", "1"]
    out = tmp_path / "cut.jsonl"
    assert main(["-q", "context", *words, *bounds, "-o", str(out)]) == 0

    instance = of_till(out)

    assert instance.context is not None
    assert instance.context.structure.left_out == 3
    method = around(instance).method
    assert method.source == "public int"
    assert method.source_left_out == len(of_till(out).before_sources.method) - 10
    assert around(instance).left_out["callers"] == 1


def test_a_base_that_is_not_there_is_trouble_of_one_instance(
    folder: Path, subject: Subject, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = json.loads((folder / "i.jsonl").read_text().splitlines()[0])
    gone = {**line, "id": "gone", "parent": "f" * 40}
    (tmp_path / "i.jsonl").write_text("".join(json.dumps(each) + "\n" for each in (gone, line)))

    assert main(["context", "-i", str(tmp_path / "i.jsonl"), "--repo", str(subject.path)]) == 0

    assert "1 failed" in capsys.readouterr().err
    instances, _ = load_jsonl(Instance, tmp_path / "i.context.jsonl")
    assert [i.context is None for i in instances] == [True, False]


def test_show_and_the_prompt_tell_the_context(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(folder / "i.context.jsonl")
    one = of_till(folder / "i.context.jsonl").id

    assert main(["show", one, "-i", file]) == 0
    assert (
        "  called by p.Shop#sell(Lp/Till;)I  src/p/Shop.java:4, line 5" in capsys.readouterr().out
    )
    assert main(["show", one, "-i", file, "--all"]) == 0
    assert "    | int sell(Till till) {" in capsys.readouterr().out
    prompt = ["predictions", "template", one, "--prompt", "--context", "-i"]
    assert main([*prompt, file]) == 0
    assert "callers of p.Till#total:" in capsys.readouterr().out
    assert main([*prompt, str(folder / "i.jsonl")]) == 2
    assert "has no context" in capsys.readouterr().err


def make_request(root: CommitSources | FolderSources) -> SurroundingsRequest:
    method = MethodId(class_name="p.Till", name="total", parameter_types=("int", "int"))
    return SurroundingsRequest(
        root=root, methods=(LookedFor(file="src/p/Till.java", method=method),)
    )


def test_a_folder_and_its_commit_are_read_alike(subject: Subject, analysis: AnalysisPool) -> None:
    head = subject.git("rev-parse", "HEAD")
    commit = analysis.surroundings(
        make_request(CommitSources(repository=subject.path, commit=head))
    )

    assert analysis.surroundings(make_request(FolderSources(folder=subject.path))) == commit


def test_objects_that_are_not_there_are_an_error(subject: Subject, analysis: AnalysisPool) -> None:
    with pytest.raises(RepositoryError, match="f" * 40):
        analysis.surroundings(make_request(CommitSources(repository=subject.path, commit="f" * 40)))


POM: Mapping[str, str] = {
    "pom.xml": maven_subject.JUNIT4,
    "src/main/java/p/Code.java": "package p;\npublic class Code { int one() { return 1; } }\n",
    "src/test/java/p/CodeTest.java": (
        "package p;\nimport org.junit.Test;\npublic class CodeTest {\n"
        "  @Test public void isOne() { org.junit.Assert.assertEquals(1, new Code().one()); }\n}\n"
    ),
}


@pytest.mark.network
@pytest.mark.slow
def test_a_prepared_base_lends_its_class_path_and_nothing_is_prepared_for_it(
    folder: Path, tmp_path: Path
) -> None:
    writer = Subject.create(tmp_path / "maven")
    commit = writer.commit(POM)
    instance = of_till(folder / "i.jsonl")
    options = BuildOptions(cache=tmp_path / "cache", limits=JobLimits(wall_seconds=180))
    base = replace(instance, parent=commit)
    with Repository.open(writer.path) as repository:
        unknown = ClassPaths(options=options).of(repository, base)
        prepare(repository, commit, options, LocalSandbox())
        known = ClassPaths(options=options).of(repository, base)

    assert unknown.entries is None
    assert known.entries is not None
    assert any(entry.name.startswith("junit-4") for entry in known.entries)
    assert all(entry.is_file() for entry in known.entries)
    assert not any(str(tmp_path) in name for name in known.names)
