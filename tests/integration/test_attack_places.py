"""Sources in places that a verifier might not build: what was not compiled must never pass.

All other attacks are in test_attack_cases; these need subjects whose folders are odd.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.repository import Repository as Subject
from tests.support.shop import CALL, HELPER, LOOP, SANDBOXES, SHOP
from tests.support.single_task import single
from verifier.builds.options import BuildOptions, PrepareOn, StrategyChoice
from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.testrun import TestsUntil
from verifier.domain.verdict import Verdict
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.run import RunSettings, judge_all
from verifier.tools.git.repository import Repository

pytestmark = [
    pytest.mark.engine,
    pytest.mark.network,
    pytest.mark.slow,
    pytest.mark.usefixtures("warm_maven"),
]

POM = (SHOP / "pom.xml").read_text(encoding="utf-8")
PRICES = (SHOP / "src/main/java/shop/Prices.java").read_text(encoding="utf-8")
PRICES_TEST = (SHOP / "src/test/java/shop/PricesTest.java").read_text(encoding="utf-8")


def extract(base: str, *, right: bool = True) -> str:
    """The wanted refactoring; wrong, it adds one to each price."""
    text = base.replace(LOOP, CALL)
    helper = HELPER if right else HELPER.replace("sum += price", "sum += price + 1")
    return text[: text.rindex("}")] + helper + "}\n"


def in_package(package: str, text: str) -> str:
    return text.replace("package shop;", f"package {package};")


NAMES = ("target", "gradle", "build", "out", "bin", "buildSrc")
PLACES = {name: f"src/main/java/com/acme/{name}/Prices.java" for name in NAMES}
HIDDEN = "src/main/java/.mvn/Prices.java"
UNBUILT = {"samples/Prices.java": "samples", "src/main/java9/shop/Prices.java": "nine"}


def places() -> dict[str, str]:
    """A project with the same class in many packages, and in two folders that no build compiles."""
    files = {"pom.xml": POM}
    for name, path in PLACES.items():
        files[path] = in_package(f"com.acme.{name}", PRICES)
        test = f"src/test/java/com/acme/{name}/PricesTest.java"
        files[test] = in_package(f"com.acme.{name}", PRICES_TEST)
    files[HIDDEN] = in_package("com.acme", PRICES)
    files["src/test/java/com/acme/PricesTest.java"] = in_package("com.acme", PRICES_TEST)
    return files | {path: in_package(package, PRICES) for path, package in UNBUILT.items()}


BASE = places()


def package_of(path: str) -> str:
    return BASE[path].split(";", maxsplit=1)[0].removeprefix("package ")


def candidate(path: str, *, right: bool = True) -> Mapping[str, str | None]:
    return {path: extract(BASE[path], right=right)}


EXTRA = "samples/Extra.java"
TARGET = PLACES["target"]
COMPILED = (*PLACES.values(), HIDDEN)
BROKEN = extract(BASE["samples/Prices.java"]).replace("return sum;", "return 'x' * \"y\";")

CANDIDATES: dict[str, tuple[str, Mapping[str, str | None]]] = {
    **{f"right {path}": (path, candidate(path)) for path in (*COMPILED, *UNBUILT)},
    **{f"wrong {path}": (path, candidate(path, right=False)) for path in (*COMPILED, *UNBUILT)},
    "does not compile": ("samples/Prices.java", {"samples/Prices.java": BROKEN}),
    "beside": (TARGET, {**candidate(TARGET), EXTRA: "package samples;\nclass Extra { int }\n"}),
    "deleted beside": (TARGET, {**candidate(TARGET), "samples/Prices.java": None}),
}


def judge_candidates(
    folder: Path,
    base: Mapping[str, str],
    candidates: Mapping[str, tuple[str, Mapping[str, str | None]]],
    strategy: StrategyChoice,
) -> Mapping[str, Verdict]:
    """All candidates in one run; each wants `total` of the class at its path."""
    subject = Subject.create(folder / "subject")
    subject.commit(base, "Add the subject")
    options = BuildOptions(
        prepare_on=PrepareOn.HOST, cache=cache_folder(), base_runs=1, strategy=strategy
    )
    with Repository.open(subject.path) as repository:
        tasks = []
        for name, (path, files) in candidates.items():
            package = base[path].split(";", maxsplit=1)[0].removeprefix("package ")
            wanted = f"Extract Method:{package}.Prices#total(int[], int)"
            prediction = Prediction(
                instance_id="places", model_name_or_path=name, files=dict(files)
            )
            tasks.append(single(repository, "HEAD", wanted, prediction))
        found = judge_all(
            tasks,
            RunSettings(folder=folder / "run"),
            toolset=ToolsetOptions(build=options, sandbox=SANDBOXES[strategy]),
            judge=JudgeOptions(run_all=True, tests_until=TestsUntil.FIRST_FAILURE),
            console=Console(quiet=True),
        )
    return dict(zip(candidates, found, strict=True))


def reason(verdict: Verdict, check: CheckName) -> tuple[Status, Reason | None]:
    found = verdict.check(check)
    assert found is not None
    return found.status, found.reason


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Verdict]:
    return judge_candidates(
        tmp_path_factory.mktemp("direct"), BASE, CANDIDATES, StrategyChoice.DIRECT
    )


@pytest.fixture(scope="module")
def maven(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Verdict]:
    """Fewer of them, since each is a whole build."""
    chosen = ("right", "wrong")
    some = {f"{how} {path}" for how in chosen for path in (TARGET, PLACES["buildSrc"], *UNBUILT)}
    few = {name: CANDIDATES[name] for name in CANDIDATES if name in some or name == "beside"}
    return judge_candidates(tmp_path_factory.mktemp("maven"), BASE, few, StrategyChoice.MAVEN)


@pytest.mark.parametrize("path", COMPILED)
def test_h1_a_package_may_have_any_name_and_is_judged(
    direct: Mapping[str, Verdict], path: str
) -> None:
    right, wrong = direct[f"right {path}"], direct[f"wrong {path}"]

    assert right.strict_success is Status.PASSED, right
    assert reason(wrong, CheckName.TESTS) == (Status.FAILED, Reason.TEST_FAILED)
    assert wrong.success is Status.FAILED


@pytest.mark.parametrize("path", [TARGET, PLACES["buildSrc"]])
def test_h1_so_it_is_by_the_project_s_own_build(maven: Mapping[str, Verdict], path: str) -> None:
    right, wrong = maven[f"right {path}"], maven[f"wrong {path}"]

    assert right.strict_success is Status.PASSED, right
    assert reason(wrong, CheckName.TESTS) == (Status.FAILED, Reason.TEST_FAILED)


@pytest.mark.parametrize("path", UNBUILT)
@pytest.mark.parametrize("how", ["right", "wrong"])
def test_h1_code_in_a_folder_that_no_build_compiles_is_neither_right_nor_wrong(
    direct: Mapping[str, Verdict], maven: Mapping[str, Verdict], path: str, how: str
) -> None:
    for verdicts in (direct, maven):
        verdict = verdicts[f"{how} {path}"]

        found = reason(verdict, CheckName.COMPILATION)
        assert found == (Status.INCONCLUSIVE, Reason.NOT_BUILT), verdict
        assert verdict.success is Status.INCONCLUSIVE


def test_h1_what_no_build_compiles_does_not_pass_by_not_compiling(
    direct: Mapping[str, Verdict],
) -> None:
    verdict = direct["does not compile"]

    assert reason(verdict, CheckName.COMPILATION)[1] is Reason.NOT_BUILT
    assert verdict.success is Status.INCONCLUSIVE


def test_h1_a_new_file_where_no_build_looks_is_the_candidate_s_own_fault(
    direct: Mapping[str, Verdict], maven: Mapping[str, Verdict]
) -> None:
    for verdicts in (direct, maven):
        found = verdicts["beside"].check(CheckName.COMPILATION)

        assert found is not None
        assert (found.status, found.reason) == (Status.FAILED, Reason.NOT_BUILT)
        assert found.data["not_built"] == [EXTRA]
        assert found.data["built"].keys() == {TARGET}


def test_h1_a_deletion_that_no_build_sees_does_not_pass(direct: Mapping[str, Verdict]) -> None:
    verdict = direct["deleted beside"]

    assert reason(verdict, CheckName.COMPILATION)[1] is Reason.NOT_BUILT
    assert verdict.success is Status.INCONCLUSIVE


def pom_with(build: str) -> str:
    return POM.replace("<build>", f"<build>{build}", 1)


MAIN = "src/main/java/shop/Prices.java"
ONE = {MAIN: PRICES, "src/test/java/shop/PricesTest.java": PRICES_TEST}
TWO_WAYS = {
    "right": (MAIN, {MAIN: extract(PRICES)}),
    "wrong": (MAIN, {MAIN: extract(PRICES, right=False)}),
}


@pytest.mark.parametrize("folder", ["src/main/java", "src/main/java/shop", "src/main"])
def test_h2_main_sources_that_are_test_resources_too_are_judged(
    tmp_path: Path, folder: str
) -> None:
    resource = f"<testResource><directory>{folder}</directory></testResource>"
    pom = pom_with(f"<testResources>{resource}</testResources>")
    verdicts = judge_candidates(tmp_path, {**ONE, "pom.xml": pom}, TWO_WAYS, StrategyChoice.DIRECT)

    assert verdicts["right"].strict_success is Status.PASSED, verdicts["right"]
    assert reason(verdicts["wrong"], CheckName.TESTS) == (Status.FAILED, Reason.TEST_FAILED)


def test_h2_a_base_whose_main_and_test_sources_are_one_folder_cannot_be_judged(
    tmp_path: Path,
) -> None:
    folder = "<testSourceDirectory>${project.build.sourceDirectory}</testSourceDirectory>"
    plain = POM.replace("<scope>test</scope>", "")
    pom = plain.replace("<build>", f"<build>{folder}", 1)
    base = {
        "pom.xml": pom,
        MAIN: PRICES,
        "src/main/java/shop/PricesTest.java": PRICES_TEST,
    }
    verdicts = judge_candidates(tmp_path, base, TWO_WAYS, StrategyChoice.AUTO)

    for verdict in verdicts.values():
        found = verdict.check(CheckName.COMPILATION)
        assert found is not None
        assert (found.status, found.reason) == (Status.INCONCLUSIVE, Reason.BASE_INVALID)
        assert "src/main/java" in found.details
