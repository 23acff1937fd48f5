"""Every pair of our own gets the verdict that it must get, and every alarm a test that shows it."""

import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.support.fuzz_pairs import Expected, campaign_of, compile_pairs, expectations
from tests.support.warm_java import WarmFuzzing, javac
from verifier.config import cache_folder
from verifier.domain.behaviour import Behaviour, Witness
from verifier.errors import FuzzingError
from verifier.fuzzing.engine import FuzzingEngine
from verifier.tools import process
from verifier.tools.jdk import Jdk
from verifier.tools.maven_central import Artefact, ArtefactCache, MavenClient

pytestmark = [pytest.mark.slow]

EXPECTED = expectations()
DIFFERENT = [each for each in EXPECTED if each.differs]
JUNIT = (
    Artefact(
        group="junit",
        name="junit",
        version="4.13.2",
        classifier="",
        extension="jar",
        sha256="8e495b634469d64fb8acfa3495a065cbacc8a0fff55ce1e31007be4c16dc57d3",
        size=384581,
    ),
    Artefact(
        group="org.hamcrest",
        name="hamcrest-core",
        version="1.3",
        classifier="",
        extension="jar",
        sha256="66fdef91e9739348df7a096aa384a5685f4e875584cce89386a7a47251c4d8e9",
        size=45024,
    ),
)
JUNIT_CORE = "org.junit.runner.JUnitCore"
Findings = Mapping[str, Behaviour | FuzzingError]


def name_of(expected: Expected) -> str:
    return expected.name


@pytest.fixture(scope="module")
def applicable(jdk: Jdk) -> list[Expected]:
    """The pairs whose sources the JDK's compiler takes."""
    return [each for each in EXPECTED if each.java <= jdk.feature]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, jdk: Jdk, applicable: list[Expected]) -> Path:
    place = tmp_path_factory.mktemp("pairs")
    compile_pairs([each.name for each in applicable], place, jdk)
    return place


@pytest.fixture(scope="module")
def findings(folder: Path, jdk: Jdk, applicable: list[Expected]) -> Findings:
    with WarmFuzzing(jdk) as sandbox, ThreadPoolExecutor(max_workers=2) as pool:
        run = partial(_run, FuzzingEngine(sandbox), folder, jdk)
        return dict(pool.map(run, applicable))


def _run(
    engine: FuzzingEngine, folder: Path, jdk: Jdk, expected: Expected
) -> tuple[str, Behaviour | FuzzingError]:
    try:
        return expected.name, engine.run(campaign_of(expected, folder, jdk))
    except FuzzingError as error:
        return expected.name, error


def find_behaviour(findings: Findings, expected: Expected) -> Behaviour:
    if expected.name not in findings:
        pytest.skip(f"needs Java {expected.java}")
    behaviour = findings[expected.name]
    if isinstance(behaviour, FuzzingError):
        raise behaviour
    return behaviour


def test_the_pairs_are_many_and_about_half_of_them_differ() -> None:
    assert len(EXPECTED) >= 60
    assert 0.4 < len(DIFFERENT) / len(EXPECTED) < 0.6


@pytest.mark.parametrize("expected", EXPECTED, ids=name_of)
def test_a_pair_gets_its_verdict(expected: Expected, findings: Findings) -> None:
    behaviour = find_behaviour(findings, expected)

    assert behaviour.verdict in expected.verdicts
    if expected.differs and expected.tags:
        assert expected.tags & set(behaviour.tags)
    if expected.note:
        assert expected.note in behaviour.notes or behaviour.verdict == "NON_EQUIVALENT"


@pytest.fixture(scope="module")
def junit() -> list[Path]:
    cache = ArtefactCache(folder=cache_folder() / "artefacts", source=MavenClient())
    return list(cache.get(JUNIT).values())


@pytest.mark.network
def test_every_failing_test_passes_on_the_old_version_and_fails_on_the_new(
    findings: Findings, folder: Path, jdk: Jdk, junit: list[Path], tmp_path: Path
) -> None:
    witnesses = [
        find_behaviour(findings, expected).witnesses[0]
        for expected in DIFFERENT
        if expected.name in findings and not expected.renamed_to
    ]
    tests = _write_witnesses([each for each in witnesses if each.test], tmp_path)
    exiting = {each.test_class for each in witnesses if "exit" in each.tags} & set(tests)
    (tmp_path / "classes").mkdir()
    path = ":".join(map(str, [folder / "classes-Old", *junit]))
    javac(jdk, "-nowarn", "-d", tmp_path / "classes", "-cp", path, *tests.values())

    for version, wanted in (("Old", set[str]()), ("New", set(tests))):
        run_path = [tmp_path / "classes", folder / f"classes-{version}", *junit]
        java = [str(jdk.java), "-cp", ":".join(map(str, run_path))]
        failing = _failing(java, sorted(set(tests) - exiting))
        assert failing | {name for name in exiting if _fails(java, name)} == wanted
    assert len(tests) >= 0.9 * len(set(findings) & set(map(name_of, DIFFERENT)))


def _write_witnesses(witnesses: list[Witness], scratch: Path) -> dict[str, Path]:
    """The tests' files by class name."""
    files: dict[str, Path] = {}
    for witness in witnesses:
        file = scratch / "source" / f"{witness.test_class.replace('.', '/')}.java"
        file.parent.mkdir(parents=True)
        file.write_text(witness.test, encoding="utf-8")
        files[witness.test_class] = file
    return files


def _failing(java: list[str], tests: list[str]) -> set[str]:
    """The test classes that JUnit reports as failed, all run in one JVM."""
    run = process.run([*java, JUNIT_CORE, *tests])
    assert f"({len(tests)} test" in run.text or f"Tests run: {len(tests)}," in run.text
    return set(re.findall(r"^\d+\) \w+\((\S+)\)$", run.text, re.MULTILINE))


def _fails(java: list[str], test: str) -> bool:
    """Whether a test that may end its JVM fails."""
    return process.run([*java, JUNIT_CORE, test]).status != 0
