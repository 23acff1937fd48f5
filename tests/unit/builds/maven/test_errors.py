"""What is read from Maven's log, and what tests cannot put there."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.cpu import cpu_seconds
from tests.support.prepared_bases import MODULE
from verifier.builds.described.downloads import TroubleKind
from verifier.builds.described.strategy import JOB_TREE
from verifier.builds.maven.errors import (
    build_error,
    compile_errors,
    error_lines,
    find_broken_modules,
    find_trouble,
    goals_behind_tests,
    has_reached_tests,
    later_compile_errors,
    not_in_reactor,
    repositories_of,
    without_folders,
)
from verifier.domain.testrun import CompileError

HELP = "http://cwiki.apache.org/confluence/display/MAVEN/MojoFailureException"
TREE = f"/job/{JOB_TREE}"
FAILED = f"""[INFO] --- maven-compiler-plugin:3.13.0:compile (default-compile) @ subject ---
[ERROR] COMPILATION ERROR :
[ERROR] {TREE}/src/main/java/p/A.java:[3,8] cannot find symbol
[ERROR] Failed to execute goal compile: Source option 5 is no longer supported. -> [Help 1]
[ERROR] Re-run Maven using the -X switch to enable full debug logging.
[ERROR] [Help 1] {HELP}
"""
FORGED = f"""[INFO] --- surefire:3.2.5:test (default-test) @ subject ---
[ERROR] {TREE}/src/main/java/p/A.java:[1,1] not a statement
"""


def test_a_compile_error_has_file_line_and_message() -> None:
    expected = CompileError(file="src/main/java/p/A.java", line=3, message="cannot find symbol")

    assert compile_errors(FAILED) == (expected,)


def test_27_what_a_test_prints_is_no_compile_error() -> None:
    assert compile_errors(FORGED) == ()
    assert has_reached_tests(FORGED)
    assert not has_reached_tests(FAILED)


DOCUMENTS = """[INFO] --- surefire:3.2.5:test (default-test) @ {tested} ---
[INFO] --- dokka-maven-plugin:0.10.1:dokka (default) @ docs ---
[ERROR] logging: loading modules: [java.se]
[ERROR] Failed to execute goal org.jetbrains.dokka:dokka-maven-plugin:0.10.1:dokka (default) on project docs: Unknown host -> [Help 1]
"""


CRASHED = "[ERROR] Failed to execute goal a:maven-surefire-plugin:3.2.5:test (default-test) on project docs: The forked VM\n"
UNTESTED = "[ERROR] Failed to execute goal a:b:1:compile (default-compile) on project other: Compilation failure\n"
BEHIND = ("org.jetbrains.dokka:dokka-maven-plugin:dokka@default",)


@pytest.mark.parametrize(
    ("log", "goals"),
    [
        (DOCUMENTS.format(tested="docs"), BEHIND),
        (DOCUMENTS.format(tested="docs").replace("r:3.2.5", "r-plugin:2.22.2"), BEHIND),
        (DOCUMENTS.format(tested="docs-of-others"), ()),
        (DOCUMENTS.format(tested="other"), ()),
        # A goal of Maven's compiler failed in a module whose tests had not begun.
        (DOCUMENTS.format(tested="docs") + UNTESTED, ()),
        (DOCUMENTS.format(tested="docs") + CRASHED, ()),
        (FAILED, ()),
        (FORGED, ()),
    ],
)
def test_a_goal_that_fails_behind_its_module_s_tests_is_named(
    log: str, goals: tuple[str, ...]
) -> None:
    assert goals_behind_tests(log) == goals


def test_a_plugin_s_chatter_is_no_reason() -> None:
    assert build_error(DOCUMENTS).startswith("Failed to execute goal org.jetbrains.dokka:")


def test_a_reason_holds_no_folder_of_one_run() -> None:
    log = (
        "[ERROR] /scratch/x1/tree/pom.xml: bad\n[ERROR] in /scratch/x1/tree, see /cache/m2/a.jar\n"
    )

    cleaned = without_folders(log, "/scratch/x1/tree", "/cache/m2")

    assert build_error(cleaned) == "pom.xml: bad | in ., see <repository>/a.jar"


# maven-toolchains-plugin 3.2.0
NO_TOOLCHAIN = f"""[INFO] Required toolchain: jdk [ version='7' ]
[ERROR] No toolchain found for type jdk
[ERROR] Cannot find matching toolchain definitions for the following toolchain types:
jdk [ version='7' ]
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-toolchains-plugin:3.2.0:toolchain (default) on project subject: Cannot find matching toolchain definitions for the following toolchain types:
[ERROR] jdk [ version='7' ]
[ERROR] Please make sure you define the required toolchains in your ~/.m2/toolchains.xml file.
[ERROR] -> [Help 1]
[ERROR] [Help 1] {HELP}
"""


@pytest.mark.parametrize("asked", ["version='7'", "version='[1.7,1.8]' vendor='sun'"])
def test_a_toolchain_that_is_missing_is_named(asked: str) -> None:
    log = NO_TOOLCHAIN.replace("version='7'", asked)

    assert build_error(log) == f"its toolchain asks for another JDK: {asked}"


def test_what_maven_asked_for_is_read_from_its_error_alone() -> None:
    log = NO_TOOLCHAIN.replace("[ERROR] jdk [ version='7' ]\n", "")

    assert build_error(log).startswith("No toolchain found for type jdk | Cannot find matching")


LATER = f"""{FORGED}[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.13.0:compile on b: x
[ERROR] /tree/b/src/main/java/p/B.java:[5,2] ';' expected
"""


def test_26_a_compile_error_of_a_later_module_is_found_behind_the_tests_of_another() -> None:
    expected = CompileError(file="b/src/main/java/p/B.java", line=5, message="';' expected")

    assert compile_errors(LATER) == ()
    assert later_compile_errors(LATER) == (expected,)
    assert later_compile_errors(FORGED) == ()


def test_the_reason_is_mavens_first_lines_without_its_advice() -> None:
    assert build_error(FAILED) == (
        f"{TREE}/src/main/java/p/A.java:[3,8] cannot find symbol |"
        " Failed to execute goal compile: Source option 5 is no longer supported."
    )


BAD_CLASS = """[ERROR] [p.Plugin] is not thread-safe
[ERROR] Please update it
[ERROR] Please ask its authors
[INFO] -------------------------------------------------------------
[ERROR] COMPILATION ERROR :
[INFO] -------------------------------------------------------------
[ERROR] src/test/java/p/ATest.java:[18,15] cannot access java.io.Reader
  bad class file: /modules/java.base/java/io/Reader.class
    class file has wrong version 61.0, should be 53.0
    Please remove it.
    Four lines of it are too many.
[INFO] 1 error
"""


def test_the_first_compile_error_leads_the_reason_with_the_lines_that_explain_it() -> None:
    assert build_error(BAD_CLASS) == (
        "src/test/java/p/ATest.java:[18,15] cannot access java.io.Reader"
        " | bad class file: /modules/java.base/java/io/Reader.class"
        " | class file has wrong version 61.0, should be 53.0 | Please remove it."
        " | [p.Plugin] is not thread-safe | Please update it"
    )


PROVIDER = (
    "org/testng/TestNG has been compiled by a more recent version of the Java Runtime"
    " (class file version 55.0)"
)
# maven-surefire-plugin 3.2.5
NO_PROVIDER = f"""[INFO] --- surefire:3.2.5:test (default-test) @ subject ---
[ERROR] src/main/java/p/A.java:[1,1] said by a test
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project subject:
[ERROR]
[ERROR] Please refer to target/surefire-reports for the individual test results.
[ERROR] Please refer to dump files (if any exist) [date].dump, [date]-jvmRun[N].dump and [date].dumpstream.
[ERROR] There was an error in the forked process
[ERROR] {PROVIDER}
[ERROR] -> [Help 1]
"""


def test_a_provider_that_does_not_start_leads_the_reason() -> None:
    assert build_error(NO_PROVIDER) == (
        f"{PROVIDER} | Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test"
        " (default-test) on project subject: | There was an error in the forked process"
    )


@pytest.mark.parametrize("mark", ["\x1b", "\u202e", "\r"])
def test_a_reason_is_one_line_without_control_characters(mark: str) -> None:
    reason = build_error(f"[ERROR] {(mark + 'a') * 600}\n")

    assert reason.isprintable()
    assert len(reason) == 600


def test_what_maven_calls_fatal_is_a_reason_too() -> None:
    missing = "Non-resolvable parent POM for a:b:1: Could not find artifact a:p:pom:1 in central"
    log = f"""[ERROR] [ERROR] Some problems were encountered while processing the POMs:
[FATAL] {missing}
 @
[ERROR] The build could not read 1 project -> [Help 1]
"""

    assert missing in build_error(log)


def test_advice_that_maven_marks_twice_is_no_reason_either() -> None:
    log = (
        "[ERROR] Could not find artifact a:b:jar:1\n"
        "[ERROR] [ERROR] To see the full stack trace of the errors, re-run Maven with -e.\n"
        "[ERROR] For more information about the errors, read:\n"
    )
    assert build_error(log) == "Could not find artifact a:b:jar:1"


def test_a_log_without_errors_has_no_reason() -> None:
    assert build_error("[INFO] BUILD SUCCESS\n") == ""


def test_all_that_maven_marks_as_an_error_is_told_and_nothing_that_tests_print() -> None:
    log = "[INFO] x\n[ERROR] a\n[ERROR]   b -> [Help 1]\nsaid [ERROR] c\n[ERROR]\n"

    assert error_lines(log) == "a\nb -> [Help 1]"


GOAL = "[ERROR] Failed to execute goal on project a: Could not resolve dependencies for project g:a:jar:1:"
ADDRESS = "https://repository.example/"
FROM = f"from/to central ({ADDRESS})"


@pytest.mark.parametrize(
    "trouble",
    [
        f"Could not transfer artifact g:b:pom:1 {FROM}: status code: 429, reason phrase: Too Many (429)",
        f"Could not transfer artifact g:b:pom:1 {FROM}: status code: 503, reason phrase: Busy (503)",
        f"Could not transfer artifact g:b:pom:1 {FROM}: Connection reset",
        f"Could not transfer artifact g:b:pom:1 {FROM}: Connect to host timed out",
        f"Could not transfer artifact g:b:pom:1 {FROM}: Checksum validation failed",
        f"Could not transfer artifact g:b:pom:1 {FROM}: status code: 401, reason phrase: Who (401)",
        "g:b:pom:1 failed to transfer from https://repository.example/ during a previous attempt",
    ],
)
def test_a_download_that_failed_for_the_moment_is_no_fault_of_the_base(trouble: str) -> None:
    found = find_trouble(f"[INFO] on\n{GOAL} {trouble} -> [Help 1]\n")

    assert found is not None
    assert found.kind is TroubleKind.TEMPORARY
    assert found.message
    assert found.message in f"{trouble} -> [Help 1]"


def test_the_message_of_a_failed_download_is_not_cut_within_an_address() -> None:
    address = f"https://repository.example/{'folder/' * 40}b-1.pom"
    found = find_trouble(f"{GOAL} Could not transfer artifact g:b:pom:1 {FROM}: no {address}\n")

    assert found is not None
    assert found.message == f"Could not transfer artifact g:b:pom:1 {FROM}: no …"


UNKNOWN_HOST = (
    f"{GOAL} Could not transfer artifact g:b:pom:1-SNAPSHOT {FROM}: Unknown host old.example"
)
NOT_TRUSTED = (
    f"{GOAL} Could not transfer artifact g:c:pom:1 {FROM}: PKIX path building failed: "
    "unable to find valid certification path to requested target"
)
BUSY = f"{GOAL} Could not transfer artifact g:d:pom:1 {FROM}: status code: 503"


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        ((UNKNOWN_HOST,), TroubleKind.UNREACHABLE),
        ((NOT_TRUSTED,), TroubleKind.UNREACHABLE),
        ((UNKNOWN_HOST, NOT_TRUSTED), TroubleKind.UNREACHABLE),
        ((UNKNOWN_HOST, BUSY), TroubleKind.TEMPORARY),
    ],
)
def test_a_repository_that_is_gone_counts_if_no_other_download_failed_for_the_moment(
    lines: tuple[str, ...], kind: TroubleKind
) -> None:
    found = find_trouble("".join(f"{line} -> [Help 1]\n" for line in lines))

    assert found is not None
    assert found.kind is kind


METADATA = f"[WARNING] Could not transfer metadata g:b:1 {FROM}: Connection reset"


@pytest.mark.parametrize(
    ("log", "kind"),
    [
        (f"{GOAL} Could not find artifact g:b:jar:1 in central ({ADDRESS})", TroubleKind.ABSENT),
        (
            f"{GOAL} Could not find artifact g:b:jar:1 in central ({ADDRESS})\n{METADATA}",
            TroubleKind.ABSENT,
        ),
        (
            "[FATAL] Non-resolvable parent POM for g:a:1: Could not find artifact g:p:pom:1",
            TroubleKind.ABSENT,
        ),
        (
            "[ERROR] No versions available for g:b:jar:[1,2) within specified range",
            TroubleKind.ABSENT,
        ),
        (
            f"{METADATA}\n[ERROR] No versions available for g:b:jar:[1,2) within specified range",
            TroubleKind.TEMPORARY,
        ),
        (
            f"{GOAL} Could not transfer artifact g:b:jar:1 from/to blocker: Blocked mirror for repositories",
            TroubleKind.ABSENT,
        ),
        (METADATA, None),
        (f"[ERROR] {TREE}/A.java:[1,1] cannot find symbol", None),
    ],
)
def test_only_a_missing_file_may_be_the_base_s_own_matter(
    log: str, kind: TroubleKind | None
) -> None:
    found = find_trouble(f"[INFO] on\n{log}\n")

    assert (found.kind if found else None) == kind


def test_the_repositories_of_a_missing_file_are_known() -> None:
    said = f"Could not find artifact g:b:jar:1 in central ({ADDRESS}) from/to b (http://b.example:8/m2)"

    assert repositories_of(said) == (ADDRESS, "http://b.example:8/m2")
    assert (
        repositories_of("in tree (file:///work/tree/lib) in evil (https://r.example</url>)") == ()
    )


def test_the_modules_in_which_a_goal_failed_are_known_with_the_reason() -> None:
    modules = [replace(MODULE, name=f"g:{name}", folder=f"x/{name}") for name in ("a", "a-it", "b")]
    log = (
        "[ERROR] Failed to execute goal a.b:c:1:compile (x) on project a-it: Compilation failure\n"
        "[ERROR] x/a-it/src/main/java/A.java:[2,39] cannot find symbol\n"
        "[ERROR] Failed to execute goal d.e:f:2:run (y) on project b: No protoc -> [Help 1]\n"
    )

    assert find_broken_modules(log, modules) == {
        "x/a-it": "x/a-it/src/main/java/A.java:[2,39] cannot find symbol",
        "x/b": "No protoc",
    }


def test_a_module_that_no_active_profile_has_is_known() -> None:
    log = "[ERROR] Could not find the selected project in the reactor: lib/rare @ -> [Help 1]\n"

    assert not_in_reactor(log) == "lib/rare"
    assert not_in_reactor(FAILED) == ""


@pytest.mark.parametrize("read", [compile_errors, later_compile_errors])
def test_a_line_that_no_file_has_is_no_compile_error(
    read: Callable[[str], tuple[CompileError, ...]],
) -> None:
    log = f"[INFO] BUILD FAILURE\n[ERROR] /a/A.java:[{'9' * 5000},1] bad\n{GOAL}"

    assert read(log) == ()


def test_blanks_in_an_error_cost_no_time() -> None:
    log = f"[ERROR] x{' ' * 300_000}y -> [Help 1]\n"

    assert cpu_seconds(lambda: build_error(log)) < 1
    assert build_error(log) == "x …"
