"""Hostile and damaged predictions, end to end: each must get its verdict and never a pass.

The numbers are those of tests/attacks.toml; the rows that need other subjects are with the
tests of their module.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.instances import make_mined
from tests.support.repository import Repository as Subject
from tests.support.shop import CALL, HELPER, LOOP, SHOP
from tests.support.single_task import single
from verifier.builds.options import BuildOptions
from verifier.config import cache_folder
from verifier.console import Console
from verifier.domain.outcome import CheckName, Reason, Status
from verifier.domain.prediction import Prediction
from verifier.domain.refactoring import RefactoringSide, WantedRefactoring
from verifier.domain.verdict import Verdict
from verifier.judging.ledger import read_verdicts
from verifier.judging.options import JudgeOptions, ToolsetOptions
from verifier.judging.run import RunSettings, judge_all
from verifier.sandbox.base import JobLimits
from verifier.sandbox.janitor import LEASE_LABEL
from verifier.tools.git.repository import Repository
from verifier.tools.records import to_json
from verifier.tools.storage.lease import Lease

pytestmark = [pytest.mark.engine, pytest.mark.network, pytest.mark.slow]

WANTED = "Extract Method:shop.Prices#total(int[], int)"
PRICES = "src/main/java/shop/Prices.java"
PRICES_TEST = "src/test/java/shop/PricesTest.java"

BASE = (SHOP / PRICES).read_text(encoding="utf-8")
BASE_TEST = (SHOP / PRICES_TEST).read_text(encoding="utf-8")


def extract(*, start: str = "", body: str = HELPER, members: str = "") -> str:
    """The wanted refactoring, with more at the start of the extracted method or as members."""
    helper = body.replace("        int sum = 0;\n", f"{start}        int sum = 0;\n")
    text = BASE.replace(LOOP, CALL)
    return text[: text.rindex("}")] + helper + members + "}\n"


GOLDEN = extract()

HIDDEN_EXIT = """        try {
            Class.forName("java.lang." + "Sys" + "tem")
                    .getMethod("ex" + "it", int.class)
                    .invoke(null, 0);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
"""
HIDDEN_ABORT = """        try {
            Object aborted = Class.forName("org.opentest4j." + "Test" + "Aborted" + "Exception")
                    .getConstructor()
                    .newInstance();
            Prices.<RuntimeException>sneak((Throwable) aborted);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
"""
SNEAK = """
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable t) throws T {
        throw (T) t;
    }
"""
FAKE_REPORT = """        try {
            java.io.File folder = new java.io.File("target/sure" + "fire-reports");
            folder.mkdirs();
            java.nio.file.Files.write(
                    new java.io.File(folder, "TEST-shop.PricesTest.xml").toPath(),
                    ("<testsuite name='shop.PricesTest' tests='1' failures='0'>"
                            + "<testcase classname='shop.PricesTest' name='sumsPrices'/>"
                            + "</testsuite>").getBytes());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
"""
PRINTED = """        System.out.println("PASSED shop.PricesTest#sumsPrices");
        System.out.println("[INFO] BUILD SUCCESS");
        System.out.println("Tests run: 9, Failures: 0, Errors: 0, Skipped: 0");
"""
WRONG = HELPER.replace("sum += price", "sum += price + 1")
PARKED = """        while (prices != null) {
            java.util.concurrent.locks.LockSupport.park();
        }
"""


@pytest.fixture(scope="module")
def subject(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    """The shop as a repository of one commit."""
    repository = Subject.create(tmp_path_factory.mktemp("subject") / "shop")
    files = {p.relative_to(SHOP).as_posix(): p.read_bytes() for p in SHOP.rglob("*") if p.is_file()}
    repository.commit(files, "Add the shop")
    return repository


def tamper_test(old: str, new: str) -> dict[str, str | None]:
    assert old in BASE_TEST
    return {PRICES: GOLDEN, PRICES_TEST: BASE_TEST.replace(old, new, 1)}


POM = (SHOP / "pom.xml").read_text(encoding="utf-8")


def pom_with(properties: str) -> dict[str, str | None]:
    return {
        PRICES: GOLDEN,
        "pom.xml": POM.replace("<properties>", f"<properties>{properties}", 1),
    }


CASES: dict[str, tuple[Mapping[str, str | None], CheckName, Reason]] = {
    # The first, so that the others are judged while it waits for its limit.
    "29 never ends": (
        {PRICES: extract(start=PARKED)},
        CheckName.TESTS,
        Reason.TIMEOUT,
    ),
    "1 nothing is changed": ({PRICES: BASE}, CheckName.APPLICATION, Reason.NO_CHANGE),
    "1 only a comment and the layout are changed": (
        {PRICES: BASE.replace("/** Totals", "/** All totals").replace("    ", "  ")},
        CheckName.APPLICATION,
        Reason.NO_CHANGE,
    ),
    "7 edits a test": (
        tamper_test("assertEquals(6,", "assertEquals(9,"),
        CheckName.POLICY,
        Reason.POLICY,
    ),
    "8 deletes a test class": (
        {PRICES: GOLDEN, PRICES_TEST: None},
        CheckName.POLICY,
        Reason.POLICY,
    ),
    "8 deletes one test method": (
        tamper_test("    @Test\n    void labelsAmounts", "    void labelsAmounts"),
        CheckName.POLICY,
        Reason.POLICY,
    ),
    "9 disables a test": (
        tamper_test("@Test", "@org.junit.jupiter.api.Disabled @Test"),
        CheckName.POLICY,
        Reason.POLICY,
    ),
    "10 product code aborts the test, by reflection": (
        {PRICES: extract(start=HIDDEN_ABORT, members=SNEAK)},
        CheckName.TESTS,
        Reason.TEST_MISSING,
    ),
    "11 the pom skips the tests": (
        pom_with("<skipTests>true</skipTests>"),
        CheckName.POLICY,
        Reason.POLICY,
    ),
    "11 the pom ignores failures": (
        pom_with("<maven.test.failure.ignore>true</maven.test.failure.ignore>"),
        CheckName.POLICY,
        Reason.POLICY,
    ),
    "16 exits the JVM in a static initialiser": (
        {PRICES: extract(members="\n    static {\n        System.exit(0);\n    }\n")},
        CheckName.POLICY,
        Reason.POLICY,
    ),
    "16 exits the JVM by reflection": (
        {PRICES: extract(start=HIDDEN_EXIT)},
        CheckName.TESTS,
        Reason.TAMPER,
    ),
    "20 names the reports' folder": (
        {PRICES: extract(start=FAKE_REPORT.replace('sure" + "fire', "surefire"))},
        CheckName.POLICY,
        Reason.POLICY,
    ),
    "20 writes a report of its own over wrong behaviour": (
        {PRICES: extract(start=FAKE_REPORT, body=WRONG)},
        CheckName.TESTS,
        Reason.TEST_FAILED,
    ),
    "26 main code does not compile": (
        {PRICES: extract(start='        int broken = "text";\n')},
        CheckName.COMPILATION,
        Reason.COMPILE_ERROR,
    ),
    "26 a test does not compile any more": (
        {PRICES: GOLDEN.replace("String label(int", "String caption(int")},
        CheckName.COMPILATION,
        Reason.COMPILE_ERROR,
    ),
    "wrong behaviour": (
        {PRICES: extract(body=WRONG)},
        CheckName.TESTS,
        Reason.TEST_FAILED,
    ),
}

PASSING: dict[str, str] = {
    "2 the wanted refactoring, clean": GOLDEN,
    "19 prints what a build tool prints": extract(start=PRINTED),
}


def toolset(timeout: float) -> ToolsetOptions:
    return ToolsetOptions(
        build=BuildOptions(
            cache=cache_folder(), base_runs=2, limits=JobLimits(wall_seconds=timeout)
        ),
        jobs=2,
    )


def bodies_of_all() -> dict[str, Mapping[str, str | None]]:
    bodies = {name: files for name, (files, _, _) in CASES.items()}
    return bodies | {name: {PRICES: text} for name, text in PASSING.items()}


@pytest.fixture(scope="module")
def verdicts(subject: Subject, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Verdict]:
    """All cases judged in one run, as a user would."""
    return judge_bodies(subject.path, bodies_of_all(), tmp_path_factory.mktemp("run"))


def judge_bodies(
    path: Path, bodies: Mapping[str, Mapping[str, str | None]], run: Path
) -> Mapping[str, Verdict]:
    with Repository.open(path) as repository:
        tasks = [
            single(
                repository,
                "HEAD",
                WANTED,
                Prediction(instance_id="shop", model_name_or_path=name, files=dict(files)),
            )
            for name, files in bodies.items()
        ]
        settings = RunSettings(folder=run)
        found = judge_all(
            tasks,
            settings,
            toolset=toolset(60),
            judge=JudgeOptions(run_all=True),
            console=Console(quiet=True),
        )
    return dict(zip(bodies, found, strict=True))


@pytest.mark.parametrize("name", CASES)
def test_is_failed_by_the_right_check_for_the_right_reason(
    verdicts: Mapping[str, Verdict], name: str
) -> None:
    _, check, reason = CASES[name]
    verdict = verdicts[name]
    failed = {c.check: c.reason for c in verdict.checks if c.status is Status.FAILED}

    assert failed.get(check) is reason, verdict
    assert verdict.success is Status.FAILED
    assert verdict.strict_success is Status.FAILED


@pytest.mark.parametrize("name", PASSING)
def test_passes(verdicts: Mapping[str, Verdict], name: str) -> None:
    assert verdicts[name].success is Status.PASSED, verdicts[name]


def test_1_no_change_runs_no_test(verdicts: Mapping[str, Verdict]) -> None:
    tests = verdicts["1 nothing is changed"].check(CheckName.TESTS)

    assert tests is not None
    assert tests.reason is Reason.NOT_REACHED


def test_2_a_clean_refactoring_is_a_strict_success(verdicts: Mapping[str, Verdict]) -> None:
    assert verdicts["2 the wanted refactoring, clean"].strict_success is Status.PASSED


def test_26_a_compile_error_is_named_with_file_and_line(verdicts: Mapping[str, Verdict]) -> None:
    check = verdicts["26 main code does not compile"].check(CheckName.COMPILATION)

    assert check is not None
    assert f"{PRICES}:22" in check.details


def without_times(value: object) -> object:
    """The same record; what says how long something took is left out."""
    if isinstance(value, dict):
        return {
            name: without_times(each) for name, each in value.items() if "seconds" not in str(name)
        }
    return [without_times(each) for each in value] if isinstance(value, list) else value


def test_66_the_same_predictions_in_another_clone_and_order_have_the_same_records(
    verdicts: Mapping[str, Verdict], subject: Subject, tmp_path: Path
) -> None:
    names = ("26 main code does not compile", *PASSING)
    subject.git("clone", "--quiet", "--bare", str(subject.path), str(tmp_path / "other/shop.git"))

    bodies = {name: bodies_of_all()[name] for name in names}
    again = judge_bodies(tmp_path / "other/shop.git", bodies, tmp_path / "run")

    first, second = (
        [without_times(json.loads(to_json(found[name]))) for name in names]
        for found in (verdicts, again)
    )
    assert second == first


PATCH = """--- a/src/main/java/shop/Prices.java
+++ b/src/main/java/shop/Prices.java
@@ -18,6 +18,6 @@ public class Prices {

     /** The amount with its currency. */
     public String label(int amount) {
-        return "EUR " + {amount};
+        return "EUR " + (amount);
     }
 }
"""


@pytest.mark.parametrize(
    ("case", "context"),
    [("applies nowhere", "price"), ("applies with fuzz only", "amount ")],
)
def test_3_a_patch_that_does_not_apply_exactly_is_refused_and_nothing_is_touched(
    subject: Subject, tmp_path: Path, case: str, context: str
) -> None:
    before = subject.git("status", "--porcelain"), subject.git("count-objects", "-v")
    patch = tmp_path / "change.diff"
    patch.write_text(PATCH.replace("{amount}", context), encoding="utf-8")

    done = refverify(
        "check", "--repo", str(subject.path), "--base", "HEAD", "--patch", str(patch),
        "--want", WANTED,
    )  # fmt: skip

    assert done.returncode == 1, (case, done.stderr)
    assert "APPLY_FAILED" in done.stdout
    assert (subject.git("status", "--porcelain"), subject.git("count-objects", "-v")) == before


def refverify(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "verifier", *words],
        capture_output=True,
        text=True,
        check=False,
    )


def containers_of(controller: int) -> list[str]:
    """The containers whose lease names this process, running or not."""
    import docker

    client = docker.APIClient()
    try:
        found = client.containers(all=True, filters={"label": [LEASE_LABEL]})
    finally:
        client.close()
    leases = {c["Id"]: Lease.parse(c["Labels"][LEASE_LABEL]) for c in found}
    return [name for name, lease in leases.items() if lease and lease.pid == controller]


def patch_of(subject: Subject, prices: str, path: Path) -> Path:
    """A unified diff that gives the shop these prices."""
    (subject.path / PRICES).write_text(prices, encoding="utf-8")
    path.write_text(subject.git("diff") + "\n", encoding="utf-8")
    subject.git("checkout", "--quiet", ".")
    return path


def start_verifier(words: list[str]) -> "subprocess.Popen[bytes]":
    """The verifier at work in the background, once a job of its own is running."""
    process = subprocess.Popen(
        [sys.executable, "-m", "verifier", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not containers_of(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert containers_of(process.pid), "no job was running when the controller was to be stopped"
    return process


def single_words(subject: Subject, patch: Path) -> list[str]:
    return [
        "check", "--repo", str(subject.path), "--base", "HEAD", "--patch", str(patch),
        "--want", WANTED, "--base-runs", "2", "--force",
    ]  # fmt: skip


def files_words(subject: Subject, patch: Path, folder: Path) -> list[str]:
    """The words that judge a patch as the only prediction of a file."""
    head, method = subject.git("rev-parse", "HEAD"), WantedRefactoring.parse(WANTED).method
    side = RefactoringSide(file=PRICES, method=method)
    instance = make_mined(commit=head, parent=head, before=side, after=side)
    prediction = Prediction(
        instance_id=instance.id, model_name_or_path="m", model_patch=patch.read_text("utf-8")
    )
    (folder / "i.jsonl").write_text(f"{to_json(instance)}\n", encoding="utf-8")
    (folder / "p.jsonl").write_text(f"{to_json(prediction)}\n", encoding="utf-8")
    return [
        "verify", str(folder / "p.jsonl"), "-i", str(folder / "i.jsonl"),
        "--repo", str(subject.path), "--run", str(folder / "run"), "--base-runs", "2",
    ]  # fmt: skip


def test_an_interrupted_run_ends_at_once_and_leaves_nothing_running(
    subject: Subject, tmp_path: Path
) -> None:
    endless = extract(start="        while (prices != null) {\n        }\n")
    patch = patch_of(subject, endless, tmp_path / "change.diff")
    process = start_verifier(single_words(subject, patch))

    process.send_signal(signal.SIGINT)

    assert process.wait(timeout=30) == 130
    assert containers_of(process.pid) == []


@pytest.mark.parametrize(
    ("options", "status"),
    [((), 3), (("--accept", "open"), 0), (("--require", "refactoring"), 1)],
)
def test_another_edit_is_accepted_or_refused_as_the_options_say(
    subject: Subject, tmp_path: Path, options: tuple[str, ...], status: int
) -> None:
    beside = GOLDEN.replace('"EUR " + amount', '"EUR ".concat(String.valueOf(amount))')
    patch = patch_of(subject, beside, tmp_path / "change.diff")

    done = refverify(*single_words(subject, patch), *options)

    assert done.returncode == status, done.stdout + done.stderr
    assert "refactoring: more than refactoring: " in done.stdout


def test_45_a_killed_controller_resumes_without_a_lost_or_doubled_verdict(
    subject: Subject, tmp_path: Path
) -> None:
    patch = patch_of(subject, GOLDEN, tmp_path / "change.diff")
    words = files_words(subject, patch, tmp_path)
    process = start_verifier(words)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert (tmp_path / "run" / "verdicts.jsonl").read_bytes() == b""

    done = refverify(*words)

    assert done.returncode == 0, done.stdout + done.stderr
    (verdict,) = read_verdicts(tmp_path / "run")
    assert verdict.success is Status.PASSED, verdict
    assert containers_of(process.pid) == []
