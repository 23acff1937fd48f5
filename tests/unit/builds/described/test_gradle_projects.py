"""Which projects are built for a change, by what the settings and build files usually say."""

from tests.support.answers import MemoryTree
from verifier.builds.build_tools import BuildModules
from verifier.builds.described.gradle_projects import projects_of

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
    assert projects_of(TREE).needs == {
        ".": (),
        "core": (),
        "lib/api": ("core",),
        "app": ("core", "lib/api"),
        "tools/main": (),
    }


def test_a_project_without_tests_brings_along_those_that_need_it_and_have_some() -> None:
    assert BuildModules.of(TREE).holding(["core/src/main/java/A.java"]) == ("app", "core")
    assert BuildModules.of(TREE).holding(["app/src/main/java/C.java"]) == ("app",)


def test_a_build_of_one_project_is_built_whole() -> None:
    alone = MemoryTree.of({"build.gradle.kts": "", "src/main/java/A.java": ""})

    assert BuildModules.of(alone).holding(["src/main/java/A.java"]) == ()
