"""`refverify validate` and `mine --validate`: a small Maven history, built and tested on both sides."""

import json
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.json_schemas import lines, satisfies
from tests.support.repository import Repository as Subject
from verifier.cli.main import main
from verifier.domain.instance import Instance
from verifier.domain.outcome import Reason, Status
from verifier.mining.funnel import Funnel
from verifier.tools.records import from_json, load_jsonl

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

SUM = """    int sum = first + second;
    sum = sum * 2;
"""
SHOW = """    System.out.println("sum: " + sum);
    System.out.flush();
"""
HELPER = f"""
  private void show(int sum) {{
{SHOW}  }}
"""
TEST = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class {0}Test {{
  @Test void {1}() {{ assertEquals(6, new {0}().total(1, 2)); }}
}}
"""


def shop(name: str, *, extracted: bool) -> str:
    body = SUM + ("    show(sum);\n" if extracted else SHOW) + "    return sum;\n"
    helper = HELPER if extracted else ""
    return f"package p;\nclass {name} {{\n  int total(int first, int second) {{\n{body}  }}\n{helper}}}\n"


def main_file(name: str) -> str:
    return f"src/main/java/p/{name}.java"


def suite_file(name: str) -> str:
    return f"src/test/java/p/{name}Test.java"


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    """A tested extraction with a renamed test, an untested one, and one that breaks the build."""
    subject = maven_subject.begin_repository(tmp_path_factory.mktemp("validate"))
    names = ("Tested", "Untested", "Broken")
    files = {main_file(name): shop(name, extracted=False) for name in names}
    tests = {suite_file(name): TEST.format(name, "sums") for name in ("Tested", "Broken")}
    subject.commit({"pom.xml": maven_subject.JUPITER, **files, **tests})
    subject.commit(
        {
            main_file("Tested"): shop("Tested", extracted=True),
            suite_file("Tested"): TEST.format("Tested", "sumsUp"),
        }
    )
    subject.commit({main_file("Untested"): shop("Untested", extracted=True)})
    subject.commit(
        {
            main_file("Broken"): shop("Broken", extracted=True),
            main_file("Other"): "package p;\nclass Other { Missing missing; }\n",
        }
    )
    return subject


@pytest.fixture(scope="module")
def folder(subject: Subject, libraries: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `mine --validate` left."""
    folder = tmp_path_factory.mktemp("validated")
    with pytest.MonkeyPatch.context() as patch:
        cache = maven_subject.cache_with(libraries, folder / "cache")
        patch.setenv("REFVERIFY_CACHE", str(cache))
        words = ["--validate", "--sandbox", "local", "--base-runs", "1", "--strategy", "direct"]
        output = str(folder / "i.jsonl")
        assert main(["-q", "mine", str(subject.path), "-o", output, *words]) == 0
    return folder


def instances(folder: Path, name: str = "i.validated.jsonl") -> dict[str, Instance]:
    found, _ = load_jsonl(Instance, folder / name)
    return {i.before.method.class_name.removeprefix("p."): i for i in found}


def test_the_journal_satisfies_its_schema(folder: Path) -> None:
    satisfies("validation", lines(folder / "i.validated.journal.jsonl"))


def test_prepare_finds_the_bases_that_were_measured_and_can_be_repeated_offline(
    subject: Subject, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFVERIFY_CACHE", str(folder / "cache"))
    words = ["-q", "prepare", "-i", str(folder / "i.jsonl"), "--repo", str(subject.path)]
    words += ["--sandbox", "local", "--base-runs", "1", "--strategy", "direct", "--offline"]

    assert main(words) == 0

    found = lines(folder / "i.bases.jsonl")
    satisfies("prepared-base", found)
    assert {line["base"] for line in found} == {i.parent for i in instances(folder).values()}
    assert {build["status"] for line in found for build in line["builds"]} == {"passed"}
    before = (folder / "i.bases.jsonl").read_bytes()
    assert main(words) == 0
    assert (folder / "i.bases.jsonl").read_bytes() == before


def test_a_tested_extraction_passes_every_step(folder: Path) -> None:
    one = instances(folder)["Tested"]

    assert one.build is not None
    assert one.coverage is not None
    assert one.golden is not None
    sides = (one.build.before, one.build.after, one.build.tests, one.coverage, one.golden)
    assert [step.status for step in sides] == [Status.PASSED] * 5
    assert one.build.tests.renamed == {"p.TestedTest#sums": "p.TestedTest#sumsUp"}
    assert one.coverage.facts is not None
    assert one.coverage.facts.before is not None
    assert one.coverage.facts.before.lines.covered == 2
    assert (one.build.sandbox, one.build.isolated) == ("local", False)


def test_code_that_no_test_runs_is_measured_and_not_covered(folder: Path) -> None:
    one = instances(folder)["Untested"]

    assert one.coverage is not None
    assert one.coverage.reason is Reason.NOT_COVERED
    assert one.coverage.facts is not None
    assert one.coverage.facts.measured
    assert one.golden is not None
    assert one.golden.status is Status.PASSED


def test_a_commit_that_does_not_compile_is_told_apart_from_its_base(folder: Path) -> None:
    one = instances(folder)["Broken"]

    assert one.build is not None
    assert one.build.before.status is Status.PASSED
    assert one.build.after.reason is Reason.BASE_INVALID
    assert one.build.tests.reason is Reason.BASE_INVALID
    assert one.coverage is not None
    assert one.coverage.reason is Reason.NOT_MEASURED
    assert one.coverage.facts is not None
    assert not one.coverage.facts.measured
    assert one.golden is not None
    assert one.golden.status is Status.PASSED


def test_the_funnel_goes_from_the_listed_commits_to_what_is_kept(folder: Path) -> None:
    funnel = from_json(Funnel, (folder / "i.validated.funnel.json").read_bytes())

    assert [(s.name, s.unit, s.count) for s in funnel.stages] == [
        ("listed", "commits", 5),
        ("analysed", "commits", 4),
        ("with wanted types", "commits", 3),
        ("of wanted types", "refactorings", 3),
        ("merged", "instances", 3),
        ("pure", "instances", 3),
        ("to validate", "instances", 3),
        ("builds before", "instances", 3),
        ("builds after", "instances", 2),
        ("tests pass", "instances", 2),
        ("covered", "instances", 1),
        ("golden", "instances", 1),
        ("kept", "instances", 3),
        ("kept", "acts", 3),
        ("kept", "commits", 3),
    ]
    assert funnel.validated[0].losses == {
        "builds after: BASE_INVALID": 1,
        "covered: NOT_COVERED": 1,
    }


def test_the_mined_instances_stay_as_they_were_and_validate_keeps_what_is_required(
    subject: Subject, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {i.build for i in instances(folder, "i.jsonl").values()} == {None}
    monkeypatch.setenv("REFVERIFY_CACHE", str(folder / "cache"))
    words = ["validate", "-i", str(folder / "i.jsonl"), "--repo", str(subject.path)]
    more = ["--sandbox", "local", "--base-runs", "1", "--strategy", "direct"]

    assert main(["-q", *words, *more, "--require", "covered"]) == 0

    assert list(instances(folder)) == ["Tested"]
    journal = (folder / "i.validated.journal.jsonl").read_text().splitlines()
    assert len({json.loads(line)["key"] for line in journal}) == 3
