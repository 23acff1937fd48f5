"""What a file on a Gradle project's class paths is: a jar, another project's classes, or a reason to leave it to Gradle."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.gradle_models import (
    GUAVA,
    jar_of,
    on_path,
    project_of,
    source_set,
    together,
)
from verifier.builds.gradle.model import Files, GradleArchive, GradleProject


def tasks_of(project: GradleProject, *archives: GradleArchive) -> GradleProject:
    return replace(project, archives=archives)


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
        core.tests[0],
        runtime_path=Files(files=(*more.list_outputs(), *core.tests[0].runtime_path.files)),
    )
    app = project_of(tmp_path, "app", *more.list_outputs())

    found = together(tmp_path, replace(core, sets=(*core.sets, more), tests=(wider,)), app)

    assert [module.unsupported for module in found] == [(), ()]
    assert on_path(found[1]) == [("junit:junit", "main", False)]
