"""One classification of paths: by the build's own folders if they are known, otherwise by convention."""

import pytest

from verifier.domain.paths import PathKind, SourceFolders, kind_of

MAIN, TEST, BUILD, OUTPUT = PathKind.MAIN, PathKind.TEST, PathKind.BUILD, PathKind.OUTPUT

BY_CUSTOM = [
    ("src/main/java/com/acme/Calc.java", MAIN),
    ("src/main/java/com/acme/target/Calc.java", MAIN),
    ("src/main/java/com/acme/gradle/Calc.java", MAIN),
    ("src/main/java/com/acme/build/Calc.java", MAIN),
    ("src/main/java/com/acme/out/Calc.java", MAIN),
    ("src/main/java/com/acme/bin/Calc.java", MAIN),
    ("src/main/java/buildSrc/Calc.java", MAIN),
    ("src/main/java/.mvn/Calc.java", MAIN),
    ("src/main/java/org/acme/test/Fixture.java", MAIN),
    ("src/main/java9/com/acme/Calc.java", MAIN),
    ("core/src/main/java/target/Calc.java", MAIN),
    ("src/com/acme/target/Calc.java", MAIN),
    ("src/main/com/acme/build/Calc.java", MAIN),
    ("src/main/kotlin/build/Calc.kt", MAIN),
    ("src/main/resources/gradle/words.txt", MAIN),
    ("samples/Demo.java", MAIN),
    ("out/com/acme/Calc.java", MAIN),
    ("bin/com/acme/Calc.java", MAIN),
    ("build/src/main/java/com/acme/Calc.java", MAIN),
    ("Calc.java", MAIN),
    ("src/test/java/com/acme/CalcTest.java", TEST),
    ("src/test/java/com/acme/target/CalcTest.java", TEST),
    ("src/test/resources/expected.txt", TEST),
    ("core/src/integration-test/java/CalcIT.java", TEST),
    ("src/testFixtures/java/Fixture.java", TEST),
    ("src/it/java/CalcIT.java", TEST),
    ("src/jmh/java/Speed.java", TEST),
    ("test/com/acme/CalcTest.java", TEST),
    ("javatests/com/acme/CalcTest.java", TEST),
    ("src/com/acme/test/CalcTest.java", TEST),
    ("core/__snapshots__/page.html", TEST),
    ("pom.xml", BUILD),
    ("core/pom.xml", BUILD),
    ("build.gradle.kts", BUILD),
    ("core/convention.gradle", BUILD),
    ("gradle/wrapper/gradle-wrapper.properties", BUILD),
    ("gradle/libs.versions.toml", BUILD),
    ("buildSrc/src/main/java/Rules.java", BUILD),
    ("build-logic/src/main/java/Rules.java", BUILD),
    (".mvn/jvm.config", BUILD),
    (".gitattributes", BUILD),
    ("mvnw.cmd", BUILD),
    ("target/surefire-reports/TEST-p.ATest.xml", OUTPUT),
    ("core/target/generated-sources/p/Made.java", OUTPUT),
    ("build/generated/p/Made.java", OUTPUT),
]


@pytest.mark.parametrize(("path", "kind"), BY_CUSTOM)
def test_a_path_is_classified_by_its_folders_above_the_packages(path: str, kind: PathKind) -> None:
    assert kind_of(path) is kind


ODD = SourceFolders(
    main=("code", "gradle/code", "tests/product", "core/src/main/java"),
    test=("checks", "code/verification", "core/src/test/java"),
    main_resources=(".", "core/src/main/resources"),
    test_resources=("core/src/main/java", "code/p", "core/src/main/resources"),
)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("code/com/acme/target/Calc.java", MAIN),
        ("code/buildSrc/Calc.java", MAIN),
        ("code/test/Calc.java", MAIN),
        ("gradle/code/Calc.java", MAIN),
        ("gradle/other/Calc.java", BUILD),
        ("tests/product/p/Calc.java", MAIN),
        ("checks/p/CalcTest.java", TEST),
        ("code/verification/CalcTest.java", TEST),
        ("code/verifications/Calc.java", MAIN),
        ("core/src/main/java/p/Calc.java", MAIN),
        ("code/p/Calc.java", MAIN),
        ("code/p/expected.txt", TEST),
        ("core/src/main/resources/words.txt", MAIN),
        ("checks/pom.xml", BUILD),
        ("other/src/test/java/p/CalcTest.java", TEST),
        ("target/p/Made.java", OUTPUT),
    ],
)
def test_the_build_s_own_folders_decide_the_longest_first_and_main_wins(
    path: str, kind: PathKind
) -> None:
    assert kind_of(path, ODD) is kind
