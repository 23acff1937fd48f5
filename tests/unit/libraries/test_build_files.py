"""Which poms a tree has, and in which order its modules count."""

from tests.support.answers import MemoryTree
from verifier.libraries.build_files import BuildFiles
from verifier.tools.hostile_xml import read_xml


def texts(pom: bytes, name: str) -> list[str]:
    return [each.text or "" for each in read_xml(pom).iter() if each.tag == name]


def test_poms_below_sources_are_data_of_the_project() -> None:
    tree = MemoryTree.of({"pom.xml": "a", "x/pom.xml": "b", "src/test/it/pom.xml": "c"})

    assert dict(BuildFiles.of(tree).poms) == {"pom.xml": b"a", "x/pom.xml": b"b"}


def test_the_module_of_a_changed_file_counts_first_and_then_the_nearest() -> None:
    files = BuildFiles(
        poms=dict.fromkeys(("pom.xml", "a/pom.xml", "b/pom.xml", "b/c/pom.xml", "b/d/pom.xml"), b"")
    )

    near = files.modules_near(["b/c/src/main/java/p/A.java"])

    assert near == ("b/c/pom.xml", "b/pom.xml", "b/d/pom.xml", "pom.xml", "a/pom.xml")
    assert files.modules_near(())[0] == "a/pom.xml"
    assert files.modules_holding(["b/c/A.java", "b/c/B.java", "b/d/A.java", "a/A.java"]) == 3
    assert files.modules_holding(()) == 0


def test_a_gradle_project_has_a_pom_of_what_it_declares() -> None:
    tree = MemoryTree.of(
        {
            "build.gradle": "subprojects { dependencies {\n testImplementation 'g:t:1'\n} }",
            "gradle.properties": "aVersion=4",
            "a/build.gradle": "dependencies {\n api project(':b')\n api \"g:a:$aVersion\"\n}",
            "a/gradle.lockfile": "g:below:9=runtimeClasspath\n",
            "b/build.gradle.kts": 'dependencies {\n implementation(platform("g:bom:1"))\n}',
        }
    )

    poms = BuildFiles.of(tree).poms

    assert sorted(poms) == ["a/build.gradle", "b/build.gradle.kts", "build.gradle"]
    assert texts(poms["a/build.gradle"], "artifactId") == ["a", "below", "a", "t", "below", "b"]
    assert texts(poms["a/build.gradle"], "version") == ["1", "9", "4", "1", "9", "1"]
    assert "import" in texts(poms["b/build.gradle.kts"], "scope")


def test_the_text_of_a_gradle_file_cannot_become_markup() -> None:
    tree = MemoryTree.of({"build.gradle": "implementation 'g:a</version><x>:1'"})

    assert texts(BuildFiles.of(tree).poms["build.gradle"], "x") == []


def test_where_a_folder_has_both_maven_counts() -> None:
    tree = MemoryTree.of({"pom.xml": "a", "build.gradle": "implementation 'g:a:1'"})

    assert list(BuildFiles.of(tree).poms) == ["pom.xml"]


def test_without_a_build_file_there_is_nothing() -> None:
    assert BuildFiles.of(MemoryTree.of({"A.java": ""})).modules_near(["A.java"]) == ()
