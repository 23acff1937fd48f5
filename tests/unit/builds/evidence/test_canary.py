"""Tests of ours among a project's: both outcomes must be seen wherever they ran."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.prepared_bases import MODULE, PREPARED
from verifier.builds.described.module import SourcePatterns
from verifier.builds.evidence.canary import JUNIT4, JUPITER, TESTNG, Canaries, Canary, canary_places
from verifier.domain.testrun import CanaryPlace, TestOutcome
from verifier.tools.surefire import Reports

FOLDER = "src/test/java"
PLACE = CanaryPlace(folder=FOLDER, annotation=JUNIT4)
CANARY = Canary(place=PLACE, package="r1", name="T2Test", secret="5ec4e7")
P, F = TestOutcome.PASSED, TestOutcome.FAILED


def reports(*owners: str, secret: str = "5ec4e7") -> Reports:
    return Reports(
        outcomes={f"{o}#{m}": P if m == "green" else F for o in owners for m in ("green", "red")},
        failures={f"{owner}#red": f"AssertionError: {secret}" for owner in owners},
    )


def list_details(seen: Reports, *more: Canary, known: bool = True) -> list[str]:
    return [str(each) for each in Canaries(sown=(CANARY, *more), known=known).trouble(seen)]


def test_a_canary_that_fails_with_its_secret_and_passes_is_well() -> None:
    assert list_details(reports("r1.T2Test")) == []


@pytest.mark.parametrize("known", [True, False])
def test_without_a_canary_nothing_is_believed(known: bool) -> None:
    assert list_details(reports("p.Other"), known=known) == [
        "the canary that must pass was not seen passed",
        "the canary that must fail was not seen failed",
    ]


def test_a_failure_without_the_secret_is_not_the_canary_s() -> None:
    assert list_details(reports("r1.T2Test", secret="guess")) == [
        "the canary that must fail was not seen failed"
    ]


def test_56_each_execution_and_module_in_which_it_ran_must_show_both() -> None:
    seen = reports("app:r1.T2Test", "app:r1.T2Test(again)")

    assert list_details(seen) == []
    seen.outcomes["app:r1.T2Test(again)#red"] = P
    assert list_details(seen) == ["the canary that must fail was not seen failed"]


def test_a_test_of_junit_that_testng_runs_has_a_name_of_its_own() -> None:
    seen = reports()
    seen.outcomes.update(
        {f"r1.T2Test#{each} on {each}(r1.T2Test)": o for each, o in {"green": P, "red": F}.items()}
    )
    assert list_details(seen) == ["the canary that must fail was not seen failed"]

    seen.failures["r1.T2Test#red on red(r1.T2Test)"] = "java.lang.AssertionError: 5ec4e7"
    assert list_details(seen) == []


def test_a_canary_is_known_by_whatever_name_a_reporter_gives_it() -> None:
    name = "{0}()#[engine:junit-jupiter]/[class:r1.T2Test]/[method:{0}()]"
    seen = Reports(
        outcomes={name.format("red"): F, name.format("green"): P, "runs()#[class:p.A]": P},
        failures={name.format("red"): "java.lang.AssertionError: 5ec4e7"},
    )

    assert list_details(seen) == []
    assert Canaries(sown=(CANARY,), known=True).without(seen.outcomes) == {"runs()#[class:p.A]": P}
    seen.outcomes[name.format("green")] = F
    assert list_details(seen) == ["the canary that must pass was not seen passed"]


def test_a_module_may_be_called_like_a_method_of_a_canary() -> None:
    assert list_details(reports("red:r1.T2Test", "green:r1.T2Test(red)")) == []


def test_56_no_id_of_a_canary_is_left_over() -> None:
    outcomes = reports("app:r1.T2Test", "app:r1.T2Test(again)", "p.T2Test").outcomes

    sown = Canaries(sown=(CANARY,), known=True)
    assert sown.without(outcomes) == {"p.T2Test#green": P, "p.T2Test#red": F}


def test_a_first_run_shows_which_frameworks_of_a_folder_the_build_runs() -> None:
    jupiter = Canary(place=replace(PLACE, annotation=JUPITER), package="r3")
    seen = reports("r1.T2Test")

    assert list_details(seen, jupiter, known=False) == []
    assert Canaries(sown=(CANARY, jupiter), known=False).find_intact(seen) == (PLACE,)
    # Once a run has shown both, one alone is no evidence.
    assert len(list_details(seen, jupiter, known=True)) == 2


def test_each_folder_needs_a_canary_that_runs() -> None:
    elsewhere = Canary(place=replace(PLACE, folder="other/src/test/java"))

    assert len(list_details(reports("r1.T2Test"), elsewhere, known=False)) == 2


def test_known_places_are_taken_and_no_source_is_read() -> None:
    def possible() -> tuple[CanaryPlace, ...]:
        raise AssertionError("the base has told already")

    assert [each.place for each in Canaries.at((PLACE,), possible).sown] == [PLACE]
    assert Canaries.at((), possible).sown == ()


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ("", [JUNIT4]),
        ("import org.junit.Test;", [JUNIT4]),
        ("import org.junit.*;", [JUNIT4]),
        ("import org.junit.jupiter.params.ParameterizedTest;", [JUPITER]),
        ("import org.junit.jupiter.api.*; import org.junit.Test;", [JUNIT4, JUPITER]),
        ("import org.testng.annotations.*; import static org.junit.Assert.fail;", [TESTNG]),
        ("import org.testng.Assert;", [TESTNG]),
        ("import org.testng.annotations.Test; import org.junit.Test;", [JUNIT4, TESTNG]),
    ],
)
def test_a_folder_has_a_canary_of_each_framework_whose_tests_it_holds(
    tmp_path: Path, imports: str, expected: list[str]
) -> None:
    test = tmp_path / "base" / FOLDER / "ATest.java"
    test.parent.mkdir(parents=True)
    test.write_text(f"{imports} class ATest {{}}", "utf-8")
    prepared = replace(PREPARED, folder=tmp_path)

    places = canary_places(prepared, prepared.tested)

    assert [(place.folder, place.annotation) for place in places] == [(FOLDER, a) for a in expected]


def test_folders_with_class_paths_of_their_own_have_canaries_of_what_they_import(
    tmp_path: Path,
) -> None:
    imports = {
        "src/test/java": "import org.junit.jupiter.api.Test;",
        "src/integTest/java": "import org.junit.jupiter.api.*; import org.junit.Test;",
        "src/helpers/java": "",
    }
    for folder, text in imports.items():
        (tmp_path / "base" / folder).mkdir(parents=True)
        (tmp_path / "base" / folder / "ATest.java").write_text(f"{text} class ATest {{}}", "utf-8")
    prepared = replace(PREPARED, folder=tmp_path)
    module = replace(MODULE, test_sources=tuple(imports))

    places = canary_places(prepared, (module,), every_folder=True)

    assert [(place.folder, place.annotation) for place in places] == [
        ("src/test/java", JUPITER),
        ("src/integTest/java", JUNIT4),
        ("src/integTest/java", JUPITER),
        # Those of the module, where a folder's own imports say nothing.
        ("src/helpers/java", JUNIT4),
        ("src/helpers/java", JUPITER),
    ]


def test_what_the_build_does_not_compile_asks_for_no_canary(tmp_path: Path) -> None:
    sources = {"ATest": "import org.junit.jupiter.api.Test;", "old/Gone": "import org.junit.Test;"}
    for name, text in sources.items():
        path = tmp_path / "base" / FOLDER / f"{name}.java"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    settings = replace(MODULE.test, runs=(SourcePatterns(excludes=("**/old/**",)),))

    places = canary_places(replace(PREPARED, folder=tmp_path), (replace(MODULE, test=settings),))

    assert [place.annotation for place in places] == [JUPITER]
