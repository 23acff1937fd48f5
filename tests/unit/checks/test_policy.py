"""Only allowed paths change, and no forbidden construct is new: one rule id for each way to cheat."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.support.answers import MemoryTree, a_case, an_instance, rules_of, side, with_changes
from verifier.checks.policy import PolicyCheck
from verifier.domain.instance import SideSources
from verifier.domain.outcome import CheckResult, Reason, Status
from verifier.predictions.policy.rules import PolicyRule

MAIN = "src/main/java/p/A.java"
TEST = "src/test/java/p/ATest.java"
BASE = {
    MAIN: "package p;\nclass A {\n    void f() {\n    }\n}\n",
    TEST: "package p;\nclass ATest {\n    @Test\n    void t() {\n    }\n}\n",
    "pom.xml": "<project/>\n",
}


def judge_changes(
    changes: Mapping[str, str | bytes | None],
    base: dict[str, str] | None = None,
    modes: dict[str, str] | None = None,
    editable: str = "",
) -> CheckResult:
    instance = an_instance("Extract Method:p.A#f()", before=side(editable or MAIN, "p.A#f()"))
    tree = MemoryTree.of(BASE | (base or {}))
    return PolicyCheck().run(a_case(with_changes(changes, modes), tree, instance=instance))


def body(code: str, package: str = "p") -> str:
    return f"package {package};\nclass A {{\n    void f() {{\n        {code}\n    }}\n}}\n"


def test_a_wanted_method_that_the_base_lacks_is_told() -> None:
    follows = with_changes({TEST: BASE[TEST].replace("void t", "void u")})
    result = PolicyCheck().run(a_case(follows, MemoryTree.of(BASE), "Rename Method:p.A#ff()"))
    known = PolicyCheck().run(a_case(follows, MemoryTree.of(BASE), "Rename Method:p.A#f()"))

    assert result.details.splitlines()[-2:] == [
        "no method p.A#ff() is found in the base",
        'nearest: --want "Rename Method:p.A#f()"',
    ]
    assert "--want" not in known.details


def test_main_code_may_change() -> None:
    assert judge_changes({MAIN: body("g();")}).status is Status.PASSED


def test_a_finding_names_rule_path_and_line() -> None:
    result = judge_changes({MAIN: body("System.exit(0);")})

    assert (result.status, result.reason) == (Status.FAILED, Reason.POLICY)
    assert result.data["findings"] == [
        {"rule": "process-exit", "path": MAIN, "line": 4, "what": "System.exit"}
    ]
    assert "process-exit" in result.details


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        (TEST, "test-file"),
        ("src/test/resources/expected.json", "test-file"),
        ("src/it/java/p/X.java", "test-file"),
        ("src/integrationTest/java/p/X.java", "test-file"),
        ("core/src/testFixtures/java/p/X.java", "test-file"),
        ("tests/snapshots/a.snap", "test-file"),
        ("pom.xml", "build-file"),
        ("core/pom.xml", "build-file"),
        ("build.gradle", "build-file"),
        ("app/build.gradle.kts", "build-file"),
        ("settings.gradle", "build-file"),
        ("gradle.properties", "build-file"),
        ("gradle/libs.versions.toml", "build-file"),
        ("catalogues/test.versions.toml", "build-file"),
        ("ci/init.gradle", "build-file"),
        ("init.d/mirror.init.gradle.kts", "build-file"),
        ("gradle/wrapper/gradle-wrapper.properties", "build-file"),
        ("buildSrc/src/main/java/P.java", "build-file"),
        (".mvn/maven.config", "build-file"),
        (".mvn/jvm.config", "build-file"),
        (".mvn/extensions.xml", "build-file"),
        (".mvn/wrapper/maven-wrapper.properties", "build-file"),
        ("mvnw", "build-file"),
        ("mvnw.cmd", "build-file"),
        ("gradlew", "build-file"),
        ("settings.xml", "build-file"),
        ("toolchains.xml", "build-file"),
        ("src/main/resources/junit-platform.properties", "test-platform-settings"),
        ("src/main/resources/mockito-extensions/org.mockito.plugins.MockMaker", "test-platform-settings"),
        ("src/main/resources/META-INF/services/javax.annotation.processing.Processor", "meta-inf"),
        ("src/main/resources/META-INF/services/org.junit.platform.engine.TestEngine", "meta-inf"),
        ("src/main/java/module-info.java", "module-descriptor"),
        ("src/main/resources/a.properties", "outside-main-sources"),
        ("README.md", "outside-main-sources"),
        (".github/workflows/ci.yml", "outside-main-sources"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("content", ["package p;\n", None], ids=["written", "deleted"])
def test_files_that_decide_results_must_not_change(
    path: str, rule: str, content: str | None
) -> None:
    assert rules_of(judge_changes({path: content})) == [rule]


@pytest.mark.parametrize(
    "path",
    [
        "src/main/java/p/test/A.java",
        "src/main/java/p/gradle/A.java",
        "src/main/java/p/build/A.java",
        "src/latest/java/p/A.java",
        "source/p/A.java",
    ],
)
def test_a_java_package_may_be_called_anything(path: str) -> None:
    assert judge_changes({path: "package p;\nclass New {}\n"}).status is Status.PASSED


@pytest.mark.parametrize(
    ("mode", "rule"),
    [("120000", "symbolic-link"), ("160000", "submodule"), ("100755", "file-mode")],
)
def test_modes_other_than_a_plain_files_are_refused(mode: str, rule: str) -> None:
    assert rules_of(judge_changes({MAIN: body("g();")}, modes={MAIN: mode})) == [rule]


def test_the_wanted_refactorings_own_test_file_may_change() -> None:
    changed = BASE[TEST].replace("t()", "u()")

    assert judge_changes({TEST: changed}, editable=TEST).status is Status.PASSED
    assert rules_of(judge_changes({TEST: changed})) == ["test-file"]


@pytest.mark.parametrize(
    "added",
    [
        "@Disabled",
        "@Ignore",
        "@org.junit.Ignore",
        '@EnabledIf("false")',
        "@DisabledOnOs(LINUX)",
        "@Test(enabled = false)",
        "void u() { Assume.assumeTrue(false); }",
        "void u() { assumeThat(1, is(2)); }",
    ],
)
def test_even_an_own_test_file_must_not_be_disabled(added: str) -> None:
    changed = BASE[TEST].replace("@Test", f"{added} @Test")

    assert set(rules_of(judge_changes({TEST: changed}, editable=TEST))) & {
        "disabled-test",
        "assumption",
    }


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("System.exit(0);", "process-exit"),
        ("System . exit (0);", "process-exit"),
        ("\\u0053ystem.exit(0);", "process-exit"),
        ("java.lang.System.exit(0);", "process-exit"),
        ("Sys\u200btem.ex\u00adit(0);", "process-exit"),
        ("IntConsumer c = System::exit;", "process-exit"),
        ("int n = 0xe+System.getenv(s).length();", "environment-probe"),
        ("Runtime r = Runtime.getRuntime(); r.exec(s);", "process-start"),
        ("Runtime.getRuntime().halt(0);", "process-exit"),
        ("r.accept(Runtime.getRuntime()::halt);", "process-exit"),
        ("Runtime.getRuntime().addShutdownHook(t);", "shutdown-hook"),
        ("Runtime.getRuntime().exec(s);", "process-start"),
        ("new ProcessBuilder(s).start();", "process-start"),
        ("throw new org.opentest4j.TestAbortedException();", "assumption"),
        ("throw new AssumptionViolatedException(s);", "assumption"),
        ("Thread.currentThread().getStackTrace();", "stack-inspection"),
        ("StackWalker.getInstance();", "stack-inspection"),
        ('Class.forName("org.junit.Test");', "test-probe"),
        ('Class.forName("org.jacoco.agent.rt.RT");', "test-probe"),
        ("System.getenv(s);", "environment-probe"),
        ("sun.misc.Unsafe.getUnsafe();", "unsafe"),
        ("System.loadLibrary(s);", "native-code"),
        ("Thread.currentThread().stop();", "thread-stop"),
        ("System.setOut(s);", "stream-redirection"),
    ],
)
def test_new_constructs_that_no_refactoring_needs_are_refused(code: str, rule: str) -> None:
    assert rule in rules_of(judge_changes({MAIN: body(code)}))


@pytest.mark.parametrize(
    "code",
    [
        "// System.exit(0)",
        'g("System.exit(0)");',
        "system.exit(0);",
        "watch.stop();",
        "int exit = 0;",
        "/* native */",
    ],
)
def test_names_that_only_look_like_them_are_not(code: str) -> None:
    assert judge_changes({MAIN: body(code)}).status is Status.PASSED


def test_a_construct_that_moves_within_the_change_is_not_new() -> None:
    other = "src/main/java/p/B.java"
    base = {MAIN: body("System.exit(0);"), other: "package p;\nclass B {\n}\n"}
    moved = {
        MAIN: body("B.f();"),
        other: "package p;\nclass B {\n void f() { System.exit(0); }\n}\n",
    }

    assert judge_changes(moved, base=base).status is Status.PASSED
    assert rules_of(judge_changes({MAIN: body("System.exit(0); System.exit(1);")}, base=base)) == [
        "process-exit",
        "process-exit",
    ]


USES = "void f(Unsafe u) { u.park(false, 1); }"
STAYS = "void g(Unsafe u) { u.unpark(null); }"
IMPORT = "import sun.misc.Unsafe;\n"
EXIT = "import static java.lang.System.exit;\n"


@pytest.mark.parametrize(
    ("line", "moves", "stays", "status"),
    [
        pytest.param(IMPORT, USES, STAYS, Status.PASSED, id="its import comes along"),
        pytest.param(EXIT, "void f() { exit(0); }", "", Status.PASSED, id="and nothing stays"),
        # What is used by its simple name shows itself in the import alone.
        pytest.param(
            EXIT, "void f() { exit(0); }", "void g() { exit(1); }", Status.FAILED, id="a member"
        ),
    ],
)
def test_code_that_moves_takes_its_imports_along(
    line: str, moves: str, stays: str, status: Status
) -> None:
    other = "src/main/java/p/B.java"
    base = {
        MAIN: f"package p;\n{line}class A {{\n{moves}\n{stays}\n}}\n",
        other: "package p;\nclass B {\n}\n",
    }
    left = f"package p;\n{line if stays else ''}class A {{\n{stays}\n}}\n"
    moved = {MAIN: left, other: f"package p;\n{line}class B {{\n{moves}\n}}\n"}

    assert judge_changes(moved, base=base).status is status


@pytest.mark.parametrize(
    "place", [MAIN, "src/main/java/p/B.java"], ids=["the same file", "another file"]
)
def test_an_import_of_another_type_of_the_same_package_is_new(place: str) -> None:
    other = "src/main/java/p/B.java"
    plain = "package p;\nclass B {\n}\n"
    base = {MAIN: IMPORT + body("g();"), other: plain}
    change = dict(base) | {MAIN: IMPORT + body("h();")}
    change[place] = f"import sun.misc.Signal;\n{change[place]}"
    assert "unsafe" in rules_of(judge_changes(change, base=base))


def test_an_import_that_nobody_had_is_new() -> None:
    assert rules_of(judge_changes({MAIN: IMPORT + body("g();")})) == ["unsafe"] * 2


def test_an_inlined_method_may_repeat_its_own_constructs() -> None:
    wanted = "Inline Method:p.A#quit()"
    own = SideSources(
        method="void quit() { System.exit(0); }", partner="", class_="", file_sha256=""
    )
    instance = an_instance(wanted, before=side(MAIN, "p.A#quit()"), before_sources=own)
    twice = with_changes({MAIN: body("System.exit(0); System.exit(0);")})
    base = MemoryTree.of({MAIN: body("quit(); quit(); } void quit() { System.exit(0);")})

    assert PolicyCheck().run(a_case(twice, base, wanted, instance)).status is Status.PASSED


@pytest.mark.parametrize(
    ("package", "rule"),
    [
        ("org.junit", "shadowed-package"),
        ("org.junit.jupiter.api", "shadowed-package"),
        ("org.hamcrest", "shadowed-package"),
        ("org.mockito", "shadowed-package"),
        ("java.util", "shadowed-package"),
        ("javax.inject", "shadowed-package"),
        ("com.fasterxml.jackson", "foreign-package"),
    ],
)
def test_a_class_in_a_package_of_somebody_else_is_refused(package: str, rule: str) -> None:
    path = "src/main/java/p/Assert.java"

    assert rules_of(judge_changes({path: body("", package)})) == [rule]


NEW = "src/main/java/p/Assertions.java"


@pytest.mark.parametrize(
    ("imported", "rules"),
    [
        ("import org.junit.jupiter.api.*;", ["shadowed-name"]),
        ("import org.junit.jupiter.api.Assertions;", []),
        ("import org.junit.jupiter.api.*; class B { class Assertions { } }", []),
    ],
)
def test_a_new_class_does_not_take_a_name_that_a_test_uses_for_another(
    imported: str, rules: list[str]
) -> None:
    test = f"package p;\n{imported}\nclass ATest {{ void t() {{ Assertions.fail(); }} }}\n"
    changes: dict[str, str | bytes | None] = {NEW: "package p;\nclass Assertions {\n}\n"}

    assert rules_of(judge_changes(changes, base={TEST: test})) == rules


def test_a_new_class_does_not_hide_behind_a_class_of_the_tests() -> None:
    test = "package p;\nclass ATest { }\nclass Limits { static int cap(int v) { return v; } }\n"
    new = "src/main/java/p/Limits.java"

    verdict = judge_changes({new: "package p;\nclass Limits {\n}\n"}, base={TEST: test})

    assert rules_of(verdict) == ["shadowed-name"]


UTIL = "util/src/main/java/p/util/Expect.java"
EXPECT = "package p.util;\nclass Expect {\n    static class Inner { }\n}\nclass Beside {\n}\n"


@pytest.mark.parametrize(
    ("path", "source", "rules"),
    [
        ("app/src/main/java/p/util/Expect.java", "class Expect { }", ["shadowed-name"]),
        (
            "app/src/main/java/p/util/Other.java",
            "class Other { }\nclass Expect { }",
            ["shadowed-name"],
        ),
        ("app/src/main/java/p/util/X.java", "class Expect$Inner { }", ["shadowed-name"]),
        ("app/src/main/java/p/util/Beside.java", "class Beside { }", ["shadowed-name"]),
        ("app/src/main/java/p/util/Far.java", "class Far { }", ["shadowed-name"]),
        ("app/src/main/java/p/util/Other.java", "class Other { class Expect { } }", []),
    ],
)
def test_a_new_class_does_not_take_the_name_of_another_module_s(
    path: str, source: str, rules: list[str]
) -> None:
    changes: dict[str, str | bytes | None] = {path: f"package p.util;\n{source}\n"}
    elsewhere = {"app/src/main/java/p/Expect.java": "package p;\nclass A { }\n"}
    elsewhere["odd/Far.java"] = "package p.util;\nclass Far { }\n"

    assert rules_of(judge_changes(changes, base={UTIL: EXPECT, **elsewhere})) == rules


@pytest.mark.parametrize("left", [None, "package p.util;\nclass Another {\n}\n"])
def test_a_class_may_move_to_another_module(left: str | None) -> None:
    moved: dict[str, str | bytes | None] = {UTIL: left, UTIL.replace("util/", "app/", 1): EXPECT}

    assert rules_of(judge_changes(moved, base={UTIL: EXPECT})) == []


def test_a_comment_before_the_package_hides_nothing() -> None:
    source = "/* package p; */ @Deprecated package /**/ org . junit ; class Assert {}"

    assert rules_of(judge_changes({"src/main/java/p/Assert.java": source})) == ["shadowed-package"]


def test_a_project_may_change_its_own_packages_whatever_their_name() -> None:
    own = "src/main/java/org/junit/Assert.java"
    base = {own: "package org.junit;\nclass Assert {}\n"}
    new = "src/main/java/org/junit/New.java"

    assert (
        judge_changes({new: "package org.junit;\nclass New {}\n"}, base=base).status
        is Status.PASSED
    )


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        ("package p;\nclass A extends javax.annotation.processing.AbstractProcessor {}", "annotation-processor"),
        ("package p;\nimport com.sun.source.util.Plugin;\nclass A implements Plugin {}", "annotation-processor"),
        ("package p;\nclass A { native void f(); }", "native-code"),
        ("package p;\n@my.own.Generated class A {}", "generated-annotation"),
    ],
)  # fmt: skip
def test_declarations_that_no_refactoring_needs_are_refused(source: str, rule: str) -> None:
    assert rule in rules_of(judge_changes({MAIN: source}))


def test_every_rule_has_its_sentence() -> None:
    assert all(rule.sentence.endswith(".") for rule in PolicyRule)


def test_code_behind_a_letter_that_ends_in_a_backslash_is_seen() -> None:
    """In Shift-JIS the last byte of this letter is a backslash; read otherwise the string goes on."""
    tree = MemoryTree.of({MAIN: body('s = "\u30bd";')}, declared="Shift_JIS")
    hidden = body('s = "\u30bd"; System.exit(0); // "').encode("shift_jis")

    result = PolicyCheck().run(a_case(with_changes({MAIN: hidden}), tree))

    assert rules_of(result) == ["process-exit"]


def test_a_developer_s_own_change_may_edit_java_tests_and_no_other_file_of_them() -> None:
    changes = {TEST: BASE[TEST].replace("t()", "u()"), "src/test/resources/a.json": "{}"}
    case = a_case(with_changes(changes), MemoryTree.of(BASE))

    assert rules_of(PolicyCheck().run(case)) == ["test-file", "test-file"]
    own = replace(case, own_change=True)
    assert own.editable == {TEST}
    (finding,) = PolicyCheck().run(own).data["findings"]
    assert (finding["rule"], finding["path"]) == ("test-file", "src/test/resources/a.json")
