"""Class files from the project's own build: compiled as it compiles, no test is run."""

from dataclasses import replace

from verifier.builds.base import ClassFiles
from verifier.builds.preparation import Preparation
from verifier.builds.strategy import ENVIRONMENT, JOB_TREE, Request, tail
from verifier.domain.testrun import RunEnd
from verifier.errors import BaseInvalidError
from verifier.sandbox.base import Job, JobResult, Mount, Sandbox
from verifier.tools.maven import offline_words, skip_options

SETTINGS = "settings.xml"
_EMPTY_SETTINGS = b"<settings/>\n"
_MAIN, _TEST = "target/classes", "target/test-classes"
_RESULT_BYTES = 512 * 1024**2
_RESULT_FILES = 100_000


def maven_classes(prepared: Preparation, sandbox: Sandbox, request: Request) -> ClassFiles:
    """Main and test classes of all projects that are built, with the resources beside them.

    Raises:
        BaseInvalidError: Maven does not compile the tree.
        SandboxError: the environment failed.
    """
    result = sandbox.run(_job(prepared, sandbox, request))
    if result.end is not RunEnd.EXITED or result.exit_code != 0:
        raise BaseInvalidError(
            "the project's own build gives no class files", hint=tail(result)[-2000:]
        )
    folders = [_in_tree(p.folder) for p in prepared.projects]
    return ClassFiles(main=_of(result, folders, _MAIN), test=_of(result, folders, _TEST))


def _job(prepared: Preparation, sandbox: Sandbox, request: Request) -> Job:
    jdk = Mount(name="jdk", source=prepared.jdk.home)
    maven = Mount(name="maven", source=prepared.maven.home)
    repository = Mount(name="repository", source=prepared.repository)
    single = len(prepared.code) == 1
    words = (
        f"{sandbox.path_of(maven)}/bin/mvn",
        *offline_words(sandbox.path_of(repository), f"../{SETTINGS}"),
        *skip_options(),
        "-DskipTests",
        *prepared.selection,
        "clean",
        "test-compile" if single else "package",
    )
    folders = [_in_tree(p.folder) for p in prepared.projects]
    return Job(
        command=("bash", "-c", f'cd {JOB_TREE} && exec "$@"', "classes", *words),
        mounts=(jdk, maven, repository),
        copies={JOB_TREE: Mount(name="base", source=prepared.base)},
        files={**request.files(), SETTINGS: _EMPTY_SETTINGS},
        env={**ENVIRONMENT, "JAVA_HOME": sandbox.path_of(jdk), "MAVEN_OPTS": ""},
        results=tuple(f"{folder}/{made}" for folder in folders for made in (_MAIN, _TEST)),
        limits=replace(request.limits, result_bytes=_RESULT_BYTES, result_files=_RESULT_FILES),
        label=f"classes {request.label}",
    )


def _in_tree(folder: str) -> str:
    return f"{JOB_TREE}/{folder}".removesuffix("/.")


def _of(result: JobResult, folders: list[str], made: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for folder in folders:
        prefix = f"{folder}/{made}/"
        for path, content in result.artefacts.items():
            if path.startswith(prefix):
                found.setdefault(path.removeprefix(prefix), content)
    return found
