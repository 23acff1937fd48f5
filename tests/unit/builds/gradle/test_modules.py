"""From Gradle's model to the neutral module, with what keeps our own compiler from it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.gradle_models import (
    GUAVA,
    JUNIT,
    STORE,
    jar_of,
    on_path,
    project_of,
    source_set,
    task_of,
    together,
)
from verifier.builds.described.module import TREE, Module
from verifier.builds.gradle.model import Files, GradleProject, GradleSourceSet
from verifier.builds.gradle.modules import modules_of
from verifier.builds.gradle.source_sets import ModelPaths
from verifier.tools.jdk import Jdk


@pytest.fixture
def project(tmp_path: Path) -> GradleProject:
    for name in ("main", "test"):
        folder = tmp_path / f"src/{name}/java/p"
        folder.mkdir(parents=True)
        (folder / "A.java").write_text("package p;")
    outputs = (f"{tmp_path}/build/classes/java/main", f"{tmp_path}/build/resources/main")
    return GradleProject(
        path=":",
        folder=str(tmp_path),
        build=f"{tmp_path}/build",
        group="",
        name="one",
        java=True,
        sets=(
            source_set("main", tmp_path, GUAVA),
            source_set("test", tmp_path, *outputs, GUAVA, JUNIT),
        ),
        tests=(task_of(tmp_path, *outputs, GUAVA, JUNIT),),
    )


def read(project: GradleProject) -> Module:
    tree = project.folder
    jdk = Jdk(home=Path("/jdk"), version="17.0.1", feature=17)
    place = ModelPaths(tree=tree, store=STORE, base=Path(tree), jdk=jdk)
    return modules_of([project], place, [project.path])[0]


def with_test_set(
    project: GradleProject, change: Callable[[GradleSourceSet], GradleSourceSet]
) -> GradleProject:
    main, test = project.sets
    return replace(project, sets=(main, change(test)))


def test_a_plain_project_is_one_that_we_compile_and_launch(project: GradleProject) -> None:
    module = read(project)

    assert module.unsupported == ()
    assert module.folder == "."
    assert module.has_code
    assert module.sources == ("src/main/java",)
    assert module.test_sources == ("src/test/java",)
    assert module.main_output == "build/classes/java/main"
    assert (module.main.level, module.main.release) == (8, False)
    assert module.main.arguments == ("-parameters",)


def test_the_class_path_is_relative_to_the_store_and_without_own_outputs(
    project: GradleProject,
) -> None:
    jars = read(project).class_path.jars

    assert [(j.name, j.version, j.main) for j in jars] == [
        ("com.google.guava:guava", "33.0", True),
        ("junit:junit", "4.12", False),
    ]
    assert jars[1].path == "caches/modules-2/files-2.1/junit/junit/4.12/abc/junit-4.12.jar"


def test_settings_of_tests_name_the_tree_by_its_placeholder(project: GradleProject) -> None:
    tests = read(project).tests

    assert tests.arguments == ("-Xmx1g",)
    assert tests.properties == (("data", f"{TREE}/data"),)
    assert (tests.includes, tests.detect, tests.working_directory) == (("**",), True, ".")


def test_sources_of_another_language_leave_it_to_gradle(project: GradleProject) -> None:
    foreign = (f"{project.folder}/src/test/groovy/p/ASpec.groovy",)
    other = with_test_set(project, lambda test: replace(test, foreign=foreign))

    assert read(other).unsupported == (
        "it has sources that javac does not compile: src/test/groovy/p/ASpec.groovy",
    )


def test_an_android_project_is_left_to_gradle(project: GradleProject) -> None:
    assert read(replace(project, plugins=("com.android.library",))).unsupported == (
        "it is an Android project (com.android.library)",
    )


def test_testng_and_groups_are_left_to_gradle(project: GradleProject) -> None:
    (tests,) = project.tests
    other = replace(tests, framework="TestNGTestFramework", groups=("fast",))

    assert read(replace(project, tests=(other,))).unsupported == (
        "its tests are TestNG's",
        "its tests are selected by groups, tags or categories",
    )


def test_a_jar_from_no_repository_is_left_to_gradle(project: GradleProject) -> None:
    path = Files(files=(f"{project.folder}/lib/x.jar",))
    other = with_test_set(project, lambda test: replace(test, compile_path=path))

    assert read(other).unsupported == (
        "its class path has more than modules of repositories: lib/x.jar",
    )


def test_processors_and_other_toolchains_are_left_to_gradle(project: GradleProject) -> None:
    path = Files(files=(GUAVA,))
    other = with_test_set(project, lambda test: replace(test, processor_path=path, toolchain="11"))

    assert read(other).unsupported == (
        "its build configures annotation processors",
        "its build compiles with a toolchain of JDK 11",
    )


def test_two_test_tasks_with_tests_are_left_to_gradle(project: GradleProject) -> None:
    (tests,) = project.tests
    other = replace(project, tests=(tests, replace(tests, name="slowTest")))

    assert read(other).unsupported == ("it has several test tasks",)


def test_what_is_overridden_is_noted(project: GradleProject) -> None:
    (tests,) = project.tests
    other = replace(tests, filter=("p.Slow*",), ignores_failures=True)

    assert read(replace(project, tests=(other,), others=("perfTest",))).notes == (
        "test tasks that `check` does not run: perfTest",
        "the filter of test is not used: p.Slow*",
        "test ignores failures; they count all the same",
    )


def test_projects_that_need_each_other_are_left_to_gradle(tmp_path: Path) -> None:
    core = project_of(tmp_path, "core", jar_of(tmp_path, "app"))
    app = project_of(tmp_path, "app", jar_of(tmp_path, "core"))

    first, second = together(tmp_path, core, app)

    assert first.unsupported == ("it and app need each other",)
    assert second.unsupported == ()


def test_two_projects_in_one_folder_are_left_to_gradle(tmp_path: Path) -> None:
    core = project_of(tmp_path, "core")

    _, other = together(tmp_path, core, replace(core, path=":other"))

    assert other.unsupported == ("another project lies in its folder",)


def test_ids_are_told_apart_by_the_path_of_the_test_task(project: GradleProject) -> None:
    module = read(project)
    inner = read(replace(project, path=":a:b"))

    assert (module.label, inner.label) == ("test", "a+b+test")


def test_nobody_asks_how_tests_run_that_are_not_run(tmp_path: Path) -> None:
    core = project_of(tmp_path, "core")
    testng = replace(core.tests[0], framework="TestNGTestFramework", groups=("fast",))
    several = replace(core, tests=(testng, replace(testng, name="slowTest")))

    needed, app = together(
        tmp_path, several, project_of(tmp_path, "app", jar_of(tmp_path, "core")), tested=":app"
    )

    assert (needed.unsupported, needed.tested, app.tested) == ((), False, True)


def test_tests_that_nobody_takes_are_known_and_not_compiled(tmp_path: Path) -> None:
    core = project_of(tmp_path, "core", GUAVA)
    app = project_of(tmp_path, "app", jar_of(tmp_path, "core"))

    needed, _ = together(tmp_path, core, app, tested=":app")

    # What a candidate changes there stays the base's.
    assert needed.test_sources == ("core/src/test/java",)
    assert not needed.tests_compiled
    assert on_path(needed) == [("com.google.guava:guava", "main", True)]
