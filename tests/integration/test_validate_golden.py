"""`refverify validate` on a commit whose refactored code needs the rest of the commit to compile."""

import json
from pathlib import Path

import pytest

from tests.support import maven_subject
from tests.support.json_schemas import lines, satisfies
from verifier.cli.main import main
from verifier.domain.closure import Brought, BroughtKind, OpenReason
from verifier.domain.instance import Instance
from verifier.domain.outcome import CheckName, Status
from verifier.tools.records import load_jsonl

pytestmark = [pytest.mark.network, pytest.mark.slow, pytest.mark.usefixtures("warm_maven")]

SHOP, RATES = "src/main/java/p/{0}.java", "src/main/java/p/Rates.java"
BODY = """    int sum = first + second;
    sum = sum * 2;
"""
SHOW = """    System.out.println("sum: " + sum);
    System.out.flush();
"""
RATES_TEXT = "package p;\nclass Rates {{\n  static int all(int sum) {{ return sum; }}\n{0}}}\n"
NEW_RATE = "\n  static int rate(int sum) { return sum * ONE; }\n\n  static final int ONE = 1;\n\n  static final int TWO = 2;\n"
TEST = """package p;
import static org.junit.jupiter.api.Assertions.*;
import org.junit.jupiter.api.Test;
class {0}Test {{
  @Test void sums() {{ assertEquals(6, new {0}().total(1, 2)); }}
  {1}
}}
"""


def shop(name: str, *, extracted: bool, end: str = "sum") -> str:
    body = BODY + ("    show(sum);\n" if extracted else SHOW) + f"    return {end};\n"
    helper = f"\n  private void show(int sum) {{\n{SHOW}  }}\n" if extracted else ""
    return f"package p;\nclass {name} {{\n  int total(int first, int second) {{\n{body}  }}\n{helper}}}\n"


@pytest.fixture(scope="module")
def golden(libraries: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Instance]:
    """Two extractions: one needs new members of another class, one breaks a call in a test."""
    subject = maven_subject.begin_repository(tmp_path_factory.mktemp("closure"))
    folder = tmp_path_factory.mktemp("validated")
    names = ("Closed", "Open")
    subject.commit(
        {
            "pom.xml": maven_subject.JUPITER,
            RATES: RATES_TEXT.format(""),
            **{SHOP.format(name): shop(name, extracted=False) for name in names},
            "src/test/java/p/ClosedTest.java": TEST.format("Closed", ""),
            "src/test/java/p/OpenTest.java": TEST.format(
                "Open", "int user() { return new Open().total(1, 2); }"
            ),
        }
    )
    subject.commit(
        {
            SHOP.format("Closed"): shop("Closed", extracted=True, end="Rates.rate(sum)"),
            RATES: RATES_TEXT.format(NEW_RATE),
        }
    )
    changed = shop("Open", extracted=True, end='"" + sum').replace("int total", "String total")
    subject.commit(
        {
            SHOP.format("Open"): changed,
            "src/test/java/p/OpenTest.java": TEST.format("Open", "").replace("(6,", '("6",'),
        }
    )
    with pytest.MonkeyPatch.context() as patch:
        cache = maven_subject.cache_with(libraries, folder / "cache")
        patch.setenv("REFVERIFY_CACHE", str(cache))
        local = ["--sandbox", "local", "--base-runs", "1", "--strategy", "direct"]
        words = ["--include-impure", "--validate", *local]
        output = str(folder / "i.jsonl")
        assert main(["-q", "mine", str(subject.path), "-o", output, *words]) == 0
        kept = folder / "kept.jsonl"
        repo = ["--repo", str(subject.path), *local]
        words = ["-q", "validate", "-i", output, "-o", str(kept), *repo, "--require", "golden"]
        assert main(words) == 0
        line = ["-q", "predictions", "golden", "-i", output, "--repo", str(subject.path)]
        assert main([*line, "-o", str(folder / "golden.jsonl")]) == 0
    satisfies("prediction", lines(folder / "golden.jsonl"))
    satisfies("instance", lines(folder / "i.validated.jsonl"))
    assert [json.loads(each)["before"]["file"] for each in kept.read_text().splitlines()] == [
        SHOP.format("Closed")
    ]
    found, _ = load_jsonl(Instance, folder / "i.validated.jsonl")
    return {i.before.method.class_name.removeprefix("p."): i for i in found}


def test_a_refactoring_with_what_it_needs_is_a_success(golden: dict[str, Instance]) -> None:
    result = golden["Closed"].golden

    assert result is not None
    assert result.status is Status.PASSED
    assert result.closure is not None
    assert result.closure.brought == (
        Brought(
            kind=BroughtKind.FIELD, name="p.Rates.ONE", file=RATES, why="p.Rates#rate(int) uses it"
        ),
        Brought(
            kind=BroughtKind.METHOD,
            name="p.Rates#rate(int)",
            file=RATES,
            why="p.Closed#total(int, int) uses it",
        ),
    )
    assert result.closure.is_closed


def test_one_that_tests_of_the_base_do_not_take_says_so(golden: dict[str, Instance]) -> None:
    result = golden["Open"].golden

    assert result is not None
    assert result.status is Status.FAILED
    assert result.check is CheckName.COMPILATION
    assert result.closure is not None
    assert {end.reason for end in result.closure.open} == {OpenReason.TESTS_BREAK}
    assert result.closure.open[0].what.startswith("p.OpenTest#user(): ")
