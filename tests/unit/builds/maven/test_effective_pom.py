"""The effective pom, as far as the direct strategy follows it."""

import pytest

from verifier.builds.described.module import Module, SourcePatterns
from verifier.builds.maven.effective_pom import read_effective_pom
from verifier.errors import BaseInvalidError

HEAD = '<project xmlns="http://maven.apache.org/POM/4.0.0"><groupId>g</groupId><artifactId>a</artifactId>'


def project(
    *, properties: str = "", compiler: str = "", surefire: str = "", more: str = ""
) -> Module:
    text = f"""{HEAD}<properties>{properties}</properties><build>
      <sourceDirectory>/base/src/main/java</sourceDirectory>
      <testSourceDirectory>/base/src/test/java</testSourceDirectory>
      <directory>/base/target</directory>
      <resources><resource><directory>/base/src/main/resources</directory></resource></resources>
      <plugins>
        <plugin><artifactId>maven-compiler-plugin</artifactId>{compiler}</plugin>
        <plugin><artifactId>maven-surefire-plugin</artifactId>{surefire}</plugin>{more}
      </plugins></build></project>"""
    return read_effective_pom(text.encode(), "/base")[0]


def write_configured(text: str) -> str:
    return f"<configuration>{text}</configuration>"


def test_folders_are_relative_to_the_repository() -> None:
    found = project()

    assert found.sources == ("src/main/java",)
    assert found.test_sources == ("src/test/java",)
    assert [r.folder for r in found.resources] == ["src/main/resources"]
    assert found.folder == "."


@pytest.mark.parametrize(
    ("properties", "compiler", "level", "release"),
    [
        ("<maven.compiler.source>1.8</maven.compiler.source>", "", 8, False),
        ("<maven.compiler.release>11</maven.compiler.release>", "", 11, True),
        ("", write_configured("<source>1.5</source><target>1.5</target>"), 5, False),
        (
            "<maven.compiler.source>1.8</maven.compiler.source>",
            write_configured("<source>7</source>"),
            7,
            False,
        ),
        ("", "", None, False),
    ],
)
def test_the_source_level(properties: str, compiler: str, level: int | None, release: bool) -> None:
    main = project(properties=properties, compiler=compiler).main

    assert (main.level, main.release) == (level, release)


def test_only_compiler_arguments_that_change_meaning_are_kept() -> None:
    arguments = "<compilerArgs><arg>-Xlint:all</arg><arg>-Werror</arg><arg>-parameters</arg><arg>-Akey=x</arg></compilerArgs>"

    assert project(compiler=write_configured(arguments)).main.arguments == (
        "-parameters",
        "-Akey=x",
    )


def test_surefires_settings_are_read() -> None:
    text = """<includes><include>**/*Spec.java</include></includes><groups>fast</groups>
      <argLine>${argLine} -Xmx512m -javaagent:/x/jacoco.jar -Dpolicy=/base/src/policy</argLine>
      <systemPropertyVariables><where>/base/target</where></systemPropertyVariables>
      <workingDirectory>/base/work</workingDirectory><enableAssertions>false</enableAssertions>"""
    surefire = project(surefire=write_configured(text)).tests

    assert surefire.includes == ("**/*Spec.java",)
    assert surefire.groups == "fast"
    assert surefire.arguments == ("-Xmx512m", "-Dpolicy=@TREE@/src/policy")
    assert surefire.properties == (("where", "@TREE@/target"),)
    assert surefire.working_directory == "work"
    assert not surefire.assertions


def test_a_named_test_takes_the_place_of_all_patterns() -> None:
    surefire = project(surefire=write_configured("<test>p/AllTests.java</test>")).tests

    assert (surefire.includes, surefire.excludes) == (("p/AllTests.java",), ())


@pytest.mark.parametrize(
    ("compiler", "more", "reason"),
    [
        (write_configured("<compilerId>eclipse</compilerId>"), "", "it is not compiled by javac"),
        (
            write_configured("<annotationProcessorPaths/>"),
            "",
            "its pom configures annotation processors",
        ),
        (
            "",
            "<plugin><artifactId>kotlin-maven-plugin</artifactId></plugin>",
            "it uses kotlin-maven-plugin",
        ),
        # Spock's specifications are Groovy.
        (
            "",
            "<plugin><artifactId>gmavenplus-plugin</artifactId></plugin>",
            "it uses gmavenplus-plugin",
        ),
    ],
)
def test_what_cannot_be_followed_is_refused(compiler: str, more: str, reason: str) -> None:
    assert reason in project(compiler=compiler, more=more).unsupported


def test_a_plain_project_is_supported() -> None:
    assert project().unsupported == ()


def test_several_modules_with_code_are_supported() -> None:
    text = f"<projects>{HEAD}</project>{HEAD}</project></projects>"

    found = read_effective_pom(text.encode(), "/base")

    assert [p.unsupported for p in found] == [()] * 2


def test_what_makes_a_jar_of_its_own_is_named() -> None:
    shade = "<plugin><artifactId>maven-shade-plugin</artifactId></plugin>"

    assert (project().repacked, project(more=shade).repacked) == ("", "maven-shade-plugin")


def test_a_single_module_with_its_parents_is_supported() -> None:
    parent = f"{HEAD}<packaging>pom</packaging></project>"
    module = f"{HEAD}<build><directory>/base/core/target</directory></build></project>"

    found = read_effective_pom(f"<projects>{parent}{module}</projects>".encode(), "/base")

    assert [p.has_code for p in found] == [False, True]
    assert found[1].unsupported == ()
    assert found[1].folder == found[1].tests.working_directory == "core"


@pytest.mark.parametrize(
    ("target", "refused"),
    [("META-INF", False), ("/base/target/classes/in", True), ("../../elsewhere", True)],
)
def test_resources_that_go_elsewhere_than_the_class_path_are_refused(
    target: str, *, refused: bool
) -> None:
    resource = (
        f"<resource><directory>/base/data</directory><targetPath>{target}</targetPath></resource>"
    )
    text = f"{HEAD}<build><directory>/base/target</directory><resources>{resource}</resources></build></project>"

    found = read_effective_pom(text.encode(), "/base")[0].unsupported

    reason = "its resources go to a folder that is not on the class path"
    assert found == ((reason,) if refused else ())


@pytest.mark.parametrize(
    "text", ["", "<project", "<other/>", '<!DOCTYPE p [<!ENTITY x "y">]><project>&x;</project>']
)
def test_what_is_no_effective_pom_makes_the_base_invalid(text: str) -> None:
    with pytest.raises(BaseInvalidError):
        read_effective_pom(text.encode(), "/base")


def execution(name: str, patterns: str, *, phase: str = "compile") -> str:
    goals = "<goals><goal>compile</goal></goals>"
    return f"<execution><id>{name}</id><phase>{phase}</phase>{goals}{write_configured(patterns)}</execution>"


def test_each_execution_of_the_compiler_has_its_own_patterns() -> None:
    first = execution("default-compile", "<excludes><exclude>old/**</exclude></excludes>")
    second = execution("old", "<includes><include>old/**</include></includes>")
    off = execution("off", "<includes><include>none/**</include></includes>", phase="none")

    main = project(compiler=f"<executions>{first}{second}{off}</executions>").main

    assert main.runs == (
        SourcePatterns(excludes=("old/**",)),
        SourcePatterns(includes=("old/**",)),
    )


def test_an_execution_without_patterns_has_those_of_the_plugin() -> None:
    common = write_configured("<excludes><exclude>gone/**</exclude></excludes>")
    plain = execution("default-compile", "<release>9</release>")

    main = project(compiler=f"<executions>{plain}</executions>{common}").main

    assert main.runs == (SourcePatterns(excludes=("gone/**",)),)


def test_the_compiler_takes_everything_where_nothing_is_said() -> None:
    assert project().main.runs == (SourcePatterns(),)


@pytest.mark.parametrize("switch", ["skipTests", "skip", "skipExec"])
def test_a_pom_that_switches_its_tests_off_is_told_by_the_setting(switch: str) -> None:
    assert project(surefire=write_configured(f"<{switch}>true</{switch}>")).tests.off == switch
    assert project(surefire=write_configured(f"<{switch}>false</{switch}>")).tests.off == ""
