"""From Gradle's model to the neutral module, with what keeps our own compiler from it."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.gradle_models import GUAVA, JUNIT, STORE, jar_of, project_of, source_set, task_of
from verifier.builds.gradle.model import Files, GradleArchive, GradleProject
from verifier.builds.gradle.modules import modules_of
from verifier.builds.gradle.source_sets import Place
from verifier.builds.module import TREE, Module
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


def tasks_of(project: GradleProject, *archives: GradleArchive) -> GradleProject:
    return replace(project, archives=archives)


def together(
    tree: Path, *projects: GradleProject, tested: str = "", built: bool = False
) -> tuple[Module, ...]:
    jdk = Jdk(home=Path("/jdk"), version="17.0.1", feature=17)
    place = Place(tree=str(tree), store=STORE, base=tree, jdk=jdk)
    asked = [tested] if tested else [p.path for p in projects]
    return modules_of(projects, place, asked, built=built)


def on_path(module: Module) -> list[tuple[str, str, bool]]:
    return [(j.module or j.name, j.of, j.main) for j in module.class_path.jars]


def folders_of(tree: Path, name: str, side: str) -> tuple[str, str]:
    return f"{tree}/{name}/build/classes/java/{side}", f"{tree}/{name}/build/resources/{side}"


def test_the_jar_of_a_project_stands_for_its_main_classes(tmp_path: Path) -> None:
    core = project_of(tmp_path, "core")

    _, app = together(tmp_path, core, project_of(tmp_path, "app", jar_of(tmp_path, "core"), GUAVA))

    assert app.unsupported == ()
    assert on_path(app) == [
        ("core", "main", True),
        ("com.google.guava:guava", "main", True),
        ("junit:junit", "main", False),
    ]
    assert app.class_path.jars[0].name == "g:core"


def test_a_folder_for_the_compiler_and_a_jar_for_the_tests_are_one_dependency(
    tmp_path: Path,
) -> None:
    core, app = project_of(tmp_path, "core"), project_of(tmp_path, "app", jar_of(tmp_path, "core"))
    classes, _ = folders_of(tmp_path, "core", "main")
    main, test = app.sets
    libraries = replace(app, sets=(replace(main, compile_path=Files(files=(classes,))), test))

    _, module = together(tmp_path, core, libraries)

    assert module.unsupported == ()
    assert on_path(module) == [("core", "main", True), ("junit:junit", "main", False)]


def test_what_is_made_of_another_project_s_tests_stands_for_these(tmp_path: Path) -> None:
    core, app = project_of(tmp_path, "core"), project_of(tmp_path, "app")
    run = (*folders_of(tmp_path, "core", "test"), *app.tests[0].runtime_path.files)
    with_tests = replace(app, tests=(replace(app.tests[0], runtime_path=Files(files=run)),))

    _, module = together(tmp_path, core, with_tests)

    assert module.unsupported == ()
    assert on_path(module) == [("core", "test", False), ("junit:junit", "main", False)]


@pytest.mark.parametrize(
    ("half", "other"), [(0, "resources"), (1, "classes")], ids=["classes", "resources"]
)
def test_half_of_what_a_project_makes_is_left_to_gradle(
    tmp_path: Path, half: int, other: str
) -> None:
    core = project_of(tmp_path, "core")
    app = project_of(tmp_path, "app", folders_of(tmp_path, "core", "main")[half])

    assert together(tmp_path, core, app)[1].unsupported == (
        f"its tests see core without its {other}",
    )


def test_a_jar_that_is_odd_is_left_to_gradle_by_its_task(tmp_path: Path) -> None:
    jar = jar_of(tmp_path, "core")
    core = project_of(tmp_path, "core")
    odd = GradleArchive(
        task=":core:jar", file=jar, set="main", odd="it has other actions", made=True
    )
    again = GradleArchive(
        task=":core:shadowJar", file=jar, set=None, odd="it is a ShadowJar", made=True
    )
    app = project_of(tmp_path, "app", jar)

    refusals = [
        together(tmp_path, tasks_of(core, *made), app)[1].unsupported
        for made in ((odd,), (core.archives[0], again))
    ]

    assert refusals == [
        ("it needs core, whose jar :core:jar (it has other actions) makes",),
        ("it needs core, whose jar :core:jar or :core:shadowJar makes",),
    ]


def test_a_jar_of_other_classes_than_those_that_we_compile_is_left_to_gradle(
    tmp_path: Path,
) -> None:
    jar = jar_of(tmp_path, "core")
    api = GradleArchive(task=":core:apiJar", file=jar, set="api", odd="", made=True)
    core = tasks_of(project_of(tmp_path, "core"), api)

    assert together(tmp_path, core, project_of(tmp_path, "app", jar))[1].unsupported == (
        "it needs build/libs/core.jar of core, which is not its classes",
    )


def test_a_project_that_tests_its_own_jar_is_left_to_gradle(tmp_path: Path) -> None:
    core = project_of(tmp_path, "core", jar_of(tmp_path, "core"))

    assert together(tmp_path, core)[0].unsupported == (
        "it needs build/libs/core.jar of core, which is not its classes",
    )


def test_one_of_several_source_sets_of_tests_is_not_the_tests(tmp_path: Path) -> None:
    core = project_of(tmp_path, "core")
    more = source_set("more", tmp_path / "core")
    (tmp_path / "core/src/more/java").mkdir(parents=True)
    (tmp_path / "core/src/more/java/More.java").write_text("")
    both = replace(
        core, sets=(*core.sets, more), tests=(replace(core.tests[0], sets=("test", "more")),)
    )
    app = project_of(tmp_path, "app", *folders_of(tmp_path, "core", "test"))

    assert together(tmp_path, both, app)[1].unsupported == (
        "it needs build/classes/java/test of core, which is not its classes",
        "it needs build/resources/test of core, which is not its classes",
    )


def test_a_project_without_code_is_on_no_class_path(tmp_path: Path) -> None:
    core = project_of(tmp_path, "core")
    for side in ("main", "test"):
        (tmp_path / f"core/src/{side}/java/Core{side.capitalize()}.java").unlink()
    bare = replace(core, sets=tuple(replace(each, java=()) for each in core.sets))

    found, app = together(tmp_path, bare, project_of(tmp_path, "app", jar_of(tmp_path, "core")))

    assert not found.has_code
    assert app.unsupported == ()
    assert on_path(app) == [("junit:junit", "main", False)]


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


def test_a_jar_is_a_project_s_classes_until_a_build_did_not_make_it(tmp_path: Path) -> None:
    jar = jar_of(tmp_path, "core")
    never = GradleArchive(task=":core:jar", file=jar, set="main", odd="", made=False)
    core, app = tasks_of(project_of(tmp_path, "core"), never), project_of(tmp_path, "app", jar)

    first = together(tmp_path, core, app)[1]
    then = together(tmp_path, core, app, built=True)[1]

    assert (first.unsupported, then.unsupported) == (
        (),
        ("it needs core, whose jar :core:jar (it was not run) makes",),
    )


def test_a_source_set_without_files_is_nothing_on_a_class_path(tmp_path: Path) -> None:
    core = project_of(tmp_path, "core")
    more = replace(source_set("more", tmp_path / "core"), java=())
    wider = replace(
        core.tests[0], runtime_path=Files(files=(*more.made(), *core.tests[0].runtime_path.files))
    )
    app = project_of(tmp_path, "app", *more.made())

    found = together(tmp_path, replace(core, sets=(*core.sets, more), tests=(wider,)), app)

    assert [module.unsupported for module in found] == [(), ()]
    assert on_path(found[1]) == [("junit:junit", "main", False)]
