"""What Gradle's own words become."""

import pytest

from verifier.builds.described.downloads import TroubleKind
from verifier.builds.gradle.errors import (
    before_tests,
    build_error,
    compile_errors,
    find_broken_project,
    find_trouble,
    has_reached_tests,
    is_gone,
    repositories_of,
    what_went_wrong,
    why_failed,
    without_folders,
)
from verifier.domain.testrun import CompileError

GONE = """
FAILURE: Build failed with an exception.

* Where:
Build file 'build.gradle' line: 3

* What went wrong:
A problem occurred configuring root project 'old'.
> Could not resolve all artifacts for configuration ':classpath'.
   > Could not resolve com.example:plugin:1.0.
      > Could not GET 'https://repo.example.org/plugin-1.0.pom'.

* Try:
Run with --stacktrace option to get the stack trace.

BUILD FAILED in 3s
"""
COMPILE = """/work/tree/src/main/java/p/A.java:3: error: cannot find symbol
  return missing;
         ^
  symbol:   variable missing
/work/tree/src/main/java/p/A.java:5: warning: [removal] x
1 error

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':compileJava'.
> Compilation failed; see the compiler error output for details.

* Try:
"""


def test_what_went_wrong_is_one_line() -> None:
    assert build_error(GONE) == (
        "A problem occurred configuring root project 'old'."
        " | Could not resolve all artifacts for configuration ':classpath'."
        " | Could not resolve com.example:plugin:1.0."
        " | Could not GET 'https://repo.example.org/plugin-1.0.pom'."
    )
    assert build_error("BUILD SUCCESSFUL") == ""


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (COMPILE, "src/main/java/p/A.java:3: cannot find symbol"),
        (
            COMPILE.replace("/work/tree/", ""),
            "src/main/java/p/A.java:3: cannot find symbol",
        ),
        (
            COMPILE.replace(
                "1 error", "error: Source option 6 is no longer supported. Use 7 or later."
            )[COMPILE.index("1 error") :],
            "Source option 6 is no longer supported. Use 7 or later.",
        ),
        (
            COMPILE[COMPILE.index("1 error") :],
            "Compilation failed; see the compiler error output for details.",
        ),
    ],
)
def test_what_the_compiler_says_is_named_instead_of_where_to_look(said: str, reason: str) -> None:
    assert build_error(said) == f"Execution failed for task ':compileJava'. | {reason}"


PROVIDER = (
    "org/testng/TestNG has been compiled by a more recent version of the Java Runtime"
    " (class file version 55.0)"
)
NO_PROVIDER = f"""> Task :test FAILED
Exception in thread "main" java.lang.UnsupportedClassVersionError: {PROVIDER}
\tat java.lang.ClassLoader.defineClass1(Native Method)

* What went wrong:
Execution failed for task ':test'.
> Process 'Gradle Test Executor 1' finished with non-zero exit value 1

* Try:
"""


def test_the_cause_of_a_test_jvm_that_does_not_start_is_part_of_the_reason() -> None:
    assert build_error(NO_PROVIDER) == (
        "Execution failed for task ':test'."
        " | Process 'Gradle Test Executor 1' finished with non-zero exit value 1"
        f' | Exception in thread "main" java.lang.UnsupportedClassVersionError: {PROVIDER}'
    )
    assert PROVIDER not in what_went_wrong(NO_PROVIDER)


@pytest.mark.parametrize("head", ["", "* What went wrong:\n"])
@pytest.mark.parametrize("mark", ["\x1b", "\u202e"])
def test_a_reason_is_one_line_without_control_characters(head: str, mark: str) -> None:
    reason = why_failed(f"{head}{(mark + 'a') * 800}")

    assert reason.isprintable()
    assert len(reason) == 800


def test_what_cannot_be_had_is_told_from_what_may_come_back() -> None:
    assert is_gone(GONE)
    assert not is_gone("Could not find method enableFeaturePreview() for arguments [X]")


def test_only_what_went_wrong_says_whether_something_could_not_be_had() -> None:
    passed_over = "Could not resolve the wrapper's address; going on\n"

    assert why_failed(passed_over + COMPILE).startswith("Execution failed for task ':compileJava'.")
    assert why_failed(GONE).startswith(
        "something that it needs cannot be had: A problem occurred configuring root project 'old'."
    )
    assert why_failed("java.net.UnknownHostException: repo") == (
        "something that it needs cannot be had: java.net.UnknownHostException: repo"
    )
    assert why_failed("") == "Gradle failed without a word"


def test_compile_errors_have_their_file_in_the_tree() -> None:
    assert compile_errors(COMPILE) == (
        CompileError(file="src/main/java/p/A.java", line=3, message="cannot find symbol"),
    )


def test_a_task_s_name_on_the_line_of_an_error_is_no_part_of_its_file() -> None:
    glued = f":lib:compileJava{COMPILE}"

    assert compile_errors(glued) == compile_errors(COMPILE)
    assert "| src/main/java/p/A.java:3: cannot find symbol" in build_error(
        without_folders(glued, "/work/tree", "/work/store")
    )


def test_what_tests_print_is_none_of_the_build_s_words() -> None:
    assert before_tests("a\nb\n@refverify tests :test\nInaccessibleObjectException") == "a\nb"
    assert before_tests("a said @refverify tests :test\nb") == "a said @refverify tests :test\nb"


def test_tests_were_reached_where_our_listener_says_so_at_the_start_of_a_line() -> None:
    assert has_reached_tests("x\n@refverify tests :test\n")
    assert not has_reached_tests("said @refverify tests :test\n")


@pytest.mark.parametrize(
    ("said", "folder"),
    [
        ("Execution failed for task ':compileJava'.", "."),
        ("JDK 17: Execution failed for task ':lib:api:compileTestJava'. | error", "lib/api"),
        ("Could not resolve all files", ""),
    ],
)
def test_the_project_whose_task_failed_is_known(said: str, folder: str) -> None:
    assert find_broken_project(said) == folder


def test_a_line_that_no_file_has_is_no_compile_error() -> None:
    assert compile_errors(f"/a/A.java:{'9' * 5000}: error: bad\n") == ()


HTTP = "* What went wrong:\nCould not resolve g:b:1.\n   > Could not GET 'https://r.example/m2/g/b/1/b-1.pom'."


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (f"{HTTP} Received status code 429 from server: Too Many Requests", TroubleKind.TEMPORARY),
        (f"{HTTP} Received status code 503 from server: Busy", TroubleKind.TEMPORARY),
        (f"{HTTP}\n      > Connection refused", TroubleKind.TEMPORARY),
        (
            f"{HTTP}\n      > Premature end of Content-Length delimited message body",
            TroubleKind.TEMPORARY,
        ),
        (
            f"{HTTP}\n      > r.example: Temporary failure in name resolution",
            TroubleKind.UNREACHABLE,
        ),
        (f"{HTTP}\n      > r.example", TroubleKind.UNREACHABLE),
        (f"{HTTP}\n      > unable to find valid certification path", TroubleKind.UNREACHABLE),
        (f"{HTTP} Received status code 403 from server: Forbidden", TroubleKind.ABSENT),
        (
            "* What went wrong:\nCould not find g:b:1.\nSearched in the following locations:",
            TroubleKind.ABSENT,
        ),
        ("* What went wrong:\nCould not find method b() for arguments []", None),
        ("* What went wrong:\nCompilation failed", None),
    ],
)
def test_a_failed_download_is_described(said: str, kind: TroubleKind | None) -> None:
    for found in (find_trouble(said), find_trouble("", said)):
        assert (found.kind if found else None) == kind
        assert kind is None or (found and found.message)


def test_the_message_of_a_failed_download_is_not_cut_within_an_address() -> None:
    address = f"https://repository.example/{'folder/' * 40}b-1.pom"
    found = find_trouble(f"Could not GET it. Connection reset by {address}")

    assert found is not None
    assert found.message == "Could not GET it. Connection reset by …"


def test_the_repositories_of_a_missing_file_are_known() -> None:
    said = (
        "Could not find g.h:b:1.2.\nSearched in the following locations:\n"
        "  - https://r.example/m2/g/h/b/1.2/b-1.2.pom\n  - https://r.example/m2/g/h/b/1.2/b-1.2.jar\n"
        "  - http://[evil'/g/h/b/1.2/b-1.2.jar\n  - http://s.example:81/g/h/b/1.2/b-1.2.pom"
    )
    assert repositories_of(said) == ("https://r.example/m2", "http://s.example:81")
    assert repositories_of("Could not find method b()") == ()
