"""The JDKs on which a base is tried, and what a failed build says of them."""

from pathlib import Path

import pytest

from tests.support.cpu import LINEAR, growth
from verifier.builds.jdks.choice import (
    SIGNS,
    Attempts,
    Seen,
    others_worth_measuring,
    refuse_too_new,
    sign_in,
    words_of,
    worth_trying,
)
from verifier.errors import BaseInvalidError
from verifier.tools.jdk import Jdk

SEVENTEEN = Jdk(home=Path("/jdk"), version="17.0.1", feature=17)


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
    # What only tests say.
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
    ("jdk [ version='8' ]", 17, [8]),
    ("toolchain types:\njdk [ version='[11,17)' ]", 25, [11, 14, 15]),
    ("Unrecognized VM option 'MaxPermSize=256m'", 17, [7, 8, 11, 14, 15]),
    (
        "Unrecognized option: --add-opens=java.base/java.lang=ALL-UNNAMED",
        8,
        [11, 14, 15, 17, 21, 25],
    ),
    (
        "an API incompatibility: A has been compiled by a more recent version (class file version 55.0)",
        8,
        [11, 14, 15, 17, 21, 25],
    ),
    ("Fatal error compiling: invalid flag: --release", 8, [11, 14, 15, 17, 21, 25]),
    (
        "java.lang.NoSuchMethodError: java.nio.ByteBuffer.flip()Ljava/nio/ByteBuffer;",
        8,
        [11, 14, 15, 17, 21, 25],
    ),
]


@pytest.mark.parametrize(("said", "failed", "others"), ANSWERED)
def test_a_message_of_a_failed_build_names_the_jdks_that_may_answer_it(
    said: str, failed: int, others: list[int]
) -> None:
    left = [each for each in ALL if each.feature != failed]

    assert sign_in(said) is not None
    assert [each.feature for each in worth_trying(left, jdk(failed), said, None)] == others


MEANT = {
    "the project's toolchain asks for another JDK": ["jdk [ version='8'", "toolchain types"],
    "this Gradle does not know the JDK": ["Could not determine"],
    "Gradle or a library does not read the classes of the JDK": ["BUG! exception", "Java 25"],
    "the JDK has dropped an option of the tests' JVM": ["Unrecognized VM option"],
    "the JDK is too old for an option, the tests or a library": [
        "Unrecognized option",
        "Fatal error compiling: invalid flag",
        "java.lang.NoSuchMethodError: java.nio",
    ],
    "this Gradle needs a newer JDK": ["Gradle requires", "Gradle 5.0 requires"],
    "its Groovy is too old": ["Could not initialize"],
    "the JDK is too new for its sources": ["error: Source", "error: Target"],
    "the JDK does not have the level of its sources": [
        "error: release version 7",
        "error: release version 21",
    ],
    "the JDK is too old for its sources": ["error: invalid source", "error: invalid target"],
    "the JDK is too old for a library or a plugin": [
        "bad class file",
        "java.lang.UnsupportedClass",
        "an API incompatibility",
    ],
    "JDKs from 11 on no longer bring what it uses of Java EE and CORBA": [
        "/t/A.java:[1,22] package javax.xml.bind does",
        "/t/A.java:[1,22] package javax.xml.bind.annotation",
        "java.lang.NoClassDefFoundError: javax",
    ],
    "JDKs from 9 on do not have their tools.jar and internal classes": [
        "Could not find artifact",
        "  symbol:   class BASE64",
    ],
    "JDKs from 15 on have no Nashorn": ["java.lang.NoClassDefFoundError: jdk/nashorn"],
    "JDKs from 16 on keep their internals closed": [
        "java.lang.reflect.Inaccessible",
        "class lombok.",
        "class p.A cannot access",
    ],
    "JDKs from 11 on have one toArray more": ["/t/ATest.java:3"],
    "JDKs from 12 on hide the modifiers of a field from reflection": ["NoSuchFieldException"],
    "JDKs from 14 on have no Pack200": ["java.lang.NoClassDefFoundError: java/util/jar"],
    "JDKs from 20 on do not stop, suspend or resume a thread": [
        "java.lang.UnsupportedOperationException\n\tat",
    ],
    "JDKs from 18 on refuse a security manager": [
        "java.lang.UnsupportedOperationException: Setting",
    ],
}
"""What each sign means, and how the messages above begin that it is the first to match."""


def test_every_sign_has_its_messages_and_every_message_its_own_sign() -> None:
    assert list(MEANT) == [sign.meaning for sign in SIGNS]
    for said, *_ in ANSWERED:
        sign = sign_in(said)
        assert sign is not None
        assert said.startswith(tuple(MEANT[sign.meaning])), sign.meaning
    assert all(MEANT.values())
    assert sum(map(len, MEANT.values())) == len(ANSWERED)


@pytest.mark.parametrize(
    "said",
    [
        "error: cannot find symbol",
        "package javax.inject does not exist",
        "jdk [ version='8' vendor='sun' ]",
        "",
    ],
)
def test_what_another_jdk_does_not_answer_is_not_tried_on_it(said: str) -> None:
    assert sign_in(said) is None
    assert worth_trying(ALL, jdk(17), said, 8) == ()


@pytest.mark.parametrize(
    "word", ["ScriptEngine", "UnsupportedClassVersionError", "package javax.jws"]
)
def test_the_time_for_words_that_only_begin_like_a_sign_grows_with_their_number(word: str) -> None:
    assert growth(sign_in, word) < LINEAR
    assert sign_in(word * 20_000) is None


def test_without_a_sign_others_are_tried_where_the_level_was_not_taken() -> None:
    assert worth_trying([jdk(25)], jdk(17), "error: x", 6) == (jdk(25),)


def test_a_failure_leads_to_the_next_jdk_that_may_answer_it() -> None:
    attempts = Attempts.over([jdk(8), jdk(11), jdk(17), jdk(25)], asked=False, declared={}, level=8)
    tried = []
    for each in attempts:
        tried.append(each.feature)
        if each.feature == 8:
            attempts.record_failure(
                "the plugin fails", "only recognizes: class file has wrong version 61.0"
            )
        else:
            break

    assert tried == [8, 17]
    assert attempts.reason == "JDK 8.0.1: the JDK is too old for a library or a plugin"
    assert attempts.refusals == "JDK 8.0.1: the plugin fails"


def test_a_failure_that_no_jdk_answers_ends_the_attempts() -> None:
    attempts = Attempts.over([jdk(8), jdk(11)], asked=False, declared={}, level=8)
    tried = []
    for each in attempts:
        tried.append(each.feature)
        attempts.record_failure("a test is broken", "cannot find symbol")

    assert tried == [8]


@pytest.mark.parametrize(
    ("asked", "declared", "level", "reason"),
    [
        (True, {17: ".sdkmanrc"}, 8, "it was asked for"),
        (False, {11: "a.yml", 17: ".sdkmanrc"}, 8, "the project declares Java 17 (.sdkmanrc)"),
        (False, {}, 8, "the oldest one here that takes source level 8"),
        (False, {21: "a.yml"}, None, "the oldest one here; the project names no source level"),
        (False, {}, 5, "none here takes source level 5"),
    ],
)
def test_the_first_choice_has_a_reason(
    asked: bool, declared: dict[int, str], level: int | None, reason: str
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


def make_seen(on: int, failures: dict[str, str], *, passed: int = 9, failed: int = 0) -> Seen:
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
    found = others_worth_measuring(ALL, make_seen(on, failures), level=None)

    assert [each.feature for each in found] == others, what


def test_a_jdk_that_does_not_take_the_sources_level_is_not_measured() -> None:
    found = others_worth_measuring(ALL, make_seen(17, CLOSED), level=11)

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
    on = make_seen(15, {}, passed=passed, failed=failed)

    found = others_worth_measuring(ALL, on, level=level)

    assert [each.feature for each in found] == others


def test_a_second_jdk_of_the_same_number_is_not_measured() -> None:
    twin = Jdk(home=Path("/twin"), version="15.0.2", feature=15)

    assert others_worth_measuring([twin], make_seen(15, {}, passed=0, failed=3), level=None) == ()
