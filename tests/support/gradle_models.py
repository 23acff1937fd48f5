"""The init script's facts about a Gradle project as plain data, and the modules made from them."""

from pathlib import Path

from verifier.builds.described.module import Module
from verifier.builds.gradle.model import (
    Files,
    GradleArchive,
    GradleProject,
    GradleSourceSet,
    GradleTests,
)
from verifier.builds.gradle.modules import modules_of
from verifier.builds.gradle.source_sets import ModelPaths
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


def project_of(tree: Path, name: str, *path: str) -> GradleProject:
    """The project `:name` with main and test sources. Its class paths are `path` and its own
    output.
    """
    folder = tree / name
    for side in ("main", "test"):
        (folder / f"src/{side}/java").mkdir(parents=True)
        (folder / f"src/{side}/java/{name.capitalize()}{side.capitalize()}.java").write_text("")
    main = source_set("main", folder, *path)
    outputs = tuple(main.list_outputs())
    return GradleProject(
        path=f":{name}",
        folder=str(folder),
        build=f"{folder}/build",
        group="g",
        name=name,
        java=True,
        sets=(main, source_set("test", folder, *outputs, *path, JUNIT)),
        tests=(task_of(folder, *outputs, *path, JUNIT),),
        archives=(
            GradleArchive(
                task=f":{name}:jar", file=jar_of(tree, name), set="main", odd="", made=True
            ),
        ),
    )


def jar_of(tree: Path, name: str) -> str:
    """The path of the jar of project `:name`."""
    return f"{tree}/{name}/build/libs/{name}.jar"


def together(
    tree: Path, *projects: GradleProject, tested: str = "", built: bool = False
) -> tuple[Module, ...]:
    """The modules of projects, with one of them tested, or all."""
    jdk = Jdk(home=Path("/jdk"), version="17.0.1", feature=17)
    place = ModelPaths(tree=str(tree), store=STORE, base=tree, jdk=jdk)
    asked = [tested] if tested else [p.path for p in projects]
    return modules_of(projects, place, asked, built=built)


def on_path(module: Module) -> list[tuple[str, str, bool]]:
    """The entries of a class path: the module or name, its side, and whether main code needs it."""
    return [(j.module or j.name, j.of, j.main) for j in module.class_path.jars]
