"""The JDK that a base commit asks for."""

from pathlib import Path

import pytest

from verifier.builds.jdk_choice import (
    Attempts,
    Seen,
    declared_jdk,
    others_worth_measuring,
    refuse_too_new,
    sign_in,
    words_of,
    worth_trying,
)
from verifier.errors import BaseInvalidError
from verifier.tools.jdk import Jdk

SEVENTEEN = Jdk(home=Path("/jdk"), version="17.0.1", feature=17)


@pytest.mark.parametrize(
    ("name", "text", "feature"),
    [
        (".java-version", "1.8\n", 8),
        (".java-version", "temurin-17.0.3\n", 17),
        (".sdkmanrc", "# comment\njava=11.0.2-open\n", 11),
        (".tool-versions", "maven 3.9\njava openjdk-21.0.1\n", 21),
        (".sdkmanrc", "maven=3.9.0\n", None),
    ],
)
def test_files_for_developers_declare_it(
    tmp_path: Path, name: str, text: str, feature: int | None
) -> None:
    (tmp_path / name).write_text(text)

    assert declared_jdk(tmp_path) == feature


def test_a_tree_without_such_a_file_declares_none(tmp_path: Path) -> None:
    assert declared_jdk(tmp_path) is None


def test_where_no_jdk_is_new_enough_the_needed_one_is_named() -> None:
    with pytest.raises(BaseInvalidError, match=r"needs JDK 21 or newer; found: 17\.0\.1"):
        refuse_too_new(21, [SEVENTEEN])
    refuse_too_new(17, [SEVENTEEN])
    refuse_too_new(None, [SEVENTEEN])


def jdk(feature: int) -> Jdk:
    return Jdk(home=Path(f"/jdk{feature}"), version=f"{feature}.0.1", feature=feature)


ALL = [jdk(n) for n in (7, 8, 11, 14, 15, 17, 21, 25)]

ANSWERED = [
    # What failed, the JDK that it failed on, and those that may answer it.
    (
        "Could not determine java version from '11.0.2'.",
        11,
        [7, 8],
    ),
    (
        "BUG! exception in phase 'semantic analysis' Unsupported class file major version 69",
        25,
        [7, 8, 11, 14, 15, 17, 21],
    ),
    (
        "Gradle requires JVM 17 or later to run. Your build is configured to use JVM 11.",
        11,
        [14, 15, 17, 21, 25],
    ),
    ("Gradle 5.0 requires Java 8 or later to run.", 7, [8, 11, 14, 15, 17, 21, 25]),
    (
        "Could not initialize class org.codehaus.groovy.runtime.InvokerHelper",
        15,
        [7, 8, 11, 14],
    ),
    ("error: Source option 6 is no longer supported. Use 7 or later.", 17, [7, 8, 11, 14, 15]),
    (
        "error: Target option 7 is no longer supported. Use 8 or later.",
        25,
        [7, 8, 11, 14, 15, 17, 21],
    ),
    ("error: release version 7 not supported", 25, [7, 8, 11, 14, 15, 17, 21]),
    ("error: release version 21 not supported", 17, [21, 25]),
    ("error: invalid source release: 21", 17, [21, 25]),
    ("error: invalid target release: 1.8", 7, [8, 11, 14, 15, 17, 21, 25]),
    (
        "bad class file: ./B.class\n    class file has wrong version 69.0, should be 61.0",
        17,
        [25],
    ),
    (
        (
            "java.lang.UnsupportedClassVersionError: B has been compiled by a more recent version of"
            " the Java Runtime (class file version 55.0), this version of the Java Runtime only"
            " recognizes class file versions up to 52.0"
        ),
        8,
        [11, 14, 15, 17, 21, 25],
    ),
    ("/t/A.java:[1,22] package javax.xml.bind does not exist", 17, [7, 8]),
    ("/t/A.java:[1,22] package javax.xml.bind.annotation does not exist", 11, [7, 8]),
    ("java.lang.NoClassDefFoundError: javax/xml/bind/JAXBContext", 11, [7, 8]),
    ("/t/ATest.java:3: error: reference to toArray is ambiguous", 17, [7, 8]),
    (
        "Could not find artifact com.sun:tools:jar:1.8.0 at specified path /jdk/../lib/tools.jar",
        17,
        [7, 8],
    ),
    ("  symbol:   class BASE64Encoder\n  location: package sun.misc", 17, [7, 8]),
    ("java.lang.NoClassDefFoundError: jdk/nashorn/api/scripting/X", 17, [7, 8, 11, 14]),
    (
        (
            "java.lang.reflect.InaccessibleObjectException: Unable to make field private final byte[]"
            ' java.lang.String.value accessible: module java.base does not "opens java.lang" to'
            " unnamed module @69eee410"
        ),
        17,
        [7, 8, 11, 14, 15],
    ),
    (
        (
            "class lombok.javac.apt.LombokProcessor (in unnamed module @0x1) cannot access class"
            " com.sun.tools.javac.processing.JavacProcessingEnvironment (in module jdk.compiler)"
        ),
        17,
        [7, 8, 11, 14, 15],
    ),
    (
        "java.lang.UnsupportedOperationException: Setting a Security Manager is not supported",
        25,
        [7, 8, 11, 14, 15, 17],
    ),
]


@pytest.mark.parametrize(("said", "failed", "others"), ANSWERED)
def test_a_message_of_a_failed_build_names_the_jdks_that_may_answer_it(
    said: str, failed: int, others: list[int]
) -> None:
    left = [each for each in ALL if each.feature != failed]

    assert sign_in(said) is not None
    assert [each.feature for each in worth_trying(left, jdk(failed), said, None)] == others


@pytest.mark.parametrize(
    "said", ["error: cannot find symbol", "package javax.inject does not exist", ""]
)
def test_what_another_jdk_does_not_answer_is_not_tried_on_it(said: str) -> None:
    assert sign_in(said) is None
    assert worth_trying(ALL, jdk(17), said, 8) == ()


def test_without_a_sign_others_are_tried_where_the_level_was_not_taken() -> None:
    assert worth_trying([jdk(25)], jdk(17), "error: x", 6) == (jdk(25),)


def test_a_failure_leads_to_the_next_jdk_that_may_answer_it() -> None:
    attempts = Attempts.over(
        [jdk(8), jdk(11), jdk(17), jdk(25)], asked=False, declared=None, level=8
    )
    tried = []
    for each in attempts:
        tried.append(each.feature)
        if each.feature == 8:
            attempts.failed(
                "the plugin fails", "only recognizes: class file has wrong version 61.0"
            )
        else:
            break

    assert tried == [8, 17]
    assert attempts.reason == "JDK 8.0.1: the JDK is too old for a library or a plugin"
    assert attempts.refusals == "JDK 8.0.1: the plugin fails"


def test_a_failure_that_no_jdk_answers_ends_the_attempts() -> None:
    attempts = Attempts.over([jdk(8), jdk(11)], asked=False, declared=None, level=8)
    tried = []
    for each in attempts:
        tried.append(each.feature)
        attempts.failed("a test is broken", "cannot find symbol")

    assert tried == [8]


@pytest.mark.parametrize(
    ("asked", "declared", "level", "reason"),
    [
        (True, 17, 8, "it was asked for"),
        (False, 17, 8, "the project declares Java 17"),
        (False, None, 8, "the oldest one here that takes source level 8"),
        (False, 21, None, "the oldest one here; the project names no source level"),
        (False, None, 5, "none here takes source level 5"),
    ],
)
def test_the_first_choice_has_a_reason(
    asked: bool, declared: int | None, level: int | None, reason: str
) -> None:
    attempts = Attempts.over([jdk(17)], asked=asked, declared=declared, level=level)
    next(iter(attempts))

    assert attempts.reason == reason


THE_25TH = {
    "p.A#a": "java.lang.UnsupportedOperationException: Setting a Security Manager is not supported",
    "p.A#b": "java.lang.AssertionError: expected:<1> but was:<2>",
}
CLOSED = {"p.A#a": "InaccessibleObjectException: Unable to make field accessible"}
UNREAD = {"p.B#b": "UnsupportedClassVersionError: B (class file version 69.0)"}


def seen(on: int, failures: dict[str, str], *, passed: int = 9, failed: int = 0) -> Seen:
    return Seen(
        jdk=jdk(on),
        words=words_of(failures.values()),
        passed=passed,
        failed=failed or len(failures),
    )


@pytest.mark.parametrize(
    ("what", "on", "failures", "others"),
    [
        ("a security manager, refused from 18 on", 25, THE_25TH, [7, 8]),
        ("internals, closed from 16 on", 17, CLOSED, [7, 8]),
        ("a class of Java 25", 21, UNREAD, [25]),
        ("each failure asks for itself", 21, {**CLOSED, **UNREAD}, [7, 8]),
        ("an assertion that fails says nothing of the JDK", 17, {"p.A#a": "AssertionError"}, []),
        ("nothing failed", 17, {}, []),
    ],
)
def test_tests_that_fail_name_the_jdks_on_which_they_may_pass(
    what: str, on: int, failures: dict[str, str], others: list[int]
) -> None:
    found = others_worth_measuring(ALL, seen(on, failures), level=None)

    assert [each.feature for each in found] == others, what


def test_a_jdk_that_does_not_take_the_sources_level_is_not_measured() -> None:
    found = others_worth_measuring(ALL, seen(17, CLOSED), level=11)

    assert [each.feature for each in found] == [11, 14]


@pytest.mark.parametrize(
    ("passed", "failed", "level", "others"),
    [
        (1, 2, 15, [17, 21]),
        (1, 2, None, [7, 8]),
        (2, 2, 15, []),
    ],
)
def test_where_more_tests_fail_than_pass_those_that_take_the_level_are_measured(
    passed: int, failed: int, level: int | None, others: list[int]
) -> None:
    on = seen(15, {}, passed=passed, failed=failed)

    found = others_worth_measuring(ALL, on, level=level)

    assert [each.feature for each in found] == others


def test_a_second_jdk_of_the_same_number_is_not_measured() -> None:
    twin = Jdk(home=Path("/twin"), version="15.0.2", feature=15)

    assert others_worth_measuring([twin], seen(15, {}, passed=0, failed=3), level=None) == ()


@pytest.mark.parametrize(
    ("said", "failed", "others"),
    [
        ("NoSuchFieldException: modifiers", 17, [7, 8, 11]),
        ("java.lang.NoClassDefFoundError: java/util/jar/Pack200", 17, [7, 8, 11]),
        (
            "class p.A cannot access class sun.nio.ch.Net (in module java.base) because module",
            17,
            [7, 8, 11, 14, 15],
        ),
        (
            "java.lang.UnsupportedOperationException\n\tat java.base/java.lang.Thread.stop(Thread.java:1557)",
            21,
            [7, 8, 11, 14, 15, 17],
        ),
        (
            "Java 25 (69) is not supported by the current version of Byte Buddy",
            25,
            [7, 8, 11, 14, 15, 17, 21],
        ),
        ("Unrecognized VM option 'MaxPermSize=256m'", 17, [7, 8, 11, 14, 15]),
        (
            "Unrecognized option: --add-opens=java.base/java.lang=ALL-UNNAMED",
            8,
            [11, 14, 15, 17, 21, 25],
        ),
        (
            "java.lang.NoSuchMethodError: java.nio.ByteBuffer.flip()Ljava/nio/ByteBuffer;",
            8,
            [11, 14, 15, 17, 21, 25],
        ),
    ],
)
def test_what_only_tests_say_is_answered_too(said: str, failed: int, others: list[int]) -> None:
    left = [each for each in ALL if each.feature != failed]

    assert [each.feature for each in worth_trying(left, jdk(failed), said, None)] == others
