"""From Gradle's model to the neutral module, with what keeps our own compiler from it."""

from dataclasses import replace
from pathlib import Path

import pytest

from verifier.builds.gradle.model import Files, GradleProject, GradleSourceSet, GradleTests
from verifier.builds.gradle.modules import modules_of
from verifier.builds.gradle.source_sets import Place
from verifier.builds.module import TREE, Module
from verifier.tools.jdk import Jdk

NOTHING = Files(files=())
STORE = "/store"
JUNIT = f"{STORE}/caches/modules-2/files-2.1/junit/junit/4.12/abc/junit-4.12.jar"
GUAVA = f"{STORE}/caches/modules-2/files-2.1/com.google.guava/guava/33.0/def/guava-33.0.jar"


def source_set(name: str, tree: Path, *path: str) -> GradleSourceSet:
    files = Files(files=path)
    return GradleSourceSet(
        name=name,
        java=(f"{tree}/src/{name}/java", f"{tree}/build/generated/{name}"),
        includes=(),
        excludes=(),
        resources=(f"{tree}/src/{name}/resources",),
        resource_includes=(),
        resource_excludes=(),
        foreign=(),
        classes=(f"{tree}/build/classes/java/{name}",),
        java_classes=f"{tree}/build/classes/java/{name}",
        resources_folder=f"{tree}/build/resources/{name}",
        compile_path=files,
        runtime_path=files,
        processor_path=NOTHING,
        source="1.8",
        target="1.8",
        release=None,
        toolchain=None,
        encoding="UTF-8",
        arguments=("-Xlint", "-parameters"),
    )


def task_of(tree: Path, *path: str) -> GradleTests:
    return GradleTests(
        name="test",
        sets=("test",),
        framework="JUnitTestFramework",
        runtime_path=Files(files=path),
        scan=True,
        includes=(),
        excludes=(),
        groups=(),
        excluded_groups=(),
        engines=(),
        arguments=("-Xmx1g", "-javaagent:/x.jar"),
        properties={"data": f"{tree}/data"},
        environment={},
        folder=str(tree),
        assertions=True,
        ignores_failures=False,
        filter=(),
        fork_every="0",
    )


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
    place = Place(tree=tree, store=STORE, base=Path(tree), jdk=jdk)
    return modules_of([project], place, [project.path])[0]


def with_test_set(project: GradleProject, **changes: object) -> GradleProject:
    main, test = project.sets
    return replace(project, sets=(main, replace(test, **changes)))  # type: ignore[arg-type]


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
    other = with_test_set(project, foreign=(f"{project.folder}/src/test/groovy/p/ASpec.groovy",))

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
    other = with_test_set(project, compile_path=Files(files=(f"{project.folder}/lib/x.jar",)))

    assert read(other).unsupported == (
        "its class path has more than modules of repositories: lib/x.jar",
    )


def test_processors_and_other_toolchains_are_left_to_gradle(project: GradleProject) -> None:
    other = with_test_set(project, processor_path=Files(files=(GUAVA,)), toolchain="11")

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
