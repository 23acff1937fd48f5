"""Which projects are built for a change, by what the settings and build files usually say."""

from tests.support.answers import MemoryTree
from verifier.builds.gradle.projects import Projects, projects_for

FILES = {
    "settings.gradle": """rootProject.name = 'all'
include 'core', ':lib:api',
    'app'
include("tool") // include 'no'
/* include 'neither' */
project(':tool').projectDir = new File(settingsDir, 'tools/main')
""",
    "app/build.gradle": "dependencies { compile project(':core')\n testCompile project(path: ':lib:api') }",
    "lib/api/api.gradle.kts": 'dependencies { implementation(project(":core")) }',
    "core/src/main/java/A.java": "",
    "app/src/test/java/ATest.java": "",
    "lib/api/src/main/java/B.java": "",
}
TREE = MemoryTree.of(FILES)


def test_projects_are_the_included_ones_with_what_they_need() -> None:
    assert Projects.of(TREE).needs == {
        ".": frozenset(),
        "core": frozenset(),
        "lib/api": frozenset({"core"}),
        "app": frozenset({"core", "lib/api"}),
        "tools/main": frozenset(),
    }


def test_a_file_belongs_to_the_nearest_project() -> None:
    projects = Projects.of(TREE)

    assert projects.project_of("lib/api/src/main/java/B.java") == "lib/api"
    assert projects.project_of("lib/readme.txt") == "."


def test_a_project_without_tests_brings_along_those_that_need_it_and_have_some() -> None:
    assert projects_for(TREE, ["core/src/main/java/A.java"]) == ("app", "core")
    assert projects_for(TREE, ["app/src/main/java/C.java"]) == ("app",)


def test_a_build_of_one_project_is_built_whole() -> None:
    alone = MemoryTree.of({"build.gradle.kts": "", "src/main/java/A.java": ""})

    assert projects_for(alone, ["src/main/java/A.java"]) == ()
