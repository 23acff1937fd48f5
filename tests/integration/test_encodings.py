"""A project in Shift-JIS, where a letter's last byte may be a backslash, judged end to end.

Read in another encoding, the string that ends in such a letter goes on behind its quote: what the
compiler takes for code looks like a comment, and the other way round.
"""

from collections.abc import Mapping
from hashlib import sha256
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

SJIS = "Shift_JIS"
PRICES = "src/main/java/shop/Prices.java"
WANTED = "Extract Method:shop.Prices#total(int[], int)"
PLAIN = (SHOP / PRICES).read_text(encoding="utf-8")

COMMENT = 'String note = "\u30bd" + "//"; // \u30bd\n        ;\n'
"""Read as Latin-1 the second string's quote ends the first, and a comment begins in it."""

BASE = PLAIN.replace("        int sum = 0;\n", f"        {COMMENT}        int sum = 0;\n")


def extract(base: str) -> str:
    text = base.replace(LOOP, CALL)
    return text[: text.rindex("}")] + HELPER + "}\n"


RIGHT = extract(BASE)
HIDDEN = RIGHT.replace('"//"; //', '"//"; discount++; //')
HIDDEN_EXIT = RIGHT.replace('"//"; //', '"//"; if (discount < 0) System.exit(0); //')
ANSWER = RIGHT[RIGHT.index("    public int total") : RIGHT.index("    /** The amount")] + HELPER


def files(pom: str) -> dict[str, bytes]:
    found = {p.relative_to(SHOP).as_posix(): p.read_bytes() for p in SHOP.rglob("*") if p.is_file()}
    return found | {"pom.xml": pom.encode(), PRICES: BASE.encode(SJIS)}


POM = (SHOP / "pom.xml").read_text(encoding="utf-8")
DECLARED = POM.replace("sourceEncoding>UTF-8<", f"sourceEncoding>{SJIS}<")
BY_A_PROFILE = POM.replace(
    "</project>",
    "<profiles><profile><id>p</id><activation><activeByDefault>true</activeByDefault></activation>"
    f"<properties><encoding>{SJIS}</encoding></properties></profile></profiles></project>",
)
PREDICTIONS = {
    "right": Prediction(instance_id="i", model_name_or_path="right", files={PRICES: RIGHT}),
    "answer": Prediction(instance_id="i", model_name_or_path="answer", model_output=ANSWER),
    "hidden": Prediction(instance_id="i", model_name_or_path="hidden", files={PRICES: HIDDEN}),
    "exit": Prediction(instance_id="i", model_name_or_path="exit", files={PRICES: HIDDEN_EXIT}),
}


def judge_folder(folder: Path, pom: str, strategy: StrategyChoice) -> Mapping[str, Verdict]:
    subject = Subject.create(folder / "subject")
    subject.commit(files(pom), "Add the shop")
    options = BuildOptions(
        prepare_on=PrepareOn.HOST, cache=cache_folder(), base_runs=1, strategy=strategy
    )
    with Repository.open(subject.path) as repository:
        tasks = [single(repository, "HEAD", WANTED, each) for each in PREDICTIONS.values()]
        found = judge_all(
            tasks,
            RunSettings(folder=folder / "run"),
            toolset=ToolsetOptions(build=options, sandbox=SANDBOXES[strategy]),
            judge=JudgeOptions(run_all=True),
            console=Console(quiet=True),
        )
    return dict(zip(PREDICTIONS, found, strict=True))


def reason(verdict: Verdict, check: CheckName) -> tuple[Status, Reason | None]:
    found = verdict.check(check)
    assert found is not None
    return found.status, found.reason


@pytest.fixture(scope="module", params=[StrategyChoice.DIRECT, StrategyChoice.MAVEN])
def declared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Mapping[str, Verdict]:
    folder = tmp_path_factory.mktemp(str(request.param))
    return judge_folder(folder, DECLARED, request.param)


def test_a_right_refactoring_passes_as_files_and_as_an_answer(
    declared: Mapping[str, Verdict],
) -> None:
    assert declared["right"].strict_success is Status.PASSED, declared["right"]
    assert declared["answer"].strict_success is Status.PASSED, declared["answer"]
    compiled = declared["right"].check(CheckName.COMPILATION)
    assert compiled is not None
    assert compiled.data["built"] == {PRICES: sha256(RIGHT.encode(SJIS)).hexdigest()}


def test_code_behind_such_a_letter_is_seen(declared: Mapping[str, Verdict]) -> None:
    assert reason(declared["hidden"], CheckName.PURITY) == (Status.FAILED, Reason.IMPURE)
    assert reason(declared["exit"], CheckName.POLICY) == (Status.FAILED, Reason.POLICY)


def test_an_encoding_that_only_the_build_knows_leaves_it_open(tmp_path: Path) -> None:
    verdicts = judge_folder(tmp_path, BY_A_PROFILE, StrategyChoice.DIRECT)

    for name in ("right", "answer", "hidden"):
        found = reason(verdicts[name], CheckName.COMPILATION)
        assert found == (Status.INCONCLUSIVE, Reason.ANALYSIS), name
        assert verdicts[name].success is not Status.PASSED
